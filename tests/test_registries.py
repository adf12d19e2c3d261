"""Adding an entry is one row: a made-up one in every registry, through the doors there are.

It resembles a known row in all but its name and what menus call it, so every door must answer as
for that one. Each room's own tests look at its doors in detail (tests/core/score/test_metrics.py
and its like); the menu of `REFERENCES` has a job below it, so its test stands with that card's, in
tests/ui/explore/test_weak_places.py.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

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
from aucc_core.criteria import EXTERNAL, FAMILIES
from aucc_core.large.engine import ENGINES, SizeChoices, choose, score_any_size
from aucc_core.partitions.noise import NOISE_POLICIES
from aucc_core.partitions.spec import RunSpec
from aucc_core.prepare.projection import PROJECTIONS, project
from aucc_core.prepare.scaling import SCALINGS
from aucc_core.report.labels_verdict import clusters_of
from aucc_core.report.page import report_html
from aucc_core.report.score_card import score_columns
from aucc_core.report.score_run import ScoreRun, score
from aucc_core.sweeps.solutions import ExploreRun, solve_large
from aucc_core.sweeps.sweep import run_cost
from pages.ui.components import course
from pages.ui.learn import LESSONS
from pages.ui.state import cache
from tests.core.made_up import added
from tests.waiting import PATIENCE

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / "pages"
RUSPINI = load_dataset("ruspini")
X, LABELS = RUSPINI.X, RUSPINI.labels
NOISY = replace(RUSPINI, label_columns={"class": np.where(np.arange(75) % 9, LABELS, -1)})
STUDY = cache.prepared(RUSPINI, (), "none")
NEW, SHOWN = "made-up", "Made up"


@dataclass(frozen=True)
class Case:
    """A registry and the row to resemble; where a new one must be found.

    Attributes
    ----------
    doors : functions of a name that answer for the new row as for the known one.
    menu : what a screen offers, with the help beside it.
    report : the page to take away.
    shown : the fact of the row that menu and report show.
    command : a command line that uses the new row.
    listing : a command line that says which ones there are.
    """

    title: str
    registry: Mapping[str, Any]
    known: str
    doors: tuple[Callable[[str], Any], ...] = ()
    menu: Callable[[], str] | None = None
    report: Callable[[], str] | None = None
    shown: str = "label"
    command: str = ""
    listing: str = ""


def swept(**settings: Any) -> Any:
    asked = {"algorithms": "ward", "ks": [3], "seed": 0} | settings
    return sweep(RUSPINI, **asked).table


def cost(
    algorithm: str = "ward", criterion: str = "aucc", engine: str = "auto"
) -> tuple[float, int]:
    spec = RunSpec((algorithm,), (3,), 0, size=SizeChoices(engine))
    found = run_cost(RUSPINI, spec, (criterion,))
    return found.seconds, found.bytes


def by_engine(engine: str) -> list[Any]:
    """What every way to a score says: AUCC and its bounds, the criteria, notices, the curve."""
    size = SizeChoices(engine, n_pairs=6400)
    scores = [*score_any_size(X, [LABELS], size), Pairs(X).score(LABELS, size=size)]
    result = sweep(RUSPINI, "ward", [3], seed=0, criteria="all", size=size)
    table = result.table.drop(columns="seconds")
    curve = result.curves["ward", 3]
    return [
        *((s.value, s.low, s.high) for s in scores),
        *(table.columns, *table.to_numpy(), *result.notices),
        *(curve.tpr, curve.fpr),
    ]


def explored(engine: str) -> list[Any]:
    """What Explore finds by an engine that does not rank."""
    run = ExploreRun(("ward",), (3,), 0, size=SizeChoices(engine, n_pairs=6400))
    found = list(solve_large(RUSPINI, run))
    return [fact for s in found for fact in (s.how_sure, s.notices, s.curve.tpr, s.band is None)]


def noisy_card(noise: str) -> list[float]:
    card = score_columns(NOISY, noise=noise).best
    return [card.aucc, len(card.sizes), clusters_of(card, noise)]


def report() -> str:
    columns = {"class": LABELS, "other": np.arange(75) % 4}
    return report_html(score_columns(replace(RUSPINI, label_columns=columns)))


def opened(app: AppTest) -> AppTest:
    app.run()
    assert not app.exception
    return app


def side_panel() -> AppTest:
    def script() -> None:
        from pages.ui.side_panel import clustering, data

        dataset = data.ask_dataset()
        assert dataset is not None
        clustering.ask_run(data.ask_study(dataset)[0])

    return opened(AppTest.from_function(script, default_timeout=PATIENCE))


def said(widget: Any) -> str:
    return "\n".join([*widget.options, widget.help])


def buttons(app: AppTest, key: str) -> str:
    (group,) = (g for g in app.get("button_group") if g.proto.id.endswith(key))
    return "\n".join(option.content for option in group.proto.options)


def engine_menu() -> str:
    def script() -> None:
        import numpy as np

        from aucc_core.cost import Cost
        from aucc_core.score.inputs import Dataset
        from pages.ui.side_panel import size

        many = Dataset("many", np.zeros((12_000, 2)))
        size.ask_engine(many, lambda _name: Cost(1.0, 1), key="engine", bind=None)

    app = opened(AppTest.from_function(script, default_timeout=PATIENCE))
    return "\n".join(app.radio[0].options)


def picture_menu() -> str:
    def script() -> None:
        from aucc_core.datasets import load_dataset
        from pages.ui.explore import ask
        from pages.ui.state import cache

        study = cache.prepared(load_dataset("iris"), (), "none")
        ask.ask_view(study, ask.ExploreRun(("ward",), (3,), 0))

    return said(opened(AppTest.from_function(script, default_timeout=PATIENCE)).selectbox[0])


def families() -> str:
    def script() -> None:
        from pages.ui.criteria import view

        view.ask_families()

    return buttons(opened(AppTest.from_function(script, default_timeout=PATIENCE)), "families")


def score_page() -> AppTest:
    return opened(AppTest.from_file(str(PAGES / "score.py"), default_timeout=PATIENCE))


def noise_menu() -> str:
    app = score_page()
    return said(app.pills[0].set_value("moons").run().radio[0])


def lesson_menu() -> str:
    # The made-up one has no script for its picture.
    with patch.object(course, "mount_lesson") as mounted:
        opened(AppTest.from_file(str(PAGES / "learn.py"), default_timeout=PATIENCE))
    return "\n".join(one["title"] for one in mounted.call_args.args[1]["lessons"])


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
            lambda name: choose(10**5, 3, metric=name).seconds,
        ),
        lambda: said(side_panel().selectbox(key="distance")),
        command=f"score ruspini --metric {NEW}",
        listing="score --help",
    ),
    Case(
        "algorithm",
        ALGORITHMS,
        "ward",
        (lambda name: swept(algorithms=name)["aucc"], lambda name: cost(algorithm=name)),
        lambda: said(side_panel().multiselect(key="algorithms")),
        command=f"sweep ruspini --algorithms {NEW} --k 3",
        listing="sweep --help",
    ),
    Case(
        "criterion",
        CRITERIA,
        "swc",
        (
            lambda name: swept(criteria=("aucc", name))[name],
            lambda name: cost(criterion=name),
            lambda name: score_columns(RUSPINI).best.criteria[name],
        ),
        lambda: said(side_panel().selectbox(key="second")),
        report,
        command=f"sweep ruspini --criteria aucc,{NEW} --k 3",
    ),
    Case("family of criteria", FAMILIES, "dunn", menu=families),
    Case(
        "external index",
        EXTERNAL,
        "ari",
        (lambda name: swept()[name],),
        lambda: buttons(score_page(), "score.index"),
        report,
        shown="short",
        command="sweep ruspini --k 3",
    ),
    Case(
        "treatment of noise",
        NOISE_POLICIES,
        "singletons",
        (noisy_card, lambda name: swept(algorithms="dbscan", noise=name)["aucc"]),
        noise_menu,
        command=f"score ruspini --noise {NEW}",
        listing="score --help",
    ),
    Case(
        "data set",
        DATASETS,
        "ruspini",
        (lambda name: load_dataset(name).X,),
        lambda: said(side_panel().selectbox(key="data")),
        shown="title",
        command=f"score {NEW}",
        listing="datasets",
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
    *(
        Case(
            f"engine like {known}",
            ENGINES,
            known,
            (
                by_engine,
                lambda name: choose(10**4, engine=name).seconds,
                lambda name: cost(engine=name),
                *more,
            ),
            engine_menu,
            command=f"score ruspini --engine {NEW}",
            listing="score --help",
        )
        for known, *more in (("exact",), ("bounds", explored), ("sample", explored))
    ),
    Case(
        "scaling",
        SCALINGS,
        "robust",
        (
            lambda name: SCALINGS[name].apply(X),
            lambda name: score(RUSPINI, ScoreRun(("class",), scaling=name)).report.best.aucc,
            lambda name: cache.prepared(RUSPINI, (), name).dataset.X,
        ),
        lambda: said(side_panel().selectbox(key="scaling")),
    ),
    Case(
        "picture",
        PROJECTIONS,
        "mds",
        (
            lambda name: project(RUSPINI, Pairs(X), name).points,
            lambda name: cache.projection(STUDY, "cityblock", name, (0, 1)).points,
        ),
        picture_menu,
    ),
    Case("lesson", LESSONS, "ties", menu=lesson_menu, shown="title"),
)


def same(found: Any, known: Any) -> None:
    if isinstance(known, list):
        for one, other in zip(found, known, strict=True):
            np.testing.assert_array_equal(one, other)
    else:
        np.testing.assert_array_equal(found, known)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_a_made_up_row_answers_like_the_one_it_resembles(case, capsys):
    with added(case.registry, replace(case.registry[case.known], name=NEW, **{case.shown: SHOWN})):
        for door in case.doors:
            same(door(NEW), door(case.known))
        if case.command:
            assert main(case.command.split()) == 0, capsys.readouterr().err
    assert NEW not in case.registry


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_menus_and_help_offer_a_made_up_row(case, capsys):
    row = replace(case.registry[case.known], name=NEW, **{case.shown: SHOWN})
    with added(case.registry, row):
        offered = case.menu() if case.menu else SHOWN
        assert SHOWN in offered.splitlines()  # itself, not only the help on it
        assert case.report is None or SHOWN in case.report()
        if case.registry in (METRICS, ALGORITHMS):
            assert f"{SHOWN}: {row.help}" in offered
        if case.listing:
            with suppress(SystemExit):  # as argparse ends after its help
                main(case.listing.split())
            assert NEW in capsys.readouterr().out


REGISTRIES = {
    "METRICS": METRICS,
    "ALGORITHMS": ALGORITHMS,
    "CRITERIA": CRITERIA,
    "FAMILIES": FAMILIES,
    "EXTERNAL": EXTERNAL,
    "NOISE_POLICIES": NOISE_POLICIES,
    "DATASETS": DATASETS,
    "REFERENCES": REFERENCES,
    "ENGINES": ENGINES,
    "SCALINGS": SCALINGS,
    "PROJECTIONS": PROJECTIONS,
    "LESSONS": LESSONS,
}


@pytest.mark.parametrize("name", REGISTRIES)
def test_every_fact_of_a_row_is_read_somewhere(name):
    """In a module that names the registry, its row's type or where that is written.

    An attribute of the same name of something else there passes too: a rough check.
    """
    row = type(next(iter(REGISTRIES[name].values())))
    named = re.compile(rf"\b({name}|{row.__name__}|{re.escape(row.__module__)})\b")
    texts = [
        p.read_text("utf-8")
        for part in ("aucc_core", "pages")
        for p in ROOT.glob(f"{part}/**/*.py")
    ]
    read = {
        node.attr
        for text in texts
        if named.search(text)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute)
    }
    # The name is the key: `registry` reads it.
    assert {f.name for f in fields(row)} - {"name"} <= read
