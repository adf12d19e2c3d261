"""Which clustering is best and how sure that is, in words and three numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from aucc_core.report.score_card import ScoreCard, ScoreReport
from aucc_core.score.inputs import Bools, InputError
from aucc_core.score.objects import Objects

DRAWS = 60
# Enough objects to tell clusterings apart, few enough to answer at once.
MOST_SAMPLED = 300
# Scores closer than this are practically level.
_LEVEL = 0.002
LEVELS = {"high": "Sure", "medium": "Fairly sure", "low": "Not sure"}


@dataclass(frozen=True)
class Confidence:
    """Which clustering of a score report is best, and how sure that is.

    Attributes
    ----------
    best : name of the best label column.
    headline : one short sentence.
    chance : how the best compares with random labels.
    lead : how the best compares with the runner-up; empty for a single clustering.
    level : a name in `LEVELS`: how sure the ranking is.
    """

    best: str
    headline: str
    chance: str
    lead: str = ""
    level: str = "high"

    @property
    def word(self) -> str:
        """How sure, in a word."""
        return LEVELS[self.level]


def confidence_of(report: ScoreReport) -> Confidence:
    """Judge a report."""
    best = report.best
    chance, believable = _against_chance(best)
    if len(report.cards) == 1:
        headline = f"has AUCC {best.score.short} with k = {best.k} clusters"
        return Confidence(best.name, headline, chance, level="high" if believable else "low")
    headline = f"is the best of {len(report.cards)}: AUCC {best.score.short} with k = {best.k}"
    rivals = _rivals(report)
    if not rivals:
        lead = "All of them are the same clustering under other names."
        return Confidence(best.name, headline, chance, lead, level="high" if believable else "low")
    lead, level = _lead(best, rivals[0], win_share(report))
    twins = len(report.cards) - 1 - len(rivals)
    if twins:
        lead += f" {twins} more {'is' if twins == 1 else 'are'} the same clustering."
    return Confidence(best.name, headline, chance, lead, level if believable else "low")


def win_share(report: ScoreReport) -> float:
    """Share of random parts of the data on which the best clustering still scores highest.

    Each part holds four of five objects, 300 at most. Clusterings level with the best on a part
    count half; parts where the best cannot be scored are left out. A report has the same parts
    every time.
    """
    objects = Objects(report.dataset, report.metric, metric_options=report.metric_options)
    cards = (report.best, *_rivals(report))
    rng = np.random.default_rng(0)
    size = min(MOST_SAMPLED, max(3, int(0.8 * objects.n)))
    points, total = 0.0, 0
    for _ in range(DRAWS):
        chosen = np.zeros(objects.n, dtype=bool)
        chosen[rng.choice(objects.n, size, replace=False)] = True
        scores = [_score_part(card, chosen, objects) for card in cards]
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


def _score_part(card: ScoreCard, chosen: Bools, objects: Objects) -> float:
    part = chosen & card.keep
    try:
        return objects.kept(part).pairs.aucc(card.codes[part[card.keep]])
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
        text = f"Practically level with the runner-up ({second.score.short}); {share}."
        return text, "low" if wins < 0.8 else "medium"
    if second.optimistic > best.pessimistic:
        return f"{gap:.4f} ahead, but ties alone could turn the order; {share}.", "medium"
    level = "high" if wins >= 0.95 else "medium" if wins >= 0.8 else "low"
    return f"{gap:.4f} ahead of the runner-up; {share}.", level
