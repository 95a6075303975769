"""Reads a CSV file with pandas and scores its numeric columns with scikit-learn; prints names and scores as JSON.

Usage: rank.py FILE TARGET
"""

import json
import sys

import pandas
from sklearn.feature_selection import f_regression, r_regression

data = pandas.read_csv(sys.argv[1])
y = data.pop(sys.argv[2]).to_numpy()
X = data.select_dtypes("number")
values = X.to_numpy()
print(json.dumps({
    "names": list(X.columns),
    "pearson": r_regression(values, y).tolist(),
    "f-regression": f_regression(values, y)[0].tolist(),
}))
