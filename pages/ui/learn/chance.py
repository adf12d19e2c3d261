"""Lesson 5: labels drawn at random, and which criteria notice."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from aucc_core.chance import BALANCES, FULL_DESIGN, REDUCED_DESIGN, ChanceDesign, chance_experiment
from aucc_core.chance_scores import CHANCE_CRITERIA
from aucc_core.criteria import CRITERIA
from pages.ui.lessons import full_design
from pages.ui.lessons.lesson import Lesson, Payload, Question, Settings, read_seed, rounded


def read_settings(query: Mapping[str, str]) -> Settings:
    """The seed is the only setting."""
    return {"seed": read_seed(query)}


def build(seed: int) -> Payload:
    """The reduced design, recomputed here and now."""
    return picture(chance_experiment(REDUCED_DESIGN, seed=seed), REDUCED_DESIGN)


def picture(table: pd.DataFrame, design: ChanceDesign) -> Payload:
    """What the browser draws: a line a mixture, their mean, and the spread within one setting."""
    criteria = [name for name in CHANCE_CRITERIA if name in set(table["criterion"])]
    ks = sorted(int(k) for k in table["k"].unique())
    panels = []
    for name in criteria:
        rows = table[table["criterion"] == name]
        lines = {}
        for balance in design.balances:
            by_k = rows[rows["balance"] == balance].pivot_table(
                index="mixture", columns="k", values="mean"
            )
            spread = rows[rows["balance"] == balance].groupby("k")["std"].mean()
            lines[balance] = {
                "sets": rounded(by_k.to_numpy(), 5),
                "mean": rounded(by_k.mean().to_numpy(), 5),
                "spread": rounded(spread.to_numpy(), 5),
            }
        panels.append(
            {
                "name": name,
                "label": CRITERIA[name].short,
                "said": said(name),
                "ks": ks,
                "lines": lines,
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
        },
    }


def said(name: str) -> str:
    """A criterion in full, as far as it says more than its short name, and how it is turned."""
    row = CRITERIA[name]
    full = row.label.split(" (")[0]
    turned = "" if row.higher_is_better else "sign flipped"
    return turned if full == row.short else full


def full_picture(settings: Settings, shown: Payload) -> Payload:
    """Offer the full design under a fold; once it has run, its panels replace the reduced ones."""
    done = full_design.offer(settings["seed"])
    return shown if done is None else replace_panels(shown, picture(*done))


def replace_panels(shown: Payload, full: Payload) -> Payload:
    """The full run, with the reduced panels of the criteria that it left out."""
    ran = {panel["name"]: panel for panel in full["panels"]}
    return {**full, "panels": [ran.get(panel["name"], panel) for panel in shown["panels"]]}


FULL_TEXT = f"{FULL_DESIGN.n_partitions:,}"

LESSON = Lesson(
    key="chance",
    title="Chance",
    idea=(
        "Throw the labels: every object gets a cluster **at random**, with 2 to 23 clusters, equal "
        "or not. Such a clustering is worth nothing, whatever k is. A fair score says so and gives "
        "all of them the **same** value."
    ),
    question=Question(
        text="What does AUCC do for random labels as k grows?",
        options=("it rises", "it stays at 0.5", "it falls"),
        right=1,
        why=(
            "Over {count} random partitions, just drawn, its mean never leaves 0.5 by more than "
            "{furthest}. Silhouette, C-Index, C/√k and PBM drift with k: they prefer some k even "
            "where there is nothing to prefer."
        ),
    ),
    notes=f"""
**Aim.** "Corrected for chance" means one thing: worthless answers all get the same value, for any
number and balance of clusters. For AUCC this is a theorem (mean 0.5); here it is an experiment.

**What is drawn.** Gaussian mixtures of 500 objects. A thin line is one mixture (mean of its random
partitions), a thick line the mean over mixtures. On screen is a reduced design; the full one of
the paper has 108 mixtures × 22 values of k × 3 balances × 100 partitions = {FULL_TEXT} partitions
and runs on demand below.

**In class (5 min).** Which of these criteria would you trust to compare k = 2 with k = 20? Note
that drift is not the only thing that matters: a criterion can be flat and still be blind.
""",
    settings=read_settings,
    build=build,
    below=full_picture,
)
