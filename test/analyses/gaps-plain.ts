/** Slow plain arithmetic over rows of JavaScript values: each quantity leaves out the rows that lack one of its own columns. */

export type Cell = number | string | null
export type Cells = Readonly<Record<string, readonly Cell[]>>

export interface Plain {
  readonly cells: Cells
  readonly target: string
  /** How often each row counts; once by default. */
  readonly weights?: readonly number[]
}

/** Rows that have a target and a value in each of some columns. */
function rowsOf({ cells, target }: Plain, names: readonly string[]): readonly number[] {
  return cells[target].flatMap((_, row) =>
    [target, ...names].every((name) => cells[name][row] !== null) ? [row] : [],
  )
}

const known = new WeakMap<Plain, Map<string, number>>()

/** H of some columns over the rows complete in others, in bits; found once. */
function entropyOver(plain: Plain, names: readonly string[], within: readonly string[]): number {
  const found = known.get(plain) ?? new Map<string, number>()
  known.set(plain, found)
  const key = JSON.stringify([names, within])
  if (!found.has(key)) found.set(key, entropyOf(plain, names, within))
  return found.get(key)!
}

function entropyOf(plain: Plain, names: readonly string[], within: readonly string[]): number {
  const counts = new Map<string, number>()
  let n = 0
  for (const row of rowsOf(plain, within)) {
    const weight = plain.weights?.[row] ?? 1
    const key = JSON.stringify(names.map((name) => plain.cells[name][row]))
    counts.set(key, (counts.get(key) ?? 0) + weight)
    n += weight
  }
  let sum = 0
  for (const count of counts.values()) if (count > 0) sum -= (count / n) * Math.log2(count / n)
  return sum
}

/** I(A;B|C) over the rows complete in `within`. */
function information(
  plain: Plain,
  a: readonly string[],
  b: readonly string[],
  given: readonly string[],
  within: readonly string[],
): number {
  const h = (...names: readonly string[]) => entropyOver(plain, names, within)
  return h(...a, ...given) + h(...b, ...given) - h(...a, ...b, ...given) - h(...given)
}

/** The terms of the criteria, each over the rows complete in its own columns and the target. */
export function termsOf(plain: Plain) {
  const y = [plain.target]
  return {
    relevance: (k: string) => information(plain, [k], y, [], [k]),
    redundancy: (k: string, j: string) => information(plain, [k], [j], [], [k, j]),
    conditional: (k: string, j: string) => information(plain, [k], [j], y, [k, j]),
    given: (k: string, j: string) => information(plain, [k], y, [j], [k, j]),
    joint: (k: string, j: string) => information(plain, [k, j], y, [], [k, j]),
    jointEntropy: (k: string, j: string) => entropyOver(plain, [k, j, plain.target], [k, j]),
    /** H(X_k) + H(X_j). */
    entropies: (k: string, j: string) => entropyOver(plain, [k], [k, j]) + entropyOver(plain, [j], [k, j]),
    targetEntropy: (k: string) => entropyOver(plain, y, [k]),
    uncertainty: (k: string, j: string) => {
      const sum = entropyOver(plain, [k], [k, j]) + entropyOver(plain, [j], [k, j])
      return sum === 0 ? 0 : (2 * information(plain, [k], [j], [], [k, j])) / sum
    },
  }
}

export type Terms = ReturnType<typeof termsOf>

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const sum = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/** J of a candidate beside selected columns, by method. */
export const formulas: Readonly<
  Record<string, (terms: Terms, k: string, selected: readonly string[]) => number>
> = {
  mim: (t, k) => t.relevance(k),
  mifs: (t, k, s) => t.relevance(k) - sum(s.map((j) => t.redundancy(k, j))),
  mrmr: (t, k, s) => t.relevance(k) - mean(s.map((j) => t.redundancy(k, j))),
  jmi: (t, k, s) =>
    t.relevance(k) - mean(s.map((j) => t.redundancy(k, j))) + mean(s.map((j) => t.conditional(k, j))),
  'jmi:form=sum': (t, k, s) => sum(s.map((j) => t.joint(k, j))),
  cife: (t, k, s) => t.relevance(k) - sum(s.map((j) => t.redundancy(k, j) - t.conditional(k, j))),
  icap: (t, k, s) =>
    t.relevance(k) - sum(s.map((j) => Math.max(0, t.redundancy(k, j) - t.conditional(k, j)))),
  cmim: (t, k, s) => Math.min(t.relevance(k), ...s.map((j) => t.given(k, j))),
  jmim: (t, k, s) => Math.min(...s.map((j) => t.joint(k, j))),
  njmim: (t, k, s) => Math.min(...s.map((j) => t.joint(k, j) / t.jointEntropy(k, j))),
  disr: (t, k, s) => sum(s.map((j) => t.joint(k, j) / t.jointEntropy(k, j))),
  gmi: (t, k, s) => t.relevance(k) + mean(s.map((j) => t.given(k, j))),
  cfr: (t, k, s) => sum(s.map((j) => t.given(k, j) - t.redundancy(k, j) + t.conditional(k, j))),
  dcsf: (t, k, s) => sum(s.map((j) => t.given(k, j) + t.given(j, k) - t.redundancy(k, j))),
  mri: (t, k, s) =>
    t.relevance(k) - (2 / (s.length + 1)) * sum(s.map((j) => t.redundancy(k, j) - t.conditional(k, j))),
  iwfs: (t, k, s) =>
    s.reduce(
      (product, j) => product * (1 + (t.conditional(k, j) - t.redundancy(k, j)) / t.entropies(k, j)),
      1 + (2 * t.relevance(k)) / (t.entropies(k, k) / 2 + t.targetEntropy(k)),
    ),
  'extended-mrmr:beta=0.3,gamma=0.2': (t, k, s) =>
    t.relevance(k) -
    0.3 * sum(s.map((j) => t.redundancy(k, j))) +
    0.2 * sum(s.map((j) => t.conditional(k, j))),
}

/** Forward selection by a formula: names and scores, the first of ties. */
export function forward(plain: Plain, by: string, features: readonly string[], k: number) {
  const terms = termsOf(plain)
  const selected: string[] = []
  const scores: number[] = []
  while (selected.length < k) {
    const left = features.filter((name) => !selected.includes(name))
    const found = left.map((name) =>
      selected.length === 0 && by !== 'iwfs' ? terms.relevance(name) : formulas[by](terms, name, selected),
    )
    const best = found.reduce((best, score, i) => (score > found[best] + 1e-12 ? i : best), 0)
    selected.push(left[best])
    scores.push(found[best])
  }
  return { selected, scores }
}

/** Random tables of levels with gaps, from a generator that does not depend on criba. */
export function randomCells(seed: number, rows: number, columns: number, share: number): Cells {
  let state = seed * 2654435761 + 12345
  const uniform = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  const y = Array.from({ length: rows }, () => Math.floor(uniform() * 3))
  const cells: Record<string, Cell[]> = {}
  for (let c = 0; c < columns; c++) {
    const signal = uniform()
    cells[`x${c}`] = y.map((level) => {
      const value = uniform() < signal / 2 ? level : Math.floor(uniform() * (2 + (c % 4)))
      return uniform() < share * (c % 3) ? null : `l${value}`
    })
  }
  return { ...cells, y: y.map((level) => (uniform() < share / 2 ? null : `c${level}`)) }
}
