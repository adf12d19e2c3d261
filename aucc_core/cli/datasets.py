"""`aucc datasets`: what is built in, and the settings of each set."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from aucc_core.cli.output import print_json, print_table

if TYPE_CHECKING:
    from aucc_core.datasets import DatasetEntry

NAME = "datasets"
HELP = "list the built-in data sets"
ABOUT = "List the built-in data sets, or show one with its settings, source and licence."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("name", metavar="NAME", nargs="?", help="show this one in full")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")


def run(args: argparse.Namespace) -> int:
    """List all, or show one."""
    from aucc_core.datasets import DATASETS, find_dataset

    if args.name is not None:
        entry = find_dataset(args.name)
        if args.json:
            print_json(_record(entry))
        else:
            _show(entry)
    elif args.json:
        print_json([_record(entry) for entry in DATASETS.values()])
    else:
        print_table(
            ("name", "objects", "features", "k", "kind", "title"),
            [_row(entry) for entry in DATASETS.values()],
        )
    return 0


def _row(entry: DatasetEntry) -> tuple[str, ...]:
    objects, features = (str(size) for size in entry.size)
    title = f"{entry.title} (download)" if entry.online else entry.title
    return (entry.name, objects, features, str(entry.true_k or "-"), entry.kind, title)


def _record(entry: DatasetEntry) -> dict[str, Any]:
    return {
        "name": entry.name,
        "title": entry.title,
        "description": entry.description,
        "kind": entry.kind,
        "objects": entry.size[0],
        "features": entry.size[1],
        "true_k": entry.true_k,
        "online": entry.online,
        "source": entry.source,
        "licence": entry.licence,
        "settings": [
            {
                "name": s.name,
                "kind": s.kind,
                "default": s.default,
                "low": None if s.kind == "path" else s.low,
                "high": None if s.kind == "path" else s.high,
                "help": s.help,
            }
            for s in entry.settings
        ],
    }


def _show(entry: DatasetEntry) -> None:
    groups = "no groups" if entry.true_k is None else f"{entry.true_k} groups"
    print(f"{entry.name}: {entry.title}")
    print(f"{entry.size[0]:,} objects, {entry.size[1]} features, {groups}")
    print(entry.description)
    print(f"Source: {entry.source}")
    print(f"Licence: {entry.licence}")
    if entry.settings:
        print("\nSettings (--set NAME=VALUE):")
        print_table(
            ("name", "default", "allowed", "meaning"),
            [
                (
                    s.name,
                    str(s.default) or "none",
                    s.allowed,
                    s.help,
                )
                for s in entry.settings
            ],
        )
