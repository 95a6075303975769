import type { Bar, BarChart, Comparison, Evidence, LineChart, ReportSection, ReportTable } from '#core'
import { intervalOfScore } from '#analyses'
import { splitsText } from '../comparison-text.ts'
import { metricName } from '../evidence-text.ts'
import { allColumns, capital, cell, sentence } from './wording.ts'

/**
 * The quality of all methods by one learner: scores with intervals, curves of sizes, and the differences of
 * pairs.
 */
export function qualitySection(result: Comparison, labels: readonly string[], place: number): ReportSection {
  const { methods, spec } = result
  const evidence = methods.map((one) => one.evidence[place])
  const [{ learner, units, better, all, none, columns, reads }] = evidence
  const metric = metricName(evidence[0].metric)
  const many = methods[0].evidence.length > 1 ? `-${place + 1}` : ''
  const ends = evidence.map((one) => intervalOfScore(one, spec))
  const hasIntervals = ends.some((interval) => interval)
  const bars: readonly Bar[] = [
    ...evidence.map(({ selected }, i): Bar => {
      const interval = ends[i]
      return {
        label: labels[i],
        value: selected.mean,
        ...(interval && { low: interval[0], high: interval[1] }),
      }
    }),
    { label: allColumns(columns), value: all.mean },
    { label: 'none', value: none.mean },
  ]
  const quality: BarChart = {
    kind: 'bars',
    name: `quality${many}`,
    title: `${capital(metric)} of ${learner} on held-out rows`,
    caption: sentence(
      `held-out score, ${splitsText(result)}${hasIntervals ? '; 95 % intervals of each mean, with a variance for overlapping training rows' : ''}; ${better} is better; methods are compared by their differences, which vary less`,
    ),
    value: { label: `${metric} (${units})` },
    bars,
  }
  const curves = sizeCurves(evidence, labels, metric, `sizes${many}`)
  return {
    title: `How well ${learner} predicts from what each method chose`,
    paragraphs: [sentence(`the learner ${learner} reads ${reads}`)],
    charts: [quality, ...curves],
    tables: [
      qualityTable(evidence, labels, ends, metric, `quality${many}`),
      ...differencesTables(result, labels, learner, `differences${many}`),
    ],
  }
}

function qualityTable(
  evidence: readonly Evidence[],
  labels: readonly string[],
  ends: readonly (readonly [number, number] | null)[],
  metric: string,
  name: string,
): ReportTable {
  const [{ all, none, columns }] = evidence
  return {
    name,
    title: `${capital(metric)} on held-out rows`,
    columns: ['method', metric, 'standard deviation', 'low', 'high', 'columns'],
    rows: [
      ...evidence.map(({ selected, folds }, i) => [
        labels[i],
        selected.mean,
        selected.sd,
        ends[i]?.[0] ?? null,
        ends[i]?.[1] ?? null,
        folds.reduce((sum, { features }) => sum + features.length, 0) / folds.length,
      ]),
      ['all columns', all.mean, all.sd, null, null, columns],
      ['none', none.mean, none.sd, null, null, 0],
    ],
  }
}

function sizeCurves(
  evidence: readonly Evidence[],
  labels: readonly string[],
  metric: string,
  name: string,
): readonly LineChart[] {
  const points = evidence.flatMap(({ sizes }, i) =>
    (sizes?.scores ?? []).map(({ columns, mean }) => ({ x: columns, y: mean, series: labels[i] })),
  )
  if (new Set(points.map(({ x }) => x)).size < 2) return []
  return [
    {
      kind: 'lines',
      name,
      title: `${capital(metric)} against the number of columns`,
      caption:
        'The first columns of the path of each method that adds columns one by one. The mean over the splits.',
      x: { label: 'number of columns' },
      y: { label: metric },
      points,
    },
  ]
}

function differencesTables(
  { differences }: Comparison,
  labels: readonly string[],
  learner: string,
  name: string,
): readonly ReportTable[] {
  const own = differences.filter((one) => one.learner === learner)
  if (own.length === 0) return []
  return [
    {
      name,
      title: 'Differences of pairs of methods (the first less the second)',
      columns: ['first', 'second', 'difference', 'low', 'high', 'p', 'p of all pairs (Holm)'],
      rows: own.map(({ a, b, difference, interval: [low, high], pValue, adjusted }) => [
        labels[a],
        labels[b],
        difference,
        cell(low),
        cell(high),
        pValue,
        adjusted,
      ]),
    },
  ]
}
