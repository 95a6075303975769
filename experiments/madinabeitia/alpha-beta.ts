import type { Chart, ReportTable } from '../../src/index.ts'
import type { Experiment, ExperimentFindings, ExperimentRun } from '../experiment.ts'
import { partsOfRun } from '../run-parts.ts'
import { comparedScores } from './compared-sets.ts'
import { dataOf, rightColumns, setText, widths } from './example-sets.ts'
import { publishedDeltaTest } from './published-delta-test.ts'
import { hits } from './sets.ts'
import { source } from './source.ts'
import { variants, widest } from './variants.ts'
import { weightedChoices, weightMatrix, weights } from './weights.ts'
import type { WeightedChoice } from './weights.ts'

const studied = ['example-c', 'example-d', 'example-e'].map((name) =>
  variants.find((variant) => variant.name === name)!,
)

/** The hits of one example with one number of columns, for each α and β. */
interface Cell {
  readonly of: string
  readonly width: number
  readonly right: readonly number[]
  readonly published: readonly WeightedChoice[]
  readonly defined: readonly WeightedChoice[]
}

/** Which α and β MI-DT needs. */
export const alphaBeta: Experiment = {
  name: 'alpha-beta',
  title: 'The weights of MI-DT: α·MI − β·DT',
  source: source('chapter 22.2'),
  summary: 'which α and β find the right columns of C, D and E',
  run: (run) => runAlphaBeta(run),
}

/** The hits among the first columns, up to `mostColumns`. */
export async function runAlphaBeta(run: ExperimentRun, mostColumns = widest): Promise<ExperimentFindings> {
  const nextRun = partsOfRun(run, 3 * studied.length)
  const cells: Cell[] = []
  for (const variant of studied) {
    const data = dataOf(variant, mostColumns)
    const noise = publishedDeltaTest(data, mostColumns, variant.k)
    const scores = await comparedScores(
      data,
      ['total correlation', 'total correlation, standardised', 'delta test, standardised'],
      nextRun,
    )
    for (const width of widths(variant, mostColumns)) {
      cells.push({
        of: variant.of,
        width,
        right: rightColumns(variant),
        published: weightedChoices(scores['total correlation'], noise, width),
        defined: weightedChoices(
          scores['total correlation, standardised'],
          scores['delta test, standardised'],
          width,
        ),
      })
    }
  }
  return {
    claimed:
      'In D the weight α of MI must be four times β for MI-DT to reach the 60 % of MI; in E every α and β has 100 %.',
    found: found(cells),
    tables: [rangeTable(cells), studyTable(cells)],
    charts: charts(cells),
  }
}

const hitsOf = ({ right }: Cell, choices: readonly WeightedChoice[]) =>
  choices.map(({ set }) => hits(set, right))
const least = (values: readonly number[]) => values.reduce((low, value) => Math.min(low, value), Infinity)
const most = (values: readonly number[]) => values.reduce((high, value) => Math.max(high, value), -Infinity)

function rangeTable(cells: readonly Cell[]): ReportTable {
  return {
    name: 'ranges',
    title:
      'Hits of MI-DT over the 64 pairs of α and β, in percent, as published, and as defined on one scale',
    columns: [
      'example',
      'columns',
      'least as published',
      'most as published',
      'least as defined',
      'most as defined',
    ],
    rows: cells.map((cell) => {
      const [published, defined] = [hitsOf(cell, cell.published), hitsOf(cell, cell.defined)]
      return [cell.of, cell.width, least(published), most(published), least(defined), most(defined)]
    }),
  }
}

function studyTable(cells: readonly Cell[]): ReportTable {
  return {
    name: 'study',
    title: 'The study: hits and sets of MI-DT for each α and β',
    columns: ['example', 'columns', 'alpha', 'beta', 'hits %', 'set', 'set as defined, standardised'],
    rows: cells.flatMap((cell) =>
      cell.published.map(({ alpha, beta, set }, i) => [
        cell.of,
        cell.width,
        alpha,
        beta,
        hits(set, cell.right),
        setText(set),
        setText(cell.defined[i].set),
      ]),
    ),
  }
}

/** What holds, in sentences made of the numbers of the run. */
function found(cells: readonly Cell[]): string {
  const ofD = cells.filter(({ of }) => of === 'D')
  const reached = ofD.flatMap((cell) =>
    cell.published.filter(({ set }) => hits(set, cell.right) >= 60).map(({ alpha, beta }) => alpha / beta),
  )
  const range = (of: string, choices: 'published' | 'defined') => {
    const all = cells.filter((cell) => cell.of === of).flatMap((cell) => hitsOf(cell, cell[choices]))
    const [low, high] = [least(all), most(all)]
    return low === high ? `${percent(low)}` : `${percent(low)} to ${percent(high)}`
  }
  return [
    `In D MI-DT as published has 60 % from α/β = ${least(reached).toFixed(2)} on.`,
    `Over all α, β and numbers of columns the hits are ${range('C', 'published')} in C, ${range('D', 'published')} in D and ${range('E', 'published')} in E.`,
    `With the delta test over all rows, and columns and target standardised, they are ${range('C', 'defined')}, ${range('D', 'defined')} and ${range('E', 'defined')}: one scale does what α and β were to do.`,
  ].join(' ')
}

const percent = (value: number) => `${Math.round(value * 10) / 10} %`

function charts(cells: readonly Cell[]): Chart[] {
  return cells
    .filter(({ of, width }) => of === 'D' && width === 5)
    .map((cell) => ({
      kind: 'matrix',
      name: 'hits-d',
      title: 'Hits of MI-DT as published in D with five columns',
      caption: 'Rows: α, the weight of MI; columns: β, the weight of DT.',
      labels: weights.map(String),
      columns: weights.map(String),
      values: weightMatrix(hitsOf(cell, cell.published)),
      value: { label: 'hits, %', from: 0, to: 100 },
    }))
}
