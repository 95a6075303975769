import log2 from '@stdlib/math-base-special-log2'
import { CribaError, emptyEntropies, EntropySums } from '#core'
import type { Counts, Entropies, Level } from '#core'
import { millerMadow, plugIn, sumOfEntropies } from './estimators.ts'
import { conditionalMutualInformation, mutualInformation } from './quantities.ts'
import type { Axes, Quantity } from './quantities.ts'

/** The value of a quantity, in bits. */
export type Estimate = (quantity: Quantity) => number

/**
 * Estimators of quantities from a contingency table; a quantity refers to the axes of the table.
 * `tableEstimators.shrink(table)` is a function of any number of quantities. `shrink` depends on all axes of
 * the table, so the table should have only those of the quantity.
 */
export const tableEstimators = {
  'plug-in': (table: Counts): Estimate => fromEntropies(table, sumsFor(table), plugIn),
  'miller-madow': (table: Counts): Estimate => fromEntropies(table, sumsFor(table), millerMadow),
  shrink: (table: Counts): Estimate => {
    const shrunk = shrinkage(table)
    return (quantity) => {
      const entropies = quantity.terms.map(({ axes }) => [shrunk.entropy(axes)])
      const bits = sumOfEntropies(quantity, entropies, 0)
      return quantity.neverNegative ? Math.max(0, bits) : bits
    }
  },
} as const

/** I[X;Y|Z = z] for one level z. */
interface SliceInformation extends Slice {
  readonly bits: number
}

/** I[X;Y|Z] and I[X;Y|Z = z] for each level z with rows; I[X;Y|Z] is their weighted mean (S1 eq 11). */
export function informationByLevel(
  table: Counts,
  x: Axes,
  y: Axes,
  given: Axes,
): { readonly bits: number; readonly levels: readonly SliceInformation[] } {
  const sums = sumsFor(table)
  const within = mutualInformation(x, y)
  return {
    bits: fromEntropies(table, sums, plugIn)(conditionalMutualInformation(x, y, given)),
    levels: slices(table, given).map((slice) => ({
      ...slice,
      bits: fromEntropies(slice.table, sums, plugIn)(within),
    })),
  }
}

function fromEntropies(table: Counts, sums: EntropySums, estimate: typeof plugIn): Estimate {
  const cache = new Map<string, Entropies>()
  const entropiesOf = (axes: Axes) => {
    const key = axes.join()
    const entropies = cache.get(key) ?? emptyEntropies(1)
    if (!cache.has(key)) sums.put(entropies, 0, marginal(table, axes).cells)
    cache.set(key, entropies)
    return entropies
  }
  return (quantity) =>
    estimate(
      quantity,
      quantity.terms.map(({ axes }) => entropiesOf(axes)),
      0,
    )
}

function sumsFor(table: Counts): EntropySums {
  return new EntropySums(countRows(table))
}

/**
 * A table shrunk towards the uniform one: p* = λt + (1−λ)p over the product of the occurring levels of its
 * axes.
 */
interface Shrinkage {
  /** λ between 0 (the table as it is) and 1 (uniform). */
  readonly lambda: number
  /** The entropy of some axes of the shrunk table, in bits. */
  entropy(axes: Axes): number
}

/**
 * James–Stein shrinkage of Hausser and Strimmer (2009): λ = (1 − Σp²)/((n−1) Σ(t−p)²), between 0 and 1, and 1
 * where p is uniform; t = 1/K, K the product of the numbers of occurring levels of all axes of the table. All
 * entropies are those of this one table, so they depend on its axes; the margins are shrunk with the same λ,
 * since a margin of t is uniform.
 */
export function shrinkage(table: Counts): Shrinkage {
  const n = countRows(table)
  const seen = table.levels.map(
    (_, axis) => marginal(table, [axis]).cells.filter((count) => count > 0).length,
  )
  const sizeOf = (axes: Axes) => axes.reduce((product, axis) => product * seen[axis], 1)
  const lambda = shrinkageOf(table.cells, n, sizeOf(table.levels.map((_, axis) => axis)))
  return {
    lambda,
    entropy(axes) {
      if (n === 0) return 0
      const counts = marginal(table, axes).cells.filter((count) => count > 0)
      return entropyOf(counts, n, sizeOf(axes), lambda)
    },
  }
}

/**
 * λ with numerator and denominator multiplied by K²: with whole counts every term is whole, and no digits
 * cancel.
 */
