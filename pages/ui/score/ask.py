"""What Score asks for: a table or an example; which labels, which distance, what about noise."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import streamlit as st

from aucc_core.cost import Cost
from aucc_core.ingest import read_table
from aucc_core.large.engine import ENGINES, Engine
from aucc_core.partitions.noise import NOISE_POLICIES
from aucc_core.prepare.scaling import SCALINGS
from aucc_core.report.escape import plain, shortened
from aucc_core.report.score_card import has_noise, label_columns
from aucc_core.report.score_run import ScoreRun
from aucc_core.score.inputs import Dataset
from aucc_core.score.metrics import METRICS
from pages.ui.score import address, work
from pages.ui.side_panel import algorithms, clustering, size
from pages.ui.side_panel import data as side_panel_data
from pages.ui.state import session
from pages.ui.state.cache import remembered
from pages.ui.store.digest import digest_of
from pages.ui.upload import import_step

OWN = "own"
SOURCE = "score.source"
_MOST_AT_FIRST = 8
FOLDER = Path(__file__).resolve().parents[3] / "assets" / "examples"


@dataclass(frozen=True)
class Example:
    """One file with a title, and what it shows."""

    file: str
    title: str
    about: str
    explore: str | None = None  # the same table on Explore, if it is there

    def content(self) -> bytes:
        """The file."""
        return (FOLDER / self.file).read_bytes()


EXAMPLES = {
    "iris": Example(
        "iris.csv",
        "Iris",
        "150 flowers, their species, and two clusterings. The species are not the best clusters: "
        "two of them overlap.",
        explore="iris",
    ),
    "moons": Example(
        "moons.csv",
        "Moons with noise",
        "Two half circles among scattered points (label −1). AUCC favours round groups: k-means "
        "cuts the moons across and still scores higher.",
    ),
    "cities": Example(
        "cities.csv",
        "Distances of cities",
        "No features, only a distance matrix with labels beside it.",
    ),
}
TEMPLATE = Example("template.csv", "Template", "A small table to fill in.")


def shown_example() -> Example | None:
    """The example on screen; None for the own table."""
    return EXAMPLES.get(st.session_state.get(SOURCE, ""))


def load_example(name: str) -> Dataset:
    """The example's table, read once."""
    example = EXAMPLES[name]
    return remembered(
        digest_of("example", name), lambda: read_table(example.content(), name=example.title)
    )


def ask_data() -> Dataset:
    """The person's table, or an example; stops the script while files wait for a confirmation."""
    left, right = st.columns([3, 2], vertical_alignment="top")
    with left:
        uploads = import_step.waiting("score", import_step.ask_files("score"))
    if uploads:
        with right:
            st.caption("Check how the file is read, then go on. Remove it to see the examples.")
            _offer_template()
        import_step.import_step("score", uploads, "Score this table")
        st.stop()
    own = session.upload()
    with right:
        chosen = _ask_example(own)
        _offer_template()
    if chosen == OWN and own is not None:
        import_step.offer_edit()
        import_step.show_notices(own.notices, open_up_to=0)
        return own
    return load_example(chosen)


def _ask_example(own: Dataset | None) -> str:
    """One click shows an example; the own table is one of the choices once there is one."""
    titles = {name: example.title for name, example in EXAMPLES.items()}
    if own is not None:
        titles = {OWN: own.name, **titles}
    first = next(iter(titles))
    gone = own is None and address.asks_for("data", OWN)
    address.open_link(complete=not gone)
    fresh = st.session_state.pop("score.fresh", False)
    (begun,) = [first] if fresh else address.begin(SOURCE, "data", list(titles), [first])[:1]
    st.session_state[SOURCE] = begun if begun in titles else first
    chosen = st.pills(
        "Your table, or an example" if own is not None else "Or look at an example",
        list(titles),
        format_func=lambda name: plain(titles[name], 24),
        key=SOURCE,
        required=True,
        on_change=address.settle,
    )
    if gone:
        st.info(
            "This link asks for a table of your own, which is not here: drop it again. An example "
            "is shown.",
            icon=":material/upload_file:",
        )
    elif chosen in EXAMPLES:
        st.caption(EXAMPLES[chosen].about)
    address.say("data", [str(chosen)], [next(iter(EXAMPLES))])
    return str(chosen)


