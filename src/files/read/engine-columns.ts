import { nonFiniteWarning, roundedWarning, timeOfType } from '#core'
import { mergedWarning, typeMismatch } from '../cells/column-messages.ts'
import { typeOf } from '../cells/column-types.ts'
import type { TimeKind, Warning } from '#core'
import { columnsPerQuery, quotedName, splitList } from '#sql'
import type { KeyedView } from '#sql'
import type { DuckEngine } from '#sql/on-demand'
import type { ColumnChoice } from '../options/column-choice.ts'
import { numbersOfTexts, rangesOfEngineTexts, withoutNamed } from './engine-texts.ts'
import type { FoundColumn } from './engine-texts.ts'
import { timesOfEngineTexts } from './engine-times.ts'
import { unsuitableColumns } from './engine-types.ts'
import type { Leaf } from './engine-types.ts'
import { jsonColumn } from './json-column.ts'
import { numbersInTexts } from './numbers-as-texts.ts'
import { valuesInTexts } from './typed-texts.ts'

/** Rows that an engine stores or reads, and the expression that is their key. */
export type KeyedRows = Pick<KeyedView, 'from' | 'key' | 'rows'>

/** A column with the type that the engine gives it. */
export interface EngineColumn {
  readonly name: string
  readonly engineType: string
}

/** The columns of a view, in order. */
export async function engineColumns(engine: DuckEngine, from: string): Promise<EngineColumn[]> {
  const rows = await engine.rows(`DESCRIBE SELECT * FROM ${from}`)
  return rows.map(([name, type]) => ({ name: String(name), engineType: String(type) }))
}

/** The columns of some rows, without their key. */
export async function columnsOfRows(
  engine: DuckEngine,
  { from, key }: Pick<KeyedRows, 'from' | 'key'>,
): Promise<EngineColumn[]> {
  return (await engineColumns(engine, from)).filter(({ name }) => name !== key)
}

const whole = /^U?(TINYINT|SMALLINT|INTEGER)$/
const big = /^(U?BIGINT|U?HUGEINT)$/
const fraction = /^(FLOAT|DOUBLE)$/
const decimal = /^DECIMAL/
const moment = /^(DATE|TIMESTAMP|TIME)/
const text = /^(VARCHAR|ENUM|UUID|BOOLEAN)/

/** How rows are named, and which words the user named that mean a missing value. */
interface LabelledRows {
  readonly label: string
  readonly words?: readonly string[] | undefined
}

/** Whether a query made the rows, and the list of a file in which they stand, if they are not all of it. */
interface QueriedRows {
  readonly isOfQuery: boolean
  /** Whether the rows come from a typed file: what its texts look like is said here. */
  readonly isOfTypes: boolean
  readonly inside?: string | undefined
}

/**
 * Gives criba's types to the columns of a typed file or a query; refuses columns that contain neither numbers
 * nor text.
 */
export async function typedColumns(
  engine: DuckEngine,
  { from, key, rows, label, isOfQuery, isOfTypes, words, inside }: KeyedRows & LabelledRows & QueriedRows,
  columns: readonly Leaf[],
  { types }: ColumnChoice,
): Promise<FoundColumn[]> {
  const place = (row: number) => `row ${row + 1} of ${label}`
  const nested = await jsonWithParts(engine, from, columns)
  const unsuitable = columns.filter((column) => !isTaken(column) || nested.includes(column))
  if (unsuitable.length > 0) throw unsuitableColumns(unsuitable, label, { isOfQuery, inside, all: columns })
  const found = new Map<string, FoundColumn>()
  const numbers: EngineColumn[] = []
  for (const column of columns) {
    const { name, engineType } = column
    const cell = quotedName(name)
    const type = typeOf(types, name)
    const isText = text.test(engineType)
    const isNumber = isNumberType(engineType)
    const requested = timeOfType(type)
    const storedTime = timeOf(engineType)
    if (isNumber && requested && requested !== storedTime) throw typeMismatch(name, type!, engineType)
    if (engineType === 'JSON')
      found.set(name, await jsonColumn(engine, { from, key, label, words }, column, types))
    else if (isText && requested) {
      const texts = { from, key, place }
      found.set(name, await timesOfEngineTexts(engine, texts, name, `CAST(${cell} AS VARCHAR)`, type!))
    } else if (isText && type === 'range')
      found.set(
        name,
        await rangesOfEngineTexts(engine, { from, key, place }, name, `CAST(${cell} AS VARCHAR)`),
      )
    else if (isText && type === 'numeric')
      found.set(
        name,
        await numbersOfTexts(engine, { from, key, place, words }, name, `CAST(${cell} AS VARCHAR)`),
      )
    else if (isText) found.set(name, levels(name, `CAST(${cell} AS VARCHAR)`))
    else if (isNumber && type === 'categorical') found.set(name, levels(name, numberText(cell, engineType)))
    else if (isNumber) numbers.push(column)
    else found.set(name, numeric(name, 'CAST(NULL AS DOUBLE)'))
  }
  for (const batch of splitList(numbers, columnsPerQuery(rows))) {
    for (const built of await numericColumns(engine, from, batch)) found.set(built.column.name, built)
  }
  for (const { name, engineType } of numbers) {
    const isWide = big.test(engineType)
      ? found.get(name)!.warnings.length > 0
      : widthOf(engineType) > exactDigits || engineType === 'TIMESTAMP_NS'
    if (!isWide || typeOf(types, name) === 'numeric') continue
    const cell = quotedName(name)
    const value = numberOf(cell, engineType)
    const distinct = `count(DISTINCT ${cell}) > count(DISTINCT ${value})`
    const [[merge]] = await engine.rows(`SELECT ${distinct} FROM ${from}`)
    if (merge)
      found.set(name, { ...levels(name, numberText(cell, engineType)), warnings: [mergedWarning(name)] })
  }
  const texts = columns.filter(
    ({ name, engineType }) => engineType === 'VARCHAR' && typeOf(types, name) === undefined,
  )
  for (const batch of splitList(texts, columnsPerQuery(rows))) {
    for (const [name, warning] of await numbersInTexts(engine, from, batch, words))
      found.set(name, { ...found.get(name)!, warnings: [warning] })
  }
  const unsaid = isOfTypes ? texts.filter(({ name }) => found.get(name)!.warnings.length === 0) : []
  for (const [name, warning] of await valuesInTexts(engine, from, unsaid)) {
    const { column, warnings } = found.get(name)!
    found.set(name, { column, warnings: [...warnings, warning] })
  }
  return columns.map(({ name }) => withoutNamed(found.get(name)!, words))
}

