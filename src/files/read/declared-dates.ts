import { categoricalColumn, numericColumn } from '../cells/build-column.ts'
import { clockOf, exactSeconds } from '../cells/clock-texts.ts'
import { dayNumber, firstShortYear, fullYear } from '../cells/day-numbers.ts'
import { missingTest } from '../cells/missing-words.ts'
import { monthOf, plainLetters } from '../cells/month-names.ts'
import type { BuiltColumn, TimeKind, Warning } from '#core'

/**
 * A column of dates by the pattern that its file declares. If criba does not read the pattern, or if some
 * cells do not fit it, the column is categorical, and a warning says why.
 */
export function declaredDates(
  name: string,
  texts: readonly (string | null)[],
  pattern: string,
  place: (row: number) => string,
): BuiltColumn {
  const isMissing = missingTest()
  const cells = texts.map((text) => (text === null || isMissing(text) ? null : text))
  const dates = datePattern(pattern)
  if (!dates) return asLevels(name, texts, `criba does not read its pattern ${pattern}`)
  const values = cells.map((cell) => (cell === null ? null : dates.parse(cell)))
  const isUnfit = (row: number) => cells[row] !== null && values[row] === null
  const unfit = [...cells.keys()].filter(isUnfit)
  if (unfit.length > 0) {
    const first = `first: ${place(unfit[0])}, ${JSON.stringify(cells[unfit[0]])}`
    return asLevels(name, texts, `${unfit.length} cells do not fit its pattern ${pattern} (${first})`)
  }
  const built = numericColumn(name, cells.length, (row) => values[row])
  return { ...built, column: { ...built.column, time: dates.time } }
}

function asLevels(name: string, cells: readonly (string | null)[], why: string): BuiltColumn {
  const { column } = categoricalColumn(name, cells.length, (row) => cells[row])
  const message = `column ${name}: declared as dates, read as categorical, because ${why}; --types with date or datetime reads other forms`
  const warning: Warning = { code: 'unread-dates', column: name, message }
  return { column, warnings: [warning] }
}

/** How texts of a declared pattern become numbers. */
interface DatePattern {
  readonly time: TimeKind
  /** Days or seconds since 1970, or seconds since midnight; `null` if the text does not fit. */
  parse(text: string): number | null
}

/** The pattern of ARFF where a file declares none. */
export const defaultPattern = "yyyy-MM-dd'T'HH:mm:ss"

/** What the letters of a pattern stand for; others, such as eras and weeks, are not read. */
const expressions: Readonly<Record<string, string>> = {
  y: String.raw`\d{4}|\d\d`,
  M: String.raw`\d\d?|[a-z]{3,10}\.?`,
  d: String.raw`\d\d?`,
  H: String.raw`\d\d?`,
  h: String.raw`\d\d?`,
  m: String.raw`\d\d?`,
  s: String.raw`\d\d?`,
  S: String.raw`\d{1,9}`,
  a: '[ap]m',
  E: String.raw`[a-z]{2,10}\.?`,
  z: String.raw`z|utc|gmt|[+-]\d\d:?\d\d`,
}

/** Letters with the same meaning. */
const same: Readonly<Record<string, string>> = { u: 'y', L: 'M', Z: 'z', X: 'z' }
const clockLetters = ['H', 'h', 'm', 's', 'S']

/**
 * Reads a pattern of Java's `SimpleDateFormat`, such as `yyyy-MM-dd HH:mm:ss` or `d MMM yy`; `null` if it has
 * a part that criba does not read. A part next to another one has as many digits as it has letters.
 */
function datePattern(pattern: string): DatePattern | null {
  const tokens = pattern.match(/'(?:[^']|'')*'|([A-Za-z])\1*|[^A-Za-z']+/g) ?? []
  if (tokens.join('') !== pattern) return null
  const letters: string[] = []
  let source = ''
  for (const [i, token] of tokens.entries()) {
    if (!/^[A-Za-z]/.test(token)) {
      source += escaped(
        plainLetters(token === "''" ? "'" : token.replace(/^'|'$/g, '').replaceAll("''", "'")),
      )
      continue
    }
    const letter = same[token[0]] ?? token[0]
    const expression = expressions[letter]
    if (expression === undefined || letters.includes(letter)) return null
    const isBesideAnother = [tokens[i - 1], tokens[i + 1]].some((other) => other && /^[A-Za-z]/.test(other))
    const isName = /[Ea]/.test(letter) || (letter === 'M' && token.length > 2) || letter === 'z'
    source += isBesideAnother && !isName ? String.raw`(\d{${token.length}})` : `(${expression})`
    letters.push(letter)
  }
  const time = timeOf(letters)
  const whole = new RegExp(`^${source}$`)
  return time && { time, parse: (text) => numberOf(time, letters, whole.exec(plainLetters(text.trim()))) }
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
}

function timeOf(letters: readonly string[]): TimeKind | null {
  const hasClock = clockLetters.some((letter) => letters.includes(letter))
  if (letters.includes('y')) return hasClock ? 'datetime' : 'date'
  // A day without a year is no date.
  return hasClock && !['M', 'd', 'E', 'z'].some((letter) => letters.includes(letter)) ? 'time' : null
}

function numberOf(time: TimeKind, letters: readonly string[], found: RegExpExecArray | null): number | null {
  if (!found) return null
  const part = (letter: string) => (letters.includes(letter) ? found[letters.indexOf(letter) + 1] : undefined)
  const month = part('M') ?? '1'
  const year = Number(part('y') ?? 1970)
  const y = part('y')?.length === 2 ? fullYear(year, firstShortYear) : year
  const days = dayNumber(y, monthOf(month.replace('.', '')) ?? Number(month), Number(part('d') ?? 1))
  if (days === null) return null
  if (time === 'date') return days
  const [minute, second] = [part('m') ?? '0', part('s') ?? '0']
  if (Number(minute) > 59 || Number(second) > 59) return null
  const zone = part('z')
  const offset = zone !== undefined && /^[+-]/.test(zone) ? zone : undefined
  const half = part('a')?.[0]
  const clock = clockOf([
    part('H') ?? part('h') ?? '0',
    minute,
    second,
    part('S') ?? '',
    half,
    undefined,
    offset,
  ])
  if (clock === null) return null
  return exactSeconds((time === 'time' ? 0 : days * 86400) + clock.seconds, clock.fraction)
}
