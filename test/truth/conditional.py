"""Conditional information by neighbours, from the definitions of the papers, without criba.

Run with Debian 12's python3 (3.11), python3-numpy (1.24.2) and python3-scipy (1.10.1); it takes seconds:

    python3 test/truth/conditional.py

It writes conditional.json beside itself, the same on every run. All pairs of rows are compared. Numbers have at most
four decimals, and their differences are taken as whole multiples of the last one, so ties are exact; scaled columns are
divided by their standard deviation (n below the line) first, and have no ties.

Frenzel & Pompe (2007): psi(k) - < psi(n_xz + 1) + psi(n_yz + 1) - psi(n_z + 1) >, each n the other rows strictly nearer
in that space than the k-th neighbour is in the joint space, by greatest difference.

Mesner & Shalizi (2021), as in the authors' program (knncmi): < psi(k_i) - psi(n_xz) - psi(n_yz) + psi(n_z) >, each n the
other rows at most as far as the k-th neighbour, and k_i those in the joint space; two levels are at distance 1. With
nothing given, n_z is n - 1, as with a constant.
"""

import json
from pathlib import Path

import numpy as np
from scipy.special import digamma

UNIT = 10000


def distances(columns, scale):
    """The greatest difference between each pair of rows."""
    n = len(columns[0])
    most = np.zeros((n, n))
    for column in columns:
        if isinstance(column[0], str):
            codes = np.array(column)
            own = (codes[:, None] != codes[None, :]) * (1.0 if scale == "standard" else float(UNIT))
        else:
            whole = np.rint(np.array(column) * UNIT)
            own = np.abs(whole[:, None] - whole[None, :])
            if scale == "standard":
                own = own / whole.std()
        most = np.maximum(most, own)
    return most


def estimate(x, y, z, k, rule, scale):
    joint = distances([*x, *y, *z], scale)
    n = len(joint)
    total = 0.0
    spaces = [[*x, *z], [*y, *z], z]
    margins = [distances(space, scale) if space else np.zeros((n, n)) for space in spaces]
    for i in range(n):
        others = np.arange(n) != i
        radius = np.sort(joint[i][others])[k - 1]
        if rule == "frenzel-pompe":
            xz, yz, of_z = [np.count_nonzero(margin[i][others] < radius) for margin in margins]
            total += digamma(k) - digamma(xz + 1) - digamma(yz + 1) + digamma(of_z + 1)
        else:
            xz, yz, of_z = [np.count_nonzero(margin[i][others] <= radius) for margin in margins]
            own = np.count_nonzero(joint[i][others] <= radius)
            total += digamma(own) - digamma(xz) - digamma(yz) + digamma(of_z)
    return total / n


r = np.random.RandomState(2007)
noise = r.normal(size=(120, 5))
z = noise[:, 0]
w = 0.5 * z + noise[:, 1]
x = 0.8 * z + 0.5 * w + 0.6 * noise[:, 2]
y = 0.8 * z - 0.5 * w + 0.5 * x + 0.6 * noise[:, 3]
group = np.array(["a", "b", "c"])[np.digitize(z + 0.5 * noise[:, 4], [-0.5, 0.6])]
label = np.where(x + 0.5 * y + noise[:, 1] > 0, "yes", "no")
many = np.array([f"l{int(v)}" for v in np.floor(5 * r.uniform(size=120)) + 5 * (x > 0)])
columns = {
    "x": np.round(x, 4).tolist(),
    "y": np.round(y, 4).tolist(),
    "z": np.round(z, 4).tolist(),
    "w": np.round(w, 4).tolist(),
    "coarse": np.round(2 * x).tolist(),
    "rough": np.round(y, 1).tolist(),
    "halved": np.where(z > 0.3, np.round(z, 4), 0).tolist(),
    "group": group.tolist(),
    "label": label.tolist(),
    "many": many.tolist(),
}

cases = []


def case(x, y, z, k, rule, scale="none"):
    value = estimate(*[[columns[name] for name in names] for names in (x, y, z)], k, rule, scale)
    cases.append({"x": x, "y": y, "given": z, "k": k, "rule": rule, "scale": scale, "nats": value})


for scale in ("none", "standard"):
    for k in (1, 3, 8):
        case(["x"], ["y"], ["z"], k, "frenzel-pompe", scale)
        case(["x"], ["y"], ["z", "w"], k, "frenzel-pompe", scale)
        case(["x", "w"], ["y"], ["z"], k, "frenzel-pompe", scale)
        case(["x"], ["group"], ["z"], k, "mesner-shalizi", scale)
        case(["x"], ["y"], ["group"], k, "mesner-shalizi", scale)
        case(["x", "label"], ["y"], ["group", "w"], k, "mesner-shalizi", scale)
for k in (1, 3, 8):
    case(["coarse"], ["rough"], ["halved"], k, "frenzel-pompe")
    case(["coarse"], ["rough"], ["halved"], k, "mesner-shalizi")
    case(["label"], ["group"], ["many"], k, "mesner-shalizi")
    case(["many"], ["coarse"], ["group"], k, "mesner-shalizi")
    case(["x"], ["group"], [], k, "mesner-shalizi")
    case(["label"], ["many"], [], k, "mesner-shalizi")
    case(["halved", "many"], ["label"], [], k, "mesner-shalizi")

path = Path(__file__).resolve().parent / "conditional.json"
path.write_text(json.dumps({"columns": columns, "cases": cases}, indent=1) + "\n")
print(len(cases), "cases")
