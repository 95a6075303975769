import { columnFacts } from './column-facts.ts'
import type { Engine } from './engine.ts'
import { SqlSource } from './source.ts'
import type { TypedView } from './typed-view.ts'

/**
 * Makes a source of a database of your own: the engine runs statements in its dialect, and the view says
 * where the rows are. All analyses then ask the database for counts, moments and observed values.
 *
 * @example
 * const source = await defineEngine(engine, {
 *   from: '"patients"', key: 'id - 1', rows: 300, warnings: [],
 *   columns: [{ name: 'age', type: 'numeric', sql: 'CAST("age" AS DOUBLE)' }, { name: 'sex', type: 'categorical', sql: '"sex"' }],
 * })
 * await rank(source, { target: 'sex' })
 */
export async function defineEngine(engine: Engine, view: TypedView): Promise<SqlSource> {
  return new SqlSource({ ...view, engine, columns: await columnFacts(engine, view) })
}
