"""`Kept`: results in a folder, so that a run that was stopped goes on where it was.

What is kept goes by the data and by the code that made it: when a room changes, what came from it
is made anew.
"""

import hashlib
import pickle
import re
from functools import cache
from pathlib import Path

import aucc_core

ROOT = Path(aucc_core.__file__).parent


class Kept:
    """Pickled values, one file each, in a folder; without a folder nothing is kept."""

    def __init__(self, folder=None):
        self.folder = Path(folder) if folder else None
        if self.folder:
            self.folder.mkdir(parents=True, exist_ok=True)

    def get(self, name, made_from, make):
        """The value called ``name`` that was made from the same, or a new one."""
        if not self.folder:
            return make()
        digest = hashlib.sha256(pickle.dumps(made_from)).hexdigest()[:16]
        path = self.folder / f"{re.sub(r'[^A-Za-z0-9=.]+', '-', name)}-{digest}.pickle"
        if path.exists():
            return pickle.loads(path.read_bytes())
        value = make()
        # Renamed when it is whole: a run may be stopped while it writes.
        part = path.with_suffix(".part")
        part.write_bytes(pickle.dumps(value))
        part.replace(path)
        return value


def data_digest(one):
    """Tells data sets apart, also those of the same name."""
    content = one.X.tobytes() + b"".join(r.tobytes() for r in one.references)
    return hashlib.sha256(repr((one.name, one.X.shape)).encode() + content).hexdigest()


@cache
def code_digest(*rooms):
    """Tells versions of rooms of the library apart; of all of it without any."""
    places = [ROOT / room for room in rooms] or [ROOT]
    files = sorted(f for place in places for f in place.rglob("*.py"))
    return hashlib.sha256(b"".join(f.read_bytes() for f in files)).hexdigest()
