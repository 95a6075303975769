import type { PenaltyPath, SelectionStep } from '#core'
import { alignNumbers, formatProbability, shortNumber } from './numbers.ts'
import { column, formatColumns, shortenDistinctly, widthOfColumns } from './text-columns.ts'
import type { TextColumn } from './text-columns.ts'
import { bar, dim, tint, widest, wrap } from './text.ts'
import type { Display } from './text.ts'

/** The longest and the shortest bar, in characters. */
const bars = { most: 20, least: 4 } as const
/** The longest name, and how far names are shortened before a column of the table is left out. */
const names = { most: 40, feature: 22, next: 16 } as const

/** What a table may show besides place, feature and score. */
interface Layout {
  readonly bar?: true
  readonly p?: true
  readonly parts?: true
  readonly next?: true
  readonly gap?: true
}

/**
 * On a narrow display the table leaves out, in this order: bars, the next best, p, the parts of the scores,
 * the gap.
 */
const layouts: readonly Layout[] = [
  { bar: true, p: true, parts: true, next: true, gap: true },
  { p: true, parts: true, next: true, gap: true },
  { bar: true, p: true, parts: true, gap: true },
  { p: true, parts: true, gap: true },
  { bar: true, parts: true, gap: true },
  { parts: true, gap: true },
  { bar: true, p: true, gap: true },
  { p: true, gap: true },
  { gap: true },
  {},
]

/**
 * The steps of a search, a line each: the column, its score and the parts of it, and by how much it beat the
 * next best.
 */
export function pathTable(
  steps: readonly SelectionStep[],
  units: string,
  sizeOf: (score: number) => number,
  display: Display,
): string[] {
  const sizes = steps.map(({ score }) => sizeOf(score))
  const features = steps.map(({ action, feature }) => (action === 'remove' ? `− ${feature}` : feature))
  const nexts = steps.map(({ runnerUp = '' }) => runnerUp)
  const wanted = {
    feature: Math.min(widest(features), names.most),
    next: Math.min(widest(nexts), names.most),
  }
  const least = { feature: Math.min(wanted.feature, names.feature), next: Math.min(wanted.next, names.next) }
  const tableOf = (
    layout: Layout,
    width: { readonly feature: number; readonly next: number },
    barWidth: number,
  ) => {
    const shown = {
      features: shortenDistinctly(features, width.feature),
      nexts: shortenDistinctly(nexts, width.next),
    }
    return columnsOf(steps, units, layout, shown, barsOf(sizes, barWidth, display))
  }
  const narrowest = layouts.map((layout) => ({ layout, columns: tableOf(layout, least, bars.least) }))
  const { layout, columns } =
    narrowest.find(({ columns }) => widthOfColumns(columns) <= display.width) ??
    narrowest[narrowest.length - 1]
  // The free width goes to the names, then to the bars.
  let free = display.width - widthOfColumns(columns)
  const feature = least.feature + Math.max(0, Math.min(free, wanted.feature - least.feature))
  free -= feature - least.feature
  const next = layout.next ? least.next + Math.max(0, Math.min(free, wanted.next - least.next)) : 0
  free -= layout.next ? next - least.next : 0
  const table = formatColumns(
    tableOf(layout, { feature, next }, Math.min(bars.most, bars.least + Math.max(0, free))),
    display,
  )
  const shown = new Set(columns.map(({ header }) => header.title))
  const all = narrowest[0].columns.map(({ header }) => header.title)
  const leftOut = all.filter((title) => title !== '' && !shown.has(title))
  const note = `too narrow to show: ${leftOut.join(', ')} (--format csv has all)`
  return leftOut.length === 0
    ? table
    : [...table, ...wrap(note, display.width).map((line) => dim(line, display))]
}

