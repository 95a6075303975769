import { CribaError } from '#core'
import type { Run, SettledDataSpec, SettledSplit, Source, Warning } from '#core'
import { RequestBatcher } from '../scope/request-batcher.ts'
import { scopeOf } from '../scope/scope.ts'
import { findRepeatedRows, repeatedRowsWarning } from './repeated-rows.ts'

/** What is found of the rows of a table. */
interface InspectedRows {
  /** Where rows repeat and the source can group them: a source that knows how many differ. */
  readonly source: Source
  /** The column of that source whose levels are groups of equal rows. */
  readonly group: string | null
  readonly warnings: readonly Warning[]
}

/** The parts of a spec that say which rows belong together, and which columns are left out. */
type RowsSpec = SettledDataSpec & Partial<SettledSplit>

/**
 * An analysis of single rows, of a source that knows how many differ; its warnings say first that equal rows
 * count as proof.
 */
export async function withRowsCounted<R extends Result>(
  source: Source,
  settled: RowsSpec,
  run: Run,
  analyse: (source: Source, drop: readonly string[], warnings: readonly Warning[]) => Promise<R>,
): Promise<R> {
  const inspected = await inspectRows(source, settled, run, asProof)
  const { group, warnings } = inspected
  // The groups of equal rows are no column of the data.
  const drop = group === null ? settled.drop : [...settled.drop, group]
  return asGiven(await analyse(inspected.source, drop, warnings), settled, warnings)
}

/**
 * An analysis in which equal rows stay in one fold and are permuted as one, as if the user had named their
 * groups. Where the user says how rows belong together (group, time or key) that is kept. A method that takes
 * no groups runs without them, and a warning says so.
 */
export async function withRowsTogether<R extends Result>(
  source: Source,
  settled: RowsSpec,
  run: Run,
  analyse: (
    source: Source,
    change: { readonly group?: string; readonly drop?: readonly string[] },
  ) => Promise<R>,
): Promise<R> {
  const isSaid = [settled.group, settled.time, settled.key].some((name) => typeof name === 'string')
  const inspected = await inspectRows(source, settled, run, isSaid ? asNamed : asOne)
  const { group, warnings } = inspected
  for (const warning of warnings) run.on?.({ kind: 'warning', warning })
  if (group === null) return asGiven(await analyse(inspected.source, {}), settled, warnings)
  const drop = [...settled.drop, group]
  if (isSaid) return asGiven(await analyse(inspected.source, { drop }), settled, warnings)
  try {
    return asGiven(await analyse(inspected.source, { group }), settled, warnings)
  } catch (error) {
    if (!(error instanceof CribaError) || (error.code !== 'unsuitable' && error.code !== 'invalid'))
      throw error
    const result = await analyse(inspected.source, { drop })
    const message = `equal rows count as independent here, so p-values and evidence are too good: ${error.message}`
    const warning: Warning = { code: 'repeated-rows', message }
    run.on?.({ kind: 'warning', warning })
    return asGiven(result, settled, [...warnings, warning])
  }
}

/**
 * Looks for rows that repeat others; `treatment` says what is done about them where the source can group
 * them.
 */
async function inspectRows(
  source: Source,
  spec: RowsSpec,
  { progress: _, on: __, ...run }: Run,
  treatment: string,
): Promise<InspectedRows> {
  const batcher = new RequestBatcher(source, run)
  const repeated = await findRepeatedRows(batcher, scopeOf(source, { ...spec, missing: 'pairwise' }))
  if (!repeated) return { source, group: null, warnings: [] }
  if (!source.withGroups) {
    const known = withDistinctRows(source, repeated.distinct)
    return { source: known, group: null, warnings: [repeatedRowsWarning(repeated, asProof)] }
  }
  const group = newName('equal rows', source.columns)
  return {
    source: source.withGroups(group, repeated.groups, repeated.distinct),
    group,
    warnings: [repeatedRowsWarning(repeated, treatment)],
  }
}

/** A source that knows how many of its rows differ from all before them. */
function withDistinctRows(source: Source, distinctRows: number): Source {
  const { name, rows, columns, warnings, dataKey, work, rowsAtHand } = source
  return {
    ...{ name, rows, columns, warnings, work, distinctRows },
    ...(dataKey !== undefined && { dataKey }),
    ...(rowsAtHand && { rowsAtHand }),
    ...(source.levelsOf && { levelsOf: (column) => source.levelsOf!(column) }),
    answer: (requests, run) => source.answer(requests, run),
    plan: (requests) => source.plan(requests),
  }
}

/** A result that names its spec and its warnings. */
interface Result {
  readonly spec: RowsSpec
  readonly warnings: readonly Warning[]
}

/** The result under the spec that was given: groups of equal rows are found again from the same data. */
function asGiven<R extends Result>(result: R, { group, drop }: RowsSpec, warnings: readonly Warning[]): R {
  if (warnings.length === 0) return result
  const spec = { ...result.spec, drop, ...(group !== undefined && { group }) }
  return { ...result, spec, warnings: [...warnings, ...result.warnings] }
}

const asOne = 'equal rows are kept in one fold and permuted as one'
const asNamed = 'they are independent only if equal rows stand in one group, or at one time'
const asProof = 'scores and p-values count copies as proof'

/** A name that no column has. */
function newName(word: string, columns: Source['columns']): string {
  return columns.some(({ name }) => name === word) ? newName(`${word}, counted`, columns) : word
}
