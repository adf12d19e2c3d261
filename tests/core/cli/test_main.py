"""The command line as a whole: help, exit status, one line per error, progress; `aucc datasets`."""

import argparse
import io
import json
import os
import re
import subprocess
import sys

import numpy as np
import pytest

from aucc_core import Dataset, cli
from aucc_core.cli import datasets, doctor
from aucc_core.cli.output import ProgressBar
from aucc_core.datasets import DATASETS
from aucc_core.large.engine import ENGINES
from aucc_core.paper.agreement import PAPER_STARTS
from aucc_core.partitions.noise import NOISE_POLICIES
from aucc_core.partitions.spec import RunSpec
from aucc_core.report.labels_verdict import MOST_OBJECTS
from aucc_core.score.counting import TIES
from tests.core.cli.running import ROOT, run, run_process


def test_good_input_ends_with_status_0():
    done = run_process("score", "ruspini")
    assert (done.returncode, done.stderr) == (0, "")
    assert "0.9994532" in done.stdout


def test_bad_input_ends_with_status_2_and_one_line():
    done = run_process("score", "no_such_file.csv")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "'no_such_file.csv' is neither a file nor a built-in data set" in done.stderr


def test_a_terminal_without_unicode_is_no_reason_to_stop():
    done = run_process("datasets", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "Toy example a?g" in done.stdout


def test_a_reader_that_stops_early_is_no_error():
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "aucc_core", "datasets"],
        stdout=writing,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        check=False,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


def test_help_names_every_command(capsys):
    status, out, _ = run(capsys, "--help")
    assert status == 0
    for command in cli.COMMANDS:
        assert f"{command.NAME} " in out
        assert command.HELP in out
    assert "aucc score ruspini" in out


@pytest.mark.parametrize("command", [c.NAME for c in cli.COMMANDS])
def test_every_command_explains_itself(capsys, command):
    status, out, _ = run(capsys, command, "--help")
    assert status == 0
    assert f"usage: aucc {command}" in out


@pytest.mark.parametrize("command", [c for c in cli.COMMANDS if c.NAME != "app"])
def test_every_command_that_computes_prints_json(command):
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    assert "--json" in parser._option_string_actions


@pytest.mark.parametrize("status", [0, doctor.WRONG, cli.BAD_INPUT, cli.INTERRUPTED])
def test_help_and_readme_say_what_an_exit_status_means(capsys, status):
    _, out, _ = run(capsys, "--help")
    _, _, said = " ".join(out.split()).partition("Exit status: ")
    assert re.search(rf"\b{status}\b", said)
    _, _, printed = (ROOT / "README.md").read_text("utf-8").partition("Exit status: ")
    assert re.search(rf"\b{status}\b", printed.partition("\n\n")[0])


@pytest.mark.parametrize("command", ["score", "sweep", "verdict", "distances"])
def test_every_command_that_takes_a_file_takes_standard_input(command):
    rows = "".join(
        f"{i % 3 * 5 + i / 40},{i % 3 * 3 + i % 7 / 9},{'abc'[i % 3]}\n" for i in range(30)
    )
    options = {"sweep": ["--k", "2:3"], "verdict": ["--algorithms", "ward", "--k", "2:4"]}
    arguments = [command, "-", "--labels", "group", "--json", *options.get(command, [])]
    done = run_process(*arguments, stdin=f"x,y,group\n{rows}")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)


