"""Options for large data: which engine, how much memory, which cluster; scoring from disk."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from aucc_core.cli.output import ProgressBar
from aucc_core.cli.source import metric_options
from aucc_core.cost import SAMPLED_PAIRS, parse_bytes
from aucc_core.large.engine import (
    CLUSTER_VARIABLE,
    ENGINES,
    EngineChoice,
    SizeChoices,
    choice_for,
    score_any_size,
)
from aucc_core.score.inputs import InputError, label_codes

if TYPE_CHECKING:
    from aucc_core.score.result import Score

# Work that takes longer is announced with what it takes.
SAY_SECONDS = 2.0


def add_size_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    each = " ".join(f"{row.name}: {row.help}" for row in ENGINES.values())
    parser.add_argument(
        "--engine",
        choices=("auto", *ENGINES),
        default="auto",
        help=f"how to count. {each} auto decides by size and memory (default)".replace("%", "%%"),
    )
    parser.add_argument(
        "--memory",
        metavar="AMOUNT",
        help="memory that may be used, such as 500MB or 2GB (default: the environment variable "
        "AUCC_MEMORY, else 1GB, for a sweep 3GB)",
    )
    parser.add_argument(
        "--tolerance",
        type=float,
        default=SizeChoices.tolerance,
        help=f"how far apart bounds may be (default: {SizeChoices.tolerance:.5f})",
    )
    parser.add_argument(
        "--pairs",
        metavar="COUNT",
        type=int,
        help="pairs to sample; four times as many halve the interval "
        f"(default: {SAMPLED_PAIRS // 10**6} million)",
    )
    parser.add_argument(
        "--sample-seed",
        metavar="SEED",
        type=int,
        default=0,
        help="decides which pairs are sampled (default: 0)",
    )
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="count bounds on the Dask cluster with this scheduler, such as "
        "tcp://192.168.1.5:8786 (default: the environment variable AUCC_CLUSTER, else none)",
    )


def size_choices(args: argparse.Namespace) -> tuple[SizeChoices, str | None]:
    """What the options overrule, and the address of the cluster if there is one."""
    size = SizeChoices(
        engine=args.engine,
        memory=parse_bytes(args.memory) if args.memory else None,
        tolerance=args.tolerance,
        n_pairs=args.pairs or SizeChoices.n_pairs,
        seed=args.sample_seed,
    )
    return size, args.cluster or os.environ.get(CLUSTER_VARIABLE) or None


def answer_for(data: Any, labels: npt.NDArray, args: argparse.Namespace) -> Score:
    """AUCC of one partition by the engine asked for, with a progress bar."""
    size, client = size_choices(args)
    asked = {"metric": args.metric, "metric_options": metric_options(args)}
    choice = choice_for(data, size, **asked, client=client)
    if client is None:  # what a cluster takes depends on its machines
        say_cost("Scoring", choice)
    bar = ProgressBar()
    try:
        (found,) = score_any_size(
            data, [labels], size, **asked, choice=choice, client=client, progress=bar
        )
    finally:
        bar.close()
    return found


def say_cost(work: str, choice: EngineChoice) -> None:
    """What is about to be done and what it takes, when that is worth a line."""
    if choice.cost.seconds >= SAY_SECONDS:
        print(f"{work}: {choice}", file=sys.stderr)


def inexact_fields(answer: Score) -> dict[str, Any]:
    """What a record says of a number that was not found exactly; counts are not known."""
    return {
        "aucc": answer.value,
        "gamma": 2 * answer.value - 1,
        "tie_mass": None,
        "s_plus": None,
        "s_minus": None,
        "s_zero": None,
        "engine": answer.engine,
        "low": answer.low,
        "high": answer.high,
        "confidence": answer.confidence,
        "text": str(answer),
    }


def stays_on_disk(args: argparse.Namespace) -> bool:
    """Whether FILE is sampled without loading it."""
    path, row = Path(args.file), ENGINES.get(args.engine)
    return (
        row is not None and row.from_disk and path.suffix in (".npy", ".parquet") and path.is_file()
    )


def records_from_disk(args: argparse.Namespace) -> list[dict[str, Any]]:
    """Score a .npy or Parquet file of any size by sampling its rows."""
    from aucc_core.large.disk import open_table

    if args.standardize or args.noise:
        raise InputError(
            "--standardize and --noise need the whole table; choose another --engine, or prepare "
            "the file first."
        )
    path = Path(args.file)
    if args.labels_file:
        from aucc_core.ingest import read_labels

        columns = read_labels(args.labels_file)
    elif path.suffix == ".npy":
        raise InputError("A .npy file has no label column; give the labels with --labels-file.")
    else:
        columns = {}
    names = [*columns] or args.labels
    if not names:
        raise InputError("Name the column that holds the clusters with --labels COLUMN.")
    records = []
    for name in names:
        source, found = open_table(
            path, labels=None if columns else name, leave_out=[*args.labels, *args.ignore]
        )
        labels = np.asarray(columns[name] if columns else found)
        answer = answer_for(source, labels, args)
        records.append(
            {
                "data": path.name,
                "labels": name,
                "n": source.n,
                "k": int(label_codes(labels).max()) + 1,
                "metric": args.metric,
                "metric_options": metric_options(args),
                "ties": "half",
                **inexact_fields(answer),
                "coverage": 1.0,
                "notices": [],
            }
        )
    return records
