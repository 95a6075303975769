"""Reference paths of temporal-mrmr, computed without criba.

Run with Debian 12's own python3 (3.11) and the Debian packages python3-numpy (1.24.2) and python3-scipy (1.10.1):

    OMP_NUM_THREADS=1 /usr/bin/python3 test/truth/temporal.py

It makes series over time from a fixed seed and writes temporal.json beside itself. F comes from scipy.stats (f_oneway,
and linregress for a target of numbers), correlations from numpy.corrcoef, DTW from its recursive definition.

Layout of temporal.json

    made      versions
    datasets  name -> {"columns": {name: [...]}, "groups": {name: [...]}}
    paths     [{"dataset", "options", "steps": [{"feature", "score", "relevance", "redundancy"}]}]
    pairs     [{"a", "b", "dtw"}] single series as they stand, not standardised
"""

import json
import platform
from functools import lru_cache
from pathlib import Path

import numpy as np
import scipy
from scipy import stats

HERE = Path(__file__).resolve().parent


def dtw(a, b):
    @lru_cache(maxsize=None)
    def least(s, t):
        if s < 0 and t < 0:
            return 0.0
        if s < 0 or t < 0:
            return float("inf")
        before = min(least(s - 1, t), least(s, t - 1), least(s - 1, t - 1))
        return abs(a[s] - b[t]) + before

    return least(len(a) - 1, len(b) - 1)


def standard(series):
    # The mean of equal numbers may be another by rounding: their range says that they are equal.
    if np.ptp(series) == 0:
        return np.zeros(len(series))
    return (series - np.mean(series)) / np.std(series)


def f_statistic(x, y):
    if isinstance(y[0], str):
        return stats.f_oneway(*[x[np.array(y) == level] for level in sorted(set(y))]).statistic
    fit = stats.linregress(x, y)
    return fit.rvalue**2 / (1 - fit.rvalue**2) * (len(x) - 2)


def likeness(a, b, redundancy):
    if redundancy == "dtw":
        return 1 / (1 + dtw(standard(a), standard(b)) / max(len(a), len(b)))
    if np.ptp(a) == 0 or np.ptp(b) == 0:
        return 0.0
    return abs(np.corrcoef(a, b)[0, 1])


def path(series, y, form, redundancy):
    relevance = {
        name: np.mean([f_statistic(points[:, t], y) for t in range(points.shape[1])])
        for name, points in series.items()
    }
    shared = {
        (a, b): np.mean([likeness(one, other, redundancy) for one, other in zip(series[a], series[b])])
        for a in series
        for b in series
        if a != b
    }
    selected, steps = [], []
    while len(selected) < len(series):
        found = {}
        for name in series:
            if name in selected:
                continue
            mean = np.mean([shared[name, other] for other in selected]) if selected else None
            if mean is None:
                score = relevance[name]
            elif form == "difference":
                score = relevance[name] - mean
            else:
                score = relevance[name] / mean
            found[name] = (score, mean)
        best = max(found, key=lambda name: found[name][0])
        score, mean = found[best]
        steps.append({"feature": best, "score": score, "relevance": relevance[best], "redundancy": mean})
        selected.append(best)
    return steps


def made_series(lengths, seed, n=40):
    """Random walks, some of which rise with the class, one that follows another, one constant in some rows."""
    random = np.random.RandomState(seed)
    classes = random.randint(0, 3, n)
    series = {}
    for i, length in enumerate(lengths):
        walk = np.cumsum(random.standard_normal((n, length)), axis=1)
        walk += classes[:, None] * np.linspace(0, 0.4 * i, length)
        if i == 2 and len(series["s1"][0]) == length:
            walk = 0.7 * series["s1"] + 0.3 * walk
        if i == 3:
            walk[:4] = walk[:4, :1]
        series[f"s{i}"] = np.round(walk, 3)
    number = np.round(classes + random.standard_normal(n), 3)
    return series, ["abc"[level] for level in classes], number.tolist()


def main():
    datasets, paths = {}, []
    for name, lengths, seed in [("equal", [5, 5, 5, 5, 5, 5], 1), ("unequal", [1, 4, 4, 7, 2, 5, 1], 2)]:
        series, classes, numbers = made_series(lengths, seed)
        groups = {one: [f"{one} at {t}" for t in range(points.shape[1])] for one, points in series.items()}
        columns = {f"{one} at {t}": points[:, t].tolist() for one, points in series.items() for t in range(points.shape[1])}
        for target, y in [("classes", classes), ("numbers", numbers)]:
            dataset = f"{name} {target}"
            datasets[dataset] = {"columns": {**columns, "y": y}, "groups": groups}
            for form in ["difference", "quotient"]:
                for redundancy in ["dtw", "pearson"] if name == "equal" else ["dtw"]:
                    steps = path(series, y, form, redundancy)
                    options = {"form": form, "redundancy": redundancy}
                    paths.append({"dataset": dataset, "options": options, "steps": steps})
    random = np.random.RandomState(3)
    pairs = []
    for a, b in [(1, 1), (1, 6), (6, 1), (4, 4), (5, 9), (12, 3), (20, 20)]:
        one, other = (np.round(random.standard_normal(length), 3).tolist() for length in (a, b))
        pairs.append({"a": one, "b": other, "dtw": dtw(one, other)})
    made = {"python": platform.python_version(), "numpy": np.__version__, "scipy": scipy.__version__}
    text = json.dumps({"made": made, "datasets": datasets, "paths": paths, "pairs": pairs})
    (HERE / "temporal.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
