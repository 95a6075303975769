"""Markov blankets by IAMB, Inter-IAMB, FBED, MMPC and HITON-PC, from the pseudo code of their papers, for `blankets.test.ts`.

    /usr/bin/python3 test/truth/blankets.py > test/truth/blankets.json

IAMB: Tsamardinos, Aliferis and Statnikov (2003), figure 2, with I(X;T|MB) as association; the growth goes on to the next best column
where the best is independent. MMPC: Tsamardinos, Brown and Aliferis (2006), algorithms 1 and 2, without the symmetry correction.
Inter-IAMB: the same paper as IAMB, shrinking after each column that joins. FBED: Borboudakis and Tsamardinos (2019), algorithm 2,
the least p-value first, with IAMB's removals. HITON-PC: Aliferis et al. (2010), semi-interleaved, without the symmetry correction.
Removals: the column with the greatest p-value first. A test has enough rows with five for each degree of freedom, among rows of
strata in which both vary, and five for each stratum. G² is divided by its mean over all tables with the margins of each stratum, and
multiplied by its degrees of freedom (Bartlett's correction).
Tables of numbers are tested by the partial correlation (Fisher 1924). That of `separated` has exactly the covariances of its network, so
that a partial correlation is 0 where d-separation says so (Pearl 1988), to the digits printed.
"""

import functools
import itertools
import json
import math

import numpy as np
from scipy.special import xlogy
from scipy.stats import chi2, hypergeom, norm


def g2(data, x, t, given):
    """The G² test of x ⟂ t | given: information in bits, p-value, its logarithm, and whether there are enough rows."""
    keys = list(zip(*(data[name] for name in given))) if given else [()] * len(data[t])
    groups = {}
    for i, key in enumerate(keys):
        groups.setdefault(key, []).append(i)
    statistic, degrees, varied, mean = 0.0, 0, 0, 0.0
    for members in groups.values():
        xs = [data[x][i] for i in members]
        ts = [data[t][i] for i in members]
        down, across = sorted(set(xs)), sorted(set(ts))
        table = np.zeros((len(down), len(across)))
        for a, b in zip(xs, ts):
            table[down.index(a), across.index(b)] += 1
        expected = np.outer(table.sum(1), table.sum(0)) / table.sum()
        seen = table > 0
        statistic += 2 * float((table[seen] * np.log(table[seen] / expected[seen])).sum())
        df = (len(down) - 1) * (len(across) - 1)
        degrees += df
        if df > 0:
            varied += len(members)
            mean += mean_statistic(table)
    n = len(data[t])
    bits = max(0.0, statistic / (2 * n * math.log(2)))
    enough = varied >= 5 * degrees and n >= 5 * len(groups)
    scaled = statistic * degrees / mean if degrees > 0 else 0.0
    p = float(chi2.sf(scaled, degrees)) if degrees > 0 else 1.0
    log_p = float(chi2.logsf(scaled, degrees)) if degrees > 0 else 0.0
    return {"bits": bits, "p": p, "logp": log_p, "enough": enough, "degrees": degrees, "statistic": statistic}


@functools.lru_cache(maxsize=None)
def mean_k_log_k(n, row, column):
    """E[k·ln k] of a hypergeometric k."""
    k = np.arange(max(0, row + column - n), min(row, column) + 1)
    return float((hypergeom.pmf(k, n, row, column) * xlogy(k, k)).sum())


def mean_statistic(table):
    """The mean of G² over all tables with these margins."""
    n, rows, columns = int(table.sum()), table.sum(1).astype(int), table.sum(0).astype(int)
    cells = sum(mean_k_log_k(n, int(row), int(column)) for row in rows for column in columns)
    return 2 * (cells + n * math.log(n) - float(xlogy(rows, rows).sum()) - float(xlogy(columns, columns).sum()))


def fisher_z(data, x, t, given):
    """Fisher's z test of x ⟂ t | given, of normal columns: the partial correlation from the inverse of the correlations."""
    names = [x, t, *given]
    n = len(data[t])
    inverse = np.linalg.inv(np.corrcoef([data[name] for name in names]))
    r = -inverse[0, 1] / math.sqrt(inverse[0, 0] * inverse[1, 1])
    z = math.sqrt(n - len(given) - 3) * math.atanh(r)
    p, log_p = 2 * float(norm.sf(abs(z))), math.log(2) + float(norm.logsf(abs(z)))
    return {"bits": -0.5 * math.log2(1 - r * r), "p": p, "logp": log_p, "enough": True, "r": r}


