"""Reference values for criteria of sets, computed without criba.

Run with Debian 12's own python3 (3.11) and the Debian packages python3-numpy (1.24.2), python3-scipy (1.10.1)
and python3-sklearn (1.2.1); a few seconds:

    OMP_NUM_THREADS=1 /usr/bin/python3 test/truth/sets.py

It takes scikit-learn's iris and diabetes and a table of levels from a fixed seed, and writes sets.json beside
itself. Distances come from scipy.spatial, least squares from numpy.linalg.lstsq, the F law from scipy.stats,
information from counts of tuples with math.log2; correlations from numpy.corrcoef.

Layout of sets.json

    made      versions
    datasets  name -> {"columns": {name: [...]}, "target"}
    cases     [{"criterion", "options", "dataset", "features", "value", ...}]
    partialF  [{"before", "after", "f", "pValue"}] on diabetes
"""

import json
import math
import platform
from collections import Counter, defaultdict
from itertools import combinations
from pathlib import Path

import numpy as np
import scipy
import sklearn
from scipy import stats
from scipy.spatial.distance import cdist
from sklearn import datasets as library_data

HERE = Path(__file__).resolve().parent
DATASETS, CASES = {}, []


def case(criterion, dataset, features, value, **options):
    CASES.append(
        {
            "criterion": criterion,
            "options": options,
            "dataset": dataset,
            "features": list(features),
            "value": float(value),
        }
    )


# ---------------------------------------------------------------------------- data sets


def made_levels():
    """Levels that follow the target, each other, both together, or nothing."""
    random = np.random.RandomState(7)
    n = 300
    y = random.randint(0, 3, n)
    a = np.where(random.rand(n) < 0.6, y, random.randint(0, 3, n))
    b = np.where(random.rand(n) < 0.8, a, random.randint(0, 3, n))
    c = random.randint(0, 4, n)
    d = (y + c) % 3
    text = lambda name, values: [f"{name}{v}" for v in values]
    columns = {"a": text("a", a), "b": text("b", b), "c": text("c", c), "d": text("d", d), "y": text("y", y)}
    DATASETS["levels"] = {"columns": columns, "target": "y"}


def library(name, loaded, names, classes=None):
    columns = {n: [float(v) for v in loaded.data[:, i]] for i, n in enumerate(names)}
    columns["y"] = [classes[t] for t in loaded.target] if classes is not None else [float(t) for t in loaded.target]
    DATASETS[name] = {"columns": columns, "target": "y"}


made_levels()
iris = library_data.load_iris()
library("iris", iris, ["sepal length", "sepal width", "petal length", "petal width"], list(iris.target_names))
diabetes = library_data.load_diabetes(scaled=False)
library("diabetes", diabetes, diabetes.feature_names)


def column(dataset, name):
    return DATASETS[dataset]["columns"][name]


def subsets(names, most):
    return [s for k in range(1, most + 1) for s in combinations(names, k)]


# ---------------------------------------------------------------------------- information


def entropy(*columns):
    counts = Counter(zip(*columns))
    n = sum(counts.values())
    return -sum(c / n * math.log2(c / n) for c in counts.values())


def information(x, y, *given):
    if not given:
        return entropy(x) + entropy(y) - entropy(x, y)
    return entropy(x, *given) + entropy(y, *given) - entropy(x, y, *given) - entropy(*given)


def uncertainty(x, y):
    return 2 * information(x, y) / (entropy(x) + entropy(y))


def of_pairs(columns, relation):
    """The sum over ordered pairs."""
    return sum(relation(a, b) for i, a in enumerate(columns) for j, b in enumerate(columns) if i != j)


