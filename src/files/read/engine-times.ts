import { timeOfType } from '#core'
import { blanks } from '../cells/text-cells.ts'
import { firstShortYear } from '../cells/day-numbers.ts'
import { missingTest } from '../cells/missing-words.ts'
import { monthNames } from '../cells/month-names.ts'
import { notATime, undecidedDates } from '../cells/column-messages.ts'
import { TextFormatDetector } from '../cells/text-format-detector.ts'
import type { DateOrder, GivenType, TimeKind } from '#core'
import type { TimeFormat } from '../cells/time-format-detector.ts'
import { quotedText } from '#sql'
import type { DuckEngine } from '#sql/on-demand'
import type { EngineTexts, FoundColumn } from './engine-texts.ts'

/**
 * Parses a column of texts (`cell`: a VARCHAR expression) as dates or times of the type the user chose, by
 * the rules of text files; refuses any other text.
 */
export async function timesOfEngineTexts(
  engine: DuckEngine,
  { from, key, place }: EngineTexts,
  name: string,
  cell: string,
  type: GivenType,
): Promise<FoundColumn> {
  const time = timeOfType(type)!
  const isMissing = missingTest()
  const detector = new TextFormatDetector(type, 'unlikely')
  const rows: number[] = []
  let isPlain = true
  const distinct = `SELECT ${cell}, min((${key})::DOUBLE) AS first FROM ${from} WHERE ${cell} IS NOT NULL GROUP BY ALL ORDER BY first`
  for await (const block of engine.blocks(distinct)) {
    const cells = Array.from({ length: block.rows }, (_, i) => String(block.value(0, i)))
    const codes = Uint32Array.from(cells, (_, i) => i)
    detector.add(
      cells.map((text) => (isMissing(text) ? null : text)),
      codes,
      rows.length,
    )
    isPlain &&= cells.every((text) => isMissing(text) || plainTime.test(text.trim()))
    for (let i = 0; i < block.rows; i++) rows.push(Number(block.value(1, i)))
  }
  const { format, why, example } = detector.detect()
  const mismatch = detector.firstTimeMismatch
  if (!format && why !== undefined) throw undecidedDates(name, time, example)
  if (!format && mismatch) throw notATime(name, time, place(rows[mismatch.row]), mismatch.cell)
  const found = format && 'time' in format ? format : { time }
  const text = `trim(${cell}, ${quotedText(blanks)})`
  const sql = isPlain ? timeSql(text, found.time, found.order) : anyTimeSql(text, found)
  return { column: { name, type: 'numeric', time, sql }, warnings: [] }
}

const clock = String.raw`(\d\d?):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(?: ?([aApP])\.?[mM]\.?)?([zZ]|[+-]\d\d(?::?\d\d)?)?`
const dated = String.raw`^(\d+)[-/.](\d+)[-/.](\d+)(?:,?[Tt ]${clock})?$`

/** Times of the forms that `timeSql` reads: with a year of four digits, and without names. */
const plainTime = new RegExp(
  `^${clock}$|^(?:\\d{4}[-/.]\\d+[-/.]\\d\\d?|\\d\\d?[-/.]\\d+[-/.]\\d{4})(?:,?[Tt ]${clock})?$`,
)

/** SQL for the number of a text that is known to be a time; NULL for any other text. */
function timeSql(text: string, time: TimeKind, order: DateOrder | undefined): string {
  const pattern = quotedText(time === 'time' ? `^${clock}$` : dated)
  const part = (group: number) => `regexp_extract(${text}, ${pattern}, ${group})`
  const whole = (sql: string) => `TRY_CAST(${sql} AS BIGINT)`
  if (time === 'time') return withFraction(secondsSql(part, 0), part(4))
  const inOrder = order === 'dmy' ? [3, 2, 1] : [3, 1, 2]
  const year = (group: number) => whole(part(group))
  const [y, m, d] = inOrder.map(
    (group, i) => `CASE WHEN length(${part(1)}) = 4 THEN ${year(i + 1)} ELSE ${year(group)} END`,
  )
  const days = `date_diff('day', DATE '1970-01-01', make_date(${y}, ${m}, ${d}))`
  if (time === 'date') return `CAST(${days} AS DOUBLE)`
  return withFraction(`(${days}) * 86400 + ${secondsSql(part, 3)}`, part(7))
}

/**
 * SQL for seconds since midnight, minus the offset of the time zone, from the groups after the first
 * `before`.
 */
