import type { Chart } from '../../src/index.ts'
import { publishedAlgorithms } from './algorithm-row.ts'
import type { AlgorithmRow } from './algorithm-row.ts'
import { hits } from './sets.ts'

/** Hits and seconds of all algorithms against the number of columns. */
export function algorithmCharts(rows: readonly AlgorithmRow[], right: readonly number[]): Chart[] {
  const x = { label: 'columns of X' }
  const ofDefined = rows.flatMap(({ width, defined }) =>
    Object.entries(defined).map(([series, selected]) => ({ width, series, selected })),
  )
  return [
    {
      kind: 'lines',
      name: 'hits-published',
      title: 'Hits as published',
      caption: 'mRMR rises because it returns the first half of the columns, whatever they are.',
      x,
      y: { label: 'hits, %', from: 0, to: 100 },
      points: rows.flatMap(({ width, published }) =>
        publishedAlgorithms.map((series, i) => ({ x: width, y: hits(published[i], right), series })),
      ),
    },
    {
      kind: 'lines',
      name: 'hits-defined',
      title: 'Hits as defined, standardised',
      caption:
        'mRMR estimates information by neighbours; it stops at half of the columns, or when its score no longer rises.',
      x,
      y: { label: 'hits, %', from: 0, to: 100 },
      points: ofDefined.map(({ width, series, selected }) => ({
        x: width,
        y: hits(selected.set, right),
        series,
      })),
    },
    {
      kind: 'lines',
      name: 'evaluated',
      title: 'Sets or scores that each algorithm evaluates, as defined',
      caption: 'An exhaustive search doubles with every column; a backward filter grows with their square.',
      x,
      y: { label: 'evaluated', scale: 'log' },
      points: ofDefined.map(({ width, series, selected }) => ({ x: width, y: selected.evaluations, series })),
    },
  ]
}
