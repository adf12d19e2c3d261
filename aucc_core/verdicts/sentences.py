"""The words of a verdict: for it, against it, what would change it, and headings of its table.

Every sentence states numbers that were computed; none says more than these.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt
import pandas as pd

from aucc_core.explain.diagnose import Diagnosis
from aucc_core.partitions.algorithms import ALGORITHMS
from aucc_core.score.inputs import Floats
from aucc_core.verdicts import tuned
from aucc_core.verdicts.band import ReferenceBand
from aucc_core.verdicts.structure import FEWEST_OBJECTS, FOUND_AGAIN, THRESHOLD, Structure

Sight = Literal["clusters", "blind", "none", "few", "unknown"]

# Adjusted Rand indices: above the first, runs agree; below the second, they do not.
_AGREE = 0.9
_DISAGREE = 0.7
# Another k with this share of the evidence might as well be the answer.
_CLOSE = 0.2
# Clusters whose AUCC along dense paths is higher by so much are long or curved, unless a passage
# inside one is so much wider than its parts (log): then they are several in one.
_CURVED = 0.02
_GAP = 0.7
_ONLY_SMALL = "No clustering that was tried has two clusters of more than a few objects."
_MOST_FAR_NAMED = 3
# An object is far from all others where its nearest is farther away than this share of all pairs
# are apart, and so many times as far as it is for this share of the objects.
_MOST_PAIRS = 0.9
_MOST_OBJECTS = 0.95
_MUCH_FARTHER = 2.0
_MOST_TRIED_NAMED = 5


@dataclass(frozen=True)
class EvidenceColumn:
    """How a column of a verdict's table is headed, explained and rounded."""

    heading: str
    help: str | None = None
    digits: int = 2


EVIDENCE_COLUMNS = {
    "suggested": EvidenceColumn("Suggested"),
    "algorithm": EvidenceColumn("Algorithm"),
    "k": EvidenceColumn("k", digits=0),
    "setting": EvidenceColumn("Setting", "What decides k where the algorithm is not told it."),
    "coverage": EvidenceColumn("In clusters", "Share of the objects that are not noise."),
    "aucc": EvidenceColumn("AUCC", "Over straight distances.", digits=4),
    "path_aucc": EvidenceColumn(
        "AUCC along paths", "Over distances along dense paths, which follow curves.", digits=4
    ),
    "corrected": EvidenceColumn(
        "Above no clusters",
        "AUCC less its mean on data without clusters, for as many clusters; there it is "
        "higher the more clusters there may be.",
        digits=4,
    ),
    "silhouette": EvidenceColumn("Silhouette", "Over straight distances."),
    "path_silhouette": EvidenceColumn(
        "Silhouette along paths", "Along dense paths, with objects of slivers as 0."
    ),
    "weakest_cluster": EvidenceColumn(
        "Weakest cluster", "Lowest mean silhouette along paths of one cluster."
    ),
    "agreement": EvidenceColumn(
        "Agreement of runs",
        "Adjusted Rand index between runs on other draws of the objects: 1 is the same.",
    ),
    "dense_agreement": EvidenceColumn(
        "Agreement with density",
        "Mean adjusted Rand index with what HDBSCAN finds for four sizes of cluster.",
    ),
    "split": EvidenceColumn(
        "Splits", "How much better some cluster splits than one cloud would; low is good."
    ),
    "merge": EvidenceColumn(
        "Merges",
        "How much better the nearest two clusters are apart than halves of one; high is good.",
    ),
    "slivers": EvidenceColumn(
        "Slivers", "Clusters of less than 2 % of the objects, or than 4 objects.", digits=0
    ),
    "share": EvidenceColumn(
        "Share of evidence",
        "How the evidence is spread over the numbers of clusters that were tried; each k has that "
        "of its best clustering.",
    ),
}


@dataclass(frozen=True)
class Lines:
    """Sentences by what they are for."""

    for_it: tuple[str, ...]
    against_it: tuple[str, ...]
    would_change: tuple[str, ...]
    record: str


