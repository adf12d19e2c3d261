"""NumPy files (.npy, .npz) to columns; objects that would need unpickling are refused."""

from __future__ import annotations

import ast
import io
import math
import sys
import zipfile

import numpy as np
import numpy.typing as npt

from aucc_core.ingest.archives import ZIP_PROBLEMS, check_archive
from aucc_core.ingest.choices import Choices
from aucc_core.ingest.limits import check_shape
from aucc_core.ingest.names import listed
from aucc_core.ingest.table import RawColumn, RawTable, text_array
from aucc_core.score.inputs import NEEDS_OBJECTS, InputError

_LABEL_NAMES = ("y", "labels", "label", "target", "clusters", "y_true", "classes")
_LONGEST_HEADER = 20_000
_HEADER_PROBLEMS = (ValueError, TypeError, KeyError, SyntaxError, MemoryError, RecursionError)
_DAMAGED = "The NumPy file is truncated or damaged. Save it again with numpy.save."


def read_npy(data: bytes, choices: Choices) -> RawTable:
    """Columns of one array; two dimensions, or one for a single column."""
    array = _array(data, choices)
    return RawTable(tuple(_columns(array)), unnamed=array.dtype.names is None)


def read_npz(data: bytes, choices: Choices) -> RawTable:
    """Columns of the chosen or largest table in the archive, with label vectors beside it."""
    check_archive(data, choices.limits, "NumPy archive")
    arrays = _members(data, choices)
    tables = {k: a for k, a in arrays.items() if a.ndim == 2}
    vectors = {k: a for k, a in arrays.items() if a.ndim == 1}
    shown = listed([f"{k} {a.shape}" for k, a in arrays.items()])
    if choices.sheet is not None:
        if choices.sheet not in arrays:
            raise InputError(f"There is no array {choices.sheet!r}. The arrays are: {shown}.")
        main = str(choices.sheet)
    else:
        candidates = tables or vectors
        if not candidates:
            raise InputError(f"No array of the archive is a table. The arrays are: {shown}.")
        main = max(candidates, key=lambda k: candidates[k].size)
    columns = list(_columns(arrays[main]))
    notes = [f"Array {main!r} is read of: {shown}."] if len(arrays) > 1 else []
    height = len(columns[0])
    for key, vector in vectors.items():
        if key != main and len(vector) == height and key.lower() in _LABEL_NAMES:
            name = key if key.lower() != "y" else "y label"
            columns += [_column(name, vector)]
    return RawTable(tuple(columns), tuple(notes), {"sheet": main}, tuple(arrays))


def _members(data: bytes, choices: Choices) -> dict[str, npt.NDArray]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            contents = {n.removesuffix(".npy"): archive.read(n) for n in archive.namelist()}
    except ZIP_PROBLEMS as error:
        raise InputError(_DAMAGED) from error
    return {name: _array(content, choices) for name, content in contents.items()}


def _array(data: bytes, choices: Choices) -> npt.NDArray:
    shape, fortran, dtype, start = _header(data)
    if dtype.hasobject:
        raise InputError(
            "The NumPy array holds Python objects. "
            "Opening them could run code, so they are never read. "
            "Save numbers, np.save(path, X.astype(float)), or text, np.save(path, y.astype(str))."
        )
    if len(shape) not in (1, 2):
        raise InputError(
            f"The NumPy array has shape {shape}; a table has two dimensions, one row per object."
        )
    check_shape(shape[0], shape[1] if len(shape) == 2 else 1, choices.limits)
    if math.prod(shape) * dtype.itemsize != len(data) - start:
        raise InputError(
            f"Shape {shape} does not fit the size of the NumPy file, "
            "which is truncated or damaged. Save it again."
        )
    if 0 in shape:
        raise InputError(f"The NumPy array is empty. {NEEDS_OBJECTS}.")
    flat = np.frombuffer(data, dtype=dtype, offset=start)
    return flat.reshape(shape, order="F" if fortran else "C")


def _header(data: bytes) -> tuple[tuple[int, ...], bool, np.dtype, int]:
    """Shape, order, type and start of the numbers.

    Read here rather than by numpy, which warns and raises in a dozen ways on damaged headers.
    """
    size = 2 if data[6:7] == b"\x01" else 4
    start = 8 + size + int.from_bytes(data[8 : 8 + size], "little")
    try:
        if start > min(len(data), _LONGEST_HEADER):
            raise ValueError("header too long")
        header = ast.literal_eval(data[8 + size : start].decode("utf-8").strip())
        shape, dtype = header["shape"], np.lib.format.descr_to_dtype(header["descr"])
        fortran = bool(header["fortran_order"])
    except _HEADER_PROBLEMS as error:
        raise InputError(_DAMAGED) from error
    whole = isinstance(shape, tuple) and all(type(s) is int and 0 <= s < 2**48 for s in shape)
    if not whole or dtype.itemsize == 0:
        raise InputError(_DAMAGED)
    return shape, fortran, dtype, start


def _columns(array: npt.NDArray) -> list[RawColumn]:
    if array.dtype.names and array.ndim == 1:
        return [_column(str(name), array[name]) for name in array.dtype.names]
    table = array.reshape(-1, 1) if array.ndim == 1 else array
    return [_column(f"column {i + 1}", table[:, i]) for i in range(table.shape[1])]


def _code_points(values: npt.NDArray) -> npt.NDArray[np.uint32]:
    """Code points of text cells; numpy stores four bytes each, in the type's byte order."""
    order = ">" if values.dtype.byteorder == ">" else "<"
    return np.frombuffer(np.ascontiguousarray(values).tobytes(), dtype=f"{order}u4")


def _column(name: str, values: npt.NDArray) -> RawColumn:
    kind = values.dtype.kind
    if values.ndim != 1 or kind not in "biufUSM":
        what = "complex numbers" if kind == "c" else f"values of type {values.dtype}"
        raise InputError(
            f"Column {name!r} of the NumPy file holds {what}, "
            "which have no order or distance here. Save plain numbers."
        )
    if kind in "US":
        if kind == "U" and _code_points(values).max(initial=0) > sys.maxunicode:
            raise InputError(_DAMAGED)
        texts = np.char.decode(values, "latin-1") if kind == "S" else values
        # A code point no text may hold (a lone surrogate) is shown as a replacement mark.
        clean = [t.encode("utf-8", "replace").decode() for t in texts.tolist()]
        return RawColumn(name, cells=text_array(clean))
    if kind == "M":
        return RawColumn(name, numbers=values.astype(np.float64), declared="date")
    if kind in "iu" and np.any(values.astype(np.float64) > 2.0**53):
        return RawColumn(name, cells=text_array([str(v) for v in values.tolist()]))
    declared = {"b": "boolean", "i": "integer", "u": "integer"}.get(kind, "")
    return RawColumn(name, numbers=values.astype(np.float64), declared=declared)
