"""Every sentence with numbers that Criteria, Paper and the leaderboard say: `STATEMENTS`.

A row holds the words and how to get their numbers from what was computed. Where the numbers give no
reason to say it, it is not said. Tests count every number of every row again in plain loops.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from aucc_core.criteria import CRITERIA
from aucc_core.paper.agreement import (
    SetAgreement,
    agreement_outcome,
    agreement_ranking,
    times_best,
)
from aucc_core.paper.chance import ChanceDesign
from aucc_core.paper.checks import Tally
from aucc_core.paper.leaderboard import Leaderboard
from aucc_core.paper.published import (
    CORRECTED_AGREEMENT,
    CORRECTED_AVERAGE,
    DATA_TABLE,
    PRINTED_AGREEMENT,
    PRINTED_AVERAGE,
)
from aucc_core.paper.study import StudyColumn
from aucc_core.partitions.algorithms import ALGORITHMS
from aucc_core.score.inputs import Dataset, registry
from aucc_core.sweeps.comparison import Vote
from aucc_core.verdicts.criteria_repeats import MOST_ALIKE, REPEATS, CriteriaNull
from aucc_core.verdicts.sentences import listed

Facts = Mapping[str, Any]
#: A pick is steady if at least this share of the repeats has the same one.
STEADY = 0.9


@dataclass(frozen=True)
class Statement:
    """A sentence about something that was computed.

    Attributes
    ----------
    name : for code and tests.
    about : what it is about; `said` takes all rows about the same.
    template : the words, with named places for the numbers, in markdown.
    facts : from what it is about to the numbers, or None where it does not apply.
    """

    name: str
    about: str
    template: str
    facts: Callable[[Any], Facts | None]

    def say(self, subject: Any) -> str | None:
        """The sentence about something, or None."""
        facts = self.facts(subject)
        return None if facts is None else self.template.format(**facts)


def said(about: str, subject: Any) -> list[str]:
    """All that there is to say about something, in the order of the registry."""
    found = [row.say(subject) for row in STATEMENTS.values() if row.about == about]
    return [sentence for sentence in found if sentence is not None]


# Criteria: the vote and the mean rank


def _votes(count: float) -> str:
    return f"{round(count, 2):g}"


def _leader(vote: Vote) -> Facts | None:
    if len(vote.leaders) != 1:
        return None
    (k,) = vote.leaders
    return {
        "k": k,
        "votes": _votes(vote.weights[k]),
        "families": vote.families,
        "short": "" if 2 * vote.weights[k] > vote.families + 1e-9 else " (no majority)",
        "picking": len(vote.criteria[k]),
        "voters": vote.voters,
    }


def _tied(vote: Vote) -> Facts | None:
    if len(vote.leaders) < 2:
        return None
    named = listed([f"k = {k}" for k in vote.leaders])
    return {
        "named": named,
        "votes": _votes(vote.weights[vote.leaders[0]]),
        "families": vote.families,
    }


def _abstaining(vote: Vote) -> Facts | None:
    if not vote.abstaining:
        return None
    names = listed([CRITERIA[name].short for name in vote.abstaining])
    verb = "says" if len(vote.abstaining) == 1 else "say"
    own = "abstains" if len(vote.abstaining) == 1 else "abstain"
    return {"names": names, "say": verb, "abstain": own}


def _largest(vote: Vote) -> Facts | None:
    return {"k": vote.leaders[0]} if vote.at_edge == "largest" else None


def _smallest(vote: Vote) -> Facts | None:
    return {"k": vote.leaders[0]} if vote.at_edge == "smallest" and vote.leaders[0] > 2 else None


def _two(vote: Vote) -> Facts | None:
    return {} if vote.at_edge == "smallest" and vote.leaders[0] == 2 else None


def _first(ranks: pd.DataFrame) -> Facts | None:
    if ranks.empty or ranks["rank"].isna().all():
        return None
    best = ranks[ranks["rank"] <= ranks["rank"].min() + 1e-9]
    named = [
        f"{ALGORITHMS[a].label} with k = {k}"
        for a, k in zip(best["algorithm"], best["k"], strict=True)
    ]
    return {
        "named": listed(named),
        "rank": f"{ranks['rank'].min():.2f}",
        "solutions": len(ranks),
    }


def _without_clusters(subject: tuple[Vote, CriteriaNull]) -> Facts | None:
    vote, null = subject
    if len(vote.leaders) != 1 or not null.n_sets:
        return None
    picking = vote.criteria[vote.leaders[0]]
    return {
        "k": vote.leaders[0],
        "picking": len(picking),
        "empty": sum(name in null.empty for name in picking),
        "sets": null.n_sets,
        "least": math.floor(MOST_ALIKE * null.n_sets) + 1,
        "criteria": "criterion picks" if len(picking) == 1 else "criteria pick",
    }


def _empty_vote(subject: tuple[Vote, CriteriaNull]) -> Facts | None:
    facts = _without_clusters(subject)
    if facts is None or 2 * facts["empty"] <= facts["picking"]:
        return None
    return facts


def _steady(subject: tuple[str, pd.DataFrame, int]) -> Facts | None:
    kind, intervals, repeats = subject
    intervals = _voting(intervals)
    if not REPEATS[kind].has_clusters or intervals.empty:
        return None
    return {
        "how": REPEATS[kind].label,
        "repeats": repeats,
        "steady": int((intervals["same"] >= STEADY).sum()),
        "criteria": len(intervals),
    }


def _voting(intervals: pd.DataFrame) -> pd.DataFrame:
    """The rows of criteria that have a vote, so that AUCC and Gamma do not count twice."""
    votes = np.array([CRITERIA[str(name)].votes for name in intervals.index], dtype=bool)
    return intervals.loc[votes]


def _moves(subject: tuple[str, pd.DataFrame, int]) -> Facts | None:
    kind, intervals, _ = subject
    intervals = _voting(intervals)
    reach = (intervals["high"] - intervals["low"]).fillna(0)
    if not REPEATS[kind].has_clusters or intervals.empty or reach.max() == 0:
        return None
    most = [CRITERIA[str(name)].short for name in reach.index[reach == reach.max()]]
    verb = "moves" if len(most) == 1 else "move"
    return {"names": listed(most), "move": verb, "reach": int(reach.max())}


def _follows(subject: tuple[str, pd.DataFrame, int]) -> Facts | None:
    kind, intervals, _ = subject
    if (
        not REPEATS[kind].has_clusters
        or "pearson" not in intervals
        or "aucc" not in intervals.index
    ):
        return None
    row = intervals.loc["aucc"]
    if row[["pearson", "pearson_low", "pearson_high"]].isna().any():
        return None
    return {name: f"{row[at]:.2f}" for name, at in (
        ("own", "pearson"), ("low", "pearson_low"), ("high", "pearson_high"))}  # fmt: skip


def _so_far(rows: Sequence[Mapping[str, Any]]) -> Facts | None:
    scored = [row for row in rows if not math.isnan(row["aucc"])]
    if not scored:
        return None
    best = max(scored, key=lambda row: float(row["aucc"]))
    return {"scored": len(rows), "best": f"{best['aucc']:.4f}", "k": best["k"]}


# Paper: what came of the checks, and what they go by


def _rules(limits: Mapping[str, float]) -> Facts:
    return limits


def _beside(subject: tuple[Collection[Mapping[str, float]], Collection[object]]) -> Facts:
    rows, slips = subject
    return {"cells": sum(map(len, rows)), "slips": len(slips)}


def _design(design: ChanceDesign) -> Facts:
    return {
        "mixtures": len(design.mixtures),
        "ks": len(design.ks),
        "partitions": f"{design.n_partitions:,}",
        "criteria": len(design.criteria),
    }


def _printed(tally: Tally) -> Facts | None:
    if not tally.printed:
        return None
    return {"equal": tally.equal, "printed": tally.printed}


def _drawn(tally: Tally) -> Facts | None:
    if not tally.within:
        return None
    return {"within": tally.within, "z": f"{tally.largest_z:.1f}"}


def _differ(tally: Tally) -> Facts | None:
    return {"differ": tally.differ} if tally.differ else None


def _stated(tally: Tally) -> Facts | None:
    return {"held": tally.stated_hold, "stated": tally.stated} if tally.stated else None


def _own(tally: Tally) -> Facts | None:
    return {"held": tally.own_hold, "own": tally.own} if tally.own else None


# Paper: a study of one's own


def _study_table(data: Dataset) -> Facts | None:
    if data.labels is None:
        return None
    return {"n": f"{data.n:,}", "groups": f"{pd.Series(list(data.labels)).nunique():,}"}


def _study_set(column: StudyColumn) -> Facts | None:
    if column.problem:
        return None
    return {"partitions": column.n_partitions, "n": f"{column.n:,}"}


def _study_best(table: pd.DataFrame) -> Facts | None:
    if table.empty or table.iloc[:, -1].isna().all():
        return None
    last = table.iloc[:, -1].dropna()
    names = [str(name) for name in last.index]
    several = len(table.columns) > 1
    return {
        "best": names[int(last.to_numpy().argmax())],
        "value": f"{last.max():.3f}",
        "where": f"on average over {len(table.columns) - 1} tables" if several else "on this table",
        "place": "is not among them"
        if "AUCC" not in names
        else f"is at place {1 + int((last > last['AUCC'] + 1e-9).sum())} of {int(last.count())}",
    }


def _study_seeds(subject: tuple[Sequence[int], pd.DataFrame]) -> Facts | None:
    seeds, reach = subject
    if len(seeds) < 2 or reach.isna().to_numpy().all():
        return None
    return {"seeds": len(seeds), "largest": f"{np.nanmax(reach.to_numpy()):.3f}"}


# Paper: the agreement table


def _one_set(column: SetAgreement) -> Facts | None:
    if column.problem:
        return None
    return {
        "aucc": f"{column.agreement['aucc']:.3f}",
        "partitions": column.n_partitions,
        "n": f"{column.n:,}",
    }


def _cells(ours: Mapping[str, Mapping[str, float]]) -> Facts | None:
    outcomes = [
        agreement_outcome(name, criterion, cells[criterion])
        for name, cells in ours.items()
        for criterion in CORRECTED_AGREEMENT.get(name, {})
        if not math.isnan(cells[criterion])
    ]
    if not outcomes:
        return None
    counts = {name: outcomes.count(name) for name in ("equal", "close", "moved by ties", "differs")}
    return {
        "cells": len(outcomes),
        "equal": counts["equal"],
        "close": counts["close"],
        "moved": counts["moved by ties"],
        "differ": counts["differs"],
    }


def _moved(reach: Mapping[str, Mapping[str, tuple[float, float]]]) -> Facts | None:
    if not reach:
        return None
    parts = []
    for name, cells in reach.items():
        widest = max(cells, key=lambda c: cells[c][1] - cells[c][0])
        low, high = cells[widest]
        own_low, own_high = cells["aucc"]
        parts.append(
            f"on {name} {CRITERIA[widest].short} from {low:.2f} to {high:.2f} and AUCC from "
            f"{own_low:.2f} to {own_high:.2f}"
        )
    return {"named": listed(list(reach)), "reach": listed(parts)}


def _rank_of_aucc(ours: Mapping[str, Mapping[str, float]]) -> Facts | None:
    """Over all ten sets, in the three readings; not without ours of all of them."""
    if set(ours) != set(DATA_TABLE):
        return None
    readings = {"printed": PRINTED_AGREEMENT, "corrected": CORRECTED_AGREEMENT, "ours": ours}
    # As printed, and not the mean of the printed cells, which may differ in the last digit.
    averages = {"printed": PRINTED_AVERAGE["aucc"], "corrected": CORRECTED_AVERAGE["aucc"]}
    facts: dict[str, Any] = {}
    for name, cells in readings.items():
        table = agreement_ranking(cells)
        average = averages.get(name, table["average"].to_dict()["aucc"])
        facts[f"{name}_rank"] = int(table["rank"].to_dict()["aucc"])
        facts[f"{name}_average"] = f"{average:.2f}"
    best = agreement_ranking(ours)["average"].idxmax()
    return {**facts, "criteria": len(agreement_ranking(ours)), "best": CRITERIA[str(best)].short}


def _best_on_some(ours: Mapping[str, Mapping[str, float]]) -> Facts | None:
    """The paper's claim that no criterion is best everywhere, in the three readings."""
    if set(ours) != set(DATA_TABLE):
        return None
    readings = {"printed": PRINTED_AGREEMENT, "corrected": CORRECTED_AGREEMENT, "ours": ours}
    found = {name: times_best(cells) for name, cells in readings.items()}
    if any(count == len(DATA_TABLE) for times in found.values() for count in times.values()):
        return None
    return {
        name: listed([f"{CRITERIA[c].short} on {count}" for c, count in times.items()])
        for name, times in found.items()
    }


