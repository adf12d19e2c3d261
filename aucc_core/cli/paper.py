"""`aucc paper`: every figure and table of the paper, computed again beside what was printed."""

from __future__ import annotations

import argparse
import math
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from aucc_core.cli.output import ProgressBar, print_json, print_table
from aucc_core.score.inputs import InputError

if TYPE_CHECKING:
    from aucc_core.paper import SetAgreement
    from aucc_core.score.inputs import Dataset

NAME = "paper"
HELP = "recompute the figures and tables of the paper"
ABOUT = """\
Without arguments: all parts but the agreement study, which takes a minute. Parts: basics, toy,
ties, ruspini, nine_gaussians, overlap, chance, equivalence, expectation, timing, agreement.

The agreement study clusters labelled data sets in many ways and correlates every criterion with
the adjusted Rand index (ARI) against the true labels. The paper's printed table has two slips
that "corrected" is without: its rows ASWC and SSWC are swapped, and its Davies-Bouldin row was not
turned so that higher is better. On balance and iris many distances are equal, so that row order
and random starts alone move their cells ("moved by ties").

Outcomes: "equal" to one unit of the last printed digit; "within spread" of two random draws (z is
the difference in their standard deviations); "close" to 0.025; words of the paper and checks of our
own that "hold"; "shown" has nothing beside it."""

AGREEMENT = "agreement"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("parts", metavar="PART", nargs="*", help="which parts (default: the quick)")
    parser.add_argument("--all", action="store_true", help="every part, the agreement study too")
    parser.add_argument(
        "--sets",
        metavar="NAME,NAME",
        help="data sets of the agreement study (default: all that come with the program; control "
        "and karhunen are downloaded; NAME=PATH reads a local copy, as in control=control.csv)",
    )
    parser.add_argument(
        "--n-init", type=int, default=100, help="random starts of k-means in it (default: 100)"
    )
    parser.add_argument("--seed", type=int, default=0, help="decides every draw (default: 0)")
    parser.add_argument("--csv", metavar="FILE", help="write everything to a CSV file")
    parser.add_argument("--json", action="store_true", help="print JSON with all digits")


def run(args: argparse.Namespace) -> int:
    """Compute the parts and print them."""
    from aucc_core.paper import PARTS, run_paper, tally
    from aucc_core.paper.run import COLUMNS
    from aucc_core.report.exports import csv_bytes
    from aucc_core.report.statements import said

    parts, sets = _asked(args)
    bar = ProgressBar()
    try:
        done = run_paper(
            parts,
            sets,
            seed=args.seed,
            n_init=args.n_init,
            progress=bar,
        )
    finally:
        bar.close()
    table = done.table()
    if args.csv:
        Path(args.csv).write_bytes(csv_bytes(table))
    if args.json:
        print_json(
            {
                "figures": table[COLUMNS].astype(object).to_dict("records"),
                "problems": {c.name: c.problem for c in done.columns if c.problem},
                "stamp": asdict(done.stamp),
            }
        )
        return 0
    rows = [
        [
            row["part"],
            row["quantity"],
            row["printed"],
            row["corrected"] if row["corrected"] != row["printed"] else "",
            f"{row['ours']:.7g}",
            "" if math.isnan(row["z"]) else f"{row['z']:+.1f}",
            row["outcome"],
        ]
        for row in table.astype({"z": float}).to_dict("records")
    ]
    heads = ["part", "quantity", "printed or said", "corrected", "computed now", "z", "outcome"]
    print_table(heads, rows)
    for line in said("tally", tally(c for part in done.parts.values() for c in part.checks)):
        print(line.replace("**", ""))
    for column in done.columns:
        print(_said(column))
    print(f"\n{done.stamp.text()}")
    if len(parts) == len(PARTS) and not sets:
        print('The agreement study takes a minute: "aucc paper agreement".')
    return 0


def _said(column: SetAgreement) -> str:
    if column.problem:
        return f"{column.name}: {column.problem}"
    return (
        f"{column.name}: {column.n_partitions} partitions of {column.n} objects in "
        f"{column.seconds:.1f} s, {column.clustering:.1f} s of it for clustering"
    )


def _asked(args: argparse.Namespace) -> tuple[list[str], list[Dataset | str]]:
    from aucc_core.paper import PARTS
    from aucc_core.paper.agreement import SHIPPED

    known = [*PARTS, AGREEMENT]
    for name in args.parts:
        if name not in known:
            raise InputError(f"The paper has no part {name!r}; parts: {', '.join(known)}.")
    asked = known if args.all else args.parts or list(PARTS)
    sets = [paper_set(text) for text in (args.sets or "").split(",") if text]
    if AGREEMENT not in asked and not sets:
        return asked, []
    return [p for p in asked if p in PARTS and (args.parts or args.all)], sets or list(SHIPPED)


def paper_set(text: str) -> Dataset | str:
    """A data set of the paper by name, or NAME=PATH, a local copy of one that is downloaded."""
    from aucc_core.datasets import load_dataset
    from aucc_core.paper.agreement import ONLINE, SHIPPED

    name, given, path = text.partition("=")
    if name not in (*SHIPPED, *ONLINE):
        raise InputError(
            f"{name!r} is not a data set of the paper that can be had; known: "
            f"{', '.join((*SHIPPED, *ONLINE))}."
        )
    return load_dataset(name, path=path) if given else name
