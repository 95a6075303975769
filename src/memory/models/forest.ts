import { seeded } from '#core'
import type { ForestOptions, ImportanceKind, RandomStream } from '#core'
import type { TrainingRows } from '../threads/model-rows.ts'
import { binnedColumns } from '../trees/binned-columns.ts'
import type { BinnedColumn } from '../trees/binned-columns.ts'
import { correlatedColumns } from '../trees/correlated-columns.ts'
import { grow } from '../trees/grow.ts'
import { lossesByPermutation } from '../trees/out-of-bag.ts'
import { drawBootstrap, drawFirst } from '../trees/row-draws.ts'
import type { Bootstrap } from '../trees/row-draws.ts'
import { gainsByColumn, leafOf, treeReader } from '../trees/tree.ts'
import type { Tree } from '../trees/tree.ts'
import { wholeTarget, wholeWeights } from '../trees/whole-target.ts'
import type { Model } from './model.ts'

/** Trees that are fitted together. */
const treesOfPart = 5
/** Shares of classes are rounded to multiples of one over this, so that their sums are exact. */
const shareParts = 68_719_476_736

/**
 * A forest: trees of rows drawn with replacement, each node divided by the best of a few columns drawn anew.
 * It predicts the mean of its trees. The draws depend on the seed and the number of the tree.
 */
export const forest: Model<ForestOptions> = {
  readsGaps: true,
  mostWeight: 1 << 24,
  explains: ({ importance, explained = 0, seed }) =>
    importance === 'shap' ? { rows: explained, seed } : null,
  members: ({ trees }) => ({ count: trees, parts: Math.ceil(trees / treesOfPart) }),
  fit: (given, options, _, part) => {
    const permutes = options.importance !== 'impurity' && options.importance !== 'shap'
    const training = permutes ? withCopiesOfRows(given) : given
    const { columns } = training
    const last = Math.min(options.trees, (part + 1) * treesOfPart)
    const growTree = treeGrower(training, options)
    const trees = Array.from({ length: last - part * treesOfPart }, (_, i) =>
      growTree(part * treesOfPart + i),
    )
    return {
      predict: (rows) => {
        const reader = treeReader(columns)
        const width = trees[0].tree.width
        const sums = new Float64Array(rows.length * width)
        for (const { tree } of trees) {
          const { values } = tree
          for (let i = 0; i < rows.length; i++) {
            const from = leafOf(tree, reader, rows[i]) * width
            for (let one = 0; one < width; one++) {
              const value = values[from + one]
              sums[i * width + one] += width === 1 ? value : Math.round(value * shareParts) / shareParts
            }
          }
        }
        return sums
      },
      importances: () => forestImportances(trees, training, options.importance),
      trees: () => trees.map(({ tree }) => tree),
    }
  },
  cost: (rows, places, classes, { trees, mtry }) =>
    trees * (rows * 30 + rows * triedOf(mtry, places, classes) * 6 * (32 - Math.clz32(rows))),
}

const repeatedRows = new WeakMap<Int32Array, Int32Array>()

/**
 * Rows of whole weights as often as they weigh, so that each copy is permuted by itself; others as they are.
 */
function withCopiesOfRows(training: TrainingRows): TrainingRows {
  const { rows, weights } = training
  if (!weights || !rows.every((row) => Number.isInteger(weights[row]))) return training
  const length = rows.reduce((sum, row) => sum + weights[row], 0)
  if (length === rows.length) return { ...training, weights: null }
  const known = repeatedRows.get(rows)
  if (known) return { ...training, rows: known, weights: null }
  const repeated = new Int32Array(length)
  let to = 0
  for (const row of rows) {
    repeated.fill(row, to, to + weights[row])
    to += weights[row]
  }
  repeatedRows.set(rows, repeated)
  return { ...training, rows: repeated, weights: null }
}

/** How many columns are tried at a node. */
function triedOf(mtry: number, columns: number, classes: number): number {
  if (mtry > 0) return Math.min(mtry, columns)
  return Math.max(1, Math.floor(classes > 1 ? Math.sqrt(columns) : columns / 3))
}

/** Grows the trees of a forest by their numbers. */
function treeGrower(training: TrainingRows, options: ForestOptions): (number: number) => ForestTree {
  const { columns, target: given } = training
  const weights = wholeWeights(training)
  const binned = binnedColumns(training)
  const target = wholeTarget(training, Math.max(1, Math.round(weights.total)))
  const tried = triedOf(options.mtry, columns.length, 'classes' in given ? given.classes : 1)
  return (number) => {
    const random = seeded(`${options.seed}/tree/${number}`)
    const bootstrap = drawBootstrap(weights.of, weights.total, random)
    const tree = grow(
      {
        columns: options.importance === 'debiased' ? withCopies(binned, random) : binned,
        target,
        places: bootstrap.places,
        weights: bootstrap.counts,
        draw: (order) => {
          drawFirst(order, Math.min(tried, order.length), random)
          return tried
        },
      },
      options,
    )
    return { tree, bootstrap, random }
  }
}

/** Columns, then a copy of each with its values permuted among the rows, in the same way for all. */
function withCopies(columns: readonly BinnedColumn[], random: RandomStream): readonly BinnedColumn[] {
  if (columns.length === 0) return columns
  const from = Int32Array.from(columns[0].codes, (_, place) => place)
  drawFirst(from, from.length - 1, random)
  const copies = columns.map((column) => {
    const codes = new Uint16Array(from.length)
    for (let place = 0; place < codes.length; place++) codes[place] = column.codes[from[place]]
    return { ...column, codes }
  })
  return [...columns, ...copies]
}

interface ForestTree {
  readonly tree: Tree
  readonly bootstrap: Bootstrap
  /** The draws that follow those of the tree. */
  readonly random: RandomStream
}

/** For each column the sum over trees of its importance. */
function forestImportances(
  trees: readonly ForestTree[],
  training: TrainingRows,
  kind: ImportanceKind,
): Float64Array {
  const { columns } = training
  const reader = treeReader(columns)
  const correlated = kind === 'conditional' ? correlatedColumns(training) : null
  const sums = new Float64Array(columns.length)
  for (const { tree, bootstrap, random } of trees) {
    if (kind === 'impurity' || kind === 'debiased') {
      const gains = gainsByColumn(tree, 2 * columns.length)
      for (let i = 0; i < sums.length; i++) sums[i] += gains[i] - gains[i + columns.length]
      continue
    }
    const losses = lossesByPermutation(tree, reader, training, bootstrap, random, correlated)
    for (let i = 0; i < sums.length; i++) sums[i] += losses[i]
  }
  return sums
}
