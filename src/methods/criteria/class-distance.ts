import { CribaError, walkTree } from '#core'
import type { SetTree } from '#core'
import { scaleColumn } from '../measures/divergence-estimate.ts'
import { ratio } from '../measures/test.ts'
import { scaleOption } from '../shapes/criterion.ts'
import { defineSubset } from '../shapes/subset-criterion.ts'
import { rowsFold, rowsNeeds } from './families/rows-of-sets.ts'

/** All pairs of rows are looked at. */
const mostRows = 20_000

const classMetrics = ['euclidean', 'manhattan', 'cosine'] as const
type ClassMetric = (typeof classMetrics)[number]

/**
 * Rewards sets of columns on which rows of different classes lie farther apart than rows of one class.
 *
 * J = mean distance between rows of different classes ÷ mean distance between rows of one class, over all
 * pairs, 0 or more: about 1 where classes do not differ, ∞ where rows of a class coincide and classes do not,
 * 0 where all rows coincide. Classes of one row have no pair within; where no class has two rows there is no
 * value. On the standard scale a constant column counts for nothing. `cosine` is 1 − cos of the angle as seen
 * from the origin, which on the standard scale is the mean row; below 1e-12 it is 0, one direction. All pairs
 * are looked at, of up to 20,000 rows. `fisher` compares variances of single columns. Devijver and Kittler
 * (1982).
 *
 * @example select(table, { target: 'species', criterion: classDistance({ metric: 'manhattan' }), search: exhaustive() })
 */
export const classDistance = defineSubset({
  id: 'class-distance',
  title: 'Distance between classes over distance within',
  features: { numeric: 'values', categorical: null },
  target: 'classes',
  better: 'higher',
  units: 'ratio',
  options: {
    metric: {
      type: 'choice',
      of: classMetrics,
      default: 'euclidean',
      help: 'how the distance of two rows is measured',
    },
    scale: scaleOption,
  },
  formula: 'J = mean d(a, b) over classes(a ≠ b) / mean d(a, b) within classes',
  reference: 'Devijver & Kittler 1982',
  needs: rowsNeeds,
  fold: (answers, { sets, options: { metric, scale } }) =>
    rowsFold(answers, sets, ({ columns, target, weights, tree }) => {
      checkRowCount(target.length)
      const scaled = columns.map((column) => scaleColumn(column, scale, weights))
      const { within, between, pairs } = classDistances(scaled, target, weights, tree, metric)
      return (node) => {
        if (pairs.between === 0) return { score: NaN, why: 'all complete rows are of one class' }
        if (!(pairs.within > 0)) return { score: NaN, why: 'no class has two complete rows' }
        const score = ratio(between[node] / pairs.between, within[node] / pairs.within)
        return Number.isNaN(score) ? { score, why: 'distances beyond numbers' } : { score }
      }
    }),
})

function checkRowCount(rows: number): void {
  if (rows <= mostRows) return
  throw new CribaError(
    'too-large',
    `too many rows: class-distance looks at all pairs of ${rows.toLocaleString('en')} rows (at most ${mostRows.toLocaleString('en')}; take a sample, or joint-mi)`,
  )
}

/**
 * For each node of a set tree, the sums of distances over pairs of rows; a pair counts with the product of
 * its weights.
 */
interface ClassDistances {
  readonly within: Float64Array
  readonly between: Float64Array
  /** The total weight of the summed pairs, the same for every node. */
  readonly pairs: { readonly within: number; readonly between: number }
}

/**
 * Distances between rows of one class and between rows of different classes, on sets of columns. Copies of a
 * row made by its weight are at distance 0. For `cosine` the distance between a row of zeros and any other
 * row is 1, between two rows of zeros 0.
 *
 * Rows are sorted by class, and each is compared with all rows before it: first those of other classes, then
 * those of its own. The tree is walked depth first, so that a set reuses the distances of its parent.
 */
function classDistances(
  columns: readonly Float64Array[],
  classes: Float64Array,
  weights: Float64Array,
  tree: SetTree,
  metric: ClassMetric,
): ClassDistances {
  const order = Int32Array.from(classes.keys()).sort((a, b) => classes[a] - classes[b] || a - b)
  const sorted = (values: Float64Array) => Float64Array.from(order, (row) => values[row])
  const [ofClass, counts] = [sorted(classes), sorted(weights)]
  const rows = columns.map((column) => (column.length > 0 ? sorted(column) : column))
  // A sum of Manhattan distances is the sum over single columns.
  if (metric === 'manhattan') {
    const alone = sumPairs(rows, ofClass, counts, singleColumns(rows.length), 'manhattan')
    return { ...alone, within: sumAlongTree(alone.within, tree), between: sumAlongTree(alone.between, tree) }
  }
  return sumPairs(rows, ofClass, counts, tree, metric)
}

