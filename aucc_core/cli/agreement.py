"""`aucc agreement`: the paper's table of agreement with true labels, recomputed beside it."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING

from aucc_core.cli.output import ProgressBar, print_json, print_table
from aucc_core.cli.paper import paper_set

if TYPE_CHECKING:
    from aucc_core.score.inputs import Dataset

NAME = "agreement"
HELP = "recompute the paper's table of agreement with true labels"
ABOUT = """\
Cluster labelled data with k-means and four linkages, k = 2 to the root of n, and correlate every
criterion with the adjusted Rand index (ARI) over all partitions, as the paper does. Each cell
shows: computed now | recomputed with other software | paper.

The paper's printed table has two slips, corrected here: its rows ASWC and SSWC are swapped, and
its Davies-Bouldin row was not turned so that higher is better."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "names",
        metavar="NAME",
        nargs="*",
        help="data sets of the paper; NAME=PATH reads a local copy, as in control=control.csv "
        "(default: those that are shipped and have few tied distances)",
    )
    parser.add_argument(
        "--n-init", type=int, default=100, help="random starts of k-means (default: 100)"
    )
    parser.add_argument("--seed", type=int, default=0, help="decides every start (default: 0)")
    parser.add_argument("--json", action="store_true", help="print JSON with all digits")


def run(args: argparse.Namespace) -> int:
    """Compute the table and print it."""
    datasets = dict(_load(name) for name in args.names or _shipped())

    from aucc_core.criteria import CRITERIA
    from aucc_core.paper.agreement import paper_agreement
    from aucc_core.paper.published import PAPER_AGREEMENT, PAPER_CRITERIA, RECOMPUTED_AGREEMENT

    bar = ProgressBar()
    columns: dict[str, Mapping[str, Mapping[str, float]]] = {}
    try:
        for name, dataset in datasets.items():
            found = paper_agreement(dataset, seed=args.seed, n_init=args.n_init, progress=bar)
            columns[name] = {
                "computed": {c: float(found[c]) for c in PAPER_CRITERIA},
                "recomputed": dict(RECOMPUTED_AGREEMENT[name]),
                "paper": dict(PAPER_AGREEMENT[name]),
            }
    finally:
        bar.close()
    if args.json:
        print_json(columns)
        return 0
    rows = [
        [CRITERIA[c].short, *(_cell(values, c) for values in columns.values())]
        for c in PAPER_CRITERIA
    ]
    print_table(["criterion", *columns], rows)
    print("\nEach cell: computed now | recomputed with other software | paper.")
    for name, values in columns.items():
        worst = max(abs(values["computed"][c] - values["recomputed"][c]) for c in PAPER_CRITERIA)
        print(f"{name}: largest difference to the recomputed figures {worst:.3f}")
    return 0


def _shipped() -> list[str]:
    """The sets on which a formula can be tested without a network."""
    from aucc_core.paper.agreement import SHIPPED
    from aucc_core.paper.published import FIRM_SETS

    return [name for name in FIRM_SETS if name in SHIPPED]


def _load(text: str) -> tuple[str, Dataset]:
    from aucc_core.datasets import load_dataset

    given = paper_set(text)
    return text.partition("=")[0], load_dataset(given) if isinstance(given, str) else given


def _cell(values: Mapping[str, Mapping[str, float]], criterion: str) -> str:
    computed, recomputed, paper = (
        values[kind][criterion] for kind in ("computed", "recomputed", "paper")
    )
    return f"{computed:6.3f} |{recomputed:6.3f} |{paper:5.2f}"
