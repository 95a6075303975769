import type { SelectResult } from '#core'
import { column, formatColumns } from './column.ts'
import { alignNumbers, shortNumber } from './numbers.ts'
import { clean, shorten, wrap } from './text.ts'
import type { Display } from './text.ts'

/** The longest name that the table shows in full, in characters. */
const longestName = 30

/** Why the requested column was or was not selected, and its score at each step. */
export function explanationLines({ why, better }: SelectResult, display: Display): string[] {
  if (!why) return []
  const { feature, explanation, steps = [], with: scoreWith, without } = why
  const name = clean(feature)
  const isKnown = scoreWith !== undefined && scoreWith !== null && without !== undefined && without !== null
  const scores = isKnown
    ? `, which scores ${shortNumber(scoreWith)} with it and ${shortNumber(without)} without (${better} is better)`
    : ''
  const lines = ['', ...wrap(`why ${name}: ${clean(explanation)}${scores}`, display.width)]
  if (steps.length === 0) return lines
  const shown = steps.slice(0, display.lines)
  const table = formatColumns(
    [
      column(
        '#',
        'right',
        shown.map(({ step }) => String(step)),
      ),
      column(
        'joined',
        'left',
        shown.map(({ joined }) => shorten(joined, longestName)),
      ),
      column('its score', 'right', alignNumbers(shown.map(({ best }) => best))),
      column(
        shorten(`score of ${name}`, longestName),
        'right',
        alignNumbers(shown.map(({ score }) => score)),
      ),
      column('gap', 'right', alignNumbers(shown.map(({ gap }) => gap))),
    ],
    display,
  )
  return [...lines, '', ...table]
}
