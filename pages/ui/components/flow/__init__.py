"""Where objects go from one clustering to the next: bars for clusters, ribbons for the objects.

`flow_of` counts, `show_flow` draws it in the browser and says what was clicked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from aucc_core.score.inputs import Bools
from aucc_core.sweeps.solutions import Solution
from pages.ui.components.modules import join

_HERE = Path(__file__).parent


def flow_of(solutions: Sequence[Solution]) -> dict[str, Any]:
    """Clusters of each solution with their sizes, and how many objects go from which to which.

    A cluster is called by its label, noise by -1. In each column clusters stand so that ribbons
    cross little: after the mean place of their objects in the column before.
    """
    columns: list[dict[str, Any]] = []
    links: list[list[dict[str, int]]] = []
    places: np.ndarray | None = None  # of each object, in the column before
    for at, solution in enumerate(solutions):
        labels = pd.Series(solution.labels)
        mean = labels if places is None else pd.Series(places)
        order = mean.groupby(labels).mean().sort_values(kind="stable").index.to_numpy()
        sizes = labels.value_counts()
        columns.append(
            {
                "title": f"{solution.label}, k = {solution.k}",
                "clusters": [{"label": int(c), "size": int(sizes[c])} for c in order],
            }
        )
        places = labels.map(pd.Series(range(order.size), index=order)).to_numpy()
        if at:
            pairs = pd.DataFrame({"from": solutions[at - 1].labels, "to": solution.labels})
            links.append(pairs.value_counts().rename("size").reset_index().to_dict("records"))  # type: ignore[arg-type]
    return {"columns": columns, "links": links}


def members_of(solutions: Sequence[Solution], clicked: Any) -> Bools | None:
    """The objects of a bar or a ribbon that was clicked; None for what is not there."""
    try:
        at, label, to = (clicked[name] for name in ("column", "label", "to"))
        found = solutions[at].labels == label
        return found if to is None else found & (solutions[at + 1].labels == to)
    except (KeyError, TypeError, IndexError):
        return None


def show_flow(
    solutions: Sequence[Solution], *, on_click: Callable[[Bools], object], key: str
) -> None:
    """The flow through these solutions; ``on_click`` gets which objects were clicked."""

    def tell() -> None:
        state = st.session_state.get(key)
        members = members_of(solutions, None if state is None else state.get("clicked"))
        if members is not None:
            on_click(members)

    _flow()(key=key, data=flow_of(solutions), on_clicked_change=tell)


@cache
def _flow() -> Any:
    return st.components.v2.component(
        "aucc_flow",
        html='<div class="aucc-flow"></div>',
        css=(_HERE / "flow.css").read_text("utf-8"),
        js=join(_HERE / "main.js"),
        isolate_styles=False,
    )
