"""Ways of choosing k, and how they did."""

import numpy as np
import pandas as pd

from aucc_core.explain.diagnose import ANSWERS, answer_shares, shape_features
from aucc_core.explain.rate import Rate
from aucc_core.verdicts.weigh import choose, shares_of
from tests.bench.cases import KS


def gap_statistic(record):
    """Tibshirani, Walther and Hastie 2001: the first k whose gap the next does not clearly pass.

    k = 1 is one of the choices, so that it, too, may say that there are no clusters.
    """
    reference = np.column_stack([record.reference_log_total, record.reference_log_scatter])
    own = np.append(record.log_total, record.log_scatter)
    gap = reference.mean(axis=0) - own
    error = reference.std(axis=0) * np.sqrt(1 + 1 / len(reference))
    for at, k in enumerate((1, *KS[:-1])):
        if gap[at] >= gap[at + 1] - error[at + 1]:
            return k
    return KS[-1]


def _highest(name):
    return lambda record: KS[int(np.argmax(record.scores[name]))]


def evidence_table(record, *, band=True):
    """What the verdict weighs, as `aucc_core.verdicts.weigh` has it."""
    return pd.DataFrame(
        {
            "k": KS,
            "aucc": record.scores["aucc"],
            "corrected": record.corrected if band else np.nan,
            "agreement": record.agreement,
            "weakest_cluster": record.weakest_cluster,
            "split": record.split,
            "merge": record.merge,
        }
    )


def verdict(record):
    """The verdict; 1 for "no evidence of clusters"."""
    return _choose(evidence_table(record))


def verdict_without_band(record):
    """What is left of it for a distance matrix."""
    return _choose(evidence_table(record, band=False))


def _choose(table):
    return choose(table.assign(share=shares_of(table))) or 1


WAYS = {
    "verdict": verdict,
    "verdict without band": verdict_without_band,
    "AUCC above its band": lambda record: KS[int(np.argmax(record.corrected))],
    "AUCC as it is": _highest("aucc"),
    "SWC": _highest("swc"),
    "VRC": _highest("vrc"),
    "DB": lambda record: KS[int(np.argmin(record.scores["davies_bouldin"]))],
    "PB": _highest("point_biserial"),
    "gap statistic": gap_statistic,
}


def hits(records, way):
    """Data sets with clusters whose number was found."""
    mixtures = [r for r in records if r.case.k > 1]
    return Rate(sum(WAYS[way](r) == r.case.k for r in mixtures), len(mixtures))


def false_alarms(records, way):
    """Data sets without clusters in which some were seen."""
    noise = [r for r in records if r.case.k == 1]
    return Rate(sum(WAYS[way](r) > 1 for r in noise), len(noise))


def shape_cases(records, reach=3):
    """Features and truth (0 too few, 1 right, 2 too many) of clusterings near the true k."""
    X, y = [], []
    for r in records:
        if r.case.k == 1:
            continue
        for at, k in enumerate(KS):
            if abs(k - r.case.k) <= reach:
                X.append(
                    shape_features(
                        r.early[at],
                        r.late[at],
                        k,
                        r.split[at],
                        r.merge[at],
                        r.weakest_cluster[at],
                        r.weakest_pair[at],
                    )
                )
                y.append(1 + int(np.sign(k - r.case.k)))
    return np.array(X), np.array(y)


def shape_rates(records):
    """How often the shape verdict was right: in all, and by truth."""
    X, y = shape_cases(records)
    said = np.array([ANSWERS.index(_likeliest(answer_shares(x))) for x in X])
    rates = {"shape": Rate(int((said == y).sum()), y.size)}
    for at, name in enumerate(ANSWERS):
        rates[f"shape, {name}"] = Rate(int((said[y == at] == at).sum()), int((y == at).sum()))
    return rates


def _likeliest(shares):
    return max(ANSWERS, key=lambda name: shares[name])


def record(records):
    """What is printed with verdicts."""
    return {
        "verdict": hits(records, "verdict"),
        "verdict without band": hits(records, "verdict without band"),
        "false alarms": false_alarms(records, "verdict"),
        "shape": shape_rates(records)["shape"],
    }


def report(records):
    """The tables that `make bench-k` prints."""
    mixtures = [r for r in records if r.case.k > 1]
    noise = len(records) - len(mixtures)
    lines = [
        f"{len(mixtures)} mixtures and {noise} sets without clusters that no constant was fitted",
        "to (in brackets 95 % intervals)",
        "",
        f"{'pick by':<22}{'true k found':>18}{'mean |k - k*|':>15}{'false alarms':>18}",
    ]
    for name, way in WAYS.items():
        off = np.mean([abs(way(r) - r.case.k) for r in mixtures])
        alarms = false_alarms(records, name).text()
        lines.append(f"{name:<22}{hits(records, name).text():>18}{off:>15.2f}{alarms:>18}")
    lines += ["", "Shape verdict (too few / about right / too many), |k - k*| up to 3"]
    lines += [f"{name:<22}{rate.text():>18}" for name, rate in shape_rates(records).items()]
    lines += ["", "True k found, by what makes it hard"]
    for factor in ("separation", "k", "d", "shape", "balance", "noise"):
        values = sorted({getattr(r.case, factor) for r in mixtures})
        for value in values:
            some = [r for r in mixtures if getattr(r.case, factor) == value]
            found = "  ".join(
                f"{way} {hits(some, way).value:4.0%}" for way in ("verdict", "AUCC as it is", "SWC")
            )
            lines.append(f"{factor + ' ' + str(value):<22}{len(some):>5} sets  {found}")
    return "\n".join(lines)
