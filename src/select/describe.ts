import type { Table } from '../columns/table.ts'
import type { Run, Source } from '../sources/source.ts'
import type { DataSpec } from '../spec/rank-spec.ts'
import { version } from '../spec/version.ts'
import { singles } from '../statistics/family.ts'
import type { Counts } from '../statistics/counts.ts'
import type { EntropyRequest, MomentsRequest } from '../statistics/request.ts'
import type { ColumnDescription, Description } from '../trace/description.ts'
import { Asker } from './ask.ts'
import { levelsRequest } from '../coding/levels.ts'
import { checkDiscretiser, fitCodings } from './codings.ts'
import { columnsInPlay, missingWarnings, oneLineEach, sourceOf } from './play.ts'
import { lookAtTarget } from './target.ts'

/** More levels than these are counted, not listed. */
const mostLevels = 100

/**
 * Describes the columns of a table: type, missing and distinct values, range or levels, and the levels that count-based
 * methods would read.
 *
 * @example const { columns } = await describe(table, { target: 'species' })
 */
export async function describe(
  data: Table | Source,
  spec: DataSpec = {},
  run: Run = {},
): Promise<Description> {
  const start = performance.now()
  const asker = new Asker(sourceOf(data), run)
  const play = columnsInPlay(asker.source, spec)
  checkDiscretiser(spec, play)
  const { view } = play
  const columns = play.target ? [...play.features, play.target] : play.features
  const numbers = columns.filter(({ type }) => type === 'numeric')
  const variable = (column: number) => ({ column, coding: { kind: 'values' } as const })
  const distinct: EntropyRequest = {
    kind: 'entropy',
    family: singles(columns.map(({ column }) => variable(column))),
    view,
  }
  const range: MomentsRequest = {
    kind: 'moments',
    family: singles(numbers.map(({ column }) => ({ column, coding: null }))),
    of: 'values',
    view,
  }
  const [[{ cells }, { min, max }]] = await asker.ask([[distinct, range]])
  const listed = columns.filter(({ type }, i) => type === 'categorical' && cells[i] <= mostLevels)
  const tables: readonly Counts[] =
    listed.length > 0
      ? (
          await asker.ask([
            [
              levelsRequest(
                listed.map(({ column }) => column),
                view,
              ),
            ],
          ])
        )[0][0]
      : []

  const facts = await lookAtTarget(asker, play, spec)
  const readable = play.features.filter(
    ({ missing, column }) => missing < play.source.rows && isCodable(column),
  )
  const wanted = { levels: readable, values: [], targetLevels: play.target !== null }
  const codings = await fitCodings(
    asker,
    play,
    facts.n > 0 ? facts : { ...facts, n: play.source.rows },
    wanted,
    spec,
  )
  return {
    criba: version,
    command: 'describe',
    data: {
      source: play.source.name,
      rows: play.source.rows,
      features: play.features.length,
      target: play.target?.name ?? null,
      task: facts.task,
    },
    spec: {
      ...spec,
      missing: spec.missing ?? 'pairwise',
      discretise: spec.discretise ?? 'equal-frequency',
      bins: codings.bins,
    },
    columns: columns.map(({ name, type, missing, column }, i): ColumnDescription => {
      const number = numbers.findIndex((numeric) => numeric.column === column)
      const table = tables[listed.findIndex((level) => level.column === column)]
      const hasRange = number >= 0 && cells[i] > 0
      return {
        name,
        type,
        missing,
        distinct: cells[i],
        ...(hasRange && { min: min[number], max: max[number] }),
        ...(table && { levels: table.levels[0] }),
      }
    }),
    coding: codings.shown,
    warnings: oneLineEach([...play.source.warnings, ...missingWarnings(play, spec.missing ?? 'pairwise')]),
    seconds: (performance.now() - start) / 1000,
  }

  function isCodable(column: number): boolean {
    const place = columns.findIndex((described) => described.column === column)
    return columns[place].type === 'numeric' || cells[place] <= mostLevels
  }
}
