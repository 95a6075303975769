// Products of rows with all rows, in single precision: they show which rows may be near. Rows are packed by
// eights: for each eight of them and each column in turn, the values of the eight.

/** Bytes of one column of an eight. */
const eight: usize = 32

/**
 * Adds the products of the rows of some eights with the rows of all eights to `to`, which holds `stride`
 * bytes for each of the rows.
 */
export function addProducts(
  packed: usize,
  width: u32,
  first: u32,
  end: u32,
  eights: u32,
  to: usize,
  stride: usize,
): void {
  const bytes = <usize>width * eight
  for (let other: u32 = 0; other < eights; other++) {
    const rows = packed + other * bytes
    let at = to + <usize>other * eight
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
  const second = to + stride
  const third = second + stride
  const fourth = third + stride
  let a = v128.load(to)
  let a2 = v128.load(to, 16)
  let b = v128.load(second)
  let b2 = v128.load(second, 16)
  let c = v128.load(third)
  let c2 = v128.load(third, 16)
  let d = v128.load(fourth)
  let d2 = v128.load(fourth, 16)
  for (const end = rows + bytes; rows < end; rows += eight, queries += eight) {
    const low = v128.load(rows)
    const high = v128.load(rows, 16)
    const first = v128.load32_splat(queries)
    a = f32x4.add(a, f32x4.mul(low, first))
    a2 = f32x4.add(a2, f32x4.mul(high, first))
    const next = v128.load32_splat(queries, 4)
    b = f32x4.add(b, f32x4.mul(low, next))
    b2 = f32x4.add(b2, f32x4.mul(high, next))
    const other = v128.load32_splat(queries, 8)
    c = f32x4.add(c, f32x4.mul(low, other))
    c2 = f32x4.add(c2, f32x4.mul(high, other))
    const last = v128.load32_splat(queries, 12)
    d = f32x4.add(d, f32x4.mul(low, last))
    d2 = f32x4.add(d2, f32x4.mul(high, last))
  }
  v128.store(to, a)
  v128.store(to, a2, 16)
  v128.store(second, b)
  v128.store(second, b2, 16)
  v128.store(third, c)
  v128.store(third, c2, 16)
  v128.store(fourth, d)
  v128.store(fourth, d2, 16)
}
