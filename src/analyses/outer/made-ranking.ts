import { CribaError } from '#core'
import type { Run, SelectResult, SettledSelectSpec } from '#core'
import { merit } from '#methods'
import type { RankCriterion } from '#methods'
import { selectWhole } from '../held-out/inner-selection.ts'
import { sourceOfMade } from '../resample/made-columns.ts'
import type { CompleteRows } from '../resample/made-columns.ts'
import type { GaussianColumns } from './gaussian-columns.ts'

/** A made column, by its name in the ranking. */
export type MadeColumn = readonly [name: string, values: Float64Array]

/**
 * Ranks made columns by the criterion of an outer method. `number`: which ranking; a criterion that draws
 * does so anew in each.
 */
export async function rankMade(
  { settled, criterion, given, scope }: Pick<GaussianColumns, 'settled' | 'criterion' | 'given' | 'scope'>,
  rows: CompleteRows,
  made: readonly MadeColumn[],
  number: number,
  run: Run,
): Promise<SelectResult> {
  const source = sourceOfMade(made, rows)
  const rule = criterion.options['seed']
  // A seed that applies under some options only is that of folds.
  const draws = rule && !rule.only && { seed: Number(given.options['seed'] ?? settled.seed) + number }
  const { target } = scope
  const spec: SettledSelectSpec = {
    ...settled,
    types: target ? { [target.name]: target.type } : {},
    drop: rows.others.map(({ name }) => name).filter((name) => name !== settled.target),
    method: null,
    criterion: { method: criterion.id, options: { ...given.options, ...draws } },
    search: 'ranking',
    k: made.length,
    asIs: true,
  }
  return selectWhole(source, spec, run)
}

/** The merit of each made column; a column that the criterion cannot score is an error. */
export function meritsOf(
  { steps }: SelectResult,
  criterion: Pick<RankCriterion, 'id' | 'better' | 'signed'>,
  names: readonly string[],
): Float64Array {
  const merits = new Map(steps.map(({ feature, score }) => [feature, merit(score, criterion)]))
  return Float64Array.from(names, (name) => {
    const found = merits.get(name)
    if (found !== undefined) return found
    throw new CribaError('unsuitable', `unsuitable criterion: ${criterion.id} (it cannot score ${name})`)
  })
}
