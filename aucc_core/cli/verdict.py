"""`aucc score --verdict`: how many clusters there are, beside the scores of those in the file."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import TYPE_CHECKING

from aucc_core.cli.output import ProgressBar, printable
from aucc_core.cli.size import stays_on_disk
from aucc_core.validate import InputError

if TYPE_CHECKING:
    from aucc_core.score_verdict import ScoreVerdict
    from aucc_core.scorecard import ScoreReport


def add_verdict_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--verdict",
        action="store_true",
        help="also examine whether there is structure and how many clusters, and say whether the "
        "label columns agree; for up to 10,000 objects, takes seconds to minutes",
    )
    parser.add_argument(
        "--seed",
        type=int,
        help="decides the random draws behind --verdict (default: 0)",
    )


def check_verdict_arguments(args: argparse.Namespace) -> None:
    """Refuse what cannot go together before anything is computed."""
    if args.seed is not None and not args.verdict:
        raise InputError("--seed is for --verdict; give both. For --engine sample: --sample-seed.")
    if args.seed is not None and args.seed < 0:
        raise InputError(f"--seed must be 0 or more; got {args.seed}.")
    if args.verdict and stays_on_disk(args):
        raise InputError(
            "--verdict needs the whole table, and --engine sample leaves this file on disk; leave "
            "one of the two out."
        )


def judge(report: ScoreReport, args: argparse.Namespace) -> ScoreVerdict:
    """The verdict, with a progress bar."""
    from aucc_core.score_verdict import verdict_of

    bar = ProgressBar()
    try:
        return verdict_of(report, seed=args.seed or 0, progress=bar)
    finally:
        bar.close()


def print_verdict(judged: ScoreVerdict) -> None:
    """The card as text, below the table of scores."""
    found = judged.verdict
    print(f"\n{found.headline}")
    print("=" * len(found.headline))
    if found.weight:
        print(found.weight)
    _print_list("Your clusterings", judged.own_lines())
    _print_list("For it", found.for_it)
    _print_list("Against it", found.against_it)
    _print_list("What would change it", found.would_change)
    print(f"\n{judged.question.how}\n{found.record}")


def _print_list(title: str, lines: Iterable[str]) -> None:
    shown = [f"- {printable(line)}" for line in lines]
    if shown:
        print("\n".join(["", f"{title}:", *shown]))
