"""`aucc agreement`: the paper's table of agreement with true labels, recomputed beside it."""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from aucc_core.cli.output import ProgressBar, print_json, print_table, require_folder
from aucc_core.cli.paper import paper_set
from aucc_core.score.inputs import InputError

if TYPE_CHECKING:
    import pandas as pd

    from aucc_core.paper.public import PublicAgreement
    from aucc_core.score.inputs import Dataset

NAME = "agreement"
HELP = "recompute the paper's table of agreement with true labels"
ABOUT = """\
Cluster labelled data with k-means and four linkages, k = 2 to the root of n, and correlate every
criterion with the adjusted Rand index (ARI) over all partitions, as the paper does. Each cell
shows: printed | corrected | computed now.

The paper's printed table has two slips that "corrected" is without: its rows ASWC and SSWC are
swapped, and its Davies-Bouldin row was not turned so that higher is better. --csv and --json also
have figures recomputed with other software.

With --public the same is done on a folder of benchmark sets, battery/name.data.gz with references
battery/name.labels0.gz, labels1 and so on (0 is noise), by all criteria. Also shown is the
partition that each criterion scores best: its ARI, and whether its k is that of a reference.
All of it is also written as a page that opens in any browser: ranks with their intervals, criteria
by sets, where each criterion fails (--page names the file, else it is aucc-leaderboard.html here).
34 sets of up to 5,000 objects take some minutes."""

PAGE = "aucc-leaderboard.html"

# More columns than this do not fit a screen: means and ranks are shown instead.
MOST_COLUMNS = 10


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
        "--public", metavar="FOLDER", help="the benchmark sets of a folder instead of the paper's"
    )
    parser.add_argument(
        "--max-objects",
        type=int,
        default=5000,
        metavar="N",
        help="with --public: leave larger sets out (default: 5,000)",
    )
    parser.add_argument(
        "--n-init", type=int, default=100, help="random starts of k-means (default: 100)"
    )
    parser.add_argument("--seed", type=int, default=0, help="decides every start (default: 0)")
    parser.add_argument("--csv", metavar="FILE", help="write everything to a CSV file")
    parser.add_argument(
        "--page", metavar="FILE", help=f"with --public: where to write the page (default: {PAGE})"
    )
    parser.add_argument("--json", action="store_true", help="print JSON with all digits")


def run(args: argparse.Namespace) -> int:
    """Compute the table and print it."""
    require_folder(args.csv)
    require_folder(args.page)
    if args.page is not None and args.public is None:
        raise InputError("--page is a leaderboard of benchmark sets; add --public FOLDER.")
    if args.public is not None:
        return _run_public(args)
    datasets = dict(_load(name) for name in args.names or _shipped())

    from aucc_core.criteria import CRITERIA
    from aucc_core.paper.agreement import paper_agreement
    from aucc_core.paper.published import (
        CORRECTED_AGREEMENT,
        PAPER_CRITERIA,
        PRINTED_AGREEMENT,
        RECOMPUTED_AGREEMENT,
    )

    bar = ProgressBar()
    columns: dict[str, Mapping[str, Mapping[str, float]]] = {}
    try:
        for name, dataset in datasets.items():
            found = paper_agreement(dataset, seed=args.seed, n_init=args.n_init, progress=bar)
            columns[name] = {
                "printed": dict(PRINTED_AGREEMENT[name]),
                "corrected": dict(CORRECTED_AGREEMENT[name]),
                "computed": {c: float(found[c]) for c in PAPER_CRITERIA},
                "recomputed": dict(RECOMPUTED_AGREEMENT[name]),
            }
    finally:
        bar.close()
    if args.csv:
        _write(args.csv, _tidy(columns))
    if args.json:
        print_json(columns)
        return 0
    rows = [
        [CRITERIA[c].short, *(_cell(values, c) for values in columns.values())]
        for c in PAPER_CRITERIA
    ]
    print_table(["criterion", *columns], rows)
    print("\nEach cell: printed | corrected | computed now.")
    for name, values in columns.items():
        worst = max(abs(values["computed"][c] - values["recomputed"][c]) for c in PAPER_CRITERIA)
        print(f"{name}: largest difference to figures recomputed with other software {worst:.3f}")
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
    printed, corrected, computed = (
        values[kind][criterion] for kind in ("printed", "corrected", "computed")
    )
    return f"{printed:5.2f} |{corrected:5.2f} |{computed:6.3f}"