function secondsSql(part: (group: number) => string, before: number): string {
  const number = (group: number) => `coalesce(TRY_CAST(${part(before + group)} AS BIGINT), 0)`
  const hour = before === 0 ? `TRY_CAST(${part(1)} AS BIGINT)` : number(1)
  const half = `lower(${part(before + 5)})`
  const hours = `CASE WHEN ${half} = '' THEN ${hour} ELSE ${hour} % 12 + CASE WHEN ${half} = 'p' THEN 12 ELSE 0 END END`
  const zone = part(before + 6)
  const offset = `coalesce(TRY_CAST(substr(${zone}, 2, 2) AS BIGINT), 0) * 3600 + coalesce(TRY_CAST(replace(substr(${zone}, 4), ':', '') AS BIGINT), 0) * 60`
  const ahead = `CASE WHEN starts_with(${zone}, '-') THEN -1 ELSE 1 END * (${offset})`
  return `(${hours}) * 3600 + ${number(2)} * 60 + ${number(3)} - ${ahead}`
}

/** A time of day in any date, with what follows it; the first group is what comes before. */
const clockWithin = String.raw`(?:^|[ t,:])(\d\d?):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?: ?([ap])\.?m\.?)?(?: ?[a-z]{1,5})?(?: ?([+-]\d\d(?::?\d\d)?))?(?: \([^()]*\))?`
const names = monthNames.map(([name]) => name)
const month = `(?:^|[^a-z])(${names.join('|')})(?:[^a-z]|$)`

/**
 * SQL for the number of a text in any form that `parseTime` and `parseDigits` of core know; NULL for a text
 * of none. The texts are known to have the format: so a few parts decide what they are.
 */
function anyTimeSql(given: string, { time, order, from = firstShortYear }: TimeFormat): string {
  const plain = `lower(strip_accents(${given}))`
  if (time === 'time') return clockSeconds(asClock(plain))
  const text = replaced(plain, clocksAfterDate)
  const hasClock = `regexp_matches(${text}, ${quotedText(clockWithin)})`
  const date = `regexp_replace(${text}, ${quotedText(clockWithin)}, ' ')`
  const parts = `regexp_extract_all(${date}, '[0-9]+')`
  const days = `date_diff('day', DATE '1970-01-01', ${dateSql(date, parts, order, from)})`
  const digits = `regexp_matches(${text}, '^[0-9]{9,}')`
  if (time === 'date') return `CAST(${days} AS DOUBLE)`
  const seconds = `CASE WHEN ${digits} THEN ${unixSql(text)} WHEN ${hasClock} THEN ${days} * 86400 + ${secondsWithin(text)} ELSE ${days} * 86400 END`
  const fraction = `CASE WHEN ${digits} THEN ${unixFraction(text)} ELSE regexp_extract(${text}, ${quotedText(clockWithin)}, 4) END`
  return withFraction(seconds, fraction)
}

function dateSql(date: string, parts: string, order: TimeFormat['order'], from: number): string {
  const part = (i: number) => `${parts}[${i}]`
  const number = (sql: string) => `TRY_CAST(${sql} AS BIGINT)`
  const year = (sql: string) => {
    const y = number(sql)
    return `CASE WHEN length(${sql}) > 2 THEN ${y} ELSE ${from} + ((${y} - ${from}) % 100 + 100) % 100 END`
  }
  const day = (y: string, m: string, d: string) => `make_date(${year(y)}, ${m}, ${d})`
  const count = `len(${parts})`
  const isYearFirst = `length(${part(1)}) = 4`
  const [y, m, d] = { dmy: [3, 2, 1], mdy: [3, 1, 2], ymd: [1, 2, 3] }[order ?? 'ymd']
  const named = monthSql(date)
  const other = (a: string, b: string) => `CASE WHEN ${isYearFirst} THEN ${a} ELSE ${b} END`
  const [first, second] = [other(part(1), part(2)), other(part(2), part(1))]
  const monday = `(make_date(${year(part(1))}, 1, 4) - (isodow(make_date(${year(part(1))}, 1, 4)) - 1)::INTEGER)`
  const week = `${monday} + (${number(part(2))} * 7 - 8 + coalesce(${number(part(3))}, 1))::INTEGER`
  const whole = number(part(1))
  return `CASE
    WHEN ${named} IS NOT NULL AND ${count} = 1 THEN ${day(part(1), named, '1')}
    WHEN ${named} IS NOT NULL THEN ${day(first, named, number(second))}
    WHEN regexp_matches(${date}, '^([0-9]{4}.?|[0-9])?q') THEN ${day(first, `3 * ${number(second)} - 2`, '1')}
    WHEN contains(${date}, 'w') THEN ${week}
    WHEN ${count} = 2 THEN ${day(first, number(second), '1')}
    WHEN ${count} = 1 THEN make_date(${whole} // 10000, ${whole} // 100 % 100, ${whole} % 100)
    WHEN ${isYearFirst} THEN ${day(part(1), number(part(2)), number(part(3)))}
    ELSE ${day(part(y), number(part(m)), number(part(d)))} END`
}

/** The number of the last month that a text names: a day of the week before may have the same name. */
function monthSql(date: string): string {
  const numbers = monthNames.map(([, number]) => number).join(', ')
  const name = `regexp_extract_all(${date}, ${quotedText(month)}, 1)[-1]`
  return `[${numbers}][list_position([${names.map(quotedText).join(', ')}], ${name})]`
}

