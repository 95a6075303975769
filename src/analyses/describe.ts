import { levelCoding, levelsRequest } from '../coding/levels.ts'
import type { Table } from '../columns/table.ts'
import type { Run, Source } from '../sources/source.ts'
import { settleDescribe } from '../spec/rank-spec.ts'
import type { DataSpec } from '../spec/rank-spec.ts'
import { version } from '../spec/version.ts'
import { singles } from '../statistics/family.ts'
import type { EntropyRequest, MomentsRequest } from '../statistics/request.ts'
import type { ColumnRecord } from '../trace/column-record.ts'
import type { ColumnDescription, Description } from '../trace/description.ts'
import type { Warning } from '../trace/warning.ts'
import { RequestBatcher } from './scope/request-batcher.ts'
import { checkDiscretiser, fitCodings, mostLevels } from './scope/codings.ts'
import { withWarnings } from './scope/error-warnings.ts'
import { scopeOf, dataFacts, missingWarnings, oneLineEach, sourceOf } from './scope/scope.ts'
import type { AnalysisScope } from './scope/scope.ts'
import { profileColumns, inspectedRows, withLeaks } from './profile/profile.ts'
import { inspectTarget } from './scope/target.ts'
import { weightWarnings } from './scope/weights.ts'

/**
 * Describes the columns of a table: type, missing and distinct values, range or levels, and the levels that methods based on
 * counts would use.
 *
 * @example const { columns } = await describe(table, { target: 'species' })
 * @throws CribaError naming the column and the remedy
 */
export async function describe(
  data: Table | Source,
  spec: DataSpec = {},
  run: Run = {},
): Promise<Description> {
  const source = sourceOf(data)
  return withWarnings(source.warnings, run.on, ({ warnings }) => describeFrom(source, spec, run, warnings))
}

/** The same from a source; each warning is added to `warnings` as soon as it is known. */
async function describeFrom(
  source: Source,
  spec: DataSpec,
  run: Run,
  warnings: Warning[],
): Promise<Description> {
  const start = performance.now()
  const batcher = new RequestBatcher(source, run)
  const settled = settleDescribe(spec)
  const scope = scopeOf(batcher.source, settled)
  warnings.push(...missingWarnings(scope, null))
  const facts = await inspectTarget(batcher, scope, settled)
  checkDiscretiser(settled, scope, facts)
  // The list of very many levels would help no reader.
  const levels = scope.features.filter(
    ({ missing, distinct }) => missing < scope.source.rows && (distinct ?? 0) <= mostLevels,
  )
  const codingNeeds = { levels, values: [], targetLevels: scope.target !== null }
  const codings = await fitCodings(batcher, scope, facts, codingNeeds, settled)
  const columnProfile = await profileColumns(batcher, scope, facts)
  const profile = await withLeaks(batcher, columnProfile, scope, facts, codings)
  const columns = await describeColumns(
    batcher,
    scope,
    new Map([...profile.records, ...profile.ofTarget].map((record) => [record.name, record])),
  )
  return {
    criba: version,
    command: 'describe',
    data: dataFacts(scope, facts),
    spec: { ...settled, task: facts.task, bins: codings.bins },
    columns,
    coding: codings.shown,
    warnings: oneLineEach([
      ...scope.source.warnings,
      ...weightWarnings(facts),
      ...missingWarnings(scope, null),
      ...profile.warnings,
    ]),
    seconds: (performance.now() - start) / 1000,
  }
}

async function describeColumns(
  batcher: RequestBatcher,
  scope: AnalysisScope,
  records: ReadonlyMap<string, ColumnRecord>,
): Promise<readonly ColumnDescription[]> {
  const columns = scope.target ? [...scope.features, scope.target] : scope.features
  const view = inspectedRows(scope)
  const numbers = columns.filter(({ type }) => type === 'numeric').map(({ column }) => column)
  const uncounted = columns.filter(({ name }) => records.get(name)?.distinct === undefined)
  const distinct: EntropyRequest = {
    kind: 'entropy',
    family: singles(uncounted.map(({ column }) => ({ column, coding: { kind: 'values' } }))),
    view,
  }
  const range: MomentsRequest = {
    kind: 'moments',
    family: singles(numbers.map((column) => ({ column, coding: null }))),
    of: 'values',
    view,
  }
  const [[counted, { min, max }]] = await batcher.request([[distinct, range]])
  const counts = new Map(uncounted.map(({ name }, i) => [name, counted.cells[i]]))
  const distinctValues = columns.map(({ name }) => counts.get(name) ?? records.get(name)!.distinct!)
  const listed = columns.filter(({ type }, i) => type === 'categorical' && distinctValues[i] <= mostLevels)
  const [dictionaries] = await batcher.request([
    listed.length > 0
      ? [
          levelsRequest(
            listed.map(({ column }) => column),
            view,
          ),
        ]
      : [],
  ])
  const tables = new Map(dictionaries.flat().map((table, i) => [listed[i].column, table]))
  const places = new Map(numbers.map((column, place) => [column, place]))
  return columns.map(({ name, type, missing, column }, i) => {
    const findings = records.get(name)?.findings
    const place = places.get(column)
    const table = tables.get(column)
    const { time } = batcher.source.columns[column]
    return {
      name,
      type,
      ...(type === 'numeric' && time && { time }),
      missing,
      distinct: distinctValues[i],
      ...(place !== undefined && distinctValues[i] > 0 && { min: min[place], max: max[place] }),
      ...(table && { levels: levelCoding(table).levels }),
      ...(findings && { findings }),
    }
  })
}
