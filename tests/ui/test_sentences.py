"""No sentence with a number on Criteria and Paper that is not of the registry of statements.

What they say in numbers is counted again in tests/core/report/test_statements.py, row by row. Here
every text of every look and part is read: a number in it comes from a row, is written out in the
source (and so the same for all data), or tells what a calculation takes.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from aucc_core.criteria import CRITERIA
from aucc_core.paper.slips import SLIPS
from aucc_core.report.statements import Statement
from aucc_core.version import CITATION
from pages.ui.criteria.view import LOOKS
from pages.ui.paper.view import sections
from tests.ui.criteria.test_criteria import open_criteria
from tests.ui.paper.test_paper import open_paper

ROOT = Path(__file__).resolve().parents[2]
KINDS = ("title", "markdown", "caption", "info", "success", "warning", "error")
# What a calculation takes, and the facts of a criterion's row, have tests of their own:
# tests/core/test_cost.py and tests/core/criteria/test_criteria.py.
ELSEWHERE = re.compile(r"Takes about [^.]*\.|\*\*Range\*\* \S+ to \S+|up to [\d,]+ objects")
# Dunn 43 has a number in its name.
NUMBERED = sorted((r.short for r in CRITERIA.values() if re.search(r"\d", r.short)), reverse=True)


def written_out() -> set[str]:
    """Every text of the source without a place for a value."""
    found: set[str] = set()
    for folder in ("pages", "aucc_core"):
        for file in (ROOT / folder).rglob("*.py"):
            tree = ast.parse(file.read_text("utf-8"))
            parts = {
                id(part)
                for text in ast.walk(tree)
                if isinstance(text, ast.JoinedStr)
                for part in text.values
            }
            found |= {
                node.value
                for node in ast.walk(tree)
                if isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and id(node) not in parts
            }
    return found


def pieces(app: AppTest, heard: list[str]) -> Iterator[str]:
    """What is on screen, without the sentences of the registry."""
    for kind in KINDS:
        for element in getattr(app, kind):
            text = re.sub(r"\$[^$]*\$", " ", element.value).replace("\\", "")  # no formulas
            for sentence in (*heard, *(s.printed for s in SLIPS.values()), CITATION):
                text = text.replace(sentence.replace("\\", ""), " ")
            for name in NUMBERED:
                text = text.replace(name, " ")
            yield from re.split(r"\n|(?<=[.:;!?]) ", ELSEWHERE.sub(" ", text))


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every sentence that the registry says from now on."""
    sentences: list[str] = []
    say = Statement.say

    def listened(self: Statement, subject: object) -> str | None:
        sentence = say(self, subject)
        if sentence is not None:
            sentences.append(sentence)
        return sentence

    monkeypatch.setattr(Statement, "say", listened)
    return sentences


def strangers(app: AppTest, heard: list[str]) -> list[str]:
    """Texts with a number that is neither of the registry nor written out."""
    constant = {text.replace("\\", "") for text in written_out()}
    numbered = [p.strip(" .,;:") for p in pieces(app, heard) if re.search(r"\d", p)]
    return [p for p in numbered if not any(p in text for text in constant)]


@pytest.mark.parametrize("data", ["Ruspini", "Toy"])
@pytest.mark.parametrize("look", LOOKS)
def test_criteria_says_numbers_by_the_registry_alone(
    look: str, data: str, heard: list[str]
) -> None:
    app = open_criteria(look=look, data=data)
    assert not app.exception
    head = app.title[0].value
    assert [text for text in strangers(app, heard) if text not in head.replace("\\", "")] == []


@pytest.mark.parametrize("section", list(sections()))
def test_paper_says_numbers_by_the_registry_alone(section: str, heard: list[str]) -> None:
    app = open_paper(section)
    assert not app.exception
    assert strangers(app, heard) == []
