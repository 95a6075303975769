import { addedWords, firstFew, queryColumn, queryWarning, queryValue, remedy, replacingQuery } from '#core'
import { commonest, labelledGaps, spellingGroups, spellingOf } from '#files/cells'
import type { View, Warning } from '#core'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { ColumnContents } from './contents.ts'
import { cellShapes } from './cell-shapes.ts'
import { countLevels } from './counted-levels.ts'
import { labelledScales, levelText, mostColumns, mostGroups, totalWarning } from './level-texts.ts'
import type { CountedLevel } from './level-texts.ts'
import { listsIn, quotedListWarning } from './level-lists.ts'
import { markWarning } from './marked-columns.ts'
import { noAnswerWarning } from './no-answers.ts'
import { areSignedSteps, signedScales } from './signed-scales.ts'
import type { SpelledLevels } from './similar-pairs.ts'
import { similarWarning } from './similar-warnings.ts'

/** The levels of more are not compared with each other. */
const mostLevels = 1000
/** Spellings, words for no answer and lists are looked for among so many. */
const mostTexts = 20_000
/** Names of which so many differ are those of rows: Ho1 and Hö1 are two. */
const nearlyAll = 0.95
/** The most levels of a group that a message names. */
const mostOfGroup = 4

/** The levels of a column. */
interface LevelsOfColumn extends SpelledLevels {
  readonly name: string
}

/**
 * Warnings about levels of texts, one of each kind for all columns, the target first: spellings of one level,
 * levels that may be one, cells that are lists, and what others look like; not of those `apart`, as identifiers are.
 */
export async function levelWarnings(
  batcher: RequestBatcher,
  contents: readonly ColumnContents[],
  view: View,
  apart: ReadonlySet<ColumnContents>,
): Promise<readonly Warning[]> {
  const texts = contents.filter(
    ({ column, distinct, n }) =>
      column.type === 'categorical' && distinct !== null && distinct > 1 && distinct <= mostTexts && n > 0,
  )
  const inAll = await countedInAll(batcher, contents, view)
  const ofTotals = totalWarning(
    [...inAll].map(
      ([
        {
          column: { name },
        },
        counted,
      ]) => ({ name, counted }),
    ),
  )
  const ofMarks = [
    ...(await markWarning(batcher, contents, view)),
    ...(await blankCounts(batcher, contents, view)),
  ]
  if (texts.length === 0) return [...ofTotals, ...ofMarks]
  const known = new Map(view.complete ? [] : inAll)
  const open = texts.filter((one) => !known.has(one))
  const countedOpen = open.length > 0 ? await countLevels(batcher, open, view) : []
  open.forEach((one, i) => known.set(one, countedOpen[i]))
  const all = texts.map((one): LevelsOfColumn => {
    const { name } = one.column
    const counted = known.get(one)!
    const names = counted.map(({ level }) => level)
    const spellings = names.map(spellingOf)
    // Keys of letters and digits differ by their capitals.
    const isKey = (place: number) => names.length > mostLevels && /\d/.test(names[place])
    const groups = spellingGroups(names, spellings).filter((group) => !group.some(isKey))
    return { name, counted, spellings, groups }
  })
  const columns = all.filter(({ counted }) => counted.length <= mostLevels)
  const numbers = readAsNumbers(batcher.source.warnings)
  const areWords = ({ name }: LevelsOfColumn) => !numbers.has(name)
  const places = new Map(texts.map((one) => [one.column.name, one]))
  const isIdentifier = ({ name }: LevelsOfColumn) => {
    const one = places.get(name)!
    return apart.has(one) && one.distinct! >= nearlyAll * one.n
  }
  const found = [
    ...ofTotals,
    ...ofMarks,
    ...gapWarning(columns),
    ...noAnswerWarning(
      all.filter((one) => !areSignedSteps(one)),
      batcher.source.warnings,
    ),
    ...signedScales(columns),
    ...labelledScales(columns),
    ...ninesWarning(columns),
    ...spellingWarning(all.filter((one) => areWords(one) && !isIdentifier(one))),
    ...similarWarning(columns.filter(areWords)),
    ...listWarning(all.filter(areWords)),
    ...quotedListWarning(columns),
  ]
  const unsaid = columns.filter(({ name }) => {
    const one = places.get(name)!
    return !apart.has(one) && !one.column.areLevels
  })
  return [...found, ...cellShapes(unsaid, [...batcher.source.warnings, ...found])]
}

/** The warning about counts with empty cells; few tables have numbers from 1 on with gaps. */
async function blankCounts(
  batcher: RequestBatcher,
  contents: readonly ColumnContents[],
  view: View,
): Promise<readonly Warning[]> {
  if (!contents.some(({ column, numbers }) => numbers?.min === 1 && column.missing > 0)) return []
  const { blankCountWarning } = await import('./blank-counts.ts')
  return await blankCountWarning(batcher, contents, view)
}

/** The columns that an option or a query of reading makes numbers or dates of: 7h and 7 h are no levels there. */
function readAsNumbers(warnings: readonly Warning[]): ReadonlySet<string> {
  const mended = warnings.filter(
    ({ code, remedy, query }) => ofNumbers.has(code) && (remedy !== undefined || query !== undefined),
  )
  return new Set(mended.flatMap(({ column, columns }) => columns ?? (column === undefined ? [] : [column])))
}

const ofNumbers: ReadonlySet<string> = new Set([
  'mixed-types',
  'mixed-units',
  'doubtful-numbers',
  'unclear-marks',
  'unread-dates',
  'ranges',
])

