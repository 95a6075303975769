import type { Evidence, LineChart, ReportSection, SelectResult, SizeChoice, SizeCurve } from '#core'
import { metricName } from '../evidence-text.ts'
import { counted } from '../numbers.ts'
import { allColumns, capital, sentence } from './wording.ts'

/**
 * The held-out score as a function of the number of columns; no section if no search added columns one by
 * one.
 */
export function sizeSections({ evidence, sizeChoice }: SelectResult): readonly ReportSection[] {
  return [
    ...(sizeChoice
      ? [
          sectionOf(sizeChoice, sizeChoice.sizes, {
            name: 'size-choice',
            title: 'Quality against size: the scores that chose the size',
            note: 'these scores chose the size, so that of the size kept is optimistic',
            chosen: [sizeChoice.size, `chosen: ${sizeChoice.size}`],
          }),
        ]
      : []),
    ...(evidence?.sizes
      ? [
          sectionOf(evidence, evidence.sizes, {
            name: 'sizes',
            title: 'Quality against size',
            note: 'each split has a path of its own, found without its rows',
            chosen: null,
          }),
        ]
      : []),
  ]
}

interface SizeFacts {
  readonly name: string
  readonly title: string
  readonly note: string
  readonly chosen: readonly [number, string] | null
}

function sectionOf(
  scored: Evidence | SizeChoice,
  sizes: SizeCurve,
  { name, title, note, chosen }: SizeFacts,
): ReportSection {
  const { scores, best, oneError, error, knee } = sizes
  const metric = metricName(scored.metric)
  const marks = chosen
    ? [{ x: chosen[0], label: chosen[1] }]
    : [
        ...(oneError === best ? [] : [{ x: oneError, label: `within one standard error: ${oneError}` }]),
        { x: best, label: `best: ${best}` },
      ]
  const chart: LineChart = {
    kind: 'lines',
    name,
    title: `${capital(metric)} against the number of columns`,
    caption: sentence(
      `held-out ${metric} of ${scored.learner} with the first columns of the path, ± one standard deviation over the splits; with ${allColumns(scored.columns)} and with none for comparison; ${scored.better} is better`,
    ),
    x: { label: 'number of columns' },
    y: { label: `${metric} (${scored.units})` },
    points: [
      ...scores.map(({ columns, mean, sd }) => ({
        x: columns,
        y: mean,
        ...(sd !== null && { low: mean - sd, high: mean + sd }),
        series: 'first columns of the path',
      })),
      ...level(scored.all.mean, scores, 'all columns'),
      ...level(scored.none.mean, scores, 'none'),
    ],
    marks,
  }
  return {
    title,
    paragraphs: [
      sentence(
        `the best mean is that of ${counted(best, 'column')}; the fewest within one standard error (${Number(error.toPrecision(2))}) of it are ${oneError}, and the curve bends at ${knee}`,
      ),
      sentence(note),
    ],
    charts: [chart],
    tables: [
      {
        name,
        title: `${capital(metric)} by the number of columns`,
        columns: ['columns', metric, 'standard deviation'],
        rows: scores.map(({ columns, mean, sd }) => [columns, mean, sd]),
      },
    ],
  }
}

/** A horizontal line from the first size to the last. */
function level(y: number, scores: SizeCurve['scores'], series: string): LineChart['points'] {
  const ends = [...new Set([scores[0].columns, scores[scores.length - 1].columns])]
  return ends.map((x) => ({ x, y, series }))
}