# Paper: evidence for its slips


def _rows_off(evidence: pd.DataFrame) -> Facts | None:
    if evidence.empty:
        return None
    return {
        "rows": listed([CRITERIA[row].short for row in evidence["row"]]),
        "sets": int(evidence["sets"].iloc[0]),
        "printed": listed([f"{v:.3f}" for v in evidence["mean_printed"]]),
        "corrected": listed([f"{v:.3f}" for v in evidence["mean_corrected"]]),
        "largest": f"{evidence['largest_corrected'].max():.3f}",
    }


def _other_gamma(evidence: pd.DataFrame) -> Facts:
    def right(column: str) -> int:
        return int((evidence[column] - evidence["gamma"]).abs().lt(1e-12).sum())

    return {
        "sets": len(evidence),
        "printed": right("gamma_printed"),
        "meant": right("gamma_meant"),
    }


def _other_count(evidence: pd.DataFrame) -> Facts:
    first = evidence.iloc[0]
    return {
        "data": first["data"],
        "definition": int(first["definition"]),
        "printed": int(first["printed"]),
        "quarter": f"{first['with_quarter']:g}",
        "sets": len(evidence),
        "right": int((evidence["with_quarter"] == evidence["definition"]).sum()),
        "right_printed": int((evidence["printed"] == evidence["definition"]).sum()),
    }


