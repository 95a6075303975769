import { firstFew, queryColumn, queryValue, queryWarning, replacingQuery } from '#core'
import type { Warning } from '#core'
import { mostColumns } from './level-texts.ts'
import type { CountedLevels } from './level-texts.ts'

/** Steps of a scale by their signs: `--`, `-`, 0, `+` and `++`. */
const [above, below, middle] = [/^\++$/, /^[-−–]+$/, /^(?:0|[oO]|=|±|\+\/-|\+-)$/]
const mostSigns = 4
const fewestSteps = 3

/** The step of a level by its signs; `null` for any other text. */
function stepOf(level: string): number | null {
  const text = level.trim()
  if (middle.test(text)) return 0
  if (text.length > mostSigns) return null
  return above.test(text) ? text.length : below.test(text) ? -text.length : null
}

/**
 * Whether levels are steps of a scale by their signs, one of them with several; a minus alone beside a plus may say
 * that something was not found.
 */
export function areSignedSteps({ counted }: CountedLevels): boolean {
  const steps = new Set(counted.map(({ level }) => stepOf(level)))
  if (steps.has(null) || steps.size < fewestSteps) return false
  const all = [...steps].map(Number)
  return all.some((step) => Math.abs(step) > 1) && all.some((step) => step > 0)
}

/** The warning about scales of signs, with the query that reads their steps. */
export function signedScales(columns: readonly CountedLevels[]): readonly Warning[] {
  const found = columns.filter(areSignedSteps)
  if (found.length === 0) return []
  const names = found.map(({ name }) => name)
  const list = found.map(({ name, counted }) => `${name} (${stepsIn(counted).join(', ')})`)
  const query = replacingQuery(
    Object.fromEntries(
      found.map(({ name, counted }) => {
        const levels = stepsIn(counted)
        // Of -, + and ++ the minus says that there is none.
        const least =
          stepOf(levels[0]) === -1 && !levels.some((level) => stepOf(level) === 0) ? 0 : -mostSigns
        const cases = levels.map(
          (level) => `WHEN ${queryValue(level)} THEN ${Math.max(least, stepOf(level)!)}`,
        )
        return [name, `CASE trim(${queryColumn(name)}) ${cases.join(' ')} END`]
      }),
    ),
  )
  const why = `signs that may be steps of a scale, read as categorical: ${firstFew(list, mostColumns)}`
  return [queryWarning({ code: 'doubtful-numbers', columns: names, why, query }, 'for the steps say')]
}

/** The different levels, the lowest step first. */
function stepsIn(counted: CountedLevels['counted']): readonly string[] {
  const levels = [...new Set(counted.map(({ level }) => level.trim()))]
  return levels.sort((a, b) => stepOf(a)! - stepOf(b)!)
}