Y = column("levels", "y")
for names in subsets("abcd", 4):
    xs = [column("levels", n) for n in names]
    k = len(xs)
    total = sum(information(x, Y) for x in xs)
    shared = of_pairs(xs, information)
    once_known = of_pairs(xs, lambda a, b: information(a, b, Y))
    case("sum-mi", "levels", names, total)
    case("mean-mi", "levels", names, total / k)
    case("quadratic-mi", "levels", names, total - shared / k)
    case("quadratic-mi", "levels", names, total - 0.3 * shared, beta=0.3)
    case("quadratic-mi", "levels", names, total - 0.2 * shared + once_known / k, beta=0.2, gamma="1/s")
    to_target = np.mean([uncertainty(x, Y) for x in xs])
    among = of_pairs(xs, uncertainty) / (k * (k - 1)) if k > 1 else 0
    case("cfs", "levels", names, k * to_target / math.sqrt(k + k * (k - 1) * among))
    groups = defaultdict(Counter)
    for row, y in zip(zip(*xs), Y):
        groups[row][y] += 1
    wrong = sum(sum(c.values()) - max(c.values()) for c in groups.values())
    case("consistency", "levels", names, 1 - wrong / len(Y))

# ---------------------------------------------------------------------------- numbers with classes

labels = np.array(column("iris", "y"))
different = labels[:, None] != labels[None, :]
alike = ~different
np.fill_diagonal(alike, False)
for names in subsets(["sepal length", "sepal width", "petal length", "petal width"], 4):
    raw = np.array([column("iris", n) for n in names]).T
    standard = (raw - raw.mean(axis=0)) / raw.std(axis=0)
    ranged = (raw - raw.min(axis=0)) / (raw.max(axis=0) - raw.min(axis=0))
    for scale, x in (("standard", standard), ("minmax", ranged), ("none", raw)):
        for metric, theirs in (("euclidean", "euclidean"), ("manhattan", "cityblock"), ("cosine", "cosine")):
            # On the range 0 to 1 a row of zeros has no direction, and on one column all directions are one.
            if metric == "cosine" and (scale == "minmax" or len(names) == 1):
                continue
            d = cdist(x, x, theirs)
            case("class-distance", "iris", names, d[different].mean() / d[alike].mean(), metric=metric, scale=scale)

# ---------------------------------------------------------------------------- numbers with a number

target = np.array(column("diabetes", "y"))


def residual(names):
    x = np.array([column("diabetes", n) for n in names]).T if names else np.empty((len(target), 0))
    # The columns as deviations, which leaves the fit as it is and its numbers small.
    x = np.column_stack([np.ones(len(target)), (x - x.mean(axis=0)) / x.std(axis=0)]) if names else np.ones((len(target), 1))
    w, *_ = np.linalg.lstsq(x, target, rcond=None)
    return float(((target - x @ w) ** 2).sum())


spread = residual(())
some = ["age", "sex", "bmi", "bp", "s1", "s5"]
for names in [*subsets(some, 3), tuple(diabetes.feature_names)]:
    xs = [column("diabetes", n) for n in names]
    case("sse", "diabetes", names, residual(names) / spread)
    k = len(xs)
    rho = np.abs(np.corrcoef([target, *xs]))
    among = (rho[1:, 1:].sum() - k) / (k * (k - 1)) if k > 1 else 0
    case("cfs", "diabetes", names, k * rho[0, 1:].mean() / math.sqrt(k + k * (k - 1) * among))


def partial_f(before, after):
    sse0, sse1 = residual(before), residual(after)
    added, df = len(after) - len(before), len(target) - len(after) - 1
    f = (sse0 - sse1) / added / (sse1 / df)
    return {"before": list(before), "after": list(after), "f": f, "pValue": float(stats.f.sf(f, added, df))}


# Forward selection by hand: the path, and the p-value of each column as it joins.
PARTIAL, chosen = [], ()
while len(chosen) < len(diabetes.feature_names):
    left = [n for n in diabetes.feature_names if n not in chosen]
    best = min(left, key=lambda n: residual((*chosen, n)))
    PARTIAL.append(partial_f(chosen, (*chosen, best)))
    chosen = (*chosen, best)

text = json.dumps(
    {
        "made": {
            "python": platform.python_version(),
            "numpy": np.__version__,
            "scipy": scipy.__version__,
            "scikit-learn": sklearn.__version__,
        },
        "datasets": DATASETS,
        "cases": CASES,
        "partialF": PARTIAL,
    },
    ensure_ascii=False,
)
# One case a line.
text = text.replace('{"criterion"', '\n{"criterion"').replace('"cases"', '\n"cases"').replace('"partialF"', '\n"partialF"')
(HERE / "sets.json").write_text(text + "\n")
print(f"{len(CASES)} cases")
