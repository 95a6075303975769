/**
 * Distances that differ by no more than their rounding are equal. The bound has two parts: a share of the
 * distance, for what is rounded in sums and in the scales of columns, and an absolute amount for each row,
 * for the rounding of its numbers; src/memory/neighbours/rounding.ts says why they suffice.
 */
export const toleratedShare: f64 = 1e-12

/**
 * By how much other distances may differ from one and equal it; both parts are 0 where distances are exact.
 */
export function slackOf(distance: f64, share: f64, absolute: f64): f64 {
  return share * min(distance, f64.MAX_VALUE) + absolute
}

/** While rows are searched, these bound what equals a distance or its square: spread × distance + extra. */
export const looseSpread: f64 = 1.0078125

/** The second of these, 2¹⁰ a² or 2 a: 2 d s ≤ d²/2⁸ + 2⁸ s² for s = 10⁻¹² d + a, so no root is needed. */
export function looseExtra(absolute: f64, squared: bool): f64 {
  return squared ? 1024 * absolute * absolute : 2 * absolute
}

/** The square of the largest distance that equals one, given its square. */
export function limitOfSquare(square: f64, share: f64, absolute: f64): f64 {
  const distance = sqrt(min(square, f64.MAX_VALUE))
  const slack = slackOf(distance, share, absolute)
  return square + slack * (2 * distance + slack)
}
