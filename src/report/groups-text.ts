import { firstFew, targetInText } from '#core'
import type { ColumnGroup, GroupsResult, Similarity } from '#core'
import { codingNote, dataLine } from './data-text.ts'
import { groupTree, isWhole } from './dendrogram.ts'
import { alignNumbers, counted, grouped, shortNumber } from './numbers.ts'
import { column, formatColumns, shortenDistinctly, widthOfColumns } from './text-columns.ts'
import type { TextColumn } from './text-columns.ts'
import { bar, clean, dim, restLine, shorten, tint, widest, wrap } from './text.ts'
import type { Display } from './text.ts'

const formulas: Readonly<Record<Similarity, string>> = {
  'symmetrical-uncertainty': 'symmetrical uncertainty, 2·I(X;Y) / (H(X) + H(Y))',
  correlation: '|ρ|',
  'information-distance': 'I(X;Y) / H(X,Y)',
}
const words: Readonly<Record<Similarity, string>> = {
  'symmetrical-uncertainty': 'symmetrical uncertainty',
  correlation: '|ρ|',
  'information-distance': 'I(X;Y) / H(X,Y)',
}
const linkages = {
  complete: 'the greatest distance of two members',
  average: 'the mean distance of two members, one of each side',
} as const

/** What the numbers mean, which columns were left out, and how numbers became levels. */
function footnotes(result: GroupsResult, name: string, display: Display): string[] {
  const { leftOut } = result
  const left = leftOut.map(({ feature, why }) => `${clean(feature)} ${why}`)
  const notes = [
    ...groupNotes(result, '● representative'),
    ...(left.length > 0 ? [`in no group: ${firstFew(left, 5)}`] : []),
  ]
  return [...notes.flatMap((note) => wrap(note, display.width)), ...codingNote(result, name, display)]
}

/** What the numbers mean, with the sign and the title of the representatives. */
export function groupNotes(result: GroupsResult, representative = 'representative'): readonly string[] {
  const { spec, data, relevance, standIns } = result
  const by =
    data.target === null
      ? 'is most similar to the other members'
      : `carries most about ${clean(targetInText(data.target))}, by ${words[relevance!]}`
  if (standIns) return [`similarity: ${formulas[spec.by]}`]
  return [
    `height: distance, 1 − ${formulas[spec.by]}; ${spec.linkage} linkage: ${linkages[spec.linkage]}`,
    `cohesion: mean similarity of two members${stabilityText(result)}`,
    `${representative}: the column that ${by}`,
  ]
}

function stabilityText({ spec: { stability } }: GroupsResult): string {
  if (stability === null) return ''
  const halves = stability === 1 ? 'a random half' : `${stability} random halves`
  return `; stability: the best match of a group in ${halves} of the rows, mean Jaccard similarity, 1 is the same group`
}

const mostRows = 20
/** With more groups of one column these are only counted. */
const mostAlone = 60
/**
 * The longest name in a table, how far names are shortened, and the least space for the names of other
 * members.
 */
const names = { most: 40, least: 16, others: 20 } as const
const mostBar = 20

/** Groups as a table and a tree; or the stand-ins of a column, if they were asked for. */
export function groupsText(result: GroupsResult, name: string, display: Display): string {
  const notes = footnotes(result, name, display).map((line) => dim(line, display))
  const body = result.standIns ? standInTable(result, display) : groupLines(result, display)
  return [dataLine(result.data, name, display), '', ...body, '', ...notes].join('\n')
}

function groupLines(result: GroupsResult, display: Display): string[] {
  const { groups, features, spec } = result
  const large = groups.filter(({ members }) => members.length > 1)
  const alone = groups.slice(large.length)
  const at = spec.height === null ? '' : ` at height ${shortNumber(spec.height)}`
  const shown = large.slice(0, Math.min(mostRows, display.lines))
  const tree = groupTree(result, display)
  return [
    ...wrap(
      `${counted(features.length, 'column')} in ${counted(groups.length, 'group')}${at}`,
      display.width,
    ),
    ...(shown.length > 0 ? ['', ...groupTable(shown, display)] : []),
    ...restLine(shown.length, large.length, display),
    ...(large.length === 0 ? ['', noGroups(result)] : []),
    // A whole tree shows which columns are alone.
    ...(alone.length > 0 && !isWhole(result, display) ? ['', ...wrap(aloneText(alone), display.width)] : []),
    ...(tree.length > 0 ? ['', ...tree] : []),
  ]
}

