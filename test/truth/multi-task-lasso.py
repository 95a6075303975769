# Weights of scikit-learn's MultiTaskLasso on the data of multi-task-lasso.json, columns and targets of standard deviation 1.
# Run: python3 test/truth/multi-task-lasso.py > test/truth/multi-task-lasso.sklearn.json
import json
import pathlib
import sys
import numpy as np
from sklearn.linear_model import MultiTaskLasso

cases = json.loads((pathlib.Path(__file__).parent / 'multi-task-lasso.json').read_text())
found = []
for case in cases:
    if case['name'] == 'weighted':
        continue
    n, d, targets = case['n'], case['d'], case['targets']
    x = np.array(case['x']).reshape(d, n).T
    y = np.array(case['y']).reshape(targets, n).T
    scale = lambda a: (a - a.mean(axis=0)) / a.std(axis=0)
    alphas = [case['lambda'][step] for step in (3, 9, 15)]
    fits = [MultiTaskLasso(alpha=a, tol=1e-14, max_iter=1000000).fit(scale(x), scale(y)) for a in alphas]
    # Target by target, in each column by column.
    weights = [[float(w) for w in fit.coef_.ravel()] for fit in fits]
    found.append({'name': case['name'], 'steps': [3, 9, 15], 'weights': weights})
json.dump(found, sys.stdout)
print()
