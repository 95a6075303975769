import type { ColumnDescription, Description, FeatureCoding, Frequencies, Histogram } from '#core'
import { dataLine } from './data-text.ts'
import { allKinds, findingLines } from './findings-text.ts'
import { grouped } from './numbers.ts'
import { shortenDistinctly } from './text-columns.ts'
import {
  clean,
  dim,
  formatTable,
  pad,
  restLine,
  shorten,
  tableWidth,
  tint,
  widest,
  widthOf,
  wrap,
} from './text.ts'
import type { ColumnHeader, Display } from './text.ts'
import { cutsText, valueText } from './value-text.ts'

/** A description as a table, with a line for each column, and what is to check. */
export function descriptionText(description: Description, name: string, display: Display): string {
  const shown = description.columns.slice(0, display.lines)
  const { lines, hasBars } = descriptionTable(shown, description.coding, display)
  const isOutside = shown.some(({ histogram }) => histogram?.below || histogram?.above)
  const notes = hasBars ? (isOutside ? [outside] : []) : [tooNarrow]
  return [
    dataLine(description.data, name, display),
    '',
    ...lines,
    ...restLine(
      shown.length,
      description.columns.length,
      display,
      kindsText(description.columns.slice(shown.length)),
    ),
    ...notes.flatMap((note) => ['', ...wrap(note, display.width).map((line) => dim(line, display))]),
    ...findingLines(
      description.columns,
      (some) => `to check: ${some}`,
      display,
      allKinds,
      description.spec.target !== null,
    ),
  ].join('\n')
}

/** How many columns of each type there are, the most first: `9,940 numeric, 11 categorical`. */
export function kindsText(columns: readonly ColumnDescription[]): string {
  const counts = new Map<string, number>()
  for (const { type, time } of columns) counts.set(time ?? type, (counts.get(time ?? type) ?? 0) + 1)
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([kind, count]) => `${grouped(count)} ${kind}`)
    .join(', ')
}

const tooNarrow = 'too narrow to show histograms and cuts: --format json shows them'
const outside =
  '< and > stand for values far from the others: at most 1 % of the rows, or one row, at each end'

/** The shortest that the name of a level is cut to, in characters. */
const shortestLevel = 4

const fewer = '<1 %'
const allFew = `each ${fewer}`

/**
 * The most frequent levels with their shares, as many as fit: `Adelie 44 % · Gentoo 36 % · …`. If none fits,
 * the name of the first is shortened; nothing if that does not help.
 */
export function frequenciesText({ most, others }: Frequencies, width: number): string {
  const total = most.reduce((sum, { count }) => sum + count, others)
  const parts = most.map(({ level, count }) => [clean(String(level)), shareText(count / total)] as const)
  if (parts[0][1] === fewer) return width >= allFew.length ? allFew : ''
  const moreThan = (shown: number) => (shown < parts.length || others > 0 ? ' · …' : '')
  for (let shown = parts.length; shown > 0; shown--) {
    const texts = parts.slice(0, shown).map((part) => part.join(' '))
    const text = texts.join(' · ') + moreThan(shown)
    if (widthOf(text) <= width) return text
  }
  const [[level, share]] = parts
  const end = ` ${share}${moreThan(1)}`
  const free = width - widthOf(end)
  return free < shortestLevel ? '' : shorten(level, free) + end
}

/** A share in per cent; a small one is not shown as none, nor nearly all as all. */
function shareText(share: number): string {
  const percent = 100 * share
  if (percent > 0 && percent < 0.5) return fewer
  if (percent < 100 && percent >= 99.5) return '>99 %'
  return `${Math.round(percent)} %`
}

const blocks = '▁▂▃▄▅▆▇█'

/**
 * A histogram in one line: a block for each bin, as high as its share of the fullest bin, and a space for a
 * bin without rows. `<` and `>` stand for values below and above the bins. With `together` each block stands
 * for several bins.
 */
export function sparkline({ counts, below = 0, above = 0 }: Histogram, together = 1): string {
  const sums = Array.from({ length: Math.ceil(counts.length / together) }, (_, i) =>
    counts.slice(i * together, (i + 1) * together).reduce((sum, count) => sum + count, 0),
  )
  const most = sums.reduce((most, count) => Math.max(most, count), 0)
  const bars = sums.map((count) => (count > 0 ? blocks[Math.ceil((count / most) * blocks.length) - 1] : ' '))
  return `${below > 0 ? '<' : ''}${bars.join('')}${above > 0 ? '>' : ''}`
}

