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
from pages.ui.jobs import job_queue
from pages.ui.side_panel import size
from pages.ui.side_panel.size import BIND
from pages.ui.state import cache, link, session
from pages.ui.state.cache import Study
from pages.ui.streamlit_internals import session_id
from pages.ui.upload import given_file, import_step
from pages.ui.upload.files import HowRead, Upload

UPLOAD = "your-data"
YOUR_DATA = "Your data"  # as the menu and the address bar name it
PRIVACY = (
    "Your table stays in this server's memory, for you alone, and goes when you leave. It is "
    "written to no disk and sent nowhere."
)
_FIRST = "ruspini"  # what there is to see before anything was chosen
_CHOSEN = "data.chosen"
_UNKNOWN = "data.unknown"  # what a link asked for that is not here


@dataclass(frozen=True)
class Source:
    """Where a study comes from: an example's name, or the person's own file, and what was done."""

    name: str
    settings: Mapping[str, object] = field(default_factory=dict)
    columns: tuple[str, ...] = ()
    scaling: str = "none"
    sample: int | None = None
    picked: tuple[int, ...] = ()
    read: HowRead | None = None


def ask_files() -> Sequence[Upload]:
    """The person's own files that have not been taken in yet."""
    with st.expander("Use your own table", icon=":material/upload_file:"):
        uploads = import_step.ask_files("explore")
        st.caption(PRIVACY)
        if session.upload() is not None:
            st.button(
                "Forget my data now",
                key="explore.forget",
                icon=":material/delete:",
                on_click=_forget_own,
                help="The server lets go of your table, its files and all that was computed from "
                "it, at once.",
            )
    return import_step.waiting("explore", uploads)


def _forget_own() -> None:
    """Let go of the table and of the work on it, and go back to where everybody begins."""
    job_queue.forget_sessions((session_id(),))
    import_step.forget()
    given_file.forget_given()
    st.session_state[_CHOSEN] = _FIRST


def ask_dataset() -> Dataset | None:
    """Which table: an example with its settings, or the person's own; None when that is gone."""
    own = session.upload()
    if link.opens(_CHOSEN):
        _open_link()
    if st.session_state.pop("explore.fresh", False) and own is not None:
        st.session_state[_CHOSEN] = UPLOAD
    chosen = st.session_state[_CHOSEN]
    wanted = own is not None or chosen == UPLOAD  # said to be gone, if it is, not left out
    _say_unknown()
    st.session_state["data"] = chosen
    name = st.selectbox(
        "Data",
        [*([UPLOAD] if wanted else []), *DATASETS],
        format_func=_title,
        key="data",
        help="An example, or your own table.",
        on_change=_remember,
    )
    _write_link(name)
    if name == UPLOAD:
        if own is None:
            return None
        st.caption(f"{plain(own.name)}: {own.n:,} objects, {own.d:,} features.")
        import_step.offer_edit()
        return size.ask_picked(size.ask_objects(own))
    entry = DATASETS[name]
    st.caption(entry.description)
    return size.ask_picked(size.ask_objects(load_dataset(name, **_ask_settings(entry))))


def _title(name: str) -> str:
    return DATASETS[name].title if name in DATASETS else YOUR_DATA


def _remember() -> None:
    st.session_state[_CHOSEN] = st.session_state["data"]
    st.session_state.pop(_UNKNOWN, None)


def _open_link() -> None:
    """A link calls data by their title, or as the command line does, or what is not here at all."""
    asked = "".join(link.read("data")[:1])
    found = _asked_for(asked)
    st.session_state[_CHOSEN] = found or _FIRST
    if found is None:
        st.session_state[_UNKNOWN] = asked


def _write_link(name: str) -> None:
    """Leave a link as it was given while it says the same, or what is not here."""
    asked = "".join(link.read("data")[:1])
    if _UNKNOWN not in st.session_state and _asked_for(asked) != name:
        link.write("data", *([_title(name)] if name != _FIRST else []))


def _asked_for(asked: str) -> str | None:
    return UPLOAD if asked == YOUR_DATA else named(asked or _FIRST)


def _say_unknown() -> None:
    asked = st.session_state.get(_UNKNOWN)
    if asked is not None:
        st.info(
            f"This link asks for data called **{plain(asked, 60)}**, which is not here. "
            "Choose others below.",
            icon=":material/search_off:",
        )


def named(text: str) -> str | None:
    """The data set of that name or title, however it is spelled."""
    wanted = text.strip().casefold().replace("-", "_").replace(" ", "_")
    for name, row in DATASETS.items():
        if wanted in (name.casefold(), row.title.casefold().replace(" ", "_").replace("-", "_")):
            return name
    return None


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
    picked = size.picked()
    read = session.how_read() if name == UPLOAD else None
    if dataset.distances is not None:
        st.caption("This data set comes with its own distances.")
        return cache.prepared(dataset, (), "none"), Source(name, changed, picked=picked, read=read)
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
    return study, Source(name, changed, tuple(columns), scaling, sample, picked, read)


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
    """Whether the objects on screen are a sample of more, or picked of one."""
    return st.session_state.get("objects") == "sample" and dataset.rows is not None