function sumPairs(
  columns: readonly Float64Array[],
  classes: Float64Array,
  weights: Float64Array,
  tree: SetTree,
  metric: ClassMetric,
): ClassDistances {
  const nodes = tree.parent.length
  const within = new Float64Array(nodes)
  const between = new Float64Array(nodes)
  const pairs = { within: 0, between: 0 }
  const path: (readonly [node: number, depth: number])[] = []
  walkTree(tree, (node, depth) => node > 0 && path.push([node, depth]))
  const deepest = path.reduce((most, [, depth]) => Math.max(most, depth), 0)
  const distances = distancesOf[metric](classes.length, deepest)
  let first = 0
  for (let row = 0; row < classes.length; row++) {
    if (classes[row] !== classes[first]) first = row
    const weight = weights[row]
    pairs.within += (weight * (weight - 1)) / 2 + weight * sum(weights, first, row)
    pairs.between += weight * sum(weights, 0, first)
    for (const [node, depth] of path) {
      const found = distances(columns[tree.column[node]], row, depth)
      between[node] += weight * weightedSum(found, weights, 0, first)
      within[node] += weight * weightedSum(found, weights, first, row)
    }
  }
  return { within, between, pairs }
}

function sum(values: Float64Array, from: number, to: number): number {
  let all = 0
  for (let i = from; i < to; i++) all += values[i]
  return all
}

function weightedSum(values: Float64Array, weights: Float64Array, from: number, to: number): number {
  let all = 0
  for (let i = from; i < to; i++) all += weights[i] * values[i]
  return all
}

/** The tree of all single columns: node i + 1 is column i. */
function singleColumns(count: number): SetTree {
  const column = Int32Array.from({ length: count + 1 }, (_, node) => node - 1)
  return { parent: column.map((one) => (one < 0 ? -1 : 0)), column, node: new Int32Array(0) }
}

/** For each node the sum over its columns. */
function sumAlongTree(ofColumns: Float64Array, { parent, column }: SetTree): Float64Array {
  const sums = new Float64Array(parent.length)
  for (let node = 1; node < sums.length; node++) sums[node] = sums[parent[node]] + ofColumns[column[node] + 1]
  return sums
}

/**
 * The distances of a row to all rows before it, on the columns of a path in the tree that ends with `column`.
 * It is called along the path, and returns one array that it reuses.
 */
type Distances = (column: Float64Array, row: number, depth: number) => Float64Array

const distancesOf: Readonly<Record<ClassMetric, (rows: number, deepest: number) => Distances>> = {
  euclidean: (rows, deepest) => {
    const squares = buffers(rows, deepest)
    const found = new Float64Array(rows)
    return (column, row, depth) => {
      const [before, now] = [squares[depth - 1], squares[depth]]
      const value = column[row]
      for (let other = 0; other < row; other++) {
        const difference = value - column[other]
        now[other] = before[other] + difference * difference
        found[other] = Math.sqrt(now[other])
      }
      return found
    }
  },
  manhattan: (rows) => {
    const found = new Float64Array(rows)
    return (column, row) => {
      for (let other = 0; other < row; other++) found[other] = Math.abs(column[row] - column[other])
      return found
    }
  },
  cosine: (rows, deepest) => {
    const products = buffers(rows, deepest)
    const squares = buffers(rows, deepest)
    const found = new Float64Array(rows)
    return (column, row, depth) => {
      const [productsBefore, productsNow] = [products[depth - 1], products[depth]]
      const [squaresBefore, squaresNow] = [squares[depth - 1], squares[depth]]
      const value = column[row]
      for (let other = 0; other <= row; other++) {
        productsNow[other] = productsBefore[other] + value * column[other]
        squaresNow[other] = squaresBefore[other] + column[other] * column[other]
      }
      const own = squaresNow[row]
      for (let other = 0; other < row; other++) {
        const size = Math.sqrt(own) * Math.sqrt(squaresNow[other])
        const isZero = own === squaresNow[other] ? 0 : 1
        const distance = 1 - productsNow[other] / size
        found[other] = size === 0 ? isZero : distance < directionTolerance ? 0 : distance
      }
      return found
    }
  },
}

/** Rows whose cosine distance is below this have the same direction up to rounding. */
const directionTolerance = 1e-12

/** An array with a number for each row, for each depth of a tree; zeros at the root. */
function buffers(rows: number, deepest: number): readonly Float64Array[] {
  return Array.from({ length: deepest + 1 }, () => new Float64Array(rows))
}
