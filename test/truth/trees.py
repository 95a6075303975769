"""Reference predictions of decision trees, by scikit-learn, computed without criba.

Run with Debian 12's own python3 (3.11) and python3-numpy (1.24.2), python3-sklearn (1.2.1):

    OMP_NUM_THREADS=1 python3 test/truth/trees.py

It takes scikit-learn's iris, wine and diabetes, rounded to multiples of 1/8, which single precision holds, grows a tree on two rows of
three, predicts all rows, and writes trees.json beside itself: the same file, byte for byte, on every run. scikit-learn breaks ties
between splits at random: a case is kept only if five seeds agree on all predictions.

    datasets  name -> columns by name, without the target; "target"; "train": 1 for each row to learn from
    cases     {"dataset", "split", "depth", "leaf", "prune" (share of the impurity of all rows), "value": [number or class of each row], "importances"}
"""

import json
from pathlib import Path

import numpy as np
from sklearn import datasets as library_data
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

DATASETS, CASES = {}, []


def make(name, data, isNumber, columns, rows):
    keep = slice(0, rows)
    x = np.round(np.asarray(data.data)[keep, :columns] * 8) / 8
    DATASETS[name] = {
        "columns": {f"x{i}": x[:, i].tolist() for i in range(columns)},
        "target": [float(y) if isNumber else f"class {y}" for y in data.target[keep]],
        "train": [int(row % 3 != 0) for row in range(len(x))],
    }


def case(dataset, split, depth, leaf, prune):
    table = DATASETS[dataset]
    x = np.array(list(table["columns"].values())).T
    y = np.array(table["target"])
    train = np.array(table["train"]) == 1
    isNumber = y.dtype.kind == "f"
    kind = DecisionTreeRegressor if isNumber else DecisionTreeClassifier
    found = []
    for seed in range(5):
        options = dict(criterion="squared_error" if isNumber else split, max_depth=depth or None, min_samples_leaf=leaf, random_state=seed)
        model = kind(**options).fit(x[train], y[train])
        if prune:
            model = kind(**options, ccp_alpha=prune * model.tree_.impurity[0]).fit(x[train], y[train])
        found.append((model.predict(x).tolist(), model.feature_importances_.tolist()))
    agree = all(one[0] == found[0][0] for one in found)
    print(dataset, split, depth, leaf, prune, "kept" if agree else "ties", model.get_n_leaves())
    if not agree:
        return
    same = all(np.allclose(one[1], found[0][1], rtol=1e-12) for one in found)
    CASES.append({"dataset": dataset, "split": split, "depth": depth, "leaf": leaf, "prune": prune, "value": found[0][0], **({"importances": found[0][1]} if same else {})})


make("iris", library_data.load_iris(), False, 4, 150)
make("wine", library_data.load_wine(), False, 13, 178)
make("cancer", library_data.load_breast_cancer(), False, 10, 569)
make("diabetes", library_data.load_diabetes(scaled=False), True, 10, 442)
for dataset in DATASETS:
    for split in ["gini"] if dataset == "diabetes" else ["gini", "entropy"]:
        for depth, leaf, prune in [(0, 1, 0), (2, 1, 0), (3, 1, 0), (0, 3, 0), (0, 5, 0), (0, 10, 0), (0, 20, 0), (4, 8, 0), (0, 1, 0.05), (0, 2, 0.02), (0, 5, 0.01)]:
            case(dataset, split, depth, leaf, prune)
(Path(__file__).parent / "trees.json").write_text(json.dumps({"datasets": DATASETS, "cases": CASES}) + "\n")
