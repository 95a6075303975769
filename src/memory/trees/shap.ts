import { gaussLegendre } from './quadrature.ts'
import type { Quadrature } from './quadrature.ts'
import { goesLeft } from './tree.ts'
import type { Tree, TreeReader, TreeSize } from './tree.ts'

/** What came of the cuts of a column: the row missed one before, misses the last, or has met all. */
const missedBefore = 0
const missedHere = 1
const met = 2

/** Some rows on their way through a tree. */
interface Walk {
  readonly tree: Tree
  readonly rows: Int32Array
  readonly quadrature: Quadrature
  readonly points: number
  readonly outputs: number
  readonly stack: ShapStack
  /** For each row, column and output the sum to add to. */
  readonly sums: Float64Array
}

/**
 * SHAP values of rows in trees of the same columns.
 *
 * The value of a set S of columns for a row is what the tree predicts where cuts of columns outside S are not
 * decided by the row: then it goes both ways, by the share of the weight of the node on each side (Lundberg,
 * Erion and Lee 2018). φ_j is the Shapley value of column j. A leaf of value v adds v·∏ over the columns of
 * its path: of o = 1 or 0 for one in S, whether the row meets all its cuts, and of the share z of the weight
 * that meets them for another. Shapley's mean over all orders is that over t in which a column is in S with
 * probability t: φ_j = Σ_leaves v·∫ (o_j − z_j)·∏_{i≠j} (t·o_i + (1 − t)·z_i) dt. The degree of these
 * polynomials is below the number of columns on a path, so a rule of Gauss and Legendre is exact. On the way
 * down each cut changes one factor; the way back sums up the leaves below it.
 */
export class ShapValues {
  readonly #reader: TreeReader
  /** For each column the share of the weight that meets its cuts so far. */
  readonly #shares: Float64Array
  /** For each column and row whether the row has met them all. */
  readonly #isMet: Uint8Array
  /** For each point by what a product changes where a cut is met, and where it is missed. */
  #ratios: readonly [met: Float64Array, missed: Float64Array] = [new Float64Array(0), new Float64Array(0)]
  #stack: ShapStack | null = null

  constructor(reader: TreeReader) {
    const columns = reader.values.length
    this.#reader = reader
    this.#shares = new Float64Array(columns).fill(1)
    this.#isMet = new Uint8Array(columns * rowsTogether).fill(1)
  }

  /**
   * Adds the SHAP value of each column, for up to 16 rows, in each output: all values of a node but the last,
   * or its one.
   */
  add(tree: Tree, { depth, columns }: TreeSize, rows: Int32Array, sums: Float64Array): void {
    const points = Math.max(1, Math.ceil(columns / 2))
    const outputs = outputsOf(tree)
    const stack = (this.#stack = stackFor(this.#stack, depth + 1, points, outputs))
    const walk = { tree, rows, quadrature: gaussLegendre(points), points, outputs, stack, sums }
    const { nodes, turns } = stack
    stack.products.fill(1, 0, rows.length * points)
    nodes[0] = 0
    turns[0] = 0
    for (let level = 0; level >= 0;) {
      const node = nodes[level]
      if (tree.column[node] < 0) {
        addLeaf(walk, node, level)
        level--
        continue
      }
      if (turns[level] === 0) this.#arrive(walk, node, level)
      else this.#comeBack(walk, node, level)
      if (turns[level] === 2) {
        this.#leave(walk, node, level)
        level--
        continue
      }
      this.#descend(walk, node, level)
      nodes[level + 1] = tree.left[node] + turns[level]++
      turns[++level] = 0
    }
  }

  /** Looks where the rows go, and keeps what the cut will change. */
  #arrive({ tree, rows, stack }: Walk, node: number, level: number): void {
    const { sides, before, shares } = stack
    const column = tree.column[node]
    shares[level] = this.#shares[column]
    for (let row = 0; row < rows.length; row++) {
      sides[level * rowsTogether + row] = goesLeft(tree, this.#reader, node, rows[row]) ? 0 : 1
      before[level * rowsTogether + row] = this.#isMet[column * rowsTogether + row]
    }
  }

  /** Multiplies what leads to the next child of a node, and keeps the factors of the way back. */
  #descend({ tree, rows, quadrature, points, stack }: Walk, node: number, level: number): void {
    const { products, sides, before, steps, width } = stack
    const column = tree.column[node]
    const child = stack.turns[level]
    const share = tree.weight[tree.left[node] + child] / tree.weight[node]
    const [ratioMet, ratioMissed] = this.#setFactors(stack, quadrature, level, share)
    this.#shares[column] = stack.shares[level] * share
    for (let row = 0; row < rows.length; row++) {
      const place = level * rowsTogether + row
      const step = before[place] === 0 ? missedBefore : sides[place] === child ? met : missedHere
      steps[place] = step
      this.#isMet[column * rowsTogether + row] = step === met ? 1 : 0
      const from = level * rowsTogether * width + row * points
      const to = from + rowsTogether * width
      if (step === missedBefore) {
        for (let t = 0; t < points; t++) products[to + t] = products[from + t] * share
        continue
      }
      const ratio = step === met ? ratioMet : ratioMissed
      for (let t = 0; t < points; t++) products[to + t] = products[from + t] * ratio[t]
    }
  }

