import type { Growth } from '#core'
import { splitFinder } from './best-split.ts'
import type { SplitMeasure } from './best-split.ts'
import type { BinnedColumn } from './binned-columns.ts'
import { addRows } from './histogram.ts'
import type { NodeRows } from './histogram.ts'
import { entropyScore, giniScore } from './split.ts'
import type { Split } from './split.ts'
import { TreeBuilder } from './tree-builder.ts'
import type { Tree } from './tree.ts'
import type { WholeTarget } from './whole-target.ts'

/** Fewer rows are counted anew. */
const leastRows = 2048
/** The most nodes whose histograms are kept at a time. */
const mostKept = 64

/** The rows that a tree grows from. */
interface GrowingRows {
  readonly columns: readonly BinnedColumn[]
  readonly target: WholeTarget
  /** Their places among the training rows, and their weights, above 0. */
  readonly places: Int32Array
  readonly weights: Float64Array
  /** Puts the columns to try at a node first, as many as it returns; null where all are tried. */
  readonly draw: ((order: Int32Array) => number) | null
}

/**
 * Grows a tree: each node is divided where both sides are purest, until it is pure, too small or too deep. Of
 * equal splits the first by column, then by cut. A node is finished with all that is left of it before what
 * is right.
 */
export function grow({ columns, target, draw, ...given }: GrowingRows, growth: Growth): Tree {
  const measure = measureOf(target, growth)
  const { width } = measure
  const places = given.places.slice()
  const weights = given.weights.slice()
  const targets = new Float64Array(places.length)
  for (let i = 0; i < targets.length; i++) {
    const value = target.values[places[i]]
    // Of two classes 0 or the weight, which may be a fraction.
    targets[i] = width > 2 ? value : target.classes > 0 ? weights[i] * value : Math.round(weights[i] * value)
  }
  const spare = {
    places: new Int32Array(places.length),
    weights: new Float64Array(places.length),
    targets: new Float64Array(places.length),
  }
  const histograms = new NodeHistograms(columns, width)
  const find = splitFinder(columns, histograms.offsets, measure)
  const order = Int32Array.from(columns, (_, place) => place)
  const builder = new TreeBuilder(columns, target)
  const all: NodeRows = { places, weights, targets, from: 0, to: places.length }
  const open = [{ node: builder.addNode(), rows: all, depth: 0, cells: draw ? null : histograms.count(all) }]
  const impurity = impurityOf(all, sumsOf(all, width), measure)
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, rows, depth, cells } = next
    const sums = sumsOf(rows, width)
    builder.setRows(node, rows, sums)
    const canSplit =
      (growth.depth === 0 || depth < growth.depth) &&
      sums[0] >= 2 * growth.leaf &&
      !isPure(rows, target, sums)
    const split = canSplit
      ? find({ rows, sums, leaf: growth.leaf, cells }, order, draw ? draw(order) : order.length)
      : null
    const gain = split && split.column >= 0 ? gainOf(split, sums, measure) / impurity : -1
    // Shares are rounded, as is the least: 1/20 may be computed as just below 0.05.
    if (!split || gain < growth.gain * (1 - 1e-12)) {
      histograms.release(cells)
      continue
    }
    const left = builder.addSplit(node, split, gain)
    const middle = divide(rows, columns[split.column], split, spare)
    const ofLeft = { ...rows, to: middle }
    const ofRight = { ...rows, from: middle }
    const [cellsLeft, cellsRight] = histograms.divide(cells, ofLeft, ofRight)
    open.push({ node: left + 1, rows: ofRight, depth: depth + 1, cells: cellsRight })
    open.push({ node: left, rows: ofLeft, depth: depth + 1, cells: cellsLeft })
  }
  return builder.finish()
}

/**
 * The histograms of all columns in a node, kept until its children have theirs: the smaller child is counted,
 * the other is the rest. Sums are exact, so the bits are those of counting.
 */
class NodeHistograms {
  /** Where the cells of each column begin. */
  readonly offsets: Int32Array
  readonly #columns: readonly BinnedColumn[]
  readonly #width: number
  readonly #size: number
  readonly #free: Float64Array[] = []
  #used = 0

  constructor(columns: readonly BinnedColumn[], width: number) {
    this.#columns = columns
    this.#width = width
    this.offsets = new Int32Array(columns.length)
    let size = 0
    columns.forEach(({ levels }, i) => {
      this.offsets[i] = size
      size += (levels + 1) * width
    })
    this.#size = size
  }