def test_of(data, x, t, given):
    return (fisher_z if isinstance(data[t][0], float) else g2)(data, x, t, given)


def shrink(data, t, alpha, blanket, steps):
    """Takes out the column of the greatest p-value given all others, until none is above alpha."""
    while True:
        tests = [(x, test_of(data, x, t, [other for other in blanket if other != x])) for x in blanket]
        out = [(test["p"], x) for x, test in tests if test["enough"] and test["p"] > alpha]
        if not out:
            return
        p, x = max(out)
        blanket.remove(x)
        steps.append(["remove", x, p])


def iamb(data, t, alpha, interleaved=False):
    columns = [name for name in data if name != t]
    blanket, steps, untested, seen = [], [], [], set()
    while True:
        scored = []
        for x in columns:
            if x in blanket or x in untested:
                continue
            scored.append((x, test_of(data, x, t, blanket)))
        scored.sort(key=lambda one: -one[1]["bits"])
        chosen = None
        for x, test in scored:
            if not test["enough"]:
                untested.append(x)
            elif test["p"] <= alpha:
                chosen = (x, test)
                break
        if chosen is None:
            break
        blanket.append(chosen[0])
        steps.append(["add", chosen[0], chosen[1]["p"]])
        if interleaved:
            shrink(data, t, alpha, blanket, steps)
            if frozenset(blanket) in seen:
                break
            seen.add(frozenset(blanket))
    shrink(data, t, alpha, blanket, steps)
    return {"selected": blanket, "steps": steps, "untested": untested}


def fbed(data, t, alpha, runs):
    columns = [name for name in data if name != t]
    chosen, steps, untested = [], [], []
    for _ in range(runs + 1):
        count = len(chosen)
        remaining = [x for x in columns if x not in chosen and x not in untested]
        while remaining:
            tests = {x: test_of(data, x, t, chosen) for x in remaining}
            untested += [x for x in remaining if not tests[x]["enough"]]
            remaining = [x for x in remaining if tests[x]["enough"] and tests[x]["p"] <= alpha]
            if remaining:
                best = min(remaining, key=lambda x: tests[x]["logp"])
                chosen.append(best)
                steps.append(["add", best, tests[best]["p"]])
                remaining.remove(best)
        if len(chosen) == count:
            break
    shrink(data, t, alpha, chosen, steps)
    return {"selected": chosen, "steps": steps, "untested": untested}


def subsets(of, most):
    for size in range(most + 1):
        yield from itertools.combinations(of, size)


def mmpc(data, t, alpha, most):
    columns = [name for name in data if name != t]
    cpc, steps, untested, out = [], [], [], {}
    while True:
        best = None
        for x in columns:
            if x in cpc or x in untested or x in out:
                continue
            least = None
            for given in subsets(cpc, most):
                test = test_of(data, x, t, list(given))
                if not test["enough"]:
                    if given == ():
                        untested.append(x)
                        break
                    continue
                if test["p"] > alpha:
                    out[x] = sorted(given)
                    break
                if least is None or test["logp"] > least["logp"]:
                    least = test
            if x in untested or x in out:
                continue
            if best is None or least["logp"] < best[1]["logp"]:
                best = (x, least)
        if best is None:
            break
        cpc.append(best[0])
        steps.append(["add", best[0], best[1]["p"]])
    while True:
        removable = []
        for x in cpc:
            for given in subsets([other for other in cpc if other != x], most):
                test = test_of(data, x, t, list(given))
                if test["enough"] and test["p"] > alpha:
                    removable.append((test["p"], x))
        if not removable:
            break
        p, x = max(removable)
        cpc.remove(x)
        steps.append(["remove", x, p])
    return {"selected": cpc, "steps": steps, "untested": untested, "out": sorted(out)}


