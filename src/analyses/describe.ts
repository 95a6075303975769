import { levelCoding, levelsRequest } from '../coding/levels.ts'
import type { Table } from '../columns/table.ts'
import type { Run, Source } from '../sources/source.ts'
import { settleData } from '../spec/rank-spec.ts'
import type { DataSpec } from '../spec/rank-spec.ts'
import { version } from '../spec/version.ts'
import { singles } from '../statistics/family.ts'
import type { EntropyRequest, MomentsRequest } from '../statistics/request.ts'
import type { ColumnRecord } from '../trace/column-record.ts'
import type { ColumnDescription, Description } from '../trace/description.ts'
import type { Warning } from '../trace/warning.ts'
import { RequestBatcher } from './scope/request-batcher.ts'
import { checkDiscretiser, fitCodings, mostLevels } from './scope/codings.ts'
import { withWarnings } from './scope/failure.ts'
import { scopeOf, dataFacts, missingWarnings, oneLineEach, sourceOf } from './scope/scope.ts'
import type { AnalysisScope } from './scope/scope.ts'
import { profileColumns, rowsToLookAt, withLeaks } from './profile/profile.ts'
import { lookAtTarget } from './scope/target.ts'
import { weightWarnings } from './scope/weights.ts'

/**
 * Describes the columns of a table: type, missing and distinct values, range or levels, and the levels that count-based
 * methods would read.
 *
 * @example const { columns } = await describe(table, { target: 'species' })
 * @throws CribaError naming the column and the mend
 */
export async function describe(
  data: Table | Source,
  spec: DataSpec = {},
  run: Run = {},
): Promise<Description> {
  const source = sourceOf(data)
  return withWarnings(source.warnings, (known) => describeFrom(source, spec, run, known))
}

/** The same of a source; what there is to warn of is added to the warnings as soon as it is known. */
async function describeFrom(
  source: Source,
  spec: DataSpec,
  run: Run,
  known: Warning[],
): Promise<Description> {
  const start = performance.now()
  const batcher = new RequestBatcher(source, run)
  const settled = settleData(spec)
  const scope = scopeOf(batcher.source, settled)
  known.push(...missingWarnings(scope, null))
  const facts = await lookAtTarget(batcher, scope, settled)
  checkDiscretiser(settled, scope, facts)
  // A column of very many levels would make a dictionary nobody reads.
  const levels = scope.features.filter(
    ({ missing, distinct }) => missing < scope.source.rows && (distinct ?? 0) <= mostLevels,
  )
  const wanted = { levels, values: [], targetLevels: scope.target !== null }
  const codings = await fitCodings(batcher, scope, facts, wanted, settled)
  const looked = await profileColumns(batcher, scope, facts)
  const profile = await withLeaks(batcher, looked, scope, facts, codings)
  const columns = await describeColumns(
    batcher,
    scope,
    new Map(profile.records.map((record) => [record.name, record])),
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
  const view = rowsToLookAt(scope)
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
  const found = new Map(uncounted.map(({ name }, i) => [name, counted.cells[i]]))
  const cells = columns.map(({ name }) => found.get(name) ?? records.get(name)!.distinct!)
  const short = columns.filter(({ type }, i) => type === 'categorical' && cells[i] <= mostLevels)
  const [dictionaries] = await batcher.request([
    short.length > 0
      ? [
          levelsRequest(
            short.map(({ column }) => column),
            view,
          ),
        ]
      : [],
  ])
  const tables = new Map(dictionaries.flat().map((table, i) => [short[i].column, table]))
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
      distinct: cells[i],
      ...(place !== undefined && cells[i] > 0 && { min: min[place], max: max[place] }),
      ...(table && { levels: levelCoding(table).levels }),
      ...(findings && { findings }),
    }
  })
}
