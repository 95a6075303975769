import type { SetTree } from '../statistics/set-tree.ts'

export const classMetrics = ['euclidean', 'manhattan', 'cosine'] as const
export type ClassMetric = (typeof classMetrics)[number]

/** For each node of a tree of sets, the sums of distances over pairs of rows, each once and as often as both rows count. */
export interface ClassDistances {
  readonly within: Float64Array
  readonly between: Float64Array
  /** The weight of the pairs that are summed, the same for every node. */
  readonly pairs: { readonly within: number; readonly between: number }
}

/**
 * Distances between rows of one class and of different classes on sets of columns. A row that counts several times is at
 * distance 0 from itself. The distance of a row of zeros is 1 from any other direction, 0 from another such row (cosine).
 */
export function classDistances(
  columns: readonly Float64Array[],
  classes: Float64Array,
  weights: Float64Array,
  tree: SetTree,
  metric: ClassMetric,
): ClassDistances {
  const nodes = tree.parent.length
  const sums = { within: new Float64Array(nodes), between: new Float64Array(nodes) }
  // Row after row, so that the sums of many rows lose less to rounding.
  const ofRow = { within: new Float64Array(nodes), between: new Float64Array(nodes) }
  const pairs = { within: 0, between: 0 }
  const distances = distancesOf[metric](columns, tree)
  for (let row = 0; row < classes.length; row++) {
    ofRow.within.fill(0)
    ofRow.between.fill(0)
    pairs.within += (weights[row] * (weights[row] - 1)) / 2
    for (let other = 0; other < row; other++) {
      const kind = classes[row] === classes[other] ? 'within' : 'between'
      const weight = weights[row] * weights[other]
      const found = distances(row, other)
      const into = ofRow[kind]
      pairs[kind] += weight
      for (let node = 1; node < nodes; node++) into[node] += weight * found[node]
    }
    for (let node = 1; node < nodes; node++) {
      sums.within[node] += ofRow.within[node]
      sums.between[node] += ofRow.between[node]
    }
  }
  return { ...sums, pairs }
}

/** The distances of two rows, one for each node, in an array that is used again. */
type Distances = (row: number, other: number) => Float64Array

/** A distance that is a sum over columns, or a function of it. */
function summed(
  { parent, column }: SetTree,
  columns: readonly Float64Array[],
  term: (difference: number) => number,
  finish: (sum: number) => number,
): Distances {
  const sums = new Float64Array(parent.length)
  const found = new Float64Array(parent.length)
  const terms = new Float64Array(columns.length)
  return (row, other) => {
    for (let i = 0; i < columns.length; i++) terms[i] = term(columns[i][row] - columns[i][other])
    for (let node = 1; node < sums.length; node++) {
      sums[node] = sums[parent[node]] + terms[column[node]]
      found[node] = finish(sums[node])
    }
    return found
  }
}

const distancesOf: Readonly<
  Record<ClassMetric, (columns: readonly Float64Array[], tree: SetTree) => Distances>
> = {
  euclidean: (columns, tree) => summed(tree, columns, (difference) => difference * difference, Math.sqrt),
  manhattan: (columns, tree) => summed(tree, columns, Math.abs, (sum) => sum),
  cosine: (columns, { parent, column }) => {
    const [products, squares, others] = [0, 1, 2].map(() => new Float64Array(parent.length))
    const found = new Float64Array(parent.length)
    return (row, other) => {
      for (let node = 1; node < parent.length; node++) {
        const [a, b] = [columns[column[node]][row], columns[column[node]][other]]
        products[node] = products[parent[node]] + a * b
        squares[node] = squares[parent[node]] + a * a
        others[node] = others[parent[node]] + b * b
        const size = Math.sqrt(squares[node]) * Math.sqrt(others[node])
        const isZero = squares[node] === others[node] ? 0 : 1
        found[node] = size === 0 ? isZero : Math.max(0, 1 - products[node] / size)
      }
      return found
    }
  },
}
