"""`AUCCSearch` and `aucc_scorer` in scikit-learn's own hands, and their figures beside ours."""

from __future__ import annotations

import importlib.util
from functools import partial

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.cluster import HDBSCAN, AgglomerativeClustering, KMeans
from sklearn.compose import make_column_transformer
from sklearn.mixture import GaussianMixture
from sklearn.model_selection import GridSearchCV, KFold
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.utils.estimator_checks import estimator_checks_generator

from aucc_core import AUCCSearch, InputError, aucc_score, aucc_scorer, load_dataset, sweep, verdict

IRIS = load_dataset("iris").X
RUSPINI = load_dataset("ruspini").X
WARD = AgglomerativeClustering()
KMEANS = KMeans(n_init=10, random_state=0)
KS = (2, 3, 4, 5)


def quick(estimator, *grid, **settings):
    """A search without the verdict, which takes longer."""
    return AUCCSearch(estimator, *grid, verdict=False, **settings)


@pytest.mark.parametrize(("estimator", "algorithm"), [(WARD, "ward"), (KMEANS, "kmeans")])
def test_scores_are_those_of_the_dashboard_to_the_last_digit(estimator, algorithm):
    found = quick(estimator, ks=KS).fit(IRIS)
    table = sweep(load_dataset("iris"), [algorithm], KS, seed=0).table
    assert found.cv_results_["aucc"].tolist() == table["aucc"].tolist()
    assert found.cv_results_["n_clusters"].tolist() == list(KS)
    assert found.best_score_ == table["aucc"].max()


@pytest.mark.parametrize(("X", "k"), [(RUSPINI, 4), (IRIS, 2)])
def test_the_suggestion_is_that_of_the_verdict(X, k):
    found = AUCCSearch(WARD).fit(X)
    asked = verdict(X, "ward", range(2, 11), seed=0)
    assert (found.n_clusters_, found.best_params_) == (k, {"n_clusters": k})
    assert found.sight_ == asked.sight == "clusters"
    assert asked.k == k
    share = found.cv_results_["share"]
    assert found.best_index_ == share.argmax()
    assert share.sum() == pytest.approx(1)
    assert found.best_score_ == aucc_score(X, found.labels_)


def test_no_clusters_is_an_answer():
    X = load_dataset("uniform", n=150).X
    found = AUCCSearch(KMeans(n_init=1, random_state=0), ks=KS).fit(X)
    assert (found.sight_, found.n_clusters_) == ("none", 1)
    assert not found.labels_.any()
    assert not found.predict(X[:5]).any()
    assert len(np.unique(found.best_estimator_.labels_)) == found.best_params_["n_clusters"]


def test_too_few_objects_to_tell_is_an_answer():
    found = AUCCSearch(WARD, ks=(2, 3)).fit(RUSPINI[::8])
    assert (found.sight_, found.n_clusters_) == ("few", 1)


def test_clusters_that_the_estimator_cannot_follow_are_not_its():
    X = load_dataset("circles", n=200, seed=1).X
    assert verdict(X, "kmeans", KS, seed=0).sight == "blind"
    found = AUCCSearch(KMeans(n_init=2, random_state=0), ks=KS).fit(X)
    assert (found.sight_, found.n_clusters_) == ("blind", 1)


def test_distances_are_those_between_transformed_objects():
    pipeline = make_pipeline(StandardScaler(), WARD)
    found = quick(pipeline, ks=(3,)).fit(IRIS)
    assert found.best_params_ == {"agglomerativeclustering__n_clusters": 3}
    scaled = StandardScaler().fit_transform(IRIS)
    assert found.best_score_ == aucc_score(scaled, found.labels_)
    assert found.best_score_ != aucc_score(IRIS, found.labels_)


def test_each_setting_is_scored_in_its_own_space():
    pipeline = Pipeline([("scale", StandardScaler()), ("cluster", WARD)])
    grid = {"scale": [StandardScaler(), "passthrough"], "cluster__n_clusters": [2, 3]}
    found = quick(pipeline, grid).fit(IRIS)
    spaces = [StandardScaler().fit_transform(IRIS)] * 2 + [IRIS] * 2
    results = found.cv_results_
    order = [params["scale"] == "passthrough" for params in results["params"]]
    for value, params, plain in zip(results["aucc"], results["params"], order, strict=True):
        labels = clone(pipeline).set_params(**params).fit_predict(IRIS)
        assert value == aucc_score(spaces[2 if plain else 0], labels)
    assert set(results) >= {"param_scale", "param_cluster__n_clusters", "rank_aucc", "fit_time"}
    assert results["rank_aucc"][found.best_index_] == 1


