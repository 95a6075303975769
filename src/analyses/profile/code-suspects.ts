import { valuesOfScale } from './contents.ts'
import type { ColumnContents } from './contents.ts'
import { gaps } from './suspect-places.ts'
import type { Suspect } from './suspect-places.ts'

/** A number that stands for a missing value does so in as many rows or more: fewer may be slips. */
export const fewestRows = 3
/** Of numbers above 0 smaller ones are levels like others: 9 after 0 and 1. */
const leastAbove = 88
/** A number such as 777 that is far from all others is a code if it comes so many times as often; 99 may be a price. */
const timesOfOthers = 2
const leastRepeated = 111
/** A scale of answers ends at or before this number. */
const mostOfAnswers = 10
/** Numbers of which all digits are 9, or all 8. */
const sameDigits = /^([89])\1*(?:\.\1+)?$/
/** A suspect with what its counts say. */
export interface Judged extends Suspect {
  readonly rows: number
  /** The largest of `gaps` by which it is apart from the next value, in ranges of all others; 0 for less. */
  readonly gap: number
  /** Mean and standard deviation of all other values, and how many rows have them. */
  readonly mean: number
  readonly sd: number
  readonly others: number
}

/** −1, or a number below 0 or above 87 of nines or of eights: how people write that a value is missing. */
export function isWritten(value: number): boolean {
  if (value >= 0 && value < leastAbove) return false
  return value === -1 || ((value < 0 || value >= leastAbove) && sameDigits.test(String(Math.abs(value))))
}

/** The values at the ends of columns that may be far from all others. */
export function suspectsIn(contents: readonly ColumnContents[]): readonly Suspect[] {
  const withEnds = contents.filter(({ numbers, column }) => numbers !== null && !column.time)
  const blocks: Suspect[] = []
  const singles: Suspect[] = []
  for (const one of withEnds) {
    for (const end of ['min', 'max'] as const) {
      const value = one.numbers![end]
      const block = blockAt(one, end)
      if (block.length > 1) blocks.push({ one, value, end, block })
      if (mayBeCode(value, end)) singles.push({ one, value, end, block: [value] })
    }
  }
  // Several side by side come first: of them all, one is too near to the next to be found.
  return [...blocks, ...singles].filter(mayBeApart)
}

/** Whether a value looks like a code. Measurements end at no round number below 0. */
function mayBeCode(value: number, end: Suspect['end']): boolean {
  if (isWritten(value)) return true
  return Number.isInteger(value) && (end === 'max' || value <= 0)
}

/** Whether the value may be apart from the others; of unknown values each may. */
function mayBeApart({ one, value, end, block }: Suspect): boolean {
  const { numbers, listed: values } = one
  if (!values || (end === 'min' && isWritten(value) && value < 0 && values[1] >= 0)) return true
  const { min, max } = numbers!
  const size = block.length
  if (values.length < size + 2) return false
  // On a scale 0 is a step, and a number above 0 is one too unless it is apart by the range of all others, or
  // continues scales in several columns. Half the range leaves room for rounding.
  const maybeStep = size === 1 && value >= 0 && isScale(one)
  if (maybeStep && value === 0) return false
  const least = maybeStep && !codesOfScale.includes(value) ? 0.5 : gaps[0]
  const inner = block[size - 1]
  if (end === 'min') return values[size] - inner > least * (max - values[size])
  const next = values[values.length - 1 - size]
  return inner - next > least * (next - min)
}

/** What the counts of `partedOf` say of a suspect. */
export function judge(suspect: Suspect, cells: ArrayLike<number>): Judged {
  const counts = suspect.end === 'min' ? Array.from(cells) : Array.from(cells).reverse()
  const [rows, ...between] = counts
  // Nothing lies between the value and the place of a gap.
  const taken = between.findIndex((count) => count > 0)
  const gap = taken <= 0 ? 0 : gaps[taken - 1]
  const { n, mean, m2 } = suspect.one.numbers!
  const others = n - rows
  const away = suspect.value - mean
  const rest = others > 0 ? Math.max(0, m2 - ((rows * n) / others) * away * away) : 0
  return {
    ...suspect,
    rows,
    gap,
    others,
    mean: others > 0 ? mean - (rows / others) * away : suspect.value,
    sd: Math.sqrt(rest / Math.max(1, others)),
  }
}

/**
 * Whether a value is a code by its own column: as people write them, half or once their range away from all
 * others; below 0 among numbers that are not, half their range; above 0 three ranges, or one if it comes far
 * more often than others; 0 where it is impossible. A few whole numbers are a scale, on which a code is below 0
 * and away from the steps, or one digit again and again; of answers from 1 on each number below 0 is one.
 */
