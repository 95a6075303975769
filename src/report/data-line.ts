import type { DataFacts, WeightFacts } from '#core'
import { counted, grouped } from './numbers.ts'
import { clean, dim, emphasise, widthOf, wrap } from './text.ts'
import type { Display } from './text.ts'

/** The first line of a result: the data, their size, the target, the task and the source. */
export function dataLine(data: DataFacts, name: string, display: Display): string {
  const line = factsText(data)
  const shown = nameText(data, name)
  if (widthOf(shown) + 2 + widthOf(line) <= display.width)
    return `${emphasise(shown, display)}  ${dim(line, display)}`
  return [emphasise(shown, display), ...wrap(line, display.width).map((part) => dim(part, display))].join(
    '\n',
  )
}

/** The same as a sentence. */
export function dataNote(data: DataFacts, name: string): string {
  return `data: ${nameText(data, name)}, ${factsText(data)}`
}

function nameText({ sql }: DataFacts, name: string): string {
  return clean(sql === undefined ? name : `${name} (--sql query)`)
}

function factsText({ rows, distinctRows, features, target, task, source, weights, used }: DataFacts): string {
  const weighted = weights ? ` (${weightsText(weights)})` : ''
  const distinct = distinctRows === undefined ? '' : ` (${grouped(distinctRows)} distinct)`
  const size = `${rowsText(rows, used)}${distinct}${weighted} × ${counted(features, 'feature')}`
  const facts = [size, target === null ? 'no target' : `target ${clean(target)}`, task, source]
  return facts.join(' · ')
}

/** The total weight of the rows; of sampling weights the effective number of rows. */
function weightsText({ column, kind, n }: WeightFacts): string {
  const shown = grouped(n < 1000 ? Number(n.toPrecision(4)) : Math.round(n))
  return kind === 'counts'
    ? `${shown} by weights ${clean(column)}`
    : `effective ${shown} by sampling weights ${clean(column)}`
}

/** How many rows there are, and how many of them were used if not all. */
function rowsText(rows: number, used: DataFacts['used']): string {
  const all = counted(rows, 'row')
  if (!used) return all
  const { least, most, weighted } = used
  const range = least === most ? grouped(most) : `${grouped(least)}–${grouped(most)}`
  if (weighted) return `${all} (weight ${range})`
  return least === rows ? all : `${range} of ${all}`
}
