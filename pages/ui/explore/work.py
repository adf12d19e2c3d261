"""What Explore computes: solutions, at once or by way of a job, and what the linked view draws.

Also what only Python can count for the view: a selection's curve, partial areas.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pandas as pd

from aucc_core.criteria import CRITERIA
from aucc_core.explain.worst_pairs import curve_of_objects
from aucc_core.partitions.noise import apply_noise_policy
from aucc_core.prepare.scaling import SCALINGS
from aucc_core.score.inputs import Bools, Floats, InputError, Integers
from aucc_core.score.metrics import METRICS
from aucc_core.sweeps.numbering import numbered
from aucc_core.sweeps.solutions import (
    ExploreRun,
    Solution,
    drawn_picture,
    drawn_solutions,
    solve,
    solve_large,
    thinned,
)
from aucc_core.sweeps.sweep import run_cost
from pages.ui.components.linked import Settled, payload
from pages.ui.explore import by_hand
from pages.ui.explore.ask import COLUMN, Exploration
from pages.ui.explore.columns import columns_of
from pages.ui.jobs import panel
from pages.ui.side_panel import ask as side_panel
from pages.ui.state import cache
from pages.ui.store.digest import digest_of

JOB = "explore.job"
# The pairs of a selection are counted in the server itself; above this it would hold others up.
MOST_OBJECTS = 8_000


def solutions_of(
    asked: Exploration,
    *,
    on_partial: Callable[[Sequence[Solution]], object],
    while_asking: Callable[[], object],
) -> Sequence[Solution] | None:
    """All solutions; None while a job works on them or after it was stopped.

    ``on_partial`` draws the solutions that there are so far, ``while_asking`` what there is to see
    before any.
    """
    study, run = asked.study, asked.run
    cost = run_cost(study.dataset, run, run.criteria)
    if cost.seconds <= panel.INSTANT_SECONDS and not run.is_large:
        return numbered(cache.solutions(study, run))
    request = panel.JobRequest(
        solve_large if run.is_large else solve,
        {"dataset": study.dataset, "run": run},
        digest=cache.run_digest(study, run),
        cost=cost,
        label=f"{run.total} solutions of {study.dataset.n:,} objects",
    )
    found = panel.run(
        JOB,
        request,
        on_partial=lambda some: on_partial(numbered(latest(some))),
        while_asking=while_asking,
        keep=latest,
    )
    return None if found is None else numbered(found)


def latest(some: Sequence[Solution]) -> Sequence[Solution]:
    """The last word on each solution: a first look gives way to what was counted."""
    return tuple({s.id: s for s in some}.values())


def with_hand(
    asked: Exploration, solutions: Sequence[Solution], settled: Settled
) -> Sequence[Solution]:
    """The solutions, and what was made by hand in the view if it has a score."""
    hand = by_hand.solution_of(asked.study, asked.run, settled)
    return solutions if hand is None else (*solutions, hand)


def drawing_of(asked: Exploration, solutions: Sequence[Solution]) -> dict[str, Any]:
    """What the linked view draws of all solutions, made once however often something settles."""
    settings, picture = asked.settings, asked.picture
    digest = digest_of(
        "drawing",
        cache.run_digest(asked.study, asked.run),
        [(s.id, s.first_look) for s in solutions],  # some only where the run was stopped
        (
            side_panel.headline(asked.study, asked.run),
            treatment(asked),
            asked.study.dataset.object_names,
        ),
        (settings.panels, settings.colour_by, settings.reference, settings.believed),
        (picture.points, picture.axes, picture.note, picture.equal),
    )
    return cache.remembered(digest, lambda: make_drawing(asked, solutions))


def make_drawing(asked: Exploration, solutions: Sequence[Solution]) -> dict[str, Any]:
    """What the linked view draws of the solutions there are."""
    return payload.build_payload(
        drawn_part(asked, solutions),
        asked.settings,
        title=side_panel.headline(asked.study, asked.run),
        data_key=asked.study.rows,
        treatment=treatment(asked),
        second=CRITERIA[asked.run.second] if asked.run.second else None,
        own_scores=own_scores(asked, solutions),
    )


def treatment(asked: Exploration) -> str:
    """What was done to the data, and how they are compared: a figure is seen without the page."""
    distance = f"{METRICS[asked.run.metric].label} distance"
    if asked.study.dataset.distances is not None:
        return distance
    scaling = asked.source.scaling
    done = "no scaling" if scaling == "none" else f"{SCALINGS[scaling].label} scaling"
    return f"{done}, {distance}"


def drawn_part(asked: Exploration, solutions: Sequence[Solution]) -> payload.Drawn:
    """What the scatter plots show: everything, or some objects of very many."""
    dataset = asked.study.dataset
    if not asked.run.is_large:
        return payload.Drawn(dataset, solutions, asked.picture, column=_column(asked))
    rows = cache.drawn_rows(asked.study)
    return payload.Drawn(
        cache.drawn_dataset(asked.study),
        drawn_solutions(solutions, rows),
        drawn_picture(asked.picture, rows),
        of=dataset.n,
    )


def _column(asked: Exploration) -> pd.Series | None:
    """The column that colours the objects, if one does."""
    if not asked.settings.colour_by.startswith(COLUMN):
        return None
    return columns_of(asked.study.table)[asked.settings.colour_by.removeprefix(COLUMN)]


def rows_at(asked: Exploration, places: Sequence[int]) -> Integers:
    """Rows of the table at these places of the scatter plots, which may draw only some objects."""
    drawn = drawn_rows_of(asked)
    return drawn[[place for place in places if place < drawn.size]]


def drawn_places(asked: Exploration, members: Bools) -> list[int]:
    """The places in the scatter plots of the objects where ``members`` is true."""
    return np.flatnonzero(members[drawn_rows_of(asked)]).tolist()


def drawn_rows_of(asked: Exploration) -> Integers:
    """Rows of the objects that the scatter plots draw, in their order."""
    if asked.run.is_large:
        return cache.drawn_rows(asked.study)
    return np.arange(asked.study.dataset.n)


def own_scores(asked: Exploration, solutions: Sequence[Solution]) -> dict[str, Floats] | None:
    """Each object's own score in each solution, when it is to be drawn."""
    if asked.settings.colour_by != "score" or not scores_objects(asked):
        return None
    return {
        s.id: cache.own_scores(asked.study, asked.run.metric, s, asked.run.metric_options)
        for s in solutions
    }