export function isCodeAlone(judged: Judged): boolean {
  const { value, end, gap, rows, one } = judged
  if (rows < fewestRows || !othersDiffer(judged)) return false
  if (end === 'min' && one.listed && codesBelowScale(one.listed).length === judged.block.length) return true
  if (isWritten(value)) return gap >= (value < -1 ? 0.5 : 1)
  if (judged.block.length > 1) return areBelowAmounts(judged)
  if (value < -1 && end === 'min') {
    // Beside two values it is a third, such as -18 °C beside 2 and 4.
    const areSteps = one.listed !== null && one.listed.length > fewestSteps
    if (isScale(one)) return areSteps && gap >= 0.5 && isOffSteps(one) && one.listed[1] >= 0
    return gap >= (othersArePositive(judged) ? 0.5 : 1)
  }
  if (isScale(one)) return gap >= 1 && isBesideSteps(judged)
  if (value === 0) return gap >= 1 || (gap >= 0.2 && isRare(judged) && isFarBelow(judged, 3.5))
  return rows >= 2 * fewestRows && (gap >= 3 || (gap >= 1 && isRepeated(judged)))
}

/** Whether a value of equal digits comes far more often than each of the others on average. */
function isRepeated({ value, rows, others, one }: Judged): boolean {
  const distinct = one.listed?.length ?? one.distinct
  return (
    value >= leastRepeated &&
    digitRepeated.test(String(value)) &&
    distinct !== null &&
    rows * (distinct - 1) >= timesOfOthers * others
  )
}

/** Whether a number such as 77 stands above the steps of a scale, which are all there. */
function isBesideSteps({ value, end, one, rows }: Judged): boolean {
  const steps = one.listed!.slice(0, -1)
  const isCode = end === 'max' && value > 9 && digitRepeated.test(String(value))
  return isCode && rows >= 2 * fewestRows && steps.length >= fewestSteps && isSteps(steps)
}

/**
 * Whether codes below 0 that nobody writes alone, such as −3 to −1, stand side by side far below amounts;
 * steps from −2 to 2 are a scale.
 */
function areBelowAmounts({ end, gap, block, one, value }: Judged): boolean {
  const next = one.listed![block.length]
  if (one.numbers!.max === -value) return false
  return end === 'min' && block[block.length - 1] < 0 && next >= 0 && gap >= 1
}

/**
 * Whether a number below 0, as people write for missing, may be alone there among numbers that are no scale.
 */
export function mayBeAloneBelow({ value, end, block, one, rows }: Judged): boolean {
  if (end !== 'min' || block.length > 1 || value >= 0 || !isWritten(value)) return false
  return rows >= 2 * fewestRows && one.listed !== null && !isScale(one)
}

/** Whether a value that is a code in other columns is one here too: less of a gap will do, or of rows. */
export function isCodeToo(judged: Judged): boolean {
  const { value, gap, rows, one } = judged
  const areEnough = rows >= fewestRows || (rows === fewestRows - 1 && isFarFromAll(judged))
  if (!areEnough || !othersDiffer(judged)) return false
  if (value === 0) return !isScale(one) && gap >= 0.05 && isFarBelow(judged, 2.5)
  if (isStepBelow(judged)) return false
  return gap >= (value < -1 ? 0.05 : isScale(one) ? 1 : 0.2)
}

/** Whether a number that people write for missing is far below all others, or far above a scale of answers. */
function isFarFromAll({ value, gap, one: { listed } }: Judged): boolean {
  if (!isWritten(value) || value === -1 || gap < 1) return false
  return value < 0 || (listed !== null && listed.at(-2)! <= mostOfAnswers)
}

/** Whether the next step of a scale that begins below 0 follows: −8 after −9. */
function isStepBelow({ value, end, block, one: { listed } }: Judged): boolean {
  return (
    end === 'min' && value < -1 && listed !== null && listed[block.length] === block[block.length - 1] + 1
  )
}

/** Amounts that are 0 in many rows have nothing to lack. */
function isRare({ rows, others }: Judged): boolean {
  return rows * 3 <= others
}

/** Whether the least value is farther from the next than three steps between others. */
function isOffSteps({ listed: values }: ColumnContents): boolean {
  const [least, ...others] = values!
  const step = others.reduce((most, value, i) => (i === 0 ? most : Math.max(most, value - others[i - 1])), 0)
  return others[0] - least > 3 * step
}

function isFarBelow({ value, mean, sd }: Judged, times: number): boolean {
  return mean - value >= times * sd
}

/** The value farthest from a suspect lies on the other side of 0, or at it. */
export function othersArePositive({ value, gap, one }: Judged): boolean {
  const { max } = one.numbers!
  // The next value is at least this.
  return (value + gap * max) / (1 + gap) >= 0 || (one.listed !== null && one.listed[1] >= 0)
}

/** Whether few different values are known. */
function isScale({ listed }: ColumnContents): boolean {
  return listed !== null && listed.length <= valuesOfScale
}

