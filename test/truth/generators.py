"""Targets of Friedman's problems by scikit-learn's make_friedman1, 2 and 3, for the columns that criba generates.

    npm run build && /usr/bin/python3 test/truth/generators.py > test/truth/generators.json

scikit-learn draws its columns itself, so it is given a source of random numbers that returns criba's.
"""
import csv
import io
import json
import math
import subprocess
from unittest import mock

import numpy as np
import sklearn
from sklearn.datasets import _samples_generator as samples

rows, seed = 25, 7


class Given:
    """Returns given uniform numbers, and noise of 0."""

    def __init__(self, columns):
        self.columns = columns

    def uniform(self, size):
        assert self.columns.shape == tuple(size)
        return self.columns.copy()

    def standard_normal(self, size):
        return np.zeros(size)


def generated(name):
    """The columns of a generator, as its CSV has them."""
    words = [f"{name}:irrelevant=1", "--rows", str(rows), "--seed", str(seed), "--noise", "0", "--quiet"]
    text = subprocess.run(["node", "dist/cli.js", "generate", *words], capture_output=True, text=True, check=True).stdout
    lines = list(csv.reader(io.StringIO(text)))[1:]
    return np.array([[float(cell) for cell in line[:-1]] for line in lines])


def targets(name, make, columns, **options):
    with mock.patch.object(samples, "check_random_state", lambda _: Given(columns)):
        return list(make(n_samples=rows, noise=0.0, **options)[1])


def circuit(columns):
    """The four columns of a circuit back on 0 to 1."""
    x = columns[:, :4].copy()
    x[:, 0] /= 100
    x[:, 1] = (x[:, 1] - 40 * math.pi) / (520 * math.pi)
    x[:, 3] = (x[:, 3] - 1) / 10
    return x


x1, x2, x3 = (generated(f"friedman{i}") for i in (1, 2, 3))
print(
    json.dumps(
        {
            "scikit-learn": sklearn.__version__,
            "rows": rows,
            "seed": seed,
            "friedman1": targets("friedman1", samples.make_friedman1, x1, n_features=6),
            "friedman2": targets("friedman2", samples.make_friedman2, circuit(x2)),
            "friedman3": targets("friedman3", samples.make_friedman3, circuit(x3)),
        }
    )
)
