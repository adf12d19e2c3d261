"""How kernels are compiled: without Python's lock, and kept on disk for the next start."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path

CACHE_VARIABLE = "NUMBA_CACHE_DIR"


def cache_folder(package: Path, home_cache: Path) -> Path | None:
    """Where compiled code can be kept when neither the package nor the home folder can be written.

    None when numba's own places will do. It refuses to compile at all without one, as on a server
    with a read-only disk. The folder is new and private: compiled code must not come from a place
    where others can leave some.
    """
    if any(_writable(folder) for folder in (package / "__pycache__", home_cache)):
        return None
    folder = Path(tempfile.mkdtemp(prefix="aucc-compiled-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


if CACHE_VARIABLE not in os.environ:
    _home_cache = Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser())
    _folder = cache_folder(Path(__file__).parent, _home_cache)
    if _folder is not None:
        os.environ[CACHE_VARIABLE] = str(_folder)

from numba import njit  # noqa: E402  (reads the variable when it is imported)

compiled = njit(cache=True, nogil=True, error_model="numpy")
