import type { Dialect } from './dialect.ts'
import type { BlockTexts, Engine, EngineBlock } from './engine.ts'
import type { KeyedView } from './relation.ts'

/** The name of the row key in tables that criba makes. */
export const rowKey = 'criba_row'

/** Rows of a result, each with its key. */
export interface KeyedBlock {
  readonly rows: number
  readonly keys: Float64Array
  /** A column of doubles, none of them NULL. */
  numbers(column: number): Float64Array
  value(column: number, row: number): ReturnType<EngineBlock['value']>
  /** A column of texts, if the engine gives them all at once. */
  texts(column: number): BlockTexts | null
  /** Whether each key is one more than that before. */
  readonly areInOrder: boolean
  /** Writes a column of doubles into `values`, each at the index given by its key. */
  put(column: number, values: Float64Array): void
}

/** Reads expressions over rows with a key, block by block; all rows arrive, in any order. */
export async function readByKey(
  engine: Engine,
  { from, key, rows }: Pick<KeyedView, 'from' | 'key' | 'rows'>,
  expressions: readonly string[],
  take: (block: KeyedBlock) => void,
): Promise<void> {
  await takeByKey(engine, selectByKey({ from, key }, expressions, engine.dialect), rows, take)
}

/** The SELECT statement for expressions with their row key, for `takeByKey`. */
export function selectByKey(
  { from, key }: Pick<KeyedView, 'from' | 'key'>,
  expressions: readonly string[],
  dialect: Dialect,
): string {
  return `SELECT ${[dialect.double(key), ...expressions].join(', ')} FROM ${from}`
}

/** Runs a statement whose first column is the row key. */
export async function takeByKey(
  engine: Engine,
  sql: string,
  rows: number,
  take: (block: KeyedBlock) => void,
  worker?: number,
): Promise<void> {
  let received = 0
  for await (const block of engine.blocks(sql, worker)) {
    received += block.rows
    const keys = block.numbers(0)
    const areInOrder = areConsecutive(keys, block.rows)
    take({
      rows: block.rows,
      keys,
      numbers: (column) => block.numbers(column + 1),
      value: (column, row) => block.value(column + 1, row),
      texts: (column) => block.texts?.(column + 1) ?? null,
      areInOrder,
      put(column, values) {
        const found = block.numbers(column + 1)
        if (areInOrder)
          values.set(found.length === block.rows ? found : found.subarray(0, block.rows), keys[0])
        else for (let row = 0; row < block.rows; row++) values[keys[row]] = found[row]
      },
    })
  }
  if (received !== rows) throw new Error(`${received} rows were read where ${rows} were counted`)
}

function areConsecutive(keys: Float64Array, rows: number): boolean {
  for (let row = 1; row < rows; row++) if (keys[row] !== keys[0] + row) return false
  return true
}
