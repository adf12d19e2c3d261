"""Choose k on your own data: the highest AUCC, the band behind it, the verdict, on to Explore."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import streamlit as st

from aucc_core.datasets import DATASETS, load_dataset
from aucc_core.pairs import Pairs
from aucc_core.partitions import make_partitions
from aucc_core.score.inputs import Dataset
from aucc_core.sweeps.solutions import ExploreRun
from aucc_core.verdicts.band import reference_band
from pages.ui.components import verdict_card
from pages.ui.components.linked import Settled
from pages.ui.learn import own_table
from pages.ui.learn.lesson import (
    Lesson,
    Payload,
    Question,
    Settings,
    read_choice,
    read_int,
    rounded,
)
from pages.ui.learn.trap import KS, SETS, edges, farthest_above
from pages.ui.side_panel.data import YOUR_DATA
from pages.ui.state import cache, session

EXAMPLES = ("ruspini", "iris")
_JOB = "learn.verdict"
_WANTED, _GOING = "learn.verdict.wanted", "learn.onward"
_STARTS = 5
_SEED = 1


def read_settings(query: Mapping[str, str]) -> Settings:
    """The data, and k on screen."""
    return {
        "data": read_choice(query, "data", (*EXAMPLES, own_table.OWN)),
        "k": read_int(query, "k", low=KS[0], high=KS[-1], default=KS[0]),
    }


def load(data: str, own: Dataset | None) -> Dataset:
    """An example, or the person's own table."""
    return own if data == own_table.OWN and own is not None else load_dataset(data)


def build_choose(data: str, k: int, own: Dataset | None = None) -> Payload:
    """k-means for every k on the data, with what it gets on data without clusters."""
    dataset = load(data, own)
    made = make_partitions(dataset, "kmeans", KS, seed=_SEED, n_init=_STARTS)
    scores = Pairs(dataset).aucc_many([one.labels for one in made])
    band = reference_band(dataset.X, "kmeans", KS, seed=_SEED, n_sets=SETS, n_init=_STARTS)
    low, high = edges(band.scores)
    highest, farthest = KS[int(np.argmax(scores))], farthest_above(scores, high)
    return {
        "version": data,  # other data are another picture
        "data": data,
        "k": k,
        "ks": KS,
        "choices": [
            *({"value": name, "label": DATASETS[name].title} for name in EXAMPLES),
            *([{"value": own_table.OWN, "label": own_table.title(own)}] if own else []),
        ],
        "n": dataset.n,
        "d": dataset.d,
        "sets": SETS,
        "points": rounded(own_table.plane(dataset), 3),
        "labels": [one.labels.tolist() for one in made],
        "scores": scores.tolist(),
        "low": rounded(low, 5),
        "high": rounded(high, 5),
        "farthest": farthest,
        "facts": {"said": said_of(highest, farthest)},
    }


def said_of(highest: int, farthest: int | None) -> str:
    """What the picture shows."""
    if farthest is None:
        return f"Here AUCC is highest at k = {highest}, but no k rises above the band"
    if highest == farthest:
        return f"Here k = {farthest} is both: highest, and farthest above the band"
    return f"Here AUCC is highest at k = {highest}, but farthest above the band at k = {farthest}"


def show_verdict(settings: Settings, picture: Payload) -> Payload:
    """The verdict when it is asked for, and the way to Explore."""
    own = own_table.table()
    dataset = load(settings["data"], own)
    study = cache.prepared(dataset, (), "none")
    run = ExploreRun(("kmeans",), KS, _SEED)
    request = verdict_card.examination_request(study, run)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "What does the verdict say?",
            key="learn.verdict.ask",
            icon=":material/balance:",
            on_click=st.session_state.__setitem__,
            args=(_WANTED, request.digest),
            help=f"It weighs more than the band. {request.cost.line}",
        )
        st.button(
            "Go on in Explore",
            key="learn.explore",
            icon=":material/scatter_plot:",
            on_click=_go,
            args=(settings["data"],),
            help="The same data, with every pair, every k and more algorithms.",
        )
    if st.session_state.get(_WANTED) == request.digest:
        found = verdict_card.examined_by(request, _JOB)
        if found is not None and found.verdict is not None:
            st.markdown(f"**{found.verdict.answer}**")
            verdict_card.card(found.verdict)
    if st.session_state.pop(_GOING, False):
        where = YOUR_DATA if settings["data"] == own_table.OWN else DATASETS[settings["data"]].title
        st.switch_page("explore.py", query_params={"data": where})
    return picture


def _go(data: str) -> None:
    session.hand_to_explore(
        data=None if data == own_table.OWN else data, start=Settled(), features=[], scaling="none"
    )
    st.session_state[_GOING] = True


LESSON = Lesson(
    name="choose",
    title="Choose k on your own data",
    idea=(
        "Now your own table (drop it below), or an example. k-means makes 2 to 12 clusters. The "
        "grey **band** is what it gets on data **without** clusters: as many objects, the same "
        "features, each with one peak only. Which k do you believe?"
    ),
    question=Question(
        text="Where does a careful reader look **first**?",
        options=(
            "at the k farthest above the band",
            "at the k with the highest AUCC",
            "at the largest k",
        ),
        right=0,
        why=(
            "Farthest above the band: without clusters, too, an optimiser gets a high AUCC, and "
            "only what is above the band is more than its doing. {said}. The **verdict** below "
            "weighs more, and may say otherwise."
        ),
    ),
    notes="""
**Aim.** From a curve to a decision, with its reasons: highest AUCC, band, verdict, a look at the
pairs in Explore.

**The class's table.** Hand the file out before (a link, the course page): everybody drops it below
the lesson. It stays in the server's memory for the one who dropped it; a live class does not
send it round. Lessons draw at most 400 objects, in their two main directions, and score with all
features as they are: put them on comparable scales before.

**In class (6 min).** Predict k in silence, then collect the answers by a show of hands. Reveal; ask
for the verdict; go on in Explore, where the pairs that speak against the choice can be seen.

**Ask.** The verdict names another k than the band. What does it see that the band does not?
(Agreement of new runs, paths through dense regions, the weakest cluster: its reasons are listed.)
""",
    settings=read_settings,
    minutes=6,
    build=build_choose,
    below=show_verdict,
    seeded=False,
    refuses=own_table.numbers_only,
)
