import type { Product } from './perron.ts'

/** The product with a symmetric matrix, given row by row. */
export function matrixProduct(matrix: Float64Array, width: number): Product {
  return (x) => {
    const out = new Float64Array(width)
    for (let i = 0; i < width; i++) {
      let sum = 0
      for (let j = 0, at = i * width; j < width; j++, at++) sum += matrix[at] * x[j]
      out[i] = sum
    }
    return out
  }
}
