import { firstFew } from '#core'
import type { AppliedColumn, ApplyResult } from '#core'
import { alignNumbers, counted, formatProbability, grouped } from './numbers.ts'
import { shortenDistinctly } from './text-columns.ts'
import { clean, dim, emphasise, formatTable, restLine, wrap } from './text.ts'
import type { ColumnHeader, Display } from './text.ts'
import { cutsText, valueText } from './value-text.ts'

/** The widest name, in characters. */
const longestName = 40
/** The most levels that a line names. */
const mostLevels = 12

/**
 * A selection applied to other data as text: a line for each column, then how each was read in the data of
 * the selection.
 */
export function applicationText(result: ApplyResult, name: string, display: Display): string {
  const { columns, target } = result
  const ofTarget = target ? [{ ...target, feature: `${target.feature} (target)` }] : []
  const shown = [...columns.slice(0, display.lines), ...ofTarget]
  const names = shortenDistinctly(
    shown.map(({ feature }) => feature),
    longestName,
  )
  return [
    `${emphasise(clean(name), display)}  ${dim(applicationFacts(result), display)}`,
    '',
    ...comparison(shown, names, display),
    ...restLine(shown.length - ofTarget.length, columns.length, display),
    ...classLines(target, display),
    ...(rowsBefore(columns) === undefined ? [] : codingLines(shown, names, display)),
  ].join('\n')
}

/** The rows of the data of the selection, if they are known. */
function rowsBefore(columns: readonly AppliedColumn[]): number | undefined {
  return columns.find(({ training }) => training)?.training?.rows
}

/** The size of the data, and of those of the selection. */
export function applicationFacts({ data, columns }: ApplyResult): string {
  const before = rowsBefore(columns)
  const from = before === undefined ? '' : ` (selected from ${grouped(before)})`
  return `${counted(data.rows, 'row')}${from} × ${counted(columns.length, 'chosen column')} · ${data.source}`
}

export const shiftNote =
  'shift: by the population stability index (PSI) over these cuts, levels and missing values, moderate from 0.1, major from 0.25; KS, p: two-sample Kolmogorov–Smirnov test'

/** What a table shows of each column; what no column has is left out. */
const titles = ['missing', 'before', 'outside', 'unseen', 'PSI', 'KS', 'p'] as const

function comparison(
  shown: readonly AppliedColumn[],
  names: readonly string[],
  display: Display,
): readonly string[] {
  const psi = alignNumbers(shown.map(({ psi }) => psi ?? null))
  const statistics = alignNumbers(shown.map(({ ks }) => ks?.statistic ?? null))
  const rows = shown.map(({ rows, missing, training, outside, unseen, ks, shift }, i) => [
    names[i],
    shareText(missing, rows),
    training ? shareText(training.missing, training.rows) : '',
    outside ? grouped(outside.below + outside.above) : '',
    unseen ? grouped(unseen.rows) : '',
    shift ? psi[i] : '',
    ks ? statistics[i] : '',
    formatProbability(ks?.pValue),
    shift ?? '',
  ])
  const headers: readonly ColumnHeader[] = [
    { title: 'column', align: 'left' },
    ...titles.map((title) => ({ title, align: 'right' as const })),
    { title: 'shift', align: 'left' },
  ]
  const isShown = (_: unknown, i: number) => rows.some((row) => row[i] !== '')
  return formatTable(
    headers.filter(isShown),
    rows.map((row) => row.filter(isShown)),
    display,
  )
}

/** The shares of the classes before and now, if the target has any. */
function classLines(target: ApplyResult['target'], display: Display): readonly string[] {
  const { classes, training, rows, missing } = target ?? {}
  if (!target || !classes || !training) return []
  const [before, now] = [training.rows - training.missing, rows! - missing!]
  const shares = classes.map(
    (one) => `${textOf(one.level)} ${shareText(one.before, before)} → ${shareText(one.now, now)}`,
  )
  return [
    '',
    ...wrap(
      `rows of each ${clean(target.feature)}, before → now: ${firstFew(shares, mostLevels)}`,
      display.width,
      '  ',
    ),
  ]
}

/** How each column was in the data of the selection: its range and cuts, or its levels. */
function codingLines(shown: readonly AppliedColumn[], names: readonly string[], display: Display): string[] {
  const lines = shown.flatMap((one, i) => wrap(`  ${names[i]}: ${codingText(one)}`, display.width, '    '))
  const notes = wrap(shiftNote, display.width).map((line) => dim(line, display))
  return ['', 'in the data of the selection:', ...lines, '', ...notes]
}

function codingText({ cuts, deciles, levels, outside, time }: AppliedColumn): string {
  if (levels) return `levels ${firstFew(levels.map(textOf), mostLevels)}`
  if (!cuts) return 'more than 100 levels'
  const range = outside ? `${valueText(outside.min, time)} to ${valueText(outside.max, time)}, ` : ''
  return range + cutsText(cuts, time, deciles ? 'deciles' : 'cuts')
}

function textOf(level: string | number): string {
  return clean(String(level))
}

/** A share of the rows in per cent. */
function shareText(part: number, rows: number): string {
  if (part === 0) return '0'
  const percent = (100 * part) / rows
  return `${percent < 1 ? Number(percent.toPrecision(1)) : percent.toFixed(1)} %`
}
