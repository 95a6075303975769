import { queryOption } from '#core'
import type { Warning } from '#core'

/** The warning that several mends are queries, with the one that does all: for a column that of the first. */
export function oneQueryWarning(warnings: readonly Warning[]): readonly Warning[] {
  const { query, from } = oneQuery(warnings)
  if (from.length < 2) return []
  const message = `${from.length} mends are queries, and --sql takes one; all of them together: ${queryOption(query!)}`
  return [{ code: 'queries', message }]
}

/** The query that does what those of warnings do, and which these are; `null` if there are none. */
export function oneQuery(warnings: readonly Warning[]): {
  readonly query: string | null
  readonly from: readonly Warning[]
} {
  const from = compatible(warnings)
  return { query: from.length === 0 ? null : joinedQuery(from.map(({ query }) => query!)), from }
}

/** The warnings with queries, of a column the first; not those in which the user writes a factor for NULL. */
function compatible(warnings: readonly Warning[]): readonly Warning[] {
  const columns = new Set<string>()
  return warnings.filter(({ query, column, columns: several }) => {
    if (query === undefined || query.includes(' THEN NULL ')) return false
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
