"""Which criterion? The study of the paper: twelve criteria on ten sets with known classes."""

from __future__ import annotations

from collections.abc import Mapping

from aucc_core.criteria import CRITERIA
from aucc_core.paper.published import CORRECTED_AGREEMENT, DATA_TABLE, PAPER_CRITERIA
from pages.ui.learn.lesson import Lesson, Payload, Question, Settings, read_int

# Criteria by what they ask for: a compact cluster and a separated one are not the same wish.
AIMS = {
    "pairs": "Close pairs together: AUCC, PB, C-Index",
    "middle": "Compact around a middle: VRC, C/√k, PBM, DB",
    "gap": "Apart from the next cluster: silhouettes (SWC …), Dunn",
}


def read_settings(query: Mapping[str, str]) -> Settings:
    """How many sets are looked at, in the order of the table."""
    return {"sets": read_int(query, "sets", low=1, high=len(DATA_TABLE), default=len(DATA_TABLE))}


def build_criteria(sets: int) -> Payload:
    """The corrected table with the best of each set, and the mean of each criterion."""
    names = list(DATA_TABLE)
    rows = [
        {
            "name": name,
            "label": CRITERIA[name].short,
            "values": [CORRECTED_AGREEMENT[of][name] for of in names],
        }
        for name in PAPER_CRITERIA
    ]
    winners = {of: best_of(CORRECTED_AGREEMENT[of]) for of in names}
    somewhere = sorted({name for best in winners.values() for name in best})
    ranks = [places(CORRECTED_AGREEMENT[of])["aucc"] for of in names]
    mean = {name: mean_of(name) for name in PAPER_CRITERIA}
    first, second = sorted(mean, key=mean.__getitem__, reverse=True)[:2]
    return {
        "sets": sets,
        "names": [DATA_TABLE[name].title for name in names],
        "rows": rows,
        "aims": list(AIMS.values()),
        "facts": {
            "different": len(somewhere),
            "criteria": len(rows),
            "of": len(names),
            "first": CRITERIA[first].short,
            "first_mean": f"{mean[first]:.2f}",
            "second": CRITERIA[second].short,
            "second_mean": f"{mean[second]:.2f}",
            "worst": max(ranks),
        },
    }


def best_of(values: Mapping[str, float]) -> list[str]:
    """The criteria with the highest value; several where the printed ones are equal."""
    return [name for name, value in values.items() if value == max(values.values())]


def places(values: Mapping[str, float]) -> dict[str, int]:
    """The place of each criterion, 1 the best."""
    return {
        name: 1 + sum(other > value for other in values.values()) for name, value in values.items()
    }


def mean_of(name: str) -> float:
    """A criterion's mean over all sets."""
    return sum(row[name] for row in CORRECTED_AGREEMENT.values()) / len(CORRECTED_AGREEMENT)


LESSON = Lesson(
    name="criteria",
    title="Which criterion?",
    idea=(
        "The paper took ten real sets with known classes and many clusterings of each. A good "
        "criterion ranks the clusterings as the classes do: **1** means in the same order, **0** "
        "unrelated, below 0 turned around."
    ),
    question=Question(
        text=(
            "{criteria} criteria, {of} sets. How many **different** criteria are the best "
            "on some set?"
        ),
        options=("1: the same everywhere", "2", "{different}"),
        right=2,
        why=(
            "{different} of {criteria}: there is **no single best**. On average {first} leads "
            "({first_mean}), then {second} ({second_mean}), which is number {worst} on its worst "
            "set. Ask first what the clusters are **for**, then look with more than one criterion."
        ),
    ),
    notes="""
**Aim.** No criterion is best everywhere, AUCC included. Clusters serve an aim, and criteria have
different wishes built in.

**What is shown.** The paper's own table (correlation of each criterion with the adjusted Rand index
over k-means and four linkages, k up to √n), after two corrections: two printed rows have each
other's name, and Davies and Bouldin's index is turned so that higher is better. Paper has the
evidence, and runs the study again.

**In class (5 min).** Cover the table but for one set, let the class bet on the winner of the next
one, then show it. Which criteria fall below 0 somewhere? A criterion below 0 prefers the worse
clusterings.

**Clusters for which aim?** Customers for six sales teams: equal, compact groups. Species: gaps.
Noise in a sensor: what is far from all. Known classes are one aim among others, and need not be the
clusters of the data at all.
""",
    settings=read_settings,
    minutes=5,
    build=build_criteria,
    seeded=False,
)
