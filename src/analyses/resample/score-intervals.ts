import { CribaError, objectIn, settleRank, splitsOf } from '#core'
import type { IntervalsOfMethod, RankResult, RankSpec, Run, Source, Table } from '#core'
import { studentQuantile } from '#methods'
import { rankForCut } from '../ranking/rank.ts'
import { scopeOf, sourceOf } from '../scope/scope.ts'
import { splitColumnsOf } from '../scope/split-columns.ts'
import type { TypedRankSpec } from '../scope/typed-specs.ts'
import { taskOverReplicas } from './replica-task.ts'
import type { ReplicaTask } from './replica-task.ts'

/** How many groups of rows are left out in turn. */
export const groupsOfRows = 10

/** The task of ranking by parts of the rows. */
export const rankPart: ReplicaTask<RankSpec, RankResult['rankings']> = {
  name: 'ranking',
  make: async (part, spec, _, run) => (await rankForCut(part, spec, run, null, false)).rankings,
}

/**
 * 95 % intervals of the scores of a ranking, by the delete-a-group jackknife: the rows are divided at random
 * by the seed into G = 10 groups, and the columns are scored again without each. With the scores θ₍g₎ and
 * their mean θ̄ the variance of a score θ is (G − 1)/G · Σ(θ₍g₎ − θ̄)², and the interval θ ± t·√variance with
 * Student's t of G − 1 = 9 degrees of freedom. Cuts, levels and penalties are found anew each time.
 *
 * An interval says how much a score would vary with other rows. It holds for scores that are smooth functions
 * of means, such as correlations, F and information well above 0; not for a rank, and not close to an end of
 * a score's range, such as the information of a column that has none. A score that some ten has not, or that
 * is infinite, has no interval. Kott (2001); Shao and Tu (1995), chapter 2.
 *
 * @example const [{ intervals }] = await scoreIntervals(table, { target: 'diagnosis', by: ['auc'] })
 * @throws CribaError naming the column, the method and the remedy
 */
export async function scoreIntervals(
  data: Table | Source,
  spec: TypedRankSpec = {},
  run: Run = {},
  ofAllRows?: RankResult,
): Promise<readonly IntervalsOfMethod[]> {
  const source = sourceOf(data, run)
  if (ofAllRows !== undefined)
    objectIn('spec of the result', (objectIn('result', ofAllRows) as RankResult).spec)
  const settled = settleRank(spec)
  if (source.rows < 2 * groupsOfRows) {
    throw new CribaError(
      'missing',
      `missing rows: the data have ${source.rows} (intervals need ${2 * groupsOfRows} or more)`,
    )
  }
  const { on: _, ...silent } = run
  const scored: RankSpec = { ...settled, permutations: 0 }
  const whole = ofAllRows ?? (await rankForCut(source, scored, silent, null, false))
  const { splits } = splitsOf(scopeOf(source, settled).view, {
    folds: groupsOfRows,
    seed: settled.seed,
    number: 0,
    // Rows that depend on each other are left out together.
    ...splitColumnsOf(source, { group: settled.group, strata: null, time: null, key: null }),
  })
  const without = await taskOverReplicas(
    source,
    splits.map(({ train }) => ({ sample: train.sample! })),
    { task: rankPart, given: { ...scored, bins: whole.spec.bins } },
    silent,
  )
  return whole.rankings.map(({ method, options, scores }, place) => {
    const ofGroups = without.map(
      (rankings) => new Map(rankings[place].scores.map(({ feature, score }) => [feature, score])),
    )
    return {
      method,
      options,
      intervals: scores.flatMap(({ feature, score }) => {
        const replicates = ofGroups.map((one) => one.get(feature) ?? null)
        const interval = score === null ? null : jackknifeInterval(score, replicates)
        return interval ? [{ feature, score: score!, ...interval }] : []
      }),
    }
  })
}

/** The standard error of a statistic, and the ends of its 95 % interval. */
interface JackknifeInterval {
  readonly error: number
  readonly low: number
  readonly high: number
}

/**
 * The interval of a statistic θ from its values θ₍g₎ without each of G groups: θ ± t·√((G − 1)/G · Σ(θ₍g₎ −
 * θ̄)²), θ̄ their mean and t the 97.5 % quantile of Student's t with G − 1 degrees of freedom. Null where a
 * value is missing or infinite.
 */
export function jackknifeInterval(
  statistic: number,
  replicates: readonly (number | null)[],
): JackknifeInterval | null {
  const values = replicates.filter((value) => value !== null)
  const count = replicates.length
  if (values.length < count || count < 2 || ![statistic, ...values].every(Number.isFinite)) return null
  const mean = values.reduce((sum, value) => sum + value, 0) / count
  const squares = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0)
  const error = Math.sqrt(((count - 1) / count) * squares)
  const half = studentQuantile(0.05, count - 1) * error
  return { error, low: statistic - half, high: statistic + half }
}