@dataclass(frozen=True, eq=False)
class Case:
    """What the sentences are about.

    Attributes
    ----------
    table : one row per clustering, with shares.
    at : row of the clustering that speaks most for itself.
    k : the suggestion, or None.
    sight, structure, band : as in `Verdict` and `Examination`.
    n : number of objects.
    dense : number of groups that a look along dense paths sees; None for none.
    places : number of different objects; more clusters cannot be.
    missed : adjusted Rand index of that clustering with those groups; None without groups.
    dense_is_clearer : whether those groups stand apart more clearly along dense paths.
    agreement : how much runs agree at best; NaN if unknown.
    by_paths : whether the distance itself goes along dense paths, by which no cluster is a cloud.
    doubts : why the evidence is not called strong.
    far : what is said of objects that are far from all others.
    """

    table: pd.DataFrame
    at: int
    k: int | None
    sight: Sight
    structure: Structure | None
    band: ReferenceBand | None
    dense: int | None
    n: int
    places: int
    missed: float | None = None
    dense_is_clearer: bool = False
    agreement: float = np.nan
    by_paths: bool = False
    doubts: tuple[str, ...] = ()
    far: tuple[str, ...] = ()

    @property
    def row(self) -> pd.Series:
        """The clustering that speaks most for itself."""
        return self.table.iloc[self.at]

    @property
    def is_curved(self) -> bool:
        """Whether its clusters are ones that straight distances do not follow."""
        longer = self.row["path_aucc"] > self.row["aucc"] + _CURVED
        return bool(not self.by_paths and longer and self.row["inner_gap"] < _GAP)

    @property
    def is_untried(self) -> bool:
        """Whether there are as many dense groups as no clustering that was tried has."""
        return self.dense is not None and self.dense not in set(self.table["k"])

    @property
    def own(self) -> pd.DataFrame:
        """The clusterings of its algorithm."""
        return self.table[self.table["algorithm"] == self.row["algorithm"]]

    @property
    def names(self) -> list[str]:
        """Labels of the algorithms, in order."""
        return [ALGORITHMS[name].label for name in self.table["algorithm"].unique()]


def explain(case: Case, seen: Diagnosis) -> Lines:
    """Sentences for a verdict; ``seen`` is the diagnosis of the clustering that comes first."""
    if case.sight == "few":
        return _too_few(case)
    if case.sight == "none":
        return _no_clusters(case)
    if case.sight == "blind":
        return _blind(case)
    return Lines(
        tuple(_for(case, seen)),
        tuple(_against(case, seen)),
        tuple(_would_change(case)),
        record_text(),
    )


def record_text() -> str:
    """How often verdicts were right on data that took no part in tuning, and on which."""
    public, mixtures, wrong = (tuned.RECORD[n] for n in ("public", "mixtures", "false alarms"))
    ari = tuned.PUBLIC_ARI
    return (
        f"How often verdicts are right: on {public.total} public sets (Gagolewski 2022, clustering "
        "benchmarks v1.1; 7 algorithms, 2 to 15 clusters), each set left out in turn, a reference "
        f"number of clusters was hit for {public.text()}, with a mean agreement (ARI) of "
        f"{ari['verdict']:.3f}; the best single criterion reaches {ari['best criterion']:.3f}, and "
        f"{ari['possible']:.3f} is possible. On {mixtures.total} mixtures from our own generator, "
        f"with k-means alone: {mixtures.text()}. Clusters were seen in {wrong.text()} of "
        f"{wrong.total} generated sets of 12 kinds without any, most of them "
        "winding curves. In brackets 95 % intervals. Your data may be harder."
    )


def _for(case: Case, seen: Diagnosis) -> list[str]:
    row, lines = case.row, []
    if case.structure is not None:
        lines.append(_stand_out(case.structure))
    agreement = row["agreement"]
    if agreement >= _AGREE:
        lines.append(
            f"Runs on other draws of the objects find the same clusters (agreement {agreement:.2f} "
            "of 1, by the adjusted Rand index)."
        )
    others = _finders(case)
    if others:
        verb = "comes" if len(others) == 1 else "come"
        lines.append(
            f"Judged by silhouette along dense paths, {listed(others)} {verb} to as many clusters."
        )
    if row["dense_agreement"] >= _AGREE:
        lines.append(
            "They agree with the dense groups that HDBSCAN finds (adjusted Rand index "
            f"{row['dense_agreement']:.2f}, mean over sizes of cluster)."
        )
    if case.is_curved:
        lines.append(
            f"Along dense paths AUCC is {row['path_aucc']:.4f}, in a straight line "
            f"{row['aucc']:.4f}: chains of near objects join what is far apart within a cluster."
        )
    if case.is_curved or case.by_paths:
        return lines
    if not any(a.kind == "merge" for a in seen.advice):
        lines.append("No two of its clusters look like one.")
    if not any(a.kind == "split" for a in seen.advice):
        lines.append("None of its clusters looks like two.")
    return lines


