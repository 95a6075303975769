import { likelihoodOfNone, slopesAlong } from './likelihood.ts'
import { copiesOfGroups, groupsOfBlocks } from './penalised-set.ts'
import type { RowTrainingSet } from './training-set.ts'

/** How the weights of columns are penalised. */
export interface ColumnNorms {
  /** The first coordinate of each column, and the first column of each group. */
  readonly starts: Uint32Array
  readonly groupStarts: Uint32Array
  /** What the norms are multiplied with; infinite for a column that is left out, as a copy of another. */
  readonly factors: Float64Array
  readonly groupFactors: Float64Array
  /** For each column how many equal groups its own stands for, itself counted. */
  readonly copies: Float64Array
}

/** What norms of weights are multiplied with before the penalty. */
export interface NormFactors {
  readonly columns: number
  readonly groups: number
}

/** Columns that span the same. */
export interface SameSpan {
  readonly norms: ColumnNorms
  /** The column that each is a copy of; itself where it is none. */
  readonly original: Uint32Array
}

/** Whether some weight of a group is not 0. */
export function isIn({ starts, groupStarts }: ColumnNorms, weights: Float64Array, group: number): boolean {
  for (let i = starts[groupStarts[group]]; i < starts[groupStarts[group + 1]]; i++)
    if (weights[i] !== 0) return true
  return false
}

/** Columns with a smaller share of variance that the other does not explain are taken for copies. */
const leastOwn = 1e-12

/**
 * The norms of the weights of columns. Groups that are copies of others are left out: the first stands for
 * them.
 */
export function normsOf(set: RowTrainingSet, groups: readonly number[], factors: NormFactors): SameSpan {
  const { starts } = set
  const groupStarts = new Uint32Array(groups.length + 1)
  groups.forEach((size, group) => (groupStarts[group + 1] = groupStarts[group] + size))
  const { original, copies } = copiesOfGroups(set, groupStarts, firstOfSpan(set))
  const groupOf = groupsOfBlocks({ groupStarts })
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
      copies: Float64Array.from(original, (of) => copies[groupOf[of]]),
    },
  }
}

/**
 * For each column the first one that spans the same. The slopes of two at no weights differ by no more than
 * their share of their own allows.
 */
function firstOfSpan(set: RowTrainingSet): Uint32Array {
  const { starts } = set
  const original = Uint32Array.from({ length: starts.length - 1 }, (_, column) => column)
  const likelihood = likelihoodOfNone(set.target)
  const slopes = slopesAlong(set, likelihood)
  const mostApart = lengthOf(likelihood.slopes(), set.target.weights) * Math.sqrt(leastOwn)
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
      if (sizes[other] - sizes[column] > mostApart) break
      const [first, second] = column < other ? [column, other] : [other, column]
      if (original[second] !== second || original[first] !== first) continue
      if (spanSame(set, first, second)) original[second] = first
    }
  })
  return original
}

/** How long the slopes of rows are, for rows of weight 1. */
function lengthOf(slopes: readonly Float64Array[], weights: Float64Array): number {
  let squares = 0
  for (const own of slopes) own.forEach((slope, row) => (squares += (slope * slope) / weights[row]))
  return Math.sqrt(squares)
}

function spanSame(set: RowTrainingSet, a: number, b: number): boolean {
  const { starts } = set
  const width = starts[a + 1] - starts[a]
  if (starts[b + 1] - starts[b] !== width) return false
  const products = productsOf(set, a, b)
  const squares = products.reduce((sum, product) => sum + product * product, 0)
  return width - squares < leastOwn * width
}

/** Mean products of the coordinates of two columns. */
function productsOf({ coordinates, starts, target }: RowTrainingSet, a: number, b: number): Float64Array {
  const { weights } = target
  const [width, other] = [starts[a + 1] - starts[a], starts[b + 1] - starts[b]]
  const products = new Float64Array(width * other)
  for (let i = 0; i < width; i++) {
    const one = coordinates.of(starts[a] + i)
    for (let j = 0; j < other; j++) {
      const two = coordinates.of(starts[b] + j)
      let sum = 0
      for (let row = 0; row < weights.length; row++) sum += weights[row] * one[row] * two[row]
      products[i * other + j] = sum
    }
  }
  return products
}

/** The weights of originals, shared evenly with their copies. */
export function sharedWeights(
  set: RowTrainingSet,
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
