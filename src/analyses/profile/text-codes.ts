import { singles } from '#core'
import type { Counts, CountsRequest, Level, View } from '#core'
import { namesRows, namesThings } from '#files/cells'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { isCode, mayNameTexts } from './code-values.ts'
import { valuesOfScale } from './contents.ts'
import type { ColumnContents } from './contents.ts'
import type { Matches } from './copies.ts'

/* Numbers that name what a text of the same row names: site 13 is always `Iceland_a`, and no other site is. */

/** Numbers with the column of texts that they name. */
export type TextCodes = ReadonlyMap<ColumnContents, ColumnContents>

/** So few steps may always be a scale with labels: 1 = low, 2 = mid, 3 = high. */
const mostSteps = 7
/** Its numbers are at most this, beside a few codes for no answer, such as 98 and 99. */
const endOfScale = 10
const mostBeyondScale = 2
/** From this share on, texts are amounts or dates, or contain the numbers. */
const mostTexts = 1 / 2

/**
 * Finds numbers that match the texts of another column one to one and are names, as far as can be seen: not
 * the steps of a scale with labels, no amounts by their name or as texts say them too, no years, and none
 * that rise in steps, as doses do. Where several columns of far numbers match one text, such as the rainfall
 * and the inhabitants of a town, they are what is known of it.
 */
export async function codesOfTexts(
  batcher: RequestBatcher,
  matches: Matches,
  isTarget: (one: ColumnContents) => boolean,
  view: View,
): Promise<TextCodes> {
  const pairs = matches.flatMap((group) => {
    const features = group.filter((one) => !isTarget(one))
    const text = features.find(({ column }) => column.type === 'categorical')
    const codes = features.filter(mayBeCodes)
    const sure = codes.length === 1 ? codes : codes.filter(isClear)
    return text ? sure.map((code) => ({ code, text })) : []
  })
  if (pairs.length === 0) return new Map()
  const ofScale = pairs.filter(({ code }) => isRun(code.values!))
  const texts: CountsRequest = {
    kind: 'counts',
    family: singles(pairs.map(({ text }) => text.levels!)),
    view,
  }
  const joint: CountsRequest = {
    kind: 'counts',
    family: { list: ofScale.map(({ code, text }) => [code.levels!, text.levels!]) },
    view,
  }
  const [[tables], joints] = await batcher.request([[texts], ofScale.length > 0 ? [joint] : []])
  const inOrder = new Set(ofScale.filter((_, i) => risesWithNumbers(joints[0][i])))
  return new Map(
    pairs
      .filter(
        (pair, i) =>
          (!isRun(pair.code.values!) || inOrder.has(pair)) && !sayNumbers(tables[i], pair.code.values!),
      )
      .map(({ code, text }) => [code, text]),
  )
}

function mayBeCodes({ column: { type, time, name }, values, numbers }: ColumnContents): boolean {
  if (type !== 'numeric' || time || !values || !numbers || !mayNameTexts(values, numbers)) return false
  // Ages and incomes match persons one to one too.
  return !isScale(values) && (namesRows(name) || namesThings(name))
}

/** Whether their name, or how close they are to each other, says too that numbers are codes. */
function isClear({ column: { name }, values }: ColumnContents): boolean {
  return namesRows(name) || isCode(values!)
}

/** Whether numbers are those of a scale of a few steps, with codes for no answer beyond it. */
function isScale(values: readonly number[]): boolean {
  if (isRun(values)) return values.length <= mostSteps
  const steps = values.filter((value) => value <= endOfScale).length
  const beyond = values.length - steps
  return steps >= 2 && steps <= mostSteps && beyond <= mostBeyondScale
}

/** Whether numbers follow each other without a gap and are no more than those of a scale. */
function isRun(values: readonly number[]): boolean {
  return values.length <= valuesOfScale && values[values.length - 1] - values[0] === values.length - 1
}

/** Whether the texts of a table of numbers and texts, one to one, are in the order of the alphabet. */
function risesWithNumbers({ levels: [numbers, texts], cells }: Counts): boolean {
  const placed = numbers.map((_, row) => texts.findIndex((_, place) => cells[row * texts.length + place] > 0))
  const named = placed.map((place) => String(texts[place]).toLowerCase())
  return named.every((name, i) => i === 0 || named[i - 1] < name)
}

/** Whether most texts begin with a number, or contain the numbers: `34 years` for 34. */
function sayNumbers({ levels: [texts] }: Counts, values: readonly number[]): boolean {
  const wanted = new Set(values)
  const isAmount = (text: Level) => /^\W*\d/.test(String(text))
  const said = new Set(
    texts.flatMap((text) => numbersIn(String(text)).filter((number) => wanted.has(number))),
  )
  return texts.filter(isAmount).length >= mostTexts * texts.length || said.size >= mostTexts * values.length
}

/** The whole numbers in a text, with or without marks of thousands. */
function numbersIn(text: string): readonly number[] {
  return [...text.matchAll(/\d+(?:[.,'’\s]\d{3})*/gu)].map(([digits]) => Number(digits.replace(/\D/g, '')))
}
