import ln from '@stdlib/math-base-special-ln'
import { select } from '../../src/index.ts'
import type { Run, Table } from '../../src/index.ts'
import { whole } from '../whole.ts'
import { maskOf } from './sets.ts'
import type { SetScores } from './sets.ts'

/** Bits to nats: the thesis computes in nats, criba reports in bits. */
const natsOfBit = ln(2)

/**
 * The criteria of sets that the experiments compare, on the columns as they are or standardised; information
 * in nats.
 */
export const criteria = {
  'total correlation': 'total-correlation:scale=none',
  'delta test': 'delta-test:scale=none',
  'total correlation, standardised': 'total-correlation',
  'delta test, standardised': 'delta-test',
  'KSG information': 'joint-mi:estimator=nearest',
  'delta test of ranks': 'delta-test:target=rank',
} as const

export type SetCriterion = keyof typeof criteria

/**
 * The scores of all sets of columns of a table whose columns are x0, x1, … and whose target is y, by
 * `exhaustive` of criba.
 */
export async function setScores(table: Table, criterion: SetCriterion, run: Run = {}): Promise<SetScores> {
  const { landscape = [], units } = await whole(
    select(
      table,
      { target: 'y', criterion: criteria[criterion], search: 'exhaustive', landscape: 'all', asIs: true },
      run,
    ),
  )
  const scores = new Float64Array(landscape.length + 1).fill(NaN)
  const factor = units === 'bits' ? natsOfBit : 1
  for (const { features, score } of landscape) {
    scores[maskOf(features.map((name) => Number(name.slice(1))))] = score * factor
  }
  return scores
}
