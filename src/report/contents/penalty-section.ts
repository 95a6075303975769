import type { LineChart, PathCoefficients, PenaltyPath, ReportSection } from '#core'
import { penaltyLines } from '../penalty-text.ts'
import { clean } from '../text.ts'
import { sentence, shownOf } from './wording.ts'

/** The most lines of a figure. */
const mostLines = 12

/** The coefficients along a path of penalties, and the error of held-out rows. */
export function penaltySections(path: PenaltyPath | undefined, name = 'penalties'): readonly ReportSection[] {
  if (!path) return []
  const { penalties, coefficients, chosen, heldOut } = path
  const shown = coefficients.slice(0, mostLines)
  const x = { label: 'penalty', scale: 'log' } as const
  // A logarithmic axis has no place for 0.
  const places = [...penalties.keys()].filter((place) => penalties[place] > 0)
  const marks =
    penalties[chosen.place] > 0
      ? [{ x: penalties[chosen.place], label: `chosen: ${Number(chosen.penalty.toPrecision(3))}` }]
      : []
  const ofColumns: LineChart = {
    kind: 'lines',
    name,
    title: 'Coefficients along the path of penalties',
    caption: sentence(
      `the coefficient of each column as the penalty falls, in units of the data; ${shownOf(shown.length, coefficients.length, 'coefficient')}, those that enter first`,
    ),
    x,
    y: { label: 'coefficient' },
    points: shown.flatMap((one) =>
      places.map((place) => ({ x: penalties[place], y: one.coefficients[place], series: seriesOf(one) })),
    ),
    marks,
  }
  const ofErrors: readonly LineChart[] = heldOut
    ? [
        {
          kind: 'lines',
          name: `${name}-held-out`,
          title: 'Error of held-out rows along the path',
          caption: 'The mean over the folds, ± its standard error. Less is better.',
          x,
          y: { label: heldOut.metric === 'mse' ? 'mean squared error' : 'log-loss (bits)' },
          points: places.map((place) => {
            const [mean, error] = [heldOut.mean[place], heldOut.error[place]]
            return {
              x: penalties[place],
              y: mean,
              low: mean - error,
              high: mean + error,
              series: 'held-out rows',
            }
          }),
          marks,
        },
      ]
    : []
  return [
    {
      title: 'The path of penalties',
      paragraphs: [
        sentence(penaltyLines(path, { width: Infinity, colour: false, lines: Infinity }).join(' ')),
      ],
      charts: coefficients.length > 0 && places.length > 0 ? [ofColumns, ...ofErrors] : [],
    },
  ]
}

function seriesOf({ feature, level, class: of }: PathCoefficients): string {
  const ofLevel = level === undefined ? '' : ` = ${level === null ? 'missing' : level}`
  return `${clean(feature)}${ofLevel}${of === undefined ? '' : ` (${of})`}`
}
