"""Which clustering is best and how sure that is, in words and three numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from aucc_core.objects import Objects
from aucc_core.pairs import Pairs
from aucc_core.scorecard import ScoreCard, ScoreReport, aucc_text
from aucc_core.validate import InputError

DRAWS = 60
# Enough objects to tell clusterings apart, few enough to answer at once.
MOST_SAMPLED = 300
_LEVEL = 0.002


@dataclass(frozen=True)
class Standing:
    """The answer of a score report.

    Attributes
    ----------
    best : name of the best label column.
    headline : one short sentence.
    chance : how the best compares with random labels.
    lead : how the best compares with the runner-up; empty for a single clustering.
    wins : share of random parts of the data on which the best stays best; None for one clustering.
    level : "high", "medium" or "low": how sure the ranking is.
    """

    best: str
    headline: str
    chance: str
    lead: str = ""
    wins: float | None = None
    level: str = "high"


def standing(report: ScoreReport, *, seed: int = 0) -> Standing:
    """Judge a report. Random parts of the data are drawn with `seed`."""
    best = report.best
    chance, believable = _against_chance(best)
    if len(report.cards) == 1:
        headline = f"has AUCC {aucc_text(best.aucc)} with k = {best.k} clusters"
        return Standing(best.name, headline, chance, level="high" if believable else "low")
    headline = f"is the best of {len(report.cards)}: AUCC {aucc_text(best.aucc)} with k = {best.k}"
    rivals = _rivals(report)
    if not rivals:
        lead = "All of them are the same clustering under other names."
        return Standing(best.name, headline, chance, lead, level="high" if believable else "low")
    wins = win_share(report, seed=seed)
    lead, level = _lead(best, rivals[0], wins)
    twins = len(report.cards) - 1 - len(rivals)
    if twins:
        lead += f" {twins} more {'is' if twins == 1 else 'are'} the same clustering."
    return Standing(best.name, headline, chance, lead, wins, level if believable else "low")


def win_share(report: ScoreReport, *, seed: int, draws: int = DRAWS) -> float:
    """Share of random parts of the data on which the best clustering still scores highest.

    Each part holds four of five objects, 300 at most. Clusterings level with the best on a part
    count half; parts where the best cannot be scored are left out.
    """
    dataset, cards = report.dataset, (report.best, *_rivals(report))
    rng = np.random.default_rng(seed)
    size = min(MOST_SAMPLED, max(3, int(0.8 * dataset.n)))
    given = dataset.distances is not None
    objects = Objects(dataset, report.metric) if given else None
    points, total = 0.0, 0
    for _ in range(draws):
        chosen = np.zeros(dataset.n, dtype=bool)
        chosen[rng.choice(dataset.n, size, replace=False)] = True
        scores = [_score_part(card, chosen, report, objects) for card in cards]
        if math.isnan(scores[0]):
            continue
        rivals = max((s for s in scores[1:] if not math.isnan(s)), default=-1.0)
        points += 1.0 if scores[0] > rivals else 0.5 if scores[0] == rivals else 0.0
        total += 1
    return points / total if total else math.nan


def _rivals(report: ScoreReport) -> list[ScoreCard]:
    """Clusterings that differ from the best by more than the names of their clusters."""
    best = report.best
    return [
        card
        for card in report.cards[1:]
        if not (np.array_equal(card.keep, best.keep) and np.array_equal(card.codes, best.codes))
    ]


def _score_part(
    card: ScoreCard, chosen: np.ndarray, report: ScoreReport, objects: Objects | None
) -> float:
    part = chosen & card.keep
    codes = card.codes[part[card.keep]]
    try:
        if objects is not None:
            return objects.subset(part).pairs.aucc(codes)
        whole_table = report.metric in ("gower", "mahalanobis")
        if whole_table:
            return Objects(report.dataset, report.metric).subset(part).pairs.aucc(codes)
        return Pairs(report.dataset.X[part], report.metric).aucc(codes)
    except InputError:
        return math.nan


def _against_chance(card: ScoreCard) -> tuple[str, bool]:
    p = card.null.p_value
    if p < 0.001:
        return "Random labels practically never score this high (p < 0.001).", True
    if p < 0.05:
        return f"Random labels rarely score this high (p = {p:.3f}).", True
    return f"Random labels often score as high (p = {p:.2f}): no sign of structure.", False


def _lead(best: ScoreCard, second: ScoreCard, wins: float) -> tuple[str, str]:
    gap = best.aucc - second.aucc
    share = f"stays best on {wins:.0%} of random parts of the data"
    if gap < _LEVEL:
        text = f"Practically level with the runner-up ({aucc_text(second.aucc)}); {share}."
        return text, "low" if wins < 0.8 else "medium"
    if second.optimistic > best.pessimistic:
        return f"{gap:.4f} ahead, but ties alone could turn the order; {share}.", "medium"
    level = "high" if wins >= 0.95 else "medium" if wins >= 0.8 else "low"
    return f"{gap:.4f} ahead of the runner-up; {share}.", level
