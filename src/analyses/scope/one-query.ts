import { queryColumn, queryOption, queryValue } from '#core'
import type { Warning } from '#core'

/** The warning that several mends are queries, with the one that does all: for a column that of the first. */
export function oneQueryWarning(warnings: readonly Warning[]): readonly Warning[] {
  const { query, from } = oneQuery(warnings)
  if (from.length < 2) return []
  const message = `${from.length} mends are queries, and --sql takes one; all of them together: ${queryOption(query!)}`
  return [{ code: 'queries', message, query: query! }]
}

/** The query that does what those of warnings do, and which these are; `null` if there are none. */
export function oneQuery(warnings: readonly Warning[]): {
  readonly query: string | null
  readonly from: readonly Warning[]
} {
  const from = compatible(warnings)
  return { query: from.length === 0 ? null : joinedQuery(from.map(({ query }) => query!)), from }
}

/**
 * The warnings with queries, of a column the first; not those in which the user writes a factor for NULL, or of which
 * only the user knows whether they are right.
 */
function compatible(warnings: readonly Warning[]): readonly Warning[] {
  const columns = new Set<string>()
  return warnings.filter(({ code, query, column, columns: several }) => {
    if (query === undefined || query.includes(' THEN NULL ') || code === 'missingness') return false
    // Rows are left out whatever becomes of their columns.
    if (choosing.test(query)) return true
    const own = several ?? (column === undefined ? [] : [column])
    if (own.some((name) => columns.has(name))) return false
    own.forEach((name) => columns.add(name))
    return true
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

/**
 * A query for the cells that other queries leave missing: its rows have a column's name, the text of a cell in
 * quotes, which keep it a text, and how many there are, the most frequent first; and a last row with none. `null`
 * if the queries change no column.
 */
export function lostCellsQuery(warnings: readonly Warning[]): string | null {
  const values = warnings.filter(({ query }) => query !== undefined && replacing.test(query))
  const rows = warnings.filter(({ query }) => query !== undefined && choosing.test(query))
  const names = values.flatMap(({ column, columns }) => columns ?? (column === undefined ? [] : [column]))
  if (names.length === 0) return null
  const before = names.map((name, i) => `${queryColumn(name)} AS "criba before ${i}"`).join(', ')
  const mended = joinedQuery([...values, ...rows].map(({ query }) => query!))
  const counts = names.map(
    (name, i) =>
      `SELECT ${queryValue(name)} AS name, concat('"', "criba before ${i}", '"') AS cell FROM mended WHERE ${queryColumn(name)} IS NULL AND "criba before ${i}" IS NOT NULL`,
  )
  const cells = `SELECT name, cell, count(*) AS cells FROM (${counts.join(' UNION ALL ')}) GROUP BY ALL`
  const withBefore = mended.replace(
    /^SELECT (.*) FROM data/s,
    (_, list: string) => `SELECT ${list}, ${before} FROM data`,
  )
  return `WITH mended AS (${withBefore}) ${cells} UNION ALL SELECT NULL, NULL, 0 ORDER BY cells DESC, name, cell`
}
