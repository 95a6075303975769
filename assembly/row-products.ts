// Products of rows with all rows, in whole numbers of 16 bits: they show which rows may be near. Rows are packed
// by eights: for each eight of them and each pair of columns in turn, the two values of each of the eight.

/** Bytes of one pair of columns of an eight. */
const eight: usize = 32

/**
 * Adds the products of the rows of some eights with the rows of all eights to the doubles at `to`, which hold
 * `stride` bytes for each of the rows. No product may reach 2³¹.
 */
export function addProducts(
  packed: usize,
  pairs: u32,
  first: u32,
  end: u32,
  eights: u32,
  to: usize,
  stride: usize,
): void {
  const bytes = <usize>pairs * eight
  for (let other: u32 = 0; other < eights; other++) {
    const rows = packed + other * bytes
    let at = to + <usize>other * 64
    for (let own = first; own < end; own++) {
      const queries = packed + own * bytes
      addFour(rows, queries, bytes, at, stride)
      addFour(rows, queries + 16, bytes, at + 4 * stride, stride)
      at += 8 * stride
    }
  }
}

/** Four rows with eight. */
function addFour(rows: usize, queries: usize, bytes: usize, to: usize, stride: usize): void {
  let a = i32x4.splat(0)
  let a2 = a
  let b = a
  let b2 = a
  let c = a
  let c2 = a
  let d = a
  let d2 = a
  for (const end = rows + bytes; rows < end; rows += eight, queries += eight) {
    const low = v128.load(rows)
    const high = v128.load(rows, 16)
    const first = v128.load32_splat(queries)
    a = i32x4.add(a, i32x4.dot_i16x8_s(low, first))
    a2 = i32x4.add(a2, i32x4.dot_i16x8_s(high, first))
    const next = v128.load32_splat(queries, 4)
    b = i32x4.add(b, i32x4.dot_i16x8_s(low, next))
    b2 = i32x4.add(b2, i32x4.dot_i16x8_s(high, next))
    const other = v128.load32_splat(queries, 8)
    c = i32x4.add(c, i32x4.dot_i16x8_s(low, other))
    c2 = i32x4.add(c2, i32x4.dot_i16x8_s(high, other))
    const last = v128.load32_splat(queries, 12)
    d = i32x4.add(d, i32x4.dot_i16x8_s(low, last))
    d2 = i32x4.add(d2, i32x4.dot_i16x8_s(high, last))
  }
  addEight(to, a, a2)
  addEight(to + stride, b, b2)
  addEight(to + 2 * stride, c, c2)
  addEight(to + 3 * stride, d, d2)
}

function addEight(to: usize, low: v128, high: v128): void {
  addFourDoubles(to, low)
  addFourDoubles(to + 32, high)
}

function addFourDoubles(to: usize, four: v128): void {
  v128.store(to, f64x2.add(v128.load(to), f64x2.convert_low_i32x4_s(four)))
  const upper = i8x16.shuffle(four, four, 8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15)
  v128.store(to, f64x2.add(v128.load(to, 16), f64x2.convert_low_i32x4_s(upper)), 16)
}

/**
 * The first row from `from` on whose distance from a row may be within a bound: norm − step · product · its
 * step − error · its length ≤ `most`. Rows are padded to an even number; the number of rows where there is none.
 */
export function nextNear(
  products: usize,
  norms: usize,
  lengths: usize,
  steps: usize,
  from: u32,
  rows: u32,
  step: f64,
  error: f64,
  most: f64,
): u32 {
  const steppings = f64x2.splat(step)
  const errors = f64x2.splat(error)
  const bounds = f64x2.splat(most)
  for (let row = from & ~1; row < rows; row += 2) {
    const at = (<usize>row) << 3
    const product = f64x2.mul(v128.load(products + at), f64x2.mul(v128.load(steps + at), steppings))
    const off = f64x2.mul(v128.load(lengths + at), errors)
    const least = f64x2.sub(f64x2.sub(v128.load(norms + at), product), off)
    const found = i64x2.bitmask(f64x2.le(least, bounds))
    if (found & 1 && row >= from) return row
    if (found & 2) return row + 1
  }
  return rows
}
