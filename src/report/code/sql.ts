import { queryColumn, queryValue } from '#core'
import type { FeatureCoding, SelectResult } from '#core'
import { wrap } from '../text.ts'
import { codedSelection, codingNote } from './coded-selection.ts'

/** The longest line of a comment, in characters. */
const width = 100

/** Files that DuckDB reads by their name. */
const files = /\.(csv|tsv|parquet|json|ndjson|jsonl)(\.(gz|zst))?$/i
/** The table of a server in its address, with its database. */
const server = /^clickhouses?:\/\/[^/]*\/([^?]*)/

/**
 * A selection as a query: the chosen columns, the target, its event and the weights of a file, for DuckDB, or
 * of a table of a server. How the method coded columns stands below it as comments, an expression for each.
 *
 * @param data The file or address that the query is about.
 */
export function selectionSql(result: SelectResult, data: string): string {
  const { about, selected, others, coding, leftOut } = codedSelection(result, data)
  const isServer = server.test(data)
  const name = isServer ? serverName : queryColumn
  const columns = [...selected, ...others].map(name)
  const coded = coding.map((one) => `${expressionOf(one, name)} AS ${name(`${one.feature} coded`)}`)
  return [
    ...commented([about, ...(isServer || files.test(data) ? [] : [`data: the table of ${data}.`])]),
    ...queryOf(columns, result.data.sql, data),
    ...(coded.length > 0 ? ['', ...commented([codingNote])] : []),
    ...coded.map((line) => `-- ${line}`),
    ...commented(leftOut.map((line) => `not coded here: ${line}`)),
  ].join('\n')
}

/** The query over the data, or over the query that the selection was made of. */
function queryOf(columns: readonly string[], sql: string | undefined, data: string): readonly string[] {
  const list = `SELECT ${columns.join(', ')}`
  const from = tableOf(data)
  if (sql === undefined) return [`${list} FROM ${from};`]
  const named = from === 'data' ? [] : [`WITH data AS (SELECT * FROM ${from})`]
  // A comment at the end of the query must not take in what follows.
  return [...named, `${list} FROM (`, sql.replace(/;\s*$/, ''), ');']
}

function tableOf(data: string): string {
  const table = server.exec(data)?.[1]
  if (table !== undefined) return decodeURIComponent(table).split('.').map(serverName).join('.')
  return files.test(data) ? queryValue(data) : 'data'
}

/** A name as ClickHouse reads it, where a backslash escapes. */
function serverName(name: string): string {
  return /^[a-z_][a-z0-9_]*$/i.test(name) ? name : `\`${name.replaceAll(/[\\`]/g, '\\$&')}\``
}

/** The bin or level of a column; a missing value, and a level that is new, has none. */
function expressionOf({ feature, cuts, levels = [], fill }: FeatureCoding, name: (name: string) => string) {
  const column = fill === undefined ? name(feature) : `coalesce(${name(feature)}, ${queryValue(fill)})`
  if (!cuts) {
    const places = levels.map((level, place) => `WHEN ${queryValue(level)} THEN ${place}`)
    return `CASE ${column} ${places.join(' ')} END`
  }
  if (cuts.length === 0) return `CASE WHEN ${column} IS NOT NULL THEN 0 END`
  const bins = cuts.map((cut, bin) => `WHEN ${column} <= ${cut} THEN ${bin}`)
  return `CASE ${bins.join(' ')} WHEN ${column} > ${cuts.at(-1)} THEN ${cuts.length} END`
}

/** Sentences as lines of a comment. */
function commented(sentences: readonly string[]): readonly string[] {
  return sentences.flatMap((sentence) => wrap(sentence, width - 3)).map((line) => `-- ${line}`)
}
