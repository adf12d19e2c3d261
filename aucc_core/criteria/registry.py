r"""`CRITERIA`: AUCC, the 28 criteria it was compared with, Gamma, precision-recall and density.

Signs in the formulas: n objects, k clusters C with means \bar x_C; w within-cluster and b
between-cluster pairs, t = w + b; d_{ij} distances; \bar x the overall mean. Adding a criterion is
one function in `formulas.py` (or a file of its own beside it, where it takes many) and one row
here: every list, menu and cost reads the row.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal, TypeVar

from aucc_core.cost import CriterionCost
from aucc_core.criteria import formulas
from aucc_core.criteria.density import dbcv
from aucc_core.criteria.quantities import DataView, PartitionView
from aucc_core.score.inputs import Codes, Floats, registry
from aucc_core.score.metrics import METRICS

_INF = math.inf
Value = TypeVar("Value", float, Floats)


@dataclass(frozen=True)
class Family:
    """Criteria that look at the same thing; ``shown`` says whether a screen shows them at first."""

    name: str
    label: str
    shown: bool = True


FAMILIES: Mapping[str, Family] = registry(
    Family("pairs", "Pairs of objects"),
    Family("silhouettes", "Silhouettes"),
    Family("scatter", "Scatter around means"),
    Family("density", "Dense paths"),
    Family("dunn", "Dunn's family", shown=False),
)
# Seconds per pair as `CriterionCost` has them: of criteria that follow from AUCC, which every run
# scores, that read the distances of all pairs, and that read cluster means alone.
_OF_EVERY_RUN = 0.0
_OF_DISTANCES = 1.8e-9
_OF_MEANS = 5e-11
# What criteria with cluster means read, besides the distances.
_OF_FEATURES = ("square", "scatter", "sum_to_mean", "rounding")


@dataclass(frozen=True)
class Criterion:
    """A number that says how good a clustering is, without true labels.

    Attributes
    ----------
    name, short, label : for code and tables, for chart legends, and in full.
    formula : LaTeX.
    compute : from a `PartitionView` to the value as usually published; None where one of the two
        next gives it.
    from_aucc : from AUCC to the value, for what follows from AUCC alone, so that it can be had for
        data of any size.
    at_once : from a `DataView` and many partitions to their values, where one walk over the pairs
        serves all.
    higher_is_better : direction of that value; `orient` turns all to higher is better.
    range : smallest and largest possible value.
    needs : "distances" (any will do), "features" (cluster means are part of the formula) or
        "dimensions" (the number of features is).
    source : who proposed it and when.
    family : a name in `FAMILIES`: what it looks at.
    weakness : one plain line on when to distrust it.
    cost : what it takes by itself.
    on_card : its place beside AUCC on a score card and in the report; None where it has none, as
        AUCC itself, Gamma, which stands there anyway, and what would only repeat others.
    scale_free : whether other units of measurement leave it unchanged.
    votes : whether it counts where criteria vote; not for another one on another scale, nor for
        one whose values are only alike for equal k.
    shared : the `DataView` properties it reads, filled before threads ask for them at once.
    like_aucc : whether it is an AUCC too, so that both can be read off one axis.
    most_objects : up to how many objects it is computed; None for any number.
    chance_axis : what a chart of its values for random labels reaches from and to; None: as far as
        they do.
    """

    name: str
    short: str
    label: str
    formula: str
    compute: Callable[[PartitionView], float] | None
    higher_is_better: bool
    range: tuple[float, float]
    needs: Literal["features", "distances", "dimensions"]
    source: str
    family: str
    weakness: str
    cost: CriterionCost
    on_card: int | None
    scale_free: bool = True
    from_aucc: Callable[[float], float] | None = None
    at_once: Callable[[DataView, Sequence[Codes]], Floats] | None = None
    votes: bool = True
    shared: tuple[str, ...] = ("square",)
    chance_axis: tuple[float, float] | None = None
    like_aucc: bool = False
    most_objects: int | None = None

    @property
    def turned_short(self) -> str:
        """What its oriented values are called."""
        return self.short if self.higher_is_better else f"−{self.short}"

    def orient(self, value: Value) -> Value:
        """The value or values, signs turned if need be, so that higher is better."""
        return value if self.higher_is_better else -value


_OVER_PAIRS = (
    Criterion(
        "aucc",
        "AUCC",
        "Area under the curve for clustering",
        r"\frac{s_+ + \frac{1}{2}s_0}{s_+ + s_- + s_0}",
        None,
        higher_is_better=True,
        range=(0, 1),
        needs="distances",
        source="Jaskowiak, Costa and Campello 2022",
        family="pairs",
        weakness="Fair to random labels, not to an optimiser: on data without clusters it still "
        "rises with k.",
        cost=CriterionCost(_OF_EVERY_RUN, 40),
        on_card=None,
        from_aucc=float,
        chance_axis=(0, 1),
    ),
    Criterion(
        "gamma",
        "Gamma",
        "Gamma, generalised to ties",
        r"\frac{s_+ - s_-}{s_+ + s_- + s_0} = 2\,\mathrm{AUCC} - 1",
        None,
        higher_is_better=True,
        range=(-1, 1),
        needs="distances",
        source="Baker and Hubert 1975; ties as in Jaskowiak et al. 2022",
        family="pairs",
        weakness="AUCC on another scale, so it has the same blind spots.",
        cost=CriterionCost(_OF_EVERY_RUN, 42),
        on_card=None,
        from_aucc=formulas.gamma,
        votes=False,
    ),
    Criterion(
        "aupr",
        "AUPR",
        "Area under the precision-recall curve",
        r"\sum_g \frac{w_g - w_{g-1}}{w}\cdot\frac{w_g}{w_g + b_g}",
        None,
        higher_is_better=True,
        range=(0, 1),
        needs="distances",
        source="Average precision over the pairs; Davis and Goadrich 2006",
        family="pairs",
        weakness="Random labels score the share of pairs within clusters, which falls as k grows: "
        "compare equal k only.",
        cost=CriterionCost(4e-9, 42),
        on_card=10,
        votes=False,
        at_once=DataView.average_precision,
    ),
    Criterion(
        "point_biserial",
        "PB",
        "Point-biserial correlation",
        r"\frac{(\bar d_b - \bar d_w)\sqrt{w\,b/t^2}}{s_d}",
        formulas.point_biserial,
        higher_is_better=True,
        range=(-1, 1),
        needs="distances",
        source="Milligan 1981",
        family="pairs",
        weakness="Favours clusters of balanced size and few of them.",
        cost=CriterionCost(_OF_DISTANCES, 58),
        on_card=3,
        shared=("square", "distance_mean", "distance_std"),
        chance_axis=(-0.5, 0.5),
    ),
    Criterion(
        "c_index",
        "C-Index",
        "C-Index",
        r"\frac{\sum_{w} d - \min_w}{\max_w - \min_w}",
        formulas.c_index,
        higher_is_better=False,
        range=(0, 1),
        needs="distances",
        source="Hubert and Levin 1976",
        family="pairs",
        weakness="Nearly 0 for all good partitions, and drifts with k.",
        cost=CriterionCost(_OF_DISTANCES, 66),
        on_card=4,
        shared=("square", "smallest_sums"),
    ),
)

_SCATTER = (
    Criterion(
        "vrc",
        "VRC",
        "Variance ratio (Calinski-Harabasz)",
        r"\frac{SS_B/(k-1)}{SS_W/(n-k)}",
        formulas.vrc,
        higher_is_better=True,
        range=(0, _INF),
        needs="features",
        source="Calinski and Harabasz 1974",
        family="scatter",
        weakness="Likes round clusters of equal size; its size says nothing across data sets.",
        cost=CriterionCost(_OF_MEANS, 58),
        on_card=5,
        shared=_OF_FEATURES,
    ),
    Criterion(
        "c_sqrt_k",
        "C/√k",
        "C over root k (Ratkowsky-Lance)",
        r"\frac{1}{\sqrt{k}}\cdot\frac{1}{d}\sum_{f=1}^{d}\sqrt{\frac{SS_{B,f}}{SS_{T,f}}}",
        formulas.c_over_sqrt_k,
        higher_is_better=True,
        range=(0, 1 / math.sqrt(2)),
        needs="features",
        source="Ratkowsky and Lance 1978; Hill 1980",
        family="scatter",
        weakness="Looks at one feature at a time, so slanted structure is missed; favours small k.",
        cost=CriterionCost(_OF_MEANS, 58),
        on_card=9,
        shared=_OF_FEATURES,
    ),
    Criterion(
        "davies_bouldin",
        "DB",
        "Davies-Bouldin",
        r"\frac{1}{k}\sum_C \max_{C'\neq C}"
        r"\frac{s_C + s_{C'}}{\|\bar x_C - \bar x_{C'}\|},\quad "
        r"s_C = \frac{1}{|C|}\sum_{i\in C}\|x_i - \bar x_C\|",
        formulas.davies_bouldin,
        higher_is_better=False,
        range=(0, _INF),
        needs="features",
        source="Davies and Bouldin 1979",
        family="scatter",
        weakness="Clusters of one object have no spread, so splitting off outliers looks good.",
        cost=CriterionCost(_OF_MEANS, 58),
        on_card=6,
        shared=_OF_FEATURES,
    ),
    Criterion(
        "pbm",
        "PBM",
        "PBM",
        r"\left(\frac{1}{k}\cdot\frac{\sum_i\|x_i-\bar x\|}{\sum_C\sum_{i\in C}\|x_i-\bar x_C\|}"
        r"\cdot\max_{C,C'}\|\bar x_C-\bar x_{C'}\|\right)^2",
        formulas.pbm,
        higher_is_better=True,
        range=(0, _INF),
        needs="features",
        source="Pakhira, Bandyopadhyay and Maulik 2004",
        family="scatter",
        weakness="Rests on the two farthest means alone; changes with the units of measurement.",
        cost=CriterionCost(_OF_MEANS, 58),
        on_card=8,
        scale_free=False,
        shared=_OF_FEATURES,
    ),
)

_SILHOUETTES = (
    Criterion(
        "swc",
        "SWC",
        "Silhouette width",
        r"\frac{1}{n}\sum_i\frac{b_i-a_i}{\max(a_i,b_i)}",
        formulas.swc,
        higher_is_better=True,
        range=(-1, 1),
        needs="distances",
        source="Rousseeuw 1987",
        family="silhouettes",
        weakness="Prefers round, well separated clusters; long or nested shapes score low.",
        cost=CriterionCost(_OF_DISTANCES, 58),
        on_card=1,
    ),
    Criterion(
        "sswc",
        "SSWC",
        "Simplified silhouette width",
        r"\frac{1}{n}\sum_i\frac{b_i-a_i}{\max(a_i,b_i)},\quad a_i,b_i\text{ to centroids}",
        formulas.sswc,
        higher_is_better=True,
        range=(-1, 1),
        needs="features",
        source="Hruschka, Campello and de Castro 2006",
        family="silhouettes",
        weakness="Sees only means, so clusters inside each other look alike.",
        cost=CriterionCost(_OF_MEANS, 58),
        on_card=2,
        shared=_OF_FEATURES,
    ),
    Criterion(
        "aswc",
        "ASWC",
        "Alternative silhouette width",
        r"\frac{1}{n}\sum_i\frac{b_i}{a_i+\varepsilon},\quad\varepsilon=10^{-6}",
        formulas.aswc,
        higher_is_better=True,
        range=(0, _INF),
        needs="distances",
        source="Hruschka, Campello and de Castro 2004",
        family="silhouettes",
        weakness="A few equal objects (a = 0) can outweigh all others.",
        cost=CriterionCost(_OF_DISTANCES, 58),
        on_card=None,
        scale_free=False,
    ),
    Criterion(
        "asswc",
        "ASSWC",
        "Alternative simplified silhouette width",
        r"\frac{1}{n}\sum_i\frac{b_i}{a_i+\varepsilon},\quad a_i,b_i\text{ to centroids}",
        formulas.asswc,
        higher_is_better=True,
        range=(0, _INF),
        needs="features",
        source="Vendramin, Campello and Hruschka 2009",
        family="silhouettes",
        weakness="One object on its mean (a = 0) can outweigh all others.",
        cost=CriterionCost(_OF_MEANS, 58),
        on_card=None,
        scale_free=False,
        shared=_OF_FEATURES,
    ),
)


_DENSITY = (
    Criterion(
        "path_aucc",
        "AUCC path",
        "AUCC along dense paths",
        r"\mathrm{AUCC}\text{ of }\Big(\min_{i=o_0,\dots,o_m=j}"
        r"\sum_{t=1}^{m} d_{o_{t-1}o_t}^{\,3}\Big)^{1/3}\text{, steps between neighbours}",
        None,
        higher_is_better=True,
        range=(0, 1),
        needs="distances",
        source="AUCC of Jaskowiak, Costa and Campello 2022 over the distance of Groisman, "
        "Jonckheere and Sapienza 2022",
        family="density",
        weakness="A bridge of a few objects joins two clusters; rises with k as AUCC does.",
        cost=CriterionCost(2e-9, 76, once_per_pair=2e-7),
        on_card=None,
        at_once=formulas.path_aucc,
        like_aucc=True,
        most_objects=METRICS["path"].most_objects,
    ),
    Criterion(
        "dbcv",
        "DBCV",
        "Density-based clustering validation",
        r"\sum_C\frac{|C|}{n}\cdot\frac{\min_{C'}\mathrm{sep}(C,C')-\mathrm{sparse}(C)}"
        r"{\max(\min_{C'}\mathrm{sep}(C,C'),\,\mathrm{sparse}(C))}",
        dbcv,
        higher_is_better=True,
        range=(-1, 1),
        needs="dimensions",
        source="Moulavi, Jaskowiak, Campello, Zimek and Sander 2014",
        family="density",
        weakness="One sparse place decides for its whole cluster; favours tiny dense clusters.",
        cost=CriterionCost(7e-9, 66),
        on_card=None,
    ),
)


@dataclass(frozen=True)
class _Measure:
    """How wide a cluster is, or how far apart two are: a part of Dunn's ratio.

    ``of_means`` says whether it reads cluster means alone; any other reads distances.
    """

    text: str
    formula: str
    of_means: bool
    weakness: str
    compute: formulas.Measure


# By the number that names the variant: "dunn43" is the fourth over the third.
_SET_DISTANCES = {
    1: _Measure(
        "closest objects",
        r"\min_{i\in C,j\in C'} d_{ij}",
        False,
        "One stray object decides.",
        lambda v: v.nearest,
    ),
    2: _Measure(
        "farthest objects",
        r"\max_{i\in C,j\in C'} d_{ij}",
        False,
        "Wide clusters look far apart.",
        lambda v: v.farthest,
    ),
    3: _Measure(
        "mean distance",
        r"\tfrac{1}{|C||C'|}\sum_{i\in C,j\in C'} d_{ij}",
        False,
        "Wide clusters look far apart.",
        formulas.mean_between,
    ),
    4: _Measure(
        "distance of means",
        r"\|\bar x_C-\bar x_{C'}\|",
        True,
        "Clusters inside each other look as one.",
        lambda v: v.centroid_distances,
    ),
    5: _Measure(
        "mean distance to the other's mean",
        r"\tfrac{\sum_{i\in C}\|x_i-\bar x_{C'}\|+\sum_{j\in C'}\|x_j-\bar x_C\|}{|C|+|C'|}",
        True,
        "Wide clusters look far apart.",
        formulas.mean_to_other_centroid,
    ),
    6: _Measure(
        "Hausdorff distance",
        r"\max\{\max_{i\in C}\min_{j\in C'}d_{ij},\max_{j\in C'}\min_{i\in C}d_{ij}\}",
        False,
        "One outlier makes two clusters look far apart.",
        lambda v: v.hausdorff,
    ),
}
_DIAMETERS = {
    1: _Measure(
        "largest distance",
        r"\max_{i,j\in C} d_{ij}",
        False,
        "The widest cluster decides.",
        formulas.largest_within,
    ),
    2: _Measure(
        "mean distance",
        r"\tfrac{1}{|C|(|C|-1)}\sum_{i\neq j\in C} d_{ij}",
        False,
        "The loosest cluster decides.",
        formulas.mean_within,
    ),
    3: _Measure(
        "twice the mean distance to the mean",
        r"\tfrac{2}{|C|}\sum_{i\in C}\|x_i-\bar x_C\|",
        True,
        "The loosest cluster decides.",
        formulas.twice_mean_to_centroid,
    ),
}


def _dunn(set_distance: int, diameter: int) -> Criterion:
    apart, wide = _SET_DISTANCES[set_distance], _DIAMETERS[diameter]
    original = (set_distance, diameter) == (1, 1)
    number = f"{set_distance}{diameter}"
    features = apart.of_means or wide.of_means
    of_means = apart.of_means and wide.of_means
    return Criterion(
        "dunn" if original else f"dunn{number}",
        "Dunn" if original else f"Dunn {number}",
        f"Dunn: {apart.text} over {wide.text}",
        rf"\frac{{\min_{{C\neq C'}} {apart.formula}}}{{\max_C {wide.formula}}}",
        partial(formulas.dunn, set_distance=apart.compute, diameter=wide.compute),
        higher_is_better=True,
        range=(0, _INF),
        needs="features" if features else "distances",
        source="Dunn 1974" if original else "Bezdek and Pal 1998",
        family="dunn",
        weakness=f"{apart.weakness} {wide.weakness}",
        cost=CriterionCost(_OF_MEANS if of_means else _OF_DISTANCES, 58),
        on_card=7 if original else None,  # all 18 would fill the table
        shared=_OF_FEATURES if features else ("square",),
    )


CRITERIA: Mapping[str, Criterion] = registry(
    *_OVER_PAIRS,
    *_SILHOUETTES,
    *_SCATTER,
    *_DENSITY,
    *(_dunn(s, d) for s in _SET_DISTANCES for d in _DIAMETERS),
)