function shrinkageOf(cells: Float64Array, n: number, size: number): number {
  let spread = 0
  let distance = 0
  let empty = size
  for (const count of cells) {
    if (count === 0) continue
    spread += count * (n - count)
    distance += (size * count - n) * (size * count - n)
    empty--
  }
  distance += empty * n * n
  const bound = (n - 1) * distance
  return bound > 0 ? Math.min(1, (size * size * spread) / bound) : 1
}

/** Summed from the smallest count to the greatest, so that names and order of levels do not matter. */
function entropyOf(counts: Float64Array, n: number, size: number, lambda: number): number {
  const ascending = counts.toSorted()
  const empty = size - ascending.length
  let bits = empty > 0 ? empty * information(lambda / size) : 0
  for (let from = 0; from < ascending.length;) {
    let to = from
    while (to < ascending.length && ascending[to] === ascending[from]) to++
    bits += (to - from) * information(lambda / size + (1 - lambda) * (ascending[from] / n))
    from = to
  }
  return bits
}

/** −p·log₂ p. */
function information(p: number): number {
  return p > 0 ? -p * log2(p) : 0
}

/** The total count of a table. */
export function countRows({ cells }: Counts): number {
  return cells.reduce((sum, count) => sum + count, 0)
}

/** The marginal table of some axes, in their order in the table: the counts summed over the other axes. */
export function marginal(table: Counts, axes: Axes): Counts {
  const cells = new Float64Array(sizeOf(table, axes))
  const places = placesIn(table, axes)
  table.cells.forEach((count, cell) => (cells[places[cell]] += count))
  return { levels: table.levels.filter((_, axis) => axes.includes(axis)), cells }
}

/** The part of a table with one level of each given axis. */
interface Slice {
  /** The levels of the given axes, in the order of the table's axes. */
  readonly level: readonly Level[]
  readonly rows: number
  /** Share of the table's rows. */
  readonly weight: number
  /** All axes of the whole table; the given ones have one level. */
  readonly table: Counts
}

/** Slices a table along some axes, one slice for each joint level with rows, in row-major order. */
function slices(table: Counts, given: Axes): readonly Slice[] {
  const others = table.levels.map((_, axis) => axis).filter((axis) => !given.includes(axis))
  const places = placesIn(table, others)
  const owners = placesIn(table, given)
  const size = sizeOf(table, others)
  const rows = marginal(table, given)
  const cells = new Map<number, Float64Array>()
  rows.cells.forEach((count, slice) => count > 0 && cells.set(slice, new Float64Array(size)))
  table.cells.forEach((count, cell) => {
    if (count > 0) cells.get(owners[cell])![places[cell]] = count
  })
  const n = countRows(rows)
  return [...cells].map(([slice, own]) => {
    const level = levelsAt(rows, slice)
    const left = [...level]
    const levels = table.levels.map((axis, i) => (given.includes(i) ? [left.shift()!] : axis))
    return { level, rows: rows.cells[slice], weight: rows.cells[slice] / n, table: { levels, cells: own } }
  })
}

/** The joint level of one cell. */
function levelsAt({ levels }: Counts, cell: number): readonly Level[] {
  let rest = cell
  return levels
    .toReversed()
    .map((axis) => {
      const level = axis[rest % axis.length]
      rest = Math.floor(rest / axis.length)
      return level
    })
    .reverse()
}

function sizeOf({ levels }: Counts, axes: Axes): number {
  return levels.reduce((product, axis, i) => (axes.includes(i) ? product * axis.length : product), 1)
}

/** For each cell its index in the marginal table of some axes. */
function placesIn({ levels, cells }: Counts, axes: Axes): Int32Array {
  const wrong = axes.find((axis) => !(axis in levels))
  if (wrong !== undefined)
    throw new CribaError('invalid', `invalid axis: ${wrong} (the table has ${levels.length})`)
  const strides = new Int32Array(levels.length)
  let stride = 1
  for (let axis = levels.length - 1; axis >= 0; axis--) {
    if (!axes.includes(axis)) continue
    strides[axis] = stride
    stride *= levels[axis].length
  }
  const places = new Int32Array(cells.length)
  const level = new Int32Array(levels.length)
  let place = 0
  for (let cell = 0; cell < places.length; cell++) {
    places[cell] = place
    for (let axis = levels.length - 1; axis >= 0; axis--) {
      place += strides[axis]
      if (++level[axis] < levels[axis].length) break
      place -= strides[axis] * level[axis]
      level[axis] = 0
    }
  }
  return places
}
