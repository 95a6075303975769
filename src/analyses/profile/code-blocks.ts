import type { ColumnContents } from './contents.ts'
import type { Judged, Suspect } from './code-suspects.ts'

/** So many codes stand side by side at most: 96 to 99. */
const mostCodes = 4
/** So many scales share a code of one digit, which is a level in one alone. */
const fewestScales = 3
/** A scale of answers ends at or before this number. */
const mostOfScale = 7
/** With fewer rows a step of a scale may be missing by chance. */
const rowsOfScale = 200
const fewestRows = 3
/** Fewer steps from 1 on may be levels. */
const fewestSteps = 3

/** Numbers whose digits are all alike. */
const sameDigits = /^(\d)\1*$/

/**
 * The codes that stand side by side at an end of a column, from the outermost on: 99, 98, 97, or 99, 88, 77,
 * or −9, −8. One value is no block.
 */
export function blockAt({ values }: ColumnContents, end: Suspect['end']): readonly number[] {
  if (!values) return []
  const below = end === 'min' ? codesBelowScale(values) : []
  if (below.length > 1) return below
  const inward = end === 'min' ? values : values.slice(-mostCodes - 1).reverse()
  let size = 1
  while (size < inward.length && isNeighbour(inward[size - 1], inward[size])) size++
  return size > 1 && size <= mostCodes && values.length - size > 1 ? inward.slice(0, size) : []
}

/**
 * The numbers below 0 of a scale of answers from 1 on, whose steps are all there but 0: −1, or −9 and −2. Empty if there
 * is no such scale, or as many below 0, as from −2 to 2.
 */
export function codesBelowScale(values: readonly number[]): readonly number[] {
  const codes = values.filter((value) => value < 0)
  const steps = values.slice(codes.length)
  const isScale = steps[0] === 1 && steps.length >= fewestSteps && isSteps(steps)
  const areCodes =
    codes.every(Number.isInteger) && codes.length <= mostCodes && codes.length * 2 <= steps.length
  return isScale && areCodes ? codes : []
}

function isNeighbour(outer: number, inner: number): boolean {
  if (!Number.isInteger(outer) || !Number.isInteger(inner) || !(outer * inner > 0)) return false
  if (Math.abs(outer - inner) === 1) return true
  const [a, b] = [outer, inner].map((value) => String(Math.abs(value)))
  return a.length > 1 && a.length === b.length && sameDigits.test(a) && sameDigits.test(b)
}

/**
 * Scales from 0 or 1 to at most 7 that several columns continue, after steps that nobody took, by 9 or by 8
 * and 9: people write so that an answer is missing. A column that goes up to 9 step by step shows that it is an
 * answer.
 */
export function scaleCodes(
  judged: readonly Judged[],
  contents: readonly ColumnContents[],
): readonly Judged[] {
  const codes = [9, 8].map((code) => {
    if (contents.some((one) => goesUpTo(one, code))) return []
    return judged.filter((each) => each.end === 'max' && each.value === code && endsScale(each))
  })
  return codes.filter((found) => new Set(found.map(({ one }) => one)).size >= fewestScales).flat()
}

function endsScale({ one, block, rows }: Judged): boolean {
  if (!one.values || rows < fewestRows) return false
  const steps = one.values.slice(0, -block.length)
  const last = steps[steps.length - 1]
  const untaken = block[block.length - 1] - last - 1
  const isScale = isSteps(steps) && (steps[0] === 0 || steps[0] === 1) && steps.length > 1
  return isScale && last <= mostOfScale && untaken >= (one.n >= rowsOfScale ? 1 : 2)
}

function goesUpTo({ values }: ColumnContents, code: number): boolean {
  if (!values || values.length < 4) return false
  const upTo = values.filter((value) => value <= code)
  return upTo[upTo.length - 1] === code && isSteps(upTo.slice(-4))
}

function isSteps(values: readonly number[]): boolean {
  return values.every((value, i) => Number.isInteger(value) && (i === 0 || value === values[i - 1] + 1))
}
