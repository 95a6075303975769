"""Reference values for the scores of learners on held-out rows, by scikit-learn, computed without criba.

Run with Debian 12's own python3 (3.11) and python3-numpy (1.24.2), python3-sklearn (1.2.1):

    OMP_NUM_THREADS=1 python3 test/truth/learners.py

It takes scikit-learn's diabetes, iris and wine, deals their rows into folds by a fixed seed, refits a learner on the rows
outside each fold, and writes learners.json beside itself: the same file, byte for byte, on every run.

    datasets  name -> columns by name; "fold" is the fold of a row, "weight" how often it counts
    cases     {"learner", "dataset", "columns", "target", "weighted", "ridge" or "smoothing", "metric", "value": [of each fold]}

linear: numbers through StandardScaler, texts through OneHotEncoder, Ridge(alpha), for alpha 0 the least squares of
least norm, or no column: the mean. naive-bayes: CategoricalNB(alpha), classes given the prior (n_c + alpha)/(n + alpha K), no column: the prior alone.
With numbers read by normal laws the log-likelihoods of single columns are added up: GaussianNB of the column through
StandardScaler, whose smoothing is then 1e-9 of the column's variance, or CategoricalNB, each fitted to the rows that have a
value; where none is missing, numbers alone are held against GaussianNB of all of them at once. logistic: the same columns as
linear, by Newton's method, which LogisticRegression(C=1/ridge) agrees with to its few digits;
linear-svm the same, beside LinearSVC.
lda and qda: normal densities of covariances with 1e-9 of the variances added, for qda without the most frequent level of each text, and for lda without shrinkage beside
LinearDiscriminantAnalysis. knn: by definition, all rows as far away as the last neighbour among them, a row repeated as often as its weight says,
beside KNeighborsClassifier where no distances are equal. aode: by its definition, a row at a time.
log-loss is in bits.
"""

import json
from pathlib import Path

import numpy as np
from sklearn import datasets as library_data
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.metrics import accuracy_score, balanced_accuracy_score, f1_score, log_loss, mean_absolute_error, mean_squared_error, r2_score, roc_auc_score
from sklearn.naive_bayes import CategoricalNB, GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import LinearSVC
from sklearn.preprocessing import OneHotEncoder, StandardScaler

FOLDS = 4
DATASETS, CASES = {}, []


def cut(values, bins):
    """Levels of equal width, as texts."""
    edges = np.linspace(values.min(), values.max(), bins + 1)[1:-1]
    return [f"bin {level}" for level in np.searchsorted(edges, values)]


def make(name, columns):
    rows = len(next(iter(columns.values())))
    random = np.random.RandomState(7)
    columns = {key: list(map(str, cells)) if isinstance(cells[0], str) else [float(x) for x in cells] for key, cells in columns.items()}
    columns["fold"] = [float(x) for x in random.permutation(rows) % FOLDS]
    columns["weight"] = [float(x) for x in random.randint(0, 4, rows)]
    DATASETS[name] = columns


def diabetes():
    data = library_data.load_diabetes(scaled=False)
    table = {name: data.data[:, i] for i, name in enumerate(data.feature_names)}
    keep = slice(0, 150)
    columns = {name: list(table[name][keep]) for name in ["age", "bmi", "bp", "s1", "s5"]}
    columns["double"] = [2 * x + 3 for x in columns["bmi"]]
    columns["sex"] = [f"sex {int(x)}" for x in table["sex"][keep]]
    columns["group"] = cut(table["s6"][keep], 5)
    columns["target"] = list(data.target[keep])
    make("diabetes", columns)


def levels(name, data, names, bins):
    columns = {names[i]: cut(data.data[:, i], bins) for i in range(len(names))}
    columns["target"] = [f"class {c}" for c in data.target]
    make(name, columns)


def design(table, names, train):
    """Standardised numbers and one column for each level, scaled by the weighted rows learned from."""
    rows, weights = train
    parts = []
    for name in names:
        cells = np.array(table[name])
        if isinstance(table[name][0], str):
            coder = OneHotEncoder(handle_unknown="ignore", sparse_output=False).fit(cells[rows].reshape(-1, 1))
        else:
            coder = StandardScaler().fit(cells[rows].reshape(-1, 1), sample_weight=weights[rows])
        parts.append(coder.transform(cells.reshape(-1, 1)))
    return np.hstack(parts)


