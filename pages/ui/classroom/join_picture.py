"""The picture of a link that a phone's camera reads (a QR code), made on this machine."""

from __future__ import annotations

import segno


def join_picture(link: str) -> list[str]:
    """Rows of "1" (dark) and "0", without the light border; a tenth of it may be unreadable."""
    code = segno.make_qr(link, error="m")
    return ["".join("1" if dark else "0" for dark in row) for row in code.matrix]
