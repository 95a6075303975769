import { targetInText } from '#core'
import type {
  ColumnDistribution,
  HistogramChart,
  Run,
  SampledRows,
  ScatterChart,
  SettledDataSpec,
  Source,
  Task,
} from '#core'
import { distributions, isLogarithmic, sampledRows } from '#analyses'
import { grouped } from '../numbers.ts'
import { clean } from '../text.ts'
import { specOfColumns } from './report-run.ts'
import { listed, sentence } from './wording.ts'

/** The most panels of a figure, and the most points of a panel. */
export const mostPanels = 12
const mostPoints = 1000

/** The distribution of columns, and why others are not shown. */
interface DistributionCharts {
  readonly charts: readonly (HistogramChart | ScatterChart)[]
  readonly paragraphs: readonly string[]
}

/** Columns by the classes of the target, against a numeric target, or by themselves without one. */
export async function distributionCharts(
  source: Source,
  spec: SettledDataSpec & { readonly task: Task },
  features: readonly string[],
  run: Run,
): Promise<DistributionCharts> {
  const shown = features.slice(0, mostPanels)
  const more = features.length - shown.length
  const moreText =
    more > 0 ? ` The ${grouped(shown.length)} first of ${grouped(features.length)} columns.` : ''
  const { task } = spec
  const target = spec.target === null ? null : targetInText(spec.target)
  if (target === null || task !== 'regression') {
    const found = await distributions(source, shown, specOfColumns(spec, source, shown), run)
    const by = target === null ? { title: '', caption: '' } : byClassesOf(clean(target))
    const title = `Distribution of the columns${by.title}`
    return histograms(found, {
      name: 'distributions',
      title,
      caption: `${captionOf(spec, by.caption)}${moreText}`,
    })
  }
  const types = new Map(source.columns.map(({ name, type }) => [name, typeIn(spec, name) ?? type]))
  const numbers = shown.filter((name) => types.get(name) === 'numeric')
  const levels = shown.filter((name) => types.get(name) !== 'numeric')
  const scatter =
    numbers.length > 0 ? [await scatterOf(source, { ...spec, target }, numbers, moreText, run)] : []
  const byLevel: ColumnDistribution[] = []
  const paragraphs: string[] = []
  for (const feature of levels) {
    const data = {
      ...specOfColumns(spec, source, [target]),
      target: feature,
      task: 'classification' as const,
    }
    // A column without two levels among these rows divides nothing.
    const { distinct, missing } = source.columns.find(({ name }) => name === feature)!
    if ((distinct ?? 0) < 2 || missing === source.rows) {
      paragraphs.push(`${clean(feature)} is not shown: it has fewer than two levels.`)
      continue
    }
    if (distinct! > mostSeries) {
      paragraphs.push(`${clean(feature)} is not shown: it has ${grouped(distinct!)} levels.`)
      continue
    }
    const [own] = await distributions(source, [target], data, run)
    byLevel.push({ ...own, feature: `${target} by ${feature}` })
  }
  const title = `Distribution of ${clean(target)} by level`
  const ofLevels = histograms(byLevel, {
    name: 'distributions-by-level',
    title,
    caption: captionOf(spec, ', by the levels of each categorical column'),
  })
  return { charts: [...scatter, ...ofLevels.charts], paragraphs: [...paragraphs, ...ofLevels.paragraphs] }
}

/** The most levels of a column by which a target is shown. */
const mostSeries = 50

/** How a title and a caption say that columns are divided by the classes of a target. */
export function byClassesOf(target: string): { readonly title: string; readonly caption: string } {
  return { title: ` by ${target}`, caption: `, by the classes of ${target}` }
}

/** What the bars of histograms count. */
export function barsCount({ weights, samplingWeights }: SettledDataSpec): string {
  return (weights ?? samplingWeights) === null ? 'Rows' : 'Weights of the rows'
}

/** The caption of histograms. */
export function captionOf(spec: SettledDataSpec, by: string): string {
  return `${barsCount(spec)} that have a value${by}; each bin includes its upper end.`
}

