"""Times scikit-learn's nearest neighbours on the columns a benchmark wrote; prints seconds and sums of squared distances.

Usage: neighbours.py ALGORITHM K ROWS COLUMNS FILE — FILE holds at least ROWS × COLUMNS doubles, column by column.
"""

import json
import statistics
import sys
import time

import numpy as np
import sklearn
from sklearn.neighbors import NearestNeighbors

algorithm, k, rows, columns, path = sys.argv[1], *map(int, sys.argv[2:5]), sys.argv[5]
data = np.fromfile(path, dtype=np.float64, count=rows * columns)
X = np.ascontiguousarray(data.reshape(columns, rows).T)


def once():
    start = time.perf_counter()
    found = NearestNeighbors(n_neighbors=k, algorithm=algorithm, n_jobs=2).fit(X).kneighbors()
    return time.perf_counter() - start, found


cold, (distances, _) = once()
runs = [once()[0] for _ in range(5)]
sums = (distances**2).sum(axis=0).tolist()
print(json.dumps({"version": sklearn.__version__, "cold": cold, "median": statistics.median(runs), "sums": sums}))
