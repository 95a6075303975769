import { singles } from '#core'
import type { CountsRequest, Finding, Variable, View } from '#core'
import { levelsRequest } from '../scope/level-codings.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import {
  isCodeAlone,
  isCodeToo,
  isWritten,
  judge,
  mayBeAloneBelow,
  scaleCodes,
  spike,
  suspectsIn,
} from './code-suspects.ts'
import type { Judged } from './code-suspects.ts'
import { afterScale, findingOf } from './code-warnings.ts'
import type { Code } from './code-warnings.ts'
import type { ColumnContents } from './contents.ts'
import { lookAtFirstRows } from './first-rows.ts'
import { loneZeros } from './lone-zeros.ts'
import { mayBeRareCode, rareCodes } from './rare-codes.ts'
import { aroundOf, equalTo, nearTo, othersBelowOf, partedOf } from './suspect-places.ts'
import type { Suspect } from './suspect-places.ts'

/** Of a number that people write for missing one column is evidence, of any other so many. */
const fewestColumns = 2
/** Inside a column these are numbers like others, whatever they are in other columns. */
const usualInside: ReadonlySet<number> = new Set([-1, 0, 1])

/**
 * Columns with a number that may stand for a missing value (user-missing values of SPSS): one at an end of
 * the column that comes again and is far from all others, such as −1, −999, 99 or 9999.9, or 0 where it is
 * impossible; or one that is such a number in other columns. `all`: every column, identifiers too, which may
 * have it as a number like others.
 */
export async function missingValueCodes(
  batcher: RequestBatcher,
  contents: readonly ColumnContents[],
  view: View,
  all: readonly ColumnContents[] = contents,
): Promise<ReadonlyMap<ColumnContents, Finding>> {
  const suspects = suspectsIn(contents)
  const near = await nearOthers(batcher, suspects, view)
  const first = await judgedOf(
    batcher,
    suspects.filter((suspect) => !near.has(suspect)),
    view,
  )
  const alone = [...first.values()].filter(isCodeAlone)
  const rare = rareCodes([...first.values()])
  const shared = new Set([...sharedOf(alone), ...rare])
  const isShared = ({ block }: Suspect) => block.every((value) => shared.has(value))
  const second = await judgedOf(batcher, [...near].filter(isShared), view)
  const judged = suspects.flatMap((suspect) => first.get(suspect) ?? second.get(suspect) ?? [])
  const found = new Map<ColumnContents, Code>()
  const add = (one: ColumnContents, codes: readonly number[], rows: number, where: string) => {
    if (!found.has(one)) found.set(one, { codes, rows, where })
  }
  for (const { one, block, rows } of alone) add(one, block, rows, farAway)
  const below = judged.filter((each) => mayBeAloneBelow(each) && !found.has(each.one))
  for (const { one, block, rows } of await aloneBelow(batcher, below, view)) add(one, block, rows, onlyBelow)
  for (const { one, block, rows } of judged.filter((each) => isShared(each) && isCodeToo(each)))
    add(one, block, rows, asElsewhere)
  for (const { one, block, rows } of judged.filter((each) => rare.has(each.value) && mayBeRareCode(each)))
    add(one, block, rows, asElsewhere)
  for (const { one, block, rows } of scaleCodes(judged, contents)) add(one, block, rows, afterScale)
  const inside = contents.flatMap((one) => {
    if (!one.numbers || one.column.time || found.has(one)) return []
    const { min, max } = one.numbers
    return [...shared]
      .filter((value) => !usualInside.has(value) && min < value && value < max)
      .map((value) => ({ one, value }))
  })
  const around = await countsOf(
    batcher,
    // The numbers beside it on a scale are near.
    inside.map(({ one, value }) => aroundOf(one, value, 1.5)),
    view,
  )
  inside.forEach(({ one, value }, i) => {
    const rows = spike(around[i])
    if (rows !== null) add(one, [value], rows, asElsewhere)
  })
  const open = contents.filter((one) => !found.has(one))
  for (const { one, rows } of await loneZeros(batcher, open, view)) add(one, [0], rows, farBelow)
  const values = [...new Set([...found.values()].flatMap(({ codes }) => codes))]
  const elsewhere = await withValue(
    batcher,
    values,
    all.filter((one) => !found.has(one)),
    view,
  )
  return new Map([...found].map(([one, code]) => [one, findingOf(one.column.name, code, elsewhere)]))
}

