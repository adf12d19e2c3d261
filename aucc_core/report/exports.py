"""Files to take away: CSV that no spreadsheet runs, JSON with all digits, names that are safe."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pandas as pd

from aucc_core.report.escape import csv_text, json_text
from aucc_core.version import __version__

if TYPE_CHECKING:  # a table to take away is no reason to load the whole report
    from aucc_core.report.confidence import Confidence
    from aucc_core.report.labels_verdict import ScoreVerdict
    from aucc_core.report.score_card import AnyReport


def csv_bytes(table: pd.DataFrame) -> bytes:
    """CSV in UTF-8; text cells and headers that look like formulas are defused."""
    safe = table.rename(columns=csv_text)
    for i in range(safe.shape[1]):
        if not pd.api.types.is_numeric_dtype(safe.dtypes.iloc[i]):
            safe.isetitem(i, [csv_text(v) for v in safe.iloc[:, i]])
    return safe.to_csv(index=False).encode("utf-8")


def scores_table(report: AnyReport, confidence: Confidence | None = None) -> pd.DataFrame:
    """One row per clustering, best first; with the corrected scores where they are known."""
    table = report.table
    if confidence is not None:
        corrected = {one.name: one.corrected for one in confidence.standings}
        values = [corrected.get(card.name, float("nan")) for card in report.cards]
        table.insert(list(table.columns).index("aucc") + 1, "corrected", values)
    return table


def labels_table(report: AnyReport) -> pd.DataFrame:
    """One row per object: its name or number, and its label in every scored column."""
    data = report.dataset
    names = list(data.object_names or range(1, data.n + 1))
    table = pd.DataFrame({"object": names})
    for card in report.cards:
        table[card.name] = pd.Series(card.labels, dtype=object)
    return table


def report_json(
    report: AnyReport,
    confidence: Confidence | None = None,
    verdict: ScoreVerdict | None = None,
) -> bytes:
    """Everything that was computed; numbers with all digits, not-a-number as null."""
    data = report.dataset
    content: dict[str, Any] = {
        "data": data.name,
        "objects": data.n,
        "features": list(data.feature_names) if data.distances is None else None,
        "metric": report.metric,
        "metric_options": dict(report.metric_options),
        "noise": report.noise,
        "aucc_version": __version__,
        "scores": [{**c.row(), "cluster_sizes": dict(c.sizes)} for c in report.cards],
        "not_scored": dict(report.refused),
        "agreement": {k: t.to_dict() for k, t in report.agreement.items()},
        "notices": [*data.notices, *report.notices],
    }
    if confidence is not None:
        content["confidence"] = confidence.record()
    if verdict is not None:
        content["verdict"] = verdict.record()
    return json_text(content).encode("utf-8")


def file_name(data_name: str, ending: str) -> str:
    """Name for a download: letters and digits of the data's name, then the ending."""
    stem = re.sub(r"[^\w-]+", "-", re.sub(r"\.[a-zA-Z0-9]{1,8}$", "", data_name)).strip("-_")
    return f"{stem[:60] or 'table'}-{ending}"
