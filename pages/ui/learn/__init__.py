"""The course: one module per lesson, in the order they are taught.

A new lesson is a module, its row here, and a script for its picture, ``<name>.js`` in
components/course. `lesson` says what a row holds, `view` shows it.
"""

from collections.abc import Mapping

from aucc_core.score.inputs import registry
from pages.ui.learn import (
    chance,
    cost,
    overlap,
    points_to_curve,
    quiz,
    ties,
    trap,
    under_over,
)
from pages.ui.learn.lesson import Lesson, Route

LESSONS: Mapping[str, Lesson] = registry(
    points_to_curve.LESSON,
    under_over.LESSON,
    quiz.LESSON,
    overlap.LESSON,
    chance.LESSON,
    trap.LESSON,
    ties.LESSON,
    cost.LESSON,
)
# For a class with less time.
ROUTES = (
    Route("45", "45 minutes", tuple(LESSONS)),
    Route("15", "15 minutes", ("points_to_curve", "under_over", "trap")),
)

__all__ = ["LESSONS", "ROUTES", "Lesson", "Route"]
