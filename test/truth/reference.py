"""Reference values for the rankers and discretisers, computed without criba.

Run with Debian 12's own python3 (3.11) and the Debian packages python3-numpy (1.24.2),
python3-scipy (1.10.1), python3-sklearn (1.2.1) and python3-mpmath (1.2.1); half a minute:

    python3 test/truth/reference.py

It reads examples/*.csv, makes a few small tables of its own from fixed seeds, and writes
reference.json beside itself. The file is the same, byte for byte, on every run.

Every value is found twice. Once from its definition, written out below in 50-digit arithmetic on the
doubles as they stand in the table: these are the values stored, rounded to a double at the very end.
And once by scipy, scikit-learn or numpy, in doubles: `agree` stops the run where the two differ, and
the largest difference seen for each method is printed. (The libraries' own error sets the tolerance.)
Where no library has the method (welch-anova of three classes, MDL cuts), published values are checked.

Layout of reference.json

    made    versions
    cases   data      a file in examples/, or {"columns": {name: [...]}} with null for missing
            target    name of the target;  task: classification | regression
            types     the columns' types
            features  the columns of the analysis besides the target (what z-score-joint uses)
            bins      b of the equal-frequency coding of the count-based methods
            methods   method -> feature -> score, pValue where the method has one, n = rows used
    cuts    data, target, discretise, bins (not for mdl), cuts: feature -> cut values

Infinite scores are "inf" or "-inf". A pValue that the definitions leave open (0/0) is absent.
Text levels are in code point order. A two-class statistic is first level minus second.
"""

import csv
import json
import platform
from collections import Counter
from fractions import Fraction
from pathlib import Path

import mpmath
import numpy as np
import scipy
import sklearn
from mpmath import mp, mpf
from scipy import stats
from sklearn import datasets, feature_selection, linear_model, metrics

mp.dps = 50
HERE = Path(__file__).resolve().parent
EXAMPLES = HERE.parents[1] / "examples"


# ---------------------------------------------------------------------------- agreement of the two routes

largest_difference = {}


def agree(what, ours, library, tolerance=1e-9):
    """Stop unless the definition and the library give the same number (relative, 1e-12 absolute near 0)."""
    ours, library = mpf(ours), mpf(float(library))
    if mp.isinf(ours) and mp.isinf(library):
        return
    size = max(abs(ours), abs(library))
    gap = abs(ours - library)
    relative = float(gap / size) if size else 0.0
    is_p_value = what.endswith(" p")
    close = relative <= tolerance or (not is_p_value and gap <= mpf("1e-12"))
    if is_p_value and size < mpf("1e-290"):  # the library is near the end of the doubles
        close = True
    elif is_p_value or size > mpf("1e-6"):
        largest_difference[what] = max(largest_difference.get(what, 0.0), relative)
    if not close:
        raise SystemExit(f"{what}: {mp.nstr(ours, 20)} by definition, {mp.nstr(library, 20)} by the library")


# ---------------------------------------------------------------------------- arithmetic and upper tails


def total(values):
    return mp.fsum(mpf(v) for v in values)


def mean(values):
    return total(values) / len(values)


def squares(values):
    """Sum of squared deviations from the mean."""
    m = mean(values)
    return mp.fsum((mpf(v) - m) ** 2 for v in values)


def products(x, y):
    """Sum of products of deviations from the means."""
    mx, my = mean(x), mean(y)
    return mp.fsum((mpf(a) - mx) * (mpf(b) - my) for a, b in zip(x, y))


def ratio(a, b):
    """a/b with 0/0 = 0 and a/0 infinite."""
    a, b = mpf(a), mpf(b)
    if b == 0:
        return mpf(0) if a == 0 else mp.inf * mp.sign(a)
    return a / b


def t_two_sided(t, degrees):
    if mp.isinf(t):
        return mpf(0)
    degrees = mpf(degrees)
    return mp.betainc(degrees / 2, mpf(1) / 2, 0, degrees / (degrees + t * t), regularized=True)


def f_upper(f, d1, d2):
    if mp.isinf(f):
        return mpf(0)
    d1, d2 = mpf(d1), mpf(d2)
    return mp.betainc(d2 / 2, d1 / 2, 0, d2 / (d2 + d1 * f), regularized=True)


def chi2_upper(x, degrees):
    return mp.gammainc(mpf(degrees) / 2, mpf(x) / 2, mp.inf, regularized=True)


def normal_two_sided(z):
    return mp.erfc(abs(z) / mp.sqrt(2))


def doubled_ranks(values):
    """Twice the mid-rank of each value, a whole number."""
    below, result = 0, {}
    for value, count in sorted(Counter(values).items()):
        result[value] = 2 * below + count + 1
        below += count
    return [result[v] for v in values]


def tie_sizes(values):
    return [c for c in Counter(values).values() if c > 1]


def tie_cubes(values):
    """Sum of t^3 - t over the groups of tied values."""
    return sum(t**3 - t for t in tie_sizes(values))


# ---------------------------------------------------------------------------- one column, or two columns of numbers
# Each returns (score, p) or (score, None).


def variance(x):
    score = squares(x) / len(x)
    agree("variance", score, np.var(x))
    return score, None


def correlation(x, y):
    return ratio(products(x, y), mp.sqrt(squares(x) * squares(y)))


def correlation_p(rho, n):
    """Two-sided p of a correlation by t with n - 2 degrees."""
    return t_two_sided(ratio(rho * mp.sqrt(n - 2), mp.sqrt(1 - rho**2)), n - 2)


def is_open(x, y):
    """A constant column: the statistic is 0/0 and its p-value is not defined."""
    return len(set(x)) == 1 or len(set(y)) == 1


def exact(rho):
    """A correlation of 1 up to the last of the 50 digits is 1."""
    return mp.sign(rho) if abs(abs(rho) - 1) < mpf("1e-40") else rho


def pearson(x, y):
    rho = exact(correlation(x, y))
    if is_open(x, y):
        return rho, None
    p = correlation_p(rho, len(x))
    library = stats.pearsonr(x, y)
    agree("pearson", rho, library[0])
    if abs(rho) != 1:
        agree("pearson p", p, library[1], 1e-8)
    return rho, p


