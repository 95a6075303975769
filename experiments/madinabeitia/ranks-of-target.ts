import type { Chart, ReportTable } from '../../src/index.ts'
import type { Experiment, ExperimentFindings, ExperimentRun } from '../experiment.ts'
import { partsOfRun } from '../run-parts.ts'
import { comparedScores, foundSet } from './compared-sets.ts'
import { exampleData, nameOf } from './example-data.ts'
import { setText } from './example-sets.ts'
import { functions } from './functions.ts'
import type { SetCriterion } from './set-scores.ts'
import { hits, membersOf } from './sets.ts'
import { widest } from './variants.ts'
import { source } from './source.ts'

const right = functions.G.of

const criteria = [
  'total correlation',
  'total correlation, standardised',
  'delta test, standardised',
  'KSG information',
  'delta test of ranks',
] as const satisfies readonly SetCriterion[]

/** Example G stays hard, but for the ranks of its target. */
export const ranksOfTarget: Experiment = {
  name: 'example-g-ranks',
  title: 'Example G: a target with outliers, and its ranks',
  source: source('chapter 22.4'),
  summary: 'why G stays hard: x5/x6 has outliers that rule y; the delta test of the ranks of y finds more',
  run: (run) => runRanks(run),
}

/** The sets among the first `width` columns. */
export async function runRanks(run: ExperimentRun, width = widest): Promise<ExperimentFindings> {
  const data = exampleData('G', { width, rows: 1000 })
  const scores = await comparedScores(data, criteria, partsOfRun(run, criteria.length))
  const rows = criteria.map((criterion) => ({ criterion, set: foundSet(scores, criterion, width) }))
  const [smallest, greatest] = data.target.reduce(
    ([low, high], y) => [Math.min(low, y), Math.max(high, y)],
    [Infinity, -Infinity],
  )
  const ranks = rows[rows.length - 1].set
  const wrong = membersOf(ranks).filter((column) => !right.some((one) => one === column))
  return {
    claimed: 'With 1000 rows all methods have about 28.6 %, two of seven columns; more rows are to be tried.',
    found: [
      `The target goes from ${Math.round(smallest)} to ${Math.round(greatest)}, because x5/x6 has outliers, and few rows decide its variance.`,
      `With ${width} columns the best sets are: ${rows.map(({ criterion, set }) => `${setText(set)} by ${criterion}`).join('; ')}.`,
      `The delta test of the ranks of y has ${hits(ranks, right).toFixed(1)} % of the right columns and ${wrong.length} wrong ones.`,
    ].join(' '),
    tables: [
      {
        name: 'sets',
        title: `The best sets of G with ${width} columns and 1000 rows`,
        columns: ['by', 'hits %', 'wrong columns', 'set'],
        rows: rows.map(({ criterion, set }): ReportTable['rows'][number] => [
          criterion,
          hits(set, right),
          membersOf(set).filter((column) => !right.some((one) => one === column)).length,
          setText(set),
        ]),
      },
    ],
    charts: [hitsChart(rows), targetChart(data)],
  }
}

function hitsChart(rows: readonly { readonly criterion: string; readonly set: number }[]): Chart {
  return {
    kind: 'bars',
    name: 'hits',
    title: 'Hits in example G',
    caption: 'The share of the seven columns that the best set has.',
    value: { label: 'hits, %', from: 0, to: 100 },
    bars: rows.map(({ criterion, set }) => ({ label: criterion, value: hits(set, right) })),
  }
}

function targetChart({
  columns,
  target,
}: {
  columns: readonly (readonly number[])[]
  target: readonly number[]
}): Chart {
  return {
    kind: 'scatter',
    name: 'target',
    title: 'The target of G against two of its columns',
    caption: 'A small x6 makes x5/x6 large: a few rows are far from all others.',
    y: { label: 'y' },
    panels: [0, 6].map((column) => ({
      label: nameOf(column),
      points: target.map((y, row) => ({ x: columns[column][row], y })),
    })),
  }
}
