"""Ten files as people have them: what must be done from dropping them to a score.

``python -m tests.ui.upload.test_real_files`` prints the table. Each is dropped on the Score screen;
every answer that is needed counts as an action, and so do the drop and the click on the button.
What is scored afterwards is compared with the numbers and labels that the file was made from.
"""

from __future__ import annotations

import io
import json
import time
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
import pandas as pd
import pytest

from aucc_core import aucc_score
from pages.ui.store.store import store
from tests.core.ingest import samples
from tests.ui.upload.test_import_step import button, drop

MOST_ACTIONS = 3
N = 60
RNG = np.random.default_rng(7)
GROUP = np.arange(N) % 3
X = np.round(GROUP[:, None] * [4.0, 3.0, 0.5] + RNG.normal(size=(N, 3)), 3)
WORDS = np.array(["north", "south", "west"])[GROUP]
IDS = [f"n{i:03d}" for i in range(N)]


@dataclass(frozen=True)
class RealFile:
    """Files dropped together, answers by question, and what must come out of them."""

    about: str
    files: Mapping[str, Callable[[], bytes]]
    X: np.ndarray
    labels: list
    answers: Mapping[str, object] = field(default_factory=dict)
    label: str = "group"
    distances: bool = False


def titled_excel() -> bytes:
    rows = [["Annual report", None, None, None, None], ["Office", "Bonn", None, None, None], []]
    rows += [["customer", "a", "b", "c", "group"]]
    rows += [[i, *x, w] for i, x, w in zip(IDS, X.tolist(), WORDS, strict=True)]
    lookup = [["code", "meaning"], [1, "north"], [2, "south"], [3, "west"]]
    return samples.xlsx({"Report": rows, "Codes": lookup})


def customers() -> bytes:
    frame = pd.DataFrame(X, columns=["age", "income", "visits"])
    frame["income"] *= 10_000
    frame.insert(0, "customer_id", IDS)
    frame.insert(1, "signup", pd.date_range("2021-01-01", periods=N).strftime("%Y-%m-%d"))
    frame["segment"] = WORDS
    return frame.to_csv(index=False).encode()


def kaggle_zip() -> bytes:
    train = pd.DataFrame(X, columns=["a", "b", "c"]).assign(group=WORDS)
    parts = {
        "data_description.txt": "a: a length. b: a width. " * 200,
        "sample_submission.csv": "id,group\n1,north\n",
        "test.csv": train.iloc[:20, :3].to_csv(index=False),
        "train.csv": train.rename_axis("Id").to_csv(),
    }
    return samples.zipped(parts, zipfile.ZIP_DEFLATED)


def r_export() -> bytes:
    cells = [f'{" ".join(map(str, x))} "{w}"' for x, w in zip(X, WORDS, strict=True)]
    rows = [f'"{i + 1}" {row}' for i, row in enumerate(cells)]
    return ("\n".join(['"a" "b" "c" "group"', *rows]) + "\n").encode()


def arff() -> bytes:
    head = "".join(f"@attribute '{n} size' numeric\n" for n in "abc")
    rows = "".join(f"{','.join(map(str, x))},'{w}'\n" for x, w in zip(X, WORDS, strict=True))
    return f"@relation r\n{head}@attribute group {{north,south,west}}\n@data\n{rows}".encode()


D = np.round(np.linalg.norm(X[:, None] - X[None], axis=2), 6)


def matrix() -> bytes:
    return pd.DataFrame(D, index=IDS, columns=IDS).to_csv().encode()


def label_lines() -> bytes:
    return ("\n".join(WORDS) + "\n").encode()


def web_service() -> bytes:
    items = [
        {"id": i, "size": dict(zip("abc", x, strict=True)), "tags": ["new"], "group": w}
        for i, x, w in zip(IDS, X.tolist(), WORDS.tolist(), strict=True)
    ]
    return json.dumps({"status": "ok", "data": {"total": N, "items": items}}).encode()


GENES = np.round(RNG.normal(size=(N, 2000)) + GROUP[:, None] * (np.arange(2000) % 7 == 0), 4)


def genes() -> bytes:
    frame = pd.DataFrame(GENES, columns=[f"gene_{i}" for i in range(2000)])
    frame.insert(0, "sample", IDS)
    return frame.assign(tissue=WORDS).to_csv(index=False, sep="\t").encode()


OWNS = RNG.integers(0, 2, N)
SHARE = np.round(20 + 30 * GROUP + RNG.normal(size=N), 1)


