"""Knockoffs and distilled tests from their definitions, with numpy, scipy and scikit-learn.

Run with python3, numpy, scipy and scikit-learn:

    python3 test/truth/knockoffs.py

It writes knockoffs.json beside itself, the same on every run. The gaps s minimise the trace of the inverse of the whole covariance of
columns and knockoffs, [C, C-S; C-S, C], over the logarithms of s with a general optimiser. Every column gets a lasso fit of its own, and
its residuals are vectors of all rows.
"""

import json
from pathlib import Path

import numpy as np
from scipy import optimize, stats
from sklearn.linear_model import Lasso

HERE = Path(__file__).resolve().parent
random = np.random.default_rng(20260101)


def shrunk(x):
    """Correlations, and the shrinkage of Chen et al. (2010), eq. 23, with one row spent on the means."""
    n, d = x.shape
    c = np.corrcoef(x, rowvar=False)
    rows = n - 1
    t = np.trace(c @ c)
    rho = ((1 - 2 / d) * t + np.trace(c) ** 2) / ((rows + 1 - 2 / d) * (t - np.trace(c) ** 2 / d))
    rho = min(1, rho)
    return c, rho, (1 - rho) * c + rho * np.eye(d)


def joint(c, s):
    return np.block([[c, c - np.diag(s)], [c - np.diag(s), c]])


def least_variance(c):
    """argmin tr G(s)^-1."""
    d = len(c)

    def of(logs):
        s = np.exp(logs)
        values = np.linalg.eigvalsh(joint(c, s))
        if values[0] <= 0:
            return 1e100, np.zeros(d)
        inverse = np.linalg.inv(joint(c, s))
        square = inverse @ inverse
        # dG/ds_j is -1 where column j meets its knockoff, twice.
        return np.trace(inverse), 2 * np.diag(square[:d, d:]) * s

    start = np.log(np.full(d, np.linalg.eigvalsh(c)[0]))
    found = optimize.minimize(of, start, jac=True, method="BFGS", options={"gtol": 1e-9, "maxiter": 5000})
    return np.exp(found.x)


def fitted(x, y, penalty):
    return Lasso(alpha=penalty, tol=1e-14, max_iter=1_000_000).fit(x, y).predict(x)


def distilled(x, y, penalty):
    """The p-value of each column, by vectors of residuals of lassos, that of the column by the scaled lasso of Sun and Zhang (2012)."""
    n, d = x.shape
    z = (x - x.mean(0)) / x.std(0)
    p = []
    for j in range(d):
        others = z[:, [k for k in range(d) if k != j]]
        r = y - fitted(others, y, penalty)
        sigma = 1
        for _ in range(200):
            e = z[:, j] - fitted(others, z[:, j], sigma * np.sqrt(2 * np.log(d) / n))
            sigma = np.sqrt(np.mean(e**2))
        rho = r @ e / np.sqrt((r @ r) * (e @ e))
        p.append(2 * stats.t.sf(abs(rho) * np.sqrt((n - 2) / (1 - rho**2)), n - 2))
    return p


def case(n, d, rho, beta):
    x = random.standard_normal((n, d))
    for j in range(1, d):
        x[:, j] = rho * x[:, j - 1] + np.sqrt(1 - rho**2) * x[:, j]
    x = np.round(x * random.uniform(0.5, 20, d) + random.uniform(-5, 5, d), 3)
    z = (x - x.mean(0)) / x.std(0)
    y = np.round(z[:, : len(beta)] @ np.array(beta) + random.standard_normal(n), 3)
    c, lam, sigma = shrunk(x)
    penalty = 0.08
    return {
        "columns": x.T.tolist(),
        "y": y.tolist(),
        "penalty": penalty,
        "lambda": lam,
        "shrunk": sigma.ravel().tolist(),
        "precision": np.linalg.inv(sigma).ravel().tolist(),
        "mvr": least_variance(sigma).tolist(),
        "equicorrelated": min(1, 2 * np.linalg.eigvalsh(sigma)[0]),
        "distilled": distilled(x, y, penalty),
    }


cases = [case(60, 6, 0.7, [1, 0, -0.5]), case(25, 12, 0.3, [0.6]), case(12, 15, 0.9, [1]), case(40, 2, -0.8, [0.5])]
(HERE / "knockoffs.json").write_text(json.dumps({"cases": cases}) + "\n")
