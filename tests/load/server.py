"""Start the real server as a process, look at it from outside, stop it."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.waiting import PATIENCE

ROOT = Path(__file__).resolve().parents[2]


class Server:
    """One running server process."""

    def __init__(
        self, script: str = "app.py", *, port: int = 0, log: Path | None = None, **environment: str
    ) -> None:
        self.script = script
        self.port = port or free_port()
        self.environment = {**os.environ, **environment}
        self.log = log
        self.options: tuple[str, ...] = ()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def start(self, *options: str) -> float:
        """Start (again with the same options) and wait for an answer; the seconds that took."""
        self.options = options or self.options
        begin = time.monotonic()
        command = [
            sys.executable, "-m", "streamlit", "run", str(ROOT / self.script),
            "--server.port", str(self.port), "--server.address", "127.0.0.1", *self.options,
        ]  # fmt: skip
        with contextlib.ExitStack() as stack:
            out = stack.enter_context(self.log.open("ab")) if self.log else subprocess.DEVNULL
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=self.environment, stdout=out, stderr=subprocess.STDOUT
            )
        while True:
            try:
                self.health()
            except OSError:
                if self.process.poll() is not None:
                    said = self.log.read_text("utf-8", "replace") if self.log else ""
                    raise RuntimeError(f"The server ended while starting:\n{said}") from None
                if time.monotonic() - begin > PATIENCE:
                    raise
                time.sleep(0.05)
            else:
                return time.monotonic() - begin

    def health(self) -> dict[str, Any]:
        with urllib.request.urlopen(f"{self.url}/health", timeout=PATIENCE) as answer:
            return json.load(answer)

    def get(self, path: str, headers: dict[str, str] | None = None) -> tuple[Any, bytes]:
        request = urllib.request.Request(self.url + path, headers=headers or {})
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.headers, answer.read()

    def stop(self) -> int:
        """Ask it to stop; return its exit status."""
        assert self.process is not None
        self.process.terminate()
        return self._wait()

    def kill(self) -> None:
        """Kill it as a crash or the system would."""
        assert self.process is not None
        self.process.kill()
        self._wait()

    def _wait(self) -> int:
        assert self.process is not None
        try:
            return self.process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise


@contextlib.contextmanager
def running(script: str = "app.py", *options: str, **settings: Any) -> Iterator[Server]:
    """A server for the length of a with block."""
    for last in (False, False, True):  # another program may take the free port before the server
        server = Server(script, **settings)
        try:
            server.start(*options)
            break
        except RuntimeError:
            if last:
                raise
    try:
        yield server
    finally:
        if server.process is not None and server.process.poll() is None:
            server.stop()


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])
