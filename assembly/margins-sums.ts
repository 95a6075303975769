/** Sums are made of blocks of so many rows. */
const block: u32 = 8192

/**
 * Σ ψ(a + shift) + ψ(b + shift) over the rows in a range, where `first` and `second` hold a and b by row and `digamma` holds ψ:
 * a sum for each block of rows. The range begins with a block.
 */
export function sumMargins(
  first: usize,
  second: usize,
  shift: u32,
  digamma: usize,
  fromRow: u32,
  toRow: u32,
  sums: usize,
): void {
  const shifted = digamma + (shift << 3)
  for (let from = fromRow; from < toRow; from += block) {
    let sum: f64 = 0
    for (let row = from; row < min(from + block, toRow); row++) {
      const inFirst = load<u32>(first + (row << 2))
      const inSecond = load<u32>(second + (row << 2))
      sum += load<f64>(shifted + (inFirst << 3)) + load<f64>(shifted + (inSecond << 3))
    }
    store<f64>(sums, sum)
    sums += 8
  }
}

/**
 * The same of ψ(m + 1) + ψ(n) − ψ(k), where `counts` holds m by row, and `sizes` and `neighbours` hold n and k by level.
 */
export function sumLevels(
  counts: usize,
  levels: usize,
  sizes: usize,
  neighbours: usize,
  digamma: usize,
  fromRow: u32,
  toRow: u32,
  sums: usize,
): void {
  for (let from = fromRow; from < toRow; from += block) {
    let sum: f64 = 0
    for (let row = from; row < min(from + block, toRow); row++) {
      const level = load<u32>(levels + (row << 2)) << 2
      const nearer = load<f64>(digamma + ((load<u32>(counts + (row << 2)) + 1) << 3))
      const size = load<f64>(digamma + (load<u32>(sizes + level) << 3))
      sum += nearer + size - load<f64>(digamma + (load<u32>(neighbours + level) << 3))
    }
    store<f64>(sums, sum)
    sums += 8
  }
}
