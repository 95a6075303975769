import type { Counts } from '#core'
import { chiSquareTail, permutedGain, strataOf } from '#methods'
import type { TableDraws } from '#methods'
import { chiSquareGainTail } from './gain-law.ts'
import { pOfGain } from './gain-p.ts'
import type { GainP, Pause } from './gain-p.ts'

const ln2 = 0.6931471805599453

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
