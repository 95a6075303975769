import { slopesOfNone } from './solver.ts'
import type { ClassNorms } from './solver.ts'
import type { ClassTrainingSet } from './training-set.ts'

/** What norms of weights are multiplied with before the penalty. */
export interface NormFactors {
  readonly columns: number
  readonly groups: number
}

/** Columns that span the same. */
export interface SameSpan {
  readonly norms: ClassNorms
  /** The column that each is a copy of; itself where it is none. */
  readonly original: Int32Array
}

/** Sizes of slopes that differ by less may be those of copies, which then agree in every row but for rounding. */
const rounding = 1e-9

/** The norms of the weights of columns. Of single columns copies are left out: the first stands for them. */
export function normsOf(set: ClassTrainingSet, groups: readonly number[], factors: NormFactors): SameSpan {
  const { starts } = set
  const count = starts.length - 1
  const groupStarts = new Uint32Array(groups.length + 1)
  groups.forEach((size, group) => (groupStarts[group + 1] = groupStarts[group] + size))
  const original = Int32Array.from({ length: count }, (_, column) => column)
  if (factors.groups === 0) findCopies(set, original)
  const copies = new Float64Array(count)
  for (const of of original) copies[of]++
  const widthOf = (from: number, to: number) => Math.sqrt(starts[to] - starts[from])
  return {
    original,
    norms: {
      starts,
      groupStarts,
      factors: Float64Array.from(original, (of, column) =>
        of === column && starts[column + 1] > starts[column]
          ? factors.columns * widthOf(column, column + 1)
          : Infinity,
      ),
      groupFactors: Float64Array.from(
        groups,
        (_, group) => factors.groups * widthOf(groupStarts[group], groupStarts[group + 1]),
      ),
      copies: copies.map((number) => Math.max(1, number)),
    },
  }
}

/** Columns whose slopes at no weights are of equal size, and that span the same. */
function findCopies(set: ClassTrainingSet, original: Int32Array): void {
  const { starts } = set
  const slopes = slopesOfNone(set)
  const sizeOf = (column: number) => {
    let squares = 0
    for (const own of slopes)
      for (let i = starts[column]; i < starts[column + 1]; i++) squares += own[i] * own[i]
    return Math.sqrt(squares)
  }
  const sizes = Float64Array.from(original, sizeOf)
  const order = Array.from(original)
    .filter((column) => starts[column + 1] > starts[column])
    .sort((a, b) => sizes[a] - sizes[b] || a - b)
  order.forEach((column, place) => {
    for (let next = place + 1; next < order.length; next++) {
      const other = order[next]
      if (sizes[other] - sizes[column] > rounding * sizes[other] + 1e-15) break
      const [first, second] = column < other ? [column, other] : [other, column]
      if (original[second] !== second || original[first] !== first) continue
      if (spanSame(set, first, second)) original[second] = first
    }
  })
}

function spanSame(set: ClassTrainingSet, a: number, b: number): boolean {
  const { starts } = set
  const width = starts[a + 1] - starts[a]
  if (starts[b + 1] - starts[b] !== width) return false
  const products = productsOf(set, a, b)
  const squares = products.reduce((sum, product) => sum + product * product, 0)
  return width - squares < rounding * width
}

/** Mean products of the coordinates of two columns. */
export function productsOf(
  { coordinates, starts, weights }: ClassTrainingSet,
  a: number,
  b: number,
): Float64Array {
  const [width, other] = [starts[a + 1] - starts[a], starts[b + 1] - starts[b]]
  const products = new Float64Array(width * other)
  for (let i = 0; i < width; i++) {
    const one = coordinates[starts[a] + i]
    for (let j = 0; j < other; j++) {
      const two = coordinates[starts[b] + j]
      let sum = 0
      for (let row = 0; row < weights.length; row++) sum += weights[row] * one[row] * two[row]
      products[i * other + j] = sum
    }
  }
  return products
}

/** The weights of originals, shared evenly with their copies. */
export function sharedWeights(
  set: ClassTrainingSet,
  { original, norms }: SameSpan,
  weights: Float64Array,
): Float64Array {
  const { starts } = set
  const shared = new Float64Array(weights.length)
  original.forEach((of, column) => {
    const count = norms.copies[of]
    if (of === column) {
      for (let i = starts[column]; i < starts[column + 1]; i++) shared[i] = weights[i] / count
      return
    }
    if (!weights.subarray(starts[of], starts[of + 1]).some((weight) => weight !== 0)) return
    const products = productsOf(set, column, of)
    const width = starts[of + 1] - starts[of]
    for (let i = starts[column]; i < starts[column + 1]; i++) {
      for (let j = 0; j < width; j++)
        shared[i] += (products[(i - starts[column]) * width + j] * weights[starts[of] + j]) / count
    }
  })
  return shared
}