def z_score(x, y):
    """Slope over its standard error, sigma^2 = SSE/(n - 2)."""
    n = len(x)
    if is_open(x, y):
        return mpf(0), None
    slope = products(x, y) / squares(x)
    my, mx = mean(y), mean(x)
    errors = mp.fsum((mpf(b) - my - slope * (mpf(a) - mx)) ** 2 for a, b in zip(x, y))
    if errors < mpf("1e-60"):
        errors = mpf(0)
    z = ratio(slope, mp.sqrt(errors / (n - 2) / squares(x)))
    rho = exact(correlation(x, y))
    assert mp.isinf(z) or abs(z - rho * mp.sqrt((n - 2) / (1 - rho**2))) <= abs(z) * mpf("1e-30")
    p = t_two_sided(z, n - 2)
    if not mp.isinf(z):
        library = stats.linregress(x, y)
        agree("z-score", z, library.slope / library.stderr)
        agree("z-score p", p, library.pvalue, 1e-8)
    return z, p


def r2(x, y):
    rho = exact(correlation(x, y))
    score = rho**2
    column = np.array(x).reshape(-1, 1)
    agree("r2", score, linear_model.LinearRegression().fit(column, y).score(column, y))
    return score, f_regression(x, y)[1]


def f_regression(x, y):
    rho = exact(correlation(x, y))
    n = len(x)
    if is_open(x, y):
        return mpf(0), None
    f = ratio((n - 2) * rho**2, 1 - rho**2)
    p = f_upper(f, 1, n - 2)
    if not mp.isinf(f):
        library = feature_selection.f_regression(np.array(x).reshape(-1, 1), np.array(y))
        agree("f-regression", f, library[0][0])
        agree("f-regression p", p, library[1][0], 1e-8)
    return f, p


def f_regression_of_levels(x, y):
    """A column of levels enters as one one-hot group: overall F with K - 1 and n - K degrees."""
    levels = sorted(set(x))
    groups = [[b for a, b in zip(x, y) if a == level] for level in levels]
    f, p = anova_f(groups)
    # the same by least squares on the indicators of all levels but the first
    n, k = len(x), len(levels)
    design = np.column_stack([np.ones(n)] + [[float(a == level) for a in x] for level in levels[1:]])
    solution = np.linalg.lstsq(design, np.array(y), rcond=None)[0]
    sse = float(np.sum((np.array(y) - design @ solution) ** 2))
    sst = float(np.sum((np.array(y) - np.mean(y)) ** 2))
    agree("f-regression of levels", f, ((sst - sse) / (k - 1)) / (sse / (n - k)))
    return f, p


def spearman(x, y):
    rx, ry = doubled_ranks(x), doubled_ranks(y)
    rho = exact(correlation(rx, ry))
    if is_open(x, y):
        return mpf(0), None
    p = correlation_p(rho, len(x))
    library = stats.spearmanr(x, y)
    agree("spearman", rho, library[0])
    if abs(rho) != 1:
        agree("spearman p", p, library[1], 1e-8)
    return rho, p


def inversions_distribution(n):
    """Number of permutations of n with 0, 1, 2 ... inversions."""
    counts = [1]
    for size in range(2, n + 1):
        wider = [0] * (len(counts) + size - 1)
        for i, c in enumerate(counts):
            for extra in range(size):
                wider[i + extra] += c
        counts = wider
    return counts


def two_sided_exact(counts, at):
    """Twice the smaller tail, each including the observed value, at most 1."""
    lower, upper = sum(counts[: at + 1]), sum(counts[at:])
    p = min(Fraction(1), Fraction(2 * min(lower, upper), sum(counts)))
    return mpf(p.numerator) / p.denominator


