"""Adding an entry is one row: a made-up one in every registry, through the doors there are.

It resembles a known row in all but its name, so every door must answer as for that one. Each room's
own tests look at its doors in detail (tests/core/score/test_metrics.py and its like).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from aucc_core import (
    ALGORITHMS,
    CRITERIA,
    DATASETS,
    METRICS,
    REFERENCES,
    Pairs,
    aucc_bounds,
    aucc_sample,
    load_dataset,
    reference_band,
    sweep,
)
from aucc_core.cli import main
from aucc_core.criteria import EXTERNAL
from tests.core.made_up import added

X, LABELS = load_dataset("ruspini").X, load_dataset("ruspini").labels
NEW = "made-up"


@dataclass(frozen=True)
class Case:
    """A registry, the row to resemble, its doors as functions of a name, and a command."""

    title: str
    registry: Mapping[str, Any]
    known: str
    doors: tuple[Callable[[str], Any], ...]
    command: str = ""


def swept(**settings: Any) -> Any:
    asked = {"algorithms": "ward", "ks": [3], "seed": 0} | settings
    return sweep(load_dataset("ruspini"), **asked).table


CASES = (
    Case(
        "metric",
        METRICS,
        "cityblock",
        (
            lambda name: Pairs(X, name).aucc(LABELS),
            lambda name: aucc_bounds(X, LABELS, metric=name).low,
            lambda name: aucc_sample(X, LABELS, metric=name, seed=0).value,
            lambda name: swept(algorithms="average", metric=name)["aucc"],
        ),
        f"score ruspini --metric {NEW}",
    ),
    Case(
        "algorithm",
        ALGORITHMS,
        "ward",
        (lambda name: swept(algorithms=name)["aucc"],),
        f"sweep ruspini --algorithms {NEW} --k 3",
    ),
    Case(
        "criterion",
        CRITERIA,
        "swc",
        (lambda name: swept(criteria=("aucc", name))[name],),
        f"sweep ruspini --criteria aucc,{NEW} --k 3",
    ),
    Case("external index", EXTERNAL, "ari", (lambda name: swept()[name],), "sweep ruspini --k 3"),
    Case(
        "data set",
        DATASETS,
        "ruspini",
        (lambda name: load_dataset(name).X,),
        f"score {NEW}",
    ),
    Case(
        "reference",
        REFERENCES,
        "box",
        (
            lambda name: (
                reference_band(X, "ward", [3], reference=name, n_sets=5, seed=0, n_init=1).scores
            ),
        ),
    ),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_a_made_up_row_answers_like_the_one_it_resembles(case, capsys):
    with added(case.registry, replace(case.registry[case.known], name=NEW)):
        for door in case.doors:
            np.testing.assert_array_equal(door(NEW), door(case.known))
        if case.command:
            assert main(case.command.split()) == 0, capsys.readouterr().err
    assert NEW not in case.registry
