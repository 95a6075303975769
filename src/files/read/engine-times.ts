import { blanks, missingTest, notATime, TextFormatDetector, timeOfType, undecidedDates } from '#core'
import type { DateOrder, GivenType, TimeKind } from '#core'
import { quotedText } from '#sql'
import type { DuckEngine } from '#sql/on-demand'
import { withFraction } from './engine-seconds.ts'
import type { EngineTexts, FoundColumn } from './engine-texts.ts'
import { anyTimeSql } from './engine-time-texts.ts'

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
