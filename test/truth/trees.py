"""Reference predictions of decision trees, by scikit-learn, computed without criba.

Run with Debian 12's own python3 (3.11) and python3-numpy (1.24.2), python3-sklearn (1.2.1):

    OMP_NUM_THREADS=1 python3 test/truth/trees.py

It takes scikit-learn's iris, wine and diabetes, rounded to multiples of 1/8, which single precision holds, grows a tree on two rows of
three, predicts all rows, and writes trees.json beside itself: the same file, byte for byte, on every run. scikit-learn breaks ties
between splits at random: a case is kept only if five seeds agree on all predictions.

    datasets  name -> columns by name, without the target; "target"; "train": 1 for each row to learn from
    cases     {"dataset", "split", "depth", "leaf", "prune" (share of the impurity of all rows), "value": [number or class of each row], "importances",
              "shap": mean |SHAP value| of each column over the rows to learn from, and for classes over them, from all sets of columns}
"""

import json
from itertools import combinations
from math import factorial
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


def expectation(tree, values, x, known, node=0):
    """What a tree predicts of rows where cuts of unknown columns go both ways, by the rows on each side."""
    left, right = tree.children_left[node], tree.children_right[node]
    if left < 0:
        return np.repeat(values[node][None, :], len(x), axis=0)
    sides = [expectation(tree, values, x, known, child) for child in (left, right)]
    if tree.feature[node] in known:
        return np.where((x[:, tree.feature[node]] <= tree.threshold[node])[:, None], *sides)
    shares = [tree.weighted_n_node_samples[child] / tree.weighted_n_node_samples[node] for child in (left, right)]
    return shares[0] * sides[0] + shares[1] * sides[1]


def mean_shap(model, x):
    tree = model.tree_
    values = tree.value[:, 0, :]
    if values.shape[1] > 1:
        values = values / values.sum(axis=1, keepdims=True)
    used = sorted(set(tree.feature[tree.children_left >= 0].tolist()))
    if len(used) > 9:
        return None
    count = len(used)
    sets = {known: expectation(tree, values, x, known) for size in range(count + 1) for known in combinations(used, size)}
    found = [0.0] * x.shape[1]
    for column in used:
        phi = 0
        for known, value in sets.items():
            if column in known:
                continue
            orders = factorial(len(known)) * factorial(count - len(known) - 1) / factorial(count)
            phi = phi + orders * (sets[tuple(sorted(known + (column,)))] - value)
        found[column] = float(np.abs(phi).mean())
    return found


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
        found.append((model.predict(x).tolist(), model.feature_importances_.tolist(), mean_shap(model, x[train])))
    agree = all(one[0] == found[0][0] for one in found)
    print(dataset, split, depth, leaf, prune, "kept" if agree else "ties", model.get_n_leaves())
    if not agree:
        return
    same = all(np.allclose(one[1], found[0][1], rtol=1e-12) for one in found)
    alike = found[0][2] is not None and all(np.allclose(one[2], found[0][2], rtol=1e-12) for one in found)
    CASES.append({"dataset": dataset, "split": split, "depth": depth, "leaf": leaf, "prune": prune, "value": found[0][0], **({"importances": found[0][1]} if same else {}), **({"shap": found[0][2]} if alike else {})})


make("iris", library_data.load_iris(), False, 4, 150)
make("wine", library_data.load_wine(), False, 13, 178)
make("cancer", library_data.load_breast_cancer(), False, 10, 569)
make("diabetes", library_data.load_diabetes(scaled=False), True, 10, 442)
for dataset in DATASETS:
    for split in ["gini"] if dataset == "diabetes" else ["gini", "entropy"]:
        for depth, leaf, prune in [(0, 1, 0), (2, 1, 0), (3, 1, 0), (0, 3, 0), (0, 5, 0), (0, 10, 0), (0, 20, 0), (4, 8, 0), (0, 1, 0.05), (0, 2, 0.02), (0, 5, 0.01)]:
            case(dataset, split, depth, leaf, prune)
(Path(__file__).parent / "trees.json").write_text(json.dumps({"datasets": DATASETS, "cases": CASES}) + "\n")