/** The columns of a layout, without those that are empty. */
function columnsOf(
  steps: readonly SelectionStep[],
  units: string,
  layout: Layout,
  { features, nexts }: { readonly features: readonly string[]; readonly nexts: readonly string[] },
  bars: TextColumn,
): readonly TextColumn[] {
  const places = Array.from(steps.keys(), (i) => String(i + 1))
  return [
    column('#', 'right', places),
    column('feature', 'left', features),
    column(`score (${units})`, 'right', alignNumbers(steps.map(({ score }) => score))),
    ...(layout.bar ? [bars] : []),
    ...(layout.p ? pValueColumns(steps) : []),
    ...(layout.parts ? partsOf(steps) : []),
    ...(layout.next ? [column('next best', 'left', nexts)] : []),
    ...(layout.gap ? [gapsOf(steps)] : []),
  ].filter(({ cells }) => cells.some((cell) => cell !== ''))
}

/** Bars in proportion to the score; the largest has a full bar, a score below 0 has none. */
function barsOf(sizes: readonly number[], width: number, display: Display): TextColumn {
  const largest = sizes.reduce((most, size) => (size < Infinity ? Math.max(most, size) : most), 0)
  const share = (size: number) => (size === Infinity ? 1 : largest === 0 ? 0 : size / largest)
  const cells = sizes.map((size) => bar(share(size), width).padEnd(width))
  return column(
    '',
    'left',
    cells.map((cell) => tint(cell, display)),
  )
}

/** The p-values of the gains, if they were tested, and the partial F of linear fits. */
function pValueColumns(steps: readonly SelectionStep[]): readonly TextColumn[] {
  const shown = alignNumbers(steps.flatMap(({ f }) => f ?? []))
  let next = 0
  return [
    column(
      'F',
      'right',
      steps.map(({ f }) => (f === undefined ? '' : shown[next++])),
    ),
    column(
      'p',
      'right',
      steps.map(({ pValue }) => formatProbability(pValue)),
    ),
  ]
}

/** The parts of the scores, all with the same number of decimals. */
function partsOf(steps: readonly SelectionStep[]): readonly TextColumn[] {
  // Not every criterion has every part.
  const titles = (['relevance', 'redundancy', 'synergy'] as const).filter((title) =>
    steps.some((step) => step[title]),
  )
  const known = steps.flatMap((step) => titles.flatMap((title) => step[title] ?? []))
  const numbers = alignNumbers(known)
  let next = 0
  const rows = steps.map((step) => titles.map((title) => (step[title] === undefined ? '' : numbers[next++])))
  return titles.map((title, i) =>
    column(
      title,
      'right',
      rows.map((row) => row[i]),
    ),
  )
}

/** By how much each step beat the next best. */
function gapsOf(steps: readonly SelectionStep[]): TextColumn {
  const numbers = alignNumbers(steps.map(({ gap = 0 }) => gap))
  return column(
    'gap',
    'right',
    steps.map(({ gap, tie }, i) => (tie ? 'tie' : gap === undefined ? '' : numbers[i])),
  )
}

/** What the error of held-out rows is, and its units. */
const errorNames = {
  mse: ['mean squared error', ''],
  'relative-mse': ['mean squared error', ' in variances of the targets'],
  'log-loss': ['log-loss', ' bits'],
  deviance: ['deviance', ''],
} as const

/**
 * The penalty that chose the columns of a path, and the error of held-out rows there and where it is least,
 * after a label.
 */
export function penaltyLines(
  { penalties, chosen, heldOut, slope }: PenaltyPath,
  display: Display,
  label = '',
): string[] {
  const { rule, place, penalty } = chosen
  const parts = [
    `${label}penalty ${shortNumber(penalty)} chosen by ${rule}, the path has ${rangeOf(penalties)}`,
  ]
  if (heldOut) {
    const { metric, mean, error } = heldOut
    const [name, units] = errorNames[metric]
    const least = mean.indexOf(Math.min(...mean))
    parts.push(`${name} of held-out rows ${shortNumber(mean[place])} ± ${shortNumber(error[place])}${units}`)
    if (least !== place)
      parts.push(`least ${shortNumber(mean[least])} at penalty ${shortNumber(penalties[least])}`)
  }
  if (slope !== undefined) parts.push('each fit is a local minimum')
  return wrap(parts.join('; '), display.width)
}

function rangeOf(penalties: readonly number[]): string {
  return `${shortNumber(penalties[0])} to ${shortNumber(penalties[penalties.length - 1])}`
}
