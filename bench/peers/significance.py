"""The columns that scikit-learn chooses from some CSV files, as JSON by rule: {"SelectFdr": [[0, 3], ...], "LassoCV": ...}.

SelectFdr is at 0.05 by the F test. LassoCV is LogisticRegressionCV with an l1 penalty where the target is of classes. Levels become
indicators; a column is chosen where one of its indicators is. A missing value becomes the mean.
"""

import csv
import json
import sys
import warnings

import numpy as np
from sklearn.feature_selection import SelectFdr, f_classif, f_regression
from sklearn.linear_model import LassoCV, LogisticRegressionCV

warnings.filterwarnings("ignore")


def is_number(text):
    try:
        float(text)
    except ValueError:
        return False
    return True


def read(path):
    with open(path, newline="") as file:
        names, *rows = list(csv.reader(file))
    cells = list(zip(*rows))
    columns, owners = [], []
    for place, column in enumerate(cells[:-1]):
        if all(is_number(cell) for cell in column if cell != ""):
            values = np.array([float(cell) if cell != "" else np.nan for cell in column])
            columns.append(np.where(np.isnan(values), np.nanmean(values), values))
            owners.append(place)
        else:
            for level in sorted(set(column) - {""}):
                columns.append(np.array([float(cell == level) for cell in column]))
                owners.append(place)
    target = cells[-1]
    is_numeric = all(is_number(cell) for cell in target)
    x = np.column_stack(columns)
    deviation = x.std(axis=0)
    x = (x - x.mean(axis=0)) / np.where(deviation > 0, deviation, 1)
    y = np.array([float(cell) for cell in target]) if is_numeric else np.array(target)
    return x, y, is_numeric, np.array(owners)


def chosen(owners, is_kept):
    return sorted({int(owner) for owner in owners[is_kept]})


found = {"SelectFdr": [], "LassoCV": []}
for path in sys.argv[1:]:
    x, y, is_numeric, owners = read(path)
    test = f_regression if is_numeric else f_classif
    found["SelectFdr"].append(chosen(owners, SelectFdr(test, alpha=0.05).fit(x, y).get_support()))
    if is_numeric:
        weights = LassoCV(cv=5).fit(x, y).coef_[None, :]
    else:
        model = LogisticRegressionCV(Cs=10, cv=5, penalty="l1", solver="liblinear")
        weights = model.fit(x, y).coef_
    found["LassoCV"].append(chosen(owners, (weights != 0).any(axis=0)))
json.dump(found, sys.stdout)
