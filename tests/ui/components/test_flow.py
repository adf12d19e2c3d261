"""The flow of objects between solutions: counts, order, and what a click means."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from aucc_core.datasets import load_dataset
from aucc_core.sweeps.numbering import numbered
from aucc_core.sweeps.solutions import ExploreRun, Solution, solve_now
from pages.ui.components.flow import flow_of, members_of


@pytest.fixture(scope="module")
def through() -> list[Solution]:
    found = numbered(solve_now(load_dataset("ruspini"), ExploreRun(("kmeans",), (3, 4, 5), 0)))
    noisy = found[2].labels.copy()
    noisy[:7] = -1
    return [found[0], found[1], replace(found[2], labels=noisy)]


def test_every_object_is_in_one_ribbon_of_each_step(through: list[Solution]) -> None:
    flow = flow_of(through)
    for step, a, b in zip(flow["links"], through, through[1:], strict=False):
        counted = Counter(zip(a.labels.tolist(), b.labels.tolist(), strict=True))
        assert {(r["from"], r["to"]): r["size"] for r in step} == counted
    for column, solution in zip(flow["columns"], through, strict=True):
        sizes = {c["label"]: c["size"] for c in column["clusters"]}
        assert sizes == Counter(solution.labels.tolist())
    assert flow["columns"][0]["title"] == "k-means, k = 3"


def test_ribbons_cross_no_more_than_with_clusters_in_the_order_of_their_numbers(
    through: list[Solution],
) -> None:
    def crossings(order: list[list[int]], step: int, links: list[dict[str, int]]) -> int:
        ends = [
            (order[step].index(r["from"]), order[step + 1].index(r["to"]), r["size"]) for r in links
        ]
        return sum(p * q for a, b, p in ends for c, d, q in ends if (a - c) * (b - d) < 0)

    rng = np.random.default_rng(3)
    shuffled = [
        replace(s, labels=np.where(s.labels < 0, -1, rng.permutation(9)[s.labels])) for s in through
    ]
    flow = flow_of(shuffled)
    drawn = [[c["label"] for c in column["clusters"]] for column in flow["columns"]]
    plain = [sorted(order) for order in drawn]
    for step, links in enumerate(flow["links"]):
        assert crossings(drawn, step, links) <= crossings(plain, step, links)


def test_a_click_means_the_objects_of_its_bar_or_ribbon(through: list[Solution]) -> None:
    bar = members_of(through, {"column": 1, "label": 2, "to": None})
    assert bar is not None
    np.testing.assert_array_equal(bar, through[1].labels == 2)
    ribbon = members_of(through, {"column": 1, "label": 2, "to": 4})
    both = (through[1].labels == 2) & (through[2].labels == 4)
    np.testing.assert_array_equal(ribbon, both)


@pytest.mark.parametrize("odd", [None, {}, 3, {"column": 9, "label": 0, "to": None}])
def test_a_click_on_what_is_not_there_means_nothing(through: list[Solution], odd: object) -> None:
    assert members_of(through, odd) is None
