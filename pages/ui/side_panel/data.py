"""Which data the side panel asks for: an example or the person's own table, columns, scaling."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from aucc_core.datasets import DATASETS, DatasetEntry, Setting, load_dataset
from aucc_core.prepare.scaling import SCALINGS
from aucc_core.report.escape import plain
from aucc_core.score.inputs import Dataset
from pages.ui.side_panel import size
from pages.ui.side_panel.size import BIND
from pages.ui.state import cache, session
from pages.ui.state.cache import Study
from pages.ui.upload import import_step
from pages.ui.upload.files import Upload

UPLOAD = "your-data"
YOUR_DATA = "Your data"  # as the menu and the address bar name it


@dataclass(frozen=True)
class Source:
    """Where a study comes from: an example's name, or the person's own file, and what was done."""

    name: str
    settings: Mapping[str, object] = field(default_factory=dict)
    columns: tuple[str, ...] = ()
    scaling: str = "none"
    sample: int | None = None


def ask_files() -> Sequence[Upload]:
    """The person's own files that have not been taken in yet."""
    with st.expander("Use your own table", icon=":material/upload_file:"):
        uploads = import_step.ask_files("explore")
    return () if import_step.confirmed("explore", uploads) else uploads


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
        return size.ask_objects(own)
    entry = DATASETS[name]
    st.caption(entry.description)
    return size.ask_objects(load_dataset(name, **_ask_settings(entry)))


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
    sample = size.SAMPLE if _is_sample(dataset) else None
    if dataset.distances is not None:
        st.caption("This data set comes with its own distances.")
        return cache.prepared(dataset, (), "none"), Source(name, changed)
    columns = st.multiselect(
        "Features",
        dataset.feature_names,
        key="features",
        bind=BIND,
        placeholder=f"all {dataset.d}",
        help="The columns that distances are computed from. None chosen means all.",
    )
    scaling = ask_scaling(key="scaling", bind=BIND)
    chosen = tuple(dataset.feature_names.index(c) for c in columns)
    study = cache.prepared(dataset, chosen, scaling)
    return study, Source(name, changed, tuple(columns), scaling, sample)


def ask_scaling(*, key: str, bind: Any) -> str:
    """How to scale the features."""
    return st.selectbox(
        "Scaling",
        list(SCALINGS),
        format_func=lambda name: SCALINGS[name].label,
        key=key,
        bind=bind,
        help=" ".join(f"{s.label}: {s.help}" for s in SCALINGS.values()),
    )


def _is_sample(dataset: Dataset) -> bool:
    """Whether the objects on screen are a sample of more."""
    return st.session_state.get("objects") == "sample" and dataset.n == size.SAMPLE