def _tidy(columns: Mapping[str, Mapping[str, Mapping[str, float]]]) -> pd.DataFrame:
    """One row per data set and criterion."""
    import pandas as pd

    frames = [
        pd.DataFrame(values).rename_axis("criterion").reset_index().assign(data=name)
        for name, values in columns.items()
    ]
    table = pd.concat(frames, ignore_index=True)
    return table[["data", *table.columns.drop("data")]]


def _write(path: str, table: pd.DataFrame) -> None:
    from aucc_core.report.exports import csv_bytes

    Path(path).write_bytes(csv_bytes(table))


# A folder of benchmark sets


def _run_public(args: argparse.Namespace) -> int:
    if args.names:
        raise InputError(
            f"--public takes the sets of a folder, {args.names[0]!r} is one of the paper's. "
            "Ask for one kind at a time."
        )
    if args.max_objects < 1:
        raise InputError(f"--max-objects must be 1 or more; got {args.max_objects}.")

    from aucc_core.datasets.benchmark import read_benchmark
    from aucc_core.paper.public import public_agreement, public_table

    begin = time.perf_counter()
    sets = list(read_benchmark(args.public, most_objects=args.max_objects))
    bar = ProgressBar()
    found = []
    try:
        for at, one in enumerate(sets):
            bar(at, len(sets), one.name)
            found.append(public_agreement(one, seed=args.seed, n_init=args.n_init))
    finally:
        bar.close()
    table = public_table(found)
    if args.csv:
        _write(args.csv, table)
    page = args.page or PAGE
    if not table.empty:
        from aucc_core.paper.leaderboard import leaderboard
        from aucc_core.paper.run import Stamp
        from aucc_core.report.leaderboard_page import leaderboard_html

        seconds = time.perf_counter() - begin
        stamp = Stamp.now(seed=args.seed, n_init=args.n_init, seconds=seconds)
        written = leaderboard_html(leaderboard(found, seed=args.seed), stamp)
        Path(page).write_text(written, encoding="utf-8")
    problems = {one.name: one.problem for one in found if one.problem}
    if args.json:
        print_json({"rows": table.astype(object).to_dict("records"), "problems": problems})
        return 0
    if not table.empty:
        _print_public(table, [one for one in found if not one.problem])
        print(f"The same as a page: {page}")
    for name, problem in problems.items():
        print(f"{name}: {problem}")
    return 0


def _print_public(table: pd.DataFrame, found: list[PublicAgreement]) -> None:
    from aucc_core.criteria import CRITERIA
    from aucc_core.paper.public import public_summary

    summary = public_summary(table)
    several = len(found) > 1
    each = found if len(found) <= MOST_COLUMNS else []
    ranks = ["mean", "rank"] if several else []
    rows = [
        [
            CRITERIA[str(name)].short,
            *(f"{one.table['agreement'].get(name, float('nan')):.3f}" for one in each),
            *([f"{row['agreement']:.3f}", f"{row['rank']:.1f}"] if several else []),
            f"{row['ari']:.3f}",
            f"{row['hit']:.2f}",
        ]
        for name, row in summary.iterrows()
    ]
    print_table(["criterion", *(one.name for one in each), *ranks, "ARI of pick", "k hit"], rows)
    best = sum(one.best for one in found) / len(found)
    partitions, seconds = sum(one.n_partitions for one in found), sum(one.seconds for one in found)
    sets = f"{len(found)} sets" if several else "1 set"
    ranks_too = ", its mean and mean rank" if several else ""
    print(f"\n{sets}, {partitions:,} partitions in {seconds:.0f} s. Columns:")
    print(f"correlation with ARI (best reference){ranks_too};")
    print(f"ARI of the partition that the criterion scores best (possible: {best:.3f});")
    print("how often its k is that of a reference.")
