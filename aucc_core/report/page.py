"""A standalone HTML report of a scoring: opens anywhere, without a network.

What it says is put together here, how it is laid out is in `page.html.j2` and `style.css`. Every
text is escaped by the template.

>>> from aucc_core import load_dataset
>>> from aucc_core.report.score_card import score_columns
>>> page = report_html(score_columns(load_dataset("ruspini")))
>>> page.startswith("<!doctype html>"), "https://" in page.split("<script")[0]
(True, False)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib.metadata import version
from pathlib import Path
from platform import python_version
from typing import Any

import plotly.graph_objects as go
import plotly.io as pio
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from aucc_core.criteria.external import EXTERNAL
from aucc_core.criteria.registry import CRITERIA
from aucc_core.partitions.noise import NOISE_POLICIES
from aucc_core.report import figures
from aucc_core.report.confidence import Confidence, confidence_of, ranked
from aucc_core.report.escape import shortened
from aucc_core.report.evidence import shown_evidence
from aucc_core.report.labels_verdict import QUESTION, ScoreVerdict, share_text
from aucc_core.report.score_card import AnyReport, LargeCard, ScoreCard, projection_of
from aucc_core.score.metrics import METRICS
from aucc_core.score.result import short_text
from aucc_core.verdicts.sentences import EVIDENCE_COLUMNS
from aucc_core.verdicts.weigh import Verdict
from aucc_core.version import CITATION, PACKAGES, __version__

_MOST_SCATTERS = 4
_FIGURE_CONFIG = {"displaylogo": False, "responsive": True, "showSendToCloud": False}
# Columns of a verdict's table of evidence that a page has room for.
_EVIDENCE = (
    "suggested",
    "algorithm",
    "k",
    "setting",
    "aucc",
    "path_aucc",
    "corrected",
    "agreement",
    "share",
)


@dataclass(frozen=True)
class ReportTable:
    """A table of a report: `left` are the columns of text, the others hold numbers."""

    header: Sequence[Any]
    rows: Sequence[Sequence[Any]]
    left: tuple[int, ...] = (0,)
    ranked: bool = False

    def place(self, column: int) -> Markup:
        """The attribute that puts a column's cells to the right, where numbers stand."""
        return Markup("") if column in self.left else Markup(" class=n")


@dataclass(frozen=True)
class Picture:
    """A figure of a report, drawn."""

    title: str
    drawn: str
    note: str = ""


def write_report(path: str | Path, report: AnyReport, **settings: Any) -> None:
    """Write the report to a file; see `report_html`."""
    Path(path).write_text(report_html(report, **settings), encoding="utf-8")


def report_html(
    report: AnyReport,
    *,
    confidence: Confidence | None = None,
    verdict: ScoreVerdict | None = None,
    settings: Mapping[str, Any] | None = None,
    now: datetime | None = None,
) -> str:
    """The report as one HTML page with the drawing library inside.

    `confidence` is worked out unless it is given; `verdict` adds its card; `settings` are shown
    beside the metric and the noise policy; `now` is the date to print.
    """
    given = dict(settings or {})
    confidence = confidence or confidence_of(report)
    confidence = confidence.beside(None if verdict is None else verdict.verdict)
    report = ranked(report, confidence)
    if verdict is not None:
        given["verdict"] = verdict.settings
    pictures, criteria = list(_pictures(report, confidence)), _criteria(report)
    many = len(report.cards) > 1
    return (
        templates()
        .get_template("page.html.j2")
        .render(
            name=shortened(report.dataset.name, 80),
            style=(Path(__file__).parent / "style.css").read_text(encoding="utf-8"),
            confidence=confidence,
            numbers=list(_numbers(report.best)),
            scores=_scores(report, confidence),
            exact=isinstance(report.best, ScoreCard),
            how_sure=report.best.score.how_sure,
            refused=[f"{shortened(name, 60)}: {why}" for name, why in report.refused.items()],
            question=QUESTION,
            judged=verdict,
            evidence=None if verdict is None else _evidence(verdict.verdict),
            contents=_contents(
                pictures, verdict=verdict is not None, many=many, criteria=criteria is not None
            ),
            pictures=pictures,
            criteria=criteria,
            legend=_legend(report),
            notices=report.notices,
            alike=list(_alike(report)),
            sizes=_sizes(report),
            facts=_facts(report),
            reading=report.dataset.notices,
            settings=_settings(report, given, now),
            citation=CITATION,
        )
    )


