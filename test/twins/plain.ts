/** Slow plain versions, written from the definitions, that share no line with the library. */

export type Numbers = readonly number[]

/** Each value as often as its weight says. */
export function repeat<T>(values: readonly T[], weights: Numbers): T[] {
  return values.flatMap((value, row) => new Array<T>(weights[row]).fill(value))
}

export function sum(values: Numbers): number {
  return values.reduce((total, value) => total + value, 0)
}

/** C − D over all pairs of rows. */
export function concordance(x: Numbers, y: Numbers): number {
  let difference = 0
  for (let i = 0; i < x.length; i++) {
    for (let j = 0; j < i; j++) difference += Math.sign(x[i] - x[j]) * Math.sign(y[i] - y[j])
  }
  return difference
}

/** τ-b = (C−D)/√((n₀−n₁)(n₀−n₂)), counting pairs one by one. */
export function kendall(x: Numbers, y: Numbers): number {
  let [freeX, freeY] = [0, 0]
  for (let i = 0; i < x.length; i++) {
    for (let j = 0; j < i; j++) {
      if (x[i] !== x[j]) freeX++
      if (y[i] !== y[j]) freeY++
    }
  }
  return freeX === 0 || freeY === 0 ? 0 : concordance(x, y) / Math.sqrt(freeX * freeY)
}

/** The variance of C − D with its terms for ties (Kendall 1970). */
export function kendallVariance(x: Numbers, y: Numbers): number {
  const n = x.length
  const ties = (values: Numbers) =>
    [...new Set(values)].map((value) => values.filter((other) => other === value).length)
  const total = (values: Numbers, term: (t: number) => number) => sum(ties(values).map(term))
  const v0 = n * (n - 1) * (2 * n + 5)
  const vt = total(x, (t) => t * (t - 1) * (2 * t + 5))
  const vu = total(y, (t) => t * (t - 1) * (2 * t + 5))
  const v1 = (total(x, (t) => t * (t - 1)) * total(y, (t) => t * (t - 1))) / (2 * n * (n - 1))
  const v2 =
    (total(x, (t) => t * (t - 1) * (t - 2)) * total(y, (t) => t * (t - 1) * (t - 2))) /
    (9 * n * (n - 1) * (n - 2))
  return (v0 - vt - vu) / 18 + v1 + (n > 2 ? v2 : 0)
}

/** All orders of 0 … n−1. */
export function permutations(n: number): number[][] {
  if (n === 0) return [[]]
  return permutations(n - 1).flatMap((rest) =>
    Array.from({ length: n }, (_, place) => rest.toSpliced(place, 0, n - 1)),
  )
}

/** The share of all orders whose |C − D| is at least as large. */
export function kendallExactP(x: Numbers, y: Numbers): number {
  const observed = Math.abs(concordance(x, y))
  const identity = x.map((_, i) => i)
  const orders = permutations(x.length)
  return orders.filter((order) => Math.abs(concordance(identity, order)) >= observed).length / orders.length
}

/** Mid-ranks: one more than the values below, and half of the others that equal it. */
export function midRanks(values: Numbers): number[] {
  const sorted = values.toSorted((a, b) => a - b)
  return values.map((value) => (sorted.indexOf(value) + 1 + sorted.lastIndexOf(value) + 1) / 2)
}

export function pearson(x: Numbers, y: Numbers): number {
  const centred = (values: Numbers) => values.map((value) => value - sum(values) / values.length)
  const [a, b] = [centred(x), centred(y)]
  const product = (u: Numbers, v: Numbers) => sum(u.map((value, i) => value * v[i]))
  const scale = Math.sqrt(product(a, a) * product(b, b))
  return scale === 0 ? 0 : product(a, b) / scale
}

/** Subsets of 0 … n−1 with k members. */
export function subsets(n: number, k: number): number[][] {
  if (k === 0) return [[]]
  if (n < k) return []
  return [...subsets(n - 1, k), ...subsets(n - 1, k - 1).map((rest) => [...rest, n - 1])]
}

/** U of the rows marked: pairs in which theirs is the larger, ties half. */
export function mannWhitney(x: Numbers, isFirst: readonly boolean[]): number {
  let u = 0
  for (let i = 0; i < x.length; i++) {
    for (let j = 0; j < x.length; j++) {
      if (isFirst[i] && !isFirst[j]) u += (1 + Math.sign(x[i] - x[j])) / 2
    }
  }
  return u
}

/** The share of all ways to choose the first class whose U lies at least as far from the middle. */
export function wilcoxonExactP(x: Numbers, isFirst: readonly boolean[]): number {
  const n1 = isFirst.filter(Boolean).length
  const centre = (n1 * (x.length - n1)) / 2
  const observed = Math.abs(mannWhitney(x, isFirst) - centre)
  const ways = subsets(x.length, n1)
  const distance = (way: readonly number[]) =>
    Math.abs(
      mannWhitney(
        x,
        x.map((_, i) => way.includes(i)),
      ) - centre,
    )
  return ways.filter((way) => distance(way) >= observed).length / ways.length
}

