"""Reference values for entropies, information, neighbour statistics and noise variance, computed without criba.

Run with Debian 12's own python3 (3.11) and the Debian packages python3-numpy (1.24.2),
python3-scipy (1.10.1), python3-sklearn (1.2.1) and python3-mpmath (1.2.1); under a minute:

    OMP_NUM_THREADS=1 python3 test/truth/estimators.py

It makes its tables from fixed seeds and from scikit-learn's iris, wine and diabetes, and writes
estimators.json beside itself. The file is the same, byte for byte, on every run.

Everything is brute force from the definitions: all pairs of rows, all partitions, all subsets. Logarithms,
digammas and exponentials are taken with 30 digits and rounded to a double at the end. Where numpy, scipy or
scikit-learn has the same quantity, `agree` stops the run if the two differ, and the largest difference seen
is printed.

Layout of estimators.json

    made      versions
    notes     the reading of every definition that leaves a choice
    datasets  name -> {"about", "columns": {name: [...]}}; within a data set all columns have one length
    tables    name -> counts of the bottleneck's tables, rows = levels of X, columns = classes
    cases     [{"quantity", "dataset" or "table" ..., arguments, "units"?, "value"}]

Infinite values are "inf" or "-inf". "value" is a number unless the quantity's note says otherwise.
"""

import json
import math
import platform
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path

import mpmath
import numpy as np
import scipy
import sklearn
from mpmath import mp, mpf
from scipy import optimize, spatial, stats
from sklearn import datasets as library_data
from sklearn import metrics, neighbors
from sklearn.feature_selection import _mutual_info

mp.dps = 30
HERE = Path(__file__).resolve().parent
LN2 = mp.log(2)
EPSILON = 2.2e-16  # as the definition prints it
MACHINE_EPSILON = 2.0**-52

DATASETS, TABLES, CASES, NOTES = {}, {}, [], {}
largest_difference = {}
checks = Counter()


# ---------------------------------------------------------------------------- agreement and output


def agree(what, ours, library, tolerance=1e-10, absolute=1e-12):
    """Stop unless the definition and the library give the same number."""
    ours, library = float(ours), float(library)
    checks[what] += 1
    if ours == library:
        return
    gap, size = abs(ours - library), max(abs(ours), abs(library))
    if size > 1e-6:
        largest_difference[what] = max(largest_difference.get(what, 0.0), gap / size)
    if not (gap <= tolerance * size or gap <= absolute):
        raise SystemExit(f"{what}: {ours!r} by definition, {library!r} by the library")


def number(value):
    """A double, or "inf"/"-inf". What is zero up to rounding is zero."""
    value = float(value)
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    assert not math.isnan(value)
    return 0.0 if abs(value) < 1e-25 else value


def case(quantity, value, **arguments):
    """Records one case; arguments come first, `value` and what begins with it last."""
    tail = {k: v for k, v in arguments.items() if k.startswith("value")}
    head = {k: v for k, v in arguments.items() if not k.startswith("value")}
    if not isinstance(value, (list, dict)):
        value = number(value)
    CASES.append({"quantity": quantity, **head, "value": value, **tail})


def same(a, b):
    return a == b or abs(a - b) <= 1e-13 * max(abs(a), abs(b)) + 1e-15


# ---------------------------------------------------------------------------- data sets


def dataset(name, about, **columns):
    lists = {}
    for column, values in columns.items():
        lists[column.replace("_", " ") if name == "wine" else column] = [
            v if isinstance(v, str) else (int(v) if float(v).is_integer() else float(v)) for v in values
        ]
    assert len({len(v) for v in lists.values()}) == 1
    DATASETS[name] = {"about": about, "columns": lists}


def rows_of(name):
    return len(next(iter(DATASETS[name]["columns"].values())))


def column(name, which):
    return DATASETS[name]["columns"][which]


def matrix(name, columns):
    return np.array([column(name, c) for c in columns], dtype=float).T


def whole(name, columns):
    """The same numbers in units of 1e-6, as whole numbers: their differences and squares are exact."""
    result = np.array([[round(Fraction(repr(v)) * 10**6) for v in column(name, c)] for c in columns], dtype=np.int64).T
    assert np.array_equal(result / 1e6, matrix(name, columns))
    return result


def shuffled(random, values):
    return [values[i] for i in random.permutation(len(values))]