  #setFactors(
    { shares, whenMet, whenMissed, width }: ShapStack,
    { points, weights }: Quadrature,
    level: number,
    share: number,
  ): readonly [met: Float64Array, missed: Float64Array] {
    if (this.#ratios[0].length < width) this.#ratios = [new Float64Array(width), new Float64Array(width)]
    const [ratioMet, ratioMissed] = this.#ratios
    const old = shares[level]
    const now = old * share
    for (let t = 0; t < points.length; t++) {
      const out = 1 - points[t]
      const was = points[t] + out * old
      const is = points[t] + out * now
      const given = (1 - old) / was
      ratioMet[t] = is / was
      ratioMissed[t] = (out * now) / was
      whenMet[level * width + t] = weights[t] * ((1 - now) / is - given)
      whenMissed[level * width + t] = -weights[t] * (1 / out + given)
    }
    return this.#ratios
  }

  /** Adds what the leaves below a child give to the column of the node, and to the leaves below the node. */
  #comeBack({ tree, rows, points, outputs, stack, sums }: Walk, node: number, level: number): void {
    const { below, steps, width, lists, whenMet, whenMissed } = stack
    const columns = this.#shares.length
    const column = tree.column[node]
    const each = rowsTogether * width * lists
    const table = level * width
    // What was left there by another node is dropped.
    const isFirst = stack.turns[level] === 1
    for (let row = 0; row < rows.length; row++) {
      const step = steps[level * rowsTogether + row]
      const factors = step === met ? whenMet : whenMissed
      for (let output = 0; output < outputs; output++) {
        const to = level * each + (row * outputs + output) * points
        const from = to + each
        // Whatever follows, a column that was missed before adds the same.
        if (step === missedBefore) {
          for (let t = 0; t < points; t++) below[to + t] = (isFirst ? 0 : below[to + t]) + below[from + t]
          continue
        }
        let sum = 0
        for (let t = 0; t < points; t++) {
          const value = below[from + t]
          below[to + t] = (isFirst ? 0 : below[to + t]) + value
          sum += value * factors[table + t]
        }
        sums[(row * columns + column) * outputs + output] += sum
      }
    }
  }

  /** Forgets the cut of a node. */
  #leave({ tree, rows, stack }: Walk, node: number, level: number): void {
    const column = tree.column[node]
    this.#shares[column] = stack.shares[level]
    for (let row = 0; row < rows.length; row++) {
      this.#isMet[column * rowsTogether + row] = stack.before[level * rowsTogether + row]
    }
  }
}

/**
 * How many numbers of a node are explained: of classes all but the last, whose share is what the others
 * leave.
 */
export function outputsOf({ width }: Pick<Tree, 'width'>): number {
  return Math.max(1, width - 1)
}

function addLeaf({ tree, rows, points, outputs, stack }: Walk, node: number, level: number): void {
  const { products, below, width, lists } = stack
  const start = level * rowsTogether * width
  for (let row = 0; row < rows.length; row++) {
    const from = start + row * points
    for (let output = 0; output < outputs; output++) {
      const value = tree.values[node * tree.width + output]
      const to = start * lists + (row * outputs + output) * points
      for (let t = 0; t < points; t++) below[to + t] = value * products[from + t]
    }
  }
}

/** Rows that go through a tree together. */
export const rowsTogether = 16

/** What is known at each level of the way of some rows through a tree. */
interface ShapStack {
  readonly levels: number
  /** The most points of integration, and outputs. */
  readonly width: number
  readonly lists: number
  readonly nodes: Int32Array
  /** How many children of the node were visited. */
  readonly turns: Uint8Array
  /**
   * For each row 0 if it goes left; whether it met the cuts of the column before; and what came of them at
   * the last child.
   */
  readonly sides: Uint8Array
  readonly before: Uint8Array
  readonly steps: Uint8Array
  /** The share of the column before. */
  readonly shares: Float64Array
  /** For each row and point the product over the columns of the path. */
  readonly products: Float64Array
  /** For each row, output and point the sum over the leaves below. */
  readonly below: Float64Array
  /**
   * For each point what a sum below is multiplied by: (o − z)/(t·o + (1 − t)·z) less that of the column
   * before.
   */
  readonly whenMet: Float64Array
  readonly whenMissed: Float64Array
}

/** A stack for so many levels, points and outputs: the given one where it is large enough. */
function stackFor(given: ShapStack | null, levels: number, width: number, lists: number): ShapStack {
  if (given && levels <= given.levels && width <= given.width && lists <= given.lists) return given
  const [deep, wide, many] = [
    Math.max(levels, given?.levels ?? 0),
    Math.max(width, given?.width ?? 0),
    Math.max(lists, given?.lists ?? 0),
  ]
  return {
    levels: deep,
    width: wide,
    lists: many,
    nodes: new Int32Array(deep),
    turns: new Uint8Array(deep),
    sides: new Uint8Array(deep * rowsTogether),
    before: new Uint8Array(deep * rowsTogether),
    steps: new Uint8Array(deep * rowsTogether),
    shares: new Float64Array(deep),
    products: new Float64Array(deep * rowsTogether * wide),
    below: new Float64Array(deep * rowsTogether * wide * many),
    whenMet: new Float64Array(deep * wide),
    whenMissed: new Float64Array(deep * wide),
  }
}
