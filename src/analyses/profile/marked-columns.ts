import { firstFew, onesOrNothing, queryWarning, replacingQuery, singles } from '#core'
import { groupsBy } from '#files/cells'
import type { CountsRequest, View, Warning } from '#core'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { ColumnContents } from './contents.ts'
import { countLevels } from './counted-levels.ts'
import { levelText, mostColumns } from './level-texts.ts'
import { previousNumber } from './previous-number.ts'

/** A mark that fewer rows have is a remark. */
const fewestMarks = 2
/** Where fewer rows have nothing, 1 is an answer that all gave. */
const fewestGaps = 0.25

/** A column with the mark that some of its rows have, as a message shows it. */
interface Marked {
  readonly name: string
  readonly shown: string
}

/** Columns of a mark or nothing, such as `x` or 1, with the query that makes 1 and 0 of them. */
export async function markWarning(
  batcher: RequestBatcher,
  contents: readonly ColumnContents[],
  view: View,
): Promise<readonly Warning[]> {
  const { complete: _, ...all } = view
  const withGaps = contents.filter(({ column: { missing } }) => missing !== 0)
  const ofTexts = await markedTexts(batcher, withGaps, all)
  const ofNumbers = await markedNumbers(batcher, withGaps, all)
  const found = new Map([...ofTexts, ...ofNumbers].map(({ name, shown }) => [name, shown]))
  const names = contents.map(({ column }) => column.name).filter((name) => found.has(name))
  if (names.length === 0) return []
  const query = replacingQuery(Object.fromEntries(names.map((name) => [name, onesOrNothing(name)])))
  const list = names.map((name) => `${name} (${found.get(name)!})`)
  const why = `a mark or nothing in each cell: ${firstFew(list, mostColumns)}`
  return [queryWarning({ code: 'mixed-types', columns: names, why, query }, 'if nothing means no say')]
}

/** The columns of texts whose only level is a mark, in some rows. */
async function markedTexts(
  batcher: RequestBatcher,
  contents: readonly ColumnContents[],
  view: View,
): Promise<readonly Marked[]> {
  const single = contents.filter(({ column: { type, distinct } }) => type === 'categorical' && distinct === 1)
  if (single.length === 0) return []
  const counted = await countLevels(batcher, single, view)
  const only = single.flatMap(({ column: { name } }, i) => {
    const [level] = counted[i]
    return level === undefined || level.rows < fewestMarks ? [] : [{ name, level }]
  })
  const answers = answersOfOne(only.map(({ name, level }) => ({ name, text: level.level })))
  return only
    .filter(({ name, level: { level } }) => isMark(level) || isInName(level, name) || answers.has(name))
    .map(({ name, level }) => ({ name, shown: levelText(level) }))
}

/** The columns of numbers that have 1 in some rows, and nothing in the others, with a target or without. */
async function markedNumbers(
  batcher: RequestBatcher,
  contents: readonly ColumnContents[],
  view: View,
): Promise<readonly Marked[]> {
  const ones = contents.filter(({ column: { time, missing }, numbers }) => {
    const isOne = !time && numbers?.min === 1 && numbers.max === 1
    return isOne && missing >= fewestGaps * batcher.source.rows
  })
  if (ones.length === 0) return []
  const coding = { kind: 'cuts' as const, cuts: [previousNumber(1), 1] }
  const each = ones.map(({ column }) => ({ column: column.column, coding }))
  const request: CountsRequest = { kind: 'counts', family: singles(each), view }
  const [tables] = await batcher.requestOnce([request])
  return ones.flatMap(({ column: { name } }, i): Marked[] => {
    const [below, rows, above] = tables[i].cells
    return below + above === 0 && rows >= fewestMarks ? [{ name, shown: `1 in ${rows} rows` }] : []
  })
}

/** The names of columns that are the answers to a question of several: Q5_1 has Bus or nothing, Q5_2 Train. */
function answersOfOne(
  only: readonly { readonly name: string; readonly text: string }[],
): ReadonlySet<string> {
  const questions = only.map(({ name }) => /^(.*\D)\d{1,2}\D?$/.exec(name)?.[1] ?? name)
  const groups = groupsBy(questions).map((group) => group.map((place) => only[place]))
  const differ = groups.filter((group) => new Set(group.map(({ text }) => text)).size === group.length)
  return new Set(differ.flat().map(({ name }) => name))
}

/** Shorter texts stand in many names. */
const fewestOfName = 3

const mark = /^(?:x|✓|✔|☑|☒|✗|✘|•|●|■|\*|\+|yes|ja|s[íi]|oui|sim|tak|wahr|true|y|j|1)$/iu

/** Whether a level is a mark, or a word for yes, that a list of properties has in some rows. */
function isMark(level: string): boolean {
  return mark.test(level.trim())
}

/** Whether the only level of a column begins a word of its name, as P for Pumps, or is in it. */
function isInName(level: string, name: string): boolean {
  const [words, text] = [name, level].map((one) =>
    one
      .toLowerCase()
      .replace(/[^\p{L}\d]+/gu, ' ')
      .trim(),
  )
  return (text.length >= fewestOfName || /^\p{L}$/u.test(text)) && ` ${words}`.includes(` ${text}`)
}
