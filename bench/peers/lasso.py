"""Times scikit-learn's lasso on the columns a benchmark wrote; prints seconds, and the path of all rows, as JSON.

Usage: lasso.py LassoCV|lasso_path ROWS COLUMNS FILE — FILE holds ROWS × COLUMNS doubles, column by column, then the target.
The columns are divided by their standard deviations, outside the time.
"""

import json
import statistics
import sys
import time

import numpy as np
import sklearn
from sklearn.linear_model import LassoCV, lasso_path

method, rows, columns, path = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
data = np.fromfile(path, dtype=np.float64)
X = data[: rows * columns].reshape(columns, rows).T
deviations = X.std(axis=0)
X = np.asfortranarray((X - X.mean(axis=0)) / deviations)
y = data[rows * columns :]
centred = y - y.mean()


def once():
    start = time.perf_counter()
    if method == "LassoCV":
        LassoCV(cv=5, n_alphas=100, eps=1e-3, n_jobs=2).fit(X, y)
    else:
        lasso_path(X, centred, n_alphas=100, eps=1e-3)
    return time.perf_counter() - start


cold = once()
runs = [once() for _ in range(5)]
penalties, weights, _ = lasso_path(X, centred, n_alphas=100, eps=1e-3)
print(
    json.dumps(
        {
            "version": sklearn.__version__,
            "cold": cold,
            "median": statistics.median(runs),
            "penalties": penalties.tolist(),
            "weights": (weights / deviations[:, None]).tolist(),
        }
    )
)
