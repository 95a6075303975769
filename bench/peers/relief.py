"""Scores of scikit-rebate: relief.py METHOD K ROWS COLUMNS FILE RUNS; the last column of the file is the class. Prints JSON."""

import json
import sys
import time

import numpy as np
import skrebate

method, k, rows, columns, path, runs = sys.argv[1:]
rows, columns = int(rows), int(columns)
data = np.fromfile(path).reshape(columns + 1, rows)
x, y = np.ascontiguousarray(data[:columns].T), data[columns].astype(int)
options = {"n_jobs": 2}
if method == "ReliefF":
    options["n_neighbors"] = int(k)
seconds = []
for _ in range(int(runs)):
    start = time.perf_counter()
    model = getattr(skrebate, method)(**options).fit(x.copy(), y)
    seconds.append(time.perf_counter() - start)
print(json.dumps({"median": float(np.median(seconds)), "scores": model.feature_importances_.tolist()}))