def test_a_search_is_the_last_step_of_a_pipeline():
    whole = make_pipeline(StandardScaler(), quick(WARD, ks=KS))
    assert set(whole.fit_predict(RUSPINI)) == set(range(whole[-1].n_clusters_))


def test_a_mixture_is_told_its_components_and_predicts():
    found = quick(GaussianMixture(random_state=0), ks=(4,)).fit(RUSPINI)
    assert found.best_params_ == {"n_components": 4}
    assert (found.predict(RUSPINI) == found.labels_).all()


def test_who_cannot_predict_has_no_predict():
    assert not hasattr(quick(WARD), "predict")
    assert hasattr(quick(KMEANS), "predict")


@pytest.mark.parametrize("noise", ["drop", "singletons", "one_cluster"])
def test_noise_is_scored_as_asked(noise):
    X = load_dataset("wine").X
    found = quick(HDBSCAN(copy=True), {"min_cluster_size": [5, 9]}, noise=noise).fit(X)
    labels = found.labels_
    assert (labels == -1).any()
    kept = labels != -1 if noise == "drop" else np.ones(len(labels), dtype=bool)
    alone = np.where(labels == -1, 100 + np.arange(len(labels)), labels)
    given = alone if noise == "singletons" else labels
    assert found.best_score_ == aucc_score(X[kept], given[kept])
    assert found.n_clusters_ == labels.max() + 1
    coverage = found.cv_results_["coverage"][found.best_index_]
    assert coverage == pytest.approx((labels != -1).mean())


def test_a_verdict_takes_a_clusterer_that_finds_k_itself():
    found = AUCCSearch(HDBSCAN(copy=True), {"min_cluster_size": [5, 8]}).fit(RUSPINI)
    assert (found.sight_, found.n_clusters_) == ("clusters", 4)


def test_given_distances_are_used():
    D = np.abs(RUSPINI[:, None] - RUSPINI[None]).sum(axis=2)
    by_hand = AgglomerativeClustering(metric="precomputed", linkage="average")
    found = AUCCSearch(by_hand, ks=KS, metric="precomputed").fit(D)
    assert found.best_score_ == aucc_score(D, found.labels_, metric="precomputed")
    assert found.sight_ == "unknown"
    assert found.n_clusters_ == 4


def test_another_distance_is_used():
    found = quick(WARD, ks=KS, metric="minkowski", metric_options={"p": 3}).fit(IRIS)
    assert found.best_score_ == pytest.approx(
        aucc_score(IRIS, found.labels_, metric="minkowski", metric_options={"p": 3})
    )


LIBRARIES = ["pandas", *(["polars"] if importlib.util.find_spec("polars") else [])]


@pytest.mark.parametrize("library", LIBRARIES)
def test_tables_come_with_their_columns(library):
    make = importlib.import_module(library).DataFrame
    frame = make({"a": RUSPINI[:, 0], "b": RUSPINI[:, 1]})
    found = AUCCSearch(KMeans(n_init=1, random_state=0), ks=KS).fit(frame)
    assert found.feature_names_in_.tolist() == ["a", "b"]
    assert found.n_clusters_ == 4
    assert (found.predict(frame) == found.labels_).all()
    assert aucc_scorer(found.best_estimator_, frame) == found.best_score_


def test_columns_of_text_go_through_the_steps_before():
    table = pd.DataFrame({"x": RUSPINI[:, 0], "kind": ["a", "b", "c"] * 25})
    steps = make_column_transformer((OneHotEncoder(), ["kind"]), (StandardScaler(), ["x"]))
    found = AUCCSearch(make_pipeline(steps, WARD), ks=(2, 3)).fit(table)
    assert len(found.labels_) == 75


def test_sparse_data_are_refused_with_a_remedy():
    with pytest.raises(InputError, match=r"Sparse data are not supported.*toarray"):
        quick(KMEANS).fit(sparse.csr_matrix(RUSPINI))


