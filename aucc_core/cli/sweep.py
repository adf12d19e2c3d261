"""`aucc sweep FILE`: cluster with several algorithms and numbers of clusters, score them all."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aucc_core.cli.output import (
    ProgressBar,
    print_json,
    print_notices,
    print_table,
    printable,
    require_folder,
)
from aucc_core.cli.size import add_size_arguments, say_cost, size_choices
from aucc_core.cli.source import (
    add_noise_argument,
    add_source_arguments,
    list_names,
    load_source,
    metric_options,
)
from aucc_core.partitions import ALGORITHMS
from aucc_core.score.inputs import InputError

if TYPE_CHECKING:
    import pandas as pd

NAME = "sweep"
HELP = "cluster with several algorithms and k, score every result"
ABOUT = """\
Cluster the data with every algorithm and every number of clusters k, and score every result.
A label column is left out of the clustering."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_source_arguments(parser)
    parser.add_argument(
        "--algorithms",
        metavar="NAMES",
        default="kmeans",
        help="comma-separated, from the list below (default: kmeans)",
    )
    list_names(
        parser, "--algorithms", {a.name: f"{a.help} {a.source}" for a in ALGORITHMS.values()}
    )
    parser.add_argument(
        "--k",
        metavar="K",
        default="2:10",
        help="numbers of clusters: 2:10 for 2 to 10, 2:20:3 in steps of 3, 2,4,8 for a list "
        "(default: 2:10)",
    )
    parser.add_argument(
        "--criteria",
        metavar="NAMES",
        default="aucc",
        help="comma-separated scores; a wrong name lists all (default: aucc)",
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=0,
        help="decides every random start: same seed, same result (default: 0)",
    )
    parser.add_argument(
        "--n-init",
        type=int,
        default=10,
        help="random starts of which the best is kept (default: 10)",
    )
    add_noise_argument(
        parser, "drop", "objects that an algorithm puts in no cluster (default: drop)"
    )
    add_size_arguments(parser)
    parser.add_argument("--csv", metavar="OUT", help="also write the table to this CSV file")
    parser.add_argument(
        "--parquet", metavar="OUT", help="also write the table to this Parquet file"
    )
    parser.add_argument("--json", action="store_true", help="print JSON with all digits")
    parser.add_argument(
        "--progress",
        action=argparse.BooleanOptionalAction,
        help="show a progress bar on stderr (default: when stderr is a terminal)",
    )


def run(args: argparse.Namespace) -> int:
    """Sweep, write the files asked for, print the table."""
    ks = parse_ks(args.k)
    algorithms, criteria = names_of(args.algorithms), names_of(args.criteria)
    for out in (args.csv, args.parquet):
        require_folder(out)
    dataset = load_source(args)

    from aucc_core.large.engine import EngineChoice
    from aucc_core.partitions.spec import run_of
    from aucc_core.report.exports import csv_bytes
    from aucc_core.sweeps.scorer import PartitionScorer
    from aucc_core.sweeps.sweep import run_sweep, sweep_cost

    size, client = size_choices(args)
    objects, spec = run_of(
        dataset, algorithms, ks, metric=args.metric, metric_options=metric_options(args),
        seed=args.seed, n_init=args.n_init, noise=args.noise, size=size,
    )  # fmt: skip
    scorer = PartitionScorer(objects, spec, criteria, client=client)
    if client is None:  # what a cluster takes depends on its machines
        cost = sweep_cost(dataset, scorer)
        say_cost("Clustering and scoring", EngineChoice(scorer.choice.engine, cost))
    bar = ProgressBar(shown=args.progress)
    try:
        result = run_sweep(scorer, bar)
    finally:
        bar.close()
    table, notices = result.table, [*dataset.notices, *result.notices]
    if args.csv:
        Path(args.csv).write_bytes(csv_bytes(table))
    if args.parquet:
        table.to_parquet(args.parquet, index=False)
    if args.json:
        print_json(
            {
                "data": dataset.name,
                "n": dataset.n,
                "metric": args.metric,
                "metric_options": dict(spec.metric_options),
                "seed": args.seed,
                "n_init": args.n_init,
                "rows": table.astype(object).to_dict(orient="records"),
                "notices": notices,
            }
        )
        return 0
    print_notices(notices)
    print(f"{printable(dataset.name)}: {dataset.n:,} objects, metric {args.metric}\n")
    _print_frame(table)
    return 0


def parse_ks(text: str) -> list[int]:
    """Numbers of clusters from "2:10", "2:20:3", "2,4,8" or a mix such as "2:5,10"."""
    ks: list[int] = []
    for part in text.split(","):
        try:
            numbers = [int(piece) for piece in part.split(":")]
        except ValueError:
            numbers = []
        if not 1 <= len(numbers) <= 3:
            raise InputError(f"--k needs numbers such as 2:10, 2:20:3 or 2,4,8; got {text!r}.")
        first, last, step = numbers[0], numbers[min(1, len(numbers) - 1)], (numbers[2:] or [1])[0]
        if last < first or step < 1:
            raise InputError(f"--k must go upwards, from small to large; got {part!r}.")
        ks.extend(range(first, last + 1, step))
    return list(dict.fromkeys(ks))


def names_of(text: str) -> list[str]:
    """Names from a comma-separated list."""
    return [name.strip() for name in text.split(",") if name.strip()]


def _print_frame(table: pd.DataFrame) -> None:
    rows = table.itertuples(index=False, name=None)
    print_table([str(c) for c in table.columns], [[_cell(value) for value in row] for row in rows])


def _cell(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)