def test_ctrl_c_ends_with_its_own_status(capsys, monkeypatch):
    def stop(args):
        raise KeyboardInterrupt

    monkeypatch.setattr(datasets, "run", stop)
    assert run(capsys, "datasets") == (130, "", "aucc: stopped\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "COMMAND"),
        (["scor"], "invalid choice"),
        (["score"], "FILE"),
        (["score", "ruspini", "--colour"], "--colour"),
        (["score", "ruspini", "--ties", "maybe"], "pessimistic"),
        (["score", "ruspini", "--labels", "x"], "no label column 'x'; there are class"),
        (["score", "ruspini", "--metric", "x"], "Unknown metric 'x'; choose one of euclidean"),
        (["score", "ruspini", "--set", "seed=1"], "no setting 'seed'"),
        (["score", "ruspini", "--ignore", "x"], "--ignore is for files"),
        (["score", "blobs", "--set", "k"], "--set needs NAME=VALUE; got 'k'"),
        (["score", "blobs", "--set", "k=x"], "'k' must be a whole number; got 'x'"),
        (["score", "blobs", "--set", "k=0"], "from 1 to 1,000; got 0"),
        (["score", "uniform"], "'uniform' has no known groups"),
        (["score", "x.csv", "--set", "k=2"], "--set is for built-in data sets"),
        (["score", "."], "'.' is a folder"),
        (["datasets", "x"], "no data set 'x'"),
        (["sweep", "ruspini", "--k", "9:2"], "--k must go upwards"),
        (["sweep", "ruspini", "--k", "two"], "got 'two'"),
        (["sweep", "ruspini", "--seed", "x"], "--seed"),
        (["sweep", "ruspini", "--csv", "no/such/folder/out.csv"], "no folder no/such/folder"),
    ],
)
def test_bad_arguments_give_status_2_and_one_line(capsys, arguments, message):
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert err.startswith("aucc")
    assert err.count("\n") == 1
    assert message in err


def test_control_characters_never_reach_the_terminal(capsys, monkeypatch):
    columns = {"\x1b[31mred": [1, 1, 2]}
    dataset = Dataset("a\x07b", np.eye(3), label_columns=columns)
    monkeypatch.setattr("aucc_core.cli.score.load_source", lambda args: dataset)
    _, out, _ = run(capsys, "score", "x.csv", "--labels", "\x1b[31mred")
    assert "[31mred" in out
    assert "\x1b" not in out
    assert "\x07" not in out


def test_progress_bar_moves_in_place_and_leaves_nothing(monkeypatch):
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    bar = ProgressBar(shown=True)
    bar(1, 3, "k-means, k = 2")
    bar(3, 3, "ward")
    drawn = stream.getvalue()
    assert drawn.count("\r") == 2
    assert "\n" not in drawn
    assert "[##########....................] 1/3 k-means, k = 2" in drawn
    assert "[##############################] 3/3 ward" in drawn
    bar.close()
    assert stream.getvalue().endswith(" \r")


def test_progress_bar_stays_out_of_logs(monkeypatch):
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    bar = ProgressBar()
    bar(1, 3)
    bar.close()
    assert stream.getvalue() == ""


@pytest.mark.parametrize(
    ("option", "names"),
    [("--ties", TIES), ("--noise", tuple(NOISE_POLICIES)), ("--engine", ("auto", *ENGINES))],
)
def test_choices_are_those_of_the_registries(option, names):
    declared = 0
    for command in cli.COMMANDS:
        parser = argparse.ArgumentParser()
        command.add_arguments(parser)
        for action in parser._actions:
            if option in action.option_strings:
                declared += 1
                assert tuple(action.choices) == names
    assert declared


@pytest.mark.parametrize(
    ("command", "option", "number"),
    [
        (cli.agreement, "--n-init", PAPER_STARTS),
        (cli.paper, "--n-init", PAPER_STARTS),
        (cli.sweep, "--n-init", RunSpec.n_init),
        (cli.score, "--verdict", MOST_OBJECTS),
    ],
)
def test_numbers_written_into_help_are_those_of_the_rooms(command, option, number):
    # Help comes at once: it imports nothing that takes a second only to read a number there.
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    (action,) = (a for a in parser._actions if option in a.option_strings)
    assert f" {number:,}" in action.help
    assert action.default in (number, False)


# aucc datasets: what is built in


def test_datasets_lists_every_set(capsys):
    status, out, _ = run(capsys, "datasets")
    assert status == 0
    assert [line.split()[0] for line in out.splitlines()[1:]] == list(DATASETS)


def test_datasets_json_is_complete(capsys):
    _, out, _ = run(capsys, "datasets", "--json")
    records = {record["name"]: record for record in json.loads(out)}
    assert list(records) == list(DATASETS)
    assert all(record["source"] and record["licence"] for record in records.values())
    variance = records["two_gaussians"]["settings"][0]
    assert (variance["name"], variance["default"], variance["low"]) == ("variance", 100.0, 0)
    _, out, _ = run(capsys, "datasets", "control", "--json")
    assert json.loads(out) == records["control"]


def test_datasets_shows_one_in_full(capsys):
    _, out, _ = run(capsys, "datasets", "blobs")
    assert DATASETS["blobs"].description in out
    assert "imbalance" in out
    assert "0 to 0.95" in out
