"""Reference values for groups of columns, computed without criba.

Run with Debian 12's own python3 (3.11) and the Debian packages python3-numpy (1.24.2) and python3-scipy (1.10.1);
a second:

    OMP_NUM_THREADS=1 /usr/bin/python3 test/truth/groups.py

Trees come from scipy.cluster.hierarchy.linkage, cuts by height from fcluster, by number from cut_tree;
entropies from counts of tuples with math.log2,
correlations from numpy.corrcoef. Writes groups.json beside itself.

Layout of groups.json

    made       versions
    distances  [{"leaves", "distances": a triangle (0,1), (0,2), (1,2), (0,3) ..., "linkage", "merges": [[a, b, height]],
               "cuts": [{"height" | "count", "clusters": [[leaf, ...]]}]}]
    tables     [{"columns": {name: [...]}, "by", "linkage", "similarities": the triangle, "merges"}]
"""

import json
import math
import platform
from collections import Counter
from pathlib import Path

import numpy as np
import scipy
from scipy.cluster.hierarchy import cut_tree, fcluster, linkage
from scipy.spatial.distance import squareform

HERE = Path(__file__).resolve().parent


def triangle(square):
    return [float(square[i, j]) for j in range(len(square)) for i in range(j)]


def merges_of(square, method):
    z = linkage(squareform(square, checks=False), method)
    return z, [[int(a), int(b), float(h)] for a, b, h, _ in z]


def clusters(labels):
    found = {}
    for leaf, label in enumerate(labels):
        found.setdefault(label, []).append(leaf)
    return sorted(found.values())


def random_distances():
    cases = []
    for seed, leaves in enumerate([2, 3, 8, 25, 60]):
        random = np.random.RandomState(seed)
        points = random.rand(leaves, 3)
        square = np.sqrt(((points[:, None] - points[None]) ** 2).sum(-1)) / math.sqrt(3)
        for method in ["complete", "average"]:
            z, merges = merges_of(square, method)
            cuts = [
                {"height": h, "clusters": clusters(fcluster(z, h, "distance"))} for h in [0.1, 0.3, 0.6]
            ] + [{"count": c, "clusters": clusters(cut_tree(z, c)[:, 0].tolist())} for c in {1, min(3, leaves), leaves}]
            cases.append(
                {"leaves": leaves, "distances": triangle(square), "linkage": method, "merges": merges, "cuts": cuts}
            )
    return cases


def entropy(*columns):
    counts = Counter(zip(*columns))
    n = sum(counts.values())
    return -math.fsum(c / n * math.log2(c / n) for c in counts.values())


def uncertainty(x, y):
    return 2 * (entropy(x) + entropy(y) - entropy(x, y)) / (entropy(x) + entropy(y))


def share(x, y):
    return (entropy(x) + entropy(y) - entropy(x, y)) / entropy(x, y)


def correlation(x, y):
    return abs(np.corrcoef(x, y)[0, 1])


def tables():
    random = np.random.RandomState(11)
    n = 240
    sources = random.randint(0, 4, (3, n))
    noisy = lambda s, p: np.where(random.rand(n) < p, random.randint(0, 4, n), sources[s])
    levels = {f"c{i}": [f"l{v}" for v in noisy(i % 3, 0.1 + 0.07 * i)] for i in range(9)}
    factors = random.normal(size=(3, n))
    numbers = {
        f"x{i}": [float(v) for v in (-1) ** i * factors[i % 3] + (0.2 + 0.1 * i) * random.normal(size=n)]
        for i in range(9)
    }
    cases = []
    for columns, by, similarity in [
        (levels, "symmetrical-uncertainty", uncertainty),
        (levels, "information-distance", share),
        (numbers, "correlation", correlation),
    ]:
        values = list(columns.values())
        square = np.array([[1.0 if i == j else similarity(a, b) for j, b in enumerate(values)] for i, a in enumerate(values)])
        for method in ["complete", "average"]:
            _, merges = merges_of(1 - square, method)
            cases.append(
                {"columns": columns, "by": by, "linkage": method, "similarities": triangle(square), "merges": merges}
            )
    return cases


made = {"python": platform.python_version(), "numpy": np.__version__, "scipy": scipy.__version__}
result = {"made": made, "distances": random_distances(), "tables": tables()}
(HERE / "groups.json").write_text(json.dumps(result) + "\n")
