/** The sum of products. */
export function dot(a: Float64Array, b: Float64Array): number {
  let [one, two, three, four] = [0, 0, 0, 0]
  const even = a.length & ~3
  for (let i = 0; i < even; i += 4) {
    one += a[i] * b[i]
    two += a[i + 1] * b[i + 1]
    three += a[i + 2] * b[i + 2]
    four += a[i + 3] * b[i + 3]
  }
  for (let i = even; i < a.length; i++) one += a[i] * b[i]
  return one + two + (three + four)
}

/** Adds a multiple of numbers to others. */
export function addTo(sums: Float64Array, factor: number, values: Float64Array): void {
  if (factor === 0) return
  for (let i = 0; i < sums.length; i++) sums[i] += factor * values[i]
}
