"""`Pairs`: the ranked pairs with all that the rooms add to them.

No room of the library imports this.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from aucc_core.explain.parts import parts_of
from aucc_core.large.engine import ENGINES, EngineChoice, SizeChoices, choice_for, score_any_size
from aucc_core.score.counting import SMALL_PAIRS
from aucc_core.score.inputs import Progress
from aucc_core.score.ranked import RankedPairs
from aucc_core.score.result import Score

if TYPE_CHECKING:
    import pandas as pd


class Pairs(RankedPairs):
    """All pairs of objects, ordered by distance; `RankedPairs` says what the arguments are.

    >>> from aucc_core import Pairs, load_dataset
    >>> ruspini = load_dataset("ruspini")
    >>> pairs = Pairs(ruspini.X)
    >>> round(pairs.aucc(ruspini.labels), 6)
    0.999453
    >>> round(pairs.curve(ruspini.labels).partial_area(0.1), 4)
    0.0995
    >>> pairs.by_cluster(ruspini.labels)[["size", "aucc"]].round(4)
             size    aucc
    cluster
    1          20  0.9996
    2          23  0.9998
    3          17  0.9981
    4          15  1.0000
    """

    def by_cluster(self, labels: Any) -> pd.DataFrame:
        """AUCC by cluster: which clusters hold together; see `aucc_core.explain.parts`."""
        return parts_of(self, labels).by_cluster()

    def by_object(self, labels: Any) -> pd.DataFrame:
        """AUCC by object: which objects sit badly; see `aucc_core.explain.parts`."""
        return parts_of(self, labels).by_object()

    def by_cluster_pair(self, labels: Any) -> pd.DataFrame:
        """AUCC by pair of clusters: which clusters are not apart; see `aucc_core.explain.parts`."""
        return parts_of(self, labels).by_cluster_pair()

    def plan(self, n_partitions: int = 1, *, size: SizeChoices | None = None) -> EngineChoice:
        """How `score_many` would score so many partitions, with its time and memory."""
        return choice_for(self.source, size, n_partitions=n_partitions)

    def score(
        self,
        labels: Any,
        *,
        size: SizeChoices | None = None,
        client: Any = None,
        progress: Progress | None = None,
    ) -> Score:
        """AUCC of data of any size, and how sure it is; see `score_many`."""
        return self.score_many([labels], size=size, client=client, progress=progress)[0]

    def score_many(
        self,
        partitions: Sequence[Any],
        *,
        size: SizeChoices | None = None,
        client: Any = None,
        progress: Progress | None = None,
    ) -> list[Score]:
        """AUCC of data of any size: exact, between certain bounds, or from a sample.

        Objects, partitions and memory decide; ``size`` overrules, and a Dask ``client`` counts
        bounds. `aucc` and `aucc_many` are always exact, whatever that takes.
        """
        if len(partitions) == 0:
            return []
        if size is None and client is None and self.n_pairs <= SMALL_PAIRS:
            return self.scores(partitions)
        choice = choice_for(self.source, size, n_partitions=len(partitions), client=client)
        if ENGINES[choice.engine].exact:
            return self.scores(partitions)
        return score_any_size(
            self.source, partitions, size, choice=choice, client=client, progress=progress
        )
