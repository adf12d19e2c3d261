"""Find a Chromium to drive, or install Debian's; `python -m tests.browser.chromium` does both."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
MISSING = (
    "The browser tests need Chromium and none was found.\n"
    "Install one (Debian: apt-get install chromium) or name it: CHROMIUM=/path/to/it make test"
)
ARGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def find() -> str | None:
    """Path of the Chromium named by CHROMIUM, on the PATH, or Playwright's own; None without."""
    named = os.environ.get("CHROMIUM")
    if named:
        return shutil.which(named)
    for name in NAMES:
        path = shutil.which(name)
        if path:
            return path
    if MAC.exists():
        return str(MAC)
    caches = [Path.home() / ".cache/ms-playwright", Path.home() / "Library/Caches/ms-playwright"]
    for cache in caches:
        for path in sorted(cache.glob("chromium-*/chrome-linux*/chrome"), reverse=True):
            return str(path)
    return None


def install() -> None:
    """Install Debian's package, as root or through sudo, where that is possible."""
    if shutil.which("apt-get") is None:
        return
    root: list[str] = []
    if os.geteuid() != 0:
        if shutil.which("sudo") is None:
            return
        root = ["sudo", "-n"]
    print("Installing Chromium from the Debian packages (once) ...", flush=True)
    quiet = ["apt-get", "-qq", "-y", "--no-install-recommends"]
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    if subprocess.run([*root, *quiet, "install", "chromium"], env=env, check=False).returncode:
        subprocess.run([*root, *quiet, "update"], env=env, check=False)
        subprocess.run([*root, *quiet, "install", "chromium"], env=env, check=False)


def main() -> int:
    if find() is None:
        install()
    if find() is None:
        print(MISSING, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
