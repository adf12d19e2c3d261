"""Bytes to text: which encoding, and is it text at all."""

from __future__ import annotations

import codecs
import re

from aucc_core.validate import InputError

# C0 controls that no text table holds; tab, newline, form feed and return may.
_CONTROLS = re.compile(rb"[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_BINARY_SHARE = 0.02


def decode_text(data: bytes, encoding: str | None = None) -> tuple[str, list[str]]:
    """Return the text with Unix newlines, and a notice when the encoding was guessed."""
    text, notices = _guess(data) if encoding is None else (_decode_as(data, encoding), [])
    text = text.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    at = text.find("\x00")
    if at >= 0:
        line = text.count("\n", 0, at) + 1
        raise InputError(
            f"Line {line} holds a NUL byte, so the file is damaged or not text. Save it again as "
            "CSV (UTF-8)."
        )
    return text, notices


def _guess(data: bytes) -> tuple[str, list[str]]:
    if data.startswith(codecs.BOM_UTF8):
        return _decode_as(data, "utf-8-sig"), []
    for mark, name in (
        (codecs.BOM_UTF32_LE, "utf-32"),
        (codecs.BOM_UTF32_BE, "utf-32"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
    ):
        if data.startswith(mark):
            return _decode_as(data, name), [f"Text encoding: {name.upper()}."]
    wide = _utf16_without_mark(data)
    if wide:
        return _decode_as(data, wide), ["Text encoding: guessed UTF-16."]
    _refuse_binary(data)
    try:
        return data.decode("utf-8"), []
    except UnicodeDecodeError:
        pass
    try:
        text, name = data.decode("cp1252"), "Windows-1252 (Western European)"
    except UnicodeDecodeError:
        text, name = data.decode("latin-1"), "Latin-1"
    return text, [f"Text encoding: not UTF-8, guessed {name}. Check accented letters."]


def _decode_as(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except LookupError as error:
        raise InputError(f"Unknown text encoding {encoding!r}; try utf-8 or cp1252.") from error
    except (UnicodeDecodeError, UnicodeError) as error:
        raise InputError(
            f"The file is not valid {encoding.upper()} text. Save it again as CSV (UTF-8)."
        ) from error


def _utf16_without_mark(data: bytes) -> str | None:
    """Latin text in UTF-16 has a zero in every other byte."""
    head = data[:4096]
    if len(head) < 8 or len(data) % 2:
        return None
    even, odd = head[0::2].count(0) / len(head[0::2]), head[1::2].count(0) / len(head[1::2])
    if odd > 0.8 and even < 0.05:
        return "utf-16-le"
    if even > 0.8 and odd < 0.05:
        return "utf-16-be"
    return None


def _refuse_binary(data: bytes) -> None:
    head = data[:65536]
    odd = len(_CONTROLS.findall(head)) + (head.count(0) if head.count(0) > 8 else 0)
    if odd > _BINARY_SHARE * len(head) and odd > 2:
        raise InputError(
            "The file is not text and no format that is read here (CSV, TSV, Excel, OpenDocument, "
            "Parquet, Feather, NumPy). Save the table as CSV or xlsx and upload that."
        )
