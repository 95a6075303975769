/** The submatrix of a square matrix, row by row, with the rows and columns at some places. */
export function blockOf(matrix: Float64Array, places: readonly number[]): Float64Array {
  const width = Math.sqrt(matrix.length)
  const size = places.length
  const block = new Float64Array(size * size)
  places.forEach((i, row) => {
    places.forEach((j, column) => (block[row * size + column] = matrix[i * width + j]))
  })
  return block
}