def least_squares(x, y, weights, held):
    """The weights of least norm, by the pseudo-inverse of the centred columns: LinearRegression takes the rounding of a
    singular value 0 for one, and then predicts anything. Where there is none the two agree."""
    means, mean = np.average(x, axis=0, weights=weights), np.average(y, weights=weights)
    root = np.sqrt(weights)
    centred = (x - means) * root[:, None]
    predicted = mean + (held - means) @ (np.linalg.pinv(centred, rcond=1e-10) @ ((y - mean) * root))
    if np.linalg.matrix_rank(centred) == x.shape[1]:
        theirs = LinearRegression().fit(x, y, sample_weight=weights).predict(held)
        assert np.allclose(predicted, theirs, rtol=1e-10), (predicted, theirs)
    return predicted


def linear(dataset, names, ridge, metric, weighted):
    table = DATASETS[dataset]
    y = np.array(table["target"])
    fold = np.array(table["fold"])
    weights = np.array(table["weight"]) if weighted else np.ones(len(y))
    values = []
    for number in range(FOLDS):
        rows, held = (fold != number) & (weights > 0), (fold == number) & (weights > 0)
        if names:
            x = design(table, names, (rows, weights))
            if ridge > 0:
                model = Ridge(alpha=ridge, solver="cholesky", tol=0)
                predicted = model.fit(x[rows], y[rows], sample_weight=weights[rows]).predict(x[held])
            else:
                predicted = least_squares(x[rows], y[rows], weights[rows], x[held])
        else:
            predicted = np.full(held.sum(), np.average(y[rows], weights=weights[rows]))
        score = r2_score if metric == "r2" else mean_squared_error
        values.append(float(score(y[held], predicted, sample_weight=weights[held])))
    return values


def naive_bayes(dataset, names, smoothing, metric, weighted):
    table = DATASETS[dataset]
    y = np.array(table["target"])
    fold = np.array(table["fold"])
    weights = np.array(table["weight"]) if weighted else np.ones(len(y))
    classes = sorted(set(y))
    known = {name: sorted(set(table[name])) for name in names}
    x = np.array([[known[name].index(table[name][row]) for name in names] for row in range(len(y))])
    values = []
    for number in range(FOLDS):
        rows, held = (fold != number) & (weights > 0), (fold == number) & (weights > 0)
        seen = np.array([weights[rows & (y == c)].sum() for c in classes])
        prior = (seen + smoothing) / (seen.sum() + smoothing * len(classes))
        if names:
            model = CategoricalNB(alpha=smoothing, class_prior=prior, min_categories=[len(known[n]) for n in names])
            model.fit(x[rows], y[rows], sample_weight=weights[rows])
            assert list(model.classes_) == classes
            chances = model.predict_proba(x[held])
        else:
            chances = np.tile(prior, (held.sum(), 1))
        values.append(scored(y[held], chances, classes, weights[held], metric))
    return values


def scored(y, chances, classes, weights, metric):
    predicted = np.array(classes)[chances.argmax(axis=1)]
    if metric == "log-loss":
        return float(log_loss(y, chances, sample_weight=weights, labels=classes, eps=1e-300) / np.log(2))
    if metric == "accuracy":
        return float(accuracy_score(y, predicted, sample_weight=weights))
    if metric == "auc":
        areas = [roc_auc_score(y == c, chances[:, i], sample_weight=weights) for i, c in enumerate(classes)]
        return float(np.mean(areas))
    if metric == "balanced-accuracy":
        return float(balanced_accuracy_score(y, predicted, sample_weight=weights))
    return float(f1_score(y, predicted, average="macro", sample_weight=weights))


def newton(x, y, weights, classes, ridge, held):
    """Newton's method on all second derivatives: LogisticRegression ends with seven digits or fewer."""
    lists = classes if len(classes) > 2 else classes[1:]
    x, held = (np.hstack([np.ones((len(part), 1)), part]) for part in (x, held))
    truth = np.array([[row == c for c in lists] for row in y], float)
    width, count = x.shape[1], len(lists)
    # A little holds the intercepts of many classes, of which only differences matter.
    penalty = np.array([1e-12 if count > 1 else 0] + [ridge] * (width - 1))
    w = np.zeros((width, count))

    def shares(x):
        z = x @ w if count > 1 else np.hstack([np.zeros((len(x), 1)), x @ w])
        powers = np.exp(z - z.max(axis=1, keepdims=True))
        return powers / powers.sum(axis=1, keepdims=True)

    for _ in range(60):
        p = shares(x)[:, -count:]
        slope = x.T @ (weights[:, None] * (p - truth)) + penalty[:, None] * w
        bend = np.zeros((count, width, count, width))
        for c in range(count):
            for d in range(count):
                bend[c, :, d] = (x.T * (weights * p[:, c] * ((c == d) - p[:, d]))) @ x + (c == d) * np.diag(penalty)
        step = np.linalg.solve(bend.reshape(count * width, -1), slope.T.ravel())
        w = w - step.reshape(count, width).T
    assert np.abs(slope).max() < 1e-9
    return shares(held)


