"""A standalone HTML report of a scoring: opens anywhere, without a network.

>>> from aucc_core import load_dataset
>>> from aucc_core.scorecard import score_columns
>>> page = report_html(score_columns(load_dataset("ruspini")))
>>> page.startswith("<!doctype html>"), "https://" in page.split("<script")[0]
(True, False)
"""

from __future__ import annotations

import importlib.metadata
import platform
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import plotly.graph_objects as go
import plotly.io as pio

from aucc_core import score_figures
from aucc_core.criteria.registry import CRITERIA
from aucc_core.distances import METRICS
from aucc_core.escape import html_text, shortened
from aucc_core.external import EXTERNAL
from aucc_core.noise import NOISE_POLICIES
from aucc_core.pairs import Pairs
from aucc_core.project import Projection, project
from aucc_core.report_style import STYLE
from aucc_core.score_verdict import QUESTION, ScoreVerdict
from aucc_core.scorecard import ScoreReport, aucc_text
from aucc_core.standing import Standing, standing
from aucc_core.verdict_html import verdict_html
from aucc_core.version import __version__

CITATION = (
    "Jaskowiak, P. A., Costa, I. G., Campello, R. J. G. B. (2022). The area under the ROC curve "
    "as a measure of clustering quality. Data Mining and Knowledge Discovery 36."
)
_PACKAGES = ("numpy", "scipy", "pandas", "scikit-learn", "numba", "plotly")
_MOST_SCATTERS = 4
_FIGURE_CONFIG = {"displaylogo": False, "responsive": True, "showSendToCloud": False}


def write_report(path: str | Path, report: ScoreReport, **settings: Any) -> None:
    """Write the report to a file; see `report_html`."""
    Path(path).write_text(report_html(report, **settings), encoding="utf-8")


def report_html(
    report: ScoreReport,
    *,
    verdict: ScoreVerdict | None = None,
    settings: Mapping[str, Any] | None = None,
    now: datetime | None = None,
) -> str:
    """The report as one HTML page with the drawing library inside.

    `verdict` adds its card; `settings` are shown beside the metric and the noise policy; `now` is
    the date to print.
    """
    given = dict(settings or {})
    if verdict is not None:
        given["verdict"] = verdict.settings
    name = html_text(shortened(report.dataset.name, 80))
    judged = standing(report)
    body = [
        f"<header><p class='kind'>AUCC report</p><h1>{name}</h1>{_headline(judged)}</header>",
        _section("Scores", _scores(report) + _about()),
        _verdict(verdict),
        _figure_section("Ranking", score_figures.ranking(report), include=True),
        _figure_section("ROC curves over all pairs of objects", score_figures.roc(report)),
        *_pictures(report),
        _section("Other criteria", _criteria(report)),
        _agreement(report),
        _section("Cluster sizes", _sizes(report)),
        _section("Data", _data(report)),
        _section("Settings and versions", _settings(report, given, now)),
        _section("How to cite", f"<p>{html_text(CITATION)}</p>"),
    ]
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<link rel="icon" href="data:,"><title>AUCC: {name}</title><style>{STYLE}</style></head>'
        f"<body><main>{''.join(body)}</main></body></html>"
    )


def _headline(judged: Standing) -> str:
    sure = {"high": "Sure", "medium": "Fairly sure", "low": "Not sure"}[judged.level]
    lead = f" {html_text(judged.lead)}" if judged.lead else ""
    return (
        f"<p class='verdict'><b>{html_text(shortened(judged.best, 60))}</b> "
        f"{html_text(judged.headline)}</p>"
        f"<p><span class='sure {judged.level}'>{sure}</span> {html_text(judged.chance)}{lead}</p>"
    )


def _scores(report: ScoreReport) -> str:
    header = ["labels", "k", "AUCC", "ties lost", "ties won", "Gamma", "classical Gamma"]
    header += ["tied", "p", "scored", "coverage"]
    rows = [
        [
            shortened(c.name, 60),
            c.k,
            f"{c.aucc:.6f}",
            f"{c.pessimistic:.6f}",
            f"{c.optimistic:.6f}",
            f"{c.gamma:.6f}",
            f"{c.gamma_classical:.6f}",
            f"{c.tie_mass:.3%}",
            _p(c.null.p_value),
            f"{c.n:,}",
            f"{c.coverage:.1%}",
        ]
        for c in report.cards
    ]
    refused = "".join(
        f"<li>{html_text(shortened(name, 60))}: {html_text(why)}</li>"
        for name, why in report.refused.items()
    )
    return _table(header, rows, ranked=True) + (
        f"<p>Not scored:</p><ul>{refused}</ul>" if refused else ""
    )


def _about() -> str:
    return (
        "<p class='note'>AUCC is the chance that two objects of one cluster are closer than two "
        "objects of different clusters: 1 is perfect, 0.5 is what random labels get. Ties, equal "
        "distances, count one half; the columns beside it count them all as lost or as won. Gamma "
        "is 2 AUCC − 1; classical Gamma leaves ties out. p: how probable random labels with the "
        "same cluster sizes score at least as high. Scores of clusterings that an algorithm "
        "fitted to these data are above chance even without structure.</p>"
    )


def _verdict(judged: ScoreVerdict | None) -> str:
    if judged is None:
        return ""
    card = verdict_html(judged.verdict, how=judged.question.how, own=judged.own_lines())
    return f"<section><p class='kind'>{QUESTION}</p>{card}</section>"


