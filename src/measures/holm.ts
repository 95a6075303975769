/**
 * p-values corrected for as many tests as there are, so that the chance of a single false rejection is bounded: the i-th smallest
 * times m − i + 1, never below the one before. NaN stays NaN and does not count. Holm (1979).
 */
export function holm(pValues: readonly number[]): Float64Array {
  const order = pValues
    .flatMap((p, i) => (Number.isNaN(p) ? [] : [i]))
    .sort((a, b) => pValues[a] - pValues[b])
  const adjusted = new Float64Array(pValues.length).fill(NaN)
  let least = 0
  order.forEach((test, place) => {
    least = Math.max(least, Math.min(1, pValues[test] * (order.length - place)))
    adjusted[test] = least
  })
  return adjusted
}
