import type { ScoreResult, SetScore } from '#core'
import { methodLabel } from './command-text.ts'
import { dataLine } from './data-text.ts'
import { formatProbability, grouped, shortNumber } from './numbers.ts'
import { emphasise, formatTable, tableWidth, wrap } from './text.ts'
import type { ColumnHeader, Display } from './text.ts'

/** The scores of one set as a table, a line for each method. */
export function scoreText(result: ScoreResult, name: string, display: Display): string {
  const { features, given, scores } = result
  const hasP = scores.some(({ pValue }) => pValue !== undefined)
  const headers: readonly ColumnHeader[] = [
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
    dataLine(result.data, name, display),
    ...wrap(set, display.width).map((line) => emphasise(line, display)),
    '',
    ...(tableWidth(headers, rows) <= display.width
      ? formatTable(headers, rows, display)
      : asParagraphs(headers, rows, display)),
  ].join('\n')
}

/** A paragraph for each method, for displays too narrow for the table. */
function asParagraphs(
  headers: readonly ColumnHeader[],
  rows: readonly (readonly string[])[],
  display: Display,
): readonly string[] {
  const named = new Set(['p', 'rows'])
  return rows.flatMap(([method, ...facts]) => {
    const words = facts.flatMap((fact, i) => {
      const { title } = headers[i + 1]
      return fact === '' ? [] : [named.has(title) ? `${title} ${fact}` : fact]
    })
    return wrap(`${method}: ${words.join(', ')}`, display.width, '  ')
  })
}

/** The parts of a score: `in y² 0.04, slope 1.5`. */
function partsText(parts: SetScore['parts'] = {}, options: SetScore['options']): string {
  const inUnits = options['target'] === 'rank' ? 'in (rank of y)²' : 'in y²'
  return Object.entries(parts)
    .map(([part, value]) => `${part === 'inUnits' ? inUnits : part} ${shortNumber(value)}`)
    .join(', ')
}
