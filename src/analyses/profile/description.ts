import { roundedWeight, settleDescribe, singles, version } from '#core'
import type {
  ColumnDescription,
  ColumnRecord,
  Counts,
  DataSpec,
  Description,
  EntropyRequest,
  Frequencies,
  MomentsRequest,
  Run,
  Source,
  View,
  Warning,
} from '#core'
import { checkDiscretiser, fitCodings, mostLevels } from '../coding/codings.ts'
import { levelCoding, levelsRequest } from '../scope/level-codings.ts'
import { RequestBatcher } from '../scope/request-batcher.ts'
import { dataFacts, missingWarnings, oneLineEach, scopeOf } from '../scope/scope.ts'
import type { AnalysisScope, ScopeColumn } from '../scope/scope.ts'
import { inspectTarget } from '../scope/target.ts'
import { weightWarnings } from '../scope/weights.ts'
import { histogramsOf } from './histograms.ts'
import { inspectedRows, profileColumns, withLeaks } from './profile.ts'

/**
 * Levels of more than this many are not counted: fetching them would cost more than all else of a
 * description.
 */
const mostCounted = 10_000
/** The most levels that are listed. */
const listed = 12

/** Describes the columns of a source; each warning is added to `warnings` as soon as it is known. */
export async function describeFrom(
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

/** The most frequent levels of a counted column. */
function frequenciesOf({ levels, cells }: Counts): Frequencies {
  const all = levels[0].flatMap((level, i) =>
    cells[i] > 0 ? [{ level, count: roundedWeight(cells[i]) }] : [],
  )
  // The sort is stable: equally frequent levels stay in order.
  all.sort((a, b) => b.count - a.count)
  const others = all.slice(listed).reduce((sum, { count }) => sum + count, 0)
  return { most: all.slice(0, listed), others: roundedWeight(others) }
}

/** Describes each column of an analysis: its values over the rows that have a target and a weight above 0. */
async function describeColumns(
  batcher: RequestBatcher,
  scope: AnalysisScope,
  records: ReadonlyMap<string, ColumnRecord>,
): Promise<readonly ColumnDescription[]> {
  const targets = scope.target ? [scope.target, ...(scope.parts ?? [])] : []
  const columns = [...scope.features, ...targets]
  const view = inspectedRows(scope)
  const distinct = await countDistinct(batcher, columns, records, view)
  // The profile requested the same, with the target first.
  const inOrder = [...targets, ...scope.features]
  const ranges = await rangesOf(
    batcher,
    inOrder.filter(({ type }) => type === 'numeric'),
    view,
  )
  const isCounted = ({ type, column }: ScopeColumn) => {
    const levels = distinct.get(column)!
    return type === 'categorical' && levels > 0 && levels <= mostCounted
  }
  const weighted = weightedRows(scope)
  const counted = columns.filter(isCounted)
  const levels = await levelsOf(batcher, counted, view)
  const frequencies = await levelsOf(batcher, counted, weighted)
  const ofNumbers = [...ranges].map(([column, range]) => ({
    column,
    ...range,
    distinct: distinct.get(column)!,
  }))
  const histograms = await histogramsOf(batcher, ofNumbers, weighted)
  const histogramOf = new Map(ofNumbers.map(({ column }, place) => [column, histograms[place]]))
  return columns.map(({ name, type, missing, column }): ColumnDescription => {
    const findings = records.get(name)?.findings
    const { time } = batcher.source.columns[column]
    const table = levels.get(column)
    return {
      name,
      type,
      ...(type === 'numeric' && time && { time }),
      missing,
      distinct: distinct.get(column)!,
      ...ranges.get(column),
      ...(table && distinct.get(column)! <= mostLevels && { levels: levelCoding(table).levels }),
      ...(histogramOf.has(column) && { histogram: histogramOf.get(column)! }),
      ...(table && { frequencies: frequenciesOf(frequencies.get(column)!) }),
      ...(findings && { findings }),
    }
  })
}

/** The rows of `inspectedRows`, each with its weight. */
function weightedRows(scope: Pick<AnalysisScope, 'target' | 'view'>): View {
  const { weights, sampledOver } = scope.view
  const { once: _, ...rows } = inspectedRows(scope)
  return weights === undefined ? rows : { ...rows, ...(sampledOver && { sampledOver }) }
}

/** The numbers of distinct values, by column. */
async function countDistinct(
  batcher: RequestBatcher,
  columns: readonly ScopeColumn[],
  records: ReadonlyMap<string, ColumnRecord>,
  view: View,
): Promise<ReadonlyMap<number, number>> {
  const uncounted = columns.filter(({ name }) => records.get(name)?.distinct === undefined)
  const request: EntropyRequest = {
    kind: 'entropy',
    family: singles(uncounted.map(({ column }) => ({ column, coding: { kind: 'values' } }))),
    view,
  }
  const [[{ cells }]] = await batcher.request([[request]])
  const counts = new Map(uncounted.map(({ column }, i) => [column, cells[i]]))
  return new Map(
    columns.map(({ name, column }) => [column, counts.get(column) ?? records.get(name)!.distinct!]),
  )
}

/**
 * The smallest and the largest number of each column that has one, by column; a negative zero is shown as
 * zero.
 */
async function rangesOf(batcher: RequestBatcher, columns: readonly ScopeColumn[], view: View) {
  const request: MomentsRequest = {
    kind: 'moments',
    family: singles(columns.map(({ column }) => ({ column, coding: null }))),
    of: 'values',
    view,
  }
  const [[{ min, max }]] = await batcher.request([[request]])
  const ranges = columns.map(({ column }, i) => [column, { min: min[i] + 0, max: max[i] + 0 }] as const)
  return new Map(ranges.filter(([, { min, max }]) => min <= max))
}

/** How often each level occurs, by column. */
async function levelsOf(batcher: RequestBatcher, columns: readonly ScopeColumn[], view: View) {
  const places = columns.map(({ column }) => column)
  const [tables] = await batcher.request([columns.length > 0 ? [levelsRequest(places, view)] : []])
  return new Map(tables.flat().map((table, i) => [places[i], table]))
}
