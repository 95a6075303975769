"""What scikit-learn computes on the example tables, for the rows of docs/from-scikit-learn.md.

Run with Debian 12's own python3 (3.11) and its packages python3-sklearn (1.2.1), python3-numpy (1.24.2) and
python3-pandas (1.5.3); ten seconds:

    python3 test/truth/scikit-learn.py

It reads examples/*.csv and writes scikit-learn.json beside itself, the same byte for byte on every run:

    made  versions
    rows  one for each row of the page that claims the same digits: the first code of its two cells (`there`, `here`),
          the table (a file of examples/, or its `columns`) and the target, and what scikit-learn finds: `scores` and `pValues` by column, the `cuts`, or the columns
          `selected` (a set; those whose p is `below` a level where that is given), or the `path` of a penalty: penalties, and the weights by column at each
"""

import json
import math
import platform
from pathlib import Path

import numpy as np
import pandas as pd
import sklearn
from sklearn import feature_selection as fs
from sklearn.linear_model import Lasso, LinearRegression, LogisticRegression, Ridge, lasso_path
from sklearn.metrics import mean_squared_error
from sklearn.model_selection import LeaveOneOut
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import KBinsDiscretizer, StandardScaler
from sklearn.tree import DecisionTreeRegressor

HERE = Path(__file__).resolve().parent
EXAMPLES = HERE.parents[1] / "examples"


def read(name, target):
    table = pd.read_csv(EXAMPLES / name, float_precision="round_trip")
    features = [c for c in table.columns if c != target]
    return features, table[features].to_numpy(dtype=float), table[target].to_numpy()


cells, X, diagnosis = read("breast-cancer.csv", "diagnosis")
y = (diagnosis == "malignant").astype(int)
measures, Z, progression = read("diabetes.csv", "progression")
progression = progression.astype(float)
cancer = {"data": "breast-cancer.csv", "target": "diagnosis"}
diabetes = {"data": "diabetes.csv", "target": "progression"}
rows = []


def row(there, here, where, **found):
    rows.append({"there": there, "here": here, **where, **found})


def by_name(names, values):
    return {name: float(value) for name, value in zip(names, values)}


def tested(names, result):
    scores, p = result
    return {"scores": by_name(names, scores), "pValues": by_name(names, p)}


def chosen(names, selector, data, target):
    return [name for name, kept in zip(names, selector.fit(data, target).get_support()) if kept]


# Scores of single columns.
row("f_classif(X, y)", "rank --by anova-f", cancer, **tested(cells, fs.f_classif(X, y)))
row("f_regression(X, y)", "rank --by f-regression", diabetes, **tested(measures, fs.f_regression(Z, progression)))
row("r_regression(X, y)", "rank --by pearson", diabetes, scores=by_name(measures, fs.r_regression(Z, progression)))
row("chi2(X, y)", "rank --by chi2-frequency", cancer, scores=by_name(cells, fs.chi2(X, y)[0]))
codes = np.column_stack([np.unique(column, return_inverse=True)[1] for column in X.T])
row(
    "mutual_info_classif(X, y, discrete_features=True)",
    "rank --by mutual-information --types '*=categorical'",
    cancer,
    scores=by_name(cells, fs.mutual_info_classif(codes, y, discrete_features=True) / math.log(2)),
)
edges = KBinsDiscretizer(10, encode="ordinal", strategy="uniform").fit(X).bin_edges_
row("KBinsDiscretizer(10, strategy='uniform')", "rank --by mutual-information --discretise equal-width --bins 10", cancer,
    cuts={name: [float(v) for v in e[1:-1]] for name, e in zip(cells, edges)})
row("VarianceThreshold(1).variances_", "rank --by variance", cancer,
    scores=by_name(cells, fs.VarianceThreshold(1).fit(X).variances_))

# Cuts of a ranking.
row("SelectKBest(f_classif, k=10)", "select --criterion anova-f --cut top:10", cancer,
    selected=chosen(cells, fs.SelectKBest(fs.f_classif, k=10), X, y))
row("SelectPercentile(f_classif, percentile=10)", "select --criterion anova-f --cut share:0.1", cancer,
    selected=chosen(cells, fs.SelectPercentile(fs.f_classif, percentile=10), X, y))
row("SelectFpr(f_classif, alpha=0.05)", "rank --by anova-f", cancer, below=0.05,
    selected=chosen(cells, fs.SelectFpr(fs.f_classif, alpha=0.05), X, y))
row("SelectFdr(f_classif, alpha=0.05)", "select --criterion anova-f --cut fdr:0.05", cancer,
    selected=chosen(cells, fs.SelectFdr(fs.f_classif, alpha=0.05), X, y))
row("SelectFwe(f_classif, alpha=0.05)", "rank --by anova-f", cancer, below=0.05 / len(cells),
    selected=chosen(cells, fs.SelectFwe(fs.f_classif, alpha=0.05), X, y))
row("VarianceThreshold(1)", "select --criterion variance --cut above:1", cancer,
    selected=chosen(cells, fs.VarianceThreshold(1), X, y))

