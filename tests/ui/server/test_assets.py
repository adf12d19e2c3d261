"""The page that loads everything else: what it asks for early is there, and does no harm if not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pages.ui.server import assets
from pages.ui.streamlit_internals import static_folder

STATIC = static_folder()
SCRIPTS = STATIC / "static" / "js"


@pytest.mark.parametrize("name", assets.EARLY_SCRIPTS)
def test_streamlit_still_has_each_script_that_is_asked_for_early(name: str) -> None:
    assert assets.with_imports(SCRIPTS, [name])


def test_the_start_page_is_streamlits_own_page_with_more_in_its_head() -> None:
    index = (STATIC / "index.html").read_text("utf-8")
    before, after = index.split("</head>")
    assert assets.start_page().startswith(before)
    assert assets.start_page().endswith(f"</head>{after}")
    assert assets.start_page().count(f'src=".{assets.plotly_url()}"') == 1


def test_whatever_the_start_page_names_exists_and_is_named_once() -> None:
    named = re.findall(r'(?:href|src)="\./(static/js/[^"]+)"', assets.start_page())
    assert len(named) == len(set(named))
    assert [name for name in named if not (STATIC / name).is_file()] == []


def test_imports_are_followed_to_the_end_and_unknown_names_give_nothing(tmp_path: Path) -> None:
    (tmp_path / "A.1.js").write_text('import{x}from"./b.2.js";import"./gone.3.js";')
    (tmp_path / "b.2.js").write_text("import`./A.1.js`;import('./later.4.js')")
    (tmp_path / "later.4.js").write_text("")
    assert assets.with_imports(tmp_path, ["A", "Unknown"]) == ["A.1.js", "b.2.js"]
    assert assets.with_imports(tmp_path / "nowhere", ["A"]) == []


def test_files_from_memory_are_those_of_streamlit_and_no_others() -> None:
    assert f"/static/js/{assets.with_imports(SCRIPTS, ['Slider'])[0]}" in assets.streamlit_files()
    assert all(path.is_relative_to(STATIC) for path in assets.streamlit_files().values())
    assert "/index.html" not in assets.streamlit_files()
