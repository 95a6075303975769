"""Times scikit-learn's wrappers on the columns a benchmark wrote; prints seconds and the result as JSON.

Usage: wrappers.py rfe|forward|logistic|knn|sets ROWS COLUMNS FILE — FILE holds ROWS × COLUMNS doubles, column by column, then the target.
"""

import itertools
import json
import statistics
import sys
import time

import numpy as np
import sklearn
from sklearn.feature_selection import RFE, SequentialFeatureSelector
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import KFold, cross_val_score
from sklearn.neighbors import KNeighborsClassifier

work, rows, columns, path = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
data = np.fromfile(path, dtype=np.float64)
X = np.ascontiguousarray(data[: rows * columns].reshape(columns, rows).T)
y = data[rows * columns :]
folds = KFold(5, shuffle=True, random_state=0)


def once():
    start = time.perf_counter()
    if work == "rfe":
        found = RFE(LinearRegression(), n_features_to_select=10).fit(X, y).get_support()
        result = np.flatnonzero(found).tolist()
    elif work == "forward":
        search = SequentialFeatureSelector(LinearRegression(), n_features_to_select=10, cv=folds, n_jobs=2)
        result = np.flatnonzero(search.fit(X, y).get_support()).tolist()
    elif work == "logistic":
        search = SequentialFeatureSelector(LogisticRegression(), n_features_to_select=5, cv=folds, n_jobs=2)
        result = np.flatnonzero(search.fit(X, y > np.median(y)).get_support()).tolist()
    elif work == "knn":
        search = SequentialFeatureSelector(KNeighborsClassifier(5), n_features_to_select=5, cv=folds, n_jobs=2)
        result = np.flatnonzero(search.fit(X, y > np.median(y)).get_support()).tolist()
    else:
        sets = itertools.combinations(range(columns), 3)
        scores = {s: cross_val_score(LinearRegression(), X[:, s], y, cv=folds).mean() for s in sets}
        result = list(max(scores, key=scores.get))
    return time.perf_counter() - start, result


cold, result = once()
runs = [once()[0] for _ in range(3 if cold < 5 else 1)]
print(
    json.dumps(
        {"version": sklearn.__version__, "cold": cold, "median": statistics.median(runs), "result": result}
    )
)
