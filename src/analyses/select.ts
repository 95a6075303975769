import type { SelectResult, SelectSpec, SettledSelectSpec, Source, Table } from '#core'
import type { TypedSelectSpec } from './scope/typed-specs.ts'
import type { SelectRun } from './selection/checkpoint.ts'

/**
 * Selects columns of a table: a criterion scores candidates, a search decides what to try next, a stop when
 * to end. Where values are missing, each term of a score uses the rows complete in its own columns, if the
 * criterion has such terms; the result gives the number of rows behind the scores. With `evidence` the result
 * says how well a learner predicts held-out rows from all columns and from those that the same selection
 * chooses without these rows, and how well from fewer. Where the evidence has the size `one-error`, the
 * selection is cut to the fewest columns within one standard error of the best.
 *
 * @example const { selected } = await select(wine, { target: 'quality', criterion: jmi(), k: 5 })
 * @throws CribaError naming the column, the method and the remedy
 */
export function select(data: Table | Source, spec: TypedSelectSpec, run?: SelectRun): Promise<SelectResult>
/** Selects again, from the spec of a result. */
export function select(data: Table | Source, spec: SettledSelectSpec, run?: SelectRun): Promise<SelectResult>
export async function select(
  data: Table | Source,
  spec: SelectSpec,
  run: SelectRun = {},
): Promise<SelectResult> {
  return (await import('./evidence/select-with-evidence.ts')).selectColumns(data, spec, run)
}
