import type { SelectResult } from '../trace/selection.ts'
import { column, setColumns } from './column.ts'
import { alignNumbers, shortNumber } from './numbers.ts'
import { clean, shorten, wrap } from './text.ts'
import type { Paper } from './text.ts'

/** Names in the table are cut to so many characters. */
const longestName = 30

/** What became of the column that was asked about, and its score at each step. */
export function explanationLines({ why, better }: SelectResult, paper: Paper): string[] {
  if (!why) return []
  const { feature, explanation, steps = [], with: scoreWith, without } = why
  const name = clean(feature)
  const isKnown = scoreWith !== undefined && scoreWith !== null && without !== undefined && without !== null
  const scores = isKnown
    ? `, which scores ${shortNumber(scoreWith)} with it and ${shortNumber(without)} without (${better} is better)`
    : ''
  const lines = ['', ...wrap(`why ${name}: ${clean(explanation)}${scores}`, paper.width)]
  if (steps.length === 0) return lines
  const shown = steps.slice(0, paper.lines)
  const table = setColumns(
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
    paper,
  )
  return [...lines, '', ...table]
}