def _offer_template() -> None:
    st.download_button(
        "Template to fill in",
        TEMPLATE.content,
        file_name="aucc-template.csv",
        mime="text/csv",
        icon=":material/download:",
        type="tertiary",
        on_click="ignore",
        help="A CSV with an id, two features and two clusterings.",
    )


def ask_run(data: Dataset) -> ScoreRun | None:
    """What to score; None when there is nothing to score yet."""
    columns = label_columns(data)
    if not columns:
        st.info(
            "This table has no labels, so there is no clustering to score yet. Choose "
            "a label column in the import step, add a label file, or open **Explore** to make "
            "clusterings of it.",
            icon=":material/label_off:",
        )
        return None
    key = f"score.{data.name}"
    names = list(columns)
    usual = names[:_MOST_AT_FIRST]
    with st.sidebar:
        at = f"{key}.columns"
        st.session_state[at] = address.begin(at, "labels", names, usual)
        chosen = st.multiselect(
            "Clusterings to score",
            names,
            format_func=lambda name: shortened(name, 40),
            key=at,
            help="Label columns: one label per object.",
        )
        address.say("labels", chosen, usual)
        metric, scaling = _ask_distance(key, data)
        noise = "drop"
        if any(has_noise(columns[name]) for name in chosen):
            at = f"{key}.noise"
            (st.session_state[at],) = address.begin(at, "noise", list(NOISE_POLICIES), [noise])
            noise = st.radio(
                "Objects labelled −1 (noise) or not at all",
                list(NOISE_POLICIES),
                format_func=lambda name: NOISE_POLICIES[name].label,
                captions=[p.help for p in NOISE_POLICIES.values()],
                key=at,
            )
            address.say("noise", [noise], ["drop"])
        run = _ask_engine(key, data, ScoreRun(tuple(chosen), metric, scaling, noise))
    if not chosen:
        st.info("Choose at least one clustering in the side panel.", icon=":material/arrow_back:")
        return None
    return run


def _ask_distance(key: str, data: Dataset) -> tuple[str, str]:
    if data.distances is not None:
        st.caption("The table is a distance matrix, so the distances are given.")
        return "precomputed", "none"
    metrics = clustering.offered_metrics(data)
    at, usual = f"{key}.metric", [_first_metric(data)]
    (st.session_state[at],) = address.begin(at, "distance", metrics, usual)[:1]
    metric = st.selectbox(
        "Distance",
        metrics,
        format_func=lambda name: METRICS[name].label,
        key=at,
        help=algorithms.explained(
            "How far apart two objects are. Every score here rests on it.",
            (METRICS[name] for name in metrics),
        ),
    )
    address.say("distance", [metric], usual)
    at, usual = f"{key}.scaling", ["none"]
    (st.session_state[at],) = address.begin(at, "scaling", list(SCALINGS), usual)[:1]
    scaling = side_panel_data.ask_scaling(key=at, bind=None)
    address.say("scaling", [scaling], usual)
    return metric, scaling


def _first_metric(data: Dataset) -> str:
    """One that takes categories where there are some."""
    for_tables = (row.name for row in METRICS.values() if row.needs == "table")
    return next(for_tables) if data.mixed is not None else "euclidean"


def _ask_engine(key: str, data: Dataset, run: ScoreRun) -> ScoreRun:
    """The same run, scored as large tables are."""
    if data.n <= size.LARGE or data.distances is not None:
        return run

    def cost(engine: Engine) -> Cost:
        return work.cost_of(data, replace(run, engine=engine))

    engine = size.ask_engine(data, cost, key="score.engine")
    cluster = size.ask_cluster(f"{key}.cluster") if ENGINES[engine].on_cluster else None
    return replace(run, engine=engine, cluster=cluster)
