"""Columns of words used as features: codes, and one column of 0 and 1 per word."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from aucc_core.ingest.columns import Column
from aucc_core.score.inputs import Floats

# A column with more words than this would outweigh all others as columns of 0 and 1.
MOST_WORDS = 30


@dataclass(frozen=True, eq=False)
class Words:
    """One column: its different words in order, and the number of each row's; NaN: missing."""

    name: str
    words: tuple[str, ...]
    codes: Floats

    @property
    def is_few(self) -> bool:
        """Whether each word can have a column of its own."""
        return len(self.words) <= MOST_WORDS

    def filled(self) -> Words:
        """Gaps filled with the commonest word, the first one of several."""
        known = self.codes[~np.isnan(self.codes)].astype(np.int64)
        commonest = float(np.bincount(known, minlength=len(self.words)).argmax())
        return Words(self.name, self.words, np.where(np.isnan(self.codes), commonest, self.codes))


def words_of(column: Column) -> Words:
    """The words of a column of text."""
    assert column.cells is not None
    cells = pc.if_else(pa.array(column.missing), pa.scalar(None, column.cells.type), column.cells)
    words = sorted(pc.unique(pc.drop_null(cells)).to_pylist())
    codes = pc.index_in(cells, pa.array(words, type=column.cells.type))
    return Words(column.name, tuple(words), pc.cast(codes, pa.float64()).to_numpy(False))


def one_hot(codes: Floats, n_words: int) -> Floats:
    """A column per word, 1 where a row holds it."""
    return np.asarray(codes[:, None] == np.arange(n_words), dtype=np.float64)
