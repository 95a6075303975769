import type { Level } from '../../statistics/variable.ts'
import type { Engine } from './engine.ts'
import { rowKey } from './row-key.ts'

/** The value for a row without a code. */
export const noCode = 0xffffffff

/** Stores integers in a table with their row key, NULL for `noCode`. */
export async function storeCodes(
  engine: Engine,
  table: string,
  names: readonly string[],
  columns: readonly Uint32Array[],
): Promise<void> {
  const codes = columns.map((column, i) => ({
    name: names[i],
    kind: 'whole' as const,
    at: (row: number) => (column[row] === noCode ? null : column[row]),
  }))
  await engine.store(table, columns[0].length, [{ name: rowKey, kind: 'whole', at: (row) => row }, ...codes])
}

/** Stores levels in the engine as a dictionary, in order, so that the position of a text can be looked up. */
export async function makeDictionary(engine: Engine, name: string, levels: readonly Level[]): Promise<void> {
  const { dialect } = engine
  const isText = levels.some((level) => typeof level === 'string')
  const list = `${name}_list`
  await engine.store(list, levels.length, [
    { name: 'place', kind: 'whole', at: (row) => row },
    { name: 'level', kind: isText ? 'text' : 'number', at: (row) => levels[row] },
  ])
  const level = isText ? 'level' : dialect.textOf('level')
  for (const statement of dialect.makeDictionary(name, list, level)) await engine.run(statement)
  await engine.run(`DROP TABLE ${dialect.name(list)}`)
}
