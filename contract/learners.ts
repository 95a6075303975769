import { CribaError } from '../src/index.ts'
import type { OwnLearnerName, SelectResult } from '../src/index.ts'
import { selectBy } from './calls.ts'
import { checkName, ensure, ensureSame, isNear } from './law.ts'
import type { Law } from './law.ts'
import { columnsOf, reversed, tableOf, withGaps } from './tables.ts'
import type { Columns } from './tables.ts'

/**
 * What holds of every learner: it predicts held-out rows, the same in every run, from columns of each type,
 * with and without missing values.
 *
 * @example for (const { name, check } of learnerContract(mean, 'regression')) it(name, check)
 */
export function learnerContract(
  learner: OwnLearnerName,
  task: 'classification' | 'regression',
): readonly Law[] {
  checkName('learner', learner)
  if (task !== 'classification' && task !== 'regression')
    throw new CribaError('invalid', `invalid task: ${String(task)} (needs classification or regression)`)
  const target = task === 'regression' ? 'numbers' : 'classes'
  const run = async (columns: Columns, features: readonly string[]): Promise<SelectResult> => {
    const spec = {
      target: 'y',
      criterion: `cv:learner=${learner}`,
      keep: features,
      k: features.length + 1,
      evidence: false,
    }
    return selectBy(tableOf(columns), spec)
  }
  return (['numeric', 'categorical'] as const).flatMap((features): Law[] => [
    {
      name: `predicts from ${features} columns, the same again`,
      check: async () => {
        const columns = columnsOf({ features, target }, 1)
        const { steps } = await run(columns, ['d'])
        ensure(
          steps.every(({ score }) => Number.isFinite(score)),
          'a score is no number',
        )
        ensureSame(steps, (await run(columns, ['d'])).steps, 'another run differs')
      },
    },
    {
      name: `does not see the order of ${features} columns beyond rounding`,
      check: async () => {
        const columns = columnsOf({ features, target }, 1)
        const [one, other] = [await run(columns, ['d']), await run(reversed(columns), ['d'])]
        ensure(isNear(numberOf(one), numberOf(other)), `scores ${one.score} and ${other.score}`)
      },
    },
    {
      name: `takes missing values of ${features} columns`,
      check: async () => {
        const { steps } = await run(withGaps(columnsOf({ features, target }, 1)), ['d'])
        ensure(
          steps.every(({ score }) => Number.isFinite(score)),
          'a score is no number',
        )
      },
    },
  ])
}

/** The score of the chosen set: columns that are tied may stand in for one another. */
function numberOf({ score }: SelectResult): number | null {
  return score === null ? null : Number(score)
}
