"""The course: one module per lesson, in the order they are taught.

A new lesson is a module, its row here, and a script for its picture, ``<name>.js`` in
components/course. `lesson` says what a row holds, `view` shows it.
"""

from collections.abc import Mapping

from aucc_core.score.inputs import registry
from pages.ui.learn import (
    big_quiz,
    chance,
    choose,
    cost,
    criteria,
    elbow,
    overlap,
    points_to_curve,
    quiz,
    roc_basics,
    shapes,
    steps,
    theorems,
    ties,
    trap,
    under_over,
)
from pages.ui.learn.lesson import Lesson, Route

LESSONS: Mapping[str, Lesson] = registry(
    roc_basics.LESSON,
    points_to_curve.LESSON,
    under_over.LESSON,
    quiz.LESSON,
    overlap.LESSON,
    chance.LESSON,
    theorems.LESSON,
    steps.LESSON,
    trap.LESSON,
    choose.LESSON,
    elbow.LESSON,
    ties.LESSON,
    cost.LESSON,
    criteria.LESSON,
    shapes.LESSON,
    big_quiz.LESSON,
)
# For a class with less time.
ROUTES = (
    Route(
        "45",
        "45 minutes",
        (
            "points_to_curve",
            "under_over",
            "quiz",
            "overlap",
            "chance",
            "trap",
            "choose",
            "criteria",
            "shapes",
        ),
    ),
    Route("15", "15 minutes", ("points_to_curve", "under_over", "trap")),
)

__all__ = ["LESSONS", "ROUTES", "Lesson", "Route"]