def hiton(data, t, alpha, most):
    columns = [name for name in data if name != t]
    alone = {x: test_of(data, x, t, []) for x in columns}
    untested = [x for x in columns if not alone[x]["enough"]]
    out = [x for x in columns if alone[x]["enough"] and alone[x]["p"] > alpha]
    pc, steps = [], []

    def separated(x, others, least):
        """The greatest p-value above alpha given some of the others, at least so many."""
        found = [test_of(data, x, t, list(given)) for given in subsets(others, most) if len(given) >= least]
        return max((test["p"] for test in found if test["enough"] and test["p"] > alpha), default=None)

    for x in sorted((x for x in columns if x not in untested and x not in out), key=lambda x: alone[x]["logp"]):
        if separated(x, pc, 1) is not None:
            out.append(x)
        else:
            pc.append(x)
            steps.append(["add", x, alone[x]["p"]])
    while True:
        removable = [(separated(x, [other for other in pc if other != x], 0), x) for x in pc]
        removable = [one for one in removable if one[0] is not None]
        if not removable:
            break
        p, x = max(removable)
        pc.remove(x)
        steps.append(["remove", x, p])
    return {"selected": pc, "steps": steps, "untested": untested, "out": sorted(out)}


def asia(rows, seed):
    """Rows of the network ASIA of Lauritzen and Spiegelhalter (1988), its tables as in their figure 2."""
    random = np.random.default_rng(seed)

    def draw(p):
        return random.random(rows) < p

    visit = draw(0.01)
    smoke = draw(0.5)
    tub = draw(np.where(visit, 0.05, 0.01))
    lung = draw(np.where(smoke, 0.1, 0.01))
    bronc = draw(np.where(smoke, 0.6, 0.3))
    either = tub | lung
    xray = draw(np.where(either, 0.98, 0.05))
    dysp = draw(np.where(either, np.where(bronc, 0.9, 0.7), np.where(bronc, 0.8, 0.1)))
    named = dict(visit=visit, smoke=smoke, tub=tub, lung=lung, bronc=bronc, xray=xray, dysp=dysp)
    return {name: ["yes" if one else "no" for one in values] for name, values in named.items()}


