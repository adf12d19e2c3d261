"""Which algorithms the side panel asks for. All are in the list; some cannot run on these data.

Those stay, marked with the reason, so that nobody looks for them in vain; what was chosen comes
back with data or a distance that allow it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import streamlit as st

from aucc_core.large.engine import Engine
from aucc_core.partitions import ALGORITHMS, Algorithm, refusal
from aucc_core.report.escape import plain_sentence
from aucc_core.score.inputs import Dataset
from aucc_core.score.metrics import METRICS, Metric
from aucc_core.sweeps.solutions import ExploreRun
from aucc_core.sweeps.sweep import run_cost
from pages.ui.jobs.memory import job_budget
from pages.ui.side_panel import size
from pages.ui.state import link

TOO_MANY = "too many objects"


def ask_algorithms(dataset: Dataset, metric: str) -> tuple[str, ...]:
    """Those that were chosen and can run."""
    features = dataset.distances is None and METRICS[metric].has_features
    # Distances alone have an own choice: what is usual there is not what is usual for features.
    key = "algorithms" if features else "algorithms.distances"
    wish = f"{key}.wish"
    if link.opens(wish):
        st.session_state[wish] = _in_link(key)
    chosen = st.session_state[wish]
    usual = ["kmeans"] if features else ["average"]
    reasons = against(dataset, metric)
    link.write(key, *([] if chosen in (None, usual) else _labels(chosen)))
    st.session_state[key] = usual if chosen is None else chosen
    names = st.multiselect(
        "Algorithms",
        [*(n for n in ALGORITHMS if n not in reasons), *reasons],
        format_func=lambda name: (
            ALGORITHMS[name].label + (f" ⊘ {reasons[name]}" if name in reasons else "")
        ),
        key=key,
        on_change=_remember,
        args=(key,),
        help=explained(
            "Each becomes a line in the score chart; click its points to see its curves. What "
            "cannot run on these data is marked with ⊘ and left out.",
            ALGORITHMS.values(),
        ),
    )
    _say_left_out(dataset, metric, [name for name in names if name in reasons], reasons)
    return tuple(name for name in names if name not in reasons)


def explained(purpose: str, rows: Iterable[Algorithm | Metric]) -> str:
    """Help of a menu: what it is for, and a line on each entry that it offers."""
    return "\n\n".join([purpose, *(f"{row.label}: {row.help}" for row in rows)])


def against(dataset: Dataset, metric: str) -> dict[str, str]:
    """What cannot run on such data here, and why in three words."""
    features = dataset.distances is None and METRICS[metric].has_features
    engine: Engine = "bounds" if dataset.n > size.LARGE else "exact"
    found = {}
    for row in ALGORITHMS.values():
        alone = ExploreRun((row.name,), (2,), 0, metric, n_init=1).scored_by(engine)
        if row.needs == "features" and not features:
            found[row.name] = "needs features"
        elif refusal(row, metric=metric, has_features=features, n=3) is not None:
            found[row.name] = f"not with {METRICS[metric].label}"
        elif refusal(row, metric=metric, has_features=features, n=dataset.n) is not None or (
            row.most_objects is not None and run_cost(dataset, alone).bytes > job_budget()
        ):
            found[row.name] = TOO_MANY
    return found


def _say_left_out(
    dataset: Dataset, metric: str, chosen: Sequence[str], reasons: Mapping[str, str]
) -> None:
    """Why what was chosen is left out, in full; for very many objects also what is not chosen."""
    size.say_left_out(
        [ALGORITHMS[name].label for name, why in reasons.items() if why == TOO_MANY], dataset.n
    )
    features = dataset.distances is None and METRICS[metric].has_features
    for name in chosen:
        if reasons[name] != TOO_MANY:
            why = refusal(ALGORITHMS[name], metric=metric, has_features=features, n=dataset.n)
            st.caption(f"Left out: {plain_sentence(why or '')}")


def _labels(names: Sequence[str]) -> list[str]:
    """As they stand in the address; an empty text for none at all."""
    return [ALGORITHMS[name].label for name in names] or [""]


def _remember(key: str) -> None:
    st.session_state[f"{key}.wish"] = list(st.session_state[key])


def _in_link(key: str) -> list[str] | None:
    """The algorithms in the address, by label or name; None when it has none that exists."""
    values = link.read(key)
    known = {row.label.casefold(): name for name, row in ALGORITHMS.items()}
    known |= {name.casefold(): name for name in ALGORITHMS}
    names = [known[v.casefold()] for v in values if v.casefold() in known]
    return list(dict.fromkeys(names)) if names or values == [""] else None
