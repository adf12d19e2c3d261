"""What the paper has, figure by figure and claim by claim, and where it is live here: `INDEX`."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

import streamlit as st


@dataclass(frozen=True)
class Entry:
    """A figure, table, theorem or claim: where it is printed, what it says, links to it here.

    ``links`` are titles and addresses, as seen from this screen.
    """

    where: str
    what: str
    links: tuple[tuple[str, str], ...]


def _part(title: str) -> tuple[str, str]:
    return title, f"paper?part={title.replace(' ', '+')}"


def _lesson(name: str, title: str) -> tuple[str, str]:
    return f"Learn, {title}", f"learn?lesson={name}"


INDEX = (
    Entry("Figure 1", "ROC curve, and the area under it", (_part("ROC basics"),)),
    Entry(
        "Section 1",
        "An area below ½ is worse than chance; turned scores mirror the curve",
        (_part("ROC basics"),),
    ),
    Entry(
        "Section 1",
        "Before 2022: AUC of distances against known labels, to choose a distance",
        (("Score, tab Which distance fits", "score"),),
    ),
    Entry(
        "Figure 2",
        "Seven objects: points, similarities, list of pairs, AUCC 0.9167",
        (_part("Toy and ties"), _lesson("points_to_curve", "From points to pairs to a curve")),
    ),
    Entry("Section 3.1", "Gamma, s₊, s₋ and their total", (_part("Slips"),)),
    Entry("Theorem 1", "AUCC = (1 + γ) / 2", (_part("Theorems"),)),
    Entry("Section 3.1", "Gini coefficient and Mann–Whitney's U", (_part("Theorems"),)),
    Entry(
        "Section 3.1",
        "Cost: of the order of n⁴ / k against n² log n",
        (_part("Timing"), _lesson("cost", "Cost")),
    ),
    Entry("Section 3.2", "The pair code [1 0 1] that no partition has", (_part("Theorems"),)),
    Entry("Theorem 2", "Gamma averages 0 over random labels", (_part("Theorems"),)),
    Entry("Corollary", "AUCC averages ½ over random labels", (_part("Theorems"),)),
    Entry("Section 3.2", "Extended null model: any sizes, any k", (_part("Theorems"),)),
    Entry("Section 3.2", "s₊ as sums over triples and quadruples", (_part("Slips"),)),
    Entry(
        "Table 1",
        "Ties walk the diagonal: γ 7/9, AUCC 0.8888",
        (_part("Toy and ties"), _lesson("ties", "Gamma and ties")),
    ),
    Entry(
        "Section 3.3",
        "Ties that count for or against it: AUCC no longer averages ½",
        (_part("Toy and ties"), _part("Theorems")),
    ),
    Entry("Table 2", "The ten data sets", (_part("Agreement"),)),
    Entry(
        "Table 3",
        "Agreement with true labels, 12 criteria; AUCC second on average",
        (_part("Agreement"), _part("Slips")),
    ),
    Entry(
        "Section 4.1",
        "No single criterion is best everywhere",
        (_part("Agreement"), ("Criteria", "criteria")),
    ),
    Entry(
        "Figure 3",
        "Random partitions of 108 mixtures: who is steady and who drifts",
        (_part("Expected value"), _lesson("chance", "Chance")),
    ),
    Entry(
        "Figure 4",
        "Ruspini and nine Gaussians: too few, right and too many clusters",
        (
            _part("ROC curves"),
            _lesson("under_over", "Too few, too many"),
            ("Explore", "./?data=Ruspini"),
        ),
    ),
    Entry(
        "Section 4.3",
        "A merge makes four times the errors of a split",
        (_part("ROC curves"), _lesson("under_over", "Too few, too many")),
    ),
    Entry(
        "Figure 5",
        "Two groups that overlap more and more",
        (_part("Overlap"), _lesson("overlap", "Overlap")),
    ),
    Entry(
        "Section 4.3",
        "True labels that score low: another distance may fit them",
        (_lesson("overlap", "Overlap"), ("Score, tab Which distance fits", "score")),
    ),
    Entry(
        "Section 5",
        "One more tool, beside others: which clusters are wanted is for people to say",
        (("Criteria", "criteria"), _part("Your own study")),
    ),
)


def show_index() -> None:
    """The index as a table of links that open in place."""
    rows = "".join(
        f"<tr><td>{escape(entry.where)}</td><td>{escape(entry.what)}</td><td>{_links(entry)}</td>"
        "</tr>"
        for entry in INDEX
    )
    st.html(f'<table class="paper-index">{rows}</table>')


def _links(entry: Entry) -> str:
    return " · ".join(
        f'<a href="{escape(address)}">{escape(title)}</a>' for title, address in entry.links
    )
