import type { ScoreResult, SetScore } from '../trace/score.ts'
import { dataLine } from './data-line.ts'
import { methodLabel } from './method-label.ts'
import { grouped, shortNumber } from './numbers.ts'
import { dim, emphasise, setTable, wrap } from './text.ts'
import type { Paper, Setting } from './text.ts'

/** Scores of one set as a table for people: a line for each method. */
export function scoreText(result: ScoreResult, name: string, paper: Paper): string {
  const { features, given, scores } = result
  const hasP = scores.some(({ pValue }) => pValue !== undefined)
  const settings: readonly Setting[] = [
    { title: 'method', align: 'left' },
    { title: 'score', align: 'right' },
    { title: 'units', align: 'left' },
    ...(hasP ? [{ title: 'p', align: 'right' } as const] : []),
    { title: 'rows', align: 'right' },
    { title: '', align: 'left' },
  ]
  const rows = scores.map(({ method, options, score, units, better, pValue, n, parts, why }) => [
    methodLabel({ method, options }),
    score === null ? '—' : shortNumber(score),
    `${units}, ${better} is better`,
    ...(hasP ? [pValue === undefined ? '' : shortNumber(pValue)] : []),
    grouped(n),
    dim(why ?? partsText(parts, options), paper),
  ])
  const set = `${features.join(', ')}${given ? ` given ${given.join(', ')}` : ''}`
  return [
    dataLine(result.data, name, paper),
    ...wrap(set, paper.width).map((line) => emphasise(line, paper)),
    '',
    ...setTable(settings, rows, paper),
  ].join('\n')
}

/** Parts as people say them: `in y² 0.04, slope 1.5`. */
function partsText(parts: SetScore['parts'] = {}, options: SetScore['options']): string {
  const inUnits = options['target'] === 'rank' ? 'in (rank of y)²' : 'in y²'
  return Object.entries(parts)
    .map(([part, value]) => `${part === 'inUnits' ? inUnits : part} ${shortNumber(value)}`)
    .join(', ')
}
