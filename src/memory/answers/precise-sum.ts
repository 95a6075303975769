/** A compensated sum (Neumaier), so that the order of the rows hardly matters. */
export function preciseSum(values: Iterable<number>): number {
  let sum = 0
  let lost = 0
  for (const value of values) {
    const next = sum + value
    lost += sum >= value ? sum - next + value : value - next + sum
    sum = next
  }
  return sum + lost
}
