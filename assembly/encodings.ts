/**
 * Where the levels of a column go, as the caller lays it out, five numbers of 32 bits: `codes` gets one for each row,
 * `width` bytes each. Rows that `missing` marks (a byte each, or 0 for none) get `filled`; a value that is none of the
 * levels gets `hole`.
 */
@unmanaged
class Encoded {
  codes: usize
  width: u32
  missing: usize
  filled: u32
  hole: u32
}

/** So many cuts are compared one after the other; more are searched. */
const fewCuts: u32 = 16

/** Numbers by their bins: the level is how many of the ascending cuts lie below the value. Returns how many got `hole`. */
export function encodeByCuts(values: usize, rows: u32, cuts: usize, count: u32, encoded: usize): u32 {
  const to = changetype<Encoded>(encoded)
  const codes = to.codes
  const width = to.width
  if (width == 1 && count <= fewCuts) compareWithCuts(values, rows, cuts, count, codes)
  else {
    for (let row: usize = 0; row < rows; row++) {
      put(codes, width, row, below(cuts, count, load<f64>(values + (row << 3))))
    }
  }
  return to.missing ? fill(to, rows) : 0
}

/** The same of numbers by their place among the ascending levels. */
export function encodeByValues(values: usize, rows: u32, levels: usize, count: u32, encoded: usize): u32 {
  const to = changetype<Encoded>(encoded)
  const codes = to.codes
  const width = to.width
  const hole = to.hole
  for (let row: usize = 0; row < rows; row++) {
    const value = load<f64>(values + (row << 3))
    const place = below(levels, count, value)
    const isLevel = place < count && load<f64>(levels + (place << 3)) == value
    put(codes, width, row, isLevel ? place : hole)
  }
  return fill(to, rows)
}

/** The same of levels, `bytes` each, by a table that says what each becomes. */
export function encodeByTable(levels: usize, rows: u32, bytes: u32, table: usize, encoded: usize): u32 {
  const to = changetype<Encoded>(encoded)
  const codes = to.codes
  const width = to.width
  for (let row: usize = 0; row < rows; row++) {
    put(codes, width, row, load<u32>(table + (codeAt(levels, bytes, row) << 2)))
  }
  return fill(to, rows)
}

function put(codes: usize, width: u32, row: usize, code: u32): void {
  if (width == 1) store<u8>(codes + row, code)
  else if (width == 2) store<u16>(codes + (row << 1), code)
  else store<u32>(codes + (row << 2), code)
}

function codeAt(codes: usize, width: u32, row: usize): u32 {
  if (width == 1) return load<u8>(codes + row)
  if (width == 2) return load<u16>(codes + (row << 1))
  return load<u32>(codes + (row << 2))
}

/** How many of ascending numbers lie below a value. */
function below(sorted: usize, count: u32, value: f64): u32 {
  let low: u32 = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (load<f64>(sorted + (middle << 3)) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** Eight rows at a time, each cut in turn; a comparison is −1 where it holds. The values have room for 8 rows more. */
function compareWithCuts(values: usize, rows: u32, cuts: usize, count: u32, codes: usize): void {
  for (let row: usize = 0; row < rows; row += 8) {
    const at = values + (row << 3)
    const a = v128.load(at)
    const b = v128.load(at, 16)
    const c = v128.load(at, 32)
    const d = v128.load(at, 48)
    let ab = i32x4.splat(0)
    let cd = i32x4.splat(0)
    for (let i: u32 = 0; i < count; i++) {
      const cut = v128.load64_splat(cuts + (i << 3))
      // The low halves of two pairs of 64-bit comparisons.
      ab = i32x4.sub(ab, v128.shuffle<i32>(f64x2.gt(a, cut), f64x2.gt(b, cut), 0, 2, 4, 6))
      cd = i32x4.sub(cd, v128.shuffle<i32>(f64x2.gt(c, cut), f64x2.gt(d, cut), 0, 2, 4, 6))
    }
    const words = i16x8.narrow_i32x4_s(ab, cd)
    v128.store64_lane(codes + row, i8x16.narrow_i16x8_u(words, words), 0)
  }
}

/** Writes what stands for missing values, and counts the holes. */
function fill(encoded: Encoded, rows: u32): u32 {
  const codes = encoded.codes
  const width = encoded.width
  const missing = encoded.missing
  const filled = encoded.filled
  const hole = encoded.hole
  let holes: u32 = 0
  for (let row: usize = 0; row < rows; row++) {
    if (missing && load<u8>(missing + row)) put(codes, width, row, filled)
    if (codeAt(codes, width, row) == hole) holes++
  }
  return holes
}