def margins(x, y, weights, classes, ridge, held, of_intercept=0.0):
    """Squared hinge of one class against the rest by Newton's method; with a penalty on the intercept it is LinearSVC."""
    x, held = (np.hstack([np.ones((len(part), 1)), part]) for part in (x, held))
    penalty = np.diag([of_intercept] + [ridge] * (x.shape[1] - 1))
    found = []
    for one in classes[1:] if len(classes) == 2 else classes:
        sign = np.where(y == one, 1.0, -1.0)
        w = np.zeros(x.shape[1])
        objective = lambda w: (weights * np.maximum(0, 1 - sign * (x @ w)) ** 2).sum() + w @ penalty @ w / 2
        for _ in range(100):
            lacking = np.maximum(0, 1 - sign * (x @ w))
            slope = -2 * x.T @ (weights * sign * lacking) + penalty @ w
            step = np.linalg.lstsq(2 * (x.T * (weights * (lacking > 0))) @ x + penalty, slope, rcond=None)[0]
            share = 1.0
            while objective(w - share * step) > objective(w) + 1e-12 and share > 1e-6:
                share /= 2
            w = w - share * step
        assert np.abs(slope).max() < 1e-9
        found.append(held @ w)
    scores = np.array(found).T
    return np.hstack([-scores, scores]) if len(classes) == 2 else scores


def linear_svm(dataset, names, ridge, metric, weighted):
    table = DATASETS[dataset]
    y = np.array(table["target"])
    fold = np.array(table["fold"])
    weights = np.array(table["weight"]) if weighted else np.ones(len(y))
    classes = sorted(set(y))
    values = []
    for number in range(FOLDS):
        rows, held = (fold != number) & (weights > 0), (fold == number) & (weights > 0)
        x = design(table, names, (rows, weights))
        scores = margins(x[rows], y[rows], weights[rows], classes, ridge, x[held])
        model = LinearSVC(C=1 / ridge, dual=False, tol=1e-8, max_iter=10_000)
        theirs = model.fit(x[rows], y[rows], sample_weight=weights[rows]).decision_function(x[held])
        own = margins(x[rows], y[rows], weights[rows], classes, ridge, x[held], ridge)
        assert np.allclose(own[:, -1] if len(classes) == 2 else own, theirs, atol=1e-3)
        values.append(scored(y[held], scores, classes, weights[held], metric))
    return values


def logistic(dataset, names, ridge, metric, weighted):
    table = DATASETS[dataset]
    y = np.array(table["target"])
    fold = np.array(table["fold"])
    weights = np.array(table["weight"]) if weighted else np.ones(len(y))
    classes = sorted(set(y))
    values = []
    for number in range(FOLDS):
        rows, held = (fold != number) & (weights > 0), (fold == number) & (weights > 0)
        if names:
            x = design(table, names, (rows, weights))
            model = LogisticRegression(C=1 / ridge, solver="newton-cg", tol=1e-6, max_iter=100)
            model.fit(x[rows], y[rows], sample_weight=weights[rows])
            assert list(model.classes_) == classes
            chances = newton(x[rows], y[rows], weights[rows], classes, ridge, x[held])
            assert np.allclose(chances, model.predict_proba(x[held]), atol=1e-4)
        else:
            shares = np.array([weights[rows & (y == c)].sum() for c in classes])
            chances = np.tile(shares / shares.sum(), (held.sum(), 1))
        values.append(scored(y[held], chances, classes, weights[held], metric))
    return values


def by_fold(dataset, weighted):
    """Target, weights, and for each fold the rows to learn from and those held out."""
    table = DATASETS[dataset]
    y = np.array(table["target"])
    weights = np.array(table["weight"]) if weighted else np.ones(len(y))
    fold = np.array(table["fold"])
    return table, y, weights, [((fold != one) & (weights > 0), (fold == one) & (weights > 0)) for one in range(FOLDS)]


def normalised(logs):
    shares = np.exp(logs - logs.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=1, keepdims=True)


