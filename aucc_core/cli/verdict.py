"""`aucc verdict FILE`: which clustering to believe, or that there are no clusters, and why."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aucc_core.cli.output import (
    ProgressBar,
    print_json,
    print_notices,
    print_verdict,
    printable,
    require_folder,
)
from aucc_core.cli.size import SAY_SECONDS
from aucc_core.cli.source import add_source_arguments, list_names, load_source, metric_options
from aucc_core.cli.sweep import names_of, parse_ks
from aucc_core.partitions import ALGORITHMS, refusal
from aucc_core.score.inputs import Dataset
from aucc_core.score.metrics import METRICS, metric_row

if TYPE_CHECKING:
    import pandas as pd

    from aucc_core.verdicts.weigh import Verdict

NAME = "verdict"
HELP = "which clustering to believe, or that there are no clusters"
ABOUT = """\
Cluster the data with several algorithms and numbers of clusters, look at every clustering in a
straight line and along dense paths, run again on other draws of the objects, compare with data
without clusters, and say which clustering to believe, or that there are no clusters, and why.
A label column is left out."""

# Round groups, long ones, curved ones and dense ones.
_USUAL = ("kmeans", "ward", "average", "single", "spectral", "hdbscan")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_source_arguments(parser)
    parser.add_argument(
        "--algorithms",
        metavar="NAMES",
        help="comma-separated, from the list below (default: those of "
        f"{','.join(_USUAL)} that can use the distance)",
    )
    list_names(
        parser, "--algorithms", {a.name: f"{a.help} {a.source}" for a in ALGORITHMS.values()}
    )
    parser.add_argument(
        "--k",
        metavar="K",
        default="2:10",
        help="numbers of clusters: 2:10 for 2 to 10, 2:20:3 in steps of 3, 2,4,8 for a list "
        "(default: 2:10, or fewer for fewer objects)",
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=0,
        help="decides every random draw: same seed, same verdict (default: 0)",
    )
    parser.add_argument(
        "--csv",
        metavar="OUT",
        help="also write the suggested clusters to this CSV file: one row per object, clusters "
        "from 1, noise -1, empty without a suggestion",
    )
    parser.add_argument("--json", action="store_true", help="print JSON with all digits")
    parser.add_argument(
        "--progress",
        action=argparse.BooleanOptionalAction,
        help="show a progress bar on stderr (default: when stderr is a terminal)",
    )


def run(args: argparse.Namespace) -> int:
    """Examine, write the clusters if asked for, print the verdict."""
    ks = parse_ks(args.k)
    require_folder(args.csv)
    dataset = load_source(args)
    if args.k == "2:10":  # nobody asked for these
        ks = [k for k in ks if k < dataset.n] or ks[:1]
    names = names_of(args.algorithms) if args.algorithms is not None else _fitting(dataset, args)

    from aucc_core.partitions.spec import asked_run
    from aucc_core.report.exports import csv_bytes
    from aucc_core.verdicts.weigh import MOST_OBJECTS, examine, examine_cost

    objects, spec = asked_run(
        dataset, names, ks, metric=args.metric, metric_options=metric_options(args), seed=args.seed
    )
    if objects.n <= MOST_OBJECTS:  # of more, samples are checked
        spec.check(objects)
    cost = examine_cost(dataset, spec)
    if cost.seconds >= SAY_SECONDS:
        print(cost.line, file=sys.stderr)
    bar = ProgressBar(shown=args.progress)
    try:
        *_, last = examine(objects, spec, progress=bar)
    finally:
        bar.close()
    found = last.verdict
    assert found is not None
    if args.csv:
        Path(args.csv).write_bytes(csv_bytes(_labels_table(dataset, found)))
    if args.json:
        print_json(_record(dataset, found, args))
        return 0
    print_notices(dataset.notices)
    print(f"{printable(dataset.name)}: {dataset.n:,} objects, metric {args.metric}\n")
    print_verdict(found)
    return 0


def _fitting(dataset: Dataset, args: argparse.Namespace) -> list[str]:
    """The usual algorithms that can use these data and this distance."""
    metric = "precomputed" if dataset.distances is not None else metric_row(args.metric).name
    has = METRICS[metric].has_features

    from aucc_core.verdicts.weigh import MOST_OBJECTS  # more are looked at through samples

    n = min(dataset.n, MOST_OBJECTS)
    fits = [
        name
        for name in _USUAL
        if refusal(ALGORITHMS[name], metric=metric, has_features=has, n=n) is None
    ]
    # Where clusters of features would be scored by other distances, only the latter count.
    if not METRICS[metric].is_euclidean:
        fits = [name for name in fits if ALGORITHMS[name].needs == "distances"]
    return fits


def _labels_table(dataset: Dataset, found: Verdict) -> pd.DataFrame:
    """One row per object: its name or number, and its cluster."""
    import pandas as pd

    names = list(dataset.object_names or range(1, dataset.n + 1))
    clusters: list[Any] = [None] * dataset.n
    if found.labels is not None:
        clusters = [label + 1 if label >= 0 else -1 for label in found.labels.tolist()]
    return pd.DataFrame({"object": names, "cluster": clusters})


def _record(dataset: Dataset, found: Verdict, args: argparse.Namespace) -> dict[str, Any]:
    return {
        "data": dataset.name,
        "n": dataset.n,
        "metric": args.metric,
        "seed": args.seed,
        "k": found.k,
        "algorithm": found.algorithm,
        "headline": found.headline,
        "answer": found.answer,
        "strength": found.strength,
        "share": found.share if found.k is not None else None,
        "sight": found.sight,
        "seen_otherwise": found.seen_otherwise,
        "runners_up": [{"k": k, "share": share} for k, share in found.runners_up],
        "for_it": list(found.for_it),
        "against_it": list(found.against_it),
        "would_change": list(found.would_change),
        "record": found.record,
        "samples": list(found.samples),
        "table": found.table.astype(object).to_dict(orient="records"),
        "labels": None if found.labels is None else found.labels.tolist(),
        "notices": list(dataset.notices),
    }
