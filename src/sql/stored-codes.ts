import type { Level } from '#core'
import type { Dialect } from './dialect.ts'
import type { Tables } from './engine.ts'
import { rowKey } from './row-key.ts'

/** The value for a row without a code. */
export const noCode = 0xffffffff

/** A column of codes as doubles, `noCode` for a row without one. */
export function codeOrNone(name: string, dialect: Dialect): string {
  return `coalesce(${dialect.double(name)}, ${dialect.number(noCode)})`
}

/** Stores integers in a table with their row key, NULL for `noCode`. */
export async function storeCodes(
  tables: Tables,
  table: string,
  names: readonly string[],
  columns: readonly Uint32Array[],
): Promise<void> {
  const codes = columns.map((column, i) => ({
    name: names[i],
    kind: 'whole' as const,
    at: (row: number) => (column[row] === noCode ? null : column[row]),
  }))
  await tables.store(table, columns[0].length, [{ name: rowKey, kind: 'whole', at: (row) => row }, ...codes])
}

/** Stores levels in the engine as a dictionary, in order, so that the position of a text can be looked up. */
export async function makeDictionary(
  tables: Tables,
  dialect: Dialect,
  name: string,
  levels: readonly Level[],
): Promise<void> {
  const dictionaries = dialect.dictionaries!
  const isText = levels.some((level) => typeof level === 'string')
  const list = `${name}_list`
  await tables.store(list, levels.length, [
    { name: 'place', kind: 'whole', at: (row) => row },
    { name: 'level', kind: isText ? 'text' : 'number', at: (row) => levels[row] },
  ])
  const level = isText ? 'level' : dictionaries.textOf('level')
  for (const statement of dictionaries.make(name, list, level)) await tables.run(statement)
  await tables.run(`DROP TABLE ${dialect.name(list)}`)
}
