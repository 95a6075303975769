"""Times scikit-feature's Laplacian score on the columns a benchmark wrote; prints seconds and scores.

Usage: laplacian.py K ROWS COLUMNS FILE — FILE holds ROWS × COLUMNS doubles, column by column.
"""

import json
import statistics
import sys
import time

import numpy as np
from skfeature.function.similarity_based.lap_score import lap_score
from skfeature.utility.construct_W import construct_W

k, rows, columns = map(int, sys.argv[1:4])
X = np.ascontiguousarray(np.fromfile(sys.argv[4], dtype=np.float64).reshape(columns, rows).T)


def once():
    start = time.perf_counter()
    W = construct_W(X, metric="euclidean", neighbor_mode="knn", weight_mode="heat_kernel", k=k, t=5.0)
    scores = lap_score(X, W=W)
    return time.perf_counter() - start, scores


cold, scores = once()
runs = [once()[0] for _ in range(5)]
print(json.dumps({"cold": cold, "median": statistics.median(runs), "scores": scores.ravel().tolist()}))
