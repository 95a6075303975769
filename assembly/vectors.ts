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
