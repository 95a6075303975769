import { queryOption } from '#core'
import type { Warning } from '#core'

/** The warning that several mends are queries, with the one that does all: for a column that of the first. */
export function oneQueryWarning(warnings: readonly Warning[]): readonly Warning[] {
  const { query, mends } = oneQuery(warnings)
  if (mends < 2) return []
  const message = `${mends} mends are queries, and --sql takes one; all of them together: ${queryOption(query!)}`
  return [{ code: 'queries', message }]
}

/** The query that does what those of warnings do, and how many these are; `null` if there are none. */
export function oneQuery(warnings: readonly Warning[]): {
  readonly query: string | null
  readonly mends: number
} {
  const queries = compatible(warnings)
  return { query: queries.length === 0 ? null : joinedQuery(queries), mends: queries.length }
}

/** The queries of warnings, of a column that of the first. */
function compatible(warnings: readonly Warning[]): readonly string[] {
  const columns = new Set<string>()
  return warnings.flatMap(({ query, column, columns: several }) => {
    const own = several ?? (column === undefined ? [] : [column])
    // Rows are left out whatever becomes of their columns.
    const isOfRows = query !== undefined && choosing.test(query)
    if (query === undefined || (!isOfRows && own.some((name) => columns.has(name)))) return []
    if (!isOfRows) own.forEach((name) => columns.add(name))
    return [query]
  })
}

const replacing = /^SELECT \* REPLACE \((.*)\) FROM data$/s
const choosing = /^SELECT \* FROM data WHERE (.*)$/s

/**
 * One query that does what several do, which replace other columns, leave rows out or make several columns of
 * one. Rows are chosen by the values that they have before.
 */
function joinedQuery(queries: readonly string[]): string {
  const replaced = queries.flatMap((query) => replacing.exec(query)?.[1] ?? [])
  const chosen = queries.flatMap((query) => choosing.exec(query)?.[1] ?? [])
  const others = queries.filter((query) => !replacing.test(query) && !choosing.test(query))
  const values = replaced.length > 0 ? `* REPLACE (${replaced.join(', ')})` : '*'
  const rows =
    chosen.length > 0
      ? ` WHERE ${chosen.map((one) => (one.includes(' OR ') ? `(${one})` : one)).join(' AND ')}`
      : ''
  const isNone = replaced.length + chosen.length === 0
  return others.reduce(
    (inner, query) =>
      query.replace(/ FROM data$/, () => (inner === null ? ' FROM data' : ` FROM (${inner})`)),
    isNone ? (null as string | null) : `SELECT ${values} FROM data${rows}`,
  )!
}