/** Whether the others are not one value: two values far apart are two levels. */
export function othersDiffer({ one: { numbers, listed: values }, value, end, mean, block }: Judged): boolean {
  if (block.length > 1) return values!.length > block.length + 1
  const { min, max } = numbers!
  const other = end === 'min' ? max : min
  return value !== other && Math.abs(mean - other) > 1e-9 * (max - min)
}

/** The rows of a value inside a column, if it comes far more often than those beside it. */
export function spike([, left, rows, right]: ArrayLike<number> & Iterable<number>): number | null {
  return rows >= 2 * fewestRows && rows >= 3 * (left + right) ? rows : null
}

/** So many codes stand side by side at most: 96 to 99. */
const mostCodes = 4
/** How people write after a scale that an answer is missing. */
const codesOfScale: readonly number[] = [9, 8]
/** So many scales share a code of one digit, which is a level in one alone. */
const fewestScales = 3
/** A scale of answers ends at or before this number. */
const mostOfScale = 7
/** With fewer rows a step of a scale may be missing by chance. */
const rowsOfScale = 200
const fewestOfBlock = 3
/** Fewer steps from 1 on may be levels. */
const fewestSteps = 3

/** −99, −98 and −96, of which not all are used. */
const endOfNines = /^-9+\d$/

/** Numbers whose digits are all alike. */
const digitRepeated = /^(\d)\1*$/

/**
 * The codes that stand side by side at an end of a column, from the outermost on: 99, 98, 97, or 99, 88, 77,
 * or −9, −8. One value is no block.
 */
function blockAt({ listed: values }: ColumnContents, end: Suspect['end']): readonly number[] {
  if (!values) return []
  const below = end === 'min' ? codesBelowScale(values) : []
  if (below.length > 1) return below
  const inward = end === 'min' ? values : values.slice(-mostCodes - 1).reverse()
  let size = 1
  while (size < inward.length && isNeighbour(inward[size - 1], inward[size])) size++
  return size > 1 && size <= mostCodes && values.length - size > 1 ? inward.slice(0, size) : []
}

/**
 * The numbers below 0 of a scale of answers from 1 on, whose steps are all there but 0: −1, or −9 and −2.
 * Empty if there is no such scale, or as many below 0, as from −2 to 2.
 */
function codesBelowScale(values: readonly number[]): readonly number[] {
  const codes = values.filter((value) => value < 0)
  const steps = values.slice(codes.length)
  const isScale = steps[0] === 1 && steps.length >= fewestSteps && isSteps(steps)
  const areCodes =
    codes.every(Number.isInteger) && codes.length <= mostCodes && codes.length * 2 <= steps.length
  return isScale && areCodes ? codes : []
}

function isNeighbour(outer: number, inner: number): boolean {
  if (!Number.isInteger(outer) || !Number.isInteger(inner) || !(outer * inner > 0)) return false
  if (Math.abs(outer - inner) === 1 || (endOfNines.test(String(outer)) && endOfNines.test(String(inner))))
    return true
  const [a, b] = [outer, inner].map((value) => String(Math.abs(value)))
  return a.length > 1 && a.length === b.length && digitRepeated.test(a) && digitRepeated.test(b)
}

/**
 * Scales from 0 or 1 to at most 7 that several columns continue, after steps that nobody took, by 9 or by 8
 * and 9: people write so that an answer is missing. A column that goes up to 9 step by step shows that it is
 * an answer.
 */
export function scaleCodes(
  judged: readonly Judged[],
  contents: readonly ColumnContents[],
): readonly Judged[] {
  const codes = codesOfScale.map((code) => {
    if (contents.some((one) => goesUpTo(one, code))) return []
    return judged.filter((each) => each.end === 'max' && each.value === code && endsScale(each))
  })
  return codes.filter((found) => new Set(found.map(({ one }) => one)).size >= fewestScales).flat()
}

function endsScale({ one, block, rows }: Judged): boolean {
  if (!one.listed || rows < fewestOfBlock) return false
  const steps = one.listed.slice(0, -block.length)
  const last = steps[steps.length - 1]
  const untaken = block[block.length - 1] - last - 1
  const isScale = isSteps(steps) && (steps[0] === 0 || steps[0] === 1) && steps.length > 1
  return isScale && last <= mostOfScale && untaken >= (one.n >= rowsOfScale ? 1 : 2)
}

function goesUpTo({ listed: values }: ColumnContents, code: number): boolean {
  if (!values || values.length < 4) return false
  const upTo = values.filter((value) => value <= code)
  return upTo[upTo.length - 1] === code && isSteps(upTo.slice(-4))
}

function isSteps(values: readonly number[]): boolean {
  return values.every((value, i) => Number.isInteger(value) && (i === 0 || value === values[i - 1] + 1))
}
