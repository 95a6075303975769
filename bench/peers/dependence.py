"""Times HSIC by numpy, with matrices of all pairs, on the columns a benchmark wrote; prints seconds and scores.

Usage: dependence.py ROWS COLUMNS FILE — FILE holds ROWS × (COLUMNS + 1) doubles, column by column, the target last.
"""

import json
import statistics
import sys
import time

import numpy as np

rows, columns = map(int, sys.argv[1:3])
X = np.fromfile(sys.argv[3], dtype=np.float64).reshape(columns + 1, rows)


def kernel(values):
    squares = np.square(values[:, None] - values[None, :])
    # The median of the distances above 0, each of which stands there twice.
    width = np.median(squares[squares > 0])
    return np.exp(squares * (-0.5 / width))


def once():
    start = time.perf_counter()
    target = kernel(X[columns])
    means = target.mean(axis=0)
    centred = target - means[:, None] - means[None, :] + means.mean()
    scores = [float((kernel(X[i]) * centred).sum()) / rows**2 for i in range(columns)]
    return time.perf_counter() - start, scores


cold, scores = once()
runs = [once()[0] for _ in range(5)]
print(json.dumps({"cold": cold, "median": statistics.median(runs), "scores": scores}))