# Leaderboard


def _best(board: Leaderboard) -> Facts:
    ranks, aucc = board.table["rank"].to_dict(), board.table.to_dict("index")["aucc"]
    first = min(ranks, key=lambda name: ranks[name])
    return {
        "sets": board.cells.shape[1],
        "criteria": len(ranks),
        "first": CRITERIA[str(first)].short,
        "rank": f"{ranks[first]:.1f}",
        "place": 1 + sum(rank < aucc["rank"] - 1e-9 for rank in ranks.values()),
        "aucc": f"{aucc['rank']:.1f}",
        "low": f"{aucc['low']:.1f}",
        "high": f"{aucc['high']:.1f}",
    }


def _unsure(board: Leaderboard) -> Facts | None:
    if not math.isfinite(board.critical):
        return None
    return {"critical": f"{board.critical:.1f}", "like": len(board.like_first)}


def _picks(board: Leaderboard) -> Facts:
    ari = board.table["ari"]
    return {
        "best": CRITERIA[str(ari.idxmax())].short,
        "ari": f"{ari.max():.3f}",
        "possible": f"{board.sets['best'].mean():.3f}",
    }


STATEMENTS: Mapping[str, Statement] = registry(
    Statement(
        "board.best",
        "board",
        "Over {sets} sets and {criteria} criteria, **{first}** has the best mean rank ({rank}). "
        "AUCC is at place {place} with {aucc}; with sets drawn anew, between {low} and {high}.",
        _best,
    ),
    Statement(
        "board.unsure",
        "board",
        "Mean ranks that differ by less than {critical} cannot be told apart (Nemenyi's critical "
        "difference at 5 %): {like} criteria are no worse than the first, as far as these sets can "
        "tell.",
        _unsure,
    ),
    Statement(
        "board.picks",
        "board",
        "Who takes the clustering that a criterion scores best gets most from {best}: a mean ARI "
        "of {ari}, where {possible} is possible.",
        _picks,
    ),
    Statement(
        "vote.leader",
        "vote",
        "**k = {k}** gets {votes} of {families} votes{short}; {picking} of {voters} criteria pick "
        "it.",
        _leader,
    ),
    Statement(
        "vote.tied",
        "vote",
        "A tie: {named} get {votes} of {families} votes each.",
        _tied,
    ),
    Statement(
        "vote.abstaining",
        "vote",
        "{names} {say} the same of every solution and {abstain}.",
        _abstaining,
    ),
    Statement(
        "vote.largest",
        "vote",
        "k = {k} is the largest k that was tried: a larger one may be better still.",
        _largest,
    ),
    Statement(
        "vote.smallest",
        "vote",
        "k = {k} is the smallest k that was tried: many criteria lean that way, and this one may "
        "have won because nothing smaller was there.",
        _smallest,
    ),
    Statement(
        "vote.two",
        "vote",
        "One cluster has no score, so k = 2 is the smallest that a vote can have: it also wins "
        "where there are no clusters, and many criteria lean that way.",
        _two,
    ),
    Statement(
        "vote.null",
        "null",
        "{picking} {criteria} k = {k}. Of these {empty} would score data without clusters as "
        "well, on {least} or more of {sets} such sets, clustered alike.",
        _without_clusters,
    ),
    Statement(
        "vote.empty",
        "empty vote",
        "These may be no clusters at all: "
        "{empty} of {picking} criteria that pick k = {k} score data without clusters as well.",
        _empty_vote,
    ),
    Statement(
        "repeats.steady",
        "repeats",
        "{how} {repeats} times: {steady} of {criteria} voting criteria pick the same k at least 9 "
        "times in 10.",
        _steady,
    ),
    Statement(
        "repeats.moves",
        "repeats",
        "{names} {move} most: in nine of ten repeats the picked k differs by up to {reach}.",
        _moves,
    ),
    Statement(
        "repeats.follows",
        "repeats",
        "AUCC's correlation with ARI (Pearson's) is {own} here, and from {low} to {high} in nine "
        "of ten repeats.",
        _follows,
    ),
    Statement(
        "ranks.first",
        "ranks",
        "By mean rank {named} is first: rank {rank} of {solutions} on average over families.",
        _first,
    ),
    Statement(
        "compare.so_far",
        "so far",
        "{scored} solutions scored. Best AUCC so far: {best} at k = {k}.",
        _so_far,
    ),
    Statement(
        "paper.printed",
        "tally",
        "**{equal} of {printed}** numbers that the paper prints come out equal, to one unit of the "
        "last printed digit.",
        _printed,
    ),
    Statement(
        "paper.drawn",
        "tally",
        "**{within}** rest on random draws and lie within their spread (largest |z| {z}).",
        _drawn,
    ),
    Statement("paper.differ", "tally", "**{differ}** printed numbers differ.", _differ),
    Statement(
        "paper.stated",
        "tally",
        "**{held} of {stated}** things that it says in words hold.",
        _stated,
    ),
    Statement("paper.own", "tally", "**{held} of {own}** checks of our own hold.", _own),
    Statement(
        "paper.beside",
        "beside",
        "Beside these stand the {cells} cells of the agreement table, under **Agreement**, and "
        "{slips} **Slips** of the paper.",
        _beside,
    ),
    Statement(
        "paper.rules",
        "rules",
        "Equal: to one unit of the last printed digit. Within spread: the data are a random draw, "
        "and z is at most {z}: the difference of two draws, theirs and ours, by its standard "
        "deviation (spread). Words are held against a number of ours; what has no mark is only "
        "shown.",
        _rules,
    ),
    Statement(
        "paper.design",
        "design",
        "{mixtures} mixtures, {ks} numbers of clusters, {partitions} random partitions, {criteria} "
        "criteria.",
        _design,
    ),
    Statement(
        "agreement.set",
        "set",
        "correlation of AUCC with ARI {aucc} over {partitions} solutions of {n} objects",
        _one_set,
    ),
    Statement("study.table", "study table", "{n} objects, {groups} groups", _study_table),
    Statement("study.set", "study set", "{partitions} solutions of {n} objects", _study_set),
    Statement(
        "study.best",
        "study",
        "**{best}** follows the labels best {where} ({value}); AUCC {place}.",
        _study_best,
    ),
    Statement(
        "study.seeds",
        "study seeds",
        "Means over {seeds} seeds; from its lowest to its highest seed a cell moves by at most "
        "{largest}.",
        _study_seeds,
    ),
    Statement(
        "agreement.cells",
        "cells",
        "Of {cells} cells {equal} of ours equal the corrected ones to one unit of the last digit, "
        "and {close} more are within 0.025; {moved} are moved by ties, {differ} differ.",
        _cells,
    ),
    Statement(
        "agreement.marked",
        "marks",
        "Marked: ours and corrected are more than {close} apart; yellow where ties can move ours "
        "so far, red where not.",
        _rules,
    ),
    Statement(
        "agreement.ties",
        "ties",
        "On {named} many distances are equal: with other row orders and random starts our own "
        "figures move, {reach}.",
        _moved,
    ),
    Statement(
        "agreement.rank",
        "ranking",
        "Of {criteria} criteria AUCC has rank **{printed_rank}** as printed (average "
        "{printed_average}), **{corrected_rank}** corrected ({corrected_average}) and "
        "**{ours_rank}** in our figures ({ours_average}), where {best} is first.",
        _rank_of_aucc,
    ),
    Statement(
        "agreement.best",
        "ranking",
        "No criterion is best everywhere. Best on how many sets: as printed {printed}; corrected "
        "{corrected}; in our figures {ours}.",
        _best_on_some,
    ),
    Statement(
        "slip.rows",
        "rows",
        "{rows} as printed: off by {printed} on average over the {sets} sets named above. "
        "Corrected: {corrected}, at most {largest}.",
        _rows_off,
    ),
    Statement(
        "slip.total",
        "total",
        "Of {sets} data sets the printed total gives the right Gamma on {printed}, the sum on "
        "{meant}.",
        _other_gamma,
    ),
    Statement(
        "slip.quarter",
        "quarter",
        "On the {data} the definition counts {definition}, the printed sums give {printed}, with ¼ "
        "{quarter}. The printed form is right on {right_printed} of {sets} data sets, the form "
        "with ¼ on {right}.",
        _other_count,
    ),
)