  /** Counts the rows of a node; null where they are few, or enough is kept. */
  count(node: NodeRows): Float64Array | null {
    if (node.to - node.from < leastRows || this.#used === mostKept) return null
    const cells = this.#free.pop()?.fill(0) ?? new Float64Array(this.#size)
    this.#used++
    this.#columns.forEach(({ codes }, i) => addRows(cells, this.offsets[i], this.#width, codes, node))
    return cells
  }

  /** What both children have, given the cells of their parent, which become those of one of them. */
  divide(
    cells: Float64Array | null,
    left: NodeRows,
    right: NodeRows,
  ): readonly [left: Float64Array | null, right: Float64Array | null] {
    if (!cells) return [null, null]
    const isLeftSmaller = left.to - left.from <= right.to - right.from
    const [smaller, larger] = isLeftSmaller ? [left, right] : [right, left]
    if (larger.to - larger.from < leastRows) {
      this.release(cells)
      return [null, null]
    }
    const counted = new Float64Array(this.#size)
    this.#columns.forEach(({ codes }, i) => addRows(counted, this.offsets[i], this.#width, codes, smaller))
    for (let i = 0; i < cells.length; i++) cells[i] -= counted[i]
    const isKept = smaller.to - smaller.from >= leastRows && this.#used < mostKept
    if (isKept) this.#used++
    const ofSmaller = isKept ? counted : null
    return isLeftSmaller ? [ofSmaller, cells] : [cells, ofSmaller]
  }

  /** Gives the cells of a node back. */
  release(cells: Float64Array | null): void {
    if (!cells) return
    this.#used--
    this.#free.push(cells)
  }
}

function measureOf({ classes }: WholeTarget, { split }: Growth): SplitMeasure {
  const isEntropy = classes > 0 && split !== 'gini'
  const sideScore = isEntropy ? entropyScore : classes > 2 ? giniScore : null
  return {
    // The Gini impurity of two classes is twice the variance of 0 and 1.
    width: sideScore ? classes + 1 : 2,
    sideScore,
    isRatio: isEntropy && split === 'gain-ratio',
    classes,
  }
}

/** Puts the rows on the left first, each side in its order, and returns where the right side begins. */
function divide(
  { places, weights, targets, from, to }: NodeRows,
  { codes, levels, bins }: BinnedColumn,
  split: Split,
  spare: Pick<NodeRows, 'places' | 'weights' | 'targets'>,
): number {
  const isLeft = bins ? null : new Uint8Array(levels + 1)
  if (isLeft) for (let i = 0; i < split.leftCount; i++) isLeft[split.bins[i]] = 1
  const { last, isMissingLeft } = split
  let toLeft = from
  let toRight = 0
  for (let i = from; i < to; i++) {
    const code = codes[places[i]]
    if (isLeft ? isLeft[code] === 1 : code === levels ? isMissingLeft : code <= last) {
      places[toLeft] = places[i]
      weights[toLeft] = weights[i]
      targets[toLeft++] = targets[i]
    } else {
      spare.places[toRight] = places[i]
      spare.weights[toRight] = weights[i]
      spare.targets[toRight++] = targets[i]
    }
  }
  for (let i = 0; i < toRight; i++) {
    places[toLeft + i] = spare.places[i]
    weights[toLeft + i] = spare.weights[i]
    targets[toLeft + i] = spare.targets[i]
  }
  return toLeft
}

/** What the rows of a node sum to: the weight, then Σ y, or the weight of each class. */
function sumsOf({ weights, targets, from, to }: NodeRows, width: number): Float64Array {
  const sums = new Float64Array(width)
  for (let i = from; i < to; i++) {
    sums[0] += weights[i]
    if (width === 2) sums[1] += targets[i]
    else sums[1 + targets[i]] += weights[i]
  }
  return sums
}

/** The weight of rows times their impurity: of numbers Σ (y − ȳ)². */
function impurityOf(rows: NodeRows, sums: Float64Array, { sideScore, classes }: SplitMeasure): number {
  const [weight, sum] = sums
  if (sideScore === entropyScore) return -entropyScore(sums)
  if (sideScore) return weight - sideScore(sums)
  if (classes === 2) return (sum * (weight - sum)) / weight
  const mean = sum / weight
  let squares = 0
  for (let i = rows.from; i < rows.to; i++) {
    const distance = rows.targets[i] - rows.weights[i] * mean
    squares += (distance * distance) / rows.weights[i]
  }
  return squares
}

/** How much of it a split takes away. */
function gainOf({ score }: Split, sums: Float64Array, { sideScore }: SplitMeasure): number {
  return Math.max(0, sideScore ? score - sideScore(sums) : score / sums[0])
}

function isPure(
  { places, from, to }: NodeRows,
  { values, classes }: WholeTarget,
  sums: Float64Array,
): boolean {
  if (classes === 2 && sums.length === 2) return sums[1] === 0 || sums[1] === sums[0]
  const first = values[places[from]]
  for (let i = from + 1; i < to; i++) if (values[places[i]] !== first) return false
  return true
}
