import { shellWord } from '#core'
import type { Warning } from '#core'
import type { TargetFacts } from '../scope/target.ts'
import type { ColumnContents } from './contents.ts'

/** Words in the name of a column that says whether a time was censored. */
const censoringWords =
  /(?:^|[^a-z])(?:status|event|death|dead|died|deceased|censor(?:ed|ing)?|cens|relapsed?|failed)(?:$|[^a-z])/i

/** A target of fewer numbers is no time. */
const fewestTimes = 5

/**
 * Warns of a numeric target beside a column of two values whose name says that times were censored: without
 * the event a time that was cut short counts as a whole one.
 */
export function censoringWarnings(
  { name, values, classes, classNames, event }: TargetFacts,
  features: readonly ColumnContents[],
): readonly Warning[] {
  if (!values || event || (classes && classNames.length < fewestTimes)) return []
  const found = features.find(({ column, distinct }) => distinct === 2 && censoringWords.test(column.name))
  if (!found) return []
  const column = found.column.name
  const message = `column ${column} may say which values of ${name} are times that ended with an event: without it a censored time counts as a whole one (--event ${shellWord(column)})`
  return [{ code: 'censored', column, message }]
}