# Information from neighbours, of numbers without ties: ties are broken by noise, which differs.
draw = np.random.RandomState(7)
untied = {name: draw.normal(size=150) for name in ("a", "b", "c")}
untied["y"] = untied["a"] + 0.5 * np.sin(3 * untied["b"]) + 0.3 * draw.normal(size=150)
three = np.column_stack([untied[name] for name in "abc"])
groups = np.where(untied["y"] > 0.3, "high", "low")
for there, there_scores, estimator, target in (
    ("mutual_info_classif(X, y)", fs.mutual_info_classif(three, groups, random_state=0), "ross", groups),
    ("mutual_info_regression(X, y)", fs.mutual_info_regression(three, untied["y"], random_state=0), "ksg1", untied["y"]),
):
    columns = {name: [float(v) for v in untied[name]] for name in "abc"}
    columns["y"] = target.tolist()
    row(there, f"rank --by mutual-information:estimator={estimator},clip=true", {"columns": columns, "target": "y"},
        scores=by_name("abc", there_scores / math.log(2)))

row("mutual_info_classif(X, y), of rounded numbers", "rank --by mutual-information:estimator=ross,clip=true", cancer,
    within=0.02, scores=by_name(cells, fs.mutual_info_classif(X, y, random_state=0) / math.log(2)))
row("mutual_info_regression(X, y), of whole numbers", "rank --by mutual-information:estimator=ksg1,clip=true", diabetes,
    within=0.06, scores=by_name(measures, fs.mutual_info_regression(Z, progression, random_state=0) / math.log(2)))

# Importance to a learner, and elimination by it. Columns have standard deviation 1, as criba makes them.
S, T = StandardScaler().fit_transform(X), StandardScaler().fit_transform(Z)
linear = LinearRegression().fit(T, progression)
row("LinearRegression().coef_", "rank --by importance:ridge=0", diabetes, scores=by_name(measures, abs(linear.coef_)))
row("Ridge(alpha=1).coef_", "rank --by importance", diabetes,
    scores=by_name(measures, abs(Ridge(alpha=1, solver="cholesky").fit(T, progression).coef_)))
logistic = LogisticRegression(C=1, tol=1e-12, max_iter=100000, solver="newton-cg").fit(S, y)
row("LogisticRegression(C=1).coef_", "rank --by importance", cancer, scores=by_name(cells, abs(logistic.coef_[0])),
    digits=6)
tree = DecisionTreeRegressor(max_depth=3, random_state=0).fit(Z, progression)
taken = 1 - mean_squared_error(progression, tree.predict(Z)) / progression.var()
row("DecisionTreeRegressor(max_depth=3).feature_importances_", "rank --by importance:learner=tree,depth=3", diabetes,
    scores=by_name(measures, tree.feature_importances_ * taken))
row("RFE(LinearRegression(), n_features_to_select=4)", "select --method rfe:ridge=0 -k 4", diabetes,
    selected=chosen(measures, fs.RFE(LinearRegression(), n_features_to_select=4), T, progression))
row("RFE(LogisticRegression(C=1), n_features_to_select=5)", "select --method rfe -k 5", cancer,
    selected=chosen(cells, fs.RFE(LogisticRegression(C=1, tol=1e-10, max_iter=100000), n_features_to_select=5), S, y))
row("SelectFromModel(LinearRegression(), threshold=-inf, max_features=3)",
    "select --criterion importance:ridge=0 --search ranking -k 3", diabetes,
    selected=chosen(measures, fs.SelectFromModel(LinearRegression(), threshold=-np.inf, max_features=3), T, progression))

# Searches by a cross-validated score. Folds are drawn otherwise, so each row is a fold here.
search = fs.SequentialFeatureSelector(LinearRegression(), n_features_to_select=2, direction="forward",
                                      scoring="neg_mean_squared_error", cv=LeaveOneOut())
row("SequentialFeatureSelector(LinearRegression(), direction='forward')",
    "select --criterion cv:learner=linear,ridge=0,metric=mse,folds=442 --search forward -k 2", diabetes,
    selected=chosen(measures, search, Z, progression))
scaled = Pipeline([("scale", StandardScaler()), ("fit", LinearRegression())])
row("RFECV(LinearRegression(), cv=LeaveOneOut())",
    "select --method rfe-resampled:folds=442,metric=mse --criterion importance:ridge=0", diabetes,
    selected=chosen(measures, fs.RFECV(scaled, cv=LeaveOneOut(), scoring="neg_mean_squared_error",
                                       importance_getter="named_steps.fit.coef_"), Z, progression))

# A penalty. The population standard deviation of each column is 1.
penalties, weights, _ = lasso_path(T, progression - progression.mean(), eps=1e-3, n_alphas=100, tol=1e-14,
                                   max_iter=1000000)
places = [1, 10, 30, 60, 99]
row("lasso_path(X, y)", "select --criterion lasso", diabetes, path={
    "places": places,
    "penalties": [float(penalties[i]) for i in places],
    "weights": {name: [float(weights[j, i] / Z[:, j].std()) for i in places] for j, name in enumerate(measures)},
})

(HERE / "scikit-learn.json").write_text(json.dumps({
    "made": {"python": platform.python_version(), "numpy": np.__version__, "scikit-learn": sklearn.__version__},
    "rows": rows,
}, indent=1) + "\n")
