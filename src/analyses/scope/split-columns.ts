import { CribaError, unknownName } from '#core'
import type { SettledSplit, Source, SplitColumns, Variable } from '#core'
import type { TargetFacts } from './target.ts'

/** The columns that every division of the rows respects, as the spec names them. */
export function splitColumnsOf(source: Source, { group, strata, time, key }: SettledSplit): SplitColumns {
  return {
    ...(key !== null && { key: levelsOf(complete(source, 'key', key)) }),
    ...(strata !== null && { by: levelsOf(find(source, 'strata', strata)) }),
    ...(group !== null && { together: levelsOf(complete(source, 'group', group)) }),
    ...(time !== null && { along: { column: timesOf(source, time), coding: null } }),
  }
}

/** The classes of the target, or its event, if the spec names no other strata, no time and no key. */
export function spreadEvenly(
  { classes, event }: Pick<TargetFacts, 'classes' | 'event'>,
  { strata, time, key }: SettledSplit,
): SplitColumns {
  const levels = classes ?? event?.variable
  return levels && strata === null && time === null && key === null ? { by: levels } : {}
}

/** The columns of a division, each as `read` gives it. */
export function readSplitColumns(
  { by, together, along, key }: SplitColumns,
  read: (variable: Variable) => Variable,
): SplitColumns {
  return {
    ...(by && { by: read(by) }),
    ...(together && { together: read(together) }),
    ...(along && { along: read(along) }),
    ...(key && { key: read(key) }),
  }
}

function levelsOf(column: number): Variable {
  return { column, coding: { kind: 'values' } }
}

function timesOf(source: Source, name: string): number {
  const column = complete(source, 'time', name)
  if (source.columns[column].type === 'numeric') return column
  throw new CribaError('invalid', `invalid time: ${name} (it holds texts; needs dates, times or numbers)`)
}

/** A column without missing values. */
function complete(source: Source, what: string, name: string): number {
  const column = find(source, what, name)
  const { missing } = source.columns[column]
  if (missing === 0) return column
  throw new CribaError(
    'missing',
    `missing values in the ${what} column ${name}: ${missing} of ${source.rows} rows (needs a ${what} for every row; fill them in, or leave these rows out)`,
  )
}

function find(source: Source, what: string, name: string): number {
  const column = source.columns.findIndex((one) => one.name === name)
  if (column < 0)
    throw unknownName(
      `${what} column`,
      name,
      source.columns.map((one) => one.name),
    )
  return column
}
