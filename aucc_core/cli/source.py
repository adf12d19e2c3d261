"""FILE on the command line: a path, `-` for standard input, or a built-in data set."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy.typing as npt

from aucc_core.partitions.noise import NOISE_POLICIES
from aucc_core.score.inputs import Dataset, InputError
from aucc_core.score.metrics import METRICS, metric_row


def add_source_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare FILE and how to read it."""
    parser.add_argument(
        "file",
        metavar="FILE",
        help='a table (CSV, Excel, JSON, Parquet, … also zipped), "-" for standard input, or the '
        'name of a built-in data set such as ruspini (see "aucc datasets"); write ./ruspini for a '
        "file of that name",
    )
    parser.add_argument(
        "--labels",
        metavar="COLUMN",
        action="append",
        default=[],
        help="column that holds the clusters; may be given several times. Without it: the known "
        "groups, when the data has them",
    )
    parser.add_argument(
        "--labels-file",
        metavar="FILE",
        help="a second file with one label per object: in the same order, or with ids",
    )
    parser.add_argument(
        "--sheet",
        metavar="NAME",
        help="sheet of a workbook, or table of a zip archive; the first or largest otherwise",
    )
    parser.add_argument(
        "--header-row",
        metavar="N",
        type=int,
        help="row that holds the names of the columns, counted from 1; 0 for none",
    )
    parser.add_argument(
        "--ignore",
        metavar="COLUMN",
        action="append",
        default=[],
        help="column to leave out; may be given several times",
    )
    parser.add_argument(
        "--standardize",
        action="store_true",
        help="scale every feature to mean 0 and standard deviation 1 first",
    )
    parser.add_argument(
        "--set",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="setting of a built-in data set, such as --set variance=100 --set seed=3",
    )
    parser.add_argument(
        "--metric",
        default="euclidean",
        help="distance between objects, a name from the list below (default: euclidean)",
    )
    parser.add_argument(
        "--metric-option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="setting of that distance, such as --metric minkowski --metric-option p=3; may be "
        f"given several times. There are {_known_settings()}",
    )
    list_names(parser, "--metric", {m.name: f"{m.help} {m.source}" for m in METRICS.values()})


def _known_settings() -> str:
    """Which distances have settings, and how these are without being told."""
    return "; ".join(
        f"{row.name}: {', '.join(f'{s.name} ({s.default:g})' for s in row.settings)}"
        for row in METRICS.values()
        if row.settings
    )


def metric_options(args: argparse.Namespace) -> dict[str, float]:
    """What the distance is told; its row refuses names that it does not know."""
    found: dict[str, float] = {}
    for item in args.metric_option:
        name, _, text = item.partition("=")
        try:
            found[name] = float(text)
        except ValueError:
            raise InputError(
                f"--metric-option needs NAME=VALUE with a number, such as p=3; got {item!r}."
            ) from None
    return found


def list_names(parser: argparse.ArgumentParser, option: str, meanings: Mapping[str, str]) -> None:
    """Say below the options which names one of them takes, with a line on each."""
    width = max(map(len, meanings))
    lines = (f"{name:<{width}}  {meaning}".rstrip() for name, meaning in meanings.items())
    parser.add_argument_group(f"names for {option}", "\n".join(lines))


def add_noise_argument(parser: argparse.ArgumentParser, default: str | None, objects: str) -> None:
    """Declare what happens to objects outside all clusters; `objects` says which these are."""
    ways = ", ".join(f"{row.name} ({row.label.lower()})" for row in NOISE_POLICIES.values())
    parser.add_argument(
        "--noise",
        choices=tuple(NOISE_POLICIES),
        default=default,
        help=f"what becomes of {objects}: {ways}",
    )


def load_source(args: argparse.Namespace) -> Dataset:
    """The data that FILE and its options name."""
    from aucc_core.datasets import DATASETS

    if args.file in DATASETS:
        return _built_in(args)
    if args.set:
        raise InputError(f"--set is for built-in data sets; {args.file!r} is none.")
    path = Path(args.file)
    if args.file != "-" and not path.is_file():
        what = "is a folder" if path.is_dir() else "is neither a file nor a built-in data set"
        raise InputError(f'{args.file!r} {what}; "aucc datasets" lists what is built in.')

    from aucc_core.ingest import read_table

    choices: dict[str, Any] = {"standardize": args.standardize}
    if args.labels:
        choices["label"] = args.labels
    if args.ignore:
        choices["ignore"] = args.ignore
    if args.labels_file:
        choices["labels_file"] = args.labels_file
    if args.sheet is not None:
        choices["sheet"] = args.sheet
    if args.header_row is not None:
        choices["header_row"] = args.header_row
    if not metric_row(args.metric).takes_features:
        choices["kind"] = "distances"
    if args.file == "-":
        return read_table(sys.stdin.buffer.read(), name="standard input", **choices)
    return read_table(path, **choices)


def _built_in(args: argparse.Namespace) -> Dataset:
    from aucc_core.datasets import DATASETS, load_dataset

    for option in ("labels_file", "sheet", "header_row", "ignore", "standardize"):
        value = getattr(args, option)
        # Row 0 is something that was asked for, unlike no columns.
        if value or type(value) is int:
            name = option.replace("_", "-")
            raise InputError(
                f"--{name} is for files; {args.file!r} is a built-in data set. Write ./{args.file} "
                "for a file of that name."
            )
    entry = DATASETS[args.file]
    known = {setting.name: setting for setting in entry.settings}
    settings: dict[str, Any] = {}
    for item in args.set:
        name, equals, text = item.partition("=")
        if not equals:
            raise InputError(f"--set needs NAME=VALUE; got {item!r}.")
        # An unknown name goes through as it is: load_dataset says which ones exist.
        settings[name] = known[name].parse(text) if name in known else text
    return load_dataset(args.file, **settings)


def named_labels(dataset: Dataset, asked: list[str]) -> dict[str, npt.NDArray]:
    """The label columns that were asked for, or the known groups."""
    known = dataset.label_columns
    there_are = f"there are {', '.join(known)}" if known else "there are none"
    missing = [name for name in asked if name not in known]
    if missing:
        raise InputError(f"{dataset.name!r} has no label column {missing[0]!r}; {there_are}.")
    if asked:
        return {name: known[name] for name in asked}
    if dataset.labels is None:
        raise InputError(
            f"{dataset.name!r} has no known groups to score; name the column that holds the "
            f"clusters with --labels COLUMN ({there_are})."
        )
    named = [name for name, column in known.items() if _equal(column, dataset.labels)]
    return {named[0] if named else "labels": dataset.labels}


def _equal(a: npt.NDArray, b: npt.NDArray) -> bool:
    return len(a) == len(b) and a.tolist() == b.tolist()
