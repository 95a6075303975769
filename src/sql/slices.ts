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

/** The bytes of some columns together. */
export function sumOf(columns: readonly number[], bytesOf: (column: number) => number): number {
  return columns.reduce((sum, column) => sum + bytesOf(column), 0)
}

/** Columns in slices of at most so many bytes, or of one column. */
export function slicesBySize(
  columns: readonly number[],
  bytesOf: (column: number) => number,
  most: number,
): readonly (readonly number[])[] {
  const slices: number[][] = []
  let slice: number[] = []
  let bytes = 0
  for (const column of columns) {
    if (slice.length > 0 && bytes + bytesOf(column) > most) {
      slices.push(slice)
      slice = []
      bytes = 0
    }
    slice.push(column)
    bytes += bytesOf(column)
  }
  return slice.length > 0 ? [...slices, slice] : slices
}
