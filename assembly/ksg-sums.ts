/**
 * Σ ψ(a + shift) + ψ(b + shift) over the rows of a block; `first` and `second` hold a and b by row, `digamma`
 * the table of ψ.
 */
export function sumKsg(first: usize, second: usize, shift: u32, digamma: usize, from: u32, to: u32): f64 {
  const shifted = digamma + (shift << 3)
  let sum: f64 = 0
  for (let row = from; row < to; row++) {
    const inFirst = load<u32>(first + (row << 2))
    const inSecond = load<u32>(second + (row << 2))
    sum += load<f64>(shifted + (inFirst << 3)) + load<f64>(shifted + (inSecond << 3))
  }
  return sum
}

/**
 * Σ ψ(m + 1) + ψ(n) − ψ(k) over the rows of a block; `counts` holds m by row, `sizes` and `neighbours` hold n
 * and k by level.
 */
export function sumLevels(
  counts: usize,
  levels: usize,
  sizes: usize,
  neighbours: usize,
  digamma: usize,
  from: u32,
  to: u32,
): f64 {
  let sum: f64 = 0
  for (let row = from; row < to; row++) {
    const level = load<u32>(levels + (row << 2)) << 2
    const nearer = load<f64>(digamma + ((load<u32>(counts + (row << 2)) + 1) << 3))
    const size = load<f64>(digamma + (load<u32>(sizes + level) << 3))
    sum += nearer + size - load<f64>(digamma + (load<u32>(neighbours + level) << 3))
  }
  return sum
}