def verdict_html(verdict: Verdict) -> str:
    """Headline, reasons, record and the evidence; a fragment without styles of its own."""
    card = templates().get_template("macros.html.j2").module.verdict_card  # type: ignore[attr-defined]
    return str(card(verdict, _evidence(verdict)))


@cache
def templates() -> Environment:
    """The templates of all pages; what they are given is escaped."""
    found = Environment(
        loader=PackageLoader("aucc_core", "report"), autoescape=True, undefined=StrictUndefined
    )
    found.filters["short"] = shortened
    found.filters["anchor"] = _anchor
    return found


def _anchor(title: str) -> str:
    """Where a link in the table of contents leads.

    >>> _anchor("Is there structure, and how many clusters?")
    'is-there-structure-and-how-many-clusters'
    """
    return re.sub(r"\W+", "-", title.lower()).strip("-")


def _contents(
    pictures: Sequence[Picture], *, verdict: bool, many: bool, criteria: bool
) -> list[str]:
    """Titles of the sections, in their order."""
    return [
        "Scores",
        *([QUESTION] if verdict else []),
        *(picture.title for picture in pictures),
        *(["Other criteria"] if criteria else []),
        *(["How alike the clusterings are"] if many else []),
        "Cluster sizes",
        "Data",
        "Settings and versions",
        "How to cite",
    ]


def _numbers(best: ScoreCard | LargeCard) -> Iterable[tuple[str, str]]:
    """The figures of the first screen, as on the page."""
    yield "AUCC", best.score.digits
    if isinstance(best, ScoreCard):
        yield "Gamma", short_text(best.gamma)
        yield "Tied", f"{best.tie_mass:.2%}"
    else:
        yield "Margin", f"± {best.score.margin:.2g}"
    yield "Clusters", f"{best.k}"
    yield "In clusters", f"{best.coverage:.0%}"


def _scores(report: AnyReport, confidence: Confidence) -> ReportTable:
    corrected = {one.name: one.corrected for one in confidence.standings}
    header = ["labels", "k", "AUCC", "corrected", *_more(report.best), "scored", "coverage"]
    rows = [
        [
            shortened(c.name, 60),
            c.k,
            f"{c.aucc:.6f}",
            _cell("corrected", corrected.get(c.name, float("nan"))),
            *_more(c).values(),
            f"{c.n:,}",
            f"{c.coverage:.1%}",
        ]
        for c in report.cards
    ]
    return ReportTable(header, rows, ranked=True)


def _more(card: ScoreCard | LargeCard) -> dict[str, str]:
    """What else there is to say of a score, by heading."""
    if isinstance(card, LargeCard):
        return {"from": f"{card.score.low:.7f}", "to": f"{card.score.high:.7f}"}
    p = card.null.p_value
    return {
        "ties lost": f"{card.pessimistic:.6f}",
        "ties won": f"{card.optimistic:.6f}",
        "Gamma": f"{card.gamma:.6f}",
        "classical Gamma": f"{card.gamma_classical:.6f}",
        "tied": f"{card.tie_mass:.3%}",
        "p": "< 0.001" if p < 0.001 else f"{p:.3f}",
    }


def _evidence(verdict: Verdict) -> ReportTable:
    table = shown_evidence(verdict.table, _EVIDENCE)
    names = [str(name) for name in table]
    headings = [EVIDENCE_COLUMNS[name].heading for name in names]
    # The report's headings are small, but for abbreviations.
    header = [h if h[1:2].isupper() else h[0].lower() + h[1:] for h in headings]
    rows = [
        [_cell(name, value) for name, value in zip(names, record, strict=True)]
        for record in table.itertuples(index=False, name=None)
    ]
    left = tuple(at for at, name in enumerate(names) if name in ("algorithm", "setting"))
    return ReportTable(header, rows, left=left)


def _cell(name: str, value: Any) -> str:
    """A number that does not exist, such as the distance from a band that is not there, is a dash.

    >>> _cell("aucc", 0.5), _cell("corrected", float("nan")), _cell("share", 0.5)
    ('0.5000', '–', '50%')
    """
    if isinstance(value, str):
        return value
    if value != value:
        return "–"
    return share_text(value) if name == "share" else f"{value:.{EVIDENCE_COLUMNS[name].digits}f}"


