"""scikit-learn's way in: `AUCCSearch` chooses settings of any clusterer, `aucc_scorer` scores one.

No room of the library imports this.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy.sparse import issparse
from scipy.stats import rankdata
from sklearn.base import BaseEstimator, ClusterMixin, MetaEstimatorMixin, clone
from sklearn.model_selection import ParameterGrid
from sklearn.pipeline import Pipeline
from sklearn.utils import check_random_state
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted, validate_data

from aucc_core.blas import one_thread
from aucc_core.pairs import Pairs
from aucc_core.partitions.noise import NOISE, apply_noise_policy, require_noise_policy
from aucc_core.score.inputs import Floats, InputError, codes_of
from aucc_core.score.objects import Objects
from aucc_core.sweeps.scorer import unscorable
from aucc_core.verdicts.looks import Scene, look_at, without_noise
from aucc_core.verdicts.samples import stratified_samples
from aucc_core.verdicts.stability import draw_objects, rand_index
from aucc_core.verdicts.structure import structure_of
from aucc_core.verdicts.weigh import (
    MOST_OBJECTS,
    SAMPLE_OBJECTS,
    best_agreement,
    dense_groups,
    scores_of,
    shares_of,
    sight_of,
)

# Settings that say how many clusters, by whatever name.
K_NAMES = ("n_clusters", "n_components")
_USUAL_KS = range(2, 11)
_N_RUNS = 6
_ABSENT = -2  # of an object that a run did not have


def _has(name: str) -> Any:
    """Whether the estimator can do that: the fitted one, if there is one."""

    def check(search: Any) -> bool:
        getattr(getattr(search, "best_estimator_", search.estimator), name)
        return True

    return available_if(check)


class AUCCSearch(ClusterMixin, MetaEstimatorMixin, BaseEstimator):
    """Choose the settings of a clusterer, and say whether there are clusters at all.

    Every setting is fitted on all objects and scored with AUCC, the probability that two objects of
    the same cluster are closer than two of different ones. AUCC alone prefers many clusters, so
    with ``verdict`` the suggested setting is the one that most speaks for, as in
    `aucc_core.verdict`: each clustering is looked at, the clusterer runs again on other draws of
    the objects, and the data are set beside data without clusters. How often that is right was
    measured on the algorithms of `aucc_core.ALGORITHMS`, not on others.

    Parameters
    ----------
    estimator : anything with ``fit_predict``. The last step of a Pipeline clusters; distances are
        those between objects as the steps before have transformed them.
    param_grid : settings to try, as for GridSearchCV.
    ks : numbers of clusters to try (``n_clusters`` or ``n_components``); without a grid 2 to 10.
    metric, metric_options : name from `aucc_core.METRICS`, and its settings.
    verdict : False takes the highest AUCC.
    noise : what becomes of objects labelled -1 where AUCC is scored: "drop", "singletons" or
        "one_cluster". (A verdict puts each into the cluster of the nearest object that has one.)
    random_state : decides the draws of the verdict, not those of the estimator.

    Attributes
    ----------
    best_estimator_, best_params_, best_score_, best_index_ : the suggested setting, fitted, and its
        AUCC; the likeliest one where no clusters are seen.
    labels_ : cluster of each object, all 0 where no clusters are seen.
    n_clusters_ : number of clusters, noise not counted; 1 where none are seen.
    sight_ : what is seen: "clusters", "none", "few" (objects, too few to tell), "blind" (clusters
        that this estimator cannot follow) or "unknown" (not examined).
    cv_results_ : one entry per setting in each list, as GridSearchCV has them: ``params``,
        ``param_…``, ``n_clusters``, ``coverage``, ``aucc``, ``rank_aucc``, ``share`` (of the
        evidence), ``fit_time``.

    Examples
    --------
    >>> from sklearn.cluster import KMeans
    >>> from aucc_core import AUCCSearch, load_dataset
    >>> search = AUCCSearch(KMeans(n_init=10, random_state=0), ks=range(2, 8))
    >>> search.fit(load_dataset("ruspini").X).best_params_
    {'n_clusters': 4}
    >>> search.n_clusters_, round(search.best_score_, 6)
    (4, 0.999453)
    """

    def __init__(
        self,
        estimator: Any,
        param_grid: Any = None,
        *,
        ks: Iterable[int] | None = None,
        metric: str = "euclidean",
        metric_options: Mapping[str, float] | None = None,
        verdict: bool = True,
        noise: str = "drop",
        random_state: Any = 0,
    ) -> None:
        self.estimator = estimator
        self.param_grid = param_grid
        self.ks = ks
        self.metric = metric
        self.metric_options = metric_options
        self.verdict = verdict
        self.noise = noise
        self.random_state = random_state

    def fit(self, X: Any, y: Any = None) -> AUCCSearch:  # noqa: ARG002 -- pipelines give it
        """Try every setting on all objects; ``y`` is ignored."""
        X = self._checked(X, reset=True)
        require_noise_policy(self.noise)
        seed = int(check_random_state(self.random_state).randint(np.iinfo(np.int32).max))
        tried = [_Tried(self.estimator, params, X) for params in self._candidates()]
        spaces = _Spaces(self.metric, self.metric_options, seed)
        at_home = [spaces.of(one.space) for one in tried]
        aucc = _scored(tried, at_home, self.noise)
        if np.isnan(aucc).all():
            raise InputError(
                "None of these clusterings can be scored: AUCC needs 2 clusters or more, and one "
                "of them with 2 objects or more. Try other settings."
            )
        shares = np.full(len(tried), np.nan)
        self.best_index_ = int(np.nanargmax(aucc))
        self.sight_ = "unknown"
        if self.verdict:
            self.best_index_, shares, self.sight_ = _weighed(tried, at_home, X, seed)
        best = tried[self.best_index_]
        self.best_estimator_, self.best_params_ = best.fitted, best.params
        self.best_score_ = float(aucc[self.best_index_])
        self.labels_ = best.labels if self._sees_clusters() else np.zeros_like(best.labels)
        self.n_clusters_ = int(np.unique(self.labels_[self.labels_ != NOISE]).size)
        self.cv_results_ = _results(tried, aucc, shares)
        return self

    @_has("predict")
    def predict(self, X: Any) -> npt.NDArray[np.integer]:
        """Clusters of other objects by the suggested setting; all 0 where no clusters are seen."""
        check_is_fitted(self)
        X = self._checked(X, reset=False)
        labels = np.asarray(self.best_estimator_.predict(X))
        return labels if self._sees_clusters() else np.zeros_like(labels)

    def _sees_clusters(self) -> bool:
        return self.sight_ in ("clusters", "unknown")

    def _checked(self, X: Any, *, reset: bool) -> Any:
        """Arrays are checked here; a table goes to the estimator as it is, with its columns."""
        if issparse(X):
            raise InputError(
                "Sparse data are not supported: distances fill up anyway. Use X.toarray(), or "
                "TruncatedSVD as the first step of a Pipeline around this search."
            )
        if hasattr(X, "columns"):
            validate_data(self, X, reset=reset, skip_check_array=True)
            return X
        return validate_data(self, X, reset=reset, ensure_min_samples=3 if reset else 1)

    def _candidates(self) -> list[dict[str, Any]]:
        if self.param_grid is not None and self.ks is not None:
            raise InputError("Give param_grid or ks, not both.")
        if self.param_grid is not None:
            return list(ParameterGrid(self.param_grid))
        return [{_k_name(self.estimator): int(k)} for k in self.ks or _USUAL_KS]

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = False
        tags.input_tags.pairwise = self.metric == "precomputed"
        return tags


def aucc_scorer(
    estimator: Any,
    X: Any,
    y: Any = None,  # noqa: ARG001 -- GridSearchCV gives it
    *,
    metric: str = "euclidean",
    metric_options: Mapping[str, float] | None = None,
) -> float:
    """AUCC of a fitted clusterer on X, for ``GridSearchCV(..., scoring=aucc_scorer)``.

    X is clustered with ``predict``; an estimator without it is scored on the objects that it was
    fitted on, so give ``cv=[(rows, rows)]`` then. In a Pipeline distances are those of the
    transformed objects. Noise is left out; labels that have no score, such as one cluster for all,
    get 0.5, as by chance. ``y`` is ignored. More clusters score higher even on noise: to choose
    their number, use `AUCCSearch`.

    >>> from sklearn.cluster import KMeans
    >>> from aucc_core import aucc_scorer, load_dataset
    >>> X = load_dataset("ruspini").X
    >>> round(aucc_scorer(KMeans(4, n_init=10, random_state=0).fit(X), X), 6)
    0.999453
    """
    n = X.shape[0] if hasattr(X, "shape") else len(X)
    last = estimator[-1] if isinstance(estimator, Pipeline) else estimator
    if hasattr(estimator, "predict"):
        labels = np.asarray(estimator.predict(X))
    elif len(getattr(last, "labels_", ())) == n:
        labels = np.asarray(last.labels_)
    else:
        raise InputError(
            f"{type(last).__name__} cannot label objects that it was not fitted on; score it on "
            "those that it was: cv=[(rows, rows)] with rows = numpy.arange(len(X))."
        )
    objects = Objects(_space(estimator, X), metric, metric_options=metric_options)
    keep, kept = apply_noise_policy(labels, "drop")
    if unscorable(kept):
        return 0.5
    return Pairs(objects.kept(keep).distances).score(kept).value


# Trying settings


def _k_name(estimator: Any) -> str:
    """What the number of clusters is called: of a Pipeline, that of its last step."""
    prefix = f"{estimator.steps[-1][0]}__" if isinstance(estimator, Pipeline) else ""
    known = estimator.get_params()
    for name in K_NAMES:
        if prefix + name in known:
            return prefix + name
    raise InputError(
        f"{type(estimator).__name__} is not told a number of clusters ({' or '.join(K_NAMES)}); "
        "name the settings to try with param_grid."
    )


def _space(fitted: Any, X: Any) -> Any:
    """The objects as the clustering step of a fitted estimator saw them."""
    return fitted[:-1].transform(X) if isinstance(fitted, Pipeline) and len(fitted) > 1 else X


def _fit(estimator: Any, X: Any) -> npt.NDArray[np.integer]:
    """Labels of all objects. Few objects take longer on several threads than on one."""
    few = len(X) <= MOST_OBJECTS
    with one_thread() if few else nullcontext():
        return np.asarray(estimator.fit_predict(X))


class _Tried:
    """One setting, fitted on all objects."""

    def __init__(self, estimator: Any, params: Mapping[str, Any], X: Any) -> None:
        if not hasattr(estimator, "fit_predict"):
            raise InputError(f"{type(estimator).__name__} is no clusterer: it has no fit_predict.")
        self.params = dict(params)
        self.fitted = self.fresh(estimator)
        begin = time.perf_counter()
        self.labels = _fit(self.fitted, X)
        self.seconds = time.perf_counter() - begin
        space = _space(self.fitted, X)
        if issparse(space):
            warnings.warn(
                "The steps before the clusterer give sparse data, which were made dense to take "
                "distances.",
                stacklevel=4,
            )
            space = space.toarray()
        self.space = space
        noise = self.labels == NOISE
        self.codes = np.full(self.labels.size, NOISE, np.int64)
        self.codes[~noise] = codes_of(self.labels[~noise])
        self.k = int(self.codes.max(initial=-1)) + 1

    def fresh(self, estimator: Any) -> Any:
        """The same setting, not fitted."""
        params = {name: clone(value, safe=False) for name, value in self.params.items()}
        return clone(estimator).set_params(**params)


@dataclass(eq=False)
class _Space:
    """Objects in one space, with what is seen of them there."""

    objects: Objects
    seed: int

    @cached_property
    def keep(self) -> npt.NDArray[np.bool_]:
        """Which are looked at: all, or a sample of many."""
        if self.objects.n <= MOST_OBJECTS:
            return np.ones(self.objects.n, dtype=bool)
        return stratified_samples(self.objects, SAMPLE_OBJECTS, 1, seed=self.seed)[0]

    @cached_property
    def scene(self) -> Scene:
        """What clusterings are looked at with."""
        return Scene(self.objects.kept(self.keep))

    @cached_property
    def places(self) -> int:
        """How many objects are not in the place of an earlier one."""
        return int(np.unique((self.scene.objects.square == 0).argmax(axis=1)).size)


@dataclass(eq=False)
class _Spaces:
    """Spaces by content: most settings share one, in which distances are ranked once."""

    metric: str
    metric_options: Mapping[str, float] | None
    seed: int
    known: dict[bytes, _Space] = field(default_factory=dict)

    def of(self, space: Any) -> _Space:
        """The space of these objects."""
        array = np.ascontiguousarray(space, dtype=np.float64)
        key = array.tobytes()
        if key not in self.known:
            objects = Objects(array, self.metric, metric_options=self.metric_options)
            self.known[key] = _Space(objects, self.seed)
        return self.known[key]


def _scored(tried: Sequence[_Tried], at_home: Sequence[_Space], noise: str) -> Floats:
    """AUCC of each; nan where there is none."""
    aucc = np.full(len(tried), np.nan)
    for space in dict.fromkeys(at_home):
        together: list[tuple[int, npt.NDArray[np.int64]]] = []
        for at, one in enumerate(tried):
            keep, labels = apply_noise_policy(one.codes, noise)
            if at_home[at] is not space or unscorable(labels):
                continue
            if keep.all():
                together.append((at, labels))
            else:
                aucc[at] = Pairs(space.objects.kept(keep).distances).score(labels).value
        pairs = Pairs(space.objects.distances)
        found = pairs.score_many([labels for _, labels in together])
        for (at, _), score in zip(together, found, strict=True):
            aucc[at] = score.value
    return aucc


# The verdict


def _weighed(
    tried: Sequence[_Tried], at_home: Sequence[_Space], X: Any, seed: int
) -> tuple[int, Floats, str]:
    """Which setting is suggested, the share of the evidence on each, and what is seen."""
    rows = []
    for at, (one, space) in enumerate(zip(tried, at_home, strict=True)):
        labels = without_noise(one.codes[space.keep], space.scene.objects.square)
        if one.k > space.places or unscorable(labels):
            continue
        looks = look_at(space.scene, [labels])
        pairwise = space.objects.features is None
        agreement = _agreement(one, X, np.flatnonzero(space.keep), seed, pairwise=pairwise)
        rows.append(looks.assign(at=at, k=one.k, agreement=agreement, algorithm="one"))
    shares = np.full(len(tried), np.nan)
    if not rows:
        raise InputError("None of these clusterings can be looked at. Try other settings.")
    table = pd.concat(rows, ignore_index=True)
    scores = scores_of(table)
    best = int(np.argmax(scores))
    if np.isfinite(scores[best]):
        by_k = shares_of(table, scores)
        leads = table.assign(score=scores).groupby("k")["score"].transform("max") == scores
        shares[table["at"]] = np.where(leads, table["k"].map(by_k).fillna(0.0), 0.0)
    index = int(table["at"].iloc[best])
    scene = at_home[index].scene
    features = scene.objects.features
    structure = None if features is None else structure_of(features, seed=seed)
    labels = without_noise(tried[index].codes[at_home[index].keep], scene.objects.square)
    sight = sight_of(
        scene, labels, table.iloc[best], structure, None,
        possible=bool(np.isfinite(scores[best])), otherwise=dense_groups(scene),
        agreement=best_agreement(table, best),
    )  # fmt: skip
    return index, shares, sight


def _agreement(
    one: _Tried, X: Any, rows: npt.NDArray[np.intp], seed: int, *, pairwise: bool
) -> float:
    """How much new runs on other draws of the objects agree; nan where a run is not possible."""
    seeds = np.random.SeedSequence(seed).generate_state(_N_RUNS)
    runs = []
    for own_seed in seeds.tolist():
        drawn = draw_objects(rows.size, max(one.k, 2), own_seed)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # the run on all objects has warned
                found = _fit(one.fresh(one.fitted), _rows(X, rows[drawn], pairwise))
        except ValueError:
            return float("nan")
        labels = np.full(rows.size, _ABSENT, np.int32)
        labels[drawn] = found
        runs.append(labels)
    return float(np.mean([rand_index(a, b) for a, b in combinations(runs, 2)]))


def _rows(X: Any, rows: npt.NDArray[np.intp], pairwise: bool) -> Any:
    if hasattr(X, "iloc"):
        X = X.iloc[rows]
        return X.iloc[:, rows] if pairwise else X
    return X[np.ix_(rows, rows)] if pairwise else X[rows]


def _results(tried: Sequence[_Tried], aucc: Floats, shares: Floats) -> dict[str, Any]:
    names = dict.fromkeys(name for one in tried for name in one.params)
    ranks = rankdata(-np.nan_to_num(aucc, nan=-np.inf), method="min").astype(int)
    return {
        "params": [one.params for one in tried],
        **{f"param_{name}": [one.params.get(name) for one in tried] for name in names},
        "n_clusters": np.array([one.k for one in tried]),
        "coverage": np.array([float((one.codes != NOISE).mean()) for one in tried]),
        "aucc": aucc,
        "rank_aucc": ranks,
        "share": shares,
        "fit_time": np.array([one.seconds for one in tried]),
    }
