/** The rows with a class and a weight above 0. */
export function labelledRows(weights: Float64Array, labels: Float64Array): Int32Array {
  const rows = new Int32Array(weights.length)
  let count = 0
  for (let row = 0; row < weights.length; row++) {
    if (weights[row] > 0 && !Number.isNaN(labels[row])) rows[count++] = row
  }
  return rows.slice(0, count)
}

/** Adds the weight of each labelled row to that of its class. */
export function addClassWeights(weights: Float64Array, labels: Float64Array, to: Float64Array): void {
  for (let row = 0; row < weights.length; row++) {
    if (weights[row] > 0 && !Number.isNaN(labels[row])) to[labels[row]] += weights[row]
  }
}

/**
 * The values of some rows. By a loop, because `Float64Array.from` with a function takes ten times as long.
 */
export function valuesAt(rows: Int32Array, values: ArrayLike<number>): Float64Array {
  const taken = new Float64Array(rows.length)
  for (let i = 0; i < rows.length; i++) taken[i] = values[rows[i]]
  return taken
}