const headers: readonly ColumnHeader[] = [
  { title: 'column', align: 'left' },
  { title: 'type', align: 'left' },
  { title: 'missing', align: 'right' },
  { title: 'distinct', align: 'right' },
]

/** The widest and the narrowest name, and the least space for cuts beside a histogram, in characters. */
const [longestName, shortestName, shortestCuts] = [40, 10, 16]

const secondsADay = 86400
/** Over a longer range, the dates of times are enough. */
const longRange = 10 * secondsADay

/**
 * A line for each column. At its end numbers have their range, histogram and cuts, and texts their most
 * frequent levels, which take the same space. Where that is little, names are shortened, cuts left out, two
 * bins drawn as one, and at last no histogram.
 */
function descriptionTable(
  columns: readonly ColumnDescription[],
  codings: readonly FeatureCoding[],
  display: Display,
): { readonly lines: readonly string[]; readonly hasBars: boolean } {
  const front = columns.map(({ name, type, time, missing, distinct }) => [
    name,
    time ?? type,
    missing === 0 ? '' : grouped(missing),
    grouped(distinct),
  ])
  const names = front.map(([name]) => name)
  const wanted = Math.max('column'.length, Math.min(longestName, widest(names.map(clean))))
  const others = front.map((row) => row.slice(1))
  // What the names and the end of each line share.
  const free = display.width - tableWidth(headers.slice(1), others) - 4
  const ranges = rangesOf(columns)
  const bars = barsWithin(columns, free - Math.min(wanted, shortestName) - widest(ranges) - 2)
  const widestBar = bars ? widest(bars) : 0
  const fixed = widest(ranges) + (bars ? 2 + widestBar : 0)
  const name = Math.max('column'.length, Math.min(wanted, free - fixed))
  const space = free - name
  const cutsOf = new Map(codings.map(({ feature, cuts }) => [feature, cuts]))
  const ends = columns.map(({ name, time, frequencies }, i) => {
    if (frequencies) return dim(frequenciesText(frequencies, space), display)
    const range = ranges[i + 1]
    if (!bars?.[i]) return shorten(range, space)
    const cuts = cutsOf.get(name)
    if (!cuts || space - fixed - 2 < shortestCuts) return `${range}  ${tint(bars[i], display)}`
    const inBins = dim(shorten(cutsText(cuts, time), space - fixed - 2), display)
    return `${range}  ${tint(pad(bars[i], widestBar, 'left'), display)}  ${inBins}`
  })
  const title = [ranges[0], bars ? 'distribution' : ''].filter((part) => part !== '').join('  ')
  const last: ColumnHeader = {
    title: title.length <= space ? title : shorten(ranges[0], space),
    align: 'left',
  }
  const shown = shortenDistinctly(names, name)
  const rows = others.map((row, i) => [shown[i], ...row, ends[i]])
  return { lines: formatTable([...headers, last], rows, display), hasBars: bars !== null }
}

/**
 * The smallest and the largest number of each column, aligned below the titles, which come first; titles only
 * if there are numbers.
 */
function rangesOf(columns: readonly ColumnDescription[]): readonly string[] {
  const cells = columns.map(endsOf)
  const hasNumbers = columns.some(({ type }) => type === 'numeric')
  const rows = hasNumbers ? [['min', 'max'], ...cells] : [['', ''], ...cells]
  const widths = [0, 1].map((end) => widest(rows.map((row) => row[end])))
  return rows.map((row) =>
    row.map((cell, end) => pad(cell, widths[end], 'right')).join(hasNumbers ? '  ' : ''),
  )
}

/** The smallest and the largest number; of times far apart the dates. */
function endsOf({ min, max, time }: ColumnDescription): readonly string[] {
  if (min === undefined || max === undefined) return ['', '']
  return time === 'datetime' && max - min >= longRange
    ? [min, max].map((seconds) => valueText(Math.floor(seconds / secondsADay), 'date'))
    : [min, max].map((value) => valueText(value, time))
}

/**
 * The histogram of each column, or nothing for a text: each block one bin or two, as the width allows, or
 * null if it is too small.
 */
function barsWithin(columns: readonly ColumnDescription[], width: number): readonly string[] | null {
  for (const together of [1, 2]) {
    const bars = columns.map(({ histogram }) => (histogram ? sparkline(histogram, together) : ''))
    if (widest(bars) <= width) return bars
  }
  return null
}
