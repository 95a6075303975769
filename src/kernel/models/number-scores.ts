/** The numbers that held-out rows have, and their weights. */
export interface HeldOutNumbers {
  readonly weights: Float64Array
  readonly values: Float64Array
}

/**
 * Scores predictions of numbers by a metric: R² against the mean of the held-out rows, the mean squared or the mean absolute error.
 * If all values are equal, R² is 1 where they are predicted exactly, else 0.
 */
export function scoreNumbers(
  { weights, values }: HeldOutNumbers,
  predicted: Float64Array,
  metric: string,
): number {
  let all = 0
  let mean = 0
  for (let row = 0; row < values.length; row++) {
    all += weights[row]
    mean += (weights[row] * (values[row] - mean)) / all
  }
  let [squares, absolute, around] = [0, 0, 0]
  for (let row = 0; row < values.length; row++) {
    const error = values[row] - predicted[row]
    const distance = values[row] - mean
    squares += weights[row] * error * error
    absolute += weights[row] * Math.abs(error)
    around += weights[row] * distance * distance
  }
  if (metric === 'mse') return squares / all
  if (metric === 'mae') return absolute / all
  if (around === 0) return squares === 0 ? 1 : 0
  return 1 - squares / around
}
