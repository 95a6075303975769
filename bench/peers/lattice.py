"""Times scikit-learn's nearest neighbour in every subset of the columns a benchmark wrote, on one thread.

Usage: lattice.py ALGORITHM ROWS COLUMNS FILE — FILE holds ROWS × COLUMNS doubles, column by column, then the target. Prints
seconds, and the sum of squared differences in the target for each subset, by ascending mask.
"""

import json
import sys
import time

import numpy as np
import sklearn
from sklearn.neighbors import NearestNeighbors

algorithm, rows, columns, path = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
data = np.fromfile(path, dtype=np.float64)
X = np.ascontiguousarray(data[: rows * columns].reshape(columns, rows).T)
y = data[rows * columns :]


def differences(mask):
    taken = [column for column in range(columns) if mask >> column & 1]
    nearest = NearestNeighbors(n_neighbors=1, algorithm=algorithm, n_jobs=1).fit(np.ascontiguousarray(X[:, taken]))
    return float(((y - y[nearest.kneighbors(return_distance=False)[:, 0]]) ** 2).sum())


differences(1)
start = time.perf_counter()
sums = [differences(mask) for mask in range(1, 1 << columns)]
print(json.dumps({"version": sklearn.__version__, "seconds": time.perf_counter() - start, "sums": sums}))
