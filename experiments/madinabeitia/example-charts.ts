import type { Chart, LandscapeChart, LineChart } from '../../src/index.ts'
import type { ComparedScores } from './compared-sets.ts'
import { foundSet } from './compared-sets.ts'
import { nameOf } from './example-data.ts'
import type { PublishedScores } from './example-sets.ts'
import { publishedChoice } from './published-table.ts'
import { hits, maskOfAll, membersOf } from './sets.ts'

/** The most columns whose sets the landscape shows: 255 sets. */
const widestLandscape = 8

/**
 * The figures of the thesis: values, seconds and hits against the number of columns; and the sets of eight
 * columns.
 */
export function exampleCharts(
  scores: readonly PublishedScores[],
  compared: ComparedScores,
  right: readonly number[],
): Chart[] {
  const lines = (row: PublishedScores, values: Readonly<Record<string, number>>) =>
    Object.entries(values).map(([series, y]) => ({ x: row.width, y, series }))
  const chart = (
    facts: Pick<LineChart, 'name' | 'title' | 'caption' | 'y'>,
    valuesOf: (row: PublishedScores) => Readonly<Record<string, number>>,
  ): LineChart => ({
    ...facts,
    kind: 'lines',
    x: { label: 'columns of X' },
    points: scores.flatMap((row) => lines(row, valuesOf(row))),
  })
  return [
    chart(
      {
        name: 'hits',
        title: 'Hits by the number of columns',
        caption:
          'The share of the right columns that each search finds. DT as published sums over as many rows as a set has columns; as defined it sums over all rows.',
        y: { label: 'hits, %', from: 0, to: 100 },
      },
      (row) => {
        const chosen = publishedChoice(row)
        return {
          'MI as published': hits(chosen.information, right),
          'DT as published': hits(chosen.noise, right),
          'MI-DT as published': hits(chosen.both, right),
          'DT as defined': hits(foundSet(compared, 'delta test', row.width), right),
          'DT as defined, standardised': hits(
            foundSet(compared, 'delta test, standardised', row.width),
            right,
          ),
        }
      },
    ),
    chart(
      {
        name: 'values',
        title: 'MI and DT of all columns and of the sets found, as published',
        caption:
          'MI of all columns falls as columns without information are added; DT over so few rows jumps.',
        y: { label: 'nats (MI), y² (DT)' },
      },
      (row) => {
        const chosen = publishedChoice(row)
        return {
          'MI of all': row.information[maskOfAll(row.width)],
          'DT of all': row.noiseOfAll,
          'MI of set': row.information[chosen.information],
          'DT of set': row.noise[chosen.noise],
          'MI-DT of set': row.both[chosen.both],
        }
      },
    ),
    chart(
      {
        name: 'seconds',
        title: 'Seconds of this run',
        caption: 'Every further column doubles the number of sets.',
        y: { label: 'seconds', scale: 'log' },
      },
      ({ seconds }) => ({
        'search MI': seconds.information,
        'search DT as published': seconds.noise,
        'search MI-DT': seconds.both,
      }),
    ),
    landscape(compared),
  ]
}

/**
 * All sets of the first columns by total correlation and delta test, standardised, with their Pareto front.
 */
function landscape(compared: ComparedScores): LandscapeChart {
  const information = compared['total correlation, standardised']
  const noise = compared['delta test, standardised']
  const count = Math.min(information.length, 1 << widestLandscape)
  const masks = Array.from({ length: count - 1 }, (_, i) => i + 1)
  const inOrder = [...masks].sort((a, b) => information[b] - information[a] || noise[a] - noise[b])
  let least = Infinity
  const front = new Set(
    inOrder.filter((mask) => {
      const isBelow = noise[mask] < least
      if (isBelow) least = noise[mask]
      return isBelow
    }),
  )
  return {
    kind: 'landscape',
    name: 'landscape',
    title: 'All sets of the first eight columns: information against noise',
    caption:
      'Each point is a set of columns; the best have much information and leave little noise. Columns and target are standardised.',
    x: { label: 'total correlation, nats' },
    y: { label: 'delta test, share of var(y)' },
    sets: masks.map((mask) => ({
      features: membersOf(mask).map(nameOf),
      x: information[mask],
      y: noise[mask],
      ...(front.has(mask) && ({ front: true } as const)),
    })),
    alpha: 1,
    beta: 1,
  }
}
