// Numbers in a row of memory.

export function valueAt(numbers: usize, i: u32): f64 {
  return load<f64>(numbers + ((<usize>i) << 3))
}

export function setValue(numbers: usize, i: u32, value: f64): void {
  store<f64>(numbers + ((<usize>i) << 3), value)
}

/** Adds a multiple of some numbers to others. */
export function addMultiple(numbers: usize, multiple: f64, to: usize, count: u32): void {
  const factor = f64x2.splat(multiple)
  const end = to + ((<usize>(count & ~1)) << 3)
  for (; to < end; to += 16, numbers += 16) {
    v128.store(to, f64x2.add(v128.load(to), f64x2.mul(v128.load(numbers), factor)))
  }
  if (count & 1) store<f64>(to, load<f64>(to) + load<f64>(numbers) * multiple)
}

/** The sum of products of the first numbers of two rows. */
export function product(a: usize, b: usize, count: u32): f64 {
  const end = a + ((<usize>(count & ~7)) << 3)
  let first = f64x2.splat(0)
  let second = f64x2.splat(0)
  let third = f64x2.splat(0)
  let fourth = f64x2.splat(0)
  for (; a < end; a += 64, b += 64) {
    first = f64x2.add(first, f64x2.mul(v128.load(a), v128.load(b)))
    second = f64x2.add(second, f64x2.mul(v128.load(a, 16), v128.load(b, 16)))
    third = f64x2.add(third, f64x2.mul(v128.load(a, 32), v128.load(b, 32)))
    fourth = f64x2.add(fourth, f64x2.mul(v128.load(a, 48), v128.load(b, 48)))
  }
  const all = f64x2.add(f64x2.add(first, second), f64x2.add(third, fourth))
  let sum = f64x2.extract_lane(all, 0) + f64x2.extract_lane(all, 1)
  for (let i: u32 = 0; i < (count & 7); i++, a += 8, b += 8) sum += load<f64>(a) * load<f64>(b)
  return sum
}

/** Adds multiples of four rows to numbers, row by row. */
export function addFour(
  a: usize,
  b: usize,
  c: usize,
  d: usize,
  ofA: f64,
  ofB: f64,
  ofC: f64,
  ofD: f64,
  to: usize,
  count: u32,
): void {
  const end = to + ((<usize>(count & ~1)) << 3)
  for (; to < end; to += 16, a += 16, b += 16, c += 16, d += 16) {
    let sum = f64x2.add(v128.load(to), f64x2.mul(v128.load(a), f64x2.splat(ofA)))
    sum = f64x2.add(sum, f64x2.mul(v128.load(b), f64x2.splat(ofB)))
    sum = f64x2.add(sum, f64x2.mul(v128.load(c), f64x2.splat(ofC)))
    v128.store(to, f64x2.add(sum, f64x2.mul(v128.load(d), f64x2.splat(ofD))))
  }
  if (count & 1) {
    const sum = load<f64>(to) + load<f64>(a) * ofA + load<f64>(b) * ofB + load<f64>(c) * ofC
    store<f64>(to, sum + load<f64>(d) * ofD)
  }
}

/** The sums of products of numbers with four rows, written to `to`. */
export function fourProducts(x: usize, a: usize, b: usize, c: usize, d: usize, count: u32, to: usize): void {
  const end = x + ((<usize>(count & ~3)) << 3)
  let sumA = f64x2.splat(0)
  let sumB = sumA
  let sumC = sumA
  let sumD = sumA
  let nextA = sumA
  let nextB = sumA
  let nextC = sumA
  let nextD = sumA
  for (; x < end; x += 32, a += 32, b += 32, c += 32, d += 32) {
    const first = v128.load(x)
    const next = v128.load(x, 16)
    sumA = f64x2.add(sumA, f64x2.mul(first, v128.load(a)))
    sumB = f64x2.add(sumB, f64x2.mul(first, v128.load(b)))
    sumC = f64x2.add(sumC, f64x2.mul(first, v128.load(c)))
    sumD = f64x2.add(sumD, f64x2.mul(first, v128.load(d)))
    nextA = f64x2.add(nextA, f64x2.mul(next, v128.load(a, 16)))
    nextB = f64x2.add(nextB, f64x2.mul(next, v128.load(b, 16)))
    nextC = f64x2.add(nextC, f64x2.mul(next, v128.load(c, 16)))
    nextD = f64x2.add(nextD, f64x2.mul(next, v128.load(d, 16)))
  }
  let ofA = lanes(f64x2.add(sumA, nextA))
  let ofB = lanes(f64x2.add(sumB, nextB))
  let ofC = lanes(f64x2.add(sumC, nextC))
  let ofD = lanes(f64x2.add(sumD, nextD))
  for (let i: u32 = 0; i < (count & 3); i++) {
    const own = valueAt(x, i)
    ofA += own * valueAt(a, i)
    ofB += own * valueAt(b, i)
    ofC += own * valueAt(c, i)
    ofD += own * valueAt(d, i)
  }
  store<f64>(to, ofA)
  store<f64>(to, ofB, 8)
  store<f64>(to, ofC, 16)
  store<f64>(to, ofD, 24)
}

function lanes(sum: v128): f64 {
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1)
}
