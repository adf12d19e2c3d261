"""Joins ES modules into one: each browser-side part is written as modules and sent as one text.

Streamlit runs the script of a component from a ``blob:`` address, where relative imports fail, and
a page that is handed over or a notebook has no server to import from. So `join` follows the
relative imports of an entry module and puts every module into a function of its own, in order,
each once: names cannot clash, and nothing is rewritten but the lines of import and export. There
is no build step, and a test imports the very same files one by one.

The lines it knows begin at the margin::

    import { a, b as c } from "./near.js";       (may run over several lines)
    export function f() {}                       (also async function, class, const)
    export default function main() {}

Anything else that imports or exports is refused rather than guessed at, also where it is indented
or follows another statement, and ``import(``; so are an import that is missing, a name that is not
exported or is exported twice, and modules that import each other in a circle.

It reads lines, not JavaScript: a line of a comment or a template string that looks like one of
these is taken for it, and nobody looks for top-level ``await`` or ``import.meta``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.{1,2}/[^"]+)";[^\S\n]*$', re.MULTILINE)
_EXPORT = re.compile(
    r"^export (?P<default>default )?(?=(?:(?:async )?function|class|const) (?P<name>[\w$]+))",
    re.MULTILINE,
)
_OTHER = re.compile(
    r"^(?:(?:.*(?:[;}]|\*/))?[^\S\n]*(?:import|export)\b|.*\bimport\s*\().*$", re.MULTILINE
)
_NAME = re.compile(r"^([\w$]+)(?: as ([\w$]+))?$")


class ModuleError(Exception):
    """A module that cannot be joined, and why."""


@dataclass(frozen=True)
class _Module:
    """One file: what it takes from others, what it gives, and its text without those lines."""

    imports: tuple[tuple[str, str], ...]
    exports: dict[str, str]
    body: str


@dataclass
class _Joined:
    """The modules so far, in the order in which they run."""

    texts: list[str] = field(default_factory=list)
    names: dict[Path, str] = field(default_factory=dict)
    exports: dict[Path, dict[str, str]] = field(default_factory=dict)

    def add(self, path: Path, text: str | None, above: tuple[Path, ...]) -> None:
        """Put a module after all that it imports."""
        if path in above:
            circle = " → ".join(p.name for p in (*above[above.index(path) :], path))
            raise ModuleError(f"Modules import each other in a circle: {circle}")
        if path in self.names:
            return
        module = _read(path, text)
        taken = [self._taken(path, names, source, above) for names, source in module.imports]
        name = f"$module{len(self.names)}"
        given = ", ".join(f"{key}: {own}" for key, own in module.exports.items())
        lines = [f"// {path.parent.name}/{path.name}", f"const {name} = (() => {{", *taken]
        self.texts.append("\n".join([*lines, module.body, f"return {{ {given} }};", "})();"]))
        self.names[path] = name
        self.exports[path] = module.exports

    def _taken(self, path: Path, names: str, source: str, above: tuple[Path, ...]) -> str:
        """An import as a line that reads from the function of the module it names."""
        found = (path.parent / source).resolve()
        if not found.is_file():
            raise ModuleError(f"{path.name} imports {source}, which is not there")
        self.add(found, None, (*above, path))
        wanted = [_NAME.match(" ".join(part.split())) for part in names.split(",") if part.strip()]
        pairs = []
        for match in wanted:
            if match is None:
                raise ModuleError(f"{path.name}: cannot read the import from {source}")
            theirs, own = match[1], match[2] or match[1]
            if theirs not in self.exports[found]:
                raise ModuleError(f"{path.name} imports {theirs}, which {source} does not export")
            pairs.append(theirs if theirs == own else f"{theirs}: {own}")
        return f"const {{ {', '.join(pairs)} }} = {self.names[found]};"


def join(entry: Path, text: str | None = None) -> str:
    """The entry module and all that it imports as one module with the entry's exports.

    With ``text`` the entry is not read: that text stands in its place.
    """
    entry = entry.resolve()
    joined = _Joined()
    joined.add(entry, text, ())
    name = joined.names[entry]
    names = [key for key in joined.exports[entry] if key != "default"]
    ends = [f"export const {{ {', '.join(names)} }} = {name};"] if names else []
    if "default" in joined.exports[entry]:
        ends.append(f"export default {name}.default;")
    return "\n".join([*joined.texts, *ends, ""])


def _read(path: Path, text: str | None) -> _Module:
    source = path.read_text("utf-8") if text is None else text
    exports: dict[str, str] = {}
    for match in _EXPORT.finditer(source):
        given = "default" if match["default"] else match["name"]
        if given in exports:
            raise ModuleError(f"{path.name} exports {given} twice")
        exports[given] = match["name"]
    imports = tuple((match[1], match[2]) for match in _IMPORT.finditer(source))
    body = _EXPORT.sub("", _IMPORT.sub("", source))
    if left := _OTHER.search(body):
        raise ModuleError(f"{path.name}: cannot join the line {left[0]!r}")
    return _Module(imports, exports, body.strip("\n"))
