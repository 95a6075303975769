/**
 * A coded column, laid out by the caller as six numbers of 32 bits. `codes` holds a level for each row in
 * `width` bytes; a missing level has the code `count` (only with `hasMissing`). `planes` is the address of
 * the bit planes, or 0: plane l has a bit for each row, set where the level is l. There is a plane for each
 * level, except that a column without missing levels has none for the last. `marginals` holds the number of
 * set bits of each plane.
 */
@unmanaged
export class Coded {
  codes: usize
  width: u32
  count: u32
  hasMissing: u32
  planes: usize
  marginals: usize
}

/** The number of bit planes of a column. */
export function planeCount(column: Coded): u32 {
  return column.hasMissing ? column.count : column.count - 1
}

/** The number of different codes, including the one for a missing level. */
export function codeCount(column: Coded): u32 {
  return column.hasMissing ? column.count + 1 : column.count
}
