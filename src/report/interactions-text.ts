import { targetInText } from '#core'
import type { Interactions, PairInteraction } from '#core'
import { codingNote, dataLine } from './data-text.ts'
import { alignNumbers, formatProbability, grouped, stars } from './numbers.ts'
import { column, formatColumns, shortenDistinctly, widthOfColumns } from './text-columns.ts'
import type { TextColumn } from './text-columns.ts'
import { bar, dim, restLine, tint, widest, wrap } from './text.ts'
import type { Display } from './text.ts'

const mostPairs = 20
/** The length of a bar on either side of the axis, in characters. */
const sides = { most: 12, least: 4 } as const
/** Names are shortened to this many characters before a column of the table is left out. */
const shortName = 14

/** Interactions as a table: the strongest pairs, redundancy as a bar to the left, synergy to the right. */
export function interactionsText(result: Interactions, name: string, display: Display): string {
  const shown = result.pairs.slice(0, Math.min(mostPairs, display.lines))
  return [
    dataLine(result.data, name, display),
    '',
    ...fittedTable(shown, display),
    ...restLine(shown.length, result.pairs.length, display),
    '',
    ...footnotes(result, name, display).map((line) => dim(line, display)),
  ].join('\n')
}

/**
 * Names get the free width first, then bars. If names would be too short, the parts of a pair are left out,
 * then the bars.
 */
function fittedTable(shown: readonly PairInteraction[], display: Display): string[] {
  const place = column(
    '#',
    'right',
    Array.from(shown.keys(), (i) => String(i + 1)),
  )
  const numbers = alignNumbers(shown.map(({ interaction }) => interaction))
  const size = column('interaction', 'right', numbers)
  const nullTests = pValueColumns(shown)
  const parts = partsOf(shown)
  const layouts = [
    { hasBars: true, columns: [place, size, ...nullTests, ...parts] },
    { hasBars: true, columns: [place, size, ...nullTests] },
    { hasBars: false, columns: [place, size, ...nullTests] },
  ].map((layout) => {
    const others = widthOfColumns(layout.columns) + (layout.hasBars ? 3 + 2 * sides.least : 0)
    return { ...layout, nameWidth: Math.floor((display.width - others - 4) / 2) }
  })
  const longest = widest(shown.flatMap(({ a, b }) => [a, b]))
  const fits = layouts.find(({ nameWidth }) => nameWidth >= Math.min(longest, shortName)) ?? layouts[2]
  const nameWidth = Math.max(8, fits.nameWidth)
  const cut = shortenDistinctly(
    shown.flatMap(({ a, b }) => [a, b]),
    nameWidth,
  )
  const names = (['a', 'b'] as const).map((key, side) =>
    column(
      key,
      'left',
      shown.map((_, pair) => cut[2 * pair + side]),
    ),
  )
  const [, , ...tail] = fits.columns
  const free = display.width - widthOfColumns([...names, ...fits.columns])
  const side = Math.min(sides.most, Math.floor((free - 3) / 2))
  const bars = fits.hasBars ? [barsOf(shown, side, display)] : []
  return formatColumns([place, ...names, size, ...bars, ...tail], display)
}

/** p and its stars, if the pairs were tested. */
function pValueColumns(shown: readonly PairInteraction[]): readonly TextColumn[] {
  if (shown.every(({ pValue }) => pValue === undefined)) return []
  return [
    column(
      'p',
      'right',
      shown.map(({ pValue }) => formatProbability(pValue)),
    ),
    column(
      '',
      'left',
      shown.map(({ pValue }) => stars(pValue)),
    ),
  ]
}

function partsOf(shown: readonly PairInteraction[]): readonly TextColumn[] {
  const numbers = alignNumbers(shown.flatMap(({ iA, iB, joint }) => [iA, iB, joint]))
  return ['I(a)', 'I(b)', 'I(a,b)'].map((title, part) =>
    column(
      title,
      'right',
      shown.map((_, i) => numbers[i * 3 + part]),
    ),
  )
}

/** Bars from an axis in the middle; the largest interaction shown has a full bar. */
function barsOf(shown: readonly PairInteraction[], side: number, display: Display): TextColumn {
  const largest = Math.max(...shown.map(({ interaction }) => Math.abs(interaction)))
  const cells = shown.map(({ interaction }) => {
    const share = largest === 0 ? 0 : Math.abs(interaction) / largest
    const left = interaction < 0 ? leftBar(share, side) : ''
    const right = interaction > 0 ? bar(share, side) : ''
    return `${' '.repeat(side - left.length)}${yellow(left, display)}${dim('│', display)}${tint(right, display)}`
  })
  const [before, after] = side < 'redundancy'.length ? ['−', '+'] : ['redundancy', 'synergy']
  return column(`${before.padStart(side)}│${after}`, 'left', cells)
}

/** A bar that grows to the left, in half characters: Unicode has no eighths for this side. */
function leftBar(share: number, width: number): string {
  const halves = Math.round(share * width * 2)
  return (halves % 2 === 0 ? '' : '▐') + '█'.repeat(Math.floor(halves / 2))
}

function yellow(text: string, { colour }: Display): string {
  return colour && text !== '' ? `\u001b[33m${text}\u001b[39m` : text
}

function footnotes(result: Interactions, name: string, display: Display): string[] {
  const levels = '; * p < 0.05, ** p < 0.01, *** p < 0.001'
  const notes = interactionNotes(result, ['I(a)', 'I(b)', 'I(a,b)'], levels)
  return [...notes.flatMap((note) => wrap(note, display.width)), ...codingNote(result, name, display)]
}

/** What the numbers mean, by the titles of their columns; `levels` are those of the stars beside p. */
export function interactionNotes(
  { data, spec, pairs, units }: Interactions,
  [a, b, both]: readonly [string, string, string],
  levels = '',
): readonly string[] {
  const target = targetInText(data.target!)
  const permutations =
    spec.permutations === null
      ? `as many permutations of ${target} as the pair needs (the smallest from a fitted Gamma distribution)`
      : `${grouped(spec.permutations)} permutations of ${target}`
  return [
    `${a}, ${b}, ${both}: information in a, in b and in both about ${target}, in ${units}; interaction = ${both} − ${a} − ${b}`,
    'synergy (+): the pair has more information than its two columns apart; redundancy (−): the columns share information',
    ...(pairs.some(({ pValue }) => pValue !== undefined)
      ? [`p: two-sided, for each pair alone, by ${permutations}${levels}`]
      : []),
  ]
}
