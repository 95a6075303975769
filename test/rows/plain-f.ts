import type { TrueTable } from './data.ts'

/** F of the one-way analysis of variance of a numeric column by classes, by its definition, over the rows that have both. */
export function plainF(
  values: ArrayLike<number | string | null>,
  classes: ArrayLike<number | string | null>,
  weights?: ArrayLike<number | string | null>,
): number {
  const groups = new Map<unknown, { n: number; mean: number; squares: number }>()
  const all = { n: 0, mean: 0 }
  for (let row = 0; row < values.length; row++) {
    const [value, level, weight] = [values[row], classes[row], Number(weights?.[row] ?? 1)]
    if (value === null || level === null || weight === 0) continue
    const group = groups.get(level) ?? { n: 0, mean: 0, squares: 0 }
    groups.set(level, group)
    group.n += weight
    const step = Number(value) - group.mean
    group.mean += (step * weight) / group.n
    group.squares += weight * step * (Number(value) - group.mean)
    all.n += weight
    all.mean += ((Number(value) - all.mean) * weight) / all.n
  }
  let between = 0
  let within = 0
  for (const { n, mean, squares } of groups.values()) {
    between += n * (mean - all.mean) * (mean - all.mean)
    within += squares
  }
  return between / (groups.size - 1) / (within / (all.n - groups.size))
}

/** F of every numeric column by class. */
export function plainScores({ columns }: TrueTable, weights?: string): Map<string, number> {
  const cellsOf = (name: string) => columns.find((column) => column.name === name)!.cells
  const numeric = columns.filter(({ name, type }) => type === 'numeric' && name !== weights)
  const weighing = weights === undefined ? undefined : cellsOf(weights)
  return new Map(numeric.map(({ name, cells }) => [name, plainF(cells, cellsOf('class'), weighing)]))
}

/** The scores that differ from the plain ones by more than 1e-9. */
export function wrongScores(
  scores: readonly { readonly feature: string; readonly score: number | string | null }[],
  plain: ReadonlyMap<string, number>,
): string[] {
  const found = new Map(scores.map(({ feature, score }) => [feature, Number(score ?? NaN)]))
  return [...plain].flatMap(([name, wanted]) => {
    const score = found.get(name) ?? NaN
    // Below 1 the tolerance is absolute: F is a ratio of two sums of squares of similar size.
    const isNear = Math.abs(score - wanted) <= 1e-9 * Math.max(1, wanted)
    return isNear ? [] : [`F of ${name} is ${score} (needs ${wanted})`]
  })
}
