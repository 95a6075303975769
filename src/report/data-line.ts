import type { DataFacts, WeightFacts } from '../trace/ranking.ts'
import { counted, grouped } from './numbers.ts'
import { clean, dim, emphasise, widthOf, wrap } from './text.ts'
import type { Paper } from './text.ts'

/** One line on what was looked at. */
export function dataLine(
  { rows, features, target, task, source, weights, sql, used }: DataFacts,
  name: string,
  paper: Paper,
): string {
  const weighted = weights ? ` (${inWords(weights)})` : ''
  const size = `${rowsText(rows, used)}${weighted} × ${counted(features, 'feature')}`
  const facts = [size, target === null ? 'no target' : `target ${clean(target)}`, task, source]
  const line = facts.join(' · ')
  const shown = clean(sql === undefined ? name : `${name} (by a query)`)
  if (widthOf(shown) + 2 + widthOf(line) <= paper.width)
    return `${emphasise(shown, paper)}  ${dim(line, paper)}`
  return [emphasise(shown, paper), ...wrap(line, paper.width).map((part) => dim(part, paper))].join('\n')
}

/** What the rows weigh: how many they count as, or as how many of equal weight they tell. */
function inWords({ column, kind, n }: WeightFacts): string {
  const shown = grouped(n < 1000 ? Number(n.toPrecision(4)) : Math.round(n))
  return kind === 'counts'
    ? `${shown} by weights ${clean(column)}`
    : `effective ${shown} by sampling weights ${clean(column)}`
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
