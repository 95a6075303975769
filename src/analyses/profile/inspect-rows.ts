import type { Run, Source } from '../../sources/source.ts'
import type { SettledDataSpec } from '../../spec/rank-spec.ts'
import type { SettledSplit } from '../../spec/split-spec.ts'
import type { Warning } from '../../trace/warning.ts'
import { RequestBatcher } from '../scope/request-batcher.ts'
import { scopeOf } from '../scope/scope.ts'
import { findRepeatedRows, repeatedRowsWarning } from './repeated-rows.ts'

/** What is found of the rows of a table, and a source that knows which of them repeat others. */
export interface InspectedRows {
  readonly source: Source
  /** The column of the source whose levels are groups of equal rows; null where rows are not grouped so. */
  readonly group: string | null
  readonly warnings: readonly Warning[]
}

/**
 * Looks for rows that repeat others. Equal rows become groups, by a column that is added to the source, so that they stay in one fold and
 * are permuted as one, unless the user says how rows belong together (group, time or key) or only an engine has the rows.
 */
export async function inspectRows(
  source: Source,
  spec: SettledDataSpec & Partial<SettledSplit>,
  { progress: _, on: __, ...run }: Run,
): Promise<InspectedRows> {
  const repeated = await findRepeatedRows(
    new RequestBatcher(source, run),
    scopeOf(source, { ...spec, missing: 'pairwise' }),
  )
  if (!repeated) return { source, group: null, warnings: [] }
  const isSaid = [spec.group, spec.time, spec.key].some((name) => typeof name === 'string')
  if (!source.withGroups) return { source, group: null, warnings: [repeatedRowsWarning(repeated, asProof)] }
  const name = newName('equal rows', source.columns)
  return {
    source: source.withGroups(name, repeated.groups, repeated.distinct),
    group: isSaid ? null : name,
    warnings: [repeatedRowsWarning(repeated, isSaid ? asGiven : asOne)],
  }
}

const asOne = 'equal rows are kept in one fold and permuted as one'
const asGiven = 'they are independent only if equal rows stand in one group, or at one time'
const asProof = 'p-values count copies as proof, and evidence learns from the copies of held-out rows'

/** A name that no column has. */
function newName(word: string, columns: Source['columns']): string {
  return columns.some(({ name }) => name === word) ? newName(`${word}, counted`, columns) : word
}