/** What stands between a date and a time, and the end of a date whose year or day is written last. */
const between = String.raw`(?:t|[ ,]+(?:(?:at|um|alle|ore|las?|as?|kl\.?) )*)`
const endOfDate = String.raw`(\d{4}|[-/. ]\d\d?)`
/** Times behind a date as a colon has them, as `withColon` and `hourAfterDate` of cells/ do. */
const clocksAfterDate = [
  [String.raw`^((?:19|20)\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$`, String.raw`\1-\2-\3 \4:\5:\6`],
  [String.raw`^((?:19|20)\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$`, String.raw`\1-\2-\3 \4:\5`],
  [String.raw`^(\d{4})_([a-z]{3})_(\d\d)_(\d\d)(\d\d)$`, String.raw`\1-\2-\3 \4:\5`],
  [String.raw`_(\d\d)h(\d\d)\.(\d\d)(\.\d{1,6})$`, String.raw` \1:\2:\3\4`],
  [String.raw`${endOfDate}${between}(\d\d?)\.(\d\d)\.(\d\d)(?: ?uhr\.?)?$`, String.raw`\1 \2:\3:\4`],
  [String.raw`${endOfDate}${between}(\d\d)\.(\d\d)(?: ?uhr\.?)?$`, String.raw`\1 \2:\3`],
  [String.raw`${endOfDate}${between}(\d\d?) ?h ?(\d\d) ?(?:m|min)?$`, String.raw`\1 \2:\3`],
  [String.raw`${endOfDate}${between}(\d\d?) ?(?:h|uhr)?$`, String.raw`\1 \2:00`],
] as const

/** `18.00.00`, `8.15`, `8.15 uhr` and `8 uhr` as times of day with colons. */
function asClock(text: string): string {
  return replaced(text, [
    [String.raw`^(\d\d)\.(\d\d)\.(\d\d)$`, String.raw`\1:\2:\3`],
    [String.raw`^(\d\d?)[.:,](\d\d)(?: ?uhr)?$`, String.raw`\1:\2`],
    [String.raw`^(\d\d?)[.,](\d)$`, String.raw`\1:\2` + '0'],
    [String.raw`^(\d\d?)(?: ?uhr)?$`, String.raw`\1:00`],
  ])
}

function replaced(text: string, forms: readonly (readonly [string, string])[]): string {
  return forms.reduce(
    (sql, [form, to]) => `regexp_replace(${sql}, ${quotedText(form)}, ${quotedText(to)})`,
    text,
  )
}

function clockSeconds(text: string): string {
  return withFraction(secondsWithin(text), `regexp_extract(${text}, ${quotedText(clockWithin)}, 4)`)
}

/** Seconds since midnight, minus the offset of the time zone. */
function secondsWithin(text: string): string {
  const part = (group: number) => `regexp_extract(${text}, ${quotedText(clockWithin)}, ${group})`
  const number = (sql: string) => `coalesce(TRY_CAST(${sql} AS BIGINT), 0)`
  const hour = number(part(1))
  const hours = `CASE WHEN ${part(5)} = '' THEN ${hour} ELSE ${hour} % 12 + CASE WHEN ${part(5)} = 'p' THEN 12 ELSE 0 END END`
  const zone = part(6)
  const offset = `${number(`substr(${zone}, 2, 2)`)} * 3600 + ${number(`replace(substr(${zone}, 4), ':', '')`)} * 60`
  return `(${hours}) * 3600 + ${number(part(2))} * 60 + ${number(part(3))} - CASE WHEN starts_with(${zone}, '-') THEN -1 ELSE 1 END * (${offset})`
}

/** How many of the digits of a number since 1970 are parts of a second: 0, 3, 6 or 9. */
function unixPlaces(text: string): string {
  return `((length(regexp_extract(${text}, '^[0-9]+')) - 8) // 3 * 3)`
}

function unixSql(text: string): string {
  const whole = `regexp_extract(${text}, '^[0-9]+')`
  return `TRY_CAST(substr(${whole}, 1, length(${whole}) - ${unixPlaces(text)}) AS BIGINT)`
}

function unixFraction(text: string): string {
  const whole = `regexp_extract(${text}, '^[0-9]+')`
  return `left(concat(right(${whole}, ${unixPlaces(text)}), regexp_extract(${text}, ${quotedText(String.raw`\.(\d+)$`)}, 1)), 9)`
}

/** SQL for whole seconds plus a fraction given by its digits; parsed from text, which rounds once. */
function withFraction(seconds: string, fraction: string): string {
  const decimal = 'DECIMAL(28, 9)'
  return `CAST(CAST(CAST(${seconds} AS ${decimal}) + CAST(concat('0.', ${fraction}, '0') AS ${decimal}) AS VARCHAR) AS DOUBLE)`
}
