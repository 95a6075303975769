/** The fewest rows that are enough beside the most there are: `minRows` is a share of these, or above 1 a number of rows. */
export function leastRows(minRows: number, most: number): number {
  return minRows <= 1 ? minRows * most : minRows
}

/** The least as a reader of a message knows it. */
export function leastInWords(minRows: number): string {
  if (minRows > 1) return `${minRows} rows`
  return minRows === 0.5 ? 'half of the rows' : `${Number((100 * minRows).toPrecision(12))} % of the rows`
}

/** So many of all rows; sampling weights sum to fractions, whose last digits depend on the order of the rows. */
export function shareInWords(rows: number, of: number): string {
  const shown = [rows, of].map((n) => (Number.isInteger(n) ? n : Number(n.toPrecision(6))))
  return `${shown.join(' of ')} rows`
}
