"""What Explore draws: the linked view with Python's answers, the evidence, what to take away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from aucc_core.large.sample import MOST_DRAWN
from aucc_core.report.escape import plain_sentence
from aucc_core.sweeps.solutions import Solution, drawn_picture
from pages.ui.components import charts, linked
from pages.ui.components.linked import Settled, leading
from pages.ui.explore import (
    address,
    evidence,
    examination,
    figures,
    hint,
    ranks,
    tabs,
    work,
)
from pages.ui.explore.ask import Exploration
from pages.ui.explore.on_screen import OnScreen
from pages.ui.state import cache

VIEW = "explore.view"

HOW_TO_READ = """
**Each curve is one solution.** Take all pairs of objects, from the closest to the farthest. Every
pair that the solution put *together* moves the curve up (true positive rate, **TPR**), every pair
it kept *apart* moves it right (false positive rate, **FPR**). A solution that fits puts close pairs
together and far pairs apart: its curve goes straight up, then right. The area under it is the
**AUCC**: 1 is perfect, 0.5 (the dotted diagonal) is chance.

- **Too few clusters**: far pairs were put together, so the curve reaches the top late.
- **Too many clusters**: close pairs were split, so the curve leaves the left edge early.
- **Colours** turn around one k, drawn in black (white in the dark): the one to believe, else the
  highest AUCC, or the k to compare with (side panel). Fewer clusters are cold, more are hot.

**Try it.** Move along a curve: red lines join pairs that are close but apart, blue lines pairs that
are far but together. Drag a frame around objects, or click one to take its cluster: they light up
in every plot and the dashed curve shows their pairs alone. Click a k, a curve or a legend entry to
focus it. Keys: ← → step the distance, ↑ ↓ change k, Esc clears.

[Reading ROC curves of clusterings](reading): five examples with pictures.
"""


def show_preview(asked: Exploration) -> None:
    """The objects before anything is clustered, so that there is something to look at."""
    picture = asked.picture
    if asked.study.dataset.n > MOST_DRAWN:
        picture = drawn_picture(picture, cache.drawn_rows(asked.study))
    st.plotly_chart(figures.objects(picture), config=charts.TOOLS, key="explore.preview")
    st.caption(f"The objects before they are clustered. {plain_sentence(picture.note)}")


def show_partial(asked: Exploration, solutions: Sequence[Solution]) -> None:
    """The linked view of the solutions there are so far, while a job works on the others."""
    _linked_view(asked, solutions, work.make_drawing(asked, solutions))


def show_solutions(asked: Exploration, solutions: Sequence[Solution]) -> None:
    """Everything about the solutions."""
    address.forget_saved_start()
    for notice in dict.fromkeys(n for s in solutions for n in s.notices):
        st.caption(notice)
    asked = _turned(asked)
    _show_linked(asked, solutions, work.drawing_of(asked, solutions))


def _turned(asked: Exploration) -> Exploration:
    """With the k to believe, once it is known: colours and sentences turn around it."""
    found = examination.examination_of(asked)
    verdict = None if found is None else found.verdict
    k = None if verdict is None else verdict.k
    known = k if k in asked.run.ks else None
    return replace(asked, settings=replace(asked.settings, believed=known))


@st.fragment
def _show_linked(
    asked: Exploration, solutions: Sequence[Solution], drawing: Mapping[str, Any]
) -> None:
    """View and tabs; only this runs again when something settles in it."""
    if asked.settings.colour_by == "score" and not work.scores_objects(asked):
        st.caption(f"Own scores are for up to {work.MOST_OBJECTS:,} objects; clusters are shown.")
    settled = _linked_view(asked, solutions, drawing)
    found = examination.examination_of(asked)
    stars = leading.stars(solutions, None if found is None else found.verdict)
    reference = asked.settings.reference
    start = leading.in_focus(solutions, None, reference, stars["believed"])
    whole = work.with_hand(asked, solutions, settled)
    focus = leading.in_focus(whole, settled.focus, reference, stars["believed"])
    tabs.show_tabs(OnScreen(asked, whole, focus, settled))
    rows = asked.study.rows
    hint.tell_view(rows, evidence.drawn_band(found, rows), {**stars, "start": start.id})


def _linked_view(
    asked: Exploration, solutions: Sequence[Solution], drawing: Mapping[str, Any]
) -> Settled:
    """The linked view and Python's answers to it; what has settled."""
    times, saved = address.saved_start()
    opened = saved or _opened(asked, solutions)
    settled = linked.show_linked_view(
        drawing,
        opened,
        ranks=ranks.address_of(asked.study, asked.run),
        # A view that is open takes no notice of where another one begins.
        key=f"{VIEW}.{times}" if times else VIEW,
    )
    settled = address.keep(settled, asked.study.rows, opened)
    linked.answer(work.answer(asked.study, asked.run, solutions, settled), key="explore.answer")
    return settled


def _opened(asked: Exploration, solutions: Sequence[Solution]) -> Settled:
    """Where the view opens, as far as it is still there."""
    opened = asked.opened
    known = {*(s.id for s in solutions), *([linked.HAND] if opened.hand else [])}
    return replace(
        opened,
        focus=opened.focus if opened.focus in known else None,
        pins=tuple(pin for pin in opened.pins if pin in known),
        selected=tuple(i for i in opened.selected if i < asked.study.dataset.n),
    )