def _stand_out(structure: Structure) -> str:
    return (
        "These data stand out from data without clusters by "
        f"{structure.strength:.2f}{_by_what(structure)}; {structure.by_chance}."
    )


def _by_what(structure: Structure) -> str:
    """Which look it is that sees the clusters, where one sees them alone."""
    straight = structure.straight >= THRESHOLD
    along = max(structure.pieces, structure.dense) >= THRESHOLD
    if straight and not along:
        return ", by valleys between neighbouring k-means clusters"
    if along and not straight:
        return ", by gaps between dense groups"
    return ""


def _finders(case: Case) -> list[str]:
    """Other algorithms whose own best clustering has as many clusters."""
    found = []
    for name, rows in case.table.groupby("algorithm", sort=False):
        if name == case.row["algorithm"]:
            continue
        clear = rows["path_silhouette"] + rows["weakest_cluster"] / 2
        if int(rows["k"].iloc[int(clear.to_numpy().argmax())]) == case.k:
            found.append(ALGORITHMS[str(name)].label)
    return found


def _against(case: Case, seen: Diagnosis) -> list[str]:
    row = case.row
    shares = _by_k(case.table)
    own_share = shares[int(row["k"])]
    lines = [
        f"k = {other} has evidence too ({share:.0%} of it, against {own_share:.0%})."
        for other, share in shares.items()
        if other != case.k and share >= _CLOSE
    ]
    lines += [*case.doubts, *case.far]
    if case.sight == "unknown":
        lines.append(
            "Whether there are clusters at all cannot be said: with distances alone there is "
            "nothing to draw data without clusters from."
        )
    if case.structure is None and case.band is not None:
        lines.append(
            "Data without clusters are the table with its columns shuffled: columns that merely go "
            "together also stand out from it."
        )
    if row["agreement"] < _DISAGREE:
        lines.append(
            f"Runs on other draws of the objects disagree (agreement {row['agreement']:.2f})."
        )
    if row["slivers"]:
        lines.append(
            f"{_count(int(row['slivers']), 'of its clusters has', 'of its clusters have')} less "
            "than 2 % of the objects, or than 4 objects: too few to be called a cluster."
        )
    if row["coverage"] < 1:
        noise = 1 - row["coverage"]
        share = f"{noise:.0%}" if noise >= 0.01 else "Less than 1%"
        lines.append(f"{share} of the objects are left out as noise.")
    # A curve cut in two fits straight distances better, and means nothing.
    if not (case.is_curved or case.by_paths):
        lines += [a.text for a in seen.advice[:3]]
    best = int(case.own["aucc"].to_numpy().argmax())
    raw = int(case.own["k"].iloc[best])
    highest, own_score = f"{case.own['aucc'].iloc[best]:.4f}", f"{row['aucc']:.4f}"
    if raw != case.k and highest != own_score:
        # That it rises with k explains a highest score at more clusters, not at fewer.
        but = ", but it tends to rise with k even without clusters" if raw > row["k"] else ""
        lines.append(
            f"Plain AUCC of {ALGORITHMS[row['algorithm']].label} is highest at k = {raw} "
            f"({highest} against {own_score}){but}."
        )
    if case.dense is not None and case.dense != case.k and case.dense_is_clearer:
        lines.append(f"A look along dense paths sees {case.dense} groups instead.")
    return lines


