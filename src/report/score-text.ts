import type { ScoreResult, SetScore } from '../trace/score.ts'
import { dataLine } from './data-line.ts'
import { methodLabel } from './method-label.ts'
import { formatProbability, grouped, shortNumber } from './numbers.ts'
import { emphasise, setTable, tableWidth, wrap } from './text.ts'
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
    ...(hasP ? [formatProbability(pValue)] : []),
    grouped(n),
    why ?? partsText(parts, options),
  ])
  const set = `${features.join(', ')}${given ? ` given ${given.join(', ')}` : ''}`
  return [
    dataLine(result.data, name, paper),
    ...wrap(set, paper.width).map((line) => emphasise(line, paper)),
    '',
    ...(tableWidth(settings, rows) <= paper.width
      ? setTable(settings, rows, paper)
      : listed(settings, rows, paper)),
  ].join('\n')
}

/** Where a table has no room, a paragraph for each method. */
function listed(
  settings: readonly Setting[],
  rows: readonly (readonly string[])[],
  paper: Paper,
): readonly string[] {
  const named = new Set(['p', 'rows'])
  return rows.flatMap(([method, ...facts]) => {
    const told = facts.flatMap((fact, i) => {
      const { title } = settings[i + 1]
      return fact === '' ? [] : [named.has(title) ? `${title} ${fact}` : fact]
    })
    return wrap(`${method}: ${told.join(', ')}`, paper.width, '  ')
  })
}

/** Parts as people say them: `in y² 0.04, slope 1.5`. */
function partsText(parts: SetScore['parts'] = {}, options: SetScore['options']): string {
  const inUnits = options['target'] === 'rank' ? 'in (rank of y)²' : 'in y²'
  return Object.entries(parts)
    .map(([part, value]) => `${part === 'inUnits' ? inUnits : part} ${shortNumber(value)}`)
    .join(', ')
}
