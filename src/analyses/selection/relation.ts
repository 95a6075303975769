import type { Counts } from '#core'
import { informationOf, marginsOf, strataOf } from '#methods'
import type { TableDraws } from '#methods'
import { isGainWithin } from '../null-distributions/gain-p.ts'
import { orderedTail, orderedTailWithin } from '../null-distributions/ordered-association.ts'

/** Two columns depend on each other where a test of their independence has a p-value of at most this. */
export const levelOfRelation = 0.05
/** X_c adds to what X_j says of the target where a test of that alone has a p-value of at most this. */
const levelOfAddition = 0.01
/**
 * A test within the classes can be relied on where so much of what the two columns share would remain there.
 */
const testableShare = 0.25

/** Whether the levels of two variables have an order. */
interface PairOrder {
  readonly rows: boolean
  readonly columns: boolean
}

/** A selected column × a candidate × the target. */
export interface Trio {
  readonly table: Counts
  /** Rows of the candidate. */
  readonly rows: number
  /** Whether the selected column and the candidate have an order. */
  readonly isOrdered: PairOrder
  /** Whether the candidate and the target have an order. */
  readonly withTarget: PairOrder
  /** How many columns are selected, each of which is compared with the candidate. */
  readonly selected: number
}

/**
 * Whether a candidate X_c is related to a selected column X_j other than through the target Y: they depend on
 * each other, and so they do within the classes of Y (at the level divided by the number of selected
 * columns). If X_c ⟂ X_j | Y and X_c ⟂ Y | X_j, then X_c is irrelevant (intersection), so testing it alone is
 * valid. Where X_j almost says the class, little varies within the classes, and a test there may miss a copy
 * of X_j: then X_c also has to add to what X_j says of Y. Where they share fewer than half of the rows of the
 * candidate, a test says little: they count as related.
 */
export function isRelated(
  { table, rows, isOrdered, withTarget, selected }: Trio,
  draws: TableDraws,
): boolean {
  const pair = sumOver(table, 2)
  const counted = sum(pair.cells)
  if (counted < rows / 2) return true
  const marginal = { levels: [[0], ...pair.levels], cells: pair.cells }
  if (!areDependent(marginal, isOrdered, levelOfRelation, draws)) return false
  if (areDependent(targetFirst(table), isOrdered, levelOfRelation / selected, draws)) return true
  if (shareWithin(table) >= testableShare) return false
  return !areDependent(table, withTarget, levelOfAddition, draws)
}

/**
 * The share of I(X_c;X_j) that would remain within the classes of Y if X_c had information about Y only
 * through X_j: 1 − I(X_c;Y) / I(X_c;X_j) where X_c ⟂ Y | X_j. It is small where X_j almost says the class, so
 * that little is left for a test within the classes.
 */
function shareWithin(table: Counts): number {
  const pair = sumOver(table, 2)
  const [, candidate, classes] = table.levels.map(({ length }) => length)
  const { rows: counts } = marginsOf(pair)
  const expected = new Float64Array(candidate * classes)
  sumOver(table, 1).cells.forEach((count, cell) => {
    const [level, one] = [Math.floor(cell / classes), cell % classes]
    if (count === 0) return
    for (let x = 0; x < candidate; x++) {
      expected[x * classes + one] += (count * pair.cells[level * candidate + x]) / counts[level]
    }
  })
  const shared = informationOf(strataOf({ levels: [[0], ...pair.levels], cells: pair.cells }))
  const through = informationOf(
    strataOf({ levels: [[0], table.levels[1], table.levels[2]], cells: expected }),
  )
  return shared > 0 ? 1 - through / shared : 0
}

/**
 * Whether two variables depend on each other within strata: by information, or by the order of their levels.
 */
function areDependent(table: Counts, isOrdered: PairOrder, least: number, draws: TableDraws): boolean {
  const hasOrder = isOrdered.rows || isOrdered.columns
  const level = hasOrder ? least / 2 : least
  const strata = strataOf(table)
  const { tables } = strata
  if (hasOrder) {
    const p = tables.length === 1 ? orderedTail(tables[0], isOrdered) : orderedTailWithin(tables, isOrdered)
    if (p <= level) return true
  }
  return isGainWithin(level, strata, draws)
}

/** A table of three variables summed over one of them. */
function sumOver({ levels, cells }: Counts, place: number): Counts {
  const [, middle, last] = levels.map(({ length }) => length)
  const kept = levels.filter((_, i) => i !== place)
  const summed = new Float64Array(kept[0].length * kept[1].length)
  cells.forEach((count, cell) => {
    const at = [Math.floor(cell / (middle * last)), Math.floor(cell / last) % middle, cell % last]
    const [row, column] = at.filter((_, i) => i !== place)
    summed[row * kept[1].length + column] += count
  })
  return { levels: kept, cells: summed }
}

/** Puts the target, the last variable of a table, first. */
function targetFirst({ levels, cells }: Counts): Counts {
  const classes = levels[2].length
  const pairs = cells.length / classes
  const moved = new Float64Array(cells.length)
  cells.forEach((count, cell) => {
    moved[(cell % classes) * pairs + Math.floor(cell / classes)] = count
  })
  return { levels: [levels[2], levels[0], levels[1]], cells: moved }
}

function sum(counts: Float64Array): number {
  return counts.reduce((total, count) => total + count, 0)
}
