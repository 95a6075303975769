import { checkTable, objectIn } from '#core'
import type { Source } from '#core'
import type { Engine } from './engine.ts'
import { sourceOver } from './loading-source.ts'
import { columnFacts } from './relation.ts'
import type { TypedView } from './relation.ts'

/**
 * Makes a source of a database of your own: the engine runs statements in its dialect, and the view says
 * where the rows are. All analyses then ask the database for counts, moments and observed values;
 * or, if the engine leaves memory for the rows (`rowMemory`), for the columns that they read.
 *
 * @example
 * const source = await defineEngine(engine, {
 *   from: '"patients"', key: 'id - 1', rows: 300, warnings: [],
 *   columns: [{ name: 'age', type: 'numeric', sql: 'CAST("age" AS DOUBLE)' }, { name: 'sex', type: 'categorical', sql: '"sex"' }],
 * })
 * await rank(source, { target: 'sex' })
 */
export async function defineEngine(engine: Engine, view: TypedView): Promise<Source & { close(): void }> {
  objectIn('dialect of the engine', (objectIn('engine', engine) as Engine).dialect)
  checkTable(view, 'a view of the engine')
  return sourceOver({ ...view, engine, columns: await columnFacts(engine, view) })
}