def mixed(rows, seed):
    """Two parents, a child with another parent, a copy with errors, noise of two, five and too many levels."""
    random = np.random.default_rng(seed)
    a = random.integers(0, 2, rows)
    b = random.integers(0, 3, rows)
    y = (a + b + (random.random(rows) < 0.25)) % 3
    spouse = random.integers(0, 2, rows)
    child = np.where(random.random(rows) < 0.85, (y > 0) ^ (spouse == 1), random.integers(0, 2, rows)).astype(int)
    copy = np.where(random.random(rows) < 0.9, a, 1 - a)
    many = random.integers(0, rows // 4, rows)
    five = random.integers(0, 5, rows)
    two = random.integers(0, 2, rows)
    columns = dict(a=a, b=b, spouse=spouse, child=child, copy=copy, many=many, five=five, two=two, y=y)
    return {name: [f"l{value}" for value in values] for name, values in columns.items()}


def exclusive(rows, seed):
    """y is a xor b, with errors, and c is related to y by itself; copies of a and c with errors."""
    random = np.random.default_rng(seed)
    a, b, c = (random.integers(0, 2, rows) for _ in range(3))
    y = np.where(random.random(rows) < 0.9, (a ^ b), 1 - (a ^ b))
    y = np.where((c == 1) & (random.random(rows) < 0.4), 1, y)
    d = np.where(random.random(rows) < 0.8, c, 1 - c)
    columns = dict(a=a, b=b, c=c, d=d, y=y)
    return {name: [f"l{value}" for value in values] for name, values in columns.items()}


def proxy(rows, seed):
    """y is the sum of a and b, with errors; z is that sum too, so it tells most of y until a and b are known."""
    random = np.random.default_rng(seed)
    a, b, c = (random.integers(0, 2, rows) for _ in range(3))
    y = a + b + (random.random(rows) < 0.2)
    z = np.where(random.random(rows) < 0.95, a + b, random.integers(0, 3, rows))
    columns = dict(a=a, b=b, c=c, z=z, y=y)
    return {name: [f"l{value}" for value in values] for name, values in columns.items()}


# The columns that each depends on, with the weights: a → y ← b, y → c ← s, a → d, c → e, and f by itself.
network = {
    "a": {},
    "b": {},
    "s": {},
    "f": {},
    "d": {"a": 0.9},
    "y": {"a": 1.0, "b": -0.8},
    "c": {"y": 0.9, "s": 1.0},
    "e": {"c": 0.8},
}


def normal(rows, seed, is_exact):
    """Rows of the network, each column with a normal error; exactly uncorrelated errors of variance 1, or drawn ones."""
    errors = np.random.default_rng(seed).standard_normal((rows, len(network)))
    if is_exact:
        errors -= errors.mean(0)
        errors = np.linalg.qr(errors)[0] * math.sqrt(rows - 1)
    columns = {}
    for place, (name, parents) in enumerate(network.items()):
        columns[name] = errors[:, place] + sum(weight * columns[parent] for parent, weight in parents.items())
    return {name: [round(float(value), 7) for value in values] for name, values in columns.items()}


def blanket_of(target):
    """Parents and children of a column of the network, and these with the other parents of its children."""
    children = [name for name, parents in network.items() if target in parents]
    near = {*network[target], *children}
    return sorted(near), sorted({*near, *(parent for child in children for parent in network[child])} - {target})


tables = {
    "normal": normal(80, 6, False),
    "separated": normal(200, 7, True),
    "proxy": proxy(600, 5),
    "asia": asia(2000, 1),
    "mixed": mixed(400, 2),
    "small": mixed(60, 3),
    "exclusive": exclusive(300, 4),
}
cases = []
for name, target in [("asia", "dysp"), ("asia", "lung"), ("asia", "smoke"), ("mixed", "y"), ("mixed", "child"), ("small", "y"), ("exclusive", "y"), ("proxy", "y")]:
    for alpha in [0.05, 0.001]:
        cases.append({"table": name, "target": target, "method": f"iamb:alpha={alpha}", **iamb(tables[name], target, alpha)})
        cases.append({"table": name, "target": target, "method": f"inter-iamb:alpha={alpha}", **iamb(tables[name], target, alpha, True)})
        for runs in [0, 1]:
            method = f"fbed:alpha={alpha},runs={runs}"
            cases.append({"table": name, "target": target, "method": method, **fbed(tables[name], target, alpha, runs)})
        for most in [1, 3]:
            method = f"hiton-pc:alpha={alpha},most={most}"
            cases.append({"table": name, "target": target, "method": method, **hiton(tables[name], target, alpha, most)})
        for most in [0, 1, 3]:
            method = f"mmpc:alpha={alpha},most={most}"
            cases.append({"table": name, "target": target, "method": method, **mmpc(tables[name], target, alpha, most)})

for target in ["y", "c", "a"]:
    for alpha in [0.05, 0.001]:
        how = f"alpha={alpha},test=fisher-z"
        for method, found in [
            (f"iamb:{how}", iamb(tables["normal"], target, alpha)),
            (f"inter-iamb:{how}", iamb(tables["normal"], target, alpha, True)),
            (f"fbed:{how},runs=1", fbed(tables["normal"], target, alpha, 1)),
            (f"hiton-pc:{how},most=3", hiton(tables["normal"], target, alpha, 3)),
            (f"mmpc:{how},most=2", mmpc(tables["normal"], target, alpha, 2)),
        ]:
            cases.append({"table": "normal", "target": target, "method": method, **found})

oracles = []
for target in network:
    near, blanket = blanket_of(target)
    oracles.append({"target": target, "near": near, "blanket": blanket})

correlations = []
for x, t, given in [("a", "y", []), ("d", "y", ["a"]), ("s", "y", ["c"]), ("e", "y", ["c", "s", "b"]), ("f", "e", ["a", "b", "c", "d", "s", "y"])]:
    correlations.append({"x": x, "target": t, "given": given, **fisher_z(tables["normal"], x, t, given)})

tests = []
for name, x, t, given in [
    ("asia", "smoke", "dysp", []),
    ("asia", "smoke", "dysp", ["bronc"]),
    ("asia", "xray", "lung", ["tub", "smoke"]),
    ("mixed", "b", "y", ["a", "child", "spouse"]),
    ("mixed", "many", "y", []),
    ("exclusive", "a", "y", ["b"]),
]:
    test = g2(tables[name], x, t, given)
    tests.append({"table": name, "x": x, "target": t, "given": given, **{key: value if key != "enough" else bool(value) for key, value in test.items()}})

print(json.dumps({"tables": tables, "tests": tests, "cases": cases, "oracles": oracles, "correlations": correlations}, separators=(",", ":")))
