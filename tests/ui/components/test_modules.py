"""The joiner of ES modules: order, scope, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from aucc_core.report.figures import COLOURS, SYMBOLS
from pages.ui.components import charts, course
from pages.ui.components.modules import ModuleError, join
from pages.ui.learn import LESSONS

COMPONENTS = Path(__file__).resolve().parents[3] / "pages" / "ui" / "components"


@pytest.fixture
def write(tmp_path: Path):
    """Write modules by name; the path of the first is returned."""

    def all_of(**texts: str) -> Path:
        for name, text in texts.items():
            (tmp_path / f"{name}.js").write_text(text, "utf-8")
        return tmp_path / f"{next(iter(texts))}.js"

    return all_of


def test_every_module_comes_once_and_after_what_it_imports(write) -> None:
    text = join(
        write(
            main='import { b } from "./b.js";\nimport { c } from "./c.js";\n'
            "export const m = b + c;",
            b='import { c } from "./c.js";\nexport const b = c + 1;',
            c="export const c = 1;",
        )
    )
    places = [text.index(f"/{name}.js\n") for name in ("c", "b", "main")]
    assert places == sorted(places)
    assert text.count("/c.js\n") == 1
    assert text.endswith("export const { m } = $module2;\n")


def test_no_line_imports_and_only_the_end_exports(write) -> None:
    text = join(
        write(
            main='import {\n  a,\n  b as c,\n} from "./a.js";\n'
            "export default function go() { return a + c; }",
            a="export const a = 1;\nexport async function b() {}\nexport class D {}",
        )
    )
    assert "\nimport" not in text
    assert [line for line in text.splitlines() if line.startswith("export")] == [
        "export default $module1.default;"
    ]
    assert "const { a, b: c } = $module0;" in text
    assert "return { a: a, b: b, D: D };" in text


def test_an_entry_may_be_given_as_text(write) -> None:
    beside = write(a="export const a = 1;").with_name("entry.js")
    assert "const { a } = $module0;" in join(beside, 'import { a } from "./a.js";')


def test_a_missing_import_is_refused(write) -> None:
    with pytest.raises(ModuleError, match=r"main\.js imports \./gone\.js, which is not there"):
        join(write(main='import { a } from "./gone.js";'))


def test_a_name_that_is_not_exported_is_refused(write) -> None:
    with pytest.raises(ModuleError, match=r"main\.js imports b, which \./a\.js does not export"):
        join(write(main='import { a, b } from "./a.js";', a="export const a = 1;\nconst b = 2;"))


def test_a_circle_is_refused_and_named(write) -> None:
    with pytest.raises(ModuleError, match=r"circle: a\.js → b\.js → a\.js"):
        join(
            write(
                main='import { a } from "./a.js";',
                a='import { b } from "./b.js";\nexport const a = 1;',
                b='import { a } from "./a.js";\nexport const b = 1;',
            )
        )


@pytest.mark.parametrize(
    "line",
    [
        'import a from "./a.js";',
        'import * as a from "./a.js";',
        'import "./a.js";',
        'import { a } from "far";',
        'export { a } from "./a.js";',
        'export * from "./a.js";',
        "export { a };",
        "export let a = 1;",
        "export default 3;",
        '  import { a } from "./a.js";',
        "\texport const b = 1;",
        'const b = 1; import { a } from "./a.js";',
        "const b = 1; export const c = 2;",
        "function b() {} export const c = 2;",
        "/* c */ export const c = 2;",
        'const b = await import("./a.js");',
        'import ("./a.js");',
    ],
)
def test_lines_it_does_not_know_are_refused(write, line: str) -> None:
    with pytest.raises(ModuleError, match="cannot join the line"):
        join(write(main=line, a="export const a = 1;"))


@pytest.mark.parametrize("name", ["a", "default"])
def test_a_name_exported_twice_is_refused(write, name: str) -> None:
    line = f"export {'default ' if name == 'default' else ''}function a() {{}}\n"
    with pytest.raises(ModuleError, match=f"main.js exports {name} twice"):
        join(write(main=line * 2))


def test_words_that_only_begin_or_end_alike_are_joined(write) -> None:
    own = "important(reimport(exports.a));\n// import what others export"
    assert own in join(write(main=own))


def reached(*texts: str) -> set[str]:
    return {line[3:] for text in texts for line in text.splitlines() if line.endswith(".js")}


def test_every_script_is_reached() -> None:
    """What no entry reaches would be dead."""
    entries = (
        "linked/main.js",
        "connection/main.js",
        "tab/main.js",
        "classroom/main.js",
        "flow/main.js",
    )
    found = reached(
        *(join(COMPONENTS / entry) for entry in entries),
        course.script([*LESSONS]),
    )
    scripts = {f"{path.parent.name}/{path.name}" for path in COMPONENTS.rglob("*.js")}
    assert scripts == found - {"course/course.js"}  # that entry is written from the lessons


@pytest.mark.parametrize("words", [COLOURS, SYMBOLS, charts.COLD, charts.HOT])
def test_the_browser_has_the_same_colours_and_symbols(words: tuple[str, ...]) -> None:
    listed = ", ".join(f'"{word}"' for word in words)
    assert listed in (COMPONENTS / "shared" / "palette.js").read_text("utf-8")