/** The names of the columns that have each of some values. */
async function withValue(
  batcher: RequestBatcher,
  values: readonly number[],
  contents: readonly ColumnContents[],
  view: View,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const places = values.flatMap((value) =>
    contents.flatMap((one) => {
      const { min = Infinity, max = -Infinity } = one.column.time ? {} : (one.numbers ?? {})
      return min <= value && value <= max && min < max ? [{ one, value }] : []
    }),
  )
  const counts = await countsOf(
    batcher,
    places.map(({ one, value }) => equalTo(one, value)),
    view,
  )
  const having = places.filter((_, i) => counts[i][1] > 0)
  const texts = values.length > 0 ? await textsWith(batcher, contents, view) : []
  return new Map(
    values.map((value) => [
      value,
      [
        ...having.filter((one) => one.value === value).map(({ one }) => one.column.name),
        ...texts.filter(({ levels }) => levels.has(value)).map(({ name }) => name),
      ],
    ]),
  )
}

/** The levels of more texts are no codes. */
const mostLevels = 1000

/** The levels that are numbers, of columns of texts. */
async function textsWith(
  batcher: RequestBatcher,
  contents: readonly ColumnContents[],
  view: View,
): Promise<readonly { readonly name: string; readonly levels: ReadonlySet<number> }[]> {
  const texts = contents.filter(
    ({ column: { type }, distinct }) => type === 'categorical' && distinct !== null && distinct <= mostLevels,
  )
  if (texts.length === 0) return []
  const places = texts.map(({ column }) => column.column)
  const [[tables]] = await batcher.request([[levelsRequest(places, view)]])
  return texts.map(({ column: { name } }, i) => ({ name, levels: new Set(tables[i].levels[0].map(Number)) }))
}

/** The suspects that first rows show to be too near to others to be codes alone. */
async function nearOthers(
  batcher: RequestBatcher,
  suspects: readonly Suspect[],
  view: View,
): Promise<ReadonlySet<Suspect>> {
  const likely = suspects.flatMap((suspect) => {
    const ends = nearTo(suspect)
    return ends ? [{ suspect, ends }] : []
  })
  const near = new Set<Suspect>()
  const columns = likely.map(({ suspect: { one } }) => one.column)
  await lookAtFirstRows(batcher, columns, view, (values, place) => {
    const { suspect, ends } = likely[place]
    if (values.hasWithin(...ends)) near.add(suspect)
  })
  return near
}

async function judgedOf(
  batcher: RequestBatcher,
  suspects: readonly Suspect[],
  view: View,
): Promise<ReadonlyMap<Suspect, Judged>> {
  const cells = await countsOf(batcher, suspects.map(partedOf), view)
  return new Map(suspects.map((suspect, i) => [suspect, judge(suspect, cells[i])]))
}

/** Of numbers below 0 those that are alone there and far more frequent than the values near them. */
async function aloneBelow(
  batcher: RequestBatcher,
  judged: readonly Judged[],
  view: View,
): Promise<readonly Judged[]> {
  const around = await countsOf(
    batcher,
    judged.map(({ one, value }) => aroundOf(one, value)),
    view,
  )
  const others = await countsOf(
    batcher,
    judged.map(({ one, value }) => othersBelowOf(one, value)),
    view,
  )
  return judged.filter((_, i) => others[i][1] === 0 && spike(around[i]) !== null)
}

const farAway = 'far from all its other values'
const farBelow = 'far below all its other values'
const onlyBelow = 'alone below 0 and far more often than values near it'
const asElsewhere = 'as other columns do where it is far from all others'

/** The values that are evidence for other columns too. */
function sharedOf(alone: readonly Judged[]): ReadonlySet<number> {
  const columns = new Map<number, number>()
  for (const { block } of alone) for (const value of block) columns.set(value, (columns.get(value) ?? 0) + 1)
  return new Set(
    [...columns.keys()].filter((value) => isWritten(value) || columns.get(value)! >= fewestColumns),
  )
}

async function countsOf(
  batcher: RequestBatcher,
  each: readonly Variable[],
  view: View,
): Promise<Uint32Array[]> {
  if (each.length === 0) return []
  const request: CountsRequest = { kind: 'counts', family: singles(each), view }
  const [tables] = await batcher.requestOnce([request])
  return tables.map(({ cells }) => Uint32Array.from(cells))
}