function isNumberType(engineType: string): boolean {
  return (
    [whole, big, fraction, decimal, moment].some((pattern) => pattern.test(engineType)) &&
    !engineType.endsWith(']')
  )
}

/** Whether criba takes the values of a type; those of JSON are looked at. */
function isTaken({ engineType }: EngineColumn): boolean {
  if (engineType.endsWith(']')) return false
  return engineType === 'JSON' || engineType === '"NULL"' || text.test(engineType) || isNumberType(engineType)
}

/** The columns of JSON that hold objects or lists. */
async function jsonWithParts(engine: DuckEngine, from: string, columns: readonly Leaf[]): Promise<Leaf[]> {
  const json = columns.filter(({ engineType }) => engineType === 'JSON')
  if (json.length === 0) return []
  const counts = json.map(({ name }) => `count_if(json_type(${quotedName(name)}) IN ('OBJECT', 'ARRAY'))`)
  const [row] = await engine.rows(`SELECT ${counts.join(', ')} FROM ${from}`)
  return json.filter((_, i) => Number(row[i]) > 0)
}

/** Decimals of so many digits are all different as doubles. */
const exactDigits = 15

/** The digits of a decimal; 0 for other types. */
function widthOf(engineType: string): number {
  return Number(/^DECIMAL\((\d+)/.exec(engineType)?.[1] ?? 0)
}

/**
 * Numeric columns, with warnings that count infinite, NaN and rounded values if the engine's type allows
 * these.
 */
async function numericColumns(
  engine: DuckEngine,
  from: string,
  columns: readonly EngineColumn[],
): Promise<FoundColumn[]> {
  const counts = columns.flatMap(({ name, engineType }) => {
    const cell = quotedName(name)
    if (fraction.test(engineType)) return [`count_if(NOT isfinite(${cell}))`]
    return big.test(engineType) ? [`count_if(abs(${cell}::HUGEINT) > ${Number.MAX_SAFE_INTEGER})`] : []
  })
  const [row] = counts.length > 0 ? await engine.rows(`SELECT ${counts.join(', ')} FROM ${from}`) : [[]]
  let next = 0
  return columns.map(({ name, engineType }) => {
    const built = numeric(name, numberOf(quotedName(name), engineType), timeOf(engineType))
    const warning = fraction.test(engineType)
      ? nonFiniteWarning
      : big.test(engineType)
        ? roundedWarning
        : undefined
    const count = warning ? Number(row[next++]) : 0
    return warning && count > 0 ? { ...built, warnings: [warning(name, count)] } : built
  })
}

function numberOf(cell: string, engineType: string): string {
  // Days or seconds since 1970, or seconds since midnight; infinite dates become NULL.
  if (moment.test(engineType)) return engineType === 'DATE' ? `epoch(${cell}) / 86400` : `epoch(${cell})`
  if (fraction.test(engineType)) return `CASE WHEN isfinite(${cell}) THEN CAST(${cell} AS DOUBLE) END`
  // Parsing a text rounds once; dividing would round twice.
  if (decimal.test(engineType) || engineType.endsWith('HUGEINT'))
    return `CAST(CAST(${cell} AS VARCHAR) AS DOUBLE)`
  return `CAST(${cell} AS DOUBLE)`
}

/** A value as text: a whole number as JavaScript prints it, everything else as the engine prints it. */
export function plainText(cell: string, engineType: string): string {
  const text = `CAST(${cell} AS VARCHAR)`
  return fraction.test(engineType)
    ? `CASE WHEN ${isWhole(cell)} THEN ${wholeText(cell)} ELSE ${text} END`
    : text
}

/**
 * A number as text: a whole number as JavaScript prints it, so that 1.0 is the level 1 in every file format.
 */
function numberText(cell: string, engineType: string): string {
  if (!fraction.test(engineType)) return `CAST(${cell} AS VARCHAR)`
  const value = `CAST(${cell} AS DOUBLE)`
  return `CASE WHEN ${isWhole(value)} THEN ${wholeText(value)} WHEN isfinite(${value}) THEN CAST(${value} AS VARCHAR) END`
}

function isWhole(value: string): string {
  return `abs(${value}) < 1e15 AND ${value} = trunc(${value})`
}

function wholeText(value: string): string {
  return `CAST(CAST(${value} AS BIGINT) AS VARCHAR)`
}

function timeOf(engineType: string): TimeKind | undefined {
  if (!moment.test(engineType)) return undefined
  return engineType === 'DATE' ? 'date' : engineType.startsWith('TIMESTAMP') ? 'datetime' : 'time'
}

function numeric(name: string, sql: string, time?: TimeKind): FoundColumn {
  return { column: { name, type: 'numeric', ...(time && { time }), sql }, warnings: [] as Warning[] }
}

function levels(name: string, sql: string): FoundColumn {
  return { column: { name, type: 'categorical', sql }, warnings: [] as Warning[] }
}
