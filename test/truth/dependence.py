"""Values of xi, distance-correlation and hsic from their definitions, with matrices of all pairs of rows.

Run with python3 and numpy:

    python3 test/truth/dependence.py

It writes dependence.json beside itself, the same on every run. Nothing here sorts to be fast: distances and kernels are n × n
matrices, ranks are counts, and the matrices of U-centring and of the unbiased criterion are written out as in the papers.
"""

import json
import math
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent


def is_text(column):
    return isinstance(column[0], str)


def distances(column):
    """|a − b| of numbers, 0 or 1 of levels."""
    if is_text(column):
        return np.array([[float(a != b) for b in column] for a in column])
    values = np.array(column, dtype=float)
    return np.abs(values[:, None] - values[None, :])


def kernels(column):
    """exp(−d²/(2σ²)) with the median of the distances above 0, or 1 and 0 of levels."""
    d = distances(column)
    if is_text(column):
        return 1 - d
    above = d[np.triu_indices(len(d), 1)]
    above = above[above > 0]
    if len(above) == 0:
        return np.ones_like(d)
    return np.exp(-(d**2) / (2 * np.median(above) ** 2))


def double_centred(d):
    n = len(d)
    h = np.eye(n) - 1 / n
    return h @ d @ h


def u_centred(d):
    n = len(d)
    rows = d.sum(axis=1)
    centred = d - rows[:, None] / (n - 2) - rows[None, :] / (n - 2) + d.sum() / ((n - 1) * (n - 2))
    np.fill_diagonal(centred, 0)
    return centred


def distance_correlation(x, y):
    a, b = double_centred(distances(x)), double_centred(distances(y))
    joint, own, other = (a * b).mean(), (a * a).mean(), (b * b).mean()
    return 0.0 if own * other == 0 else joint / math.sqrt(own * other)


def unbiased_distance_correlation(x, y):
    a, b = u_centred(distances(x)), u_centred(distances(y))
    joint, own, other = (a * b).sum(), (a * a).sum(), (b * b).sum()
    return 0.0 if own * other == 0 else joint / math.sqrt(own * other)


def hsic(x, y):
    n = len(x)
    h = np.eye(n) - 1 / n
    return float(np.trace(kernels(x) @ h @ kernels(y) @ h)) / n**2


def unbiased_hsic(x, y):
    """Song et al. (2012), equation 4."""
    n = len(x)
    k, l = kernels(x), kernels(y)
    np.fill_diagonal(k, 0)
    np.fill_diagonal(l, 0)
    one = np.ones(n)
    cross = float(np.trace(k @ l))
    means = (one @ k @ one) * (one @ l @ one) / ((n - 1) * (n - 2))
    return (cross + means - 2 / (n - 2) * (one @ k @ l @ one)) / (n * (n - 3))


def xi(x, y):
    """ξ and its one-sided p; x has no ties."""
    n = len(x)
    order = np.argsort(x)
    assert len(set(x)) == n
    y = np.array(y, dtype=float)[order]
    r = np.array([(y <= value).sum() for value in y])
    l = np.array([(y >= value).sum() for value in y])
    score = 1 - n * np.abs(np.diff(r)).sum() / (2 * (l * (n - l)).sum())
    if len(set(y)) == n:
        variance = 2 / 5
    else:
        # As in the paper, before theorem 2.2: u are the sorted r/n, v their cumulative sums.
        u = np.sort(r) / n
        v = np.cumsum(u)
        i = np.arange(1, n + 1)
        a = ((2 * n - 2 * i + 1) * u**2).sum() / n**2
        b = ((v + (n - i) * u) ** 2).sum() / n**3
        c = ((2 * n - 2 * i + 1) * u).sum() / n**2
        d = (l * (n - l)).sum() / n**3
        variance = (a - 2 * b + c**2) / d**2
    z = math.sqrt(n) * score / math.sqrt(variance)
    return float(score), math.erfc(z / math.sqrt(2)) / 2


def table(n, seed):
    random = np.random.default_rng(seed)
    y = random.normal(size=n)
    group = random.integers(0, 3, size=n)
    plain = {
        "line": y * 2 + 5,
        "square": y**2 + random.normal(size=n) * 0.3,
        "waves": np.sin(4 * y) + random.normal(size=n) * 0.1,
        "noise": random.normal(size=n),
        "ties": np.floor(2 * y + random.normal(size=n)),
        "binary": (y + random.normal(size=n) > 0.4).astype(float),
        "heavy": np.tan(random.uniform(-1.5, 1.5, size=n)) + y,
        "far": 1e9 + y + random.normal(size=n),
        "tiny": (y**3 + random.normal(size=n)) * 1e-150,
        "vast": (y - random.normal(size=n)) * 1e150,
        "constant": np.full(n, 0.1),
    }
    columns = {name: [float(value) for value in values] for name, values in plain.items()}
    columns["rare"] = ["b" if row == 4 else "a" for row in range(n)]
    columns["letters"] = [str("pqrst"[(g + int(random.integers(0, 2))) % 5]) for g in group]
    columns["names"] = [f"row {row}" for row in range(n)]
    targets = {
        "number": [float(value) for value in y],
        "rounded": [float(value) for value in np.round(y * 2) / 2],
        "class": [str("uvw"[g]) for g in group],
    }
    return columns, targets


def case(n, seed):
    columns, targets = table(n, seed)
    scores = []
    for target, y in targets.items():
        for name, x in columns.items():
            entry = {
                "target": target,
                "feature": name,
                "distance-correlation": distance_correlation(x, y),
                "distance-correlation:unbiased=true": unbiased_distance_correlation(x, y),
                "hsic": hsic(x, y),
                "hsic:unbiased=true": unbiased_hsic(x, y),
            }
            # One row apart from all others has no U-centred distances.
            if name in ("rare", "constant"):
                entry["distance-correlation:unbiased=true"] = 0.0
            if name == "constant":
                for by in list(entry)[2:]:
                    entry[by] = 0.0
            if not is_text(y) and not is_text(x) and len(set(x)) == n:
                entry["xi"], entry["p"] = xi(x, y)
            scores.append(entry)
    return {"columns": columns, "targets": targets, "scores": scores}


result = {"numpy": np.__version__, "cases": [case(40, 1), case(7, 2), case(4, 3)]}
(HERE / "dependence.json").write_text(json.dumps(result) + "\n")
