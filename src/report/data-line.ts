import type { DataFacts } from '../trace/ranking.ts'
import { counted } from './numbers.ts'
import { clean, dim, emphasise, widthOf, wrap } from './text.ts'
import type { Paper } from './text.ts'

/** One line on what was looked at. */
export function dataLine(
  { rows, features, target, task, source, sql }: DataFacts,
  name: string,
  paper: Paper,
): string {
  const size = `${counted(rows, 'row')} × ${counted(features, 'feature')}`
  const facts = [size, target === null ? 'no target' : `target ${clean(target)}`, task, source]
  const line = facts.join(' · ')
  const shown = clean(sql === undefined ? name : `${name} (by a query)`)
  if (widthOf(shown) + 2 + widthOf(line) <= paper.width)
    return `${emphasise(shown, paper)}  ${dim(line, paper)}`
  return [emphasise(shown, paper), ...wrap(line, paper.width).map((part) => dim(part, paper))].join('\n')
}
