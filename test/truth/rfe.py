"""Reference values for recursive elimination in given folds, by a plain loop and by scikit-learn's RFECV, computed without criba.

Run with Debian 12's own python3 (3.11) and python3-numpy (1.24.2), python3-sklearn (1.2.1):

    OMP_NUM_THREADS=1 python3 test/truth/rfe.py

Each curve is made twice: by a loop over the definition, and by RFECV on the same folds, which must agree before rfe.json is written
beside this file. The estimator is least squares, ridge or logistic regression on columns that are standardised by its training
rows, so that |coefficient| is the standard deviation of what a column adds. The folds have different numbers of rows.

    cases     {"criterion", "metric", "columns", "y", "fold" of each row, "means" and "sds" by size from 1, "best", "oneError",
               "knee", "path": the columns eliminated on all rows, the last dropped first}
"""

import json
from pathlib import Path

import numpy
import sklearn
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.feature_selection import RFECV
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.metrics import accuracy_score, mean_squared_error, r2_score
from sklearn.model_selection import PredefinedSplit


class Standardised(BaseEstimator):
    def __init__(self, model=None):
        self.model = model

    def fit(self, x, y):
        self.mean_, self.sd_ = x.mean(0), x.std(0)
        self.fitted_ = sklearn.clone(self.model).fit((x - self.mean_) / self.sd_, y)
        self.coef_ = numpy.atleast_2d(self.fitted_.coef_)
        if hasattr(self.fitted_, "classes_"):
            self.classes_ = self.fitted_.classes_
        return self

    def predict(self, x):
        return self.fitted_.predict((x - self.mean_) / self.sd_)


class Regressor(Standardised, RegressorMixin):
    pass


class Classifier(Standardised, ClassifierMixin):
    pass


def eliminate(model, x, y):
    """The columns, the last that was dropped first."""
    left, dropped = list(range(x.shape[1])), []
    while len(left) > 1:
        weight = numpy.abs(sklearn.clone(model).fit(x[:, left], y).coef_).sum(0)
        worst = left[int(numpy.argmin(weight))]
        left.remove(worst)
        dropped.insert(0, worst)
    return left + dropped


def curve_of(model, score, x, y, fold):
    scores = []
    for held in sorted(set(fold)):
        train, test = fold != held, fold == held
        path = eliminate(model, x[train], y[train])
        scores.append([
            score(y[test], sklearn.clone(model).fit(x[train][:, path[:size]], y[train]).predict(x[test][:, path[:size]]))
            for size in range(1, len(path) + 1)
        ])
    return numpy.array(scores)


def one_error(means, scores, better):
    best = int(numpy.argmax(better * means))
    slack = scores[:, best].std(ddof=1) / numpy.sqrt(len(scores))
    return 1 + int(numpy.argmax(better * means >= better * means[best] - slack))


def knee(means, better):
    merits = better * means
    best = int(numpy.argmax(merits))
    if best == 0:
        return 1
    line = merits[0] + (merits[best] - merits[0]) * numpy.arange(best + 1) / best
    above = merits[: best + 1] - line
    return 1 + (int(numpy.argmax(above)) if above.max() > 0 else best)


def case(name, criterion, metric, model, score, scoring, better, x, y, fold):
    scores = curve_of(model, score, x, y, fold)
    means = scores.mean(0)
    path = eliminate(model, x, y)
    found = RFECV(model, step=1, cv=PredefinedSplit(fold), scoring=scoring, importance_getter="coef_").fit(x, y)
    ours = found.cv_results_["mean_test_score"] * (-1 if metric == "mse" else 1)
    assert numpy.allclose(ours, means, rtol=1e-12, atol=0), (name, ours, means)
    if metric == "r2":
        # RFECV averages R²; pooled it is 1 − ΣSSE/ΣSST, SST about the mean of the training rows.
        folds = numpy.unique(fold)
        squares = numpy.array([((y[fold == f] - y[fold != f].mean()) ** 2).sum() for f in folds])
        held = numpy.array([(fold == f).sum() for f in folds])
        left = curve_of(model, mean_squared_error, x, y, fold) * held[:, None]
        scores = 1 - left / squares.mean()
        means = scores.mean(0)
    best = 1 + int(numpy.argmax(better * means))
    assert metric == "r2" or found.n_features_ == best, name
    assert metric == "r2" or set(numpy.flatnonzero(found.support_)) == set(path[:best]), name
    return {
        "name": name,
        "criterion": criterion,
        "metric": metric,
        "columns": [list(column) for column in x.T],
        "y": [v.item() for v in y],
        "fold": [int(f) for f in fold],
        "means": list(means),
        "sds": list(scores.std(0, ddof=1)),
        "best": best,
        "oneError": one_error(means, scores, better),
        "knee": knee(means, better),
        "path": [int(i) for i in path],
    }


def main():
    random = numpy.random.RandomState(7)
    n, d = 70, 7
    x = numpy.round(random.normal(size=(n, d)) * [1, 2, 0.5, 1, 3, 1, 1] + random.normal(size=(n, 1)), 3)
    y = numpy.round(x[:, 0] - 0.6 * x[:, 1] + 0.5 * x[:, 4] * 0.5 + 0.7 * x[:, 2] + random.normal(size=n), 3)
    label = numpy.where(x[:, 1] - x[:, 0] + 0.5 * x[:, 5] + random.normal(size=n) > 0, "yes", "no")
    # Folds of unequal size, whose scores count alike.
    fold = numpy.repeat([0, 1, 2, 3, 4], [10, 12, 14, 16, 18])
    random.shuffle(fold)
    cases = [
        case("least squares", "importance:ridge=0", "mse", Regressor(LinearRegression()),
             mean_squared_error, "neg_mean_squared_error", -1, x, y, fold),
        case("ridge", "importance", "r2", Regressor(Ridge(alpha=1.0)), r2_score, "r2", 1, x, y, fold),
        case("logistic", "importance", "accuracy",
             Classifier(LogisticRegression(C=1.0, tol=1e-12, max_iter=10000)), accuracy_score, "accuracy", 1, x, label, fold),
    ]
    Path(__file__).with_suffix(".json").write_text(json.dumps({"cases": cases}) + "\n")


main()
