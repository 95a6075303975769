import { firstFew, queryColumn, queryOption, queryValue } from '#core'
import type { SettledEvidence, View, Warning } from '#core'
import { levelsRequest } from '../scope/level-codings.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { TargetFacts } from '../scope/target.ts'

/** The most classes that a message names. */
const mostNamed = 5

/** The warning of classes with fewer rows than there are folds: some folds have none of them. */
export async function smallClasses(
  batcher: RequestBatcher,
  { name, column, classes }: TargetFacts,
  { folds }: SettledEvidence,
  view: View,
): Promise<readonly Warning[]> {
  if (!classes || folds === null) return []
  const [[[{ levels, cells }]]] = await batcher.request([[levelsRequest([column], view)]])
  const small = levels[0]
    .map((level, i) => ({ level, rows: cells[i] }))
    .filter(({ rows }) => rows > 0 && rows < folds)
  if (small.length === 0) return []
  const shown = firstFew(
    small.map(({ level, rows }) => `${JSON.stringify(level)} in ${rows} ${rows === 1 ? 'row' : 'rows'}`),
    mostNamed,
  )
  const which = small.length === 1 ? 'a class' : 'classes'
  const values = small.map(({ level }) => queryValue(level))
  const query = `SELECT * FROM data WHERE ${queryColumn(name)} NOT IN (${firstFew(values, 20)})`
  const message = `${name} has ${which} with fewer rows than the ${folds} folds: ${shown}; some folds have none, so that they are hardly learnt or judged: merge classes, take fewer folds, or leave such rows out: ${queryOption(query)}`
  return [{ code: 'small-classes', column: name, message }]
}
