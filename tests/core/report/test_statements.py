"""Every sentence with numbers, counted again in plain loops: `WAYS` has a way for every row."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import permutations, product
from typing import Any

import numpy as np
import pandas as pd
import pytest

from aucc_core import load_dataset
from aucc_core.criteria import CRITERIA
from aucc_core.paper import Check, SetAgreement, tally
from aucc_core.paper.agreement import agreement_outcome
from aucc_core.paper.chance import FULL_DESIGN, REDUCED_DESIGN
from aucc_core.paper.checks import MOST_Z
from aucc_core.paper.leaderboard import leaderboard
from aucc_core.paper.published import (
    CLOSE,
    CORRECTED_AGREEMENT,
    PAPER_CRITERIA,
    PRINTED_AGREEMENT,
    RECOMPUTED_AGREEMENT,
    TIE_REACH,
)
from aucc_core.paper.slips import SLIPS
from aucc_core.paper.study import StudyColumn, study_table
from aucc_core.report.statements import STATEMENTS, said
from aucc_core.score.inputs import Dataset
from aucc_core.verdicts.criteria_repeats import CriteriaNull, Repeats
from tests.core.paper.test_leaderboard import drawn_sets
from tests.core.sweeps.test_comparison import drawn_comparison

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def numbers(sentence: str) -> list[float]:
    return [float(x) for x in NUMBER.findall(sentence.replace(",", ""))]


def draws(count: int) -> Iterator[np.random.Generator]:
    return (np.random.default_rng(seed) for seed in range(count))


# What sentences are about, drawn; and what they must then say, or None for nothing


def some_checks(rng: np.random.Generator) -> list[Check]:
    kinds: list[Callable[[float], Check]] = [
        lambda x: Check("equal or not", 0.5 + 0.02 * x, "0.50"),
        lambda x: Check("drawn", 0.5 + 0.1 * x, "0.50", spread=0.02),
        lambda x: Check("said", x, stated="more than 0", between=(0.0, 9.0)),
        lambda x: Check("own", x, between=(0.0, 9.0)),
        lambda x: Check("shown", x),
    ]
    return [kinds[i](float(rng.normal())) for i in rng.integers(0, 5, rng.integers(0, 14))]


def of_checks(checks: list[Check]) -> dict[str, list[float] | None]:
    equal = within = printed = stated = stated_hold = own = own_hold = 0
    largest = 0.0
    for c in checks:
        if c.printed:
            printed += 1
            off = abs(c.ours - float(c.printed))
            if c.spread is None:
                equal += off <= 0.01 + 1e-9
            elif off / c.spread <= 2.5:
                within += 1
                largest = max(largest, off / c.spread)
        elif c.between is not None:
            holds = c.between[0] <= c.ours < c.between[1]
            if c.stated:
                stated, stated_hold = stated + 1, stated_hold + holds
            else:
                own, own_hold = own + 1, own_hold + holds
    differ = printed - equal - within
    return {
        "paper.printed": [equal, printed] if printed else None,
        "paper.drawn": [within, round(largest, 1)] if within else None,
        "paper.differ": [differ] if differ else None,
        "paper.stated": [stated_hold, stated] if stated else None,
        "paper.own": [own_hold, own] if own else None,
    }


def checks_drawn() -> Iterator[tuple[Any, dict[str, list[float] | None]]]:
    for rng in draws(30):
        checks = some_checks(rng)
        yield tally(checks), of_checks(checks)


def columns_drawn() -> Iterator[tuple[Any, dict[str, list[float] | None]]]:
    for rng in draws(12):
        columns = []
        for name in rng.permutation(["sonar", "wbc", "iris", "cellcycle", "mine"])[:3]:
            row = CORRECTED_AGREEMENT.get(str(name), CORRECTED_AGREEMENT["wbc"])
            moved = {c: row[c] + 0.02 * float(rng.normal()) for c in PAPER_CRITERIA}
            if rng.random() < 0.3:
                moved["swc"] = float("nan")  # a criterion that could not be computed
            columns.append(SetAgreement(str(name), 100, 40, moved))
        seen = [0, 0, 0, 0, 0]
        for column in columns:
            for c in PAPER_CRITERIA:
                if column.name == "mine" or column.agreement[c] != column.agreement[c]:
                    continue
                off = abs(column.agreement[c] - CORRECTED_AGREEMENT[column.name][c])
                seen[0] += 1
                if off <= 0.01 + 1e-9:
                    seen[1] += 1
                elif off <= 0.025:
                    seen[2] += 1
                else:
                    seen[3 if column.name == "iris" else 4] += 1
        # The limit of "close" stands in the sentence, between the second and third count.
        for column in columns:
            for c, (low, high) in TIE_REACH.get(column.name, {}).items():
                printed, off = CORRECTED_AGREEMENT["iris"][c], column.agreement[c]
                if abs(off - printed) > 0.025 + 1e-9 and not low - 0.005 <= printed <= high + 0.005:
                    seen[3], seen[4] = seen[3] - 1, seen[4] + 1
        cells = {c.name: c.agreement for c in columns}
        yield cells, {"agreement.cells": [*seen[:3], 0.025, *seen[3:]]}
    yield {"mine": {"aucc": 0.5}}, {"agreement.cells": None}
    yield {}, {"agreement.cells": None}


def rows_so_far() -> Iterator[tuple[Any, dict[str, list[float] | None]]]:
    for rng in draws(10):
        rows = [{"aucc": float(rng.random()), "k": int(rng.integers(2, 9))} for _ in range(5)]
        rows[0]["aucc"] = float("nan")  # one cluster: no score
        best = rows[1]
        for row in rows[2:]:
            best = row if row["aucc"] > best["aucc"] else best
        yield rows, {"compare.so_far": [5, round(best["aucc"], 4), best["k"]]}
    yield [{"aucc": float("nan"), "k": 2}], {"compare.so_far": None}
    yield [], {"compare.so_far": None}


def limits() -> Iterator[tuple[Any, dict[str, list[float] | None]]]:
    """What checks and marks go by: the limits that the outcomes themselves show."""
    z = max(
        at / 10
        for at in range(100)
        if Check("drawn", 0.5 + 0.01 * at, "0.5", spread=0.1).outcome == "within spread"
    )
    at_sonar = CORRECTED_AGREEMENT["sonar"]["swc"]
    close = max(
        at / 1000
        for at in range(100)
        if agreement_outcome("sonar", "swc", at_sonar + at / 1000 - 1e-9) != "differs"
    )
    yield {"z": MOST_Z, "close": CLOSE}, {"paper.rules": [z], "agreement.marked": [close]}


def beside_drawn() -> Iterator[tuple[Any, dict[str, list[float] | None]]]:
    for cells, slips in ((120, 4), (6, 1)):
        rows = [dict.fromkeys("abc", 0.0) for _ in range(cells // 3)]
        yield (rows, ["slip"] * slips), {"paper.beside": [cells, slips]}


def designs() -> Iterator[tuple[Any, dict[str, list[float] | None]]]:
    """Every partition counted one by one."""
    for design in (FULL_DESIGN, REDUCED_DESIGN):
        drawn = 0
        for _ in product(design.mixtures, design.ks, design.balances):
            drawn += design.repeats
        yield (
            design,
            {
                "paper.design": [len(design.mixtures), len(set(design.ks)), drawn, 7],
            },
        )


def tables_drawn() -> Iterator[tuple[Any, dict[str, list[float] | None]]]:
    for rng in draws(5):
        n = int(rng.integers(3, 1500))
        labels = rng.choice(["a", "b", "c", ""], n)
        groups: list[str] = []
        for label in labels:
            groups += [] if label in groups else [label]
        yield Dataset("t", np.zeros((n, 1)), labels=labels), {"study.table": [n, len(groups)]}
    yield Dataset("t", np.zeros((4, 1))), {"study.table": None}


def reaches_drawn() -> Iterator[tuple[Any, dict[str, list[float] | None]]]:
    for rng in draws(6):
        reach, wanted = {}, []
        for name in ("here", "there")[: rng.integers(1, 3)]:
            ends = {c: sorted(rng.normal(size=2).tolist()) for c in PAPER_CRITERIA}
            reach[name] = {c: (low, high) for c, (low, high) in ends.items()}
            widths = [(high - low, c) for c, (low, high) in ends.items()]
            widest = max(widths)[1]
            wanted += numbers(CRITERIA[widest].short)
            wanted += [float(f"{v:.2f}") for v in (*ends[widest], *ends["aucc"])]
        yield reach, {"agreement.ties": wanted}
    yield {}, {"agreement.ties": None}


def sets_drawn() -> Iterator[tuple[Any, dict[str, list[float] | None]]]:
    for rng in draws(5):
        aucc, n, partitions = float(rng.random()), int(rng.integers(5, 5000)), int(rng.integers(99))
        column = SetAgreement("a", n, partitions, {"aucc": aucc})
        yield column, {"agreement.set": [round(aucc, 3), partitions, n]}
    yield SetAgreement("a", problem="no"), {"agreement.set": None}


def rankings_drawn() -> Iterator[tuple[Any, dict[str, list[float] | None]]]:
    for rng in draws(8):
        ours = {
            name: {c: v + float(rng.normal()) for c, v in row.items()}
            for name, row in RECOMPUTED_AGREEMENT.items()
        }
        said_of_it: list[float] = [12]
        for cells in (PRINTED_AGREEMENT, CORRECTED_AGREEMENT, ours):
            means = {c: sum(row[c] for row in cells.values()) / 10 for c in PAPER_CRITERIA}
            rank = 1 + sum(value > means["aucc"] + 1e-9 for value in means.values())
            said_of_it += [rank, float(f"{means['aucc']:.2f}")]
        best = CRITERIA[max(means, key=lambda c: means[c])].short
        wins: list[float] = []
        for cells in (PRINTED_AGREEMENT, CORRECTED_AGREEMENT, ours):
            for c in PAPER_CRITERIA:
                times = sum(all(row[c] >= row[o] for o in PAPER_CRITERIA) for row in cells.values())
                wins += [*numbers(CRITERIA[c].short), times] if times else []
        said_too = {"agreement.best": wins}
        yield ours, {"agreement.rank": [*said_of_it, *numbers(best)], **said_too}
    one = {"sonar": dict(RECOMPUTED_AGREEMENT["sonar"])}
    yield one, {"agreement.rank": None, "agreement.best": None}
    always = {name: {**row, "swc": 1.0} for name, row in RECOMPUTED_AGREEMENT.items()}
    yield always, {"agreement.best": None}


def rows_drawn() -> Iterator[tuple[Any, dict[str, list[float] | None]]]:
    for names, slip in ((("aswc", "sswc"), "swapped"), (("davies_bouldin",), "unturned")):
        for rng in draws(4):
            sets = [str(s) for s in rng.permutation(["sonar", "wbc", "ecoli", "iris"])[:3]]
            ours = {
                s: {c: v + 0.1 * float(rng.normal()) for c, v in RECOMPUTED_AGREEMENT[s].items()}
                for s in sets
            }
            firm = [s for s in sets if s != "iris"]
            means, largest = [], 0.0
            for cells in (PRINTED_AGREEMENT, CORRECTED_AGREEMENT):
                for c in names:
                    off = [abs(cells[s][c] - ours[s][c]) for s in firm]
                    means.append(float(f"{sum(off) / len(off):.3f}"))
                    if cells is CORRECTED_AGREEMENT:
                        largest = max(largest, *off)
            at = len(names)
            expected = [*means[:at], len(firm), *means[at:], float(f"{largest:.3f}")]
            yield SLIPS[slip].evidence(ours), {"slip.rows": expected}
    yield SLIPS["swapped"].evidence({}), {"slip.rows": None}


def small_sets() -> list[tuple[list[list[float]], list[int]]]:
    """The data of the evidence again: square distances and labels."""
    from scipy.spatial.distance import squareform

    found = []
    for name in ("toy", "ties"):
        data = load_dataset(name)
        found.append((squareform(data.distances).tolist(), data.labels.tolist()))
    for seed, (n, k) in enumerate(((6, 2), (8, 3), (9, 4))):
        rng = np.random.default_rng(seed)
        labels = rng.permutation(np.arange(n) % k).tolist()
        X = rng.normal(size=(n, 2))
        found.append(([[float(np.hypot(*(a - b))) for b in X] for a in X], labels))
    return found


def formulas() -> Iterator[tuple[Any, dict[str, list[float] | None]]]:
    right = {"minus": 0, "plus": 0, "printed": 0, "quarter": 0}
    first: list[float] = []
    for D, labels in small_sets():
        n = len(labels)
        pairs = [(i, j) for i in range(n) for j in range(i + 1, n)]
        near = [D[i][j] for i, j in pairs if labels[i] == labels[j]]
        far = [D[i][j] for i, j in pairs if labels[i] != labels[j]]
        plus = sum(a < b - 1e-12 for a in near for b in far)
        minus = sum(a > b + 1e-12 for a in near for b in far)
        gamma = (plus - minus) / (plus + minus)
        right["plus"] += abs(1 - 2 * minus / (plus + minus) - gamma) < 1e-12
        right["minus"] += abs(1 - 2 * minus / (plus - minus) - gamma) < 1e-12
        three = sum(
            labels[i] == labels[j] != labels[s] and D[i][j] < D[i][s] - 1e-12
            for i, j, s in permutations(range(n), 3)
        )
        four = sum(
            labels[i] == labels[j] and labels[r] != labels[s] and D[i][j] < D[r][s] - 1e-12
            for i, j, r, s in permutations(range(n), 4)
        )
        right["printed"] += three + four == plus
        right["quarter"] += three + four / 4 == plus
        first = first or [plus, three + four, three + four / 4]
    yield SLIPS["total"].evidence({}), {"slip.total": [5, right["minus"], right["plus"]]}
    expected = [*first, right["printed"], 5, right["quarter"]]
    yield SLIPS["quarter"].evidence({}), {"slip.quarter": expected}


def votes_drawn() -> Iterator[tuple[Any, dict[str, list[float] | None]]]:
    for seed in range(30):
        found = drawn_comparison(seed)
        found = replace(found, table=found.table.assign(k=found.table["k"] + seed % 2))
        ks = sorted(set(found.table["k"]))
        ballots: dict[str, dict[str, set[int]]] = {}
        flat = []
        for name in found.criteria:
            sign = 1 if CRITERIA[name].higher_is_better else -1
            scores = [
                (sign * v, k)
                for v, k in zip(found.table[name], found.table["k"], strict=True)
                if v == v
            ]
            if not CRITERIA[name].votes or not scores:
                continue
            if len(scores) > 1 and len({v for v, _ in scores}) == 1:
                flat.append(name)
            else:
                best = max(v for v, _ in scores)
                mine = {k for v, k in scores if v == best}
                ballots.setdefault(CRITERIA[name].family, {})[name] = mine
        weights = {
            k: sum(
                sum(1 / len(c) for c in members.values() if k in c) / len(members)
                for members in ballots.values()
            )
            for k in ks
        }
        most = max(weights.values())
        leaders = [k for k in ks if ballots and weights[k] > most - 1e-9]
        leader = leaders[0] if len(leaders) == 1 else None
        voters = [c for members in ballots.values() for c in members.values()]
        picking = sum(leader in c for c in voters)
        votes = float(f"{round(most, 2):g}")
        edge = len(ks) > 1 and leader is not None
        yield (
            found.vote(),
            {
                "vote.leader": None
                if leader is None
                else [leader, votes, len(ballots), picking, len(voters)],
                "vote.tied": [*leaders, votes, len(ballots)] if len(leaders) > 1 else None,
                "vote.abstaining": [x for n in flat for x in numbers(CRITERIA[n].short)]
                if flat
                else None,
                "vote.largest": [leader] if edge and leader == ks[-1] else None,
                "vote.smallest": [leader] if edge and leader == ks[0] != 2 else None,
                "vote.two": [2] if edge and leader == ks[0] == 2 else None,
            },
        )


def ranks_drawn() -> Iterator[tuple[Any, dict[str, list[float] | None]]]:
    for seed in range(20):
        ranks = drawn_comparison(seed).mean_ranks()  # by plain loops in test_comparison.py
        if ranks["rank"].isna().all():
            yield ranks, {"ranks.first": None}
            continue
        best = min(ranks["rank"])
        first = [k for k, r in zip(ranks["k"], ranks["rank"], strict=True) if r <= best + 1e-9]
        yield ranks, {"ranks.first": [*first, float(f"{best:.2f}"), len(ranks)]}


def boards_drawn() -> Iterator[tuple[Any, dict[str, list[float] | None]]]:
    for seed, count in ((0, 1), (1, 4), (2, 9)):
        found = drawn_sets(seed, count)
        board = leaderboard(found, seed=0)
        names = [n for n in found[0].table.index if n != "gamma"]
        ranks: dict[str, list[float]] = {n: [] for n in names}
        for one in found:
            values = one.table["agreement"]
            for n in names:
                above = sum(values[m] > values[n] for m in names)
                same = sum(values[m] == values[n] for m in names)
                ranks[n].append(above + (same + 1) / 2)
        means = {n: sum(r) / count for n, r in ranks.items()}
        first = min(means.values())
        place = 1 + sum(m < means["aucc"] - 1e-9 for m in means.values())
        aris = {n: sum(one.table.loc[n, "ari"] for one in found) / count for n in names}
        k = len(names)
        # Of the first, its name; the interval is held in tests/core/paper/test_leaderboard.py.
        low, high = board.table.loc["aucc", ["low", "high"]]
        like = sum(m <= first + board.critical for m in means.values())
        yield (
            board,
            {
                "board.best": [
                    count, k, *numbers(CRITERIA[min(means, key=lambda n: means[n])].short),
                    float(f"{first:.1f}"), place, float(f"{means['aucc']:.1f}"),
                    float(f"{low:.1f}"), float(f"{high:.1f}"),
                ],
                "board.unsure": None
                if count == 1
                else [float(f"{board.critical:.1f}"), 5, like],
                "board.picks": [
                    *numbers(CRITERIA[max(aris, key=lambda n: aris[n])].short),
                    float(f"{max(aris.values()):.3f}"),
                    float(f"{sum(one.best for one in found) / count:.3f}"),
                ],
            },
        )  # fmt: skip


def nulls_drawn() -> Iterator[tuple[Any, dict[str, list[float] | None]]]:
    for seed in range(20):
        vote, rng = drawn_comparison(seed).vote(), np.random.default_rng(seed)
        n = int(rng.integers(1, 30))
        alike = pd.Series({c: int(rng.integers(0, n + 1)) for c in CRITERIA})
        expected: list[float] | None = None
        if len(vote.leaders) == 1:
            (k,) = vote.leaders
            empty = [c for c in vote.criteria[k] if alike[c] > 0.05 * n]
            least = next(m for m in range(n + 2) if m > 0.05 * n)
            expected = [len(vote.criteria[k]), k, len(empty), least, n]
        empty_vote = None
        if expected and 2 * expected[2] > expected[0]:
            empty_vote = [expected[2], expected[0], expected[1]]
        yield (vote, CriteriaNull(alike, n)), {"vote.null": expected, "vote.empty": empty_vote}


def repeats_drawn() -> Iterator[tuple[Any, dict[str, list[float] | None]]]:
    for seed in range(20):
        rng, own = np.random.default_rng(seed), drawn_comparison(seed)
        if seed % 2:
            own = replace(own, table=own.table.assign(ari=rng.random(len(own.table))))
        mine = {}
        for name, k in zip(own.picks()["criterion"], own.picks()["k"], strict=True):
            mine.setdefault(name, k)
        n = int(rng.integers(2, 12))
        picks = {c: rng.choice([k] * 12 + [2, 3, 9], n).tolist() for c, k in mine.items()}
        truth = {c: rng.normal(size=n) for c in own.criteria}
        frames = {"pearson": pd.DataFrame(truth)} if own.has_truth else {}
        best = tuple(pd.DataFrame() for _ in range(n))
        found = Repeats("drawn", best, pd.DataFrame(picks), frames).intervals(own)
        picks = {c: ks for c, ks in picks.items() if CRITERIA[c].votes}  # Gamma is AUCC again
        steady = sum(sum(k == mine[c] for k in ks) / n >= 0.9 for c, ks in picks.items())
        ranges = {}
        for c, ks in picks.items():
            # Of n sorted picks, those at a twentieth of the way from either end or beyond.
            at = 0.05 * (n - 1)
            ranges[c] = sorted(ks)[int(at)], sorted(ks, reverse=True)[int(at)]
        widest = max((high - low for low, high in ranges.values()), default=0)
        moves = None
        if widest:
            most = [c for c, (low, high) in ranges.items() if high - low == widest]
            moves = [*(x for c in most for x in numbers(CRITERIA[c].short)), widest]
        follows = None
        if own.has_truth and "aucc" in mine:
            own_value = own.agreement()["aucc"]
            low, high = np.quantile(truth["aucc"], [0.05, 0.95])
            follows = [float(f"{v:.2f}") for v in (own_value, low, high)]
            follows = None if any(np.isnan(follows)) else follows
        yield (
            ("drawn", found, n),
            {
                "repeats.steady": [n, steady, len(picks), 9, 10] if picks else None,
                "repeats.moves": moves,
                "repeats.follows": follows,
            },
        )
        silent = dict.fromkeys(("repeats.steady", "repeats.moves", "repeats.follows"))
        yield ("none", found, n), silent


def studies_drawn() -> Iterator[tuple[Any, dict[str, list[float] | None]]]:
    for rng in draws(10):
        names = [str(c) for c in rng.permutation(list(CRITERIA))[: rng.integers(1, 9)]]
        found = [
            StudyColumn(
                f"set {at}",
                int(rng.integers(5, 5000)),
                7,
                pd.DataFrame(
                    [
                        (seed, "ari", "pearson", name, float(rng.normal()))
                        for seed in range(3)
                        for name in names
                    ],
                    columns=["seed", "external", "correlation", "criterion", "value"],
                ),
            )
            for at in range(int(rng.integers(1, 4)))
        ]
        means = dict.fromkeys(names, 0.0)
        largest = 0.0
        for column in found:
            for name in names:
                values = column.cells[column.cells["criterion"] == name]["value"].tolist()
                means[name] += sum(values) / 3 / len(found)
                largest = max(largest, max(values) - min(values))
        best = max(means, key=lambda n: means[n])
        expected: list[float] = [*numbers(CRITERIA[best].short)]
        expected += [len(found)] if len(found) > 1 else []
        expected.append(float(f"{means[best]:.3f}"))
        if "aucc" in means:
            expected += [1 + sum(v > means["aucc"] + 1e-9 for v in means.values()), len(means)]
        yield study_table(found), {"study.best": expected}
        reach = study_table(found, reach=True)
        yield (range(3), reach), {"study.seeds": [3, float(f"{largest:.3f}")]}
        yield (range(1), reach), {"study.seeds": None}
        yield found[0], {"study.set": [7, found[0].n]}
    yield study_table([StudyColumn("a", problem="no")]), {"study.best": None}
    yield StudyColumn("a", problem="no"), {"study.set": None}


def studies_about(name: str) -> Callable[[], Iterator[tuple[Any, dict[str, list[float] | None]]]]:
    return lambda: (pair for pair in studies_drawn() if name in pair[1])


WAYS: dict[str, Callable[[], Iterator[tuple[Any, dict[str, list[float] | None]]]]] = {
    "board": boards_drawn,
    "vote": votes_drawn,
    "null": nulls_drawn,
    "empty vote": nulls_drawn,
    "ranks": ranks_drawn,
    "repeats": repeats_drawn,
    "study": studies_about("study.best"),
    "study seeds": studies_about("study.seeds"),
    "study set": studies_about("study.set"),
    "tally": checks_drawn,
    "cells": columns_drawn,
    "ties": reaches_drawn,
    "set": sets_drawn,
    "ranking": rankings_drawn,
    "rows": rows_drawn,
    "total": formulas,
    "quarter": formulas,
    "so far": rows_so_far,
    "rules": limits,
    "marks": limits,
    "beside": beside_drawn,
    "design": designs,
    "study table": tables_drawn,
}


def test_every_statement_is_about_something_that_is_counted_again() -> None:
    assert {row.about for row in STATEMENTS.values()} == set(WAYS)


def test_a_leader_without_half_of_the_votes_is_told_so() -> None:
    heard = set()
    for seed in range(30):
        vote = drawn_comparison(seed).vote()
        sentence = STATEMENTS["vote.leader"].say(vote)
        if sentence is not None:
            less = sum(vote.weights) >= 2 * max(vote.weights)
            assert ("no majority" in sentence) == less
            heard.add(less)
    assert heard == {True, False}


@pytest.mark.parametrize("name", STATEMENTS)
def test_numbers_are_those_of_plain_loops(name: str) -> None:
    row = STATEMENTS[name]
    heard = 0
    for subject, expected in WAYS[row.about]():
        if name not in expected:
            continue
        sentence, numbers_wanted = row.say(subject), expected[name]
        if numbers_wanted is None:
            assert sentence is None, sentence
            continue
        assert sentence is not None
        heard += 1
        assert numbers(sentence) == pytest.approx(numbers_wanted, abs=1e-9), sentence
        assert sentence in said(row.about, subject)
    assert heard