def _pictures(report: ScoreReport) -> Iterable[str]:
    picture = projection_of(report)
    if picture is None:
        return
    note = f"<p class='note'>{html_text(picture.note)}</p>" if picture.note else ""
    for card in report.cards[:_MOST_SCATTERS]:
        figure = score_figures.scatter(card, picture.points, picture.axes)
        title = f"Objects by {shortened(card.name, 60)} (AUCC {aucc_text(card.aucc)})"
        yield _figure_section(title, figure, after=note)


def projection_of(report: ScoreReport) -> Projection | None:
    """The objects in the plane: their two features, principal components, or the given layout."""
    dataset = report.dataset
    if dataset.d < 2:
        return None
    if dataset.d == 2:
        note = "Laid out so that near objects are near." if dataset.distances is not None else ""
        return Projection(dataset.X, (dataset.feature_names[0], dataset.feature_names[1]), note)
    return project(dataset, Pairs(dataset.X), "pca")


def _criteria(report: ScoreReport) -> str:
    names = [n for n in report.cards[0].criteria if n in CRITERIA]
    header = ["labels", "AUCC"]
    header += [f"{CRITERIA[n].short} {'↑' if CRITERIA[n].higher_is_better else '↓'}" for n in names]
    rows = [
        [shortened(c.name, 60), aucc_text(c.aucc), *(f"{c.criteria[n]:.4g}" for n in names)]
        for c in report.cards
    ]
    words = "; ".join(f"{CRITERIA[n].short}: {CRITERIA[n].label}" for n in names)
    arrows = "↑ higher is better, ↓ lower is better."
    notices = "".join(f"<p class='note'>{html_text(n)}</p>" for n in report.notices)
    table = _table(header, rows, ranked=True)
    return f"{table}<p class='note'>{arrows} {html_text(words)}.</p>{notices}"


def _agreement(report: ScoreReport) -> str:
    if len(report.cards) < 2:
        return ""
    parts = []
    for index in ("ari", "ami"):
        table = report.agreement[index]
        rows = [
            [shortened(name, 40), *(f"{v:.3f}" for v in row)]
            for name, row in zip(table.index, table.to_numpy(), strict=True)
        ]
        header = [EXTERNAL[index].short, *(shortened(n, 40) for n in table.columns)]
        help_text = f"<p class='note'>{html_text(EXTERNAL[index].help)}</p>"
        parts.append(_table(header, rows) + help_text)
    return _section("How alike the clusterings are", "".join(parts))


def _sizes(report: ScoreReport) -> str:
    rows = []
    for c in report.cards:
        shown = list(c.sizes.items())[:20]
        text = ", ".join(f"{shortened(name, 30)} {count:,}" for name, count in shown)
        more = f" and {len(c.sizes) - 20:,} more" if len(c.sizes) > 20 else ""
        noise = f"{c.n_noise:,}" if c.n_noise else "none"
        rows.append([shortened(c.name, 60), c.k, text + more, noise])
    return _table(["labels", "k", "clusters (objects)", "noise"], rows, text_columns=(2,))


def _data(report: ScoreReport) -> str:
    d = report.dataset
    what = "distance matrix" if d.distances is not None else f"{d.d:,} features"
    facts = [f"{d.n:,} objects, {what}."]
    if d.distances is None:
        names = ", ".join(shortened(n, 40) for n in d.feature_names[:30])
        facts.append(f"Features: {names}{' …' if d.d > 30 else ''}.")
    if d.source:
        facts.append(f"Source: {d.source}. {d.licence}")
    notices = "".join(f"<li>{html_text(n)}</li>" for n in d.notices)
    listed = f"<p>What was done while reading:</p><ul>{notices}</ul>" if notices else ""
    return "".join(f"<p>{html_text(f)}</p>" for f in facts) + listed


def _settings(report: ScoreReport, settings: Mapping[str, Any], now: datetime | None) -> str:
    given = {
        "distance": METRICS[report.metric].label,
        "objects labelled −1 or not at all": NOISE_POLICIES[report.noise].label,
        "ties": "one half",
        **settings,
        "date": (now or datetime.now().astimezone()).strftime("%Y-%m-%d %H:%M"),
        "versions": ", ".join([f"aucc {__version__}", *_versions()]),
    }
    rows = [[key, value] for key, value in given.items()]
    return _table(["setting", "value"], rows, text_columns=(1,))


def _versions() -> list[str]:
    found = [f"Python {platform.python_version()}"]
    for package in _PACKAGES:
        try:
            found.append(f"{package} {importlib.metadata.version(package)}")
        except importlib.metadata.PackageNotFoundError:
            continue
    return found


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


def _section(title: str, body: str) -> str:
    return f"<section><h2>{html_text(title)}</h2>{body}</section>"


def _figure_section(
    title: str, figure: go.Figure, *, include: bool = False, after: str = ""
) -> str:
    figure.update_layout(template="plotly_white", autosize=True)
    drawn = pio.to_html(figure, include_plotlyjs=include, full_html=False, config=_FIGURE_CONFIG)
    return _section(title, drawn + after)


def _table(
    header: list[Any],
    rows: list[list[Any]],
    text_columns: tuple[int, ...] = (),
    *,
    ranked: bool = False,
) -> str:
    left = {0, *text_columns}
    head = "".join(
        f"<th{'' if i in left else ' class=n'}>{html_text(h)}</th>" for i, h in enumerate(header)
    )
    body = "".join(
        "<tr>"
        + "".join(
            f"<td{'' if i in left else ' class=n'}>{html_text(cell)}</td>"
            for i, cell in enumerate(row)
        )
        + "</tr>"
        for row in rows
    )
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f"<div class='wide{' ranked' if ranked else ''}'>{table}</div>"
