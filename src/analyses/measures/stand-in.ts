import type { Counts, EntropySums } from '#core'
import { ln2 } from '#methods'
import { conditionalTest, lacksRows } from './conditional-independence.ts'
import type { ConditionalTest } from './conditional-independence.ts'

/** What says whether a column X′ can stand in for a chosen X: tests of pairs, and of what X tells beside X′. */
export interface StandInTests {
  readonly chosenWithTarget: ConditionalTest
  readonly otherWithTarget: ConditionalTest
  readonly otherWithChosen: ConditionalTest
  /** X and the target given X′. */
  readonly lost: ConditionalTest
  /** X and the target given X′ with too few rows for a test. */
  readonly isUntested: boolean
}

/** The level of a loss, and the share of the chosen column's information below which a loss counts as small. */
const [lossLevel, smallLoss] = [0.05, 0.1]
/** The level of a relation, shared among all columns that are tried. */
const relationLevel = 0.05

/** The tests from the table of chosen × target × other, in whole counts. */
export function standInTests(table: Counts, sums: EntropySums): StandInTests {
  const lost = conditionalTest(arranged(table, [2, 1, 0]), sums)
  return {
    chosenWithTarget: conditionalTest(arranged(table, [0, 1]), sums),
    otherWithTarget: conditionalTest(arranged(table, [2, 1]), sums),
    otherWithChosen: conditionalTest(arranged(table, [2, 0]), sums),
    lost,
    isUntested: lacksRows(lost),
  }
}

/** Whether a column is related to another, at a level shared among so many that are tried. */
export function isRelated(test: ConditionalTest, tried: number): boolean {
  return !lacksRows(test) && test.pValue <= relationLevel / tried
}

/**
 * Whether X′ can stand in for X: it is related to the target and to X, and beside it X tells nothing significant of the target, or
 * less than a tenth of what it tells alone, without what chance gives: of cut numbers even a column with hardly any error loses what
 * tells at the edges of its bins, and among many rows every loss is significant.
 */
export function canStandIn(tests: StandInTests, tried: number): boolean {
  const { chosenWithTarget, otherWithTarget, otherWithChosen, lost, isUntested } = tests
  if (isUntested || !isRelated(otherWithTarget, tried) || !isRelated(otherWithChosen, tried)) return false
  const isSmall = withoutChance(lost) < smallLoss * withoutChance(chosenWithTarget)
  return lost.pValue > lossLevel || isSmall
}

/** The information less its mean under independence, degrees / (2n·ln 2). */
function withoutChance({ bits, degrees, rows }: ConditionalTest): number {
  return bits - degrees / (2 * rows * ln2)
}

/** The table of some of its variables, in their new order. */
function arranged({ levels, cells }: Counts, axes: readonly number[]): Counts {
  const strides = levels.map((_, axis) =>
    axes.includes(axis)
      ? axes.slice(axes.indexOf(axis) + 1).reduce((size, other) => size * levels[other].length, 1)
      : 0,
  )
  const size = axes.reduce((product, axis) => product * levels[axis].length, 1)
  const found = new Float64Array(size)
  const [a, b, c] = levels.map(({ length }) => length)
  let cell = 0
  for (let i = 0; i < a; i++) {
    for (let j = 0; j < b; j++) {
      for (let k = 0; k < c; k++) found[i * strides[0] + j * strides[1] + k * strides[2]] += cells[cell++]
    }
  }
  return { levels: axes.map((axis) => levels[axis]), cells: found }
}
