"""Reference values for qpfs, spectral-cmi and the F and nearest forms of mrmr, computed without criba.

Run with python3 and numpy, scipy and scikit-learn (the versions are written into the file); under a minute:

    OMP_NUM_THREADS=1 python3 test/truth/quadratic.py

It writes quadratic.json beside itself, the same on every run. Information is from counts, in bits. The quadratic
programme is solved by trying every support: of each, the equations of an optimum, of which one has to hold throughout.
Where the matrix has negative eigenvalues they are made 0 with numpy.linalg.eigh.
"""

import json
import platform
from itertools import combinations
from pathlib import Path

import numpy as np
import scipy
import sklearn
from scipy import optimize
from sklearn import datasets
from sklearn.feature_selection import f_classif, f_regression, mutual_info_classif, mutual_info_regression

HERE = Path(__file__).resolve().parent


def entropy(*columns):
    _, counts = np.unique(np.column_stack(columns), axis=0, return_counts=True)
    p = counts / counts.sum()
    return float(-(p * np.log2(p)).sum())


def information(a, b):
    return entropy(a) + entropy(b) - entropy(a, b)


def given(a, b, c):
    return entropy(a, c) + entropy(b, c) - entropy(a, b, c) - entropy(c)


def clip(matrix):
    values, vectors = np.linalg.eigh(matrix)
    if values[0] >= -1e-12 * np.abs(matrix).max():
        return matrix, None
    return (vectors * np.maximum(values, 0)) @ vectors.T, float(values[0])


def by_supports(matrix, linear):
    """The one z that satisfies the conditions of an optimum of ½z'Az − b'z on the simplex."""
    d = len(linear)
    best = None
    for size in range(1, d + 1):
        for support in combinations(range(d), size):
            s = list(support)
            system = np.block([[matrix[np.ix_(s, s)], -np.ones((size, 1))], [np.ones((1, size)), np.zeros((1, 1))]])
            if np.linalg.cond(system) > 1e12:
                continue
            found = np.linalg.solve(system, np.append(linear[s], 1))
            z = np.zeros(d)
            z[s] = found[:-1]
            gradient = matrix @ z - linear
            if z.min() < -1e-13 or (gradient - found[-1]).min() < -1e-10:
                continue
            value = 0.5 * z @ matrix @ z - linear @ z
            if best is None or value < best[0] - 1e-14:
                best = (value, z)
    value, z = best
    check = optimize.minimize(
        lambda w: 0.5 * w @ matrix @ w - linear @ w, np.full(d, 1 / d), jac=lambda w: matrix @ w - linear,
        bounds=[(0, 1)] * d, constraints={"type": "eq", "fun": lambda w: w.sum() - 1, "jac": lambda w: np.ones(d)},
        method="SLSQP", options={"ftol": 1e-15, "maxiter": 1000},
    )
    assert check.fun >= value - 1e-9 and abs(check.fun - value) < 1e-6, (check.fun, value)
    return [float(max(0, w)) for w in z]


def qpfs(f, q, alpha):
    q, least = clip(q)
    share = q.mean() / (q.mean() + f.mean()) if alpha == "auto" else alpha
    return {"alpha": alpha, "share": float(share), "least": least, "z": by_supports((1 - share) * q, share * f)}


def levels_case(name, columns, y):
    names = list(columns)
    x = [columns[c] for c in names]
    d = len(x)
    f = np.array([information(a, y) for a in x])
    q = np.array([[information(a, b) if a is not b else entropy(a) for b in x] for a in x])
    h = np.array([[f[i] if i == j else (given(x[i], y, x[j]) + given(x[j], y, x[i])) / 2 for j in range(d)] for i in range(d)])
    values, vectors = np.linalg.eigh(h)
    assert values[-1] - values[-2] > 1e-6
    z = np.abs(vectors[:, -1])
    return {
        "name": name,
        "columns": {c: [f"l{v}" for v in columns[c]] for c in names},
        "y": [f"c{v}" for v in y],
        "qpfs": [qpfs(f, q, alpha) for alpha in ("auto", 0.2, 0.5, 0.9)],
        "spectral": [float(v) for v in z],
    }


def bins(values, count):
    return np.digitize(values, np.unique(np.quantile(values, np.linspace(0, 1, count + 1)[1:-1])))