def make_datasets():
    r = np.random.RandomState(101)
    noise = r.normal(size=(100, 6))
    g = np.empty((100, 5))
    g[:, 0] = noise[:, 0]
    for j in range(1, 5):
        g[:, j] = 0.7 * g[:, j - 1] + math.sqrt(1 - 0.49) * noise[:, j]
    y = 0.8 * g[:, 0] - 0.5 * g[:, 2] + 0.4 * noise[:, 5]
    g, y = np.round(g, 5), np.round(y, 5)
    dataset("gaussian", "normal, each column correlated 0.7 with the one before", **dict(zip("abcde", g.T)), y=y)

    r = np.random.RandomState(102)
    u = np.round(r.uniform(size=(60, 6)), 5)
    y = 10 * np.sin(np.pi * u[:, 0] * u[:, 1]) + 20 * (u[:, 2] - 0.5) ** 2 + 10 * u[:, 3] + 5 * u[:, 4]
    y = np.round(y + r.normal(size=60), 4)
    dataset("uniform", "uniform columns, y of the first five plus noise", **{f"u{i}": u[:, i] for i in range(6)}, y=y)

    r = np.random.RandomState(103)
    z = r.normal(size=(90, 3))
    a, b = np.round(2 * z[:, 0]), np.round(1.5 * z[:, 0] + 1.5 * z[:, 1])
    dataset(
        "rounded", "small integers with many ties", a=a, b=b, c=np.round(z[:, 2]), y=np.round(a + b * b / 4 + z[:, 2])
    )

    # every column has mean 0 and a population standard deviation that is a power of two, so that it is
    # standardised without rounding and ties stay ties
    r = np.random.RandomState(104)
    threes = [-3] * 6 + [-1] * 10 + [1] * 10 + [3] * 6
    fours = [-4] * 4 + [0] * 24 + [4] * 4
    signs = [-1] * 16 + [1] * 16
    wide = [-6] * 6 + [-2] * 10 + [2] * 10 + [6] * 6
    lattice = {f"c{i}": shuffled(r, v) for i, v in enumerate([threes, fours, signs, wide, threes, signs])}
    y = sorted(range(32), key=lambda i: (lattice["c0"][i] + 0.5 * lattice["c3"][i] + 2 * r.normal(), i))
    target = [0] * 32
    for place, i in enumerate(y):
        target[i] = wide[place]
    dataset("lattice", "32 rows; standardising is exact in doubles, so all ties survive it", **lattice, y=target)

    r = np.random.RandomState(105)
    points = np.round(r.normal(size=(15, 2)), 3)
    rows = r.permutation(np.repeat(np.arange(15), 3))
    y = np.round(points[rows, 0] + 0.3 * r.normal(size=45), 4)
    dataset("duplicates", "15 points, each three times", p=points[rows, 0], q=points[rows, 1], y=y)

    r = np.random.RandomState(106)
    x = np.round(r.uniform(0, 4, size=24), 3)
    y = np.round(x * x + r.normal(size=24), 3)
    dataset("constant", "one column is constant", x=x, k=[7] * 24, y=y)

    r = np.random.RandomState(107)
    x = np.round(r.normal(size=12), 2)
    dataset("tiny", "12 rows", x=x, z=np.round(r.normal(size=12), 2), y=np.round(x + 0.5 * r.normal(size=12), 2))

    r = np.random.RandomState(108)
    levels = shuffled(r, ["a"] * 25 + ["b"] * 15 + ["c"] * 3 + ["d"] * 2 + ["e"])
    shift = np.array([{"a": 0.0, "b": 1.5, "c": -2.0, "d": 3.0, "e": 0.3}[v] for v in levels])
    x = np.round(shift + r.normal(size=46), 4)
    z = np.round(0.6 * shift + r.normal(size=46), 4)
    dataset(
        "mixed",
        "classes of 25, 15, 3, 2 and 1 rows",
        kind=levels,
        x=x,
        z=z,
        t=np.round(r.normal(size=46), 4),
        count=np.round(2 * shift + r.normal(size=46)),
    )

    iris = library_data.load_iris()
    keep = slice(0, 150, 3)
    names = ["sepalLength", "sepalWidth", "petalLength", "petalWidth"]
    species = [["setosa", "versicolor", "virginica"][t] for t in iris.target[keep]]
    dataset(
        "iris",
        "every third row of iris, in millimetres",
        species=species,
        **{c: np.round(10 * iris.data[keep, i]) for i, c in enumerate(names)},
    )
    dataset(
        "irisCm",
        "the same rows in centimetres",
        species=species,
        **{c: iris.data[keep, i] for i, c in enumerate(names)},
    )

    wine = library_data.load_wine()
    chosen = ["alcohol", "malic_acid", "ash", "flavanoids", "color_intensity", "proline"]
    dataset(
        "wine",
        "every second row of wine",
        cultivar=[f"class{t}" for t in wine.target[::2]],
        **{c: wine.data[::2, wine.feature_names.index(c)] for c in chosen},
    )

    diabetes = library_data.load_diabetes(scaled=False)
    chosen = ["age", "sex", "bmi", "bp", "s5"]
    dataset(
        "diabetes",
        "every fifth row of diabetes, unscaled",
        **{c: np.round(diabetes.data[::5, diabetes.feature_names.index(c)], 4) for c in chosen},
        target=diabetes.target[::5],
    )

    r = np.random.RandomState(109)
    p = np.round(r.normal(size=(50, 3)), 4)
    q = np.round(0.5 + 1.3 * r.normal(size=(70, 3)), 4)
    dataset("sampleP", "standard normal", x=p[:, 0], y=p[:, 1], z=p[:, 2])
    dataset("sampleQ", "normal, mean 0.5, standard deviation 1.3", x=q[:, 0], y=q[:, 1], z=q[:, 2])

    # discrete tables
    art = {"kind": [], "art": [], "painting": []}
    for kind, counts in (("art", [22, 25, 2, 8]), ("music", [0, 8, 0, 37])):
        for (a, b), count in zip(product(["yes", "no"], repeat=2), counts):
            for _ in range(count):
                for c, v in zip(art, (kind, a, b)):
                    art[c].append(v)
    dataset("times", "the table [[22,25,2,8],[0,8,0,37]] as 102 rows", **art)

    words = {"art": [], "painting": [], "evening": []}
    cells = [(a, p, e) for e in ("no", "yes") for p in ("no", "yes") for a in ("no", "yes")]
    for cell, count in zip(cells, [34, 32, 2, 22, 11, 1, 0, 0]):
        for _ in range(count):
            for c, v in zip(words, cell):
                words[c].append(v)
    dataset("words", "the counts 34, 32, 2, 22, 11, 1, 0, 0 as 102 rows", **words)

    rows = [
        (1, 0, 1, 1),
        (1, 0, 0, 1),
        (0, 1, 1, 1),
        (0, 1, 0, 1),
        (0, 0, 1, 0),
        (0, 0, 0, 0),
        (1, 1, 1, 0),
        (1, 1, 0, 0),
    ]
    dataset("xor", "class = A1 xor A2, A3 is noise", **dict(zip(["A1", "A2", "A3", "class"], zip(*rows))))

    r = np.random.RandomState(110)
    n = 200
    x = r.choice(3, n, p=[0.5, 0.3, 0.2])
    y = np.where(r.uniform(size=n) < 0.6, x, r.choice(4, n))
    z = r.choice(2, n, p=[0.7, 0.3])
    w = r.choice(8, n, p=[0.6, 0.2, 0.1, 0.05, 0.02, 0.015, 0.01, 0.005])
    c = np.where(r.uniform(size=n) < 0.75, (x + z) % 2, r.choice(2, n))
    dataset("levels", "five related columns of levels and a constant", x=x, y=y, z=z, w=w, c=c, k=[1] * n)

    r = np.random.RandomState(111)
    dataset(
        "sparse",
        "12 rows: an all-distinct column, a column of single rows but one, and two classes",
        id=r.permutation(12),
        rare=shuffled(r, [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
        pair=r.choice(2, 12),
        c=shuffled(r, [0] * 5 + [1] * 7),
    )


# ---------------------------------------------------------------------------- 1. counts


def levels_of(name, columns):
    return list(zip(*(column(name, c) for c in columns))) if columns else [()] * rows_of(name)


def entropy_of(probabilities):
    return -mp.fsum(p * mp.log(p) for p in map(mpf, probabilities) if p > 0)


def plug_in(name, columns, estimator="plug-in"):
    """H of a set of columns in nats."""
    counts = Counter(levels_of(name, columns))
    n = rows_of(name)
    h = entropy_of([mpf(c) / n for c in counts.values()])
    agree("entropy", h, stats.entropy(list(counts.values())))
    if estimator == "miller-madow":
        h += mpf(len(counts) - 1) / (2 * n)
    return h


def shrunk_table(name, columns):
    """One James-Stein shrinkage of the joint table over the product of the columns' seen levels, and its lambda."""
    n = rows_of(name)
    counts = Counter(levels_of(name, columns))
    cells = list(product(*(sorted(set(column(name, c))) for c in columns)))
    t = mpf(1) / len(cells)
    p = {cell: mpf(counts.get(cell, 0)) / n for cell in cells}
    above = 1 - mp.fsum(v * v for v in p.values())
    below = (n - 1) * mp.fsum((t - v) ** 2 for v in p.values())
    shrink = mpf(1) if below == 0 else min(mpf(1), max(mpf(0), above / below))
    return {cell: shrink * t + (1 - shrink) * v for cell, v in p.items()}, shrink


def shrunk_entropies(name, columns):
    """H of any subset of the columns, from the one shrunk table of all of them."""
    table, shrink = shrunk_table(name, columns)

    def of(subset):
        places = [columns.index(c) for c in subset]
        margin = defaultdict(lambda: mpf(0))
        for cell, p in table.items():
            margin[tuple(cell[i] for i in places)] += p
        return entropy_of(margin.values())

    return of, shrink


def entropies(name, columns, estimator):
    """A function from a list of columns to its H (nats), and extra fields for the case."""
    if estimator == "shrink":
        of, shrink = shrunk_entropies(name, columns)
        return of, {"lambda": number(shrink)}
    return (lambda subset: plug_in(name, subset, estimator)), {}


def information(name, x, y, given=(), estimator="plug-in"):
    """I(X;Y|Z) in nats."""
    x, y, z = list(x), list(y), list(given)
    h, extra = entropies(name, list(dict.fromkeys(x + y + z)), estimator)
    union = lambda *sets: list(dict.fromkeys(c for s in sets for c in s))
    value = h(union(x, z)) + h(union(y, z)) - h(union(x, y, z)) - (h(z) if z else 0)
    if estimator == "plug-in" and not z:
        code = lambda s: np.unique(["|".join(map(str, v)) for v in levels_of(name, s)], return_inverse=True)[1]
        agree("mutual information", value, metrics.mutual_info_score(code(x), code(y)))
    return value, extra


def information_by_level(name, x, y, given):
    n = rows_of(name)
    zs = levels_of(name, given)
    xs, ys = levels_of(name, x), levels_of(name, y)
    result = []
    for level in sorted(set(zs)):
        at = [i for i in range(n) if zs[i] == level]
        part = lambda values: entropy_of([mpf(c) / len(at) for c in Counter(values).values()])
        value = part([xs[i] for i in at]) + part([ys[i] for i in at]) - part([(xs[i], ys[i]) for i in at])
        result.append(
            {"level": list(level), "rows": len(at), "weight": number(mpf(len(at)) / n), "value": number(value / LN2)}
        )
    return result


def co_information(name, columns):
    return mp.fsum(
        (-1) ** (k + 1) * plug_in(name, list(subset))
        for k in range(1, len(columns) + 1)
        for subset in combinations(columns, k)
    )


def interaction(name, target, x, y):
    return information(name, [target], [y], [x])[0] - information(name, [target], [y])[0]


def discrete_cases():
    bits = {"units": "bits"}
    every = ["plug-in", "miller-madow", "shrink"]
    sets = {
        "times": [["kind"], ["art"], ["painting"], ["art", "painting"], ["kind", "art", "painting"]],
        "words": [["art"], ["evening"], ["art", "painting", "evening"]],
        "xor": [["A1"], ["class"], ["A1", "A2"], ["A1", "A2", "A3", "class"]],
        "levels": [["x"], ["y"], ["w"], ["k"], ["x", "y"], ["x", "y", "z"], ["x", "k"], ["x", "y", "z", "w", "c"]],
        "sparse": [["id"], ["rare"], ["pair"], ["id", "c"], ["rare", "pair"]],
        "mixed": [["kind"]],
        "iris": [["species"], ["petalWidth"], ["petalLength", "petalWidth"]],
    }
    for name, lists in sets.items():
        for columns, estimator in product(lists, every):
            if estimator == "shrink" and name == "iris" and len(columns) > 1:
                continue
            h, extra = entropies(name, columns, estimator)
            case("entropy", h(columns) / LN2, dataset=name, columns=columns, estimator=estimator, **bits, **extra)

    for name, which in (("times", "art"), ("levels", "w"), ("sparse", "rare"), ("mixed", "kind"), ("levels", "k")):
        for level, count in sorted(Counter(column(name, which)).items()):
            case(
                "self-information",
                mp.log(mpf(rows_of(name)) / count, 2),
                dataset=name,
                column=which,
                level=level,
                **bits,
            )

    for name, columns, given in [
        ("times", ["kind"], ["art"]),
        ("times", ["kind"], ["art", "painting"]),
        ("levels", ["c"], ["x"]),
        ("levels", ["c"], ["x", "z"]),
        ("levels", ["x", "y"], ["c", "z"]),
        ("sparse", ["c"], ["id"]),
        ("levels", ["c"], ["k"]),
    ]:
        value = plug_in(name, given + columns) - plug_in(name, given)
        case("conditional-entropy", value / LN2, dataset=name, columns=columns, given=given, **bits)

    pairs = [
        ("times", ["art"], ["kind"]),
        ("times", ["painting"], ["kind"]),
        ("times", ["art", "painting"], ["kind"]),
        ("times", ["kind"], ["art", "painting"]),
        ("times", ["art"], ["painting"]),
        ("words", ["art"], ["evening"]),
        ("words", ["art", "painting"], ["evening"]),
        ("xor", ["A1"], ["class"]),
        ("xor", ["A2"], ["class"]),
        ("xor", ["A1", "A2"], ["class"]),
        ("xor", ["A3"], ["class"]),
        ("levels", ["x"], ["y"]),
        ("levels", ["y"], ["x"]),
        ("levels", ["x"], ["c"]),
        ("levels", ["w"], ["c"]),
        ("levels", ["x", "z"], ["c"]),
        ("levels", ["x", "z"], ["c", "y"]),
        ("levels", ["k"], ["c"]),
        ("levels", ["x"], ["x"]),
        ("sparse", ["id"], ["c"]),
        ("sparse", ["rare"], ["c"]),
        ("sparse", ["pair"], ["c"]),
        ("sparse", ["rare", "pair"], ["c"]),
        ("iris", ["petalWidth"], ["species"]),
    ]
    for (name, x, y), estimator in product(pairs, every):
        if estimator == "shrink" and x == y:
            continue
        value, extra = information(name, x, y, (), estimator)
        case("mutual-information", value / LN2, dataset=name, x=x, y=y, estimator=estimator, **bits, **extra)

    conditional = [
        ("times", ["kind"], ["painting"], ["art"]),
        ("times", ["kind"], ["art"], ["painting"]),
        ("xor", ["class"], ["A1"], ["A2"]),
        ("xor", ["class"], ["A2"], ["A1"]),
        ("xor", ["class"], ["A3"], ["A1", "A2"]),
        ("levels", ["c"], ["x"], ["z"]),
        ("levels", ["c"], ["z"], ["x"]),
        ("levels", ["c"], ["y"], ["x", "z"]),
        ("levels", ["c", "y"], ["x"], ["z"]),
        ("levels", ["c"], ["x"], ["k"]),
        ("levels", ["x"], ["y"], ["w"]),
        ("sparse", ["c"], ["pair"], ["rare"]),
        ("sparse", ["c"], ["pair"], ["id"]),
    ]
    for (name, x, y, given), estimator in product(conditional, every):
        value, extra = information(name, x, y, given, estimator)
        if estimator == "plug-in":
            extra = {"levels": information_by_level(name, x, y, given)}
            agree("sum over the levels", value / LN2, sum(v["weight"] * v["value"] for v in extra["levels"]))
        case(
            "conditional-mutual-information",
            value / LN2,
            dataset=name,
            x=x,
            y=y,
            given=given,
            estimator=estimator,
            **bits,
            **extra,
        )

    lists = [
        ("times", ["art", "painting"]),
        ("times", ["kind", "art", "painting"]),
        ("xor", ["A1", "A2", "class"]),
        ("xor", ["A1", "A2", "A3", "class"]),
        ("levels", ["x", "y", "z"]),
        ("levels", ["x", "y", "z", "w", "c"]),
        ("words", ["art", "painting", "evening"]),
        ("levels", ["x", "k", "c"]),
        ("sparse", ["id", "rare", "pair", "c"]),
        ("levels", ["x"]),
    ]
    for name, columns in lists:
        total = mp.fsum(plug_in(name, [c]) for c in columns) - plug_in(name, columns)
        case("multi-information", total / LN2, dataset=name, columns=columns, **bits)
        co = co_information(name, columns)
        case("co-information", co / LN2, dataset=name, columns=columns, **bits)
        if len(columns) == 3:
            agree("co-information of three = -interaction", co, -interaction(name, *columns))

    triples = [
        ("times", "kind", "art", "painting"),
        ("xor", "class", "A1", "A2"),
        ("xor", "class", "A1", "A3"),
        ("levels", "c", "x", "z"),
        ("levels", "c", "x", "y"),
        ("levels", "c", "w", "k"),
        ("words", "evening", "art", "painting"),
        ("sparse", "c", "rare", "pair"),
    ]
    for name, target, x, y in triples:
        value = interaction(name, target, x, y)
        agree("interaction is symmetric", value, interaction(name, target, y, x))
        case("interaction", value / LN2, dataset=name, target=target, x=x, y=y, **bits)
    for name, target, columns in [("levels", "c", ["x", "y", "z", "w", "k"]), ("xor", "class", ["A1", "A2", "A3"])]:
        grid = [[number(interaction(name, target, a, b) / LN2) for b in columns] for a in columns]
        case("interaction-matrix", grid, dataset=name, target=target, columns=columns, **bits)

    for name, target, order in [
        ("times", "kind", ["art", "painting"]),
        ("times", "kind", ["painting", "art"]),
        ("xor", "class", ["A1", "A2", "A3"]),
        ("levels", "c", ["x", "y", "z", "w"]),
        ("levels", "c", ["w", "z", "y", "x"]),
        ("words", "evening", ["art", "painting"]),
        ("sparse", "c", ["id", "rare", "pair"]),
    ]:
        parts = [order[:i] for i in range(len(order) + 1)]
        h = [plug_in(name, p) if p else mpf(0) for p in parts]
        i = [information(name, p, [target])[0] if p else mpf(0) for p in parts]
        terms = lambda totals: [number((b - a) / LN2) for a, b in zip(totals, totals[1:])]
        case("chain-rule-entropy", h[-1] / LN2, dataset=name, order=order, terms=terms(h), **bits)
        case("chain-rule-information", i[-1] / LN2, dataset=name, target=target, order=order, terms=terms(i), **bits)

    for p, q in [
        ([1, 1, 2], [2, 1, 1]),
        ([2, 1, 1], [1, 1, 2]),
        ([3, 1, 0], [1, 1, 2]),
        ([1, 1, 2], [3, 1, 0]),
        ([1, 3], [1, 3]),
        ([22, 25, 2, 8], [0, 8, 0, 37]),
        ([0, 8, 0, 37], [22, 25, 2, 8]),
        ([5, 4, 3, 2, 1, 0], [1, 1, 1, 1, 1, 0]),
        ([1], [4]),
        ([1, 0], [0, 1]),
    ]:
        a, b = [mpf(v) / sum(p) for v in p], [mpf(v) / sum(q) for v in q]
        infinite = any(v > 0 and w == 0 for v, w in zip(a, b))
        value = mp.inf if infinite else mp.fsum(v * mp.log(v / w) for v, w in zip(a, b) if v > 0)
        agree("KL divergence", value, stats.entropy(np.array(p) / sum(p), np.array(q) / sum(q)))
        case("kl-divergence", value / LN2, p=p, q=q, **bits)


# ---------------------------------------------------------------------------- distances between rows


def squared(x):
    """Squared differences, summed in column order."""
    total = np.zeros((len(x), len(x)), dtype=x.dtype)
    for c in range(x.shape[1]):
        difference = x[:, c][:, None] - x[:, c][None, :]
        total = total + difference * difference
    return total


def chebyshev(x):
    return np.max(np.abs(x[:, None, :] - x[None, :, :]), axis=2)


def manhattan(x):
    total = np.zeros((len(x), len(x)), dtype=x.dtype)
    for c in range(x.shape[1]):
        total = total + np.abs(x[:, c][:, None] - x[:, c][None, :])
    return total


def others(distances, i):
    """The other rows, nearest first, the lower row first among equals."""
    return sorted((j for j in range(len(distances)) if j != i), key=lambda j: (distances[i, j], j))


def kth(distances, k):
    return np.array([distances[i, others(distances, i)[k - 1]] for i in range(len(distances))])


def merged(distances):
    """Distances from one row that differ by rounding only (1e-9 relative) are made equal."""
    result = distances.copy()
    for i in range(len(result)):
        order = np.argsort(distances[i], kind="stable")
        last = None
        for j in order:
            if last is not None and distances[i, j] - last <= 1e-9 * last + 1e-24:
                result[i, j] = last
            else:
                last = distances[i, j]
    return result


METRICS = {"euclidean": lambda x: np.sqrt(squared(x)), "chebyshev": chebyshev, "manhattan": manhattan}


def neighbour_distance_cases():
    names = {"euclidean": 2, "manhattan": 1, "chebyshev": np.inf}
    for name, columns in [("uniform", ["u0", "u1", "u2"]), ("rounded", ["a", "b", "c"])]:
        x = matrix(name, columns)
        for metric, k in product(names, [1, 2, 5]):
            r = kth(METRICS[metric](x), k)
            library = spatial.cKDTree(x).query(x, k=[k + 1], p=names[metric])[0][:, 0]
            for a, b in zip(r, library):
                agree("k-th distance", a, b)
            case("kth-distance", [number(v) for v in r], dataset=name, columns=columns, metric=metric, k=k)


# ---------------------------------------------------------------------------- 2. Kozachenko-Leonenko


def kozachenko_leonenko(x, k, metric, epsilon=EPSILON):
    """H in nats and the number of rows whose k-th distance is zero."""
    n, m = x.shape
    r = kth(METRICS[metric](x), k)
    volume = m * LN2 if metric == "chebyshev" else mpf(m) / 2 * mp.log(mp.pi) - mp.loggamma(mpf(m) / 2 + 1)
    h = mp.psi(0, n) - mp.psi(0, k) + volume + mpf(m) / n * mp.fsum(mp.log(mpf(v) + mpf(epsilon)) for v in r.tolist())
    p = np.inf if metric == "chebyshev" else 2
    library = spatial.cKDTree(x).query(x, k=[k + 1], p=p)[0][:, 0]
    log_volume = m * math.log(2) if p == np.inf else m / 2 * math.log(math.pi) - math.lgamma(m / 2 + 1)
    agree(
        "Kozachenko-Leonenko",
        h,
        scipy.special.digamma(n) - scipy.special.digamma(k) + log_volume + m * np.mean(np.log(library + epsilon)),
    )
    return h, int(np.sum(r == 0))


def scaled_column(values, scale):
    values = [float(v) for v in values]
    if scale == "none":
        return values
    if len(set(values)) == 1:
        return [0.0] * len(values)
    if scale == "minmax":
        low, high = min(values), max(values)
        return [(v - low) / (high - low) for v in values]
    mean = math.fsum(values) / len(values)
    deviation = math.sqrt(math.fsum((v - mean) ** 2 for v in values) / len(values))
    return [(v - mean) / deviation for v in values]


def scaled(name, columns, scale):
    return np.array([scaled_column(column(name, c), scale) for c in columns]).T


def total_correlation(x, epsilon=EPSILON):
    parts = [kozachenko_leonenko(x[:, [c]], 1, "euclidean", epsilon) for c in range(x.shape[1])]
    joint = kozachenko_leonenko(x, 1, "euclidean", epsilon)
    return mp.fsum(h for h, _ in parts) - joint[0], sum(z for _, z in parts) + joint[1]


def kozachenko_leonenko_cases():
    lists = [
        ("gaussian", ["a"]),
        ("gaussian", ["a", "b"]),
        ("gaussian", ["a", "b", "c"]),
        ("gaussian", ["a", "b", "c", "d", "e"]),
        ("gaussian", ["a", "y"]),
        ("uniform", ["u0"]),
        ("uniform", ["u0", "u1", "u2", "u3"]),
        ("uniform", ["y"]),
        ("rounded", ["a"]),
        ("rounded", ["a", "b"]),
        ("rounded", ["a", "b", "c", "y"]),
        ("duplicates", ["p"]),
        ("duplicates", ["p", "q"]),
        ("duplicates", ["p", "q", "y"]),
        ("constant", ["k"]),
        ("constant", ["x", "k"]),
        ("constant", ["x"]),
        ("tiny", ["x"]),
        ("tiny", ["x", "y", "z"]),
        ("iris", ["petalLength", "petalWidth"]),
        ("irisCm", ["petalLength", "petalWidth"]),
        ("diabetes", ["bmi", "bp", "s5", "target"]),
        ("wine", ["alcohol", "proline"]),
    ]
    for (name, columns), metric, k in product(lists, ["euclidean", "chebyshev"], [1, 3]):
        x = matrix(name, columns)
        h, zeros = kozachenko_leonenko(x, k, metric)
        extra = {}
        if zeros:
            extra["valueMachineEpsilon"] = number(kozachenko_leonenko(x, k, metric, MACHINE_EPSILON)[0])
        case(
            "kozachenko-leonenko",
            h,
            dataset=name,
            columns=columns,
            metric=metric,
            k=k,
            zeroDistances=zeros,
            units="nats",
            **extra,
        )
    lists = [
        ("gaussian", ["a", "b"]),
        ("gaussian", ["a", "y"]),
        ("gaussian", ["a", "b", "c", "y"]),
        ("gaussian", ["a", "b", "c", "d", "e", "y"]),
        ("uniform", ["u0", "u1"]),
        ("uniform", ["u0", "u1", "u2", "u3", "y"]),
        ("uniform", ["u5", "y"]),
        ("rounded", ["a", "y"]),
        ("rounded", ["a", "b", "y"]),
        ("lattice", ["c0", "c3", "y"]),
        ("duplicates", ["p", "q", "y"]),
        ("constant", ["x", "k", "y"]),
        ("constant", ["x", "y"]),
        ("tiny", ["x", "z", "y"]),
        ("diabetes", ["bmi", "target"]),
        ("diabetes", ["age", "bmi", "bp", "s5", "target"]),
        ("iris", ["petalLength", "petalWidth", "sepalLength"]),
    ]
    for (name, columns), scale in product(lists, ["none", "standard"]):
        x = scaled(name, columns, scale)
        value, zeros = total_correlation(x)
        extra = {"valueMachineEpsilon": number(total_correlation(x, MACHINE_EPSILON)[0])} if zeros else {}
        case(
            "total-correlation",
            value,
            dataset=name,
            columns=columns,
            scale=scale,
            zeroDistances=zeros,
            units="nats",
            **extra,
        )


# ---------------------------------------------------------------------------- 3. Kraskov, Stögbauer, Grassberger


def gaps(name, x, y, scale, exact):
    """Chebyshev distances in x and in y. Exact: as in decimal arithmetic, ties and all."""
    if scale == "none":
        read = whole if exact else matrix
        return chebyshev(read(name, x)), chebyshev(read(name, y)) if y else None
    values = scaled(name, x + y, scale)
    every = np.hstack([np.abs(values[:, [c]] - values[:, c]) for c in range(values.shape[1])])
    if exact:
        every = merged(every)
    every = every.reshape(len(values), -1, len(values))
    return every[:, : len(x)].max(axis=1), every[:, len(x) :].max(axis=1) if y else None


def ksg(dx, dy, k, kind, ties="all"):
    """KSG 1 or 2 in nats, the rows tied at the k-th place, and the rows whose k-th distance is zero."""
    n = len(dx)
    d = np.maximum(dx, dy)
    psi = {}
    digamma = lambda m: psi.setdefault(m, mp.psi(0, m))
    total, tied, zero = mpf(0), 0, 0
    for i in range(n):
        order = others(d, i)
        reach = d[i, order[k - 1]]
        inside = [j for j in order if d[i, j] <= reach]
        tied += len(inside) > k
        zero += bool(reach == 0)
        if kind == 1:
            nx = sum(bool(dx[i, j] < reach) for j in order)
            ny = sum(bool(dy[i, j] < reach) for j in order)
            total += digamma(nx + 1) + digamma(ny + 1)
        else:
            if ties == "first":
                inside = order[:k]
            far_x, far_y = max(dx[i, j] for j in inside), max(dy[i, j] for j in inside)
            nx = sum(bool(dx[i, j] <= far_x) for j in order)
            ny = sum(bool(dy[i, j] <= far_y) for j in order)
            total += digamma(nx) + digamma(ny)
    value = mp.psi(0, k) + mp.psi(0, n) - total / n - (mpf(1) / k if kind == 2 else 0)
    return value, tied, zero


def ksg_cases():
    pairs = [
        ("gaussian", ["a"], ["y"]),
        ("gaussian", ["a"], ["b"]),
        ("gaussian", ["a"], ["e"]),
        ("gaussian", ["a", "b"], ["y"]),
        ("gaussian", ["a", "b", "c"], ["d", "e"]),
        ("gaussian", ["a", "b", "c", "d", "e"], ["y"]),
        ("uniform", ["u3"], ["y"]),
        ("uniform", ["u5"], ["y"]),
        ("uniform", ["u0", "u1", "u2", "u3", "u4", "u5"], ["y"]),
        ("rounded", ["a"], ["y"]),
        ("rounded", ["a"], ["c"]),
        ("rounded", ["a", "b"], ["y"]),
        ("rounded", ["a", "b"], ["c", "y"]),
        ("lattice", ["c0"], ["y"]),
        ("lattice", ["c0", "c3"], ["y"]),
        ("lattice", ["c2"], ["y"]),
        ("duplicates", ["p"], ["y"]),
        ("duplicates", ["p"], ["q"]),
        ("duplicates", ["p", "q"], ["y"]),
        ("constant", ["k"], ["y"]),
        ("constant", ["x"], ["y"]),
        ("constant", ["x", "k"], ["y"]),
        ("tiny", ["x"], ["y"]),
        ("tiny", ["x", "z"], ["y"]),
        ("iris", ["petalLength"], ["petalWidth"]),
        ("iris", ["sepalLength", "sepalWidth"], ["petalLength", "petalWidth"]),
        ("irisCm", ["petalLength"], ["petalWidth"]),
        ("diabetes", ["bmi"], ["target"]),
        ("diabetes", ["bmi", "s5"], ["target"]),
        ("diabetes", ["age"], ["sex"]),
        ("wine", ["alcohol"], ["proline"]),
    ]
    settings = [(p, k, kind, "none") for p, k, kind in product(pairs, [3, 5], [1, 2])]
    pairs = [
        p
        for p in pairs
        if p[0] in ("gaussian", "uniform", "lattice", "constant", "diabetes") and p[1:] != (["a"], ["b"])
    ]
    settings += [(p, 3, kind, "standard") for p, kind in product(pairs, [1, 2])]
    for (name, x, y), k, kind, scale in settings:
        exact_gaps, double_gaps = gaps(name, x, y, scale, True), gaps(name, x, y, scale, False)
        exact, tied, zero = ksg(*exact_gaps, k, kind)
        doubles = ksg(*double_gaps, k, kind)[0]
        extra = {}
        if not same(exact, doubles):
            extra = {"fragile": True, "valueDoubles": number(doubles)}
        if kind == 2 and tied:
            first = ksg(*exact_gaps, k, kind, "first")[0]
            if not same(first, exact):
                extra["valueTiesFirst"] = number(first)
        if kind == 1 and len(x) == len(y) == 1:
            fx, fy = scaled(name, x, scale), scaled(name, y, scale)
            library = _mutual_info._compute_mi_cc(fx[:, 0], fy[:, 0], k)
            if zero == 0:
                agree("KSG 1 (clipped at 0)", max(mpf(0), doubles), library)
            elif not same(float(library), max(0.0, float(doubles))):
                extra["valueScikitLearn"] = number(library)
        case(
            f"ksg{kind}",
            exact,
            dataset=name,
            x=x,
            y=y,
            k=k,
            scale=scale,
            tiedRows=tied,
            zeroDistances=zero,
            units="nats",
            **extra,
        )


# ---------------------------------------------------------------------------- 4. levels and numbers (Ross)


def ross(distances, labels, k):
    """I in nats, the rows used, and the rows whose k-th distance is zero."""
    counts = Counter(labels)
    keep = [i for i in range(len(labels)) if counts[labels[i]] > 1]
    d = distances[np.ix_(keep, keep)]
    labels = [labels[i] for i in keep]
    n = len(labels)
    total, zero = mpf(0), 0
    for i in range(n):
        k_i = min(k, counts[labels[i]] - 1)
        of_class = sorted(d[i, j] for j in range(n) if j != i and labels[j] == labels[i])
        reach = of_class[k_i - 1]
        zero += bool(reach == 0)
        m = 1 + sum(bool(d[i, j] < reach) for j in range(n) if j != i)
        total += mp.psi(0, k_i) - mp.psi(0, counts[labels[i]]) - mp.psi(0, m)
    return mp.psi(0, n) + total / n, n, zero


def ross_by_trees(x, labels, k):
    """The same with scipy's trees."""
    counts = Counter(labels)
    keep = [i for i, v in enumerate(labels) if counts[v] > 1]
    x, labels = x[keep], np.array(labels)[keep]
    every, total = spatial.cKDTree(x), 0.0
    digamma = scipy.special.digamma
    for i, label in enumerate(labels):
        near = min(k, counts[label] - 1)
        reach = spatial.cKDTree(x[labels == label]).query(x[i], k=[near + 1], p=np.inf)[0][0]
        m = len(every.query_ball_point(x[i], np.nextafter(reach, 0), p=np.inf)) if reach > 0 else 1
        total += digamma(near) - digamma(counts[label]) - digamma(m)
    return digamma(len(x)) + total / len(x)


def ross_cases():
    pairs = [
        ("mixed", ["x"], "kind"),
        ("mixed", ["z"], "kind"),
        ("mixed", ["t"], "kind"),
        ("mixed", ["count"], "kind"),
        ("mixed", ["x", "z"], "kind"),
        ("mixed", ["x", "z", "t"], "kind"),
        ("mixed", ["x", "count"], "kind"),
        ("iris", ["petalLength"], "species"),
        ("iris", ["sepalWidth"], "species"),
        ("iris", ["petalLength", "petalWidth"], "species"),
        ("iris", ["sepalLength", "sepalWidth", "petalLength", "petalWidth"], "species"),
        ("irisCm", ["sepalWidth"], "species"),
        ("wine", ["proline"], "cultivar"),
        ("wine", ["ash"], "cultivar"),
        ("wine", ["alcohol", "flavanoids", "color intensity"], "cultivar"),
        ("rounded", ["a"], "c"),
        ("lattice", ["c0"], "c2"),
        ("lattice", ["c0", "c3", "y"], "c2"),
        ("diabetes", ["bmi"], "sex"),
        ("constant", ["x"], "k"),
        ("constant", ["k"], "k"),
    ]
    settings = [(p, k, "none") for p, k in product(pairs, [1, 3, 5])]
    settings += [(p, 3, "standard") for p in pairs if p[0] in ("mixed", "wine", "lattice", "diabetes")]
    for (name, x, target), k, scale in settings:
        labels = column(name, target)
        # scaling is by all rows of the table, also those whose class then leaves
        exact, used, zero = ross(gaps(name, x, [], scale, True)[0], labels, k)
        doubles = ross(gaps(name, x, [], scale, False)[0], labels, k)[0]
        agree("Ross by trees", doubles, ross_by_trees(scaled(name, x, scale), labels, k))
        extra = {}
        if not same(exact, doubles):
            extra = {"fragile": True, "valueDoubles": number(doubles)}
        if len(x) == 1:
            library = _mutual_info._compute_mi_cd(scaled(name, x, scale)[:, 0], np.array(labels), k)
            if not same(float(library), max(0.0, float(doubles))):
                extra["valueScikitLearn"] = number(library)
                # only zero distances, and classes so small that scikit-learn takes its rounded brute force
                assert zero > 0 or min(c for c in Counter(labels).values() if c > 1) <= 2 * k
        case(
            "ross",
            exact,
            dataset=name,
            x=x,
            target=target,
            k=k,
            scale=scale,
            rows=used,
            zeroDistances=zero,
            units="nats",
            **extra,
        )


# ---------------------------------------------------------------------------- 5. divergence of two samples


def divergence(p, q, k):
    n, d = p.shape
    m = len(q)
    total = mpf(0)
    own = np.sqrt(squared(p))
    for i in range(n):
        rho = own[i, others(own, i)[k - 1]]
        nu = sorted(math.sqrt(math.fsum((a - b) ** 2 for a, b in zip(p[i], row))) for row in q)[k - 1]
        assert rho > 0 and nu > 0
        total += mp.log(mpf(nu) / mpf(float(rho)))
    rho = spatial.cKDTree(p).query(p, k=[k + 1])[0][:, 0]
    nu = spatial.cKDTree(q).query(p, k=[k])[0][:, 0]
    value = mpf(d) / n * total + mp.log(mpf(m) / (n - 1))
    agree("divergence of samples", value, d * np.mean(np.log(nu / rho)) + math.log(m / (n - 1)))
    return value


def divergence_cases():
    pairs = [(("sampleP", "sampleQ"), c) for c in (["x"], ["x", "y"], ["x", "y", "z"])]
    pairs += [(("sampleQ", "sampleP"), c) for c in (["x"], ["x", "y"], ["x", "y", "z"])]
    for ((p, q), columns), k in product(pairs, [1, 3]):
        value = divergence(matrix(p, columns), matrix(q, columns), k)
        case("kl-divergence-samples", value, p=p, q=q, columns=columns, k=k, units="nats")


# ---------------------------------------------------------------------------- 6. histograms


def number_of_bins(values, rule):
    """Bins by numpy's rules; Freedman-Diaconis falls back on Sturges where the quartiles coincide."""
    n, low, high = len(values), min(values), max(values)
    if low == high:
        return 1
    if rule == "sqrt":
        bins = math.isqrt(n) + (math.isqrt(n) ** 2 < n)
    elif rule == "sturges" or (rule == "fd" and np.subtract(*np.percentile(values, [75, 25])) == 0):
        bins = (n - 1).bit_length() + 1  # ceil(log2 n) + 1
    elif rule == "scott":
        mean = mp.fsum(map(mpf, values)) / n
        deviation = mp.sqrt(mp.fsum((mpf(v) - mean) ** 2 for v in values) / n)
        width = (24 * mp.sqrt(mp.pi) / n) ** (mpf(1) / 3) * deviation
        bins = int(mp.ceil((mpf(high) - mpf(low)) / width))
    else:
        ordered = sorted(map(Fraction, map(repr, values)))

        def quantile(q):  # linear interpolation at rank (n-1)q
            at = Fraction(q) * (n - 1)
            i = int(at)
            return ordered[i] + (at - i) * (ordered[min(i + 1, n - 1)] - ordered[i])

        iqr = quantile(Fraction(3, 4)) - quantile(Fraction(1, 4))
        width = 2 * mpf(iqr.numerator) / iqr.denominator / mp.cbrt(n)
        bins = int(mp.ceil((mpf(high) - mpf(low)) / width))
        assert abs((mpf(high) - mpf(low)) / width - mp.nint((mpf(high) - mpf(low)) / width)) > mpf("1e-9")
    named = "sturges" if rule == "fd" and np.subtract(*np.percentile(values, [75, 25])) == 0 else rule
    edges = np.histogram_bin_edges(np.array(values, dtype=float), bins=named)
    if len(edges) - 1 != bins:
        print(f"bins by {rule} of {n} rows: {bins} by the rule, {len(edges) - 1} by numpy")
    return bins


def equal_width(values, bins, closed, exact=True):
    """Level of each value and the edges, b equal parts of [min, max]."""
    if exact:
        values = [Fraction(repr(v)) for v in values]
        low, high = min(values), max(values)
        inner = [low + (high - low) * j / bins for j in range(1, bins)]
    else:
        inner = list(np.linspace(min(values), max(values), bins + 1))[1:-1]
    if closed == "right":
        return [sum(e < v for e in inner) for v in values]
    return [sum(e <= v for e in inner) for v in values]


def equal_frequency_cuts(values, bins):
    """For j = 1 ... b-1 the place between two distinct values nearest to jn/b rows; of two the one nearer the middle of
    the rows, in the middle the wider gap, else both. A cut is the largest value of its left part."""
    n, ordered = len(values), sorted(values)
    distinct = sorted(set(ordered))
    if len(distinct) <= bins:  # each value keeps its own level
        return distinct[:-1]
    places = [(sum(v <= cut for v in ordered), after - cut, cut) for cut, after in zip(distinct, distinct[1:])]
    cuts = set()
    for j in range(1, bins):
        away = min(abs(rows * bins - j * n) for rows, _, _ in places)
        nearest = [place for place in places if abs(place[0] * bins - j * n) == away]
        middle = min(abs(2 * rows - n) for rows, _, _ in nearest)
        nearest = [place for place in nearest if abs(2 * place[0] - n) == middle]
        widest = max(gap for _, gap, _ in nearest)
        cuts |= {cut for _, gap, cut in nearest if widest - gap <= 1e-12 * max(map(abs, distinct))}
    return sorted(cuts)


def table_information(x, y):
    n = len(x)
    h = lambda values: entropy_of([mpf(c) / n for c in Counter(values).values()])
    return h(x) + h(y) - h(list(zip(x, y)))


def histogram_cases():
    rules = ["sqrt", "sturges", "scott", "fd"]
    columns = [("gaussian", c) for c in "ay"] + [("uniform", c) for c in ("u0", "y")]
    columns += [("rounded", c) for c in "acy"] + [("lattice", c) for c in ("c1", "c2", "y")]
    columns += [("duplicates", c) for c in "py"] + [("constant", c) for c in "xky"] + [("tiny", c) for c in "xyz"]
    columns += [("iris", "petalLength"), ("iris", "petalWidth"), ("irisCm", "petalLength"), ("irisCm", "petalWidth")]
    columns += [("diabetes", c) for c in ("age", "sex", "bmi", "target")] + [("wine", "proline"), ("wine", "alcohol")]
    for (name, which), rule in product(columns, rules):
        values = column(name, which)
        bins = number_of_bins(values, rule)
        low, high = Fraction(repr(min(values))), Fraction(repr(max(values)))
        extra = {}
        if low < high:
            if name in ("rounded", "tiny") or rule == "sturges":
                extra["edges"] = [float(low + (high - low) * j / bins) for j in range(bins + 1)]
            extra["width"] = float((high - low) / bins)
        if rule == "fd":
            extra["interquartileRange"] = float(np.subtract(*np.percentile(values, [75, 25])))
        case("histogram-bins", bins, dataset=name, column=which, rule=rule, **extra)
        if low == high:
            continue
        codes = {closed: equal_width(values, bins, closed) for closed in ("right", "left")}
        for closed in ("either",) if codes["right"] == codes["left"] else ("right", "left"):
            code = codes["right" if closed == "either" else closed]
            sides = ("right", "left") if closed == "either" else (closed,)
            counts = Counter(code)
            h = entropy_of([mpf(c) / len(values) for c in counts.values()])
            width = mpf((high - low).numerator) / (high - low).denominator / bins
            robust = all(equal_width(values, bins, side, False) == code for side in sides)
            case(
                "histogram-entropy",
                h + mp.log(width),
                dataset=name,
                column=which,
                rule=rule,
                bins=bins,
                closed=closed,
                counts=[counts.get(b, 0) for b in range(bins)],
                units="nats",
                **({} if robust else {"fragile": True}),
            )
            if "left" in sides and robust:
                counted = np.histogram(np.array(values, dtype=float), bins=bins)[0]
                if counted.tolist() != [counts.get(b, 0) for b in range(bins)]:
                    print("counts differ from numpy's", name, which, rule)
    pairs = [
        ("gaussian", "a", "y"),
        ("gaussian", "a", "b"),
        ("uniform", "u3", "y"),
        ("uniform", "u0", "y"),
        ("rounded", "a", "y"),
        ("rounded", "c", "y"),
        ("lattice", "c0", "y"),
        ("lattice", "c1", "c2"),
        ("duplicates", "p", "q"),
        ("constant", "k", "y"),
        ("constant", "x", "y"),
        ("tiny", "x", "y"),
        ("iris", "petalLength", "petalWidth"),
        ("irisCm", "petalLength", "petalWidth"),
        ("diabetes", "bmi", "target"),
        ("diabetes", "age", "sex"),
        ("wine", "alcohol", "proline"),
    ]
    for name, x, y in pairs:
        a, b = column(name, x), column(name, y)
        for rule in rules + [4, 7]:
            sizes = [rule if isinstance(rule, int) else number_of_bins(column(name, c), rule) for c in (x, y)]
            naming = {"rule": "fixed", "bins": rule} if isinstance(rule, int) else {"rule": rule}
            code = lambda closed, exact: [
                equal_width(v, c, closed, exact) if len(set(v)) > 1 else [0] * len(v) for v, c in zip((a, b), sizes)
            ]
            either = code("right", True) == code("left", True)
            for closed in ("either",) if either else ("right", "left"):
                sides = ("right", "left") if either else (closed,)
                value = table_information(*code(sides[0], True))
                extra = {} if all(code(side, True) == code(side, False) for side in sides) else {"fragile": True}
                agree("histogram information", value, metrics.mutual_info_score(*code(sides[0], True)))
                case(
                    "histogram-information",
                    value / LN2,
                    dataset=name,
                    x=x,
                    y=y,
                    **naming,
                    closed=closed,
                    units="bits",
                    **extra,
                )
        for bins in (3, 5):
            code = lambda v: [sum(c < u for c in equal_frequency_cuts(v, bins)) for u in v]
            value = table_information(code(a), code(b))
            case(
                "histogram-information",
                value / LN2,
                dataset=name,
                x=x,
                y=y,
                rule="equal-frequency",
                bins=bins,
                cutsX=equal_frequency_cuts(a, bins),
                cutsY=equal_frequency_cuts(b, bins),
                units="bits",
            )


# ---------------------------------------------------------------------------- 7. kernel densities


def bandwidth(rule, n, m):
    if rule == "scott":
        return mpf(n) ** (-mpf(1) / (m + 4))
    if rule == "silverman":
        return (mpf(4) / ((m + 2) * n)) ** (mpf(1) / (m + 4))
    return mpf(repr(rule))


def covariance(x, ddof):
    n, m = len(x), len(x[0])
    mean = [mp.fsum(row[c] for row in x) / n for c in range(m)]
    s = mp.matrix(m, m)
    for a in range(m):
        for b in range(m):
            s[a, b] = mp.fsum((row[a] - mean[a]) * (row[b] - mean[b]) for row in x) / (n - ddof)
    return s


def gaussian_log_density(x, s, h):
    """log f(x_i) without row i, kernels of covariance h^2 s."""
    n, m = len(x), len(x[0])
    inverse = (s * h**2) ** -1
    constant = mp.log(n - 1) + mpf(m) / 2 * mp.log(2 * mp.pi) + mp.log(mp.det(s * h**2)) / 2
    sums = [mpf(0)] * n
    for i in range(n):
        for j in range(i):
            d = [x[i][c] - x[j][c] for c in range(m)]
            quadratic = mp.fsum(d[a] * inverse[a, b] * d[b] for a in range(m) for b in range(m))
            kernel = mp.exp(-quadratic / 2)
            sums[i] += kernel
            sums[j] += kernel
    return [mp.log(v) - constant for v in sums]


def kde_gaussian(name, x, y, rule, ddof):
    rows = [[mpf(v) for v in row] for row in matrix(name, x + y).tolist()]
    n, m = len(rows), len(rows[0])
    h = bandwidth(rule, n, m)
    s = covariance(rows, ddof)

    def density(places):
        part = mp.matrix(len(places), len(places))
        for a, i in enumerate(places):
            for b, j in enumerate(places):
                part[a, b] = s[i, j]
        return gaussian_log_density([[row[i] for i in places] for row in rows], part, h)

    first, second = list(range(len(x))), list(range(len(x), m))
    terms = [a - b - c for a, b, c in zip(density(first + second), density(first), density(second))]
    value = mp.fsum(terms) / n
    if ddof == 1:
        check = 0.0
        for sign, columns in ((1, x + y), (-1, x), (-1, y)):
            data = matrix(name, columns).T
            kde = stats.gaussian_kde(data, bw_method=float(h))
            at_zero = 1 / math.sqrt(np.linalg.det(2 * math.pi * kde.covariance))
            check += sign * np.mean(np.log((n * kde(data) - at_zero) / (n - 1)))
        agree("Gaussian kernels", value, check, 1e-7, 1e-9)
    return value, h


def kde_box(name, x, y, rule, edge, leave_one_out):
    """The box in column c is closed and edge*h*s_c wide. Value, the mean over non-empty rows, rows skipped."""
    data = matrix(name, x + y)
    n, m = data.shape
    h = bandwidth(rule, n, m)
    s = covariance([[mpf(v) for v in row] for row in data.tolist()], 1)
    widths = [float(edge * h * mp.sqrt(s[c, c])) for c in range(m)]
    inside = [np.abs(data[:, [c]] - data[:, c]) <= widths[c] / 2 for c in range(m)]
    for c in range(m):
        gaps = np.abs(np.abs(data[:, [c]] - data[:, c]) - widths[c] / 2)
        assert gaps.min() > 1e-9, "a difference on the edge of the box"
    count = lambda places: np.logical_and.reduce([inside[c] for c in places]).sum(axis=1) - (1 if leave_one_out else 0)
    first, second = range(len(x)), range(len(x), m)
    joint, a, b = count(range(m)), count(first), count(second)
    rows = n - 1 if leave_one_out else n
    terms = [mp.log(mpf(int(j)) * rows / (mpf(int(u)) * int(v))) for j, u, v in zip(joint, a, b) if j > 0]
    empty = int(np.sum(joint == 0))
    value = -mp.inf if empty else mp.fsum(terms) / n
    return value, mp.fsum(terms) / len(terms) if terms else None, empty, h


def kernel_cases():
    pairs = [
        ("gaussian", ["a"], ["y"]),
        ("gaussian", ["a"], ["e"]),
        ("gaussian", ["a", "b"], ["y"]),
        ("uniform", ["u3"], ["y"]),
        ("uniform", ["u0", "u1"], ["u2", "y"]),
        ("rounded", ["a"], ["y"]),
        ("duplicates", ["p"], ["y"]),
        ("tiny", ["x"], ["y"]),
        ("tiny", ["x", "z"], ["y"]),
        ("constant", ["x"], ["y"]),
        ("diabetes", ["bmi"], ["target"]),
        ("iris", ["petalLength"], ["petalWidth"]),
        ("wine", ["alcohol"], ["proline"]),
    ]
    for name, x, y in pairs:
        for rule, ddof in [("scott", 1), ("silverman", 1), (0.5, 1), ("scott", 0)]:
            if ddof == 0 and name not in ("gaussian", "tiny", "diabetes"):
                continue
            value, h = kde_gaussian(name, x, y, rule, ddof)
            case(
                "kde-information",
                value,
                dataset=name,
                x=x,
                y=y,
                kernel="gaussian",
                bandwidth=rule,
                h=number(h),
                ddof=ddof,
                units="nats",
            )
        for rule, edge, leave in product(["scott", 1.0], [1, 2], [True, False]):
            if name in ("wine", "constant", "uniform", "duplicates", "iris", "diabetes") and rule == 1.0:
                continue
            value, present, empty, h = kde_box(name, x, y, rule, edge, leave)
            extra = {"valueNonEmpty": number(present)} if empty and present is not None else {}
            case(
                "kde-information",
                value,
                dataset=name,
                x=x,
                y=y,
                kernel="box",
                bandwidth=rule,
                h=number(h),
                ddof=1,
                edge=edge,
                leaveOneOut=leave,
                emptyRows=empty,
                units="nats",
                **extra,
            )


# ---------------------------------------------------------------------------- 8. information bottleneck


def make_tables():
    TABLES.update(
        three=[[8, 2], [3, 7], [5, 5]],
        times=[[22, 0], [25, 8], [2, 0], [8, 37]],
        equal=[[6, 3, 1], [2, 2, 4], [12, 6, 2], [1, 1, 2], [0, 0, 5]],
        eight=[[9, 1], [7, 3], [14, 6], [5, 5], [3, 7], [1, 9], [2, 18], [0, 4]],
        diagonal=[[4, 0, 0], [0, 3, 0], [0, 0, 5], [0, 2, 0]],
        independent=[[2, 4], [3, 6], [1, 2]],
        seven=[[11, 2, 3], [4, 9, 1], [2, 2, 12], [10, 1, 4], [5, 5, 5], [1, 8, 2], [0, 3, 9]],
        one=[[3, 5]],
    )


def partitions(n):
    """All partitions of 0..n-1 as restricted growth strings."""

    def grow(prefix, blocks):
        if len(prefix) == n:
            yield tuple(prefix)
            return
        for b in range(blocks + 1):
            yield from grow(prefix + [b], max(blocks, b + 1))

    yield from grow([], 0)


def partition_information(table, blocks):
    """H[f(X)] and I[C;f(X)] in nats."""
    n = sum(map(sum, table))
    merged_rows = defaultdict(lambda: [0] * len(table[0]))
    for row, b in zip(table, blocks):
        merged_rows[b] = [u + v for u, v in zip(merged_rows[b], row)]
    h = lambda counts: entropy_of([mpf(c) / n for c in counts])
    f = h([sum(r) for r in merged_rows.values()])
    return f, h([sum(c) for c in zip(*table)]) + f - h([c for r in merged_rows.values() for c in r])


def sufficient(table):
    seen, blocks = {}, []
    for row in table:
        key = tuple(Fraction(c, sum(row)) for c in row)
        blocks.append(seen.setdefault(key, len(seen)))
    return blocks


def ib_parts(joint, q):
    """I(X;T) and I(T;C) in nats with 30 digits; q[x][t] = p(t|x)."""
    levels, classes, size = len(joint), len(joint[0]), len(q[0])
    q = [[mpf(float(v)) for v in row] for row in q]
    q = [[v / mp.fsum(row) for v in row] for row in q]
    px = [mp.fsum(row) for row in joint]
    pt = [mp.fsum(px[x] * q[x][t] for x in range(levels)) for t in range(size)]
    conditional = mp.fsum(px[x] * entropy_of(q[x]) for x in range(levels))
    pc = [mp.fsum(row[c] for row in joint) for c in range(classes)]
    tc = [mp.fsum(joint[x][c] * q[x][t] for x in range(levels)) for t in range(size) for c in range(classes)]
    return entropy_of(pt) - conditional, entropy_of(pt) + entropy_of(pc) - entropy_of(tc)


def ib_iterate(joint, beta, q, rounds=20000):
    joint = np.array(joint, dtype=float)
    px = joint.sum(axis=1)
    pcx = joint / px[:, None]
    with np.errstate(divide="ignore", invalid="ignore", over="ignore", under="ignore"):
        for _ in range(rounds):
            pt = px @ q
            keep = pt > 1e-300
            q, pt = q[:, keep], pt[keep]
            pct = (joint.T @ q).T / pt[:, None]
            ratio = pcx[:, None, :] * (np.log(pcx)[:, None, :] - np.log(pct)[None, :, :])
            kl = np.where(pcx[:, None, :] > 0, ratio, 0.0).sum(axis=2)
            weight = np.log(pt)[None, :] - beta * kl
            weight = np.exp(weight - weight.max(axis=1, keepdims=True))
            new = weight / weight.sum(axis=1, keepdims=True)
            done = np.max(np.abs(new - q)) < 1e-14
            q = new
            if done:
                break
    return q


def ib_certificate(joint, beta, q):
    """The largest violation of the supporting plane of the convex envelope; ~0 proves the optimum is global."""
    joint = np.array(joint, dtype=float)
    px = joint.sum(axis=1)
    pcx = joint / px[:, None]
    pt = px @ q
    q, pt = q[:, pt > 1e-9], pt[pt > 1e-9]
    inside = (px[:, None] * q / pt).T  # p(x|t)
    pct = inside @ pcx
    with np.errstate(divide="ignore", invalid="ignore"):
        slopes = np.log(inside) - beta * np.where(pcx[None] > 0, pcx[None] * np.log(pct)[:, None, :], 0.0).sum(axis=2)
    plane = np.array([slopes[np.argmax(inside[:, x]), x] for x in range(len(px))])

    def gap(points):
        xlogx = lambda v: np.where(v > 0, v * np.log(np.where(v > 0, v, 1)), 0.0)
        value = xlogx(points).sum(axis=1) - beta * xlogx(points @ pcx).sum(axis=1)
        return value - points @ plane

    size = len(px)
    random = np.random.RandomState(7)
    points = np.vstack([random.dirichlet([a] * size, 4000) for a in (0.1, 0.3, 1.0, 3.0)] + [np.eye(size), inside])
    starts = points[np.argsort(gap(points))[:12]]
    worst = gap(points).min()
    for s in starts:
        soft = lambda v: np.exp(v - v.max()) / np.exp(v - v.max()).sum()
        found = optimize.minimize(
            lambda v: gap(soft(v)[None])[0],
            np.log(s + 1e-12),
            method="Nelder-Mead",
            options={"maxiter": 4000, "xatol": 1e-10, "fatol": 1e-14},
        )
        worst = min(worst, found.fun)
    return worst


def soft_bottleneck(table, beta):
    n = sum(map(sum, table))
    joint = [[mpf(c) / n for c in row] for row in table]
    floats = [[c / n for c in row] for row in table]
    size = len(table)
    random = np.random.RandomState(11)
    starts = [np.ones((size, 1)), np.eye(size), 0.9 * np.eye(size) + 0.1 / size]
    hard = list(partitions(size))
    for blocks in [hard[i] for i in random.permutation(len(hard))[:60]]:
        starts.append(0.9 * np.eye(size)[list(blocks)] + 0.1 / size)
    starts += [random.dirichlet([a] * size, size) for a in (0.3, 1.0, 3.0) for _ in range(15)]
    best, values = None, []
    for start in starts:
        q = ib_iterate(floats, float(beta), start, 3000)
        xt, tc = ib_parts(joint, q)
        values.append(float(xt - beta * tc))
        if best is None or values[-1] < best[0] - 1e-9:
            best = (values[-1], q)
    q = ib_iterate(floats, float(beta), best[1], 200000)
    violation = ib_certificate(floats, float(beta), q)
    xt, tc = ib_parts(joint, q)
    return xt, tc, violation, sum(v < float(xt - beta * tc) + 1e-8 for v in values), len(values)


def bottleneck_cases():
    for name, table in TABLES.items():
        blocks = sufficient(table)
        f, i = partition_information(table, blocks)
        case(
            "bottleneck-sufficient",
            blocks,
            table=name,
            entropy=number(f / LN2),
            information=number(i / LN2),
            units="bits",
        )
        every = [(b, *partition_information(table, b)) for b in partitions(len(table))]
        assert abs(max(v[2] for v in every) - i) < mpf("1e-25")
        for beta in ["0", "0.01", "0.1", "0.2", "0.3", "0.5", "0.9", "1", "2"]:
            scores = [(i - mpf(beta) * f, b, f, i) for b, f, i in every]
            top = max(s[0] for s in scores)
            best = [s for s in scores if abs(s[0] - top) <= mpf("1e-12") * max(1, abs(top))]
            best.sort(key=lambda s: (max(s[1]), s[1]))
            second = max((s[0] for s in scores if s not in best), default=None)
            extra = {} if second is None else {"next": number(second / LN2)}
            case(
                "bottleneck-hard",
                top / LN2,
                table=name,
                beta=float(beta),
                partition=list(best[0][1]),
                entropy=number(best[0][2] / LN2),
                information=number(best[0][3] / LN2),
                ties=len(best),
                **({"tied": [list(s[1]) for s in best[:3]]} if len(best) > 1 else {}),
                units="bits",
                **extra,
            )
    for name, betas in {
        "three": ["0.5", "1", "3", "4", "6", "10", "30"],
        "times": ["1", "3", "5", "10", "30"],
        "equal": ["1", "2", "3", "5", "10"],
        "seven": ["2", "3", "5", "7"],
        "independent": ["5"],
        "diagonal": ["0.9", "1.5", "5"],
    }.items():
        for beta in betas:
            xt, tc, violation, hits, starts = soft_bottleneck(TABLES[name], mpf(beta))
            value = xt - mpf(beta) * tc
            print(
                f"bottleneck {name:12} beta {beta:4} value {float(value / LN2):+.12f} reached from {hits}/{starts}, plane {violation:.1e}"
            )
            assert violation > -1e-6
            small = lambda v: 0.0 if abs(v) < 1e-11 else number(v / LN2)
            case(
                "bottleneck-soft",
                small(value),
                table=name,
                beta=float(beta),
                informationXT=small(xt),
                informationTC=small(tc),
                units="bits",
            )


# ---------------------------------------------------------------------------- 9. delta and gamma test


def place(distances, i, k, ties):
    """The rows that share the k-th place of row i."""
    order = others(distances, i)
    reach = distances[i, order[k - 1]]
    if ties == "first":
        return [order[k - 1]]
    return [j for j in order if distances[i, j] == reach]


def lowest_tied(distances, i, k):
    order = others(distances, i)
    return [min(j for j in order if distances[i, j] == distances[i, order[k - 1]])]


def noise_sums(distances, y, k, choose):
    """1/(2n) sum of squared target differences at the k-th place."""
    n = len(y)
    return math.fsum(
        math.fsum((y[i] - y[j]) ** 2 for j in at) / len(at) for i in range(n) for at in [choose(distances, i, k)]
    ) / (2 * n)


def target_values(name, target, kind, scale):
    values = [float(v) for v in column(name, target)]
    if kind == "rank":
        values = stats.rankdata(values).tolist()
    mean = math.fsum(values) / len(values)
    variance = math.fsum((v - mean) ** 2 for v in values) / len(values)
    spread = {"none": 1.0, "standard": variance, "minmax": (max(values) - min(values)) ** 2}[scale]
    return scaled_column(values, scale), spread, variance


weighting = Counter()


def delta(name, columns, target, k=1, ties="share", scale="standard", kind="value"):
    """(with mathematical ties, in plain doubles, by the lowest of the tied rows, factor to y's units)."""
    y, spread, _ = target_values(name, target, kind, scale)
    d = squared(scaled(name, columns, scale))
    choose = lambda distances, i, k: place(distances, i, k, ties)
    exact = noise_sums(merged(d), y, k, choose)
    doubles = noise_sums(d, y, k, choose)
    lowest = noise_sums(merged(d), y, k, lowest_tied)
    if not same(exact, doubles):
        # the same in doubles, but differences first and the scale afterwards
        weighted = np.zeros_like(d)
        for c in columns:
            raw = np.array(column(name, c), dtype=float)
            unit = {"none": 1.0, "standard": np.var(raw), "minmax": np.ptp(raw) ** 2}[scale]
            weighted = weighted + (raw[:, None] - raw[None, :]) ** 2 / (unit or 1.0)
        weighting["agrees" if same(exact, noise_sums(weighted, y, k, choose)) else "differs", name] += 1
    if ties == "share" and len(columns) > 0:
        unique = all(len(place(d, i, k, "share")) == 1 for i in range(len(y)))
        if unique:
            x = scaled(name, columns, scale)
            near = neighbors.NearestNeighbors(n_neighbors=k).fit(x).kneighbors()[1][:, -1]
            agree("delta test", doubles, np.mean((np.array(y) - np.array(y)[near]) ** 2) / 2)
    return exact, doubles, lowest, spread


def delta_case(name, columns, target, k=1, ties="share", scale="standard", kind="value"):
    exact, doubles, lowest, spread = delta(name, columns, target, k, ties, scale, kind)
    extra = {}
    if not same(exact, doubles):
        extra = {"fragile": True, "valueDoubles": number(doubles)}
    if ties == "first" and k > 1 and not same(exact, lowest):
        extra["valueLowestTied"] = number(lowest)
    case(
        "delta-test",
        exact,
        dataset=name,
        columns=columns,
        target=target,
        targetAs=kind,
        k=k,
        ties=ties,
        scale=scale,
        inUnits=number(exact * spread),
        **extra,
    )


def gamma(name, columns, target, ties, scale, kind, distances_as):
    y, spread, _ = target_values(name, target, kind, scale)
    d = squared(scaled(name, columns, scale))
    d = merged(d) if distances_as == "exact" else d
    choose = lambda distances, i, k: place(distances, i, k, ties)
    gammas = [noise_sums(d, y, p, choose) for p in range(1, 11)]
    deltas = [math.fsum(kth(d, p).tolist()) / len(y) for p in range(1, 11)]
    mean_x, mean_y = math.fsum(deltas) / 10, math.fsum(gammas) / 10
    below = math.fsum((v - mean_x) ** 2 for v in deltas)
    if below <= 1e-24 * (mean_x**2 or 1):
        return mean_y, 0.0, gammas, deltas, spread, True
    slope = math.fsum((u - mean_x) * (v - mean_y) for u, v in zip(deltas, gammas)) / below
    fit = stats.linregress(deltas, gammas)
    agree("gamma test, slope", slope, fit.slope, 1e-8)
    agree("gamma test, intercept", mean_y - slope * mean_x, fit.intercept, 1e-8, 1e-11)
    return mean_y - slope * mean_x, slope, gammas, deltas, spread, False


def noise_cases():
    lattice, uniform = [f"c{i}" for i in range(6)], [f"u{i}" for i in range(6)]
    settings = [
        {"scale": "standard"},
        {"scale": "none"},
        {"scale": "standard", "k": 3},
        {"scale": "standard", "ties": "first"},
        {"scale": "standard", "kind": "rank"},
        {"scale": "none", "k": 3, "ties": "first"},
    ]
    for name, columns in (("lattice", lattice), ("uniform", uniform)):
        for setting in settings:
            if name == "uniform" and setting.get("ties") == "first":
                continue
            values, plain = [], []
            for mask in range(1, 64):
                chosen = [c for i, c in enumerate(columns) if mask >> i & 1]
                exact, doubles, _, spread = delta(name, chosen, "y", **setting)
                values.append(number(exact))
                plain.append(number(doubles))
            extra = {}
            if not all(same(a, b) for a, b in zip(values, plain)):
                extra = {"fragile": True, "valueDoubles": plain}
            case(
                "delta-test-all-subsets",
                values,
                dataset=name,
                columns=columns,
                target="y",
                targetAs=setting.get("kind", "value"),
                k=setting.get("k", 1),
                ties=setting.get("ties", "share"),
                scale=setting["scale"],
                inUnitsFactor=number(spread),
                **extra,
            )
    chosen = [
        ("gaussian", ["a"], "y"),
        ("gaussian", ["a", "c"], "y"),
        ("gaussian", ["a", "b", "c", "d", "e"], "y"),
        ("rounded", ["a"], "y"),
        ("rounded", ["c"], "y"),
        ("rounded", ["a", "b"], "y"),
        ("rounded", ["a", "b", "c"], "y"),
        ("duplicates", ["p"], "y"),
        ("duplicates", ["p", "q"], "y"),
        ("constant", ["k"], "y"),
        ("constant", ["x"], "y"),
        ("constant", ["x", "k"], "y"),
        ("tiny", ["x"], "y"),
        ("tiny", ["x", "z"], "y"),
        ("diabetes", ["bmi"], "target"),
        ("diabetes", ["sex"], "target"),
        ("diabetes", ["sex", "bmi", "bp", "s5"], "target"),
        ("iris", ["petalLength", "sepalLength"], "petalWidth"),
        ("wine", ["alcohol", "flavanoids"], "proline"),
        ("lattice", ["c2"], "y"),
        ("lattice", ["c0", "c3"], "y"),
    ]
    for (name, columns, target), scale, k, ties in product(chosen, ["standard", "none"], [1, 3], ["share", "first"]):
        if ties == "share" or scale == "standard" or name in ("rounded", "duplicates", "lattice", "tiny"):
            delta_case(name, columns, target, k, ties, scale)
    for name, columns, target in chosen:
        delta_case(name, columns, target, 1, "share", "minmax")
        for scale in ("standard", "none"):
            delta_case(name, columns, target, 1, "share", scale, "rank")
    for name, columns, target in chosen:
        for scale, ties, kind in [
            ("standard", "share", "value"),
            ("none", "share", "value"),
            ("standard", "first", "value"),
            ("standard", "share", "rank"),
        ]:
            if rows_of(name) < 12:
                continue
            intercept, slope, gammas, deltas, spread, degenerate = gamma(
                name, columns, target, ties, scale, kind, "exact"
            )
            plain = gamma(name, columns, target, ties, scale, kind, "doubles")
            variance = target_values(name, target, kind, scale)[2] / (spread if scale != "none" else 1.0)
            extra = {"degenerate": True} if degenerate else {}
            if not all(same(a, b) for a, b in zip(gammas, plain[2])):
                extra.update(fragile=True, valueDoubles=number(plain[0]))
            elif scale == "standard" and kind == "value" and ties == "share":
                extra.update(gammas=[number(v) for v in gammas], deltas=[number(v) for v in deltas])
            case(
                "gamma-test",
                intercept,
                dataset=name,
                columns=columns,
                target=target,
                targetAs=kind,
                ties=ties,
                scale=scale,
                slope=number(slope),
                share=number(intercept / variance),
                inUnits=number(intercept * spread),
                **extra,
            )


# ---------------------------------------------------------------------------- published values and identities


def check_published_values():
    bits = lambda v: float(v / LN2)
    near = lambda a, b, d: abs(a - b) < 0.5 * 10**-d + 1e-12
    i = lambda *a: bits(information(*a)[0])
    assert near(i("times", ["art", "painting"], ["kind"]), 0.4335985, 7)
    assert near(i("times", ["art"], ["kind"]), 0.3232700, 7)
    assert near(i("times", ["painting"], ["kind"]), 0.2383950, 7)
    assert near(bits(interaction("times", "kind", "art", "painting")), -0.1280664, 7)
    by_level = {v["level"][0]: v["value"] for v in information_by_level("times", ["kind"], ["painting"], ["art"])}
    assert near(by_level["yes"], 0.1189183, 7) and near(by_level["no"], 0.1002767, 7)
    assert near(bits(plug_in("words", ["art", "painting", "evening"])), 2.053455, 6)
    assert abs(i("xor", ["A1"], ["class"])) < 1e-15 and abs(i("xor", ["A1", "A2"], ["class"]) - 1) < 1e-15
    assert abs(bits(interaction("xor", "class", "A1", "A2")) - 1) < 1e-15
    assert abs(bits(co_information("xor", ["A1", "A2", "class"])) + 1) < 1e-15
    # TC(X_S, Y) = TC(X_S) + I(X_S; Y), all by nearest neighbours
    x = matrix("gaussian", ["a", "b", "c"])
    both = matrix("gaussian", ["a", "b", "c", "y"])
    h = lambda v: kozachenko_leonenko(v, 1, "euclidean")[0]
    gain = h(x) + h(both[:, [3]]) - h(both)
    assert abs(total_correlation(both)[0] - total_correlation(x)[0] - gain) < mpf("1e-25")
    # a constant feature: the delta test is the variance with n - 1
    y = column("constant", "y")
    assert abs(delta("constant", ["k"], "y", scale="none")[0] - np.var(y, ddof=1)) < 1e-12


def write_notes():
    NOTES.update(
        {
            "general": "Whatever a case does not name is at the definition's plain setting: columns as given, no scaling, no noise, no clipping at 0. Where the columns of a set are listed, distances use them in that order.",
            "units": "`units` says bits or nats. Delta and gamma tests are in squared units of the scaled target; inUnits is the same times the square of what y was divided by (1 for scale none).",
            "ties between neighbours": "value: ties as in exact decimal arithmetic. valueDoubles, with fragile: true: the same formula in plain doubles ((x-mean)/sd, then squared differences summed in column order, equality of the bits), where rounding splits or joins ties. Such a case depends on the last bit and is not a fair test of an implementation's formula. The data set `lattice` has columns that standardise without rounding, so it has many ties and, at scale none and standard, no fragile case.",
            "standardise": "mean 0, population standard deviation (divided by n); a constant column becomes 0. minmax: (x-min)/(max-min).",
            "entropy": "columns: joint levels. miller-madow adds (cells seen - 1)/(2n) nats, i.e. divided by ln 2 in bits, to each H; so I gets (Kx-1)+(Ky-1)-(Kxy-1) over 2n, and I(X;Y|Z) likewise with the four terms.",
            "shrink": "The table is the product of the seen levels of each single column of all columns in the case (of a set too: not the joint levels seen), t = 1/cells, lambda clipped to [0,1], lambda = 1 where p is uniform (0/0). All entropies of the case, also H of a margin, come from that one table; hence H(X) alone and the H(X) inside I(X;Y) differ.",
            "conditional-mutual-information": "levels: for each observed level of `given` its rows, weight rows/n, and I(X;Y | level), plug-in.",
            "interaction": "I[target;y|x] - I[target;y]. interaction-matrix: the same for all ordered pairs of columns; diagonal I[C;X|X] - I[C;X] = -I[C;X].",
            "co-information": "Sum over non-empty subsets M of (-1)^(|M|+1) H(X_M); list the target among the columns.",
            "kl-divergence": "p and q are weights of the same levels, divided by their sums.",
            "chain-rule": "terms: H(first), H(second|first), ...; I(target;first), I(target;second|first), ...; value: their sum.",
            "kozachenko-leonenko": "The number added to r_k inside the logarithm is 2.2e-16 as printed. valueMachineEpsilon, where zeroDistances > 0: with 2^-52 instead. zeroDistances: rows whose k-th distance is 0.",
            "total-correlation": "Sum of the columns' H minus the joint H, Kozachenko-Leonenko, k = 1, Euclidean; the target is one of the columns. zeroDistances: summed over the margins and the joint.",
            "ksg": "scale none: raw columns; standard: all columns standardised. ksg1 counts other rows strictly nearer in the margin than the k-th joint distance. ksg2: the k neighbours are all rows at most as far as the k-th joint distance, so all tied rows are in, and psi(k) - 1/k keeps k; valueTiesFirst (where it differs): only k of them, the lowest rows first. tiedRows: rows with more than k others within the k-th joint distance. valueScikitLearn: scikit-learn's own number (no noise added), clipped at 0, where it differs: when the k-th distance is 0 it counts the rows at distance 0 as nearer.",
            "ross": "target: the column of levels. rows: rows left after classes of one row are dropped; n, counts and neighbours are of those rows. Rows at distance 0 are not nearer than 0. Scaling uses all rows of the table. valueScikitLearn as for ksg; it differs too where a class has at most 2k rows, because scikit-learn then takes distances from dot products, and the last bit decides whether the k-th neighbour counts as nearer.",
            "kl-divergence-samples": "p and q name data sets; rho is measured among the other rows of p, nu in all rows of q. No zero distances occur.",
            "histogram-bins": "Number of bins by numpy's rules: sqrt ceil(sqrt n); sturges ceil(log2(n)+1); scott width (24 sqrt(pi)/n)^(1/3) times population sd; fd width 2 IQR n^(-1/3), quartiles by linear interpolation (numpy's default), sturges if IQR = 0. bins = ceil(range/width), then equal parts of [min, max]. A constant column has one bin and no edges.",
            "histogram": "closed: right as in the equal-width discretiser (level = number of inner edges < x), left as numpy (number of inner edges <= x, the last bin closed), either: both give the same levels. Edges are exact rationals of the decimal values; fragile: with edges as doubles (linspace) some value on an edge falls on the other side. histogram-entropy: -sum p log p + log width, nats. equal-frequency: for j = 1 ... b-1 the place between two distinct values nearest to jn/b rows, of two equally near the one nearer the middle of the rows, in the middle the wider gap, else both; equal ones merged; at most b distinct values: every value a level.",
            "kde-information": "Mean over rows of log f(x,y)/(f(x)f(y)), each density without the row itself, divided by n-1. h uses n and m = all columns of the joint, also for the margins. bandwidth: scott, silverman or h itself. ddof: covariance divided by n-ddof.",
            "kde box": "Reading of S3 eq 36: k/(n|V|), V an axis-parallel closed box centred at the row, in column c edge*h*s_c wide in all (|difference| <= edge*h*s_c/2), s_c with ddof 1; joint and margins use the same edges, so the volumes cancel: log of k_xy*N/(k_x*k_y), N = n-1 and the row itself not counted (leaveOneOut), or N = n and the row counted as eq 36 is written. Rows whose joint box is empty: the literal mean is -inf; valueNonEmpty is the mean over the emptyRows-less rest.",
            "bottleneck": "tables: counts, one row a level of X. A partition lists the block of each level, blocks numbered by first appearance. hard: value = max of I[C;f(X)] - beta H[f(X)] over all partitions; ties: partitions within 1e-12 of it, tied, where there are several: the first three of them, fewest blocks first, then in lexical order; partition is the first; next: best value that is not tied. soft: value = min of I(X;T) - beta I(T;C), |T| = |X|, the best fixed point of many starts; a supporting plane of the convex envelope of beta H(C) - H(X) confirms that it is global. informationXT and informationTC belong to that optimum.",
            "delta-test": "delta_{n,k} uses the k-th place only: 1/(2n) sum of (y_i - y_j)^2, j the k-th neighbour. ties share: the mean over all rows tied at the k-th distance, for every k. ties first: others in order of (distance, row), the k-th of them; valueLowestTied (where it differs, k > 1): the lowest row among those tied at the k-th distance. targetAs rank: the target becomes its mid-ranks 1 ... n, and these are then scaled as `scale` says. delta-test-all-subsets: value[mask-1], bit i of the mask = column i; times inUnitsFactor = y's units.",
            "gamma-test": "value = intercept of the least squares line through (deltas[p-1], gammas[p-1]), p = 1 ... 10; gammas by the tie rule above at each place p; deltas are mean squared distances to the p-th place. share = intercept / population variance of the scaled target. degenerate: all deltas equal; then slope 0 (0/0 = 0) and intercept = mean of the gammas.",
        }
    )


def written(value):
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def main():
    make_datasets()
    make_tables()
    write_notes()
    check_published_values()
    discrete_cases()
    kozachenko_leonenko_cases()
    ksg_cases()
    ross_cases()
    divergence_cases()
    histogram_cases()
    kernel_cases()
    bottleneck_cases()
    noise_cases()
    neighbour_distance_cases()
    made = {
        "python": platform.python_version(),
        "scipy": scipy.__version__,
        "sklearn": sklearn.__version__,
        "numpy": np.__version__,
        "mpmath": mpmath.__version__,
    }
    block = lambda entries: "{\n" + ",\n".join(f"  {written(k)}: {written(v)}" for k, v in entries.items()) + "\n }"
    lines = [
        f' "made": {written(made)}',
        f' "notes": {block(NOTES)}',
        f' "datasets": {block(DATASETS)}',
        f' "tables": {block(TABLES)}',
    ]
    lines.append(' "cases": [\n' + ",\n".join("  " + written(c) for c in CASES) + "\n ]")
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    (HERE / "estimators.json").write_text(text, encoding="utf-8")
    for what, count in sorted(checks.items()):
        print(f"{what:45} {count:5} checks, largest relative difference {largest_difference.get(what, 0.0):.1e}")
    print(
        f"{len(CASES)} cases, {len(text)} characters, {sum('fragile' in c for c in CASES)} fragile; weighted differences: {dict(weighting)}"
    )


if __name__ == "__main__":
    main()
