// Dependence of two columns by its definitions, with matrices of all pairs of rows.
type Cell = number | string
type Matrix = readonly (readonly number[])[]

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Numbers as shares of their range about the middle one, so that none overflows. */
function distancesOf(column: readonly Cell[]): Matrix {
  if (typeof column[0] === 'string') return column.map((a) => column.map((b) => (a === b ? 0 : 1)))
  const numbers = column as readonly number[]
  const halves = numbers.map((x) => x / 2)
  const range = Math.max(...halves) - Math.min(...halves) || 1
  return halves.map((a) => halves.map((b) => Math.abs(a - b) / range))
}

/** Of levels 1 where they are equal, of numbers exp(−d²/(2σ²)), σ the median of the distances above 0. */
function kernelsOf(column: readonly Cell[]): Matrix {
  const distances = distancesOf(column)
  if (typeof column[0] === 'string') return distances.map((row) => row.map((d) => 1 - d))
  const above = distances.flatMap((row, i) => row.filter((d, j) => j > i && d > 0)).sort((a, b) => a - b)
  const middle = above.length >> 1
  const width = above.length % 2 === 1 ? above[middle] : above[middle - 1] / 2 + above[middle] / 2
  return distances.map((row) => row.map((d) => (d === 0 ? 1 : Math.exp(-((d / width) ** 2) / 2))))
}

/** Doubly centred; or U-centred, where a row with itself counts nothing. */
function centred(matrix: Matrix, unbiased: boolean): Matrix {
  const n = matrix.length
  const own = matrix.map((row, i) => row.map((one, j) => (unbiased && i === j ? 0 : one)))
  const rows = own.map(sum)
  const all = sum(rows)
  return own.map((row, i) =>
    row.map((one, j) => {
      if (!unbiased) return one - rows[i] / n - rows[j] / n + all / n / n
      return i === j ? 0 : one - rows[i] / (n - 2) - rows[j] / (n - 2) + all / (n - 1) / (n - 2)
    }),
  )
}

const product = (a: Matrix, b: Matrix) => sum(a.map((row, i) => sum(row.map((one, j) => one * b[i][j]))))

export function plainDistanceCorrelation(x: readonly Cell[], y: readonly Cell[], unbiased: boolean): number {
  const [a, b] = [x, y].map((column) => centred(distancesOf(column), unbiased))
  const [own, other] = [product(a, a), product(b, b)]
  // Rounding, where one row stands apart from all others.
  if (new Set(x).size < 2 || new Set(y).size < 2 || own < 1e-20 || other < 1e-20) return 0
  return product(a, b) / Math.sqrt(own * other)
}

export function plainHsic(x: readonly Cell[], y: readonly Cell[], unbiased: boolean): number {
  const n = x.length
  if (new Set(x).size < 2 || new Set(y).size < 2) return 0
  const products = product(centred(kernelsOf(x), unbiased), centred(kernelsOf(y), unbiased))
  return products / (unbiased ? n * (n - 3) : n * n)
}

/** ξ where x has no ties. */
export function plainXi(x: readonly number[], y: readonly number[]): number {
  const n = x.length
  const rows = x.map((_, i) => i).sort((a, b) => x[a] - x[b])
  const r = rows.map((i) => y.filter((one) => one <= y[i]).length)
  const l = rows.map((i) => y.filter((one) => one >= y[i]).length)
  const spread = sum(l.map((one) => one * (n - one)))
  const jumps = sum(r.slice(1).map((one, i) => Math.abs(one - r[i])))
  return spread === 0 ? 0 : 1 - (n * jumps) / (2 * spread)
}
