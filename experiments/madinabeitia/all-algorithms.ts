import type { ReportTable } from '../../src/index.ts'
import type { Experiment, ExperimentFindings, ExperimentRun } from '../experiment.ts'
import { partsOfRun } from '../run-parts.ts'
import { algorithmCharts } from './algorithm-charts.ts'
import { publishedAlgorithms } from './algorithm-row.ts'
import type { AlgorithmRow } from './algorithm-row.ts'
import { definedAlgorithms } from './defined-algorithms.ts'
import type { Selected } from './defined-algorithms.ts'
import type { ExampleData } from './example-data.ts'
import { dataOf, publishedScores, rightColumns, setText, widths } from './example-sets.ts'
import type { PublishedScores } from './example-sets.ts'
import { backwardFilter } from './filters.ts'
import { measured } from './measured.ts'
import { publishedMrmr } from './published-mrmr.ts'
import { publishedChoice } from './published-table.ts'
import { hits, maskOf, maskOfAll } from './sets.ts'
import { source } from './source.ts'
import { variants, widest } from './variants.ts'

const example = variants.find(({ name }) => name === 'example-e')!

/** All algorithms of the thesis on example E. */
export const allAlgorithms: Experiment = {
  name: 'all-algorithms',
  title: 'Example E by all algorithms of the thesis',
  source: source('chapters 12 to 14 and 21'),
  summary: 'exhaustive searches, backward filters and mRMR on example E, as published and as defined',
  run: (run) => runAllAlgorithms(run),
}

/** The algorithms on the first columns, up to `mostColumns`. */
export async function runAllAlgorithms(
  run: ExperimentRun,
  mostColumns = widest,
): Promise<ExperimentFindings> {
  const data = dataOf(example, mostColumns)
  const sizes = widths(example, mostColumns)
  const nextRun = partsOfRun(run, 2 * sizes.length)
  const rows: AlgorithmRow[] = []
  for (const width of sizes) {
    const scores = await publishedScores(example, data, width, nextRun())
    const [published, seconds] = await publishedSets(data, scores)
    rows.push({ width, published, seconds, defined: await definedAlgorithms(data, width, nextRun()) })
  }
  return {
    claimed:
      'The exhaustive searches keep 100 % but DT with 11 columns; the filters are fast and nearly as good, DT the fastest; mRMR reaches 100 % from 6 columns on, because it compares more columns, and has less than 40 % with 3.',
    found: found(rows),
    tables: [publishedTable(rows), ...definedTables(rows)],
    charts: algorithmCharts(rows, rightColumns(example)),
  }
}

/**
 * What each published algorithm chooses, with seconds; those of filters are of the walk over scores that are
 * known.
 */
async function publishedSets(
  data: ExampleData,
  scores: PublishedScores,
): Promise<readonly [number[], number[]]> {
  const { width, information, noise, both, seconds } = scores
  const chosen = publishedChoice(scores)
  const filters = [
    () => backwardFilter(information, width, 'higher'),
    () => backwardFilter(noise, width, 'lower'),
    () => backwardFilter(both, width, 'higher', Math.floor(width / 2)),
    () => publishedMrmr(data, width),
  ]
  const sets = [chosen.information, chosen.noise, chosen.both]
  const times = [
    seconds.informationOfAll,
    seconds.information,
    seconds.noiseOfAll,
    seconds.noise,
    seconds.both,
  ]
  for (const filter of filters) {
    const [set, time] = await measured(filter)
    sets.push(set)
    times.push(time)
  }
  return [sets, times]
}

/**
 * The table of all algorithms: seconds and hits in the order of the published one, after the number of
 * columns.
 */
function publishedTable(rows: readonly AlgorithmRow[]): ReportTable {
  const right = rightColumns(example)
  const [mi, dt, ...others] = publishedAlgorithms
  return {
    name: 'published',
    title: 'As published: seconds of this run (filters on scores already known), then hits',
    columns: [
      'columns',
      ...['MI', mi, 'DT', dt, ...others].map((name) => `seconds ${name}`),
      ...publishedAlgorithms.map((name) => `hits % ${name}`),
      'right columns',
    ],
    rows: rows.map(({ width, published, seconds }) => [
      width,
      ...seconds,
      ...published.map((set) => hits(set, right)),
      setText(maskOf(right)),
    ]),
  }
}

/** The sets that the algorithms choose, and what they take. */
function definedTables(rows: readonly AlgorithmRow[]): ReportTable[] {
  const names = Object.keys(rows[0].defined)
  const table = (
    name: string,
    title: string,
    cell: (selected: Selected) => string | number,
  ): ReportTable => ({
    name,
    title,
    columns: ['columns', ...names],
    rows: rows.map(({ width, defined }) => [width, ...names.map((one) => cell(defined[one]))]),
  })
  return [
    table(
      'as-defined',
      'The sets that the algorithms choose as criba defines them, standardised',
      ({ set }) => setText(set),
    ),
    table('evaluated', 'How many sets or scores they evaluate', ({ evaluations }) => evaluations),
    table('seconds', 'Seconds of this run', ({ seconds }) => seconds),
  ]
}

/** What holds, in sentences made of the numbers of the run. */
function found(rows: readonly AlgorithmRow[]): string {
  const right = maskOf(rightColumns(example))
  const exact = (isExact: (row: AlgorithmRow) => boolean) => rows.filter(isExact).length
  const published = publishedAlgorithms.map(
    (name, i) => `${name} ${exact((row) => row.published[i] === right)}`,
  )
  const names = Object.keys(rows[0].defined)
  const defined = names.map((name) => `${name} ${exact((row) => row.defined[name].set === right)}`)
  const halves = exact(({ width, published }) => published[6] === maskOfAll(Math.floor(width / 2)))
  return [
    `Of ${rows.length} tables the published algorithms find exactly x0, x1, x2 in: ${published.join(', ')}.`,
    `The published mRMR returns the first half of the columns in ${halves} of ${rows.length}: counted over numbers that all differ, every pair has the same information, log₂ n. It has 100 % from 6 columns on because half of them then include the first three.`,
    `As defined and standardised, the algorithms find exactly x0, x1, x2 in: ${defined.join(', ')}.`,
  ].join(' ')
}
