/** A sum below this may have lost terms to underflow and is computed again. */
const least: f64 = 1e-280

/**
 * Σ log of the sums of rows from … to − 1, natural logarithm; `sums` holds the sums of these rows only. If a
 * row is so far from all others that its sum underflows, it is computed as log Σ exp(−q) = log Σ exp(q₀ − q)
 * − q₀, with q₀ the smallest q, so no logarithm is −∞. Points are laid out as for `addPowers`.
 */
export function sumLogs(
  points: usize,
  stride: u32,
  columns: u32,
  rows: u32,
  from: u32,
  to: u32,
  scale: f64,
  sums: usize,
): f64 {
  let total: f64 = 0
  for (let row = from; row < to; row++) {
    const sum = load<f64>(sums + ((row - from) << 3))
    total += sum >= least ? NativeMath.log(sum) : logOfFarRow(points, stride, columns, rows, row, scale)
  }
  return total
}

function logOfFarRow(points: usize, stride: u32, columns: u32, rows: u32, row: u32, scale: f64): f64 {
  let nearest = Infinity
  for (let other: u32 = 0; other < rows; other++) {
    if (other !== row) nearest = min(nearest, squaredDistance(points, stride, columns, row, other))
  }
  let sum: f64 = 0
  for (let other: u32 = 0; other < rows; other++) {
    if (other === row) continue
    const excess = scale * (squaredDistance(points, stride, columns, row, other) - nearest)
    if (excess < 700) sum += NativeMath.exp(-excess)
  }
  return NativeMath.log(sum) - scale * nearest
}

function squaredDistance(points: usize, stride: u32, columns: u32, a: u32, b: u32): f64 {
  let squares: f64 = 0
  for (let column: u32 = 0; column < columns; column++) {
    const difference = load<f64>(points + (a << 3)) - load<f64>(points + (b << 3))
    squares += difference * difference
    points += stride << 3
  }
  return squares
}
