/** So many changes are added to the matrix at once: it is read from memory once for all of them. */
const together = 16

/** A symmetric matrix to which squares factor·v·vᵀ are added one by one, and of which single columns are read in between. */
export class ChangingMatrix {
  /** Row by row; only the lower triangle changes. */
  readonly #matrix: Float64Array
  readonly #width: number
  #pending: { readonly v: Float64Array; readonly factor: number }[] = []

  /** The matrix is changed in place. */
  constructor(matrix: Float64Array, width: number) {
    this.#matrix = matrix
    this.#width = width
  }

  column(j: number): Float64Array {
    const width = this.#width
    const column = new Float64Array(width)
    column.set(this.#matrix.subarray(j * width, j * width + j + 1))
    for (let i = j + 1; i < width; i++) column[i] = this.#matrix[i * width + j]
    for (const { v, factor } of this.#pending) addTo(column, v, factor * v[j], width)
    return column
  }

  addSquare(v: Float64Array, factor: number): void {
    this.#pending.push({ v, factor })
    if (this.#pending.length < together) return
    for (let i = 0; i < this.#width; i++) {
      const row = this.#matrix.subarray(i * this.#width, i * this.#width + i + 1)
      for (const change of this.#pending) addTo(row, change.v, change.factor * change.v[i], i + 1)
    }
    this.#pending = []
  }
}

function addTo(values: Float64Array, v: Float64Array, factor: number, count: number): void {
  for (let k = 0; k < count; k++) values[k] += factor * v[k]
}
