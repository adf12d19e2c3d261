"""`aucc score FILE --labels COLUMN`: AUCC of clusterings that the file already holds."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy.typing as npt

from aucc_core.cli.output import (
    ProgressBar,
    print_json,
    print_notices,
    print_table,
    print_verdict,
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
from aucc_core.cli.source import (
    add_noise_argument,
    add_source_arguments,
    load_source,
    metric_options,
    named_labels,
)
from aucc_core.score.counting import TIES, area
from aucc_core.score.inputs import Codes, Dataset, InputError

if TYPE_CHECKING:
    from aucc_core.report.labels_verdict import ScoreVerdict
    from aucc_core.report.score_card import LargeReport, ScoreReport
    from aucc_core.score.distances import Distances

# Above this many objects score cards, which rank all pairs, are made for a report only.
_MOST_RANKED = 10_000

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
        choices=TIES,
        default="half",
        help="how equal distances count: half (the definition), as won, or as lost",
    )
    add_noise_argument(parser, None, "objects with the label -1, which then marks noise")
    add_size_arguments(parser)
    _add_verdict_arguments(parser)
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
    _check_verdict_arguments(args)
    require_folder(args.report, "The report ")
    if stays_on_disk(args):
        return _print_records(args.file, records_from_disk(args), (), args)
    dataset = load_source(args)
    columns = named_labels(dataset, args.labels)
    if args.verdict:
        from aucc_core.report.labels_verdict import require_size

        require_size(dataset.n, "precomputed" if dataset.distances is not None else args.metric)

    from aucc_core.score.distances import distances_of

    distances = distances_of(dataset, args.metric, metric_options=metric_options(args))
    records = [
        _record(dataset.name, name, labels, distances, args) for name, labels in columns.items()
    ]
    judged = None
    if args.report:
        scores = _scores(dataset, list(columns), args)
        judged = _judge(scores, args) if args.verdict else None
        _write_report(scores, judged, args)
    elif args.verdict:
        many = dataset.n > _MOST_RANKED
        judged = _judge((_sampled if many else _scores)(dataset, list(columns), args), args)
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
        _print_verdict(judged)
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
    from aucc_core.report.score_card import score_columns

    # Without --noise the label -1 is a cluster like any other, here as in the numbers printed.
    return score_columns(
        dataset, columns, metric=args.metric, metric_options=metric_options(args),
        noise=args.noise or "one_cluster",
    )  # fmt: skip


def _sampled(dataset: Dataset, columns: list[str], args: argparse.Namespace) -> LargeReport:
    """What a verdict needs to know of many objects: which clustering is best, and their sizes."""
    from aucc_core.large.engine import SizeChoices
    from aucc_core.report.score_card import score_columns_large

    return score_columns_large(
        dataset, columns, SizeChoices("sample"), metric=args.metric,
        metric_options=metric_options(args), noise=args.noise or "one_cluster",
    )  # fmt: skip


def _write_report(
    scores: ScoreReport, judged: ScoreVerdict | None, args: argparse.Namespace
) -> None:
    from aucc_core.report.page import write_report

    settings = {"command": f"aucc score {args.file}"}
    try:
        write_report(args.report, scores, verdict=judged, settings=settings)
    except OSError as error:
        raise InputError(f"The report {args.report!r} cannot be written: {error}.") from error


def _record(
    data: str, name: str, labels: npt.NDArray, distances: Distances, args: argparse.Namespace
) -> dict[str, Any]:
    """Everything there is to say about one label column."""
    from aucc_core.report.score_card import scored_part
    from aucc_core.score.inputs import require_no_missing_label

    if args.noise is None:
        remedy = " If such objects are noise, say what becomes of them with --noise."
        require_no_missing_label(labels, remedy)
    keep, codes, n_noise = scored_part(labels, distances.n, args.noise or "one_cluster")
    notices: list[str] = []
    if n_noise and args.noise is None:
        text = f"In {name!r} the label -1 ({n_noise} objects) counts as one cluster"
        notices = [f"{text}; if it marks noise, say so with --noise."]
    return {
        "data": data,
        "labels": name,
        "n": codes.size,
        "k": int(codes.max()) + 1,
        "metric": distances.metric.name,
        "metric_options": dict(distances.options),
        "ties": args.ties,
        **_numbers(distances.kept(keep), codes, args, notices),
        "coverage": codes.size / distances.n,
        "notices": notices,
    }


def _numbers(
    distances: Distances, codes: Codes, args: argparse.Namespace, notices: list[str]
) -> dict[str, Any]:
    """The scores: exact with all counts, or with how sure they are."""
    answer = answer_for(distances, codes, args)
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
        "gamma": counts.gamma,
        "tie_mass": counts.tie_mass,
        "s_plus": counts.s_plus,
        "s_minus": counts.s_minus,
        "s_zero": counts.s_zero,
        "engine": answer.engine,
    }


# --verdict: how many clusters there are, beside the scores of those in the file


def _add_verdict_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--verdict",
        action="store_true",
        help="also examine whether there is structure and how many clusters, and say whether the "
        "label columns agree; for up to 1,000,000 objects (10,000 where there are only distances), "
        "takes seconds to minutes",
    )
    parser.add_argument(
        "--seed",
        type=int,
        help="decides the random draws behind --verdict (default: 0)",
    )


def _check_verdict_arguments(args: argparse.Namespace) -> None:
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


def _judge(report: ScoreReport | LargeReport, args: argparse.Namespace) -> ScoreVerdict:
    """The verdict, with a progress bar."""
    from aucc_core.report.labels_verdict import verdict_of

    bar = ProgressBar()
    try:
        return verdict_of(report, seed=args.seed or 0, progress=bar)
    finally:
        bar.close()


def _print_verdict(judged: ScoreVerdict) -> None:
    """The card as text, below the table of scores."""
    print()
    print_verdict(judged.verdict, own=judged.own_lines(), how=judged.inquiry.how)