def without_spare_levels(x, table, names, train):
    """The columns without that of the most frequent level of each text: all together are always 1, and have no density."""
    rows, weights = train
    at, keep = 0, []
    for name in names:
        width = len(set(np.array(table[name])[rows])) if isinstance(table[name][0], str) else 1
        own = list(range(at, at + width))
        if isinstance(table[name][0], str):
            own.remove(at + int(np.average(x[rows][:, own], axis=0, weights=weights[rows]).argmax()))
        keep += own
        at += width
    return x[:, keep]


def discriminant(is_linear):
    def work(dataset, names, shrinkage, metric, weighted):
        table, y, weights, folds = by_fold(dataset, weighted)
        classes, values = sorted(set(y)), []
        for rows, held in folds:
            x = design(table, names, (rows, weights))
            if not is_linear:
                x = without_spare_levels(x, table, names, (rows, weights))
            covariance = {}
            means, shares = {}, {}
            for c in classes:
                own = rows & (y == c)
                shares[c] = weights[own].sum() / weights[rows].sum()
                means[c] = np.average(x[own], axis=0, weights=weights[own])
                covariance[c] = np.cov(x[own].T, aweights=weights[own], ddof=0).reshape(x.shape[1], -1)
            within = sum(shares[c] * covariance[c] for c in classes)
            centre = np.average(x[rows], axis=0, weights=weights[rows])
            spread = np.average((x[rows] - centre) ** 2, axis=0, weights=weights[rows])
            floor = 1e-9 * np.diag(spread)
            logs = []
            for c in classes:
                if is_linear:
                    of = (1 - shrinkage) * within + shrinkage * np.diag(np.diag(within)) + floor
                else:
                    of = (1 - shrinkage) * covariance[c] + shrinkage * within + floor
                away = x[held] - means[c]
                squares = (away * np.linalg.solve(of, away.T).T).sum(axis=1)
                logs.append(np.log(shares[c]) - (squares + np.linalg.slogdet(of)[1]) / 2)
            chances = normalised(np.array(logs).reshape(len(classes), -1).T)
            if is_linear and shrinkage == 0 and not weighted and np.linalg.cond(within) < 1e6:
                theirs = LinearDiscriminantAnalysis(solver="lsqr").fit(x[rows], y[rows]).predict_proba(x[held])
                assert np.allclose(chances, theirs, atol=1e-6)
            values.append(scored(y[held], chances, classes, weights[held], metric))
        return values

    return work


def neighbours(dataset, names, count, metric, weighted):
    table, y, weights, folds = by_fold(dataset, weighted)
    is_class = isinstance(table["target"][0], str)
    classes, values = sorted(set(y)) if is_class else [], []
    for rows, held in folds:
        repeated = np.repeat(np.flatnonzero(rows), weights[rows].astype(int))
        squares = np.zeros((held.sum(), len(repeated)))
        for name in names:
            cells = np.array(table[name])
            if isinstance(table[name][0], str):
                squares += cells[held][:, None] != cells[repeated][None, :]
            else:
                squares += ((cells[held][:, None] - cells[repeated][None, :]) / cells[repeated].std()) ** 2
        squares = np.round(squares, 11)
        near = squares <= np.sort(squares, axis=1)[:, [count - 1]]
        if is_class:
            chances = np.array([[(y[repeated[of]] == c).mean() for c in classes] for of in near])
            values.append(scored(y[held], chances, classes, weights[held], metric))
            if all(not isinstance(table[name][0], str) for name in names) and (near.sum(axis=1) == count).all():
                x = design(table, names, (repeated, np.ones(len(y))))
                theirs = KNeighborsClassifier(count, algorithm="brute").fit(x[repeated], y[repeated]).predict_proba(x[held])
                assert np.allclose(chances, theirs)
        else:
            predicted = np.array([y[repeated[of]].mean() for of in near])
            score = {"r2": r2_score, "mse": mean_squared_error, "mae": mean_absolute_error}[metric]
            values.append(float(score(y[held], predicted, sample_weight=weights[held])))
    return values


