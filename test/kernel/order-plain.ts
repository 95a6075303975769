/** Ranks by counting, and values at ranks from a list that repeats each value by its weight. */

/** For each row the weight below it plus half of (the tied weight + 1); null if excluded. */
export function plainRanks(
  values: readonly (number | null)[],
  weights: readonly number[],
): { ranks: (number | null)[]; ties: number } {
  const rows = [...values.keys()].filter((row) => values[row] !== null && weights[row] > 0)
  const weigh = (where: (row: number) => boolean) =>
    rows.filter(where).reduce((sum, row) => sum + weights[row], 0)
  const ranks = values.map((value, row) => {
    if (value === null || weights[row] === 0) return null
    const level = weigh((other) => values[other] === value)
    return weigh((other) => values[other]! < value) + (level + 1) / 2
  })
  const sizes = [...new Set(rows.map((row) => values[row]!))].map((value) =>
    weigh((row) => values[row] === value),
  )
  return { ranks, ties: sizes.reduce((sum, t) => sum + (t * t * t - t), 0) }
}

/** The values of included rows, ascending, each repeated by its integer weight. */
export function plainOrder(values: readonly (number | null)[], weights: readonly number[]): number[] {
  return values
    .flatMap((value, row) => (value === null ? [] : new Array<number>(weights[row]).fill(value + 0)))
    .sort((a, b) => a - b)
}
