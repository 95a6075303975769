/**
 * Eigenvalues, ascending, and eigenvectors: the vector of value j is column j of a square matrix, stored row
 * by row.
 */
interface Eigen {
  readonly values: Float64Array
  readonly vectors: Float64Array
}

/**
 * Eigenvalues and orthonormal eigenvectors of a symmetric matrix: Householder's reduction to tridiagonal
 * form, then implicit QL steps (Golub and Van Loan 2013, sections 8.3 and 5.1).
 */
export function symmetricEigen(matrix: Float64Array, width: number): Eigen {
  const { diagonal, off, vectors } = tridiagonalise(matrix, width)
  for (let l = 0; l < width; l++) {
    for (;;) {
      let m = l
      while (m < width - 1 && !isNegligible(off[m], diagonal[m], diagonal[m + 1])) m++
      if (m === l) break
      stepQl(diagonal, off, vectors, l, m)
    }
  }
  return sortAscending(diagonal, vectors)
}

/** Whether an off-diagonal entry is 0 up to rounding. */
function isNegligible(off: number, one: number, other: number): boolean {
  const size = Math.abs(one) + Math.abs(other)
  return size + Math.abs(off) === size
}

/**
 * One implicit QL step on rows l to m, shifted by the eigenvalue of the first two rows that is nearer to the
 * first.
 */
function stepQl(
  diagonal: Float64Array,
  off: Float64Array,
  vectors: Float64Array,
  l: number,
  m: number,
): void {
  const width = diagonal.length
  const half = (diagonal[l + 1] - diagonal[l]) / (2 * off[l])
  const root = lengthOf(half, 1)
  let g = diagonal[m] - diagonal[l] + off[l] / (half + (half < 0 ? -root : root))
  let [sine, cosine, left] = [1, 1, 0]
  for (let i = m - 1; i >= l; i--) {
    const f = sine * off[i]
    const b = cosine * off[i]
    const length = lengthOf(f, g)
    off[i + 1] = length
    if (length === 0) {
      diagonal[i + 1] -= left
      off[m] = 0
      return
    }
    sine = f / length
    cosine = g / length
    g = diagonal[i + 1] - left
    const turned = (diagonal[i] - g) * sine + 2 * cosine * b
    left = sine * turned
    diagonal[i + 1] = g + left
    g = cosine * turned - b
    for (let k = 0; k < width; k++) {
      const next = vectors[k * width + i + 1]
      const here = vectors[k * width + i]
      vectors[k * width + i + 1] = sine * here + cosine * next
      vectors[k * width + i] = cosine * here - sine * next
    }
  }
  diagonal[l] -= left
  off[l] = g
  off[m] = 0
}

/** The tridiagonal matrix Qᵀ·M·Q, by a reflection for each column except the last two; `vectors` is Q. */
function tridiagonalise(matrix: Float64Array, width: number) {
  const a = matrix.slice()
  const vectors = new Float64Array(width * width)
  for (let i = 0; i < width; i++) vectors[i * width + i] = 1
  for (let column = 0; column + 2 < width; column++) {
    const v = new Float64Array(width)
    let size = 0
    for (let i = column + 1; i < width; i++) {
      v[i] = a[i * width + column]
      size += v[i] * v[i]
    }
    const length = Math.sqrt(size)
    if (length === 0) continue
    v[column + 1] += v[column + 1] < 0 ? -length : length
    const norm = v.reduce((sum, value) => sum + value * value, 0)
    reflectRows(a, v, norm)
    reflectColumns(a, v, norm)
    reflectColumns(vectors, v, norm)
  }
  const diagonal = Float64Array.from({ length: width }, (_, i) => a[i * width + i])
  const off = Float64Array.from({ length: width }, (_, i) => (i + 1 < width ? a[(i + 1) * width + i] : 0))
  return { diagonal, off, vectors }
}

/** H·M with H = I − 2vvᵀ/vᵀv. */
function reflectRows(matrix: Float64Array, v: Float64Array, norm: number): void {
  const width = v.length
  const sums = new Float64Array(width)
  for (let i = 0; i < width; i++) {
    if (v[i] === 0) continue
    for (let j = 0; j < width; j++) sums[j] += v[i] * matrix[i * width + j]
  }
  for (let i = 0; i < width; i++) {
    if (v[i] === 0) continue
    for (let j = 0; j < width; j++) matrix[i * width + j] -= (2 * v[i] * sums[j]) / norm
  }
}

/** M·H. */
function reflectColumns(matrix: Float64Array, v: Float64Array, norm: number): void {
  const width = v.length
  for (let i = 0; i < width; i++) {
    let sum = 0
    for (let j = 0; j < width; j++) sum += matrix[i * width + j] * v[j]
    for (let j = 0; j < width; j++) matrix[i * width + j] -= (2 * sum * v[j]) / norm
  }
}

function lengthOf(a: number, b: number): number {
  const most = Math.max(Math.abs(a), Math.abs(b))
  if (most === 0) return 0
  const [x, y] = [a / most, b / most]
  return most * Math.sqrt(x * x + y * y)
}

function sortAscending(values: Float64Array, vectors: Float64Array): Eigen {
  const width = values.length
  const order = Array.from(values.keys()).sort((a, b) => values[a] - values[b])
  const sorted = new Float64Array(width * width)
  order.forEach((from, to) => {
    for (let i = 0; i < width; i++) sorted[i * width + to] = vectors[i * width + from]
  })
  return { values: Float64Array.from(order, (i) => values[i]), vectors: sorted }
}
