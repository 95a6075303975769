import type { Interactions, PairInteraction } from '../trace/interactions.ts'
import { codingNote } from './coding-note.ts'
import { column, setColumns, widthOfColumns } from './column.ts'
import type { TextColumn } from './column.ts'
import { dataLine } from './data-line.ts'
import { alignNumbers, formatProbability, grouped, stars } from './numbers.ts'
import { shortenApart } from './short-names.ts'
import { bar, dim, restLine, tint, widest, wrap } from './text.ts'
import type { Paper } from './text.ts'

const mostPairs = 20
/** Characters of a bar to either side of its axis. */
const sides = { most: 12, least: 4 } as const
/** Names are cut to so many before anything else is left out. */
const shortName = 14

/** Interactions as a table for people: the strongest pairs, redundancy as a bar to the left, synergy to the right. */
export function interactionsText(result: Interactions, name: string, paper: Paper): string {
  const shown = result.pairs.slice(0, Math.min(mostPairs, paper.lines))
  return [
    dataLine(result.data, name, paper),
    '',
    ...fittedTable(shown, paper),
    ...restLine(shown.length, result.pairs.length, paper),
    '',
    ...footnotes(result, name, paper).map((line) => dim(line, paper)),
  ].join('\n')
}

/** Names take the room that is left, then bars; where names get too little, the parts of a pair go, then the bars. */
function fittedTable(shown: readonly PairInteraction[], paper: Paper): string[] {
  const place = column(
    '#',
    'right',
    Array.from(shown.keys(), (i) => String(i + 1)),
  )
  const numbers = alignNumbers(shown.map(({ interaction }) => interaction))
  const size = column('interaction', 'right', numbers)
  const nullTests = nullTestsOf(shown)
  const parts = partsOf(shown)
  const layouts = [
    { hasBars: true, columns: [place, size, ...nullTests, ...parts] },
    { hasBars: true, columns: [place, size, ...nullTests] },
    { hasBars: false, columns: [place, size, ...nullTests] },
  ].map((layout) => {
    const others = widthOfColumns(layout.columns) + (layout.hasBars ? 3 + 2 * sides.least : 0)
    return { ...layout, nameWidth: Math.floor((paper.width - others - 4) / 2) }
  })
  const longest = widest(shown.flatMap(({ a, b }) => [a, b]))
  const fits = layouts.find(({ nameWidth }) => nameWidth >= Math.min(longest, shortName)) ?? layouts[2]
  const nameWidth = Math.max(8, fits.nameWidth)
  const cut = shortenApart(
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
  const room = paper.width - widthOfColumns([...names, ...fits.columns])
  const side = Math.min(sides.most, Math.floor((room - 3) / 2))
  const bars = fits.hasBars ? [barsOf(shown, side, paper)] : []
  return setColumns([place, ...names, size, ...bars, ...tail], paper)
}

/** p and its stars, where there are any. */
function nullTestsOf(shown: readonly PairInteraction[]): readonly TextColumn[] {
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

/** Bars from an axis in the middle, the longest over all pairs shown full. */
function barsOf(shown: readonly PairInteraction[], side: number, paper: Paper): TextColumn {
  const largest = Math.max(...shown.map(({ interaction }) => Math.abs(interaction)))
  const cells = shown.map(({ interaction }) => {
    const share = largest === 0 ? 0 : Math.abs(interaction) / largest
    const left = interaction < 0 ? leftBar(share, side) : ''
    const right = interaction > 0 ? bar(share, side) : ''
    return `${' '.repeat(side - left.length)}${warm(left, paper)}${dim('│', paper)}${tint(right, paper)}`
  })
  const [before, after] = side < 'redundancy'.length ? ['−', '+'] : ['redundancy', 'synergy']
  return column(`${before.padStart(side)}│${after}`, 'left', cells)
}

/** A bar that grows to the left: there are no eighths for it, only halves. */
function leftBar(share: number, width: number): string {
  const halves = Math.round(share * width * 2)
  return (halves % 2 === 0 ? '' : '▐') + '█'.repeat(Math.floor(halves / 2))
}

function warm(text: string, { colour }: Paper): string {
  return colour && text !== '' ? `\u001b[33m${text}\u001b[39m` : text
}

function footnotes(result: Interactions, name: string, paper: Paper): string[] {
  const { data, units } = result
  const notes = [
    `I(a), I(b), I(a,b): the ${units} that a, b and both together tell of ${data.target}; interaction = I(a,b) − I(a) − I(b)`,
    'synergy (+): together they tell more than apart; redundancy (−): they tell the same',
    ...chanceNote(result),
  ]
  return [...notes.flatMap((note) => wrap(note, paper.width)), ...codingNote(result, name, paper)]
}

function chanceNote({ data, spec, pairs }: Interactions): string[] {
  if (pairs.every(({ pValue }) => pValue === undefined)) return []
  const permutations =
    spec.permutations === null ? 'as many permutations' : `${grouped(spec.permutations)} permutations`
  const needed = spec.permutations === null ? ' as each pair needs, the smallest by a Gamma law' : ''
  const note = `p: two-sided, by ${permutations} of ${data.target}${needed}, each pair alone; * p < 0.05, ** p < 0.01, *** p < 0.001`
  return [note]
}