/** The levels of texts in all rows: one of totals has most often no target. */
async function countedInAll(
  batcher: RequestBatcher,
  contents: readonly ColumnContents[],
  { complete: _, ...all }: View,
): Promise<ReadonlyMap<ColumnContents, readonly CountedLevel[]>> {
  const texts = contents.filter(({ column: { type, distinct } }) => {
    return type === 'categorical' && distinct !== null && distinct > 1 && distinct <= mostLevels
  })
  if (texts.length === 0) return new Map()
  const counted = await countLevels(batcher, texts, all)
  return new Map(texts.map((one, i) => [one, counted[i]]))
}

/** Fewer codes may be any numbers. */
const fewestCodes = 5

/**
 * Codes of a length, such as 01 to 36, of which 99 is far above all others: it may stand for a missing value.
 */
function ninesWarning(columns: readonly LevelsOfColumn[]): readonly Warning[] {
  const found = columns.flatMap(({ name, counted }) => {
    const nines = ninesAmong(counted)
    return nines ? [{ name, nines }] : []
  })
  if (found.length === 0) return []
  const list = found.map(({ name, nines }) => `${name} (${levelText(nines)})`)
  const [{ name, nines }] = found
  const column = queryColumn(name)
  // As a missing word it would be missing in other columns too.
  const query = replacingQuery({ [name]: `nullif(${column}, ${queryValue(nines.level)})` })
  const why = `codes that may stand for a missing value, far above all others: ${firstFew(list, mostColumns)}`
  const names = found.map(({ name }) => name)
  return [queryWarning({ code: 'missing-value-code', columns: names, why, query }, 'if they do say')]
}

function ninesAmong(counted: readonly CountedLevel[]): CountedLevel | null {
  const nines = counted.find(({ level, rows }) => /^9{2,4}$/.test(level) && rows > 1)
  if (!nines || counted.length < fewestCodes) return null
  const areCodes = counted.every(({ level }) => level.length === nines.level.length && /^\d+$/.test(level))
  const others = counted.filter((one) => one !== nines).map(({ level }) => Number(level))
  return areCodes && Math.max(...others) * 2 < Number(nines.level) ? nines : null
}

/**
 * Levels that may say why a value is missing: codes below 0 with a label, as `[-1] no answer` beside `[1]
 * yes`.
 */
function gapWarning(columns: readonly LevelsOfColumn[]): readonly Warning[] {
  const found = columns.flatMap(({ name, counted }) => {
    const gaps = new Set(labelledGaps(counted.map(({ level }) => level)))
    return gaps.size > 0 ? [{ name, gaps: counted.filter(({ level }) => gaps.has(level)) }] : []
  })
  if (found.length === 0) return []
  const list = found.map(({ name, gaps }) => `${name} (${firstFew(gaps.map(levelText), mostGroups)})`)
  const words = [...new Set(found.flatMap(({ gaps }) => gaps.map(({ level }) => level.trim())))]
  const mend = remedy({ missingWords: addedWords(words) }, 'codes below 0 with a label', null, true)
  const message = `levels that may stand for missing values, codes below 0 with a label: ${firstFew(list, mostColumns)}; if they do say ${mend.option}`
  return [{ code: 'missing-value-code', columns: found.map(({ name }) => name), message, remedy: mend }]
}

/** Levels that differ only in spelling. */
function spellingWarning(columns: readonly LevelsOfColumn[]): readonly Warning[] {
  let rows = 0
  const found = columns.flatMap(({ name, counted, groups }) => {
    if (groups.length === 0) return []
    const levels = counted.map(({ level }) => level)
    const counts = counted.map(({ rows }) => rows)
    for (const group of groups) {
      const to = commonest(group, levels, counts)
      for (const place of group) if (levels[place] !== to) rows += counts[place]
    }
    const shown = groups.map((group) => groupText(group.map((place) => levels[place])))
    return [{ name, shown: `${name} (${firstFew(shown, mostGroups)})` }]
  })
  if (found.length === 0) return []
  const names = found.map(({ name }) => name)
  const mends = remedy({ foldLevels: names }, 'levels differ only in spelling', rows, true)
  const list = firstFew(
    found.map(({ shown }) => shown),
    mostColumns,
  )
  const message = `levels that differ only in spelling: ${list}; ${mends.option} merges each into its most frequent spelling`
  return [{ code: 'spelling', columns: names, message, remedy: mends }]
}

function groupText(levels: readonly string[]): string {
  const more = levels.length > mostOfGroup ? [`${levels.length - mostOfGroup} more`] : []
  return [...levels.slice(0, mostOfGroup).map(quoted), ...more].join(' = ')
}

/** Cells that are lists of some items. */
function listWarning(columns: readonly LevelsOfColumn[]): readonly Warning[] {
  const found = columns.flatMap(({ name, counted }) => {
    const lists = listsIn(counted)
    return lists ? [{ name, ...lists }] : []
  })
  if (found.length === 0) return []
  const split = Object.fromEntries(found.map(({ name, sign }) => [name, sign === ' ' ? 'space' : sign]))
  const mends = remedy({ split }, 'cells are lists of items', null, true)
  const list = found.map(({ name, items, rare, example }) => {
    const more = rare > 0 ? ` and ${rare} rare ones` : ''
    return `${name} (${quoted(example)}, ${items} items${more})`
  })
  const message = `cells that are lists: ${firstFew(list, mostColumns)}; ${mends.option} makes an indicator of each item`
  return [{ code: 'lists', columns: found.map(({ name }) => name), message, remedy: mends }]
}

function quoted(level: string): string {
  return JSON.stringify(level)
}
