export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Whether the mean of some values is above twice their standard deviation. */
export function isAboveNoise(values: readonly number[]): boolean {
  const center = mean(values)
  const squares = values.reduce((sum, value) => sum + (value - center) * (value - center), 0)
  return center > 2 * Math.sqrt(squares / (values.length - 1))
}