def kendall(x, y):
    """tau-b. Exact p for n <= 50 without ties, else S/sqrt(v), no continuity correction."""
    n = len(x)
    if is_open(x, y):
        return mpf(0), None
    ax, ay = np.array(x), np.array(y)
    s = sum(int(np.sum(np.sign(ax[i] - ax[i + 1 :]) * np.sign(ay[i] - ay[i + 1 :]))) for i in range(n))
    pairs = n * (n - 1) // 2
    tx, ty = tie_sizes(x), tie_sizes(y)
    untied_x = pairs - sum(t * (t - 1) // 2 for t in tx)
    untied_y = pairs - sum(t * (t - 1) // 2 for t in ty)
    tau = ratio(s, mp.sqrt(mpf(untied_x) * untied_y))
    is_exact = n <= 50 and not tx and not ty
    if is_exact:
        concordant = (pairs + s) // 2
        p = two_sided_exact(inversions_distribution(n), concordant)
    else:
        m = mpf(n) * (n - 1)
        v = (m * (2 * n + 5) - sum(t * (t - 1) * (2 * t + 5) for t in tx + ty)) / 18
        v += sum(t * (t - 1) for t in tx) * sum(t * (t - 1) for t in ty) / (2 * m)
        v += sum(t * (t - 1) * (t - 2) for t in tx) * sum(t * (t - 1) * (t - 2) for t in ty) / (9 * m * (n - 2))
        p = normal_two_sided(s / mp.sqrt(v))
    library = stats.kendalltau(x, y, method="exact" if is_exact else "asymptotic", variant="b")
    agree("kendall", tau, library[0])
    agree("kendall exact p" if is_exact else "kendall p", p, library[1], 1e-8)
    return tau, p


def z_score_joint(columns, y):
    """t statistics of all coefficients of the full least squares fit with an intercept."""
    names, n, d = list(columns), len(y), len(columns)
    centred = [[mpf(v) - mean(columns[name]) for v in columns[name]] for name in names]
    my = mean(y)
    target = [mpf(v) - my for v in y]
    gram = mp.matrix(d, d)
    for i in range(d):
        for j in range(d):
            gram[i, j] = mp.fdot(centred[i], centred[j])
    inverse = gram**-1
    coefficients = inverse * mp.matrix([mp.fdot(c, target) for c in centred])
    errors = [target[r] - mp.fsum(coefficients[i] * centred[i][r] for i in range(d)) for r in range(n)]
    degrees = n - d - 1
    sigma2 = mp.fdot(errors, errors) / degrees
    result = {}
    design = np.column_stack([np.ones(n)] + [columns[name] for name in names])

    def library_sse(matrix):
        # columns on one scale, so that double precision is enough
        scaled = matrix / np.linalg.norm(matrix, axis=0)
        solution = np.linalg.lstsq(scaled, np.array(y, dtype=float), rcond=None)[0]
        return float(np.sum((np.array(y) - scaled @ solution) ** 2)), solution

    full, solution = library_sse(design)
    for i, name in enumerate(names):
        t = coefficients[i] / mp.sqrt(sigma2 * inverse[i, i])
        p = t_two_sided(t, degrees)
        without, _ = library_sse(np.delete(design, i + 1, axis=1))
        partial_f = (without - full) / (full / degrees)  # t^2 is the partial F of the column
        agree("z-score-joint", t, np.sign(solution[i + 1]) * np.sqrt(max(0.0, partial_f)), 1e-7)
        agree("z-score-joint p", p, 2 * stats.t.sf(abs(float(t)), degrees), 1e-8)
        result[name] = (t, p)
    return result


# ---------------------------------------------------------------------------- numbers by class
# `groups`: one list of numbers for each class, classes in code point order.


def between_within(groups):
    everything = [v for g in groups for v in g]
    m = mean(everything)
    between = mp.fsum(len(g) * (mean(g) - m) ** 2 for g in groups)
    if len(set(everything)) == 1 or between < mpf("1e-80"):
        between = mpf(0)
    return between, mp.fsum(squares(g) for g in groups)


def stacked(groups):
    values = np.array([v for g in groups for v in g], dtype=float).reshape(-1, 1)
    labels = np.array([i for i, g in enumerate(groups) for _ in g])
    return values, labels


def anova_f(groups):
    n, k = sum(map(len, groups)), len(groups)
    between, within = between_within(groups)
    f = ratio(between / (k - 1), within / (n - k))
    if between == 0 and within == 0:
        return f, None
    p = f_upper(f, k - 1, n - k)
    if not mp.isinf(f):
        library = stats.f_oneway(*groups)
        agree("anova-f", f, library[0])
        agree("anova-f p", p, library[1], 1e-8)
        library = feature_selection.f_classif(*stacked(groups))
        # scikit-learn subtracts large squares, which costs it digits
        agree("anova-f (f_classif)", f, library[0][0], 1e-6)
    return f, p


def t_test(groups):
    first, second = groups
    degrees = len(first) + len(second) - 2
    pooled = (squares(first) + squares(second)) / degrees
    t = ratio(mean(first) - mean(second), mp.sqrt(pooled * (mpf(1) / len(first) + mpf(1) / len(second))))
    p = t_two_sided(t, degrees)
    library = stats.ttest_ind(first, second, equal_var=True)
    agree("t-test", t, library[0])
    agree("t-test p", p, library[1], 1e-8)
    return t, p


def welch_t(groups):
    first, second = groups
    a = squares(first) / (len(first) - 1) / len(first)
    b = squares(second) / (len(second) - 1) / len(second)
    t = ratio(mean(first) - mean(second), mp.sqrt(a + b))
    degrees = (a + b) ** 2 / (a**2 / (len(first) - 1) + b**2 / (len(second) - 1))
    p = t_two_sided(t, degrees)
    library = stats.ttest_ind(first, second, equal_var=False)
    agree("welch-t", t, library[0])
    agree("welch-t p", p, library[1], 1e-8)
    return t, p


def welch_anova(groups):
    k = len(groups)
    weights = [len(g) / (squares(g) / (len(g) - 1)) for g in groups]
    weight = mp.fsum(weights)
    centre = mp.fsum(w * mean(g) for w, g in zip(weights, groups)) / weight
    spread = mp.fsum((1 - w / weight) ** 2 / (len(g) - 1) for w, g in zip(weights, groups))
    f = mp.fsum(w * (mean(g) - centre) ** 2 for w, g in zip(weights, groups)) / (k - 1)
    f /= 1 + 2 * (k - 2) * spread / (k**2 - 1)
    p = f_upper(f, k - 1, (k**2 - 1) / (3 * spread))
    if k == 2:
        library = stats.ttest_ind(*groups, equal_var=False)
        agree("welch-anova", f, library[0] ** 2)
        agree("welch-anova p", p, library[1], 1e-8)
    return f, p


def kruskal_wallis(groups):
    values = [v for g in groups for v in g]
    n, k = len(values), len(groups)
    correction = 1 - mpf(tie_cubes(values)) / (mpf(n) ** 3 - n)
    if correction == 0:
        return mpf(0), None
    ranks = iter(doubled_ranks(values))
    sums = [mpf(sum(next(ranks) for _ in g)) / 2 for g in groups]
    h = 12 / (mpf(n) * (n + 1)) * mp.fsum(s**2 / len(g) for s, g in zip(sums, groups)) - 3 * (n + 1)
    h /= correction
    p = chi2_upper(h, k - 1)
    library = stats.kruskal(*groups)
    agree("kruskal-wallis", h, library[0])
    agree("kruskal-wallis p", p, library[1], 1e-8)
    return h, p


def rank_sum_distribution(n1, n2):
    """Number of ways that U = 0, 1, 2 ... n1*n2 can come about without ties."""
    ways = {(0, 0): 1}
    for rank in range(n1 + n2):
        for (chosen, at), count in list(ways.items()):
            if chosen < n1:
                key = (chosen + 1, at + rank - chosen)  # `rank - chosen` of the other class lie below
                ways[key] = ways.get(key, 0) + count
    return [ways.get((n1, u), 0) for u in range(n1 * n2 + 1)]


def wilcoxon(groups):
    """z without continuity correction; p exact for n1 + n2 <= 50 without ties, else with it (as R)."""
    first, second = groups
    n1, n2 = len(first), len(second)
    n = n1 + n2
    values = first + second
    doubled_u = sum(doubled_ranks(values)[:n1]) - n1 * (n1 + 1)  # 2 U of the first class
    centre = mpf(n1) * n2 / 2
    sigma = mp.sqrt(mpf(n1) * n2 / 12 * (n + 1 - mpf(tie_cubes(values)) / (mpf(n) * (n - 1))))
    u = mpf(doubled_u) / 2
    z = ratio(u - centre, sigma)
    is_exact = n <= 50 and not tie_sizes(values)
    if is_exact:
        p = two_sided_exact(rank_sum_distribution(n1, n2), doubled_u // 2)
        library = stats.mannwhitneyu(first, second, method="exact", alternative="two-sided")
    else:
        p = normal_two_sided(max(mpf(0), abs(u - centre) - mpf(1) / 2) / sigma)
        library = stats.mannwhitneyu(first, second, method="asymptotic", use_continuity=True, alternative="two-sided")
    agree("wilcoxon U", u, library[0])
    agree("wilcoxon exact p" if is_exact else "wilcoxon p", p, library[1], 1e-8)
    return z, p


def auc(groups):
    """2 P(X1 > X0) + P(X1 = X0) - 1 by counting pairs; more classes: the mean of its size over pairs of them."""

    def area(low, high):
        above = sum(int(b > a) - int(b < a) for a in low for b in high)
        score = mpf(above) / (len(low) * len(high))
        labels = [0] * len(low) + [1] * len(high)
        agree("auc", score, 2 * metrics.roc_auc_score(labels, low + high) - 1)
        return score

    if len(groups) == 2:
        return area(*groups), wilcoxon(groups)[1] if len(set(groups[0] + groups[1])) > 1 else None
    areas = [abs(area(groups[a], groups[b])) for b in range(len(groups)) for a in range(b)]
    return mp.fsum(areas) / len(areas), None


def chi2_frequency(groups):
    """O = class sums, E = class share of the rows times the column sum. For columns >= 0."""
    n = sum(map(len, groups))
    column = total(v for g in groups for v in g)
    score = mp.fsum(ratio((total(g) - column * len(g) / n) ** 2, column * len(g) / n) for g in groups)
    if column == 0:
        return score, None
    library = feature_selection.chi2(*stacked(groups))
    agree("chi2-frequency", score, library[0][0])
    # The library takes the mean for the variance, as of Poisson counts.
    agree("chi2-frequency p of Poisson counts", chi2_upper(score, len(groups) - 1), library[1][0], 1e-8)
    values = [v for g in groups for v in g]
    variance = total((v - column / n) ** 2 for v in values) / (n - 1)
    if variance == 0:
        return score, mpf(1)
    return score, chi2_upper(score * (column / n) / variance, len(groups) - 1)


def fisher(groups):
    """Sum of n_c (mean_c - mean)^2 over the sum of n_c times the population variance."""
    n, k = sum(map(len, groups)), len(groups)
    between, within = between_within(groups)
    score = ratio(between, within)
    if within != 0:
        agree("fisher", score, stats.f_oneway(*groups)[0] * (k - 1) / (n - k))
    return score, None


def fisher_total(groups):
    """The same sum over the total (population) variance: n F/(1 + F)."""
    n = sum(map(len, groups))
    between, within = between_within(groups)
    score = ratio(between, (between + within) / n)
    f = fisher(groups)[0]
    if within != 0:
        assert abs(score - n * f / (1 + f)) <= mpf("1e-30") * max(1, score)
        values, labels = stacked(groups)
        means = np.array([np.mean(g) for g in groups])[labels]
        agree("fisher:denominator=total", score, np.sum((means - values.mean()) ** 2) / values.var(), 1e-8)
    return score, None


# ---------------------------------------------------------------------------- counts
# `x` and `y`: the levels of the two columns, row by row.


def entropy(levels):
    """Plug-in entropy of a column of levels, in bits."""
    n = len(levels)
    return -mp.fsum(mpf(c) / n * mp.log(mpf(c) / n, 2) for c in Counter(levels).values())


def information(x, y):
    value = entropy(x) + entropy(y) - entropy(list(zip(x, y)))
    return mpf(0) if abs(value) < mpf("1e-40") else value


def conditional_entropy(y, x):
    n = len(x)
    return mp.fsum(mpf(c) / n * entropy([b for a, b in zip(x, y) if a == level]) for level, c in Counter(x).items())


def mutual_information(x, y):
    score = information(x, y)
    agree("mutual-information", score, metrics.mutual_info_score(x, y) / np.log(2))
    return score, None


def information_gain(x, y):
    """E(C) - E(C|X)."""
    score = entropy(y) - conditional_entropy(y, x)
    assert abs(score - information(x, y)) < mpf("1e-30")
    return information(x, y), None


def gain_ratio(x, y):
    score = ratio(information(x, y), entropy(x))
    if len(set(x)) > 1:
        # scikit-learn's homogeneity of (truth, guess) is I / H(truth)
        agree("gain-ratio", score, metrics.homogeneity_score(x, y))
    return score, None


def symmetrical_uncertainty(x, y):
    score = ratio(2 * information(x, y), entropy(x) + entropy(y))
    agree("symmetrical-uncertainty", score, metrics.normalized_mutual_info_score(x, y, average_method="arithmetic"))
    return score, None


def gini_gain(x, y):
    n = len(x)
    joint, rows, classes = Counter(zip(x, y)), Counter(x), Counter(y)
    within = sum(Fraction(c * c, rows[a]) for (a, _), c in joint.items()) / n
    score = within - sum(Fraction(c * c, n * n) for c in classes.values())
    # the same as the fall of the Gini impurity
    table = contingency(x, y)
    shares = table / table.sum(axis=1, keepdims=True)
    impurity = 1 - np.sum((table.sum(axis=0) / n) ** 2)
    rest = np.sum(table.sum(axis=1) / n * (1 - np.sum(shares**2, axis=1)))
    score = mpf(score.numerator) / score.denominator
    agree("gini-gain", score, impurity - rest)
    return score, None


def contingency(x, y):
    rows, columns = sorted(set(x)), sorted(set(y))
    joint = Counter(zip(x, y))
    return np.array([[joint[a, b] for b in columns] for a in rows])


def chi2(x, y):
    """E = n_v n_c / n, no continuity correction, degrees from the levels present."""
    n = len(x)
    joint, rows, classes = Counter(zip(x, y)), Counter(x), Counter(y)
    cells = [(joint[a, b], r, c) for a, r in rows.items() for b, c in classes.items()]
    score = sum(Fraction((observed * n - r * c) ** 2, r * c * n) for observed, r, c in cells)
    score = mpf(score.numerator) / score.denominator
    degrees = (len(rows) - 1) * (len(classes) - 1)
    if degrees == 0:
        return score, None
    p = chi2_upper(score, degrees)
    library = stats.chi2_contingency(contingency(x, y), correction=False)
    agree("chi2", score, library[0])
    agree("chi2 p", p, library[1], 1e-8)
    assert degrees == library[2]
    return score, p


def cramers_v(x, y):
    """sqrt(chi2 / n / min(r - 1, c - 1))."""
    score, p = chi2(x, y)
    r, c = len(set(x)), len(set(y))
    if min(r, c) == 1:
        return mpf(0), None
    v = mp.sqrt(score / len(x) / min(r - 1, c - 1))
    agree("cramers-v", v, stats.contingency.association(contingency(x, y), method="cramer"))
    return v, p


def cramers_v_corrected(x, y):
    """Bergsma 2013."""
    score, p = chi2(x, y)
    n, r, c = len(x), len(set(x)), len(set(y))
    if min(r, c) == 1:
        return mpf(0), None
    square = max(mpf(0), score / n - mpf((r - 1) * (c - 1)) / (n - 1))
    rows = r - mpf((r - 1) ** 2) / (n - 1)
    columns = c - mpf((c - 1) ** 2) / (n - 1)
    least = min(rows - 1, columns - 1)
    return (mp.sqrt(square / least) if least > 0 else mpf(0)), p


def information_p(bits, n, x, y, given=1):
    """2 n ln 2 I over Williams's correction (1976) is chi2 under independence; the numbers of levels are of x, y and the given."""
    degrees = (x - 1) * (y - 1) * given
    correction = 1 + mpf((x + 1) * (y + 1) * given) / (6 * n)
    return chi2_upper(2 * n * mp.log(2) * bits / correction, degrees) if degrees > 0 else mpf(1)


def mdfs_alone(x, y):
    score = information(x, y)
    return score, information_p(score, len(x), len(set(x)), len(set(y)))


def mdfs(columns, y, feature):
    """The most of I(X;Y|Z) over all other columns Z, rows complete in the three; Sidak's correction of the least p."""
    best, least, others = mpf(0), mpf(1), [name for name in columns if name != feature]
    levels = len({a for a, b in zip(columns[feature], y) if a is not None and b is not None})
    for other in others:
        rows = [r for r in zip(columns[feature], columns[other], y) if None not in r]
        given = mp.fsum(
            mpf(count) / len(rows) * information(*zip(*[(a, b) for a, c, b in rows if c == level]))
            for level, count in Counter(c for _, c, _ in rows).items()
        )
        of_other = len({c for c, b in zip(columns[other], y) if c is not None and b is not None})
        p = information_p(given, len(rows), levels, len({b for b in y if b is not None}), of_other)
        best, least = max(best, given), min(least, p)
    return best, -mp.expm1(len(others) * mp.log1p(-least)) if least < 1 else mpf(1)


# ---------------------------------------------------------------------------- discretisers


def equal_frequency_cuts(present, bins):
    """For j = 1 ... b-1 the place between two distinct values nearest to jn/b rows; of two the one nearer the middle of
    the rows, in the middle the wider gap, else both. A cut is the largest value of its left part."""
    n, ordered = len(present), sorted(present)
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


def equal_width_cuts(present, bins):
    low, high = min(present), max(present)
    return [low + j * (high - low) / bins for j in range(1, bins)]


def below(cuts, value):
    """Level = number of cuts strictly below the value."""
    return sum(c < value for c in cuts)


def mdl_cuts(x, y):
    """Fayyad and Irani: recursive, boundary cuts only, lowest of equally good cuts.

    A cut is the largest observed value of its left part.
    """
    rows = sorted(zip(x, y))
    labels = [b for _, b in rows]
    n = len(rows)
    ends = [i for i in range(1, n) if rows[i - 1][0] < rows[i][0]]  # a cut after the first i rows
    starts = [0] + ends + [n]
    boundary = []
    for left, middle, right in zip(starts, ends, starts[2:]):
        classes_left, classes_right = set(labels[left:middle]), set(labels[middle:right])
        if not (classes_left == classes_right and len(classes_left) == 1):
            boundary.append(middle)
    whole = entropy(labels)
    best = None
    for i in boundary:
        rest = (i * entropy(labels[:i]) + (n - i) * entropy(labels[i:])) / n
        if best is None or rest < best[0] - mpf("1e-30"):
            best = rest, i
    if best is None:
        return []
    rest, i = best
    k, k1, k2 = len(set(labels)), len(set(labels[:i])), len(set(labels[i:]))
    price = mp.log(3**k - 2, 2) - (k * whole - k1 * entropy(labels[:i]) - k2 * entropy(labels[i:]))
    if whole - rest <= (mp.log(n - 1, 2) + price) / n:
        return []
    left, right = rows[:i], rows[i:]
    return mdl_cuts(*zip(*left)) + [rows[i - 1][0]] + mdl_cuts(*zip(*right))


def mdl_cuts_plainly(x, y):
    """A second way to the same cuts: doubles, numpy, every value tried as a cut, not only boundaries."""
    x, codes = np.array(x), np.unique(y, return_inverse=True)[1]

    def h(part):
        shares = np.bincount(part) / len(part)
        shares = shares[shares > 0]
        return float(-(shares * np.log2(shares)).sum()), len(shares)

    whole, k = h(codes)
    values = np.unique(x)[:-1]
    if len(values) == 0:
        return []
    sides = [(codes[x <= v], codes[x > v]) for v in values]
    gains = [whole - (len(a) * h(a)[0] + len(b) * h(b)[0]) / len(x) for a, b in sides]
    best = int(np.flatnonzero(np.array(gains) >= max(gains) - 1e-12)[0])
    (e1, k1), (e2, k2) = (h(s) for s in sides[best])
    threshold = (np.log2(len(x) - 1) + np.log2(3**k - 2) - (k * whole - k1 * e1 - k2 * e2)) / len(x)
    if gains[best] <= threshold:
        return []
    cut, y = float(values[best]), np.array(y)
    return mdl_cuts_plainly(x[x <= cut], y[x <= cut]) + [cut] + mdl_cuts_plainly(x[x > cut], y[x > cut])


# ---------------------------------------------------------------------------- tables


class Table:
    """Columns of numbers or text, None where missing; `data` is what the JSON shows for it."""

    def __init__(self, columns, categorical, file=None):
        self.columns, self.categorical, self.file = columns, set(categorical), file

    def types(self, names):
        return {name: "categorical" if name in self.categorical else "numeric" for name in names}

    def data(self, names):
        return self.file or {"columns": {name: self.columns[name] for name in names}}

    def is_numeric(self, name):
        return name not in self.categorical

    def present(self, name):
        return [v for v in self.columns[name] if v is not None]

    def complete(self, names):
        """The named columns on the rows complete in all of them."""
        rows = [r for r in zip(*(self.columns[name] for name in names)) if None not in r]
        return [list(column) for column in zip(*rows)]

    def coded(self, name, bins, target):
        """Levels of a column; cuts are fitted on all its present rows that have a target, whatever other columns miss."""
        if not self.is_numeric(name):
            return self.columns[name]
        labelled = [v for v, y in zip(self.columns[name], self.columns[target]) if v is not None and y is not None]
        cuts = equal_frequency_cuts(labelled, bins)
        return [None if v is None else below(cuts, v) for v in self.columns[name]]


def read_example(file, categorical):
    with open(EXAMPLES / file, newline="") as lines:
        rows = list(csv.DictReader(lines))
    columns = {
        name: [None if r[name] == "" else r[name] if name in categorical else float(r[name]) for r in rows]
        for name in rows[0]
    }
    return Table(columns, categorical, file)


def small_table():
    """12 rows without ties and two classes whose code point order is not the dictionary's: exact p-values."""
    random = np.random.RandomState(12)
    y = np.round(random.normal(50, 10, 12), 2)
    label = ["a", "Z", "a", "a", "Z", "a", "Z", "Z", "a", "Z", "a", "a"]
    lift = np.array([3.0 if v == "Z" else 0.0 for v in label])
    return Table(
        {
            "near": list(np.round(0.4 * y + random.normal(0, 2, 12), 2)),
            "against": list(np.round(30 - 0.1 * y + lift + random.normal(0, 1.5, 12), 2)),
            "noise": list(np.round(random.rand(12) * 9, 2)),
            "y": list(y),
            "label": label,
        },
        ["label"],
    )


def tied_table():
    """40 rows of small whole numbers with many ties, three classes, a column of levels and one with gaps."""
    random = np.random.RandomState(40)
    kind = [["c", "B", "a"][i] for i in random.choice(3, 40, p=[0.25, 0.35, 0.4])]
    step = np.array([{"B": 0, "a": 1, "c": 3}[v] for v in kind])
    dose = [float(v) for v in step + random.randint(0, 4, 40)]
    gaps = [float(v) for v in random.randint(0, 6, 40) + step // 2]
    for row in (3, 8, 21, 22, 39):
        gaps[row] = None
    return Table(
        {
            "dose": dose,
            "binary": [float(v) for v in (step + random.randint(0, 3, 40) > 2)],
            "gaps": gaps,
            "noise": [float(v) for v in random.randint(0, 15, 40)],
            "colour": [["red", "green", "blue", "grey"][i] for i in (step + random.randint(0, 3, 40)) % 4],
            "y": [float(v) for v in 2 * np.array(dose) + random.randint(-2, 3, 40)],
            "kind": kind,
        },
        ["colour", "kind"],
    )


def boundary_table(n):
    """n rows without ties, to stand on either side of the limit of the exact p-values."""
    random = np.random.RandomState(n)
    y = (random.permutation(n) + 1) * 0.5
    label = ["no", "yes"] * (n // 2) + ["yes"] * (n % 2)
    lift = np.array([0.0 if v == "no" else 0.6 for v in label])
    return Table(
        {
            "trend": list(np.round(y / 10 + random.normal(0, 1.5, n), 4)),
            "shift": list(np.round(lift + random.normal(0, 1, n), 4)),
            "y": list(y),
            "label": label,
        },
        ["label"],
    )


def extreme_table():
    """2,000 rows with relations so strong that p is 1e-165 to 1e-290."""
    n, random = 2000, np.random.RandomState(2000)
    y = np.round(random.normal(0, 1, n), 3)
    half, third = np.arange(n) % 2, np.arange(n) % 3

    def noise():
        return random.normal(0, 1, n)

    def rounded(values):
        return [float(v) for v in np.round(values, 3)]

    return Table(
        {
            "rising": rounded(0.8 * y + noise()),
            "falling": rounded(100 - 0.95 * y + noise()),
            "by label": rounded(10 + 1.65 * half + noise()),
            "by label, uneven": rounded(20 - 2.2 * half + (1 + 0.7 * half) * noise()),
            "by group": rounded(10 + 1.0 * third + noise()),
            "frequency": rounded(20 + 4 * third + 4 * noise()),
            "nothing": rounded(10 + noise()),
            "y": rounded(y),
            "label": [["case", "control"][i] for i in half],
            "group": [["high", "low", "mid"][i] for i in third],
        },
        ["label", "group"],
    )


def edge_table():
    """Perfect relations and a constant, in whole numbers."""
    y = [float(v) for v in range(1, 13)]
    return Table(
        {
            "up": [2 * v + 1 for v in y],
            "down": [2 - 3 * v for v in y],
            "split": [1.0] * 4 + [5.0] * 4 + [9.0] * 4,
            "constant": [3.0] * 12,
            "y": y,
            "group": ["a"] * 4 + ["b"] * 4 + ["c"] * 4,
        },
        ["group"],
    )


# ---------------------------------------------------------------------------- which method on what

NUMBERS = {
    "pearson": pearson,
    "z-score": z_score,
    "r2": r2,
    "f-regression": f_regression,
    "spearman": spearman,
    "kendall": kendall,
}
CLASSES = {
    "anova-f": anova_f,
    "welch-anova": welch_anova,
    "kruskal-wallis": kruskal_wallis,
    "chi2-frequency": chi2_frequency,
    "fisher": fisher,
    "fisher:denominator=total": fisher_total,
    "auc": auc,
}
TWO_CLASSES = {"t-test": t_test, "welch-t": welch_t, "wilcoxon": wilcoxon}
COUNTS = {
    "chi2": chi2,
    "mutual-information": mutual_information,
    "information-gain": information_gain,
    "gain-ratio": gain_ratio,
    "symmetrical-uncertainty": symmetrical_uncertainty,
    "gini-gain": gini_gain,
    "cramers-v": cramers_v,
    "cramers-v:correction=bergsma": cramers_v_corrected,
    "mdfs:dimensions=1": mdfs_alone,
}


def plain(value):
    """A number for JSON, rounded once."""
    if mp.isinf(value):
        return "inf" if value > 0 else "-inf"
    return float(value)


def entry(result, n):
    score, p = result
    return {"score": plain(score), **({} if p is None else {"pValue": plain(p)}), "n": n}


def by_class(table, feature, target):
    x, y = table.complete([feature, target])
    return [[a for a, b in zip(x, y) if b == level] for level in sorted(set(y))]


def count_methods(table, target, features, bins):
    methods = {name: {} for name in COUNTS}
    coded = Table({name: table.coded(name, bins, target) for name in [*features, target]}, [])
    for feature in features:
        x, y = coded.complete([feature, target])
        for name, method in COUNTS.items():
            methods[name][feature] = entry(method(x, y), len(x))
        for name in ("chi2", "cramers-v", "cramers-v:correction=bergsma"):
            methods[name][feature]["sparse"] = is_sparse(x, y)
    y = coded.columns[target]
    columns = {name: coded.columns[name] for name in features}
    methods["mdfs"] = {
        name: entry(mdfs(columns, y, name), sum(None not in pair for pair in zip(columns[name], y)))
        for name in features
    }
    return methods


def is_sparse(x, y):
    """Cochran's rule: an expected count below 1, or more than a fifth of them below 5."""
    of_x, of_y = Counter(x), Counter(y)
    expected = [Fraction(a * b, len(x)) for a in of_x.values() for b in of_y.values()]
    return min(expected) < 1 or sum(e < 5 for e in expected) * 5 > len(expected)


def number_methods(table, target, features):
    methods = {name: {} for name in ["variance", *NUMBERS]}
    for feature in features:
        if not table.is_numeric(feature):
            x, y = table.complete([feature, target])
            methods["f-regression"][feature] = entry(f_regression_of_levels(x, y), len(x))
            continue
        present = table.present(feature)
        methods["variance"][feature] = entry(variance(present), len(present))
        x, y = table.complete([feature, target])
        for name, method in NUMBERS.items():
            methods[name][feature] = entry(method(x, y), len(x))
    return methods


def joint_method(table, target, features):
    *columns, y = table.complete([*features, target])
    result = z_score_joint(dict(zip(features, columns)), y)
    return {
        "z-score-joint": {name: entry(result[name], len(y)) for name in features},
        "vif": variance_inflation(table, features),
    }


def variance_inflation(table, features):
    """1/(1 - R^2) of the regression of each column on the others."""
    columns = table.complete(features)
    centred = [[mpf(v) - mean(column) for v in column] for column in columns]
    gram = mp.matrix(len(columns), len(columns))
    for i, a in enumerate(centred):
        for j, b in enumerate(centred):
            gram[i, j] = mp.fdot(a, b)
    inverse = gram**-1
    result = {}
    for i, name in enumerate(features):
        score = gram[i, i] * inverse[i, i]
        others = np.column_stack([c for j, c in enumerate(columns) if j != i])
        r2 = linear_model.LinearRegression().fit(others, columns[i]).score(others, columns[i])
        agree("vif", score, 1 / (1 - r2), 1e-6)
        result[name] = entry((score, None), len(columns[i]))
    return result


def class_methods(table, target, features):
    methods = {}
    for feature in features:
        if not table.is_numeric(feature):
            continue
        present = table.present(feature)
        methods.setdefault("variance", {})[feature] = entry(variance(present), len(present))
        groups = by_class(table, feature, target)
        apt = {**CLASSES, **(TWO_CLASSES if len(groups) == 2 else {})}
        for name, method in apt.items():
            if name == "chi2-frequency" and min(present) < 0:
                continue
            if name in ("welch-anova", "welch-t") and any(len(set(g)) == 1 for g in groups):
                continue  # a class of zero variance: left to the tests of that rule
            methods.setdefault(name, {})[feature] = entry(method(groups), sum(map(len, groups)))
    return methods


def case(table, target, features, bins, *methods):
    joined = {}
    for some in methods:
        joined.update(some)
    names = [*features, target]
    return {
        "data": table.data(names),
        "target": target,
        "task": "regression" if table.is_numeric(target) else "classification",
        "types": table.types(names),
        "features": list(features),
        "bins": bins,
        "methods": {name: values for name, values in joined.items() if values},
    }


def all_cases():
    cancer = read_example("breast-cancer.csv", {"diagnosis"})
    diabetes = read_example("diabetes.csv", set())
    penguins = read_example("penguins.csv", {"species", "island", "sex"})
    small, tied, extreme, edges = small_table(), tied_table(), extreme_table(), edge_table()

    def features_of(table, *targets):
        return [name for name in table.columns if name not in targets]

    def classes(table, target, features, bins=(10,)):
        yield case(table, target, features, bins[0], class_methods(table, target, features),
                   count_methods(table, target, features, bins[0]))
        for b in bins[1:]:
            yield case(table, target, features, b, count_methods(table, target, features, b))

    def numbers(table, target, features, bins=(10,), joint=True):
        yield case(table, target, features, bins[0], number_methods(table, target, features),
                   joint_method(table, target, features) if joint else {},
                   count_methods(table, target, features, bins[0]))
        for b in bins[1:]:
            yield case(table, target, features, b, count_methods(table, target, features, b))

    yield from classes(cancer, "diagnosis", features_of(cancer, "diagnosis"), (10, 4))
    yield from numbers(diabetes, "progression", features_of(diabetes, "progression"), (10, 4))
    yield from classes(penguins, "species", features_of(penguins, "species"), (10, 4))
    yield from classes(penguins, "sex", features_of(penguins, "sex"), (10, 4))
    yield from numbers(penguins, "body_mass_g", features_of(penguins, "body_mass_g"), (10, 4), joint=False)
    bill = ["bill_length_mm", "bill_depth_mm", "flipper_length_mm"]
    yield case(penguins, "body_mass_g", bill, 10, joint_method(penguins, "body_mass_g", bill))

    yield from classes(small, "label", ["near", "against", "noise", "y"], (10, 4))
    yield from numbers(small, "y", ["near", "against", "noise"], (10, 4))
    yield from classes(tied, "kind", features_of(tied, "kind"), (10, 4))
    yield from numbers(tied, "y", features_of(tied, "y"), (10, 4), joint=False)
    whole = ["dose", "binary", "gaps", "noise"]
    yield case(tied, "y", whole, 10, joint_method(tied, "y", whole))
    for n in (50, 51):
        boundary = boundary_table(n)
        yield from numbers(boundary, "y", ["trend", "shift"])
        yield from classes(boundary, "label", ["trend", "shift"])
    yield from numbers(extreme, "y", ["rising", "falling", "nothing"])
    yield from classes(extreme, "label", ["by label", "by label, uneven", "nothing"])
    yield from classes(extreme, "group", ["by group", "frequency", "nothing"])
    yield from numbers(edges, "y", ["up", "down", "constant"], joint=False)
    yield from classes(edges, "group", ["split", "constant"])


def all_cuts():
    cancer = read_example("breast-cancer.csv", {"diagnosis"})
    diabetes = read_example("diabetes.csv", set())
    penguins = read_example("penguins.csv", {"species", "island", "sex"})
    for table, target, some in (
        (cancer, "diagnosis", ["mean radius", "worst concavity"]),
        (diabetes, "progression", ["bmi", "s4"]),
        (penguins, "species", ["bill_length_mm", "flipper_length_mm"]),
    ):
        for name, method in (("equal-frequency", equal_frequency_cuts), ("equal-width", equal_width_cuts)):
            cuts = {feature: method(table.present(feature), 4) for feature in some}
            yield {"data": table.file, "target": target, "discretise": name, "bins": 4, "cuts": cuts}
    for table, target in ((cancer, "diagnosis"), (penguins, "species"), (penguins, "sex")):
        cuts = {}
        for feature in table.columns:
            if table.is_numeric(feature):
                x, y = table.complete([feature, target])
                cuts[feature] = mdl_cuts(x, y)
                assert cuts[feature] == mdl_cuts_plainly(x, y), f"MDL cuts of {feature}"
        yield {"data": table.file, "target": target, "discretise": "mdl", "cuts": cuts}


# ---------------------------------------------------------------------------- published values


def check_published_values():
    # counts of a table, mutual information in bits
    table = [[22, 25, 2, 8], [0, 8, 0, 37]]
    x = [i for i, row in enumerate(table) for j, c in enumerate(row) for _ in range(c)]
    y = [j for i, row in enumerate(table) for j, c in enumerate(row) for _ in range(c)]
    assert abs(information(x, y) - mpf("0.4335985")) < 5e-8
    # an independent table has chi2 = 0
    table = [[675, 225], [75, 25]]
    x = [i for i, row in enumerate(table) for j, c in enumerate(row) for _ in range(c)]
    y = [j for i, row in enumerate(table) for j, c in enumerate(row) for _ in range(c)]
    assert chi2(x, y)[0] == 0
    # Welch's analysis of variance of pain threshold by hair colour (McClave and Dietrich 1991),
    # values in the documentation of pingouin: F(3, 8.329841) = 5.890115, p = 0.018813
    hair = [[62, 60, 71, 55, 48], [63, 57, 52, 41, 43], [42, 50, 41, 37], [32, 39, 51, 30, 35]]
    f, p = welch_anova(hair)
    assert abs(f - mpf("5.890115")) < 1e-6 and abs(p - mpf("0.018813")) < 1e-6
    # on a column of 0 and 1, chi2-frequency = chi2 times the share of zeros
    tied = tied_table()
    x, y = tied.complete(["binary", "kind"])
    groups = by_class(tied, "binary", "kind")
    assert abs(chi2_frequency(groups)[0] - chi2(x, y)[0] * x.count(0.0) / len(x)) < mpf("1e-30")
    # Fayyad and Irani's cuts of iris as R's package discretization prints them, half-way between values:
    # 5.55 6.15, 2.95 3.35, 2.45 4.75, 0.80 1.75; ours are the values below
    iris = datasets.load_iris()
    published = [[5.5, 6.1], [2.9, 3.3], [1.9, 4.7], [0.6, 1.7]]
    assert [mdl_cuts(column.tolist(), iris.target.tolist()) for column in iris.data.T] == published
    # equal-frequency bins of -x are those of x: a cut of -x is minus the smallest value above a cut of x
    cancer = read_example("breast-cancer.csv", {"diagnosis"})
    for feature in ("mean radius", "worst concavity"):
        values = cancer.present(feature)
        mirrored = [-min(v for v in values if v > cut) for cut in equal_frequency_cuts(values, 4)]
        assert equal_frequency_cuts([-v for v in values], 4) == mirrored[::-1]


def written(value, indent=""):
    """JSON with everything flat on one line."""
    nested = isinstance(value, (dict, list)) and any(
        isinstance(v, (dict, list)) for v in (value.values() if isinstance(value, dict) else value)
    )
    if not nested:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    deeper = indent + " "
    if isinstance(value, dict):
        lines = [f"{deeper}{json.dumps(k)}: {written(v, deeper)}" for k, v in value.items()]
        return "{\n" + ",\n".join(lines) + f"\n{indent}}}"
    return "[\n" + ",\n".join(deeper + written(v, deeper) for v in value) + f"\n{indent}]"


def main():
    check_published_values()
    reference = {
        "made": {
            "python": platform.python_version(),
            "scipy": scipy.__version__,
            "sklearn": sklearn.__version__,
            "numpy": np.__version__,
            "mpmath": mpmath.__version__,
        },
        "cases": list(all_cases()),
        "cuts": list(all_cuts()),
    }
    (HERE / "reference.json").write_text(written(reference) + "\n", encoding="utf-8")
    for what, gap in sorted(largest_difference.items()):
        print(f"{what:32} largest relative difference from the library {gap:.1e}")


if __name__ == "__main__":
    main()