function typeIn({ types }: SettledDataSpec, name: string): 'numeric' | 'categorical' | undefined {
  const given = Object.hasOwn(types, name) ? types[name] : Object.hasOwn(types, '*') ? types['*'] : undefined
  return given === 'categorical' ? 'categorical' : undefined
}

/** One figure of histograms; a column that has none is named with the reason. */
export function histograms(
  found: readonly ColumnDistribution[],
  facts: Pick<HistogramChart, 'name' | 'title' | 'caption'>,
): DistributionCharts {
  const panels = found.filter(({ bins }) => bins.length > 0)
  return {
    charts:
      panels.length === 0
        ? []
        : [
            {
              kind: 'histograms',
              ...facts,
              caption: `${facts.caption}${logarithmicText(panels)}`,
              panels: panels.map(({ feature, time, scale, bins }) => ({
                label: feature,
                ...(time && { time }),
                ...(scale && { scale }),
                bins,
              })),
            },
          ],
    paragraphs: notShown(found),
  }
}

/** Which columns have no panel, with the reason of each. */
function notShown(found: readonly ColumnDistribution[]): readonly string[] {
  const reasons = new Set(found.flatMap(({ why }) => why ?? []))
  return [...reasons].map((why) => {
    const names = found.filter((one) => one.why === why).map(({ feature }) => feature)
    if (names.length === 1) return `${clean(names[0])} is not shown: ${why}.`
    return sentence(`not shown: ${listed(names)} (each: ${why})`)
  })
}

/** Which axes are logarithmic, as a sentence of a caption. */
function logarithmicText(panels: readonly { readonly feature: string; readonly scale?: 'log' }[]): string {
  const names = panels.filter(({ scale }) => scale).map(({ feature }) => feature)
  return names.length === 0 ? '' : ` ${sentence(`logarithmic axis of ${listed(names)}`)}`
}

/** Columns against the target: of the rows drawn those with both values. */
function pointsOf({ target, columns }: SampledRows) {
  return columns.map(({ feature, time, values }) => ({
    feature,
    ...(time && { time }),
    points: values.flatMap((x, row) => {
      const y = target.values[row]
      return x === null || y === null ? [] : [{ x, y }]
    }),
  }))
}

function isSkewed({ time, points }: ReturnType<typeof pointsOf>[number]): boolean {
  const sorted = points.map(({ x }) => x).sort((a, b) => a - b)
  return !time && isLogarithmic(sorted[0], sorted[(sorted.length - 1) >> 1], sorted[sorted.length - 1])
}

async function scatterOf(
  source: Source,
  spec: SettledDataSpec & { readonly target: string },
  numbers: readonly string[],
  moreText: string,
  run: Run,
): Promise<ScatterChart> {
  const { target } = spec
  const data = { ...specOfColumns(spec, source, numbers), target }
  const sample = await sampledRows(source, numbers, data, { most: mostPoints, seed: 0 }, run)
  const { rows, drawn } = sample
  const columns = pointsOf(sample)
  // Rows without a target are left out, drawn or not.
  const how = rows > mostPoints ? ', drawn at random (seed 0)' : ''
  const which = drawn < rows ? `${grouped(drawn)} of ${grouped(rows)} rows${how}` : `${grouped(rows)} rows`
  const empty = columns.filter(({ points }) => points.length === 0).map(({ feature }) => feature)
  const lacking = empty.length > 0 ? ` No row drawn has values of ${listed(empty)}.` : ''
  const { time } = source.columns.find(({ name }) => name === target)!
  const panels = columns
    .filter(({ points }) => points.length > 0)
    .map((column) => ({ ...column, ...(isSkewed(column) && { scale: 'log' as const }) }))
  return {
    kind: 'scatter',
    name: 'distributions',
    title: `The columns against ${clean(target)}`,
    caption: `${sentence(`${which}; those without a value are left out`)}${moreText}${lacking}${logarithmicText(panels)}`,
    y: { label: target, ...(time && { time }) },
    panels: panels.map(({ feature, time, scale, points }) => ({
      label: feature,
      ...(time && { time }),
      ...(scale && { scale }),
      points,
    })),
  }
}
