/**
 * As many bins as leave five rows a cell in the widest table a step asks, of so many columns and the target: for two
 * columns bins² × classes, or bins³ for a numeric target; at least 2, at most 10.
 */
export function defaultBins(n: number, classes: number | null, columns = 2): number {
  const fits = (bins: number) => {
    let cells = classes ?? bins
    for (let column = 0; column < columns; column++) cells *= bins
    return cells * 5 <= n
  }
  let bins = 2
  while (bins < 10 && fits(bins + 1)) bins++
  return bins
}

/**
 * How many of n rows are complete in so many columns, where each has a value in such shares of the rows and gaps fall
 * independently: of columns with the median share.
 */
export function sharedRows(n: number, shares: readonly number[], columns = 2): number {
  const sorted = shares.toSorted((a, b) => a - b)
  let rows = n
  for (let column = 0; column < columns; column++) rows *= sorted[sorted.length >> 1] ?? 1
  return rows
}
