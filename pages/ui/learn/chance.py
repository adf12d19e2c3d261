"""Labels drawn at random, and which criteria notice.

On demand the paper's whole design runs as a job of its own, with progress and cancel.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from aucc_core.cost import format_duration, random_labels_cost
from aucc_core.criteria import CRITERIA
from aucc_core.paper.chance import (
    BALANCES,
    CHANCE_CRITERIA,
    FULL_DESIGN,
    MIXTURES,
    REDUCED_DESIGN,
    ChanceDesign,
    Scorer,
    chance_experiment,
    chance_steps,
    draw_mixture,
)
from aucc_core.paper.parts import drifts
from aucc_core.partitions import make_partitions
from pages.ui.jobs import panel
from pages.ui.learn.lesson import Lesson, Payload, Question, Settings, rounded
from pages.ui.store.digest import digest_of

SCOPES = {"AUCC alone": ("aucc",), "All seven criteria": CHANCE_CRITERIA}
JOB = "learn.full_design"
Ranges = dict[str, tuple[float, float]]
_FACTORS = (
    f"mixtures × {len(FULL_DESIGN.ks)} values of k × {len(FULL_DESIGN.balances)} balances × "
    f"{FULL_DESIGN.repeats} partitions"
)


def build_chance(seed: int) -> Payload:
    """The reduced design, recomputed here and now."""
    table = chance_experiment(REDUCED_DESIGN, seed=seed)
    return picture(table, REDUCED_DESIGN, real_ranges(REDUCED_DESIGN, seed))


def real_ranges(design: ChanceDesign, seed: int) -> Ranges:
    """Lowest and highest value of each criterion over clusterings that someone would make.

    These are k-means for every k, and the true labels. On this range equal wobble looks equal.
    """
    found: dict[str, list[float]] = {name: [] for name in design.criteria}
    for mixture in design.mixtures:
        X, truth = draw_mixture(mixture, seed=(seed, MIXTURES.index(mixture)), n=design.n)
        made = make_partitions(X, "kmeans", design.ks, seed=seed, n_init=1)
        stacks = [np.asarray(labels)[None] for labels in (*(p.labels for p in made), truth)]
        for name, values in Scorer(X).score(stacks, design.criteria).items():
            found[name].extend(float(value[0]) for value in values)
    return {name: (min(values), max(values)) for name, values in found.items()}


def picture(table: pd.DataFrame, design: ChanceDesign, ranges: Ranges) -> Payload:
    """What the browser draws: a line per mixture and their mean, beside the range that counts."""
    criteria = [name for name in CHANCE_CRITERIA if name in set(table["criterion"])]
    ks = sorted(int(k) for k in table["k"].unique())
    panels, wobbles = [], drifts(table)
    for name in criteria:
        rows = table[table["criterion"] == name]
        lines = {}
        for balance in design.balances:
            by_k = rows[rows["balance"] == balance].pivot_table(
                index="mixture", columns="k", values="mean"
            )
            lines[balance] = {
                "sets": rounded(by_k.to_numpy(), 5),
                "mean": rounded(by_k.mean().to_numpy(), 5),
            }
        panels.append(
            {
                "name": name,
                "label": CRITERIA[name].short,
                "said": said(name),
                "ks": ks,
                "lines": lines,
                "range": ranges[name],
                "moves": moves(rows, ranges[name]),
                "wobbles": wobbles[name],
            }
        )
    aucc = table[table["criterion"] == "aucc"].groupby(["balance", "k"])["mean"].mean()
    done = table["mixture"].nunique()
    return {
        "version": f"{done}-{len(design.ks)}-{design.repeats}",
        "balances": [{"name": b, "label": BALANCES[b].label} for b in design.balances],
        "panels": panels,
        "count": done * len(design.ks) * len(design.balances) * design.repeats,
        "mixtures": done,
        "ways": len(criteria),
        "facts": {
            "count": f"{done * len(design.ks) * len(design.balances) * design.repeats:,}",
            "furthest": f"{(aucc - 0.5).abs().max():.4f}",
            "drifting": said_of_drift(panels),
        },
    }


def moves(rows: pd.DataFrame, real: tuple[float, float]) -> float:
    """How far the mean goes as k grows (equal clusters), as a share of the real range."""
    means = rows[rows["balance"] == "balanced"].groupby("k")["mean"].mean()
    return float((means.max() - means.min()) / (real[1] - real[0]))


def said_of_drift(panels: list[Payload]) -> str:
    """Which criteria move as k grows: farther than single random labellings differ."""
    drifting = [panel for panel in panels if panel["wobbles"] >= 1]
    if not drifting:
        return "Here no criterion drifts farther than single labellings differ"
    parts = [f"{panel['label']} {panel['wobbles']:.1f}" for panel in drifting]
    listed = " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
    return f"Others drift: {listed} times as far as single labellings differ"


def said(name: str) -> str:
    """A criterion in full, as far as it says more than its short name, and how it is turned."""
    row = CRITERIA[name]
    full = row.label.split(" (")[0]
    parts = ["" if full == row.short else full, "" if row.higher_is_better else "sign flipped"]
    return ", ".join(part for part in parts if part)


def full_picture(settings: Settings, shown: Payload) -> Payload:
    """Offer the full design under a fold; once it has run, its panels replace the reduced ones."""
    done = offer_full_design(settings["seed"])
    if done is None:
        return shown
    ranges = {panel["name"]: panel["range"] for panel in shown["panels"]}
    return replace_panels(shown, picture(done, FULL_DESIGN, ranges))


def offer_full_design(seed: int) -> pd.DataFrame | None:
    """Draw the fold; the table of the last run once it is done, whatever its seed."""
    with st.expander(
        f"Run the paper's full design ({FULL_DESIGN.n_partitions:,} random partitions)",
        expanded=panel.started(JOB) is not None,
    ):
        scope = st.radio("Score them with", list(SCOPES), horizontal=True, key=f"{JOB}.scope")
        criteria = SCOPES[scope]
        request = _full_run(criteria, seed)
        st.caption(f"{len(FULL_DESIGN.mixtures)} Gaussian {_FACTORS}. {request.cost.line}")
        handle = panel.start_on_click(JOB, request, "Run the full design")
        if handle is None:
            return None
        state = panel.show_job(handle, key=JOB, on_partial=_say_so_far)
        if state.status != "done":
            return None
        st.success(f"Done in {format_duration(state.seconds)}. The picture above shows all of it.")
        return state.result


def _full_run(criteria: tuple[str, ...], seed: int) -> panel.JobRequest:
    return panel.JobRequest(
        chance_steps,
        {"design": dataclasses.replace(FULL_DESIGN, criteria=criteria), "seed": seed},
        digest=digest_of("chance", criteria, seed),
        cost=random_labels_cost(len(criteria)),
        label="Random partitions",
    )


def _say_so_far(tables: tuple[Any, ...]) -> None:
    so_far = pd.concat(tables)
    means = so_far[so_far["criterion"] == "aucc"].groupby(["balance", "k"])["mean"].mean()
    st.caption(
        f"{len(tables)} of {len(FULL_DESIGN.mixtures)} mixtures: mean AUCC from {means.min():.4f} "
        f"to {means.max():.4f} over all k and balances."
    )


def replace_panels(shown: Payload, full: Payload) -> Payload:
    """The full run, with the reduced panels of the criteria that it left out."""
    ran = {panel["name"]: panel for panel in full["panels"]}
    return {**full, "panels": [ran.get(panel["name"], panel) for panel in shown["panels"]]}


LESSON = Lesson(
    name="chance",
    title="Chance",
    idea=(
        "Throw the labels: every object gets a cluster **at random**, with 2 to 23 clusters, equal "
        "or not. Such a clustering is worth nothing, whatever k is. A fair score says so: **on "
        "average** it gives all of them the same value."
    ),
    question=Question(
        text="What does the mean AUCC of random labels do as k grows?",
        options=("it rises", "it stays at 0.5", "it falls"),
        right=1,
        why=(
            "Its mean over {count} labellings never leaves 0.5 by more than {furthest}. "
            "{drifting} (× below): they prefer some k where there is nothing to prefer."
        ),
    ),
    notes=f"""
