"""Settings that a verdict tries for algorithms that find k themselves."""

import numpy as np
import pytest

from aucc_core.partitions.algorithms import ALGORITHMS
from aucc_core.partitions.make import method_of, trials
from aucc_core.partitions.spec import run_of

X = np.random.default_rng(0).normal(size=(150, 2))


@pytest.mark.parametrize("name", ["hdbscan", "dbscan"])
def test_multiples_of_the_usual_value_are_tried(name):
    objects, spec = run_of(X, name, [2], seed=0)
    row = ALGORITHMS[name]
    usual = method_of(row).usual(objects, spec.settings(name))
    tried = list(trials(row, objects, spec))
    values = [options[name][row.decided_by] for options, _ in tried]
    wanted = [usual * multiple for multiple in row.multiples]
    if name == "hdbscan":
        wanted = [max(2, round(value)) for value in wanted]
    assert values == pytest.approx(wanted)
    assert [text for _, text in tried] == [f"{row.decided_by} = {v:g}" for v in values]


def test_a_given_value_is_the_only_one():
    objects, spec = run_of(X, "dbscan", [2], seed=0, options={"dbscan": {"eps": 0.5}})
    ((options, text),) = trials(ALGORITHMS["dbscan"], objects, spec)
    assert options["dbscan"]["eps"] == 0.5
    assert text == "eps = 0.5"
