/**
 * The output of an encoding, laid out by the caller as five numbers of 32 bits. `codes` gets a level for each
 * row in `width` bytes. Rows marked in `missing` (a byte each; 0 for no mask) get `fillCode`; a value that is
 * not a level gets `missingCode`.
 */
@unmanaged
class Encoded {
  codes: usize
  width: u32
  missing: usize
  fillCode: u32
  missingCode: u32
}

/** Up to this many cuts are compared in sequence; more are found by binary search. */
const fewCuts: u32 = 16

/**
 * Codes numbers by bins: the level is the number of ascending cuts below the value. Returns the number of
 * rows with `missingCode`.
 */
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

/** Codes numbers by their position among the ascending levels. */
export function encodeByValues(values: usize, rows: u32, levels: usize, count: u32, encoded: usize): u32 {
  const to = changetype<Encoded>(encoded)
  const codes = to.codes
  const width = to.width
  const missingCode = to.missingCode
  for (let row: usize = 0; row < rows; row++) {
    const value = load<f64>(values + (row << 3))
    const place = below(levels, count, value)
    const isLevel = place < count && load<f64>(levels + (place << 3)) == value
    put(codes, width, row, isLevel ? place : missingCode)
  }
  return fill(to, rows)
}

/** Recodes levels of `bytes` bytes each by a table with the new level of each. */
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

/** The number of ascending values below a value. */
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

/**
 * Codes eight rows at a time, cut by cut; a comparison is −1 where it is true. `values` is padded by 8 rows.
 */
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

/** Writes the fill code of missing rows, and counts the rows with `missingCode`. */
function fill(encoded: Encoded, rows: u32): u32 {
  const codes = encoded.codes
  const width = encoded.width
  const missing = encoded.missing
  const fillCode = encoded.fillCode
  const missingCode = encoded.missingCode
  let missingCount: u32 = 0
  for (let row: usize = 0; row < rows; row++) {
    if (missing && load<u8>(missing + row)) put(codes, width, row, fillCode)
    if (codeAt(codes, width, row) == missingCode) missingCount++
  }
  return missingCount
}
