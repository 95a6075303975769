import type {
  BarChart,
  ColumnDistribution,
  Description,
  Report,
  ReportSection,
  ReportTable,
  Run,
  Source,
  Table,
} from '#core'
import { distributions, sourceOf } from '#analyses'
import { counted, grouped } from '../numbers.ts'
import { clean } from '../text.ts'
import { valueText } from '../value-text.ts'
import { barsCount, byClassesOf, captionOf, histograms } from './distribution-charts.ts'
import { findingsTable } from './left-out-section.ts'
import { repetitionOf } from './repetition.ts'
import { attempt, checkReported, inLanguage, ofOneTarget, runsOf, specOfColumns } from './report-run.ts'
import type { ReportRun } from './report-run.ts'
import { mostBars } from './score-bars.ts'
import { dataText, listed, sentence, shownOf } from './wording.ts'

/** The most columns whose distribution is drawn. */
const mostPanels = 60
/** The most levels named in the table. */
const mostLevels = 20

/**
 * A report of a description: the types of the columns, missing values, the distribution of each column, and
 * what was found.
 *
 * @example const page = reportPage(await describeReport(await describe(table), table))
 * @throws CribaError if it is interrupted
 */
export async function describeReport(
  result: Description,
  data: Table | Source,
  run: ReportRun = {},
): Promise<Report> {
  checkReported('describe', result, run)
  const { source, result: one } = await ofOneTarget(sourceOf(data), result, run)
  const report: Report = {
    title: `Description of columns${run.data === undefined ? '' : `: ${clean(run.data)}`}`,
    data: dataText(result.data),
    question: `What is in the ${counted(result.columns.length, 'column')} of ${run.data === undefined ? 'the table' : clean(run.data)}?`,
    answer: answerOf(result),
    sections: [
      await distributionSection(one, source, run),
      ...missingSections(result),
      { title: 'The columns', paragraphs: [], tables: [columnsTable(result)] },
      ...findingSections(result),
    ],
    warnings: result.warnings,
    repeat: repetitionOf(result, run),
  }
  return inLanguage(report, result, run)
}

function answerOf({ columns, data }: Description): string {
  const numeric = columns.filter(({ type, time }) => type === 'numeric' && !time).length
  const times = columns.filter(({ time }) => time).length
  const categorical = columns.filter(({ type }) => type === 'categorical').length
  const kinds = [
    ...(numeric > 0 ? [`${grouped(numeric)} numeric`] : []),
    ...(times > 0 ? [`${grouped(times)} of dates or times`] : []),
    ...(categorical > 0 ? [`${grouped(categorical)} categorical`] : []),
  ]
  const gaps = columns.filter(({ missing }) => missing > 0)
  const missing =
    gaps.length === 0 ? 'no value is missing' : `values are missing in ${counted(gaps.length, 'column')}`
  const found = columns.filter(({ findings = [] }) => findings.length > 0)
  const toCheck = found.length === 0 ? [] : [sentence(`to check: ${listed(found.map(({ name }) => name))}`)]
  return [
    sentence(
      `${counted(data.rows, 'row')} and ${counted(columns.length, 'column')}, ${listed(kinds)}; ${missing}`,
    ),
    ...toCheck,
  ].join(' ')
}

async function distributionSection(
  { columns, spec, data: { task } }: Description,
  source: Source,
  run: ReportRun,
): Promise<ReportSection> {
  const title = 'Distributions'
  const shown = columns.slice(0, mostPanels).map(({ name }) => name)
  const next = runsOf(run, 2)
  const target = task === 'classification' && typeof spec.target === 'string' ? spec.target : null
  const ofTarget = source.columns.flatMap(({ name, of = [] }) => (name === target ? [name, ...of] : []))
  // The columns by the classes, and these by themselves.
  const [features, classes] = [
    shown.filter((name) => !ofTarget.includes(name)),
    shown.filter((name) => ofTarget.includes(name)),
  ]
  const found = await attempt(async () => ({
    byClass: await distributionsOf(features, { ...spec, target }, source, next()),
    alone: await distributionsOf(classes, { ...spec, target: null }, source, next()),
  }))
  if ('why' in found) return { title, paragraphs: [sentence(`not shown: ${found.why}`)] }
  const by = target === null ? { title: '', caption: '' } : byClassesOf(clean(target))
  const figures = [
    histograms(found.found.byClass, {
      name: 'distributions',
      title: `Distribution of the columns${by.title}`,
      caption: `${sentence(shownOf(features.length, columns.length - classes.length, 'column'))} ${captionOf(spec, by.caption)}`,
    }),
    histograms(found.found.alone, {
      name: 'classes',
      title: `Distribution of ${listed(classes)}`,
      caption: `${barsCount(spec)} of each class.`,
    }),
  ]
  return {
    title,
    charts: figures.flatMap(({ charts }) => charts),
    paragraphs: figures.flatMap(({ paragraphs }) => paragraphs),
  }
}

/** The distribution of columns, by the classes of the target if there is one. */
async function distributionsOf(
  names: readonly string[],
  spec: Description['spec'],
  source: Source,
  run: Run,
): Promise<readonly ColumnDistribution[]> {
  if (names.length === 0) return []
  const task = spec.target === null ? null : 'classification'
  return distributions(source, names, { ...specOfColumns(spec, source, names), task }, run)
}

function missingSections({ columns, data }: Description): readonly ReportSection[] {
  const gaps = columns.filter(({ missing }) => missing > 0).toSorted((a, b) => b.missing - a.missing)
  if (gaps.length === 0) return []
  const shown = gaps.slice(0, mostBars)
  const chart: BarChart = {
    kind: 'bars',
    name: 'missing',
    title: 'Missing values',
    caption: sentence(
      `rows without a value, of ${grouped(data.rows)}; ${shownOf(shown.length, gaps.length, 'column')} with missing values`,
    ),
    value: { label: 'rows without a value', from: 0, to: data.rows },
    bars: shown.map(({ name, missing }) => ({ label: name, value: missing })),
  }
  return [{ title: 'Missing values', paragraphs: [], charts: [chart] }]
}

function columnsTable({ columns }: Description): ReportTable {
  return {
    name: 'columns',
    title: 'Types, missing values and ranges',
    columns: ['column', 'type', 'missing', 'distinct', 'least', 'greatest', 'levels'],
    rows: columns.map(({ name, type, time, missing, distinct, min, max, levels }) => [
      name,
      time ?? type,
      missing,
      distinct,
      min === undefined ? null : time ? valueText(min, time) : min,
      max === undefined ? null : time ? valueText(max, time) : max,
      levels ? listed(levels.map(String), mostLevels) : null,
    ]),
  }
}

function findingSections({ columns }: Description): readonly ReportSection[] {
  const table = findingsTable(columns)
  return table ? [{ title: 'Findings', paragraphs: [], tables: [table] }] : []
}
