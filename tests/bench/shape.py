"""The reading of a curve's shape (too few, about right, too many clusters): tuned and tried.

Weights are a multinomial logistic regression on clusterings near the true k; thresholds cut where
the two kinds of clusterings they tell apart are mistaken least. `write` puts them into
explain/tuned.py. They have nothing to do with the choice among clusterings.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from aucc_core.explain import tuned
from aucc_core.explain.diagnose import ANSWERS, answer_shares, diagnose, shape_features
from aucc_core.explain.rate import Rate
from aucc_core.partitions import make_partitions
from aucc_core.score.objects import Objects
from tests.bench.cases import Case, draw

KS = tuple(range(2, 11))
# Clusterings farther than this from the true k are easy, and left out.
REACH = 3


@dataclass(frozen=True, eq=False)
class Shapes:
    """What `diagnose` sees in the clusterings of one mixture: one value per k."""

    case: Case
    early: np.ndarray
    late: np.ndarray
    split: np.ndarray
    merge: np.ndarray
    weakest_cluster: np.ndarray
    weakest_pair: np.ndarray


def measure(case, *, seed, algorithm="kmeans"):
    """Cluster one mixture for every k and look at each clustering."""
    objects = Objects(draw(case, seed=seed))
    found = make_partitions(objects, algorithm, KS, seed=1)
    return Shapes(case, **looks(objects, [p.labels.astype(np.int64) for p in found]))


def looks(objects, partitions):
    """What `diagnose` sees, by name; one value per clustering."""
    seen = [diagnose(objects.pairs, codes) for codes in partitions]
    return {
        "early": np.array([s.shape.early for s in seen]),
        "late": np.array([s.shape.late for s in seen]),
        "split": np.array([s.split for s in seen]),
        "merge": np.array([s.merge for s in seen]),
        "weakest_cluster": np.array([s.weakest_cluster for s in seen]),
        "weakest_pair": np.array([s.weakest_pair for s in seen]),
    }


def shape_cases(records):
    """Features and truth (0 too few, 1 right, 2 too many) of clusterings near the true k."""
    X, y = [], []
    for r in records:
        for at, k in enumerate(KS):
            if r.case.k > 1 and abs(k - r.case.k) <= REACH:
                X.append(
                    shape_features(
                        r.early[at],
                        r.late[at],
                        k,
                        r.split[at],
                        r.merge[at],
                        r.weakest_cluster[at],
                        r.weakest_pair[at],
                    )
                )
                y.append(1 + int(np.sign(k - r.case.k)))
    return np.array(X), np.array(y)


def shape_rates(records):
    """How often the shape was read right: in all, and by truth."""
    X, y = shape_cases(records)
    said = np.array([ANSWERS.index(_likeliest(answer_shares(x))) for x in X])
    rates = {"shape": Rate(int((said == y).sum()), y.size)}
    for at, name in enumerate(ANSWERS):
        rates[f"shape, {name}"] = Rate(int((said[y == at] == at).sum()), int((y == at).sum()))
    return rates


def _likeliest(shares):
    return max(ANSWERS, key=lambda name: shares[name])


def report(records):
    """The lines that `make bench-k` prints."""
    lines = [f"Shape verdict (too few / about right / too many), |k - k*| up to {REACH}"]
    lines += [f"{name:<22}{rate.text():>18}" for name, rate in shape_rates(records).items()]
    return "\n".join(lines)


def write(records, untouched):
    """Tune on the records, note how it went on the others, put it where the package reads it."""
    tuned.SHAPE_WEIGHTS = _weights(records)
    tuned.SPLIT_EXCESS = _cut(records, "split", -1)
    tuned.MERGE_EXCESS = _cut(records, "merge", 1)
    tuned.RECORD = {
        "shape": shape_rates(untouched)["shape"],
        "curve alone": _curve_alone(records, untouched),
    }
    write_constants(tuned, _text())


def write_constants(module, text):
    """Replace all from the line of a module that the text begins with."""
    path = Path(module.__file__)
    head, mark, _ = path.read_text(encoding="utf-8").partition(text.splitlines()[0])
    assert mark, f"{path} has lost the line that its constants begin with."
    path.write_text(head + text, encoding="utf-8")


def _weights(records):
    scaler, logistic = _logistic(*shape_cases(records))
    weights = logistic.coef_ / scaler.scale_
    intercepts = logistic.intercept_ - weights @ scaler.mean_
    return tuple(
        tuple(round(float(v), 3) for v in (b, *w)) for b, w in zip(intercepts, weights, strict=True)
    )


def _curve_alone(records, untouched):
    """How often the shape would be read right without a look at the clusters."""
    X, y = shape_cases(records)
    model = _logistic(X[:, :3], y)
    X, y = shape_cases(untouched)
    return Rate(int((model.predict(X[:, :3]) == y).sum()), y.size)


def _logistic(X, y):
    model = make_pipeline(StandardScaler(), LogisticRegression(C=0.3, class_weight="balanced"))
    return model.fit(X, y)


def _cut(records, name, wrong):
    """Threshold between the right k and one too few (-1) or too many (1) clusters."""
    right, other = [], []
    for r in records:
        values = getattr(r, name)
        right.append(values[KS.index(r.case.k)])
        if r.case.k + wrong in KS:
            other.append(values[KS.index(r.case.k + wrong)])
    right, other = np.array(right), np.array(other)
    above = wrong == -1  # too few clusters: the largest split is large
    grid = np.linspace(0, 4, 81)
    mistakes = [
        (right > t).mean() + (other <= t).mean()
        if above
        else (right < t).mean() + (other >= t).mean()
        for t in grid
    ]
    return round(float(grid[int(np.argmin(mistakes))]), 2)


def _text():
    shape = "\n".join(f"    {row}," for row in tuned.SHAPE_WEIGHTS)
    return f"""# Intercept and weights by answer (too few, about right, too many) of: -log early
# loss, -log late loss, log k, largest split excess, smallest merge excess, logits of the
# weakest cluster's and pair's score.
SHAPE_WEIGHTS = (
{shape}
)
# A cluster looks like two above the first, two look like one below the second.
SPLIT_EXCESS = {tuned.SPLIT_EXCESS}
MERGE_EXCESS = {tuned.MERGE_EXCESS}
# So many of so many clusterings were read right: as `diagnose` does, and by their curve alone.
RECORD = {dictionary(tuned.RECORD)}
"""


def dictionary(values):
    """A dictionary as the formatter would write it."""
    lines = "".join(f'    "{name}": {value},\n' for name, value in values.items())
    return "{\n" + lines + "}"
