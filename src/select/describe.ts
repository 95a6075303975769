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
import { Asker } from './play/ask.ts'
import { checkDiscretiser, fitCodings, mostLevels } from './play/codings.ts'
import { withWarnings } from './play/failure.ts'
import { columnsInPlay, dataFacts, missingWarnings, oneLineEach, sourceOf } from './play/play.ts'
import type { Play } from './play/play.ts'
import { profileColumns, rowsToLookAt, withLeaks } from './profile/profile.ts'
import { lookAtTarget } from './play/target.ts'
import { weightWarnings } from './play/weights.ts'

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
  const asker = new Asker(source, run)
  const settled = settleData(spec)
  const play = columnsInPlay(asker.source, settled)
  known.push(...missingWarnings(play, null))
  const facts = await lookAtTarget(asker, play, settled)
  checkDiscretiser(settled, play, facts)
  // A column of very many levels would make a dictionary nobody reads.
  const levels = play.features.filter(
    ({ missing, distinct }) => missing < play.source.rows && (distinct ?? 0) <= mostLevels,
  )
  const wanted = { levels, values: [], targetLevels: play.target !== null }
  const codings = await fitCodings(asker, play, facts, wanted, settled)
  const looked = await profileColumns(asker, play, facts)
  const profile = await withLeaks(asker, looked, play, facts, codings)
  const columns = await describeColumns(
    asker,
    play,
    new Map([...profile.records, ...profile.ofTarget].map((record) => [record.name, record])),
  )
  return {
    criba: version,
    command: 'describe',
    data: dataFacts(play, facts),
    spec: { ...settled, task: facts.task, bins: codings.bins },
    columns,
    coding: codings.shown,
    warnings: oneLineEach([
      ...play.source.warnings,
      ...weightWarnings(facts),
      ...missingWarnings(play, null),
      ...profile.warnings,
    ]),
    seconds: (performance.now() - start) / 1000,
  }
}

async function describeColumns(
  asker: Asker,
  play: Play,
  records: ReadonlyMap<string, ColumnRecord>,
): Promise<readonly ColumnDescription[]> {
  const columns = play.target ? [...play.features, play.target] : play.features
  const view = rowsToLookAt(play)
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
  const [[counted, { min, max }]] = await asker.ask([[distinct, range]])
  const found = new Map(uncounted.map(({ name }, i) => [name, counted.cells[i]]))
  const cells = columns.map(({ name }) => found.get(name) ?? records.get(name)!.distinct!)
  const short = columns.filter(({ type }, i) => type === 'categorical' && cells[i] <= mostLevels)
  const [dictionaries] = await asker.ask([
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
    const { time } = asker.source.columns[column]
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