def test_what_steps_make_sparse_is_made_dense_and_said():
    table = pd.DataFrame({"kind": [*"abcabcaa"] * 3, "more": [*"xxyyxyxy"] * 3})
    clusterer = make_pipeline(OneHotEncoder(), KMeans(n_init=1, random_state=0))
    with pytest.warns(UserWarning, match="made dense"):
        found = quick(clusterer, ks=(2,)).fit(table)
    dense = OneHotEncoder(sparse_output=False).fit_transform(table)
    assert found.best_score_ == aucc_score(dense, found.labels_)


def test_clusterings_without_a_score_are_last_and_never_chosen():
    found = quick(HDBSCAN(copy=True), {"min_cluster_size": [70, 8]}).fit(RUSPINI)
    assert np.isnan(found.cv_results_["aucc"][0])
    assert found.cv_results_["rank_aucc"].tolist() == [2, 1]
    with pytest.raises(InputError, match="None of these clusterings can be scored"):
        quick(HDBSCAN(copy=True), {"min_cluster_size": [70]}).fit(RUSPINI)


@pytest.mark.parametrize(
    ("search", "message"),
    [
        (quick(HDBSCAN(copy=True)), "not told a number of clusters"),
        (quick(WARD, {"n_clusters": [2]}, ks=[3]), "param_grid or ks"),
        (quick(StandardScaler(), {"with_mean": [True]}), "no fit_predict"),
        (quick(WARD, noise="ignore"), "Unknown noise policy"),
        (quick(WARD, metric="far"), "Unknown metric 'far'"),
    ],
)
def test_what_cannot_be_searched_is_said(search, message):
    with pytest.raises(InputError, match=message):
        search.fit(RUSPINI)


def test_a_grid_search_scores_with_aucc():
    folds = list(KFold(3, shuffle=True, random_state=0).split(IRIS))
    grid = GridSearchCV(KMEANS, {"n_clusters": [2, 3]}, scoring=aucc_scorer, cv=folds).fit(IRIS)
    for at, k in enumerate((2, 3)):
        for fold, (train, test) in enumerate(folds):
            labels = clone(KMEANS).set_params(n_clusters=k).fit(IRIS[train]).predict(IRIS[test])
            value = grid.cv_results_[f"split{fold}_test_score"][at]
            assert value == aucc_score(IRIS[test], labels)


def test_a_grid_search_over_a_pipeline_scores_in_its_space():
    everyone = np.arange(len(IRIS))
    pipeline = make_pipeline(StandardScaler(), WARD)
    scoring = partial(aucc_scorer, metric="cityblock")
    grid = GridSearchCV(
        pipeline, {"agglomerativeclustering__n_clusters": [3]}, scoring=scoring,
        cv=[(everyone, everyone)],
    ).fit(IRIS)  # fmt: skip
    scaled = StandardScaler().fit_transform(IRIS)
    labels = grid.best_estimator_[-1].labels_
    assert grid.best_score_ == aucc_score(scaled, labels, metric="cityblock")


def test_a_scorer_says_when_it_cannot():
    with pytest.raises(InputError, match="cannot label objects that it was not fitted on"):
        aucc_scorer(clone(WARD).fit(RUSPINI), RUSPINI[:50])


def test_labels_without_a_score_get_that_of_chance():
    one = clone(KMEANS).set_params(n_clusters=1).fit(RUSPINI)
    assert aucc_scorer(one, RUSPINI) == 0.5


@pytest.mark.parametrize("looked_at", [False, True])
def test_many_objects_are_looked_at_through_a_sample(looked_at):
    X = load_dataset("blobs", k=3, n=2400, seed=1, spread=0.5).X if looked_at else RUSPINI
    found = AUCCSearch(KMeans(n_init=1, random_state=0), ks=(2, 3), verdict=looked_at).fit(X)
    assert len(found.labels_) == len(X)
    assert found.best_score_ == pytest.approx(aucc_score(X, found.labels_), abs=1e-5)


CHECKED = quick(WARD, ks=(2, 3))
CHECKS = {
    getattr(check, "func", check).__name__: check
    for _, check in estimator_checks_generator(CHECKED)
}
# Not asked of this estimator, and why.
LEFT_OUT = {"check_array_api_input": "arrays of other libraries are not supported"}


@pytest.mark.parametrize("name", [name for name in CHECKS if name not in LEFT_OUT])
def test_scikit_learn_finds_nothing_wrong(name):
    CHECKS[name](clone(CHECKED))


def test_what_is_left_out_is_there_to_be_left_out():
    assert LEFT_OUT.keys() < CHECKS.keys()
    assert len(CHECKS) > 40
