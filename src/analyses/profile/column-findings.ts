import { allRows, singles } from '#core'
import { namesRows } from '#files/cells'
import type { CountsRequest, Finding, Level, View } from '#core'
import { levelCoding, levelsRequest } from '../scope/level-codings.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { expectedCollisions, fewestCollisions } from './contents.ts'
import type { ColumnContents } from './contents.ts'

/** A column is nearly constant from this share of one value on. */
const nearlyConstantShare = 0.99

/** Findings from a column alone. */
export function plainFindings(
  { column: { time }, n, distinct, numbers }: ColumnContents,
  rows: number,
): Finding[] {
  const isConstant = distinct === 1 || (numbers !== null && numbers.min === numbers.max)
  if (n === 0) return [{ kind: 'empty', message: 'has no value' }]
  if (isConstant) return [{ kind: 'constant', message: 'has the same value in every row that has one' }]
  const found: Finding[] = time ? [{ kind: 'time', message: `contains ${timeInWords[time]}` }] : []
  if (rows - n > rows / 2) {
    const share = `${Math.round((100 * (rows - n)) / rows)} %`
    found.push({ kind: 'mostly-empty', message: `has no value in ${share} of the rows` })
  }
  return found
}

const timeInWords = { date: 'dates', datetime: 'dates with a time', time: 'times' } as const

/** Finds columns with one value in at least 99 of 100 rows. */
export async function nearlyConstant(
  batcher: RequestBatcher,
  contents: readonly ColumnContents[],
  view: View,
): Promise<ReadonlyMap<ColumnContents, Finding>> {
  // Where 99 of 100 values are equal the entropy is at most this, even if the others are a million different
  // values.
  const suspects = contents.filter(({ levels, n, bits }) => levels !== null && bits[0] <= 0.3 * n)
  if (suspects.length === 0) return new Map()
  const request: CountsRequest = {
    kind: 'counts',
    family: singles(suspects.map(({ levels }) => levels!)),
    view,
  }
  const [[tables]] = await batcher.request([[request]])
  return new Map(
    suspects.flatMap((one, i): (readonly [ColumnContents, Finding])[] => {
      const most = tables[i].cells.reduce((most, count) => Math.max(most, count), 0)
      if (most < nearlyConstantShare * one.n) return []
      const value = tables[i].levels[0][tables[i].cells.indexOf(most)]
      return [
        [
          one,
          { kind: 'nearly-constant', message: `is ${value} in all but ${one.n - most} of ${one.n} rows` },
        ],
      ]
    }),
  )
}

/** From this share of distinct values on, a column of texts is an identifier. */
const nearlyAll = 0.95
/** From this share of distinct values on, texts of several words are free text. */
const mostDiffer = 0.5
/** The mean number of words from which on texts are free text. */
const wordsOfText = 3
/** How many texts are read to count words. */
const mostTexts = 10_000
/** With fewer rows per level on average, counts of the levels say little. */
const rowsOfLevel = 5

/** Finds columns that are identifiers, free text, or have too many levels. */
export async function identifierFindings(
  batcher: RequestBatcher,
  contents: readonly ColumnContents[],
  view: View,
): Promise<ReadonlyMap<ColumnContents, Finding>> {
  const found = new Map<ColumnContents, Finding>()
  const texts: ColumnContents[] = []
  for (const one of contents) {
    if (one.column.time) continue
    if (one.column.type === 'categorical') {
      if ((one.distinct ?? 0) >= mostDiffer * one.n) texts.push(one)
      else if (one.distinct! * rowsOfLevel > one.n) found.set(one, manyLevels(one))
    } else if (isNumbered(one)) {
      found.set(one, identifier(one))
    } else if (isNamed(one)) {
      found.set(one, { kind: 'identifier', message: byName })
    }
  }
  const words = await wordsOf(batcher, texts, view)
  texts.forEach((one, i) => {
    if (words[i] >= wordsOfText) found.set(one, freeText(one))
    else if (one.distinct! >= nearlyAll * one.n) found.set(one, identifier(one))
    else found.set(one, manyLevels(one))
  })
  return found
}

/**
 * Whether whole numbers identify their rows: nearly all differ, although their range is so narrow that
 * numbers drawn from it would often collide.
 */
function isNumbered({ column, n, distinct, numbers }: ColumnContents): boolean {
  if (!column.mayIdentify || distinct === null || numbers === null || distinct < nearlyAll * n) return false
  const expected = expectedCollisions(numbers)
  return expected >= fewestCollisions && n - distinct <= expected / fewestCollisions
}

/** Whether whole numbers that all differ are names, as the column says. */
function isNamed({ column, n, distinct }: ColumnContents): boolean {
  return column.mayIdentify && distinct === n && namesRows(column.name)
}

const byName = 'looks like an identifier by its name: every row has another whole number'

/** The mean number of words in the texts of each column. */
async function wordsOf(
  batcher: RequestBatcher,
  texts: readonly ColumnContents[],
  view: View,
): Promise<readonly number[]> {
  // The levels that a source has are those of all rows.
  const sourceLevels = texts.map(({ column }) =>
    view === allRows ? (batcher.source.levelsOf?.(column.column) ?? null) : null,
  )
  const requested = texts.filter(({ levels }, i) => sourceLevels[i] === null && levels !== null)
  const [tables] = await batcher.request([
    requested.map(({ column }) => levelsRequest([column.column], view)),
  ])
  const fetched = new Map(requested.map((one, i) => [one, levelCoding(tables[i][0]).levels]))
  return texts.map((one, i) => meanWords(sourceLevels[i] ?? fetched.get(one) ?? []))
}

function meanWords(texts: readonly Level[]): number {
  const some = texts.slice(0, mostTexts)
  const words = some.reduce((sum: number, text) => sum + String(text).trim().split(/\s+/).length, 0)
  return some.length === 0 ? 0 : words / some.length
}

function identifier({ n, distinct }: ColumnContents): Finding {
  const differ = distinct === n ? 'every row has' : `${distinct} of ${n} rows have`
  return { kind: 'identifier', message: `looks like an identifier: ${differ} another value` }
}

function freeText({ n, distinct }: ColumnContents): Finding {
  return { kind: 'free-text', message: `is free text: ${distinct} different texts in ${n} rows` }
}

function manyLevels({ n, distinct }: ColumnContents): Finding {
  return { kind: 'many-levels', message: `has ${distinct} levels in ${n} rows: few rows share one` }
}
