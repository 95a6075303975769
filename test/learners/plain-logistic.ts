// Logistic regression by plain Newton steps on the whole matrix of second derivatives.

export interface PlainRows {
  /** Numbers, or levels as texts. */
  readonly columns: readonly (readonly (number | string)[])[]
  readonly target: readonly string[]
  readonly weights: readonly number[]
}

/** For each column the standard deviation over the rows of what it adds, over the lists of weights of all classes; of two classes one list. */
export function plainImportances({ columns, target, weights }: PlainRows, ridge: number): number[] {
  const classes = [...new Set(target)].sort()
  const lists = classes.length === 2 ? classes.slice(1) : classes
  const total = sum(weights)
  const meanOf = (values: readonly number[]) => sum(values.map((value, row) => weights[row] * value)) / total
  const spreadOf = (values: readonly number[]) => {
    const mean = meanOf(values)
    return Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)))
  }
  const places = columns.flatMap((cells, column) => {
    if (typeof cells[0] === 'string') {
      const levels = [...new Set(cells)]
      return levels.map((level) => ({ column, x: cells.map((cell) => Number(cell === level)) }))
    }
    const numbers = cells as number[]
    const [mean, spread] = [meanOf(numbers), spreadOf(numbers)]
    return [
      { column, x: numbers.map((cell) => (spread > 1e-12 * Math.abs(mean) ? (cell - mean) / spread : 0)) },
    ]
  })
  const matrix = target.map((_, row) => [1, ...places.map(({ x }) => x[row])])
  const width = matrix[0].length
  let point = new Array<number>(lists.length * width).fill(0)
  for (let step = 0; step < 100; step++) {
    const slope = point.map(() => 0)
    const bend = point.map(() => point.map(() => 0))
    matrix.forEach((x, row) => {
      const z = lists.map((_, c) => sum(x.map((value, i) => value * point[c * width + i])))
      const powers = z.map((value) => Math.exp(value - Math.max(0, ...z)))
      const rest = lists.length === 1 ? Math.exp(-Math.max(0, ...z)) : 0
      const shares = powers.map((power) => power / (sum(powers) + rest))
      lists.forEach((one, c) => {
        x.forEach((value, i) => {
          slope[c * width + i] += weights[row] * (shares[c] - Number(one === target[row])) * value
          lists.forEach((_, d) => {
            const curvature = weights[row] * shares[c] * (Number(c === d) - shares[d])
            x.forEach((other, j) => (bend[c * width + i][d * width + j] += curvature * value * other))
          })
        })
      })
    })
    point.forEach((weight, i) => {
      if (i % width === 0) return
      slope[i] += ridge * weight
      bend[i][i] += ridge
    })
    // Only differences between the intercepts of many classes matter: their sum stays 0.
    if (lists.length > 1) lists.forEach((_, c) => lists.forEach((_, d) => (bend[c * width][d * width] += 1)))
    const change = solve(bend, slope)
    point = point.map((weight, i) => weight - change[i])
    if (Math.max(...change.map(Math.abs)) < 1e-13) break
  }
  return columns.map((_, column) =>
    Math.hypot(
      ...lists.map((_, list) =>
        spreadOf(
          target.map((_, row) =>
            sum(
              places.map((place, i) =>
                place.column === column ? place.x[row] * point[list * width + 1 + i] : 0,
              ),
            ),
          ),
        ),
      ),
    ),
  )
}

function solve(matrix: number[][], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]])
  for (let i = 0; i < rows.length; i++) {
    let pivot = i
    for (let k = i; k < rows.length; k++) if (Math.abs(rows[k][i]) > Math.abs(rows[pivot][i])) pivot = k
    ;[rows[i], rows[pivot]] = [rows[pivot], rows[i]]
    for (let k = 0; k < rows.length; k++) {
      const factor = k === i ? 0 : rows[k][i] / rows[i][i]
      for (let j = i; j <= rows.length; j++) rows[k][j] -= factor * rows[i][j]
    }
  }
  return rows.map((row, i) => row[rows.length] / row[i])
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0)
}
