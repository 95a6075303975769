import type { DataFacts } from '../trace/ranking.ts'
import { counted } from './numbers.ts'
import { dim, emphasise, widthOf } from './text.ts'
import type { Paper } from './text.ts'

/** One line on what was looked at. */
export function dataLine(
  { rows, features, target, task, source }: DataFacts,
  name: string,
  paper: Paper,
): string {
  const size = `${counted(rows, 'row')} × ${counted(features, 'feature')}`
  const facts = [size, target === null ? 'no target' : `target ${target}`, task, source]
  const line = facts.join(' · ')
  const gap = widthOf(name) + 2 + widthOf(line) > paper.width ? '\n' : '  '
  return `${emphasise(name, paper)}${gap}${dim(line, paper)}`
}
