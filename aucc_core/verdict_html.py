"""A verdict as a piece of HTML, for reports and standalone pages."""

from __future__ import annotations

from collections.abc import Sequence

from aucc_core.escape import html_text
from aucc_core.verdict import Verdict

_COLUMNS = {
    "k": ("k", "d"),
    "aucc": ("AUCC", ".4f"),
    "corrected": ("above the band", ".2f"),
    "agreement": ("agreement of runs", ".2f"),
    "answer": ("shape says", ""),
    "share": ("share of evidence", ".0%"),
}
_LEFT = ("k", "answer")


def verdict_html(verdict: Verdict, *, how: str = "", own: Sequence[str] = ()) -> str:
    """Headline, reasons, record and the evidence by k; a fragment without styles of its own.

    `how` says what was examined, `own` what the verdict means for clusterings someone brought.
    """
    parts = [f"<h2>{html_text(verdict.headline)}</h2>"]
    if verdict.weight:
        parts.append(f"<p>{html_text(verdict.weight)}</p>")
    parts.append(_list("Your clusterings", own))
    parts.append(_list("For it", verdict.for_it))
    parts.append(_list("Against it", verdict.against_it))
    parts.append(_list("What would change it", verdict.would_change))
    if how:
        parts.append(f"<p><small>{html_text(how)}</small></p>")
    parts.append(f"<p><small>{html_text(verdict.record)}</small></p>")
    parts.append(_table(verdict))
    return "".join(parts)


def _list(title: str, lines: Sequence[str]) -> str:
    if not lines:
        return ""
    items = "".join(f"<li>{html_text(line)}</li>" for line in lines)
    return f"<h3>{title}</h3><ul>{items}</ul>"


def _table(verdict: Verdict) -> str:
    places = {name: "" if name in _LEFT else " class=n" for name in _COLUMNS}
    head = "".join(f"<th{places[name]}>{title}</th>" for name, (title, _) in _COLUMNS.items())
    rows = []
    for record in verdict.table.to_dict("records"):
        cells = "".join(
            f"<td{places[name]}>{html_text(_cell(record[name], style))}</td>"
            for name, (_, style) in _COLUMNS.items()
        )
        rows.append(f"<tr>{cells}</tr>")
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    return f"<div class='wide'>{table}</div>"


def _cell(value: object, style: str) -> str:
    """A number that does not exist, such as the distance from a band that is not there, is a dash.

    >>> _cell(0.5, ".2f"), _cell(float("nan"), ".2f")
    ('0.50', '–')
    """
    return "–" if value != value else format(value, style)
