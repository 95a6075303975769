/**
 * The greatest number of bins, from 2 to 10, that leaves five rows per cell in the widest table of a step.
 * That table has `columns` columns and the target: for two columns bins² × classes cells, or bins³ with a
 * numeric target.
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
 * The expected number of rows, out of n, that are complete in `columns` columns. Each column counts with the
 * median of the `shares` of present values, and values are taken to be missing independently.
 */
export function expectedCompleteRows(n: number, shares: readonly number[], columns = 2): number {
  const sorted = shares.toSorted((a, b) => a - b)
  let rows = n
  for (let column = 0; column < columns; column++) rows *= sorted[sorted.length >> 1] ?? 1
  return rows
}
