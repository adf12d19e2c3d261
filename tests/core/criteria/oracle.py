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

    # Density

    def path_aucc(self, power=3.0, neighbours=10):
        P = paths([[dist(x, y) for y in self.X] for x in self.X], power, neighbours)
        other = Oracle(self.X, self.labels)
        pairs = list(combinations(range(self.n), 2))
        same = [self.labels[i] == self.labels[j] for i, j in pairs]
        other.within = [P[i][j] for (i, j), s in zip(pairs, same, strict=True) if s]
        other.between = [P[i][j] for (i, j), s in zip(pairs, same, strict=True) if not s]
        return other.aucc()

    def dbcv(self):
        trees = [DensityTree(c) for c in self.clusters if len(c) > 1]
        if len(trees) < 2:
            return 0.0
        total = 0.0
        for tree in trees:
            apart = min(tree.separation(other) for other in trees if other is not tree)
            larger = max(apart, tree.sparseness)
            value = 0.0 if larger == 0 else (apart - tree.sparseness) / larger
            total += len(tree.points) * value
        return total / self.n

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


class DensityTree:
    """What DBCV reads of one cluster: core distances, and the smallest tree by Kruskal's way."""

    def __init__(self, points):
        self.points, m, d = points, len(points), len(points[0])
        self.core = [self.core_distance(i, d) for i in range(m)]
        edges = sorted(
            (rounded(self.reach(i, j)), rounded(dist(points[i], points[j])), i, j)
            for i, j in combinations(range(m), 2)
        )
        tree, group = [], list(range(m))
        for _, _, i, j in edges:
            if group[i] != group[j]:
                tree.append((i, j))
                group = [group[i] if g == group[j] else g for g in group]
        ends = [i for edge in tree for i in edge]
        self.inner = [i for i in range(m) if ends.count(i) > 1] if m > 2 else [0, 1]
        inside = [self.reach(i, j) for i, j in tree if i in self.inner and j in self.inner]
        self.sparseness = max(inside or [self.reach(i, j) for i, j in tree])

    def core_distance(self, i, d):
        others = [dist(self.points[i], y) for j, y in enumerate(self.points) if j != i]
        if min(others) == 0:
            return 0.0
        return (sum((1 / x) ** d for x in others) / len(others)) ** (-1 / d)

    def reach(self, i, j):
        return max(dist(self.points[i], self.points[j]), self.core[i], self.core[j])

    def separation(self, other):
        return min(
            max(dist(self.points[i], other.points[j]), self.core[i], other.core[j])
            for i in self.inner
            for j in other.inner
        )


def paths(D, power, neighbours):
    """Distances along dense paths, as `aucc_core.score.path` defines them, by three loops."""
    n = len(D)
    near = [sorted(D[i][:i] + D[i][i + 1 :])[min(neighbours, n - 1) - 1] for i in range(n)]
    longest = [row[:] for row in D]
    for m in range(n):
        for i in range(n):
            for j in range(n):
                longest[i][j] = min(longest[i][j], max(longest[i][m], longest[m][j]))
    P = [
        [
            x**power if x <= (1 + 1e-9) * max(near[i], near[j], longest[i][j]) else math.inf
            for j, x in enumerate(row)
        ]
        for i, row in enumerate(D)
    ]
    for m in range(n):
        for i in range(n):
            for j in range(n):
                P[i][j] = min(P[i][j], P[i][m] + P[m][j])
    return [[x ** (1 / power) for x in row] for row in P]


def rounded(x):
    """So that what is equal but for rounding is a tie."""
    return float(f"{x:.9e}")


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
