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
 * are permuted as one, unless the user says how rows belong together (group, time or key) or only an engine has the rows. Where they are
 * only `counted`, the warning says so.
 */
export async function inspectRows(
  source: Source,
  spec: SettledDataSpec & Partial<SettledSplit>,
  { progress: _, on: __, ...run }: Run,
  treated: 'together' | 'counted' = 'together',
): Promise<InspectedRows> {
  const repeated = await findRepeatedRows(
    new RequestBatcher(source, run),
    scopeOf(source, { ...spec, missing: 'pairwise' }),
  )
  if (!repeated) return { source, group: null, warnings: [] }
  const isSaid = [spec.group, spec.time, spec.key].some((name) => typeof name === 'string')
  const warned = (treatment: string) => [repeatedRowsWarning(repeated, treatment)]
  if (treated === 'together' && isSaid) return { source, group: null, warnings: warned(asGiven) }
  if (!source.withGroups) return { source, group: null, warnings: warned(asProof) }
  const group = newName('equal rows', source.columns)
  return {
    source: source.withGroups(group, repeated.groups, repeated.distinct),
    group,
    warnings: warned(treated === 'together' ? asOne : asProof),
  }
}

/** An analysis of single rows, of a source that knows how many differ; its warnings say so first. */
export async function withRowsCounted<
  R extends { readonly spec: SettledDataSpec; readonly warnings: readonly Warning[] },
>(
  source: Source,
  settled: SettledDataSpec & Partial<SettledSplit>,
  run: Run,
  analyse: (source: Source, drop: readonly string[], warnings: readonly Warning[]) => Promise<R>,
): Promise<R> {
  const inspected = await inspectRows(source, settled, run, 'counted')
  const { group, warnings } = inspected
  if (warnings.length === 0) return analyse(source, settled.drop, [])
  // The groups of equal rows are no column of the data.
  const drop = group === null ? settled.drop : [...settled.drop, group]
  const result = await analyse(inspected.source, drop, warnings)
  return {
    ...result,
    spec: { ...result.spec, drop: settled.drop },
    warnings: [...warnings, ...result.warnings],
  }
}

const asOne = 'equal rows are kept in one fold and permuted as one'
const asGiven = 'they are independent only if equal rows stand in one group, or at one time'
const asProof = 'scores and p-values count copies as proof'

/** A name that no column has. */
function newName(word: string, columns: Source['columns']): string {
  return columns.some(({ name }) => name === word) ? newName(`${word}, counted`, columns) : word
}