def _pictures(report: AnyReport, confidence: Confidence) -> Iterable[Picture]:
    yield Picture("Ranking", _drawn(figures.ranking(report, confidence), include=True))
    yield Picture("ROC curves over all pairs of objects", _drawn(figures.roc(report)))
    plane = projection_of(report)
    if plane is None:
        return
    for card in report.cards[:_MOST_SCATTERS]:
        title = f"Objects by {shortened(card.name, 60)} (AUCC {card.score.short})"
        figure = figures.scatter(card, plane.points, plane.axes)
        yield Picture(title, _drawn(figure), plane.note)


def _drawn(figure: go.Figure, *, include: bool = False) -> str:
    figure.update_layout(template="plotly_white", autosize=True)
    return str(
        pio.to_html(figure, include_plotlyjs=include, full_html=False, config=_FIGURE_CONFIG)
    )


def _criteria(report: AnyReport) -> ReportTable | None:
    """None where there are too many objects for criteria that need all distances."""
    cards = [card for card in report.cards if isinstance(card, ScoreCard)]
    if not cards:
        return None
    names = list(cards[0].criteria)
    header = ["labels", "AUCC"]
    header += [f"{CRITERIA[n].short} {'↑' if CRITERIA[n].higher_is_better else '↓'}" for n in names]
    rows = [
        [shortened(c.name, 60), c.score.short, *(f"{c.criteria[n]:.4g}" for n in names)]
        for c in cards
    ]
    return ReportTable(header, rows, ranked=True)


def _legend(report: AnyReport) -> str:
    best = report.best
    if not isinstance(best, ScoreCard):
        return ""
    rows = [CRITERIA[name] for name in best.criteria]
    named = "; ".join(f"{row.short}: {row.label}" for row in rows)
    return f"↑ higher is better, ↓ lower is better. {named}."


def _alike(report: AnyReport) -> Iterable[tuple[ReportTable, str]]:
    if len(report.cards) < 2:
        return
    for row in EXTERNAL.values():
        if not row.in_report:
            continue
        table = report.agreement[row.name]
        rows = [
            [shortened(name, 40), *(f"{round(v, 3) + 0:.3f}" for v in values)]  # no −0.000
            for name, values in zip(table.index, table.to_numpy(), strict=True)
        ]
        header = [row.short, *(shortened(n, 40) for n in table.columns)]
        yield ReportTable(header, rows), row.help


def _sizes(report: AnyReport) -> ReportTable:
    rows = []
    for c in report.cards:
        shown = list(c.sizes.items())[:20]
        text = ", ".join(f"{shortened(name, 30)} {count:,}" for name, count in shown)
        more = f" and {len(c.sizes) - 20:,} more" if len(c.sizes) > 20 else ""
        noise = f"{c.n_noise:,}" if c.n_noise else "none"
        rows.append([shortened(c.name, 60), c.k, text + more, noise])
    return ReportTable(["labels", "k", "clusters (objects)", "noise"], rows, left=(0, 2))


def _facts(report: AnyReport) -> list[str]:
    d = report.dataset
    what = "distance matrix" if d.distances is not None else f"{d.d:,} features"
    facts = [f"{d.n:,} objects, {what}."]
    if d.distances is None:
        names = ", ".join(shortened(n, 40) for n in d.feature_names[:30])
        facts.append(f"Features: {names}{' …' if d.d > 30 else ''}.")
    if d.source:
        facts.append(f"Source: {d.source}. {d.licence}")
    return facts


def _settings(report: AnyReport, settings: Mapping[str, Any], now: datetime | None) -> ReportTable:
    given = {
        "distance": METRICS[report.metric].called(report.metric_options),
        "objects labelled −1 or not at all": NOISE_POLICIES[report.noise].label,
        "ties": "one half",
        **settings,
        "date": (now or datetime.now().astimezone()).strftime("%Y-%m-%d %H:%M"),
        "versions": ", ".join(
            [f"aucc {__version__}", f"Python {python_version()}"]
            + [f"{package} {version(package)}" for package in (*PACKAGES, "plotly")]
        ),
    }
    return ReportTable(["setting", "value"], list(given.items()), left=(0, 1))
