import type { DataFacts } from '../trace/ranking.ts'
import { counted, grouped } from './numbers.ts'
import { clean, dim, emphasise, widthOf, wrap } from './text.ts'
import type { Paper } from './text.ts'

/** One line on what was looked at. */
export function dataLine(
  { rows, features, target, task, source, sql, used }: DataFacts,
  name: string,
  paper: Paper,
): string {
  const size = `${rowsText(rows, used)} × ${counted(features, 'feature')}`
  const facts = [size, target === null ? 'no target' : `target ${clean(target)}`, task, source]
  const line = facts.join(' · ')
  const shown = clean(sql === undefined ? name : `${name} (by a query)`)
  if (widthOf(shown) + 2 + widthOf(line) <= paper.width)
    return `${emphasise(shown, paper)}  ${dim(line, paper)}`
  return [emphasise(shown, paper), ...wrap(line, paper.width).map((part) => dim(part, paper))].join('\n')
}

/** How many rows there are, and on how many of them the result rests where that is not all. */
function rowsText(rows: number, used: DataFacts['used']): string {
  const all = counted(rows, 'row')
  if (!used) return all
  const { least, most, weighted } = used
  const range = least === most ? grouped(most) : `${grouped(least)}–${grouped(most)}`
  if (weighted) return `${all} (weight ${range})`
  return least === rows ? all : `${range} of ${all}`
}
