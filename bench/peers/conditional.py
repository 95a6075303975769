"""Times the estimate of Frenzel and Pompe by scipy's trees on the columns a benchmark wrote, as tigramite makes it; prints seconds and
the estimates in bits as JSON.

Usage: conditional.py ROWS COLUMNS GIVEN K FILE: FILE holds ROWS x COLUMNS doubles, column by column, then as many of each column given,
then the target.
"""

import json
import statistics
import sys
import time

import numpy as np
import scipy
from scipy.spatial import cKDTree
from scipy.special import digamma

rows, columns, given, k = (int(argument) for argument in sys.argv[1:5])
data = np.fromfile(sys.argv[5], dtype=np.float64).reshape(columns + given + 1, rows)
X, Z, y = data[:columns], data[columns:-1], data[-1]


def estimate(x):
    """I(x;y|Z): the distance to the k-th neighbour in the space of all, and the rows nearer than that in those without x, y and both."""
    both = np.vstack([x, y, Z]).T
    reach = cKDTree(both).query(both, k=[k + 1], p=np.inf, workers=2)[0][:, 0]
    nearer = np.nextafter(reach, 0)
    counts = []
    for space in (np.vstack([x, Z]), np.vstack([y, Z]), Z):
        points = space.T
        counts.append(cKDTree(points).query_ball_point(points, nearer, p=np.inf, workers=2, return_length=True))
    xz, yz, z = (digamma(count) for count in counts)
    return (digamma(k) - np.mean(xz + yz - z)) / np.log(2)


def once():
    start = time.perf_counter()
    scores = [estimate(x) for x in X]
    return time.perf_counter() - start, scores


cold, scores = once()
runs = [once()[0] for _ in range(3)]
print(json.dumps({"version": scipy.__version__, "cold": cold, "median": statistics.median(runs), "scores": scores}))
