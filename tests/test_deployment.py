"""What others install and run: lock file, settings and the README's recipes fit together."""

import configparser
import importlib.metadata
import re
import shlex
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from pages.ui.state.upload_size import OPEN_FILE, OWN_FILE

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text("utf-8")
LOWEST = "tests/constraints-lowest.txt"
LOCKED_FOR = {"python_version": "3.11", "python_full_version": "3.11.9", "extra": ""}
LOCKED_FOR |= {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"}


def lines_of(name):
    lines = (ROOT / name).read_text("utf-8").splitlines()
    return [line for line in lines if line.strip() and not line.startswith("#")]


def required():
    return [Requirement(line) for line in lines_of("requirements.txt")]


def locked():
    """Version and hashes of every package in the lock file."""
    whole = "\n".join(lines_of("requirements.lock")).replace("\\\n", " ")
    found = {}
    for line in whole.splitlines():
        pin, *hashes = line.split()
        name, version = pin.split("==")
        found[canonicalize_name(name)] = (version, hashes)
    return found


def test_the_lock_holds_versions_that_the_requirements_allow():
    pins = locked()
    for wanted in required():
        version, _ = pins[canonicalize_name(wanted.name)]
        assert version in wanted.specifier, f"{wanted.name} {version} in the lock, not {wanted}"


def test_everything_in_the_lock_has_hashes():
    for name, (_, hashes) in locked().items():
        assert hashes, name
        assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", h) for h in hashes), name


def test_the_lock_holds_all_that_the_requirements_need():
    pins, waiting, seen = locked(), [(r.name, frozenset(r.extras)) for r in required()], set()
    while waiting:
        name, extras = waiting.pop()
        assert canonicalize_name(name) in pins, name
        if (name, extras) in seen:
            continue
        seen.add((name, extras))
        for text in importlib.metadata.requires(name) or ():
            need = Requirement(text)
            wishes = [{**LOCKED_FOR, "extra": extra} for extra in ("", *extras)]
            if need.marker is None or any(need.marker.evaluate(wish) for wish in wishes):
                waiting.append((need.name, frozenset(need.extras)))


def test_the_lowest_versions_are_the_floors_of_the_requirements():
    pins = {canonicalize_name(n): v for n, v in (p.split("==") for p in lines_of(LOWEST))}
    assert pins.keys() == {canonicalize_name(wanted.name) for wanted in required()}
    for wanted in required():
        floor = next(s.version for s in wanted.specifier if s.operator == ">=")
        assert Version(pins[canonicalize_name(wanted.name)]) == Version(floor), wanted


def test_library_and_dashboard_ask_for_the_same_versions():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    library = [*project["dependencies"], *project["optional-dependencies"]["app"]]
    assert {str(Requirement(text)) for text in library} == {str(r) for r in required()}


@pytest.mark.parametrize(
    ("section", "option", "value"),
    [
        ("browser", "gatherUsageStats", False),
        ("client", "showErrorDetails", "none"),
        ("server", "enableXsrfProtection", True),
        ("server", "maxUploadSize", OWN_FILE),
        ("runner", "postScriptGC", False),
    ],
)
def test_settings_that_privacy_and_speed_rest_on(section, option, value):
    settings = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))
    assert settings[section][option] == value


def recipe(language):
    return re.search(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)[1]


def test_the_dockerfile_copies_and_starts_what_there_is():
    steps = [line.split(maxsplit=1) for line in recipe("dockerfile").splitlines()]
    copied = [rest.split()[0] for word, rest in steps if word == "COPY"]
    assert copied == ["requirements.lock", "."]
    assert all((ROOT / name).exists() for name in copied)
    assert any("--require-hashes -r requirements.lock" in rest for _, rest in steps)
    start = next(rest for word, rest in steps if word == "CMD")
    assert '"streamlit", "run", "app.py"' in start
    assert "FROM python:3.11" in recipe("dockerfile")  # the version that the lock is made for


def test_the_systemd_unit_is_whole():
    unit = configparser.ConfigParser()
    unit.optionxform = str
    unit.read_string(recipe("ini"))
    assert set(unit.sections()) == {"Unit", "Service", "Install"}
    program, *arguments = shlex.split(unit["Service"]["ExecStart"])
    assert program == f"{unit['Service']['WorkingDirectory']}/.venv/bin/streamlit"
    assert arguments[:2] == ["run", "app.py"]


def test_the_proxy_lets_the_largest_upload_and_the_websocket_through():
    proxy = recipe("nginx")
    largest = int(re.search(r"client_max_body_size (\d+)m;", proxy)[1])
    assert largest > OPEN_FILE
    assert "proxy_set_header Upgrade $http_upgrade;" in proxy
    assert "proxy_set_header Host $http_host;" in proxy  # with its port, or the origin differs