def _would_change(case: Case) -> list[str]:
    lines, ks, k = [], case.table["k"], case.k
    if k == ks.max() < min(case.places, case.n - 1) and len(set(ks)) > 1:
        lines.append(f"Trying more clusters: {k} is the largest number that was tried.")
    if k == ks.min() and k is not None and k > 2:
        lines.append(f"Trying fewer clusters: {k} is the smallest number that was tried.")
    shares = _by_k(case.table)
    others = {other: share for other, share in shares.items() if other != k and share >= 0.01}
    if others:
        following = max(others, key=lambda other: others[other])
        lines.append(f"k = {following} comes next, with {others[following]:.0%} of the evidence.")
    lines.append("Other features, scaling or distances make other clusters.")
    if len(case.names) == 1:
        lines.append("Another algorithm may see others: add some and ask again.")
    return lines


def _too_few(case: Case) -> Lines:
    line = f"{case.n} objects are too few to tell clusters from chance: {FEWEST_OBJECTS} or more "
    return Lines((f"{line}are needed.",), case.far, ("More objects.",), record_text())


def _no_clusters(case: Case) -> Lines:
    lines: list[str] = []
    against: list[str] = []
    if case.structure is not None and case.structure.is_clustered:
        lines.append(
            f"The data stand out from data without clusters by {case.structure.strength:.2f}, but "
            "by valleys between neighbouring k-means clusters alone, and no clusters are found "
            "again: runs on other draws of the objects agree by "
            f"{_two(case.agreement)} at most (adjusted Rand index; {FOUND_AGAIN:g} would do)."
        )
    elif case.structure is not None:
        lines.append(
            "The data fall apart no more than data without clusters do: neither in a straight "
            "line nor along dense paths is there a valley that few such data have (together "
            f"{_two(case.structure.strength)}; {THRESHOLD:g} would be evidence)."
        )
    elif case.band is not None:
        lines.append(
            "The scores are not above those of the table with its columns shuffled: "
            f"{case.band.evidence.reached} of {case.band.n_sets} shuffled tables stand out as much "
            "or more."
        )
    else:
        lines.append(_ONLY_SMALL)
    if case.band is not None:
        above, line = _beside_band(case.band, asked=set(case.table["algorithm"]))
        (against if above else lines).append(line)
    agreeing = case.table[case.table["agreement"] >= _AGREE]
    against += [
        f"{ALGORITHMS[str(row.algorithm)].label} with k = {row.k} finds the same clusters on other "
        f"draws of the objects (agreement {row.agreement:.2f})."
        for row in agreeing.head(2).itertuples()
    ]
    change = (
        "More objects, or features that tell groups apart: clusters that overlap look like none.",
        "Other features, scaling or distances make other clusters.",
    )
    return Lines(tuple(lines), (*case.far, *against), change, record_text())


def _blind(case: Case) -> Lines:
    row = case.row
    names = listed(case.names, "or")
    only_small = row["large_clusters"] < 2
    if case.is_untried:
        lines = [
            (
                f"There are clusters, but not {tried_text(case.table['k'])}, as were tried: a look "
                f"along dense paths sees {case.dense} groups."
            )
        ]
    elif only_small:
        seen = "" if case.dense is None else f" A look along dense paths sees {case.dense} groups."
        lines = [f"There are clusters, but {names} did not find them. {_ONLY_SMALL}{seen}"]
    else:
        assert case.missed is not None
        lines = [
            (
                f"There are clusters, but {names} cannot follow their shapes: a look along dense "
                f"paths sees {case.dense} groups. The best clustering of {names} has an adjusted "
                f"Rand index of {_two(case.missed)} with these; 1 is the same, 0 is chance."
            )
        ]
    if case.structure is not None:
        lines.append(_stand_out(case.structure))
    if case.is_untried:
        change: tuple[str, ...] = (f"Trying {case.dense} clusters.",)
        return Lines(tuple(lines), case.far, change, record_text())
    tried = set(case.table["algorithm"])
    others = [ALGORITHMS[n].label for n in ("single", "spectral", "hdbscan") if n not in tried]
    change = (
        f"Another algorithm: {listed(others, 'or')} can follow such shapes. So can the distance "
        "along dense paths, with average linkage or k-medoids."
        if others
        else "Distances along dense paths, with average linkage or k-medoids.",
    )
    if only_small:
        return Lines(tuple(lines), case.far, change, record_text())
    against = (
        *case.far,
        (
            f"If round groups are what you need, {ALGORITHMS[row['algorithm']].label} with "
            f"k = {row['k']} comes nearest (AUCC {row['aucc']:.4f})."
        ),
    )
    return Lines(tuple(lines), against, change, record_text())


