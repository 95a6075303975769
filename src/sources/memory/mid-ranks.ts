/** Mid-ranks of values: tied values get the mean of their ranks. */
export function midRanks(values: Float64Array): Float64Array {
  const sorted = values.slice().sort()
  const ranks = new Map<number, number>()
  for (let start = 0; start < sorted.length;) {
    let end = start
    while (end < sorted.length && sorted[end] === sorted[start]) end++
    ranks.set(sorted[start], (start + 1 + end) / 2)
    start = end
  }
  return values.map((value) => ranks.get(value)!)
}
