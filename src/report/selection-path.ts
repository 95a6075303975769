import type { SelectionStep } from '../trace/selection.ts'
import { column, setColumns, widthOfColumns } from './column.ts'
import type { TextColumn } from './column.ts'
import { alignNumbers, formatProbability } from './numbers.ts'
import { shortenApart } from './short-names.ts'
import { bar, dim, tint, widest, wrap } from './text.ts'
import type { Paper } from './text.ts'

/** Characters of a bar. */
const bars = { most: 20, least: 4 } as const
/** Names are cut to so many before a column of the table is left out. */
const names = { most: 40, feature: 22, next: 16 } as const

/** What a table may hold besides place, feature and score. */
interface Layout {
  readonly bar?: true
  readonly p?: true
  readonly parts?: true
  readonly next?: true
  readonly gap?: true
}

/** What goes first where the paper is narrow: the bars, the name of the next best, p, the parts of the scores, the gap. */
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

/** The steps of a search, one a line: what joined, what its score is made of, and by how much it beat the next best. */
export function pathTable(
  steps: readonly SelectionStep[],
  units: string,
  sizeOf: (score: number) => number,
  paper: Paper,
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
    room: number,
  ) => {
    const shown = {
      features: shortenApart(features, width.feature),
      nexts: shortenApart(nexts, width.next),
    }
    return columnsOf(steps, units, layout, shown, barsOf(sizes, room, paper))
  }
  const narrowest = layouts.map((layout) => ({ layout, columns: tableOf(layout, least, bars.least) }))
  const { layout, columns } =
    narrowest.find(({ columns }) => widthOfColumns(columns) <= paper.width) ?? narrowest[narrowest.length - 1]
  // What room is left goes to the names, then to the bars.
  let room = paper.width - widthOfColumns(columns)
  const feature = least.feature + Math.max(0, Math.min(room, wanted.feature - least.feature))
  room -= feature - least.feature
  const next = layout.next ? least.next + Math.max(0, Math.min(room, wanted.next - least.next)) : 0
  room -= layout.next ? next - least.next : 0
  const table = setColumns(
    tableOf(layout, { feature, next }, Math.min(bars.most, bars.least + Math.max(0, room))),
    paper,
  )
  const shown = new Set(columns.map(({ setting }) => setting.title))
  const all = narrowest[0].columns.map(({ setting }) => setting.title)
  const out = all.filter((title) => title !== '' && !shown.has(title))
  const note = `no room here for: ${out.join(', ')} (--format csv has all)`
  return out.length === 0 ? table : [...table, ...wrap(note, paper.width).map((line) => dim(line, paper))]
}

/** The columns of a layout; those that are empty are left out. */
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
    ...(layout.p ? nullTestsOf(steps) : []),
    ...(layout.parts ? partsOf(steps) : []),
    ...(layout.next ? [column('next best', 'left', nexts)] : []),
    ...(layout.gap ? [gapsOf(steps)] : []),
  ].filter(({ cells }) => cells.some((cell) => cell !== ''))
}

/** Bars by the size of the score, the largest full; below 0 there is none. */
function barsOf(sizes: readonly number[], room: number, paper: Paper): TextColumn {
  const largest = sizes.reduce((most, size) => (size < Infinity ? Math.max(most, size) : most), 0)
  const share = (size: number) => (size === Infinity ? 1 : largest === 0 ? 0 : size / largest)
  const cells = sizes.map((size) => bar(share(size), room).padEnd(room))
  return column(
    '',
    'left',
    cells.map((cell) => tint(cell, paper)),
  )
}

/** How likely chance alone would gain as much, where that was asked. */
function nullTestsOf(steps: readonly SelectionStep[]): readonly TextColumn[] {
  return [
    column(
      'p',
      'right',
      steps.map(({ pValue }) => formatProbability(pValue)),
    ),
  ]
}

/** The parts of the scores, with as many decimals as each other. */
function partsOf(steps: readonly SelectionStep[]): readonly TextColumn[] {
  // A criterion may have no such part at all.
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
