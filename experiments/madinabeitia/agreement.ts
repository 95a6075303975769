import type { Chart, ReportTable } from '../../src/index.ts'
import type { Experiment, ExperimentFindings, ExperimentRun } from '../experiment.ts'
import { partsOfRun } from '../run-parts.ts'
import { comparedScores, foundSet } from './compared-sets.ts'
import type { ComparedScores } from './compared-sets.ts'
import { dataOf, rightColumns, widths } from './example-sets.ts'
import { publishedDeltaTest } from './published-delta-test.ts'
import type { SetCriterion } from './set-scores.ts'
import { maskOf } from './sets.ts'
import { source } from './source.ts'
import { variants, widest } from './variants.ts'
import type { Variant } from './variants.ts'

const studied = ['a', 'b', 'c', 'd', 'e', 'f', 'b-6000'].map((name) =>
  variants.find((variant) => variant.name === `example-${name}`)!,
)
const asPublished = 'delta test as published'
const criteria = [
  'total correlation',
  'total correlation, standardised',
  'KSG information',
  'delta test',
  'delta test, standardised',
] as const satisfies readonly SetCriterion[]
/** The columns of the table: published first. */
const methods = [asPublished, ...criteria]

/** In how many tables of an example each method finds exactly the right columns; null: not measured. */
interface Tally {
  readonly of: Variant
  readonly tables: number
  readonly exact: Readonly<Record<string, number | null>>
}

/** Whether the criteria agree once they are summed rightly and on one scale. */
export const agreement: Experiment = {
  name: 'agreement',
  title: 'Examples A to F: which criterion finds exactly the right columns',
  source: source('chapters 18 to 24'),
  summary: 'exact sets of all searches in 63 tables of A to F: as published, as defined, on one scale',
  run: runAgreement,
}

async function runAgreement(run: ExperimentRun): Promise<ExperimentFindings> {
  const nextRun = partsOfRun(run, studied.length * criteria.length)
  const tallies: Tally[] = []
  for (const variant of studied) {
    const data = dataOf(variant)
    // The thesis has no KSG information, and that of 6000 rows takes minutes.
    const measured = criteria.filter((criterion) => criterion !== 'KSG information' || variant.rows <= 1000)
    const scores = {
      [asPublished]: publishedDeltaTest(data, widest, variant.k),
      ...(await comparedScores(data, measured, nextRun)),
    }
    tallies.push(tally(variant, scores))
  }
  return {
    claimed:
      'The delta test is a good criterion only with a large number of rows: with 1000 it falls from 100 % to 0 % as columns are added, where MI is consistent.',
    found: found(tallies),
    tables: [exactTable(tallies)],
    charts: [chart(tallies)],
  }
}

function tally(of: Variant, scores: ComparedScores): Tally {
  const sizes = widths(of)
  const right = maskOf(rightColumns(of))
  const exact = methods.map((method) => [
    method,
    method in scores ? sizes.filter((width) => foundSet(scores, method, width) === right).length : null,
  ])
  return { of, tables: sizes.length, exact: Object.fromEntries(exact) as Tally['exact'] }
}

const title = ({ of: { of, rows } }: Tally) => (rows === 1000 ? of : `${of}, ${rows} rows`)

function exactTable(tallies: readonly Tally[]): ReportTable {
  return {
    name: 'exact',
    title: 'In how many tables the best set is exactly the right one',
    columns: ['example', 'tables', ...methods],
    rows: tallies.map((one) => [title(one), one.tables, ...methods.map((method) => one.exact[method])]),
  }
}

/** What holds, in sentences made of the numbers of the run. */
function found(tallies: readonly Tally[]): string {
  const sum = (of: readonly Tally[], method: string) =>
    of.reduce((total, { exact }) => total + (exact[method] ?? 0), 0)
  const count = (of: readonly Tally[]) => of.reduce((total, { tables }) => total + tables, 0)
  const thousand = tallies.filter(({ of }) => of.rows === 1000)
  const ofF = tallies.filter(({ of }) => of.of === 'F')
  return [
    `Of ${count(tallies)} tables of A to F and of B with 6000 rows the delta test finds exactly the right columns in ${sum(tallies, asPublished)} as published, and in ${sum(tallies, 'delta test')} summed over all rows (${sum(tallies, 'delta test, standardised')} standardised).`,
    `Of the ${count(thousand)} tables with 1000 rows total correlation is exact in ${sum(thousand, 'total correlation')} on the columns as they are, in ${sum(thousand, 'total correlation, standardised')} standardised, KSG information in ${sum(thousand, 'KSG information')}, and the delta test in ${sum(thousand, 'delta test, standardised')}.`,
    `Of the ${count(ofF)} tables of F none has x5, whose effect is tiny. Rightly summed and on one scale the criteria agree; the delta test is the cheapest, and 1000 rows are enough for it here.`,
  ].join(' ')
}

function chart(tallies: readonly Tally[]): Chart {
  return {
    kind: 'bars',
    name: 'exact',
    title: 'Share of tables in which the best set is exactly the right one',
    caption:
      'As published the delta test sums over as many rows as a set has columns; otherwise over all rows.',
    value: { label: 'tables, %', from: 0, to: 100 },
    bars: tallies.flatMap((one) =>
      methods.flatMap((series) => {
        const exact = one.exact[series]
        return exact === null ? [] : [{ label: title(one), series, value: (exact / one.tables) * 100 }]
      }),
    ),
  }
}
