"""Groups of controls that ask for one plain value. Each is in the address bar, so links work."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from aucc_core.criteria import CRITERIA
from aucc_core.dataset import Dataset
from aucc_core.datasets import DATASETS, DatasetEntry, Setting, load_dataset
from aucc_core.distances import METRICS
from aucc_core.partitions import ALGORITHMS, refusal
from aucc_core.plan import Engine
from aucc_core.project import MDS_LIMIT, PROJECTIONS
from aucc_core.scaling import SCALINGS
from pages.ui import address, cached, importing, session, size_ask
from pages.ui.cached import Study
from pages.ui.jobs.memory import job_budget
from pages.ui.jobs_ui import Cost
from pages.ui.linked.payload import COLOUR_BY, ViewSettings
from pages.ui.plain import plain
from pages.ui.run_cost import run_memory, run_seconds
from pages.ui.solutions import Run
from pages.ui.takeaway import Source
from pages.ui.uploads_read import Upload

BIND: Any = "query-params"
UPLOAD = "your-data"
YOUR_DATA = "Your data"  # as the menu and the address bar name it
MOST_CLUSTERS = 30


def ask_dataset() -> Dataset | None:
    """Which table: an example with its settings, or the person's own; None when that is gone."""
    own = session.upload()
    options = [*([UPLOAD] if own is not None or _own_is_wanted() else []), *DATASETS]
    if st.session_state.pop("explore.fresh", False) and own is not None:
        st.session_state["data"] = UPLOAD
    name = st.selectbox(
        "Data",
        options,
        index=options.index("ruspini"),
        format_func=lambda name: DATASETS[name].title if name in DATASETS else YOUR_DATA,
        key="data",
        bind=BIND,
        help="An example, or your own table.",
    )
    if name == UPLOAD:
        if own is None:
            return None
        st.caption(f"{plain(own.name)}: {own.n:,} objects, {own.d:,} features.")
        return size_ask.ask_objects(own)
    entry = DATASETS[name]
    st.caption(entry.description)
    return size_ask.ask_objects(load_dataset(name, **_ask_settings(entry)))


def _own_is_wanted() -> bool:
    """Whether the address or the screen before asks for the person's own table, here or not."""
    return st.session_state.get("data") == UPLOAD or st.query_params.get("data") == YOUR_DATA


def say_own_is_gone() -> None:
    """Instead of another data set that nobody asked for."""
    st.title(YOUR_DATA)
    st.info(
        "Your table is not on the server: it was restarted, the page was reloaded, or this link "
        "came from somebody else. Choose the file again under **Use your own table**, or an "
        "example under **Data**. Your other settings are kept.",
        icon=":material/upload_file:",
    )


def ask_files() -> Sequence[Upload]:
    """The person's own files that have not been taken in yet."""
    with st.expander("Use your own table", icon=":material/upload_file:"):
        uploads = importing.ask_files("explore")
    return () if importing.confirmed("explore", uploads) else uploads


def _ask_settings(entry: DatasetEntry) -> Mapping[str, Any]:
    shown = [s for s in entry.settings if s.kind != "path"]
    if not shown:
        return {}
    with st.expander("Settings of this example"):
        return {s.name: _ask_setting(entry.name, s) for s in shown}


def _ask_setting(name: str, setting: Setting) -> float:
    kind = int if setting.kind == "int" else float
    return st.number_input(
        setting.label,
        min_value=kind(setting.low),
        max_value=kind(min(setting.high, 1e9)),
        value=kind(setting.default),
        step=kind(setting.step),
        key=f"{name}.{setting.name}",
        bind=BIND,
        help=setting.help,
    )


def ask_study(dataset: Dataset) -> tuple[Study, Source]:
    """Which columns, and how scaled; with what a script needs to do the same."""
    name = st.session_state.get("data", "ruspini")
    known = DATASETS[name].settings if name in DATASETS else ()
    given = {s.name: st.session_state.get(f"{name}.{s.name}", s.default) for s in known}
    changed = {s.name: given[s.name] for s in known if given[s.name] != s.default}
    sample = size_ask.SAMPLE if _is_sample(dataset) else None
    if dataset.distances is not None:
        st.caption("This data set comes with its own distances.")
        return cached.prepared(dataset, (), "none"), Source(name, changed)
    columns = st.multiselect(
        "Features",
        dataset.feature_names,
        key="features",
        bind=BIND,
        placeholder=f"all {dataset.d}",
        help="The columns that distances are computed from. None chosen means all.",
    )
    scaling = st.selectbox(
        "Scaling",
        list(SCALINGS),
        format_func=lambda name: SCALINGS[name].label,
        key="scaling",
        bind=BIND,
        help=" ".join(f"{s.label}: {s.help}" for s in SCALINGS.values()),
    )
    chosen = tuple(dataset.feature_names.index(c) for c in columns)
    study = cached.prepared(dataset, chosen, scaling)
    return study, Source(name, changed, tuple(columns), scaling, sample)


