"""Times scikit-learn's univariate scores on the columns a benchmark wrote; prints seconds and scores as JSON.

Usage: scikit_learn.py METHOD ROWS COLUMNS FILE — FILE holds ROWS × COLUMNS doubles, column by column, then the target.
"""

import json
import statistics
import sys
import time

import numpy as np
import sklearn
from sklearn.feature_selection import chi2, f_classif, f_regression

METHODS = {"f-regression": f_regression, "anova-f": f_classif, "chi2-frequency": chi2}

method, rows, columns, path = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
data = np.fromfile(path, dtype=np.float64)
X = np.ascontiguousarray(data[: rows * columns].reshape(columns, rows).T)
y = data[rows * columns :]


def once():
    start = time.perf_counter()
    scores = METHODS[method](X, y)[0]
    return time.perf_counter() - start, scores


cold, scores = once()
runs = [once()[0] for _ in range(5)]
print(json.dumps({"version": sklearn.__version__, "cold": cold, "median": statistics.median(runs), "scores": scores.tolist()}))
