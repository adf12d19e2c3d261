"""The course: one module a lesson, in the order they are taught."""

from pages.ui.lessons import (
    chance,
    cost,
    overlap,
    points_to_curve,
    quiz,
    ties,
    trap,
    under_over,
)
from pages.ui.lessons.lesson import Lesson

LESSONS: tuple[Lesson, ...] = (
    points_to_curve.LESSON,
    ties.LESSON,
    under_over.LESSON,
    overlap.LESSON,
    chance.LESSON,
    trap.LESSON,
    cost.LESSON,
    quiz.LESSON,
)

__all__ = ["LESSONS", "Lesson"]