**Aim.** "Corrected for chance" means one thing: worthless answers have the same **expected**
value, for any number and balance of clusters. A single random labelling may lie above or below it.
For AUCC this is a theorem (mean 0.5); here it is an experiment.

**Why it holds.** Shuffled labels give every pair the same chance to be a within-pair, however
close it is. So of one within-pair and one between-pair, each is the closer one equally often: 0.5.
This needs no independent pairs, only that all objects are alike to the labels. The second theorem
is the same sum for Gamma: the won and the lost comparisons have equal means, so γ averages 0.

**What is drawn.** Gaussian mixtures of 500 objects. A thin line is one mixture (mean of its random
partitions), a thick line the mean over mixtures. Each axis reaches over the values that real
clusterings of these mixtures take (k-means for every k, and the truth), so that equal wobble looks
equal. Drift has two measures: the share of that range (on the cards), and how far the mean goes
beside the standard deviation of single random labellings; 1 time or more (×) is called a drift. PBM
moves little on its wide range, yet farther than its labellings differ.
On screen is a reduced design; the full one of the paper has
{len(FULL_DESIGN.mixtures)} {_FACTORS} = {FULL_DESIGN.n_partitions:,} partitions
and runs on demand below.

**In class (5 min).** Which of these criteria would you trust to compare k = 2 with k = 20? Note
that drift is not the only thing that matters: a criterion can be flat and still be blind.
""",
    minutes=5,
    build=build_chance,
    below=full_picture,
)
