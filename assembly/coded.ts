/**
 * A column of levels as the caller lays it out, six numbers of 32 bits. `codes` holds a level for each row, `width` bytes
 * each, and `count` where the row has none (only with `holes`). `planes` is 0, or the address of its bit planes: plane l
 * has a bit for each row, set where the level is l; there is one for each level, but without holes none for the last.
 * `margins` says how many bits each plane has.
 */
@unmanaged
export class Coded {
  codes: usize
  width: u32
  count: u32
  holes: u32
  planes: usize
  margins: usize
}

/** How many planes a column has. */
export function planeCount(column: Coded): u32 {
  return column.holes ? column.count : column.count - 1
}

/** How many different codes a row may hold, the hole among them. */
export function codeCount(column: Coded): u32 {
  return column.holes ? column.count + 1 : column.count
}

/** The code of a row. */
export function codeAt<T>(column: Coded, row: usize): u32 {
  return <u32>load<T>(column.codes + row * sizeof<T>())
}