def one_dependence(dataset, names, smoothing, metric, weighted):
    table, y, weights, folds = by_fold(dataset, weighted)
    classes, values = sorted(set(y)), []
    levels = {name: sorted({cell for cell in table[name] if cell is not None}) for name in names}
    columns = {name: np.array([levels[name].index(cell) if cell is not None else -1 for cell in table[name]]) for name in names}
    for rows, held in folds:
        count = lambda where: weights[rows & where].sum()
        chances = []
        for row in np.flatnonzero(held):
            known = [name for name in names if columns[name][row] >= 0]
            seen = [name for name in known if count(columns[name] == columns[name][row]) > 0]
            of_classes = []
            for c in classes:
                terms = []
                for i in seen:
                    here = (y == c) & (columns[i] == columns[i][row])
                    term = (count(here) + smoothing) / (count(columns[i] >= 0) + smoothing * len(classes) * len(levels[i]))
                    for j in known:
                        if j != i:
                            among = here & (columns[j] >= 0)
                            both = count(here & (columns[j] == columns[j][row]))
                            term *= (both + smoothing) / (count(among) + smoothing * len(levels[j]))
                    terms.append(term)
                if not seen:
                    terms = [(count(y == c) + smoothing) / (count(y == y) + smoothing * len(classes))]
                    for j in known:
                        here = (y == c) & (columns[j] >= 0)
                        terms[0] *= (count(here & (columns[j] == columns[j][row])) + smoothing) / (count(here) + smoothing * len(levels[j]))
                of_classes.append(np.mean(terms))
            chances.append(np.array(of_classes) / sum(of_classes))
        values.append(scored(y[held], np.array(chances), classes, weights[held], metric))
    return values


def two_classes():
    data = library_data.load_breast_cancer()
    names = ["radius", "texture", "perimeter", "area", "smoothness", "compactness"]
    keep = slice(0, 200)
    columns = {name: list(data.data[keep, i]) for i, name in enumerate(names)}
    columns["smoothness"] = cut(data.data[keep, 4], 4)
    columns["target"] = [f"class {c}" for c in data.target[keep]]
    make("tumours", columns)


def gaussian(x, y, weights, held):
    """Log-likelihoods of the classes for standardised numbers, with 1e-9 added to each variance."""
    scaler = StandardScaler().fit(x, sample_weight=weights)
    x, held = scaler.transform(x), scaler.transform(held)
    classes = len(set(y))
    model = GaussianNB(priors=np.full(classes, 1 / classes), var_smoothing=1e-9 / np.var(x, axis=0).max())
    model.fit(x, y, sample_weight=weights)
    return model._joint_log_likelihood(held) + np.log(classes)


def mixed(dataset, names, smoothing, metric, weighted):
    table = DATASETS[dataset]
    y = np.array(table["target"])
    fold = np.array(table["fold"])
    weights = np.array(table["weight"]) if weighted else np.ones(len(y))
    classes = sorted(set(y))
    values = []
    for number in range(FOLDS):
        rows, held = (fold != number) & (weights > 0), (fold == number) & (weights > 0)
        seen = np.array([weights[rows & (y == c)].sum() for c in classes])
        prior = (seen + smoothing) / (seen.sum() + smoothing * len(classes))
        logs = np.tile(np.log(prior), (len(y), 1))
        for name in names:
            there = np.array([cell is not None for cell in table[name]])
            fit, to = rows & there, held & there
            if any(isinstance(cell, str) for cell in table[name]):
                known = sorted({cell for cell in table[name] if cell is not None})
                x = np.array([[0 if cell is None else known.index(cell)] for cell in table[name]])
                model = CategoricalNB(alpha=smoothing, fit_prior=False, min_categories=[len(known)])
                model.fit(x[fit], y[fit], sample_weight=weights[fit])
                logs[to] += model._joint_log_likelihood(x[to]) + np.log(len(classes))
            else:
                x = np.array([[np.nan if cell is None else cell] for cell in table[name]])
                logs[to] += gaussian(x[fit], y[fit], weights[fit], x[to])
        whole = [name for name in names if all(isinstance(cell, float) for cell in table[name])]
        if names == whole and not weighted:
            x = np.array([table[name] for name in names]).T
            theirs = gaussian(x[rows], y[rows], weights[rows], x[held]) + np.log(prior)
            assert np.allclose(logs[held], theirs, rtol=1e-7), (logs[held], theirs)
        chances = np.exp(logs[held] - logs[held].max(axis=1)[:, None])
        chances /= chances.sum(axis=1)[:, None]
        values.append(scored(y[held], chances, classes, weights[held], metric))
    return values


