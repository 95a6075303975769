import ln from '@stdlib/math-base-special-ln'

/** Log factorials below this are added up; above, Stirling's series is exact to rounding. */
const tabulated = 256
/** Those below 65,536 are kept once they are found. */
const lnFactorials = new Float64Array(1 << 16)
for (let n = 2; n < tabulated; n++) lnFactorials[n] = lnFactorials[n - 1] + ln(n)
const halfLogOfTwoPi = 0.9189385332046728

/** log n!, by Stirling's series where n is large. */
export function lnFactorial(n: number): number {
  if (n >= lnFactorials.length) return stirling(n)
  return n < tabulated ? lnFactorials[n] : (lnFactorials[n] ||= stirling(n))
}

/** log Γ(x), x > 0. */
export function lnGamma(x: number): number {
  let shifted = x - 1
  let below = 0
  while (shifted < tabulated) below += ln(++shifted)
  return stirling(shifted) - below
}

function stirling(n: number): number {
  const inverse = 1 / n
  const series = inverse * (1 / 12 - inverse * inverse * (1 / 360 - inverse * inverse * (1 / 1260)))
  return (n + 0.5) * ln(n) - n + halfLogOfTwoPi + series
}
