import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { allocateNumbers, CribaError, seeded } from '#core'
import type { Run, SelectResult } from '#core'
import type { RankCriterion } from '#methods'
import { wordBefore } from '../resample/made-columns.ts'
import type { CompleteRows } from '../resample/made-columns.ts'
import type { GaussianColumns } from './gaussian-columns.ts'
import { meritsOf, rankMade } from './made-ranking.ts'
import type { MadeColumn } from './made-ranking.ts'

/** What of a column is compared with its knockoff. */
export type KnockoffStatistic = 'coefficient' | 'score'

/** Columns with their knockoffs, in standard units, as they are ranked together. */
export interface KnockoffInput {
  readonly columns: GaussianColumns
  readonly rows: CompleteRows
  readonly statistic: KnockoffStatistic
  readonly drawn: readonly Float64Array[]
  /** Which of the runs. */
  readonly number: number
  /** For each column whether it stands after its knockoff; by default as the seed says. */
  readonly isSecond?: readonly boolean[]
}

/** The statistic that an option names, given what the criterion fits. */
export function statisticOf(
  named: KnockoffStatistic | 'auto',
  { path }: Pick<SelectResult, 'path'>,
  { id }: Pick<RankCriterion, 'id'>,
): KnockoffStatistic {
  if (named === 'coefficient' && !path) {
    throw new CribaError('unsuitable', `unsuitable statistic: coefficient (${id} fits no path: use score)`)
  }
  return named === 'auto' ? (path ? 'coefficient' : 'score') : named
}

/**
 * W of each column in one ranking of all columns and knockoffs. Which of a column and its knockoff stands
 * first is drawn, and their names do not say which is which, so that neither order nor names favour one.
 */
export async function knockoffRun(input: KnockoffInput, run: Run): Promise<Float64Array> {
  const { columns, rows, statistic, drawn, number } = input
  const { names, settled, model } = columns
  const isSecond = input.isSecond ?? names.map((name) => drawPlace(settled.seed, number, name))
  const word = wordBefore(
    'copy',
    rows.others.map(({ name }) => name),
  )
  const pairs = names.map((name, j): readonly [MadeColumn, MadeColumn] => {
    const knockoff = inUnits(drawn[j], model.mean[j], model.deviation[j])
    const own = rows.features[j]
    const [first, second] = isSecond[j] ? [knockoff, own] : [own, knockoff]
    return [
      [`${word} 1 of ${name}`, first],
      [`${word} 2 of ${name}`, second],
    ]
  })
  const made = pairs.flat()
  const result = await rankMade(columns, rows, made, number, run)
  const sizes =
    statistic === 'coefficient'
      ? coefficientSizes(result, made, rows.weights)
      : meritsOf(
          result,
          columns.criterion,
          made.map(([name]) => name),
        )
  return Float64Array.from(names, (_, j) => {
    const [first, second] = [sizes[2 * j], sizes[2 * j + 1]]
    if (first === second) return 0
    return isSecond[j] ? second - first : first - second
  })
}

function drawPlace(seed: number, number: number, name: string): boolean {
  return uniformInt(seeded(`${seed}/${number}/place/${name}`), 0, 1) === 1
}

/** A drawn column in the units of its own. */
function inUnits(values: Float64Array, mean: number, deviation: number): Float64Array {
  const column = allocateNumbers(values.length)
  values.forEach((value, row) => (column[row] = mean + deviation * value))
  return column
}

/** ‖θ_j‖ at the chosen penalty: the coefficients times the standard deviation of the column over n. */
function coefficientSizes(
  { path }: SelectResult,
  made: readonly MadeColumn[],
  weights: Float64Array,
): Float64Array {
  const { chosen, coefficients } = path!
  const squares = new Map<string, number>()
  for (const { feature, coefficients: along } of coefficients) {
    const weight = along[chosen.place]
    squares.set(feature, (squares.get(feature) ?? 0) + weight * weight)
  }
  return Float64Array.from(made, ([name, values]) => {
    const square = squares.get(name) ?? 0
    return square > 0 ? Math.sqrt(square) * deviationOf(values, weights) : 0
  })
}

function deviationOf(values: Float64Array, weights: Float64Array): number {
  const n = weights.reduce((sum, weight) => sum + weight, 0)
  const mean = values.reduce((sum, value, row) => sum + weights[row] * value, 0) / n
  const squares = values.reduce((sum, value, row) => sum + weights[row] * (value - mean) * (value - mean), 0)
  return Math.sqrt(squares / n)
}
