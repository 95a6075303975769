import type { ScoreResult } from '../trace/score.ts'
import { dataLine } from './data-line.ts'
import { methodLabel } from './method-label.ts'
import { shortNumber } from './numbers.ts'
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
    n.toLocaleString('en'),
    dim(why ?? partsText(parts), paper),
  ])
  const set = `${features.join(', ')}${given ? ` given ${given.join(', ')}` : ''}`
  return [
    dataLine(result.data, name, paper),
    ...wrap(set, paper.width).map((line) => emphasise(line, paper)),
    '',
    ...setTable(settings, rows, paper),
  ].join('\n')
}

function partsText(parts: Readonly<Record<string, number>> = {}): string {
  return Object.entries(parts)
    .map(([part, value]) => `${partNames[part] ?? part} ${shortNumber(value)}`)
    .join(', ')
}

/** Parts as people say them. */
const partNames: Readonly<Record<string, string>> = { inUnits: 'in y²', slope: 'slope' }
