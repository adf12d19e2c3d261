"""`aucc distances FILE --labels COLUMN`: which distance fits the labels."""

from __future__ import annotations

import argparse
import sys
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
from aucc_core.cli.size import SAY_SECONDS
from aucc_core.cli.source import (
    add_noise_argument,
    add_source_arguments,
    load_source,
    named_labels,
)
from aucc_core.score.inputs import Dataset, InputError

if TYPE_CHECKING:
    from aucc_core.explain.label_distances import LabelDistances

NAME = "distances"
HELP = "which distance fits the labels in a column"
ABOUT = """\
Score the labels in a column at every distance and scaling that the table can be compared by, and
without each feature, and say where they score highest. Such a choice makes the score too good:
shuffled labels and held-out objects say how much. --metric plays no part."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_source_arguments(parser)
    add_noise_argument(parser, "drop", "objects with the label -1 or none")
    parser.add_argument(
        "--seed",
        type=int,
        default=0,
        help="decides every random draw: same seed, same answer (default: 0)",
    )
    parser.add_argument("--csv", metavar="OUT", help="also write all scores to this CSV file")
    parser.add_argument("--json", action="store_true", help="print JSON with all digits")


def run(args: argparse.Namespace) -> int:
    """Look at all distances, write the table if asked for, print what was found."""
    require_folder(args.csv)
    if args.seed < 0:
        raise InputError(f"--seed must be 0 or more; got {args.seed}.")
    dataset = load_source(args)
    columns = named_labels(dataset, args.labels)
    if len(columns) > 1:
        raise InputError(f"Name one label column; got {', '.join(columns)}.")
    ((name, labels),) = columns.items()

    from aucc_core.explain.label_distances import label_distances, label_distances_cost
    from aucc_core.report.exports import csv_bytes
    from aucc_core.report.score_card import scored_part

    keep, codes, n_noise = scored_part(labels, dataset.n, args.noise)
    data = dataset if keep.all() else dataset.part(keep.nonzero()[0])
    cost = label_distances_cost(data)
    if cost.seconds >= SAY_SECONDS:
        print(cost.line, file=sys.stderr)
    bar = ProgressBar()
    try:
        found = label_distances(data, codes, seed=args.seed, progress=bar)
    finally:
        bar.close()
    if args.csv:
        Path(args.csv).write_bytes(csv_bytes(found.table))
    if args.json:
        print_json({"data": dataset.name, "labels": name, "noise": n_noise, **_record(found)})
        return 0
    print_notices(dataset.notices)
    _print(dataset, name, found)
    return 0


def _record(found: LabelDistances) -> dict[str, Any]:
    return {
        "n": found.n,
        "objects": found.total,
        "best": vars(found.best),
        "p_best": found.p_best,
        "seen": found.seen,
        "held_out": found.held_out,
        "sentences": list(found.sentences),
        "refused": dict(found.refused),
        "scores": [vars(fit) for fit in (*found.fits, *found.without)],
    }


def _print(dataset: Dataset, name: str, found: LabelDistances) -> None:
    print(f"{printable(dataset.name)}: {found.total:,} objects, labels {printable(name)}\n")
    rows = [[fit.label, f"{fit.aucc:.7f}", f"{fit.p_value:.2g}"] for fit in found.fits]
    print_table(("distance", "AUCC", "p"), rows)
    print()
    for line in found.sentences:
        print(f"- {printable(line)}")
    for why in found.refused.values():
        print(f"- Left out: {printable(why)}")
