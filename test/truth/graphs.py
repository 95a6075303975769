"""Values of scikit-feature for laplacian-score and spec, where its definitions are those of the papers.

Run with python3, numpy, scipy, scikit-learn and a checkout of github.com/jundongl/scikit-feature (48cffad):

    PYTHONPATH=path/to/scikit-feature python3 test/truth/graphs.py

It writes graphs.json beside itself, the same on every run. The rows have no tied distances. Names that newer versions of numpy and
scipy lack are given back to them first.
"""

import importlib.util
import json
import sys
import types
from pathlib import Path

import numpy as np
import scipy.sparse
import sklearn
from sklearn.metrics.pairwise import rbf_kernel

# scikit-feature was written for older versions.
sys.modules.setdefault("numpy.matlib", types.SimpleNamespace(repmat=np.tile))
np.matlib = types.SimpleNamespace(repmat=lambda a, m, n: np.tile(a, (m, n)))

from skfeature.function.similarity_based.lap_score import lap_score  # noqa: E402
from skfeature.utility.construct_W import construct_W  # noqa: E402

# An array of one number as a number.
source = Path(importlib.util.find_spec("skfeature.function.similarity_based.SPEC").origin).read_text()
module = {}
exec(compile(source.replace("X_sum[i]", "X_sum[i, 0]"), "SPEC.py", "exec"), module)
spec = module["spec"]

HERE = Path(__file__).resolve().parent


def numbers(values):
    return [float(value) for value in np.asarray(values).ravel()]


def case(name, X, k, t):
    W = construct_W(X.copy(), metric="euclidean", neighbor_mode="knn", weight_mode="heat_kernel", k=k, t=t)
    binary = construct_W(X.copy(), metric="euclidean", neighbor_mode="knn", weight_mode="binary", k=k)
    all_pairs = rbf_kernel(X, gamma=1)
    return {
        "name": name,
        "k": k,
        "t": t,
        "columns": [numbers(column) for column in X.T],
        "heat": numbers(lap_score(X, W=W)),
        "binary": numbers(lap_score(X, W=binary)),
        "phi1": numbers(spec(X, style=-1, W=all_pairs)),
        "phi2": numbers(spec(X, style=0, W=all_pairs)),
    }


random = np.random.default_rng(7)
wide = random.normal(size=(30, 10))
clusters = np.repeat([0.0, 2.0, 5.0], 15)[:, None] * [1, 0, 0.5, 0] + random.normal(size=(45, 4)) * 0.6
result = {
    "versions": {"numpy": np.__version__, "scipy": scipy.__version__, "scikit-learn": sklearn.__version__},
    "cases": [case("a few columns in clusters", clusters, 5, 1.0), case("more columns", wide, 3, 2.0)],
}
(HERE / "graphs.json").write_text(json.dumps(result, indent=1) + "\n")