def wine_as_it_is():
    data = library_data.load_wine()
    random = np.random.RandomState(3)
    names = ["alcohol", "malic", "ash", "alkalinity", "magnesium", "phenols"]
    columns = {name: list(data.data[:, i]) for i, name in enumerate(names)}
    columns["phenols"] = cut(data.data[:, 5], 4)
    columns["hue"] = [1e9 + float(x) for x in np.round(data.data[:, 10] * 100)]
    columns["target"] = [f"class {c}" for c in data.target]
    make("wine numbers", columns)
    for name in ["malic", "phenols"]:
        cells = DATASETS["wine numbers"][name]
        DATASETS["wine numbers"][name + " gaps"] = [None if random.rand() < 0.2 else cell for cell in cells]


def add(learner, work, dataset, sets, option, settings, metrics):
    for names in sets:
        for setting in settings:
            for metric in metrics:
                for weighted in [False, True]:
                    value = work(dataset, names, setting, metric, weighted)
                    CASES.append({"learner": learner, "dataset": dataset, "columns": names, "target": "target",
                                  "weighted": weighted, option: setting, "metric": metric, "value": value})


diabetes()
levels("iris", library_data.load_iris(), ["sepalLength", "sepalWidth", "petalLength", "petalWidth"], 4)
levels("wine", library_data.load_wine(), ["alcohol", "malic", "ash", "alkalinity", "magnesium", "phenols"], 5)
numeric = [[], ["bmi"], ["bmi", "s5", "bp"], ["age", "bmi", "bp", "s1", "s5"], ["sex"], ["group", "bmi"], ["sex", "s5", "group", "age"]]
add("linear", linear, "diabetes", numeric, "ridge", [0, 1, 40], ["r2", "mse"])
add("linear", linear, "diabetes", [["bmi", "double", "s5"]], "ridge", [1, 40], ["r2"])
for name, sets in {
    "iris": [[], ["petalWidth"], ["sepalLength", "sepalWidth"], ["sepalLength", "sepalWidth", "petalLength", "petalWidth"]],
    "wine": [["ash"], ["alcohol", "malic", "phenols"], ["alcohol", "malic", "ash", "alkalinity", "magnesium", "phenols"]],
}.items():
    add("naive-bayes", naive_bayes, name, sets, "smoothing", [0.01, 1, 3], ["accuracy", "macro-f1", "log-loss"])

wine_as_it_is()
names = [["alcohol"], ["alcohol", "ash", "hue", "magnesium"], ["alcohol", "phenols"], ["malic gaps", "phenols gaps", "alkalinity"]]
for one in names:
    add("naive-bayes", mixed, "wine numbers", [one], "smoothing", [1], ["accuracy", "balanced-accuracy", "macro-f1", "log-loss"])
for case in CASES:
    if case["dataset"] == "wine numbers" and case["learner"] == "naive-bayes":
        case["numbers"] = "gaussian"

two_classes()
for name, sets in {
    "tumours": [[], ["texture"], ["radius", "perimeter", "area", "texture", "compactness"], ["smoothness", "radius"]],
    "wine numbers": [["alcohol"], ["alcohol", "ash", "hue", "magnesium"], ["alcohol", "phenols"], ["phenols"]],
}.items():
    svm = [names for names in sets if names]
    add("linear-svm", linear_svm, name, svm, "ridge", [0.1, 1], ["accuracy", "balanced-accuracy", "macro-f1", "auc"])
    add("logistic", logistic, name, sets, "ridge", [0.1, 1], ["accuracy", "macro-f1", "auc", "log-loss"])
    add("lda", discriminant(True), name, svm, "shrinkage", [0, 0.3], ["accuracy", "auc", "log-loss"])
    add("qda", discriminant(False), name, svm, "shrinkage", [0.05, 0.5], ["accuracy", "log-loss"])
    add("knn", neighbours, name, svm, "neighbours", [1, 5], ["accuracy", "macro-f1", "auc"])
knn = [["bmi"], ["age", "bmi", "bp", "s1", "s5"], ["sex", "s5", "group", "age"]]
add("knn", neighbours, "diabetes", knn, "neighbours", [1, 7], ["r2", "mse", "mae"])
for name, sets in {
    "iris": [["petalWidth"], ["sepalLength", "sepalWidth", "petalLength"]],
    "wine": [["alcohol", "malic", "ash", "alkalinity", "magnesium", "phenols"]],
    "wine numbers": [["phenols gaps", "phenols"]],
}.items():
    add("aode", one_dependence, name, sets, "smoothing", [0.5, 1], ["accuracy", "log-loss"])

text = json.dumps({"datasets": DATASETS, "cases": CASES}, separators=(",", ":"))
Path(__file__).with_suffix(".json").write_text(text + "\n")
print(len(CASES), "cases,", len(text), "characters")
