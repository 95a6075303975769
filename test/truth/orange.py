"""What Orange finds on the example tables, for the rows of docs/from-orange.md; made without criba.

Run with the Orange 3.41 sources (commit 86f208c), Debian 12's python3 (3.11), numpy 1.24.2 and scikit-learn 1.2.1; ten
seconds, where `import Orange` works (packages that scores do not use, such as openpyxl, may be empty modules):

    python3 test/truth/orange.py

It reads examples/*.csv and writes orange.json beside itself, the same byte for byte on every run. `rows` has one record
for each row of the page that claims the same digits: the first code of its two cells, and what Orange finds: `scores`
by column, or the `cuts`.
"""

import csv
import json
import platform
from pathlib import Path

import numpy as np
import Orange
from Orange.data import ContinuousVariable, DiscreteVariable, Domain, Table
from Orange.preprocess import Discretize
from Orange.preprocess.discretize import EntropyMDL, EqualWidth
from Orange.preprocess.score import ANOVA, GainRatio, Gini, InfoGain, ReliefF, UnivariateLinearRegression

HERE = Path(__file__).resolve().parent
EXAMPLES = HERE.parents[1] / "examples"


def read(name, target, only=None):
    with open(EXAMPLES / name, newline="") as file:
        records = [r for r in csv.DictReader(file) if all(r[c] for c in (only or []))]
    names = only or list(records[0])

    def variable(name):
        cells = sorted({r[name] for r in records})
        try:
            [float(c) for c in cells]
            return ContinuousVariable(name)
        except ValueError:
            return DiscreteVariable(name, cells)

    domain = Domain([variable(n) for n in names if n != target], variable(target))
    return Table.from_list(domain, [[r[v.name] for v in domain.variables] for r in records])


class EachRowOnce(np.random.RandomState):
    """Draws every row once, where ReliefF draws rows with replacement."""

    def randint(self, rows, size, dtype):
        return np.arange(size, dtype=dtype)


rows = []


def row(there, here, data, target, table, scorer):
    found = np.asarray(scorer(table), dtype=float)
    names = [v.name for v in table.domain.attributes]
    rows.append({"there": there, "here": here, "data": data, "target": target,
                 "scores": dict(zip(names, map(float, found)))})


cancer = ("breast-cancer.csv", "diagnosis")
diabetes = ("diabetes.csv", "progression")
penguins = ("penguins.csv", "species")
cells, costs = read(*cancer), read(*diabetes)
birds = read(*penguins, only=["species", "island", "sex"])
levels = " --sql 'SELECT species, island, sex FROM data WHERE sex IS NOT NULL'"

row("InfoGain()", "rank --by information-gain" + levels, *penguins, birds, InfoGain())
row("GainRatio()", "rank --by gain-ratio" + levels, *penguins, birds, GainRatio())
row("Gini()", "rank --by gini-gain" + levels, *penguins, birds, Gini())
four = Discretize(EqualWidth(4), remove_const=False)(cells)
rows.append({"there": "EqualWidth(4)", "here": "rank --by information-gain --discretise equal-width --bins 4",
             "data": cancer[0], "target": cancer[1],
             "cuts": {v.name: [float(p) for p in v.compute_value.points] for v in four.domain.attributes}})
row("EntropyMDL(), InfoGain()", "rank --by information-gain --discretise mdl", *cancer,
    Discretize(EntropyMDL(), remove_const=False)(cells), InfoGain())
row("EntropyMDL(), GainRatio()", "rank --by gain-ratio --discretise mdl", *cancer,
    Discretize(EntropyMDL(), remove_const=False)(cells), GainRatio())
row("EntropyMDL(), Gini()", "rank --by gini-gain --discretise mdl", *cancer,
    Discretize(EntropyMDL(), remove_const=False)(cells), Gini())
row("ANOVA()", "rank --by anova-f", *cancer, cells, ANOVA())
row("UnivariateLinearRegression()", "rank --by f-regression", *diabetes, costs, UnivariateLinearRegression())
row("ReliefF(), each row drawn once", "rank --by relieff:ties=first", *cancer, cells,
    ReliefF(n_iterations=569, random_state=EachRowOnce()))

(HERE / "orange.json").write_text(json.dumps({
    "made": {"python": platform.python_version(), "numpy": np.__version__, "orange": Orange.__version__},
    "rows": rows,
}, indent=1) + "\n")
