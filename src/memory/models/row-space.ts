import { cholesky, factorRow, solveCholesky } from '#methods'
import type { Triangle } from '#methods'
import type { Arena } from '../threads/arena.ts'
import type { TrainingRows } from '../threads/model-rows.ts'
import type { DesignMatrix } from './design.ts'
import { scaled } from './scaled-column.ts'

/** The products of rows with weights, and back: for each weight the sum of its places times values of rows. */
export interface Products {
  readonly width: number
  readonly multiply: (weights: Float64Array) => Float64Array
  readonly project: (ofRows: Float64Array) => Float64Array
}

/** The products of a matrix; weights have the place of an intercept first, which stays 0. */
export function productsOf(design: DesignMatrix, arena: Arena): Products {
  const { blocks, stride, width, rows } = design
  const values = arena.numbers(stride / 8)
  const [given, sums] = [arena.numbers(width + 1), arena.numbers(width + 1)]
  return {
    width: width + 1,
    multiply: (weights) => {
      given.view.set(weights)
      const products = new Float64Array(rows)
      for (let block = 0; block < blocks; block++) {
        const opened = design.open(block)
        values.view.fill(0)
        design.addTo(opened, given.address + 8, values.address)
        products.set(values.view.subarray(0, opened.rows), opened.from)
      }
      return products
    },
    project: (ofRows) => {
      sums.view.fill(0)
      for (let block = 0; block < blocks; block++) {
        const opened = design.open(block)
        values.view.fill(0)
        values.view.set(ofRows.subarray(opened.from, opened.from + opened.rows))
        design.project(opened, values.address, sums.address + 8)
      }
      return sums.view.slice()
    },
  }
}

/** The products of rows in coordinates of their own, and the way back to the weights of a matrix. */
interface RowSpace extends Products {
  /** The product with the inverse of curvature·LᵀL + ridge; null where the ridge is lost in rounding. */
  precondition(curvature: number, ridge: number): ((slopes: Float64Array) => Float64Array) | null
  weightsOf(coordinates: Float64Array): Float64Array
}

/** A row of which a smaller share is left by the rows before it depends on them. */
const leastShare = 1e-13

/**
 * The rows of a matrix as rows of L, L·Lᵀ their products with one another: with more places than rows the
 * weights under a ridge are sums over rows, so as many coordinates are enough.
 */
export function rowSpaceOf({ training, scales, rows }: DesignMatrix, products: Products): RowSpace {
  const triangle = triangleOf(training, scales)
  return {
    width: rows,
    multiply: (z) =>
      Float64Array.from(triangle, (row) => {
        let sum = 0
        for (let i = 0; i < row.length; i++) sum += row[i] * z[i]
        return sum
      }),
    project: (ofRows) => {
      const sums = new Float64Array(rows)
      triangle.forEach((row, at) => {
        const value = ofRows[at]
        for (let i = 0; i < row.length; i++) sums[i] += row[i] * value
      })
      return sums
    },
    precondition: (curvature, ridge) => {
      const bend = new Float64Array(rows * rows)
      for (const row of triangle) {
        for (let i = 0; i < row.length; i++) {
          const value = curvature * row[i]
          for (let j = 0; j <= i; j++) bend[i * rows + j] += value * row[j]
        }
      }
      for (let i = 0; i < rows; i++) bend[i * rows + i] += ridge
      const factor = cholesky(bend, rows)
      return factor && ((slopes) => solveCholesky(factor, slopes))
    },
    weightsOf: (coordinates) => {
      const ofRows = coordinates.slice()
      for (let i = rows - 1; i >= 0; i--) {
        const own = triangle[i]
        if (own[i] === 0) {
          ofRows[i] = 0
          continue
        }
        ofRows[i] /= own[i]
        for (let k = 0; k < i; k++) ofRows[k] -= own[k] * ofRows[i]
      }
      return products.project(ofRows)
    },
  }
}

/** The factor of the products of the rows, column after column. */
function triangleOf({ columns, rows }: TrainingRows, scales: DesignMatrix['scales']): Triangle {
  const products = Array.from(rows, (_, i) => new Float64Array(i + 1))
  columns.forEach((column, place) => {
    if ('codes' in column) {
      const codes = Float64Array.from(rows, (row) => column.codes[row])
      products.forEach((own, i) => {
        for (let j = 0; j <= i; j++) if (codes[i] === codes[j]) own[j]++
      })
      return
    }
    const scale = scales[place]!
    if (scale.factor === 0) return
    const values = Float64Array.from(rows, (row) => scaled(column.values[row], scale))
    products.forEach((own, i) => {
      const value = values[i]
      for (let j = 0; j <= i; j++) own[j] += value * values[j]
    })
  })
  products.forEach((own, i) => factorRow(own, products, leastShare * own[i]))
  return products
}
