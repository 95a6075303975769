/** The fewest rows that are enough: `minRows` is a share of `most`, or above 1 a number of rows. */
export function leastRows(minRows: number, most: number): number {
  return minRows <= 1 ? minRows * most : minRows
}

/** The limit in words: `half of the rows`, `20 rows`. */
export function leastInWords(minRows: number): string {
  if (minRows > 1) return `${minRows} rows`
  return minRows === 0.5 ? 'half of the rows' : `${Number((100 * minRows).toPrecision(12))} % of the rows`
}

/**
 * `12 of 40 rows`. Sums of sampling weights have six digits: their last ones depend on the order of the rows.
 */
export function shareInWords(rows: number, of: number): string {
  const shown = [rows, of].map((n) => (Number.isInteger(n) ? n : Number(n.toPrecision(6))))
  return `${shown.join(' of ')} rows`
}