def scores_objects(asked: Exploration) -> bool:
    """Whether each object's own score can be had."""
    return not asked.run.is_large and asked.study.dataset.n <= MOST_OBJECTS


def answer(
    study: cache.Study, run: ExploreRun, solutions: Sequence[Solution], settled: Settled
) -> dict[str, Any]:
    """The answer to what has settled in the view."""
    shown = next((s for s in solutions if s.id == settled.shown), None)
    selected = [i for i in settled.selected if i < study.dataset.n]
    return {
        "partials": partial_areas(solutions, settled.max_fpr),
        "share": share(study, run, shown, selected) if shown and selected else None,
        "hand": by_hand.counted(study, run, settled),
    }


def partial_areas(solutions: Sequence[Solution], max_fpr: float) -> dict[str, str] | None:
    """Area up to a false positive rate, divided by it; as many digits as the curve is exact to."""
    if max_fpr >= 1:
        return None
    return {
        s.id: f"{s.curve.partial_area(max_fpr) / max_fpr:.{4 if s.curve.exact_fpr == 1 else 3}f}"
        for s in solutions
    }


def share(
    study: cache.Study, run: ExploreRun, solution: Solution, selected: list[int]
) -> dict[str, Any]:
    """The curve of the selected objects' pairs alone, and how large a part of all pairs it is."""
    found: dict[str, Any] = {"id": solution.id, "objects": len(selected), "sentence": ""}
    keep, codes = apply_noise_policy(solution.labels, "drop")
    if study.dataset.n > MOST_OBJECTS:
        found["sentence"] = f"Their own curve is drawn for up to {MOST_OBJECTS:,} objects."
        return found
    if not keep.all():
        found["sentence"] = "Their own curve is drawn for solutions without noise."
        return found
    try:
        curve = curve_of_objects(
            cache.pairs(study, run.metric, run.metric_options), codes, selected
        )
    except InputError as error:
        found["sentence"] = str(error)
        return found
    whole = solution.curve
    together = curve.within[-1] / whole.within[-1]
    apart = curve.between[-1] / whole.between[-1]
    found["sentence"] = (
        f"They are in {together:.0%} of the pairs put together and {apart:.0%} of the pairs kept "
        f"apart. Those pairs alone score AUCC {curve.area:.4f} (dashed curve)."
    )
    drawn = thinned(curve)
    return {
        **found,
        "aucc": curve.area,
        "pairs": int(curve.within[-1] + curve.between[-1]),
        "fpr": payload.pack(drawn.fpr, "f8"),
        "tpr": payload.pack(drawn.tpr, "f8"),
    }
