import type { Counts, EntropySums } from '#core'
import { chiSquareTail, ln2, lnChiSquareTail, permutedGain, strataOf } from '#methods'
import type { TableDraws, TableMargins } from '#methods'
import { chiSquareGainTail, meanInformation } from './gain-law.ts'
import { pOfGain } from './gain-p.ts'
import type { GainP, Pause } from './gain-p.ts'

/** So many rows are needed for each degree of freedom, and for each stratum. */
export const rowsPerDegree = 5

/** The G² test of X ⟂ Y | Z. */
export interface ConditionalTest {
  /** I(X;Y|Z). */
  readonly bits: number
  readonly pValue: number
  /** Its logarithm, also where it is too small for a double. */
  readonly lnP: number
  /** Rows of all strata, and of those in which both X and Y vary: only these tell anything. */
  readonly rows: number
  readonly varied: number
  /** How many combinations of the levels of Z have rows. */
  readonly strata: number
  /** Σ (levels of X − 1)·(levels of Y − 1) over the strata, with the levels that occur there. */
  readonly degrees: number
}

/**
 * The G² test of X ⟂ Y | Z from the table Z × … × Y × X in whole counts, Z of any number of variables: 2n·ln
 * 2·I(X;Y|Z) is χ² under independence, scaled to its exact mean under permutations of X within the strata
 * (Bartlett's correction). Without that the surplus of many sparse strata adds up, and noise is dependent
 * beyond doubt. A test that lacks rows, or is plain, is not scaled. The information is exact, from terms of
 * `sums`, so tables with equal counts have equal bits.
 */
export function conditionalTest(
  { levels, cells }: Counts,
  sums: EntropySums,
  isPlain = false,
): ConditionalTest {
  const down = levels.at(-1)!.length
  const across = levels.at(-2)!.length
  const [joint, margins] = [new Float64Array(3), new Float64Array(3)]
  const ofRows = new Float64Array(across)
  const ofColumns = new Float64Array(down)
  const add = (to: Float64Array, count: number) => addTerm(to, count, sums)
  const addAll = (to: Float64Array, counts: Float64Array) => {
    let present = 0
    for (const count of counts) {
      if (count === 0) continue
      add(to, count)
      present++
    }
    return present
  }
  let [rows, varied, strata, degrees] = [0, 0, 0, 0]
  const margined: TableMargins[] = []
  for (let from = 0; from < cells.length; from += across * down) {
    ofRows.fill(0)
    ofColumns.fill(0)
    let n = 0
    for (let i = 0, cell = from; i < across; i++) {
      for (let j = 0; j < down; j++, cell++) {
        const count = cells[cell]
        if (count === 0) continue
        ofRows[i] += count
        ofColumns[j] += count
        n += count
        add(joint, count)
      }
    }
    if (n === 0) continue
    add(joint, n)
    const [lines, ranks] = [addAll(margins, ofRows), addAll(margins, ofColumns)]
    strata++
    rows += n
    if (lines === 1 || ranks === 1) continue
    degrees += (lines - 1) * (ranks - 1)
    varied += n
    margined.push({ n, rows: ofRows.filter(isPresent), columns: ofColumns.filter(isPresent) })
  }
  const bits = rows === 0 ? 0 : Math.max(0, (joint[0] - margins[0] + (joint[1] - margins[1])) / rows)
  const facts = { bits, rows, varied, strata, degrees }
  if (degrees === 0) return { ...facts, pValue: 1, lnP: 0 }
  const mean =
    isPlain || lacksRows(facts)
      ? degrees / (2 * ln2)
      : margined.reduce((sum, table) => sum + meanInformation(table), 0)
  const statistic = ((rows * bits) / mean) * degrees
  return {
    ...facts,
    pValue: chiSquareTail(statistic, degrees),
    lnP: lnChiSquareTail(statistic, degrees),
  }
}

function isPresent(count: number): boolean {
  return count > 0
}

/**
 * Whether a test has too few rows to be believed: fewer than five for each degree of freedom, in the strata
 * where both columns vary, or than five for each stratum. Where strata are of one row each nothing varies,
 * and a test would find everything independent.
 */
export function lacksRows({
  rows,
  varied,
  strata,
  degrees,
}: Pick<ConditionalTest, 'rows' | 'varied' | 'strata' | 'degrees'>): boolean {
  return varied < rowsPerDegree * degrees || rows < rowsPerDegree * strata
}

/** Adds count·log₂ count to the sums that begin with its high and its low part. */
function addTerm(to: Float64Array, count: number, sums: EntropySums): void {
  if (count >= sums.high.length) {
    sums.addCell(to, 0, count)
    return
  }
  to[0] += sums.high[count]
  to[1] += sums.low[count]
}

/**
 * P(information ≥ that found) of independent variables: 2·ln2·n·I(X;Y) is about χ² with (levels of X −
 * 1)(levels of Y − 1) degrees of freedom, and 2·ln2·n·(I(a,b;Y) − I(a;Y) − I(b;Y)) with (levels of a −
 * 1)(levels of b − 1)(levels of Y − 1).
 */
export function informationTail(bits: number, n: number, levels: readonly number[]): number {
  const degrees = degreesOf(levels)
  return degrees > 0 ? chiSquareTail(2 * ln2 * n * bits, degrees) : 1
}

/** The mean of that distribution, in bits; no more than this has a p-value above 0.3. */
export function meanInformationOf(n: number, levels: readonly number[]): number {
  return degreesOf(levels) / (2 * ln2 * n)
}

function degreesOf(levels: readonly number[]): number {
  return levels.reduce((product, count) => product * (count - 1), 1)
}

/** Axes of a table: I(X;Y|Z), where Z may be several. */
interface Axes {
  readonly x: number
  readonly y: number
  readonly z: readonly number[]
}

/**
 * P(I(X;Y|Z) ≥ that of the table) where X is permuted within the joint levels of Z; the table holds whole
 * counts. `deciding` is the p-value that decides.
 */
export function conditionalTail(
  table: Counts,
  { x, y, z }: Axes,
  draws: TableDraws,
  deciding: number,
  pause: Pause,
): Promise<GainP> {
  const strata = strataOf(threeWay(table, [z, [x], [y]]))
  return pOfGain(strata, permutedGain(strata, draws), draws, { permutations: 199, deciding }, pause)
}

/** The p-value by the χ² distribution, scaled to its exact mean. */
export function conditionalLaw(table: Counts, { x, y, z }: Axes): number {
  return chiSquareGainTail(strataOf(threeWay(table, [z, [x], [y]])))
}

/** The table of three variables, each the joint levels of some axes. */
function threeWay({ levels, cells }: Counts, axes: readonly (readonly number[])[]): Counts {
  const sizes = axes.map((group) => group.reduce((size, axis) => size * levels[axis].length, 1))
  const [, across, down] = sizes
  const moved = new Float64Array(cells.length)
  const places = new Int32Array(levels.length)
  for (const count of cells) {
    const [z, x, y] = axes.map((group) =>
      group.reduce((place, axis) => place * levels[axis].length + places[axis], 0),
    )
    moved[(z * across + x) * down + y] += count
    // The next cell: the last axis moves first.
    for (let axis = levels.length - 1; axis >= 0 && ++places[axis] === levels[axis].length; axis--)
      places[axis] = 0
  }
  return { levels: sizes.map((size) => Array.from({ length: size }, (_, place) => place)), cells: moved }
}
