"""`aucc doctor`: its known digits are right, and it says so when something is not."""

import importlib.metadata
import json

import numpy as np
import pytest
from scipy.spatial.distance import pdist
from sklearn.metrics import roc_auc_score

from aucc_core import load_dataset
from aucc_core.cli import doctor
from aucc_core.score.definition import aucc_by_definition
from aucc_core.score.ranked import RankedPairs
from tests.core.cli.running import run


def test_the_known_digits_are_those_of_slow_code():
    ruspini, digits = load_dataset("ruspini"), load_dataset("digits")
    golden = {name: value for name, (value, _) in doctor.GOLDEN.items()}
    slow = aucc_by_definition(RankedPairs(ruspini.X), ruspini.labels)
    assert golden["AUCC of Ruspini"] == pytest.approx(float(slow), abs=1e-15)
    labels = np.asarray(digits.labels)
    i, j = np.triu_indices(len(labels), 1)
    together, distance = labels[i] == labels[j], np.rint(pdist(digits.X, "sqeuclidean"))
    auc = roc_auc_score(together, -distance)
    assert golden["AUCC of Digits, by compiled kernels"] == pytest.approx(auc, abs=1e-12)
    between = np.sort(distance[~together])
    closer = between.size - np.searchsorted(between, distance[together], side="right")
    farther = np.searchsorted(between, distance[together], side="left")
    gamma = (closer.sum() - farther.sum()) / (closer.size * between.size)
    assert golden["Gamma of Digits"] == pytest.approx(gamma, abs=1e-12)


def test_a_good_installation_is_told_so(capsys):
    status, out, err = run(capsys, "doctor")
    assert (status, err) == (0, "")
    assert "Everything counts right" in out
    assert importlib.metadata.version("numpy") in out
    assert "NO" not in out.split()


def test_everything_is_there_as_json(capsys):
    status, out, _ = run(capsys, "doctor", "--json")
    report = json.loads(out)
    assert status == 0
    assert report["good"]
    assert {check["name"] for check in report["checks"]} == set(doctor.GOLDEN)
    assert report["versions"]["numpy"] == importlib.metadata.version("numpy")
    assert report["threads"] >= 1
    assert report["memory"] > 1 << 28
    assert report["kernels"]["compiled"] > 0


def test_a_digit_that_differs_is_found(capsys, monkeypatch):
    wrong = {"AUCC of Ruspini": (0.9994532401464366, lambda: 0.99945324015)}
    monkeypatch.setattr(doctor, "GOLDEN", wrong)
    status, out, _ = run(capsys, "doctor")
    assert status == 1
    assert "counts WRONG" in out
    assert "NO" in out.split()


def test_a_check_that_fails_is_found_and_named(capsys, monkeypatch):
    def broken():
        raise ImportError("no\x1b[31m kernels")

    monkeypatch.setattr(doctor, "GOLDEN", {"kernels": (1.0, broken)})
    status, out, _ = run(capsys, "doctor")
    assert status == 1
    assert "ImportError: no" in out
    assert "\x1b" not in out
    assert json.loads(run(capsys, "doctor", "--json")[1])["good"] is False


def test_what_is_not_installed_is_said(capsys, monkeypatch):
    monkeypatch.setattr(doctor, "GOLDEN", {})
    monkeypatch.setattr(doctor, "OPTIONAL", {"no-such-package": "nothing"})
    _, out, _ = run(capsys, "doctor")
    assert "no-such-package" in out
    assert "not installed" in out


def test_memory_that_the_system_does_not_tell_is_no_error(capsys, monkeypatch):
    monkeypatch.setattr(doctor, "GOLDEN", {})
    monkeypatch.delattr("os.sysconf")
    _, out, _ = run(capsys, "doctor")
    assert "unknown" in out