def ask_run(study: Study) -> Run:
    """Which solutions to make."""
    dataset = study.dataset
    metric = _ask_metric(dataset)
    features = dataset.distances is None and metric != "gower"
    names, too_large = offered_algorithms(dataset, metric, features)
    algorithms = st.multiselect(
        "Algorithms",
        names,
        default=["kmeans"] if features else ["average"],
        format_func=lambda name: ALGORITHMS[name].label,
        key="algorithms" if features else "algorithms.distances",
        bind=BIND,
        help="Each becomes a line in the score chart; click its points to see its curves.",
    )
    size_ask.say_left_out(too_large, dataset.n)
    top = min(MOST_CLUSTERS, dataset.n - 1)
    first, last = 2, min(9, top)
    if top > 2:
        first, last = st.slider(
            "Numbers of clusters k",
            2,
            top,
            (2, min(9, top)),
            key="k",
            bind=BIND,
            help="One solution is made for every k in this range.",
        )
    left, right = st.columns(2)
    seed = left.number_input(
        "Seed",
        0,
        2**31 - 1,
        0,
        key="seed",
        bind=BIND,
        help="Random starts come from this number: the same seed gives the same solutions.",
    )
    starts = right.number_input(
        "Starts",
        1,
        100,
        10,
        key="starts",
        bind=BIND,
        help="Random starts of which the best is kept. More is steadier and slower.",
    )
    second = st.selectbox(
        "Second criterion",
        [name for name in CRITERIA if name != "aucc"],
        index=None,
        format_func=lambda name: CRITERIA[name].label,
        key="second",
        bind=BIND,
        placeholder="none",
        help="Drawn beside AUCC in the score chart, on its own axis.",
    )
    run = Run(tuple(algorithms), tuple(range(first, last + 1)), metric, seed, starts, second)
    if dataset.n <= size_ask.LARGE or dataset.distances is not None:
        return run
    return _ask_size(dataset, run)


def _ask_size(dataset: Dataset, run: Run) -> Run:
    """The same run, scored as large data is."""

    def cost(engine: Engine) -> Cost:
        asked = replace(run, engine=engine)
        return Cost(run_memory(dataset, asked), run_seconds(dataset, asked))

    engine = size_ask.ask_engine(dataset, cost, key="engine")
    cluster = size_ask.ask_cluster("cluster") if engine == "bounds" else None
    return replace(run, engine=engine, cluster=cluster)


def offered_algorithms(
    dataset: Dataset, metric: str, features: bool
) -> tuple[list[str], list[str]]:
    """Algorithms that can run on such data here, and the labels of those for fewer objects."""
    fitting = [
        row
        for row in ALGORITHMS.values()
        if refusal(row, metric=metric, has_features=features, n=3) is None
    ]
    engine: Engine = "bounds" if dataset.n > size_ask.LARGE else "exact"
    names, too_large = [], []
    for row in fitting:
        alone = Run((row.name,), (2,), metric, 0, 1, engine=engine)
        room = row.most_objects is None or run_memory(dataset, alone) <= job_budget()
        if room and refusal(row, metric=metric, has_features=features, n=dataset.n) is None:
            names.append(row.name)
        else:
            too_large.append(row.label)
    return names, too_large


def _is_sample(dataset: Dataset) -> bool:
    """Whether the objects on screen are a sample of more."""
    return st.session_state.get("objects") == "sample" and dataset.n == size_ask.SAMPLE


def _ask_metric(dataset: Dataset) -> str:
    if dataset.distances is not None:
        return "precomputed"
    names = [
        n
        for n, m in METRICS.items()
        if m.takes_features and (n != "gower" or dataset.mixed is not None)
    ]
    return st.selectbox(
        "Distance",
        names,
        format_func=lambda name: METRICS[name].label,
        key="distance",
        bind=BIND,
        help="How far apart two objects are. Everything on this screen rests on it.",
    )


def ask_view(study: Study, run: Run) -> tuple[ViewSettings, str, tuple[int, int]]:
    """How to draw: settings of the view, the projection, and its two features."""
    dataset = study.dataset
    panels = st.slider(
        "Scatter plots side by side",
        1,
        9,
        3,
        key="panels",
        bind=BIND,
        help="Neighbouring solutions around the one in focus.",
    )
    kind, axes = _ask_projection(dataset)
    colours = ["cluster", *(["truth"] if dataset.labels is not None else []), "score"]
    colour = st.selectbox(
        "Colour by",
        colours,
        format_func=COLOUR_BY.__getitem__,
        key="colour",
        bind=BIND,
        help="Cluster, true label, or how well each object sits (its own score).",
    )
    reference = st.selectbox(
        "Compare with k*",
        run.ks,
        index=None,
        key="reference",
        bind=BIND,
        placeholder="best AUCC",
        help="Curves below this k are cold, above it hot, its own black.",
    )
    return ViewSettings(panels, colour, reference, **address.opened_with()), kind, axes


def _ask_projection(dataset: Dataset) -> tuple[str, tuple[int, int]]:
    if dataset.d <= 2:
        return "features", (0, 1)
    kinds = [name for name in PROJECTIONS if name != "mds" or dataset.n <= MDS_LIMIT]
    kind = st.selectbox(
        "Picture",
        kinds,
        index=kinds.index("pca"),
        key="picture",
        bind=BIND,
        format_func=lambda name: PROJECTIONS[name].label,
        help=" ".join(f"{p.label}: {p.help}" for p in PROJECTIONS.values()),
    )
    if kind != "features":
        return kind, (0, 1)
    names = dataset.feature_names
    left, right = st.columns(2)
    x = left.selectbox("Across", names, index=0, key="x", bind=BIND, help="Feature on the x axis.")
    y = right.selectbox("Up", names, index=1, key="y", bind=BIND, help="Feature on the y axis.")
    return kind, (names.index(x), names.index(y))


def headline(study: Study, run: Run) -> str:
    """What is on screen, in one line."""
    entry = DATASETS.get(study.dataset.name)
    labels = ", ".join(ALGORITHMS[a].label for a in run.algorithms[:3])
    more = len(run.algorithms) - 3
    parts = [
        entry.title if entry else study.dataset.name,
        f"{study.dataset.n:,} objects",
        labels + (f" and {more} more" if more > 0 else ""),
    ]
    return " · ".join(part for part in parts if part)