/** z = (U − n₁n₂/2)/σ, σ² = n₁n₂/12 · (n + 1 − Σ(t³−t)/(n(n−1))). */
export function wilcoxonZ(x: Numbers, isFirst: readonly boolean[]): number {
  const n = x.length
  const n1 = isFirst.filter(Boolean).length
  const ties = sum(
    [...new Set(x)].map((value) => x.filter((other) => other === value).length).map((t) => t ** 3 - t),
  )
  const variance = ((n1 * (n - n1)) / 12) * (n + 1 - ties / (n * (n - 1)))
  return variance === 0 ? 0 : (mannWhitney(x, isFirst) - (n1 * (n - n1)) / 2) / Math.sqrt(variance)
}

/** Plug-in I(X;Y) = Σ p(x,y) log₂ [p(x,y)/(p(x)p(y))], with natural logarithms divided by ln 2. */
export function mutualInformation(x: readonly unknown[], y: readonly unknown[]): number {
  const n = x.length
  const count = <T>(keys: readonly T[]) => {
    const counts = new Map<T, number>()
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
    return counts
  }
  const [ofX, ofY] = [count(x), count(y)]
  const pairs = x.map((value, row) => JSON.stringify([value, y[row]]))
  const first = new Map(pairs.map((pair, row) => [pair, row]))
  let information = 0
  for (const [pair, both] of count(pairs)) {
    const row = first.get(pair)!
    information += (both / n) * Math.log((both * n) / (ofX.get(x[row])! * ofY.get(y[row])!))
  }
  return information / Math.LN2
}

/**
 * Of all places between two distinct values the one nearest to j·n/b rows; of two the one nearer the middle of the rows, then that in
 * the wider gap, then both. Few values stay as they are.
 */
export function equalFrequencyCuts(values: Numbers, bins: number): number[] {
  const sorted = values.toSorted((a, b) => a - b)
  const n = sorted.length
  const distinct = [...new Set(sorted)]
  if (distinct.length <= bins) return distinct.slice(0, -1)
  const places = distinct.slice(0, -1).map((cut, i) => ({
    cut,
    rows: sorted.filter((value) => value <= cut).length,
    gap: distinct[i + 1] - cut,
  }))
  const cuts = new Set<number>()
  for (let j = 1; j < bins; j++) {
    // In units of 1/b rows, so that all of it is exact.
    const away = places.map(({ rows }) => Math.abs(rows * bins - j * n))
    let nearest = places.filter((_, i) => away[i] === Math.min(...away))
    const fromMiddle = Math.min(...nearest.map(({ rows }) => Math.abs(2 * rows - n)))
    nearest = nearest.filter(({ rows }) => Math.abs(2 * rows - n) === fromMiddle)
    const widest = Math.max(...nearest.map(({ gap }) => gap))
    for (const { cut, gap } of nearest)
      if (widest - gap <= 1e-12 * Math.max(...distinct.map(Math.abs))) cuts.add(cut)
  }
  return [...cuts].sort((a, b) => a - b)
}

export function equalWidthCuts(values: Numbers, bins: number): number[] {
  const [min, max] = [Math.min(...values), Math.max(...values)]
  return min === max ? [] : Array.from({ length: bins - 1 }, (_, j) => min + ((j + 1) * (max - min)) / bins)
}

export function entropyOf(labels: readonly unknown[]): number {
  return mutualInformation(labels, labels)
}

interface Point {
  readonly value: number
  readonly label: string
}

/** Fayyad and Irani's cuts, tried one by one; of equally good ones the lowest. */
export function mdlCuts(points: readonly Point[]): number[] {
  const values = [...new Set(points.map(({ value }) => value))].sort((a, b) => a - b)
  const labels = (of: readonly Point[]) => of.map(({ label }) => label)
  const classes = (of: readonly Point[]) => new Set(labels(of)).size
  const n = points.length
  let best: { cut: number; gain: number } | null = null
  for (const [i, cut] of values.slice(0, -1).entries()) {
    const around = points.filter(({ value }) => value === cut || value === values[i + 1])
    if (classes(around) === 1) continue
    const [left, right] = [
      points.filter(({ value }) => value <= cut),
      points.filter(({ value }) => value > cut),
    ]
    const gain =
      entropyOf(labels(points)) -
      (left.length / n) * entropyOf(labels(left)) -
      (right.length / n) * entropyOf(labels(right))
    if (!best || gain > best.gain + 1e-12) best = { cut, gain }
  }
  if (!best) return []
  const { cut, gain } = best
  const [left, right] = [
    points.filter(({ value }) => value <= cut),
    points.filter(({ value }) => value > cut),
  ]
  const weighted = (of: readonly Point[]) => classes(of) * entropyOf(labels(of))
  const delta = Math.log2(3 ** classes(points) - 2) - (weighted(points) - weighted(left) - weighted(right))
  if (gain <= (Math.log2(n - 1) + delta) / n) return []
  return [...mdlCuts(left), cut, ...mdlCuts(right)]
}

/** The smallest m·p_(j)/j over all places j at or after the test's own, at most 1. */
export function benjaminiHochberg(pValues: Numbers): number[] {
  const sorted = pValues.toSorted((a, b) => a - b)
  return pValues.map((p) => {
    const later = sorted.flatMap((other, i) => (other >= p ? [(sorted.length * other) / (i + 1)] : []))
    return Math.min(1, ...later)
  })
}

/** The most bins, 2 to 10, that leave five rows a cell of bins² × classes, or of bins³. */
export function defaultBins(n: number, classes: number | null): number {
  const allowed = [3, 4, 5, 6, 7, 8, 9, 10].filter((bins) => n / (bins ** 2 * (classes ?? bins)) >= 5)
  return Math.max(2, ...allowed)
}
