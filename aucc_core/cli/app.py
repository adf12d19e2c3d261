"""`aucc app [FILE]`: the dashboard in a browser.

The dashboard is a folder with `app.py`, `pages` and the rest: in the wheel `aucc_core/_dashboard`,
in the project the project itself. It is run as a program and never imported as a package, so that
no other `pages` is in anybody's way. A file is not sent to the server: it is told where the file
is, and a key. Who opens the link with the key, and nobody else, gets the file.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import runpy
import secrets
import socket
import sys
import threading
import time
import urllib.request
import webbrowser
from pathlib import Path
from urllib.parse import urlencode

from aucc_core.score.inputs import InputError

NAME = "app"
HELP = "start the dashboard in a browser"
ABOUT = """\
Start the dashboard on this machine, print its address and open a browser. With FILE, Explore opens
on that table. Ctrl+C stops the server."""

FIRST_PORT, PORTS, LAST_PORT = 8501, 100, 65535
NEEDED = ("streamlit", "segno")
OWN_HOSTS = ("127.0.0.1", "localhost", "::1")
# What the server is told (pages/ui/upload/given_file.py reads it).
FILE_VARIABLE, KEY_VARIABLE = "AUCC_FILE", "AUCC_FILE_KEY"
_LOOK_EVERY = 0.1  # seconds


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        help="a table to open, or the name of a built-in data set",
    )
    parser.add_argument(
        "--port",
        type=int,
        help=f"where to listen; 0 takes any that is free (default: {FIRST_PORT}, or the next free)",
    )
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        help="address to listen on; 0.0.0.0 lets others in (default: 127.0.0.1, this machine only)",
    )
    parser.add_argument(
        "--browser",
        action=argparse.BooleanOptionalAction,
        help="open a browser (default: where there is a screen)",
    )


def run(args: argparse.Namespace) -> int:
    """Run the server until it is stopped."""
    _require_what_it_needs()
    query = _query(args.file, args.host)
    port = _free_port(args.host, args.port)
    here = "127.0.0.1" if args.host in ("", "0.0.0.0") else args.host  # noqa: S104 -- compared
    address = f"http://{f'[{here}]' if ':' in here else here}:{port}"
    opens = _has_screen() if args.browser is None else args.browser
    threading.Thread(
        target=_say_when_ready, args=(address, f"{address}/{query}", opens), daemon=True
    ).start()
    sys.argv = [
        "streamlit", "run", str(dashboard() / "app.py"),
        "--server.address", args.host, "--server.port", str(port), "--server.headless", "true",
        "--server.showEmailPrompt", "false", "--logger.hideWelcomeMessage", "true",
    ]  # fmt: skip
    runpy.run_module("streamlit", run_name="__main__", alter_sys=True)
    return 0


def dashboard() -> Path:
    """The folder with app.py: inside the installed package, or the project that this file is in."""
    package = Path(__file__).resolve().parents[1]
    for folder in (package / "_dashboard", package.parent):
        if (folder / "app.py").is_file() and (folder / "pages" / "frame.py").is_file():
            return folder
    raise InputError("This installation has no dashboard; install it again: pip install aucc[app]")


def _require_what_it_needs() -> None:
    if not hasattr(os, "fork"):
        raise InputError(
            "The dashboard's calculations run in forked processes, which this system does not "
            "have. On Windows use the Windows Subsystem for Linux; the other commands work here."
        )
    if any(importlib.util.find_spec(name) is None for name in NEEDED):
        raise InputError('The dashboard needs more packages: pip install "aucc[app]"')


def _query(file: str | None, host: str) -> str:
    """What follows the address: nothing, a built-in data set, or the key of a file."""
    from aucc_core.datasets import DATASETS

    if file is None:
        return ""
    if file in DATASETS:
        return "?" + urlencode({"data": file})
    if file == "-":
        raise InputError("The dashboard opens a file, not standard input; write it to one first.")
    path = Path(file)
    if not path.is_file():
        what = "is a folder" if path.is_dir() else "is neither a file nor a built-in data set"
        raise InputError(f'{file!r} {what}; "aucc datasets" lists what is built in.')
    if host not in OWN_HOSTS:
        raise InputError(
            f"A file is opened on this machine only; leave out --host {host}, or leave out FILE "
            "and let everybody choose their own."
        )
    key = secrets.token_urlsafe(16)
    os.environ[FILE_VARIABLE], os.environ[KEY_VARIABLE] = str(path.resolve()), key
    return "?" + urlencode({"open": key})


def _free_port(host: str, asked: int | None) -> int:
    """The port asked for, or the first that is free."""
    if asked is not None and not 0 <= asked <= LAST_PORT:
        raise InputError(f"Port {asked} cannot be used; ports go from 0 to {LAST_PORT}.")
    wanted = range(FIRST_PORT, FIRST_PORT + PORTS) if asked is None else (asked,)
    for port in wanted:
        try:
            kind, _, _, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
            with socket.socket(kind, socket.SOCK_STREAM) as probe:
                if os.name == "posix":  # a port whose last connections are still closing is free
                    probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(place)
                return int(probe.getsockname()[1])
        except OSError as error:
            reason = error
    if asked is None:
        last = FIRST_PORT + PORTS - 1
        raise InputError(f"No port from {FIRST_PORT} to {last} is free on {host}; name another.")
    raise InputError(f"Port {asked} on {host} cannot be used ({reason}); choose another: --port 0.")


def _has_screen() -> bool:
    names = ("DISPLAY", "WAYLAND_DISPLAY")
    return sys.platform in ("darwin", "win32") or any(os.environ.get(name) for name in names)


def _say_when_ready(address: str, link: str, opens: bool) -> None:
    """Print the link once the server answers, and open it."""
    while True:
        try:
            # A proxy of the environment is for other machines.
            opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
            opener.open(f"{address}/health", timeout=10).close()
            break
        except OSError:
            time.sleep(_LOOK_EVERY)
    print(f"AUCC is ready: {link}\nCtrl+C stops it.", flush=True)
    if opens:
        webbrowser.open(link)
