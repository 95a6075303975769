/**
 * The number of columns that one query reads: all columns of a long table would take three times the memory
 * of the data, and a few columns of a wide table would take very many queries.
 */
export function columnsPerQuery(rows: number): number {
  return Math.max(50, Math.min(1000, Math.floor((1 << 22) / Math.max(1, rows))))
}

/** Splits a list into slices of at most `size` items. */
export function* splitList<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size)
}