function aloneText(alone: readonly ColumnGroup[]): string {
  if (alone.length > mostAlone) return `${grouped(alone.length)} columns are alone (--format csv lists them)`
  return `alone: ${alone.map(({ representative }) => clean(representative)).join(', ')}`
}

/** A line for each group; other members stand in the space that is left. */
function groupTable(shown: readonly ColumnGroup[], display: Display): string[] {
  const numbers = (title: string, of: readonly number[]) => column(title, 'right', alignNumbers(of))
  const fixed = [
    numbers(
      'columns',
      shown.map(({ members }) => members.length),
    ),
    numbers(
      'cohesion',
      shown.map(({ cohesion }) => cohesion),
    ),
    numbers(
      'height',
      shown.map(({ height }) => height),
    ),
    ...(shown[0].stability === undefined
      ? []
      : [
          numbers(
            'stability',
            shown.map(({ stability }) => stability!),
          ),
        ]),
  ]
  const place = column(
    '#',
    'right',
    shown.map((_, i) => String(i + 1)),
  )
  const wanted = Math.min(names.most, widest(['representative', ...shown.map((one) => one.representative)]))
  const free = display.width - widthOfColumns([place, ...fixed]) - 2
  const width = Math.max(names.least, Math.min(wanted, free - names.others - 2))
  const cut = shortenDistinctly(
    shown.map(({ representative }) => representative),
    width,
  )
  const first = column('representative', 'left', cut)
  const left = display.width - widthOfColumns([place, first, ...fixed]) - 2
  return formatColumns([place, first, ...fixed, ...othersOf(shown, left)], display)
}

/** The names of the other members, as many as there is space for. */
function othersOf(shown: readonly ColumnGroup[], width: number): readonly TextColumn[] {
  if (width < names.others) return []
  const cells = shown.map(({ representative, members }) => {
    const others = members.filter(({ feature }) => feature !== representative)
    const bySimilarity = others.toSorted((a, b) => b.similarity - a.similarity)
    return shorten(bySimilarity.map(({ feature }) => clean(feature)).join(', '), width)
  })
  return [column('other columns', 'left', cells)]
}

/** The columns that could stand in for one, with a bar for the similarity; those of its group are marked. */
function standInTable({ standIns, groups }: GroupsResult, display: Display): string[] {
  const { feature, others } = standIns!
  const own = groups.find(({ members }) => members.some((member) => member.feature === feature))!
  const inGroup = new Set(own.members.map((member) => member.feature))
  const shown = others.slice(0, Math.min(mostRows, display.lines))
  const sizes = shown.map(({ similarity }) => similarity)
  const fixed = [
    column(
      '#',
      'right',
      shown.map((_, i) => String(i + 1)),
    ),
    column('similarity', 'right', alignNumbers(sizes)),
    column(
      'group',
      'left',
      shown.map((other) => (inGroup.has(other.feature) ? 'same' : '')),
    ),
  ]
  const free = display.width - widthOfColumns(fixed) - 2
  const width = Math.max(names.least, Math.min(names.most, widest(shown.map((one) => one.feature)), free - 6))
  const cut = shortenDistinctly(
    shown.map((other) => other.feature),
    width,
  )
  const [place, size, group] = fixed
  const listed = column('column', 'left', cut)
  const space = Math.min(mostBar, display.width - widthOfColumns([...fixed, listed]) - 2)
  const bars = sizes.map((similarity) => tint(bar(similarity, space).padEnd(Math.max(0, space)), display))
  return [
    ...wrap(`columns that could stand in for ${clean(feature)}, the most similar first`, display.width),
    '',
    ...formatColumns(
      [place, listed, size, ...(space >= 4 ? [column('', 'left', bars)] : []), group],
      display,
    ),
    ...restLine(shown.length, others.length, display),
  ]
}

/** Why each column is a group of its own. */
function noGroups({ spec: { count }, groups }: GroupsResult): string {
  return count === null
    ? 'no two columns are similar enough to be a group'
    : `${count} groups of ${groups.length} columns: each column is a group of its own`
}