def survey() -> bytes:
    frame = pd.DataFrame({"Owns a car?": np.where(OWNS, "yes", "no")})
    frame["Time at work"] = [f"{s}%" for s in SHARE]
    frame["Age (years)"] = X[:, 0]
    frame["cluster"] = GROUP
    return frame.to_csv(index=False).encode()


def german() -> bytes:
    rows = ["Straße;Fläche;Preis;Entfernung;Gruppe"]
    for i, (x, w) in enumerate(zip(X, WORDS, strict=True)):
        price = f"{100_000 + x[1] * 1000:,.2f}".translate(str.maketrans(",.", ".,"))
        cells = [str(x[0]).replace(".", ","), price, str(x[2]).replace(".", ",")]
        rows.append(";".join([f"Weg {i}", *cells, w]))
    return "\r\n".join(rows).encode("cp1252")


TEN = {
    "titled.xlsx": RealFile(
        "Excel with title rows and two sheets", {"titled.xlsx": titled_excel}, X, WORDS.tolist()
    ),
    "customers.csv": RealFile(
        "customers with ids, dates and categories",
        {"customers.csv": customers},
        (X * [1, 10_000, 1] - (X * [1, 10_000, 1]).mean(axis=0)) / (X * [1, 10_000, 1]).std(axis=0),
        WORDS.tolist(),
        {"Scale": True},
        label="segment",
    ),
    "kaggle.zip": RealFile(
        "zip from Kaggle, four files", {"kaggle.zip": kaggle_zip}, X, WORDS.tolist()
    ),
    "export.txt": RealFile(
        "R's write.table, row names", {"export.txt": r_export}, X, WORDS.tolist()
    ),
    "weka.arff": RealFile("ARFF", {"weka.arff": arff}, X, WORDS.tolist()),
    "distances.csv": RealFile(
        "distance matrix, text labels beside it",
        {"distances.csv": matrix, "group.txt": label_lines},
        D[np.triu_indices(N, 1)],
        WORDS.tolist(),
        distances=True,
    ),
    "service.json": RealFile(
        "JSON from a web service", {"service.json": web_service}, X, WORDS.tolist()
    ),
    "genes.tsv": RealFile(
        "2,000 genes wide", {"genes.tsv": genes}, GENES, WORDS.tolist(), label="tissue"
    ),
    "survey.csv": RealFile(
        "survey, yes/no and percentages",
        {"survey.csv": survey},
        np.column_stack([OWNS, SHARE / 100, X[:, 0]]),
        GROUP.tolist(),
        label="cluster",
    ),
    "immobilien.csv": RealFile(
        "German CSV: semicolons, decimal commas, Windows letters",
        {"immobilien.csv": german},
        X * [1, 1000, 1] + [0, 100_000, 0],
        WORDS.tolist(),
        label="Gruppe",
    ),
}


def score(case: RealFile) -> tuple[int, float]:
    """Drop the files, answer, press the button; how many actions, and the AUCC of the labels."""
    store.forget_sessions(store.sessions())
    app = drop(*[(name, make()) for name, make in case.files.items()])
    actions = 1
    for question, answer in case.answers.items():
        next(s for s in app.selectbox if s.label.startswith(question)).select(answer).run()
        actions += 1
    button(app).click().run()
    actions += 1
    assert not app.exception
    assert app.metric
    data = store._entries[app.session_state["upload.digest"]].value
    assert list(data.label_columns) == [case.label]
    assert data.labels.tolist() == case.labels
    found = data.distances if case.distances else data.X
    assert np.allclose(found, case.X, rtol=1e-9)
    metric = {"metric": "precomputed"} if case.distances else {}
    return actions, aucc_score(case.X, case.labels, **metric)


@pytest.mark.parametrize("name", TEN)
def test_a_file_is_scored_after_three_actions_at_most(name: str) -> None:
    actions, aucc = score(TEN[name])
    assert actions <= MOST_ACTIONS
    assert aucc > 0.5


def main() -> None:
    """Print the table."""
    out = io.StringIO()
    print("| file | what | actions | seconds | AUCC |\n|---|---|---|---|---|", file=out)
    for name, case in TEN.items():
        begin = time.perf_counter()
        actions, aucc = score(case)
        took = time.perf_counter() - begin
        print(f"| {name} | {case.about} | {actions} | {took:.1f} | {aucc:.4f} |", file=out)
    print(out.getvalue())


if __name__ == "__main__":
    main()
