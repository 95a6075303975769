/**
 * q-values of Benjamini and Hochberg (1995): the smallest false discovery rate at which each test is kept,
 * q_(i) = min over j ≥ i of m·p_(j)/j. NaN stays NaN and does not count as a test.
 */
export function falseDiscoveryRates(pValues: ArrayLike<number>): Float64Array {
  const tests = Array.from({ length: pValues.length }, (_, i) => i).filter((i) => !Number.isNaN(pValues[i]))
  tests.sort((a, b) => pValues[b] - pValues[a])
  const rates = new Float64Array(pValues.length).fill(NaN)
  let smallest = 1
  tests.forEach((test, fromLast) => {
    // At least 1, so no rounding gives a q below its p.
    const factor = tests.length / (tests.length - fromLast)
    smallest = Math.min(smallest, pValues[test] * factor)
    rates[test] = smallest
  })
  return rates
}