def _beside_band(band: ReferenceBand, asked: Collection[str]) -> tuple[bool, str]:
    """The best corrected score beside its band, and whether no set without clusters reaches it."""
    at = int(np.argmax(band.corrected))
    who = ALGORITHMS[band.algorithm].label
    if band.algorithm not in asked:
        who += ", which is a yardstick here,"
    observed, usual = band.observed[at], float(np.median(band.scores[:, at]))
    if observed > band.scores[:, at].max():
        return True, (
            f"{who} with k = {band.ks[at]} scores AUCC {observed:.4f}, more than on any of "
            f"{band.n_sets} sets without clusters (at most {band.scores[:, at].max():.4f}): "
            "so may groups that overlap, or a single group of an unusual shape."
        )
    return False, (
        f"{who} comes nearest to evidence with k = {band.ks[at]}: AUCC {observed:.4f}, where it "
        f"scores {usual:.4f} ({band.low[at]:.4f} to {band.high[at]:.4f}) on data without clusters."
    )


def far_objects(nearest: Floats, distances: Floats, rows: npt.NDArray[np.intp]) -> tuple[str, ...]:
    """What to say of objects that are far from all others; nothing where there are none.

    Far is who is farther from its nearest than most pairs of objects are from each other (ends of
    long tails are not), and much farther than others from theirs (in many dimensions all are far).
    ``nearest`` is each object's distance to its nearest, ``distances`` those of all pairs, ``rows``
    its row in the table, from 0.
    """
    most = float(np.quantile(distances, _MOST_PAIRS))
    usual = float(np.quantile(nearest, _MOST_OBJECTS))
    far = np.flatnonzero((nearest > most) & (nearest > _MUCH_FARTHER * usual))
    if most == 0 or not far.size or far.size > max(1, nearest.size // 50):
        return ()
    far = far[np.argsort(-nearest[far], kind="stable")]
    numbers = listed([f"{row + 1:,}" for row in rows[far[:_MOST_FAR_NAMED]]])
    if far.size == 1:
        closer = math.floor(100 * float((distances < nearest[far[0]]).mean()))
        line = f"One object (number {numbers}) is far from all others: {closer}% of all pairs of "
        return (f"{line}objects are closer than it is to its nearest. Ask again without it.",)
    which = "numbers" if far.size <= _MOST_FAR_NAMED else "the farthest are numbers"
    line = f"{far.size} objects ({which} {numbers}) are far from all others: each is farther from "
    line += f"its nearest than {_MOST_PAIRS:.0%} of all pairs of objects are. Ask again without "
    return (f"{line}them.",)


def tried_text(ks: Iterable[int]) -> str:
    """Numbers of clusters that were tried: "2 to 10", "2, 4 or 8"."""
    tried = sorted({int(k) for k in ks})
    if len(tried) > 2 and tried[-1] - tried[0] == len(tried) - 1:
        return f"{tried[0]} to {tried[-1]}"
    if len(tried) > _MOST_TRIED_NAMED:
        return f"{len(tried)} numbers from {tried[0]} to {tried[-1]}"
    return listed([str(k) for k in tried], "or")


def _by_k(table: pd.DataFrame) -> dict[int, float]:
    best = table.groupby("k")["share"].max()
    return dict(zip(best.index.astype(int).tolist(), best.astype(float).tolist(), strict=True))


def _two(value: float) -> str:
    """Two digits, and no minus before zero."""
    return f"{round(value, 2) + 0.0:.2f}"


def _count(number: int, one: str, many: str) -> str:
    return f"One {one}" if number == 1 else f"{number} {many}"


def listed(names: Sequence[str], word: str = "and") -> str:
    """Names as a sentence has them: a, b and c."""
    *first, last = names
    return f"{', '.join(first)} {word} {last}" if first else last
