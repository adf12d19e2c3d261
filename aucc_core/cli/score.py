"""`aucc score FILE --labels COLUMN`: AUCC of clusterings that the file already holds."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy.typing as npt

from aucc_core.cli.output import (
    print_json,
    print_notices,
    print_table,
    printable,
    require_folder,
)
from aucc_core.cli.size import (
    add_size_arguments,
    answer_for,
    inexact_fields,
    records_from_disk,
    stays_on_disk,
)
from aucc_core.cli.source import add_noise_argument, add_source_arguments, load_source
from aucc_core.cli.verdict import (
    add_verdict_arguments,
    check_verdict_arguments,
    judge,
    print_verdict,
)
from aucc_core.dataset import Dataset
from aucc_core.validate import InputError

if TYPE_CHECKING:
    from aucc_core.objects import Objects
    from aucc_core.score_verdict import ScoreVerdict
    from aucc_core.scorecard import ScoreReport

NAME = "score"
HELP = "score the clusters in a label column"
ABOUT = """\
Score the clusters in one or more label columns of a table.

AUCC      probability that two objects of one cluster are closer than two of different clusters
Gamma     the same on a scale from -1 to 1: Gamma = 2 AUCC - 1 (ties count one half)
tie mass  share of the comparisons in which both distances are equal"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_source_arguments(parser)
    parser.add_argument(
        "--ties",
        choices=("half", "optimistic", "pessimistic"),
        default="half",
        help="how equal distances count: half (the definition), as won, or as lost",
    )
    add_noise_argument(parser, None, "the label -1 marks noise: leave these objects out")
    add_size_arguments(parser)
    add_verdict_arguments(parser)
    parser.add_argument(
        "--report",
        metavar="OUT.html",
        help="also write a report with pictures: one HTML file that opens without a network",
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help="print JSON with all digits: an object, or a list of them for several label columns",
    )


def run(args: argparse.Namespace) -> int:
    """Score every label column asked for."""
    check_verdict_arguments(args)
    require_folder(args.report, "The report ")
    if stays_on_disk(args):
        return _print_records(args.file, records_from_disk(args), (), args)
    dataset = load_source(args)
    columns = _label_columns(dataset, args.labels)
    if args.verdict:
        from aucc_core.score_verdict import require_size

        require_size(dataset.n)

    from aucc_core.objects import Objects

    objects = Objects(dataset, args.metric)
    records = [
        _record(dataset.name, name, labels, objects, args) for name, labels in columns.items()
    ]
    judged = None
    if args.report or args.verdict:
        scores = _scores(dataset, list(columns), args)
        judged = judge(scores, args) if args.verdict else None
        if args.report:
            _write_report(scores, judged, args)
    return _print_records(dataset.name, records, dataset.notices, args, judged)


def _print_records(
    data: str,
    records: list[dict[str, Any]],
    notices: Sequence[str],
    args: argparse.Namespace,
    judged: ScoreVerdict | None = None,
) -> int:
    if args.json:
        for record in records:
            record["notices"] = [*notices, *record["notices"]]
            if judged is not None:
                record["verdict"] = judged.record()
        print_json(records[0] if len(records) == 1 else records)
        return 0
    print_notices(notices)
    for record in records:
        print_notices(record["notices"])
    first = records[0]
    n = round(first["n"] / first["coverage"])
    print(f"{printable(data)}: {n:,} objects, metric {first['metric']}\n")
    print_table(("labels", "n", "k", "AUCC", "Gamma", "tie mass"), [_cells(r) for r in records])
    if judged is not None:
        print_verdict(judged)
    return 0


def _cells(record: dict[str, Any]) -> list[str]:
    exact = record["engine"] == "exact"
    tied = "" if record["tie_mass"] is None else f"{record['tie_mass']:.3g}"
    return [
        record["labels"],
        str(record["n"]),
        str(record["k"]),
        f"{record['aucc']:.7f}" if exact else record["text"],
        f"{record['gamma']:.7f}",
        tied,
    ]


def _scores(dataset: Dataset, columns: list[str], args: argparse.Namespace) -> ScoreReport:
    """Score cards, which report and verdict are made of."""
    from aucc_core.scorecard import score_columns

    # Without --noise the label -1 is a cluster like any other, here as in the numbers printed.
    return score_columns(dataset, columns, metric=args.metric, noise=args.noise or "one_cluster")


def _write_report(
    scores: ScoreReport, judged: ScoreVerdict | None, args: argparse.Namespace
) -> None:
    from aucc_core.report import write_report

    settings = {"command": f"aucc score {args.file}"}
    try:
        write_report(args.report, scores, verdict=judged, settings=settings)
    except OSError as error:
        raise InputError(f"The report {args.report!r} cannot be written: {error}.") from error


def _record(
    data: str, name: str, labels: npt.NDArray, objects: Objects, args: argparse.Namespace
) -> dict[str, Any]:
    """Everything there is to say about one label column."""
    from aucc_core.noise import NOISE, apply_noise_policy
    from aucc_core.validate import label_codes

    codes = label_codes(labels)
    is_noise = [str(label) in ("-1", "-1.0") for label in labels.tolist()]
    n_noise, keep = sum(is_noise), None
    notices: list[str] = []
    if n_noise and args.noise is None:
        text = f"In {name!r} the label -1 ({n_noise} objects) counts as one cluster"
        notices = [f"{text}; if it marks noise, say so with --noise."]
    elif n_noise:
        codes[is_noise] = NOISE
        keep, codes = apply_noise_policy(codes, args.noise)
    scored = objects if keep is None or keep.all() else objects.subset(keep)
    return {
        "data": data,
        "labels": name,
        "n": scored.n,
        "k": int(label_codes(codes).max()) + 1,
        "metric": objects.metric,
        "ties": args.ties,
        **_numbers(scored, codes, args, notices),
        "coverage": scored.n / objects.n,
        "notices": notices,
    }


def _numbers(
    objects: Objects, codes: npt.NDArray, args: argparse.Namespace, notices: list[str]
) -> dict[str, Any]:
    """The scores: exact with all counts, or with how sure they are."""
    from aucc_core.pairs import area

    answer = answer_for(objects.distances, codes, args)
    if answer.counts is None:
        if args.ties != "half":
            raise InputError(
                f"--ties {args.ties} needs exact counts; this is the engine {answer.engine!r}. "
                "Choose --engine exact, with more --memory if need be."
            )
        if answer.note:
            notices.append(answer.note)
        return inexact_fields(answer)
    counts = answer.counts
    return {
        "aucc": area(counts, args.ties),
        "gamma": (counts.s_plus - counts.s_minus) / counts.total,
        "tie_mass": counts.s_zero / counts.total,
        "s_plus": counts.s_plus,
        "s_minus": counts.s_minus,
        "s_zero": counts.s_zero,
        "engine": answer.engine,
    }


def _label_columns(dataset: Dataset, asked: list[str]) -> dict[str, npt.NDArray]:
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
