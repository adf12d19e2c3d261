"""Every criterion written from its definition with plain loops, for small data only."""

import math
from itertools import combinations

import numpy as np

EPSILON = 1e-6


def dist(a, b):
    return math.sqrt(sum((x - y) ** 2 for x, y in zip(a, b, strict=True)))


def ratio(above, below):
    if below == 0:
        return math.nan if above == 0 else math.inf
    return above / below


class Oracle:
    """Clusters as lists of points; nothing shared, nothing clever."""

    def __init__(self, X, labels):
        self.X = [tuple(map(float, x)) for x in X]
        self.labels = list(labels)
        self.clusters = [
            [x for x, label in zip(self.X, self.labels, strict=True) if label == name]
            for name in dict.fromkeys(self.labels)
        ]
        self.n, self.k = len(self.X), len(self.clusters)
        pairs = list(combinations(range(self.n), 2))
        self.within = [
            dist(self.X[i], self.X[j]) for i, j in pairs if self.labels[i] == self.labels[j]
        ]
        self.between = [
            dist(self.X[i], self.X[j]) for i, j in pairs if self.labels[i] != self.labels[j]
        ]

    # Over pairs. Distances of the tests' small grids that are equal differ by rounding at most.

    def comparisons(self):
        won = sum(w < b and not close(w, b) for w in self.within for b in self.between)
        lost = sum(w > b and not close(w, b) for w in self.within for b in self.between)
        return won, lost, len(self.within) * len(self.between) - won - lost

    def aucc(self):
        won, lost, tied = self.comparisons()
        return (won + tied / 2) / (won + lost + tied)

    def gamma(self):
        won, lost, tied = self.comparisons()
        return (won - lost) / (won + lost + tied)

    def aupr(self):
        area = found = 0.0
        for limit in distinct([*self.within, *self.between]):
            accepted = [d for d in self.within if d < limit or close(d, limit)]
            wrong = [d for d in self.between if d < limit or close(d, limit)]
            area += (len(accepted) - found) * len(accepted) / (len(accepted) + len(wrong))
            found = len(accepted)
        return area / len(self.within)

    def point_biserial(self):
        distances = self.within + self.between
        if np.ptp(distances) <= 1e-9 * max(distances):
            return math.nan
        different = [0] * len(self.within) + [1] * len(self.between)
        return np.corrcoef(distances, different)[0, 1]

    def c_index(self):
        distances = sorted(self.within + self.between)
        w = len(self.within)
        low, high = sum(distances[:w]), sum(distances[-w:])
        return math.nan if close(low, high) else (sum(self.within) - low) / (high - low)

    # Scatter

    def scatter(self, f):
        total = sum((x[f] - mean(self.X)[f]) ** 2 for x in self.X)
        inside = sum((x[f] - mean(c)[f]) ** 2 for c in self.clusters for x in c)
        return total, inside

    def vrc(self):
        parts = [self.scatter(f) for f in range(len(self.X[0]))]
        between = sum(
            len(c) * (m - o) ** 2
            for c in self.clusters
            for m, o in zip(mean(c), mean(self.X), strict=True)
        )
        within = sum(inside for _, inside in parts)
        return ratio(between / (self.k - 1), within / (self.n - self.k))

    def c_sqrt_k(self):
        parts = [self.scatter(f) for f in range(len(self.X[0]))]
        shares = [math.sqrt(max(0, t - w) / t) for t, w in parts if t > 0]
        return np.mean(shares) / math.sqrt(self.k) if shares else math.nan

    def davies_bouldin(self):
        def similarity(a, b):
            spread = mean_to_mean(a) + mean_to_mean(b)
            return 0 if spread == 0 else ratio(spread, dist(mean(a), mean(b)))

        worst = [max(similarity(a, b) for b in self.clusters if b is not a) for a in self.clusters]
        return sum(worst) / self.k

    def pbm(self):
        everyone = sum(dist(x, mean(self.X)) for x in self.X)
        inside = sum(dist(x, mean(c)) for c in self.clusters for x in c)
        apart = max(dist(mean(a), mean(b)) for a, b in combinations(self.clusters, 2))
        return (ratio(everyone, inside) * apart / self.k) ** 2

    # Silhouettes

    def silhouettes(self, to_cluster, width):
        total = 0.0
        for own in self.clusters:
            for at, x in enumerate(own):
                rest = own[:at] + own[at + 1 :]
                if rest:
                    a = to_cluster(x, own, rest)
                    b = min(to_cluster(x, c, c) for c in self.clusters if c is not own)
                    total += width(a, b)
        return total / self.n

    def swc(self):
        return self.silhouettes(mean_distance, silhouette)

    def aswc(self):
        return self.silhouettes(mean_distance, alternative)

    def sswc(self):
        return self.silhouettes(to_mean, silhouette)

    def asswc(self):
        return self.silhouettes(to_mean, alternative)

    # Dunn

    def dunn(self, set_distance, diameter):
        apart = min(SET_DISTANCES[set_distance](a, b) for a, b in combinations(self.clusters, 2))
        return ratio(apart, max(DIAMETERS[diameter](c) for c in self.clusters))

    def value(self, name):
        if name.startswith("dunn"):
            digits = name[4:] or "11"
            return self.dunn(int(digits[0]), int(digits[1]))
        return getattr(self, name)()


def close(a, b):
    return abs(a - b) <= 1e-9 * max(a, b)


def distinct(values):
    kept = []
    for value in sorted(values):
        if not kept or not close(kept[-1], value):
            kept.append(value)
    return kept


def mean(points):
    return [sum(column) / len(points) for column in zip(*points, strict=True)]


def mean_to_mean(cluster):
    return sum(dist(x, mean(cluster)) for x in cluster) / len(cluster)


def mean_distance(x, _cluster, others):
    return sum(dist(x, y) for y in others) / len(others)


def to_mean(x, cluster, _others):
    return dist(x, mean(cluster))


def silhouette(a, b):
    return 0 if max(a, b) == 0 else (b - a) / max(a, b)


def alternative(a, b):
    return b / (a + EPSILON)


def one_way(a, b):
    return max(min(dist(x, y) for y in b) for x in a)


SET_DISTANCES = {
    1: lambda a, b: min(dist(x, y) for x in a for y in b),
    2: lambda a, b: max(dist(x, y) for x in a for y in b),
    3: lambda a, b: sum(dist(x, y) for x in a for y in b) / (len(a) * len(b)),
    4: lambda a, b: dist(mean(a), mean(b)),
    5: lambda a, b: (
        (sum(dist(x, mean(b)) for x in a) + sum(dist(y, mean(a)) for y in b)) / (len(a) + len(b))
    ),
    6: lambda a, b: max(one_way(a, b), one_way(b, a)),
}
DIAMETERS = {
    1: lambda c: max((dist(x, y) for x, y in combinations(c, 2)), default=0),
    2: lambda c: (
        0
        if len(c) == 1
        else sum(dist(x, y) for x, y in combinations(c, 2)) / (len(c) * (len(c) - 1) / 2)
    ),
    3: lambda c: 2 * mean_to_mean(c),
}