def steps(relevance, redundancy, quotient):
    """Greedy from relevances and a matrix: the order and each step's score."""
    chosen, scores = [], []
    while len(chosen) < len(relevance):
        best = None
        for k in range(len(relevance)):
            if k in chosen:
                continue
            shared = np.mean([redundancy[k][j] for j in chosen]) if chosen else None
            score = relevance[k] if shared is None else relevance[k] / shared if quotient else relevance[k] - shared
            if best is None or score > best[0]:
                best = (score, k)
        chosen.append(best[1])
        scores.append(float(best[0]))
    return {"order": chosen, "scores": scores}


def numbers_case(name, x, y, is_class, take):
    x = x[:, :take]
    d = x.shape[1]
    f = (f_classif if is_class else f_regression)(x, y)[0]
    rho = np.abs(np.corrcoef(x.T))
    return {
        "name": name,
        "columns": {f"x{i}": [float(v) for v in x[:, i]] for i in range(d)},
        "y": [f"c{v}" for v in y] if is_class else [float(v) for v in y],
        "difference": steps(f, rho, False),
        "quotient": steps(f, rho, True),
        **({} if is_class else {"qpfs": qpfs(np.abs([np.corrcoef(x[:, i], y)[0, 1] for i in range(d)]), rho, "auto")}),
    }


def nearest_case(name, y_is_class):
    """Numbers without ties, so that scikit-learn's noise of 1e-10 changes nothing."""
    random = np.random.RandomState(7)
    x = random.normal(size=(150, 4))
    x[:, 2] = x[:, 0] + 0.3 * random.normal(size=150)
    y = x[:, 0] + x[:, 1] + 0.5 * random.normal(size=150)
    if y_is_class:
        y = (y > 0).astype(int)
    exact = (x - x.mean(0)) / x.std(0)
    ask = mutual_info_classif if y_is_class else mutual_info_regression
    def bits(a, b, how):
        return how(a.reshape(-1, 1), b, n_neighbors=3, random_state=0, discrete_features=False)[0] / np.log(2)
    f = np.array([bits(exact[:, i], y, ask) for i in range(4)])
    q = np.array([[bits(exact[:, i], exact[:, j], mutual_info_regression) for j in range(4)] for i in range(4)])
    return {
        "name": name,
        "columns": {f"x{i}": [float(v) for v in x[:, i]] for i in range(4)},
        "y": [f"c{v}" for v in y] if y_is_class else [float(v) for v in y],
        "relevance": [float(v) for v in f],
        "redundancy": [[float(v) for v in row] for row in q],
    }


def main():
    random = np.random.RandomState(3)
    a, b, c = (random.randint(0, 3, 120) for _ in range(3))
    y = (a + (b > 0) + (random.rand(120) < 0.2)) % 3
    related = {
        "a": a, "b": b, "c": c, "ab": (a + b) % 3,
        "near": np.where(random.rand(120) < 0.2, c, a), "noise": random.randint(0, 4, 120), "y2": np.where(random.rand(120) < 0.4, a, y),
    }
    wine = datasets.load_wine()
    binned = {f"w{i}": bins(wine.data[:, i], 4) for i in range(8)}
    # Two bits, which of them differ, and both together: the least eigenvalue of their informations is (3 - sqrt 13)/2.
    one, two = np.arange(48) % 2, np.arange(48) // 2 % 2
    small = {"one": one, "two": two, "xor": one ^ two, "both": 2 * one + two}
    target = np.where(random.rand(48) < 0.3, random.randint(0, 2, 48), one | two)
    iris, diabetes = datasets.load_iris(), datasets.load_diabetes()
    result = {
        "made": {"python": platform.python_version(), "numpy": np.__version__, "scipy": scipy.__version__, "sklearn": sklearn.__version__},
        "levels": [
            levels_case("related", related, y),
            levels_case("wine", binned, wine.target),
            levels_case("negative", small, target),
        ],
        "numbers": [
            numbers_case("iris", iris.data, iris.target, True, 4),
            numbers_case("wine", wine.data, wine.target, True, 13),
            numbers_case("diabetes", diabetes.data, diabetes.target, False, 10),
        ],
        "nearest": [nearest_case("numbers", False), nearest_case("classes", True)],
    }
    (HERE / "quadratic.json").write_text(json.dumps(result, indent=1) + "\n")
    print([case["qpfs"][0]["least"] for case in result["levels"]])


main()
