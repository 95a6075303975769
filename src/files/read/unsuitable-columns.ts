import { CribaError, firstFew, shellWord } from '#core'
import { quotedName } from '#sql'
import type { Leaf } from './struct-types.ts'

/** A message names at most so many columns. */
const mostNamed = 5

/** A number, or a text, that says something of a value of a type that criba does not take. */
function summaryOf(cell: string, engineType: string): string {
  if (engineType.endsWith(']')) return `len(${cell})`
  if (engineType.startsWith('MAP')) return `cardinality(${cell})`
  if (engineType === 'BLOB') return `octet_length(${cell})`
  if (engineType === 'INTERVAL') return `epoch(${cell})`
  return `CAST(${cell} AS VARCHAR)`
}

/** The error for columns that hold neither numbers nor texts, with the query that takes something of each. */
export function unsuitableColumns(columns: readonly Leaf[], label: string, isOfQuery: boolean): CribaError {
  const named = firstFew(
    columns.map(({ name }) => name),
    mostNamed,
  )
  const types = [...new Set(columns.map(({ engineType }) => engineType))]
  const replaced = replacements(columns, 0, (name) => quotedName(name)).map(
    ([name, sql]) => `${sql} AS ${quotedName(name)}`,
  )
  const query = `SELECT * REPLACE (${replaced.join(', ')}) FROM data`
  const [it, holds] = columns.length === 1 ? ['it', 'it holds'] : ['them', 'they hold']
  const remedy = isOfQuery
    ? `select ${firstFew(replaced, mostNamed)}`
    : `take something of ${it} with a query: --sql ${shellWord(query)}`
  const what = columns.length === 1 ? `column ${named}` : `columns ${named}`
  const takes = 'criba takes numbers, texts, booleans and dates: drop the column, or'
  return new CribaError(
    'unsuitable',
    `unsuitable ${what} of ${label}: ${holds} ${firstFew(types, mostNamed)} (${takes} ${remedy})`,
  )
}

/** The columns that a query replaces, and by what: a struct by the same with some fields replaced. */
function replacements(
  leaves: readonly Leaf[],
  depth: number,
  cellOf: (name: string) => string,
): (readonly [name: string, sql: string])[] {
  const byName = new Map<string, Leaf[]>()
  for (const leaf of leaves) {
    const name = leaf.path[depth]
    byName.set(name, [...(byName.get(name) ?? []), leaf])
  }
  return [...byName].map(([name, below]) => {
    const cell = cellOf(name)
    if (below[0].path.length === depth + 1) return [name, summaryOf(cell, below[0].engineType)]
    const fields = replacements(below, depth + 1, (field) => `${cell}.${quotedName(field)}`)
    const list = fields.map(([field, sql]) => `${quotedName(field)} := ${sql}`)
    return [name, `struct_update(${cell}, ${list.join(', ')})`]
  })
}
