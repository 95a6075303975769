/**
 * The probability that a row of the positive class has a greater value than another one, equal values counted half; null if there
 * are no rows of one of them. Hanley and McNeil (1982).
 */
export function areaUnderCurve(
  values: Float64Array,
  weights: Float64Array,
  isPositive: (row: number) => boolean,
): number | null {
  const order = Int32Array.from(values, (_, row) => row).sort((a, b) => values[a] - values[b])
  let negatives = 0
  let positives = 0
  let pairs = 0
  for (let from = 0; from < order.length;) {
    let [ofPositive, ofNegative] = [0, 0]
    let to = from
    do {
      if (isPositive(order[to])) ofPositive += weights[order[to]]
      else ofNegative += weights[order[to]]
      to++
    } while (to < order.length && values[order[to]] === values[order[from]])
    pairs += ofPositive * (negatives + ofNegative / 2)
    positives += ofPositive
    negatives += ofNegative
    from = to
  }
  return positives > 0 && negatives > 0 ? pairs / positives / negatives : null
}
