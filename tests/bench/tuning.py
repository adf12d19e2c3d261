"""Tune the constants of the verdict on one half of the records, and write them down.

Weights of the evidence are those that make the true k most probable (a conditional logit with a
small ridge); those of the shape a multinomial logistic regression; thresholds cut where the two
kinds of clusterings they tell apart are mistaken least.
"""

from pathlib import Path

import numpy as np
from scipy.optimize import minimize
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from aucc_core.explain import tuned as reading
from aucc_core.explain.rate import Rate
from aucc_core.verdicts import tuned as weighing
from aucc_core.verdicts.weigh import evidence_values
from tests.bench import choices
from tests.bench.cases import KS

RIDGE = 0.01
# How many sets without clusters of the tuning half may look like clusters.
FALSE_ALARMS = 0.02


def write(records, more_noise, untouched):
    """Tune on records, put the constants where the package reads them, and what they gave."""
    mixtures = [r for r in records if r.case.k > 1]
    noise = [r for r in records if r.case.k == 1]
    parts = ("agreement", "weakest_cluster", "split", "merge")
    weighing.CHOICE = _weights(mixtures, ("corrected", *parts))
    weighing.CHOICE_WITHOUT_BAND = _weights(mixtures, ("logit", *parts))
    weighing.EVIDENCE = _evidence(mixtures, noise, more_noise)
    reading.SHAPE_WEIGHTS = _shape(mixtures)
    reading.SPLIT_EXCESS = _cut(mixtures, "split", -1)
    reading.MERGE_EXCESS = _cut(mixtures, "merge", 1)
    found = choices.record(untouched)
    alone = _curve_alone(records, untouched)
    reading.RECORD = {"shape": found.pop("shape"), "curve alone": alone}
    weighing.RECORD = found
    write_constants()


def write_constants():
    """Put the constants as they are now into the files that the package reads them from."""
    for module, text in ((reading, _reading()), (weighing, _weighing())):
        path = Path(module.__file__)
        head, mark, _ = path.read_text(encoding="utf-8").partition(text.splitlines()[0])
        assert mark, f"{path} has lost the line that its constants begin with."
        path.write_text(head + text, encoding="utf-8")


def _weights(records, names):
    values = [evidence_values(choices.evidence_table(r)) for r in records]
    X = np.stack([np.stack([v[name] for name in names], axis=1) for v in values])
    scale = X.std(axis=(0, 1))
    Z = X / scale
    true = np.array([KS.index(r.case.k) for r in records])
    rows = np.arange(len(records))

    def loss(w):
        scores = Z @ w
        odds = np.exp(scores - scores.max(axis=1, keepdims=True))
        p = odds / odds.sum(axis=1, keepdims=True)
        slope = ((p[:, :, None] * Z).sum(axis=1) - Z[rows, true]).mean(axis=0)
        value = -np.log(np.maximum(p[rows, true], 1e-300)).mean() + RIDGE * w @ w
        return value, slope + 2 * RIDGE * w

    found = minimize(loss, np.zeros(len(names)), jac=True).x / scale
    return {name: round(float(w), 2) for name, w in zip(names, found, strict=True)}


def _evidence(mixtures, *kinds_of_noise):
    """Half-way between the noise that may pass and the weakest mixtures, at least the former."""
    highest = max(
        np.quantile([r.corrected.max() for r in noise], 1 - FALSE_ALARMS)
        for noise in kinds_of_noise
    )
    weakest = np.quantile([r.corrected.max() for r in mixtures], 0.01)
    return round(float(max(highest, (highest + weakest) / 2)), 2)


def _shape(mixtures):
    scaler, logistic = _logistic(*choices.shape_cases(mixtures))
    weights = logistic.coef_ / scaler.scale_
    intercepts = logistic.intercept_ - weights @ scaler.mean_
    return tuple(
        tuple(round(float(v), 3) for v in (b, *w)) for b, w in zip(intercepts, weights, strict=True)
    )


def _curve_alone(records, untouched):
    """How often the shape would be read right without a look at the clusters."""
    X, y = choices.shape_cases(records)
    model = _logistic(X[:, :3], y)
    X, y = choices.shape_cases(untouched)
    return Rate(int((model.predict(X[:, :3]) == y).sum()), y.size)


def _logistic(X, y):
    model = make_pipeline(StandardScaler(), LogisticRegression(C=0.3, class_weight="balanced"))
    return model.fit(X, y)


def _cut(mixtures, name, wrong):
    """Threshold between the right k and one too few (-1) or too many (1) clusters."""
    right, other = [], []
    for r in mixtures:
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


def _reading():
    shape = "\n".join(f"    {row}," for row in reading.SHAPE_WEIGHTS)
    return f"""# Intercept and weights by answer (too few, about right, too many) of: -log early
# loss, -log late loss, log k, largest split excess, smallest merge excess, logits of the
# weakest cluster's and pair's score.
SHAPE_WEIGHTS = (
{shape}
)
# A cluster looks like two above the first, two look like one below the second.
SPLIT_EXCESS = {reading.SPLIT_EXCESS}
MERGE_EXCESS = {reading.MERGE_EXCESS}
# So many of so many clusterings were read right: as `diagnose` does, and by their curve alone.
RECORD = {_dictionary(reading.RECORD)}
"""


def _weighing():
    return f"""# Weights of what speaks for a k; with a reference band, and from distances alone.
CHOICE = {_dictionary(weighing.CHOICE)}
CHOICE_WITHOUT_BAND = {_dictionary(weighing.CHOICE_WITHOUT_BAND)}
# A corrected score below this is no evidence of clusters.
EVIDENCE = {weighing.EVIDENCE}
# So many of so many were right (for "false alarms": wrong).
RECORD = {_dictionary(weighing.RECORD)}
"""


def _dictionary(values):
    lines = "".join(f'    "{name}": {value},\n' for name, value in values.items())
    return "{\n" + lines + "}"
