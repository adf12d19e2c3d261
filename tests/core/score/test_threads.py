"""Compiled code needs a folder to live in; warming up leaves nothing to compile."""

import subprocess
import sys

import numpy as np
import pytest

from aucc_core import Pairs
from aucc_core.score import kernels
from aucc_core.score.threads import cache_folder
from aucc_core.warm import warm_up


def test_own_places_are_used_where_they_can_be_written(tmp_path):
    assert cache_folder(tmp_path / "package", tmp_path / "home") is None


def test_a_read_only_disk_gets_a_folder_elsewhere(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("a file where a folder would have to be")
    folder = cache_folder(blocked / "package", blocked / "home")
    assert folder is not None
    assert not folder.is_relative_to(tmp_path)
    assert folder.stat().st_mode & 0o077 == 0  # nobody else can put code there
    assert cache_folder(blocked / "package", blocked / "home") != folder


@pytest.mark.parametrize("metric", ["euclidean", "canberra"])
def test_warm_up_leaves_nothing_to_compile(metric):
    warm_up()
    names = ("count_bins", "deal_labelled", "deal_indexed", "compare_in_bins", "rank_in_bins")
    names += ("rank_sums", "within_by_rank", "walk_corners", "fill_values")
    before = {name: len(getattr(kernels, name).signatures) for name in names}
    assert all(before.values())
    rng = np.random.default_rng(1)
    X, labels = np.abs(rng.normal(size=(800, 5))), rng.integers(0, 4, 800)
    Pairs(X, metric).counts(labels)
    pairs = Pairs(X, metric)
    pairs.aucc_many([labels] * 3)
    pairs.curve(labels, max_error=1e-3)
    assert before == {name: len(getattr(kernels, name).signatures) for name in names}


def test_the_core_brings_nothing_else():
    code = (
        "import sys, pkgutil, importlib, aucc_core.score as s\n"
        "for m in pkgutil.iter_modules(s.__path__, 'aucc_core.score.'):\n"
        "    importlib.import_module(m.name)\n"
        "rooms = {n for n in sys.modules if n.startswith('aucc_core.')}\n"
        "print(*sorted(n for n in rooms if not n.startswith('aucc_core.score')))\n"
        "print(*[n for n in ('pandas', 'sklearn', 'joblib') if n in sys.modules])\n"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.split() == ["aucc_core.version"]
