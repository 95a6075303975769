/**
 * How many columns a query takes at once: all of a long table would take three times the memory of the data, and few of a
 * wide one a query for every handful of values.
 */
export function columnsPerQuery(rows: number): number {
  return Math.max(50, Math.min(1000, Math.floor((1 << 22) / Math.max(1, rows))))
}

/** Splits a list into pieces of at most so many. */
export function* splitList<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size)
}
