"""Times scikit-learn's mutual information on the columns a benchmark wrote; prints seconds and scores as JSON.

Usage: mutual_information.py regression|classif ROWS COLUMNS FILE — FILE holds ROWS × COLUMNS doubles, column by column,
then the target. The script writes to FILE.scaled what the estimator uses: the scaled data with the noise that
scikit-learn adds.
"""

import inspect
import json
import statistics
import sys
import time

import numpy as np
import sklearn
from sklearn.feature_selection import mutual_info_classif, mutual_info_regression
from sklearn.preprocessing import scale

method, rows, columns, path = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
data = np.fromfile(path, dtype=np.float64)
X = np.ascontiguousarray(data[: rows * columns].reshape(columns, rows).T)
y = data[rows * columns :]
score = mutual_info_regression if method == "regression" else mutual_info_classif
jobs = {"n_jobs": 2} if "n_jobs" in inspect.signature(score).parameters else {}


def once():
    start = time.perf_counter()
    scores = score(X, y, discrete_features=False, n_neighbors=3, random_state=0, **jobs)
    return time.perf_counter() - start, scores


def scaled_data():
    """Columns and target as the estimator uses them, from the same steps and random numbers."""
    random = np.random.RandomState(0)
    scaled = scale(X, with_mean=False)
    size = np.maximum(1, np.mean(np.abs(scaled), axis=0))
    scaled += 1e-10 * size * random.standard_normal(size=scaled.shape)
    if method != "regression":
        return scaled, y
    target = scale(y, with_mean=False)
    return scaled, target + 1e-10 * np.maximum(1, np.mean(np.abs(target))) * random.standard_normal(size=rows)


cold, scores = once()
runs = [once()[0] for _ in range(5)]
scaled_columns, scaled_target = scaled_data()
np.concatenate([np.ravel(scaled_columns, order="F"), scaled_target]).tofile(path + ".scaled")
print(json.dumps({"version": sklearn.__version__, "cold": cold, "median": statistics.median(runs), "scores": scores.tolist()}))
