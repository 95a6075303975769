import {
  decimalCommaWarning,
  isNearlyNumeric,
  mixedWarning,
  nonFiniteWarning,
  notANumber,
  roundedWarning,
} from '../../columns/notices.ts'
import { blanks, missingTexts, numberSource, wholeSource } from '../../columns/text-cells.ts'
import type { ColumnType } from '../../spec/rank-spec.ts'
import type { Warning } from '../../trace/warning.ts'
import { quotedText } from '../../sources/duckdb/dialect.ts'
import type { DuckEngine } from '../../sources/duckdb/engine.ts'
import { batches } from '../../sources/sql/batches.ts'
import type { TypedColumn } from '../../sources/sql/typed-view.ts'

/** A column of texts whose type is to be found. */
export interface TextColumn {
  readonly name: string
  /** The cell, as VARCHAR. */
  readonly cell: string
  readonly type: ColumnType | undefined
  /** The cell without blanks around it, where it may have them. */
  readonly text?: string
}

/** Where the texts stand, and how they are written. */
export interface TextSource {
  readonly from: string
  /** The row key. */
  readonly key: string
  readonly decimalCommas: boolean
  readonly place: (row: number) => string
}

/** A column whose type is found, with what was noticed on the way. */
export interface FoundColumn {
  readonly column: TypedColumn
  readonly warnings: readonly Warning[]
}

// Widths beyond a thousand never come here, and every cell takes several expressions.
const columnsAQuery = 50

const missing = missingTexts.map(quotedText).join(', ')
/** Not one of the words that say that a value is missing. (Not `NOT IN`: the engine makes a join of that.) */
const isPresent = (text: string) => `NOT list_contains([${missing}], ${text})`
/** A cell without blanks around it. */
const trimmed = (cell: string) => `trim(${cell}, ${quotedText(blanks)})`
const withPoint = (text: string) => `replace(${text}, ',', '.')`

/**
 * Finds the types of text columns by counting the cells that do not read as numbers, under the rules of
 * `columnFromText`, without taking a cell out of the engine.
 */
export async function textColumns(
  engine: DuckEngine,
  source: TextSource,
  columns: readonly TextColumn[],
): Promise<FoundColumn[]> {
  const cells = await countCells(engine, source.from, columns, (text) => text)
  // To trim every cell takes longer than all the rest, so only columns are trimmed that hold a blank to take away.
  const padded = columns.filter((column) => cells.get(column)!.padded > 0)
  const bare = padded.map((column) => ({ ...column, text: trimmed(column.cell) }))
  const recounted = await countCells(engine, source.from, bare, (text) => text)
  const counted = columns.map((column) => {
    const again = bare[padded.indexOf(column)]
    return again ? { column: again, cells: recounted.get(again)! } : { column, cells: cells.get(column)! }
  })
  const odd = counted.filter(({ column, cells }) => column.type !== 'categorical' && cells.odd > 0)
  const inCommas = source.decimalCommas ? odd.map(({ column }) => column) : []
  const byComma = await countCells(engine, source.from, inCommas, withPoint)
  const found: FoundColumn[] = []
  for (const { column, cells } of counted) {
    const commas = byComma.get(column)
    if (column.type === 'categorical') found.push({ column: categorical(column), warnings: [] })
    else if (cells.odd === 0) found.push(numeric(column, cells, (text) => text))
    else if (commas?.odd === 0) found.push(numeric(column, commas, withPoint))
    else found.push(await mixed(engine, source, column, cells))
  }
  return found
}

interface Cells {
  readonly odd: number
  readonly nonFinite: number
  readonly rounded: number
  /** Cells that may have blanks around them. */
  readonly padded: number
}

/** Neither missing nor a number; the engine alone would take 1_000, +-0 and NAN for numbers too. */
function isOdd(text: string, pointed: string, value: string): string {
  const isNumber = `${value} IS NOT NULL AND regexp_full_match(${pointed}, ${quotedText(numberSource)})`
  return `NOT (${isNumber}) AND ${isPresent(text)}`
}

/** Begins or ends with a blank, or with a character beyond ASCII, which may be one. */
function mayBePadded(text: string): string {
  const isEdge = (letter: string) => `${letter} < '!' OR ${letter} >= '\u0080'`
  return `${text} <> '' AND (${isEdge(text)} OR ${isEdge(`${text}[-1]`)})`
}

async function countCells(
  engine: DuckEngine,
  from: string,
  columns: readonly TextColumn[],
  inPoints: (text: string) => string,
): Promise<ReadonlyMap<TextColumn, Cells>> {
  const counted = new Map<TextColumn, Cells>()
  for (const batch of batches(columns, columnsAQuery)) {
    const texts = batch.map(({ text, cell }, i) => `${text ?? cell} AS t${i}`)
    const values = batch.map((_, i) => `t${i}, TRY_CAST(${inPoints(`t${i}`)} AS DOUBLE) AS v${i}`)
    const counts = batch.map((_, i) =>
      [
        isOdd(`t${i}`, inPoints(`t${i}`), `v${i}`),
        `isinf(v${i})`,
        `abs(v${i}) > ${Number.MAX_SAFE_INTEGER} AND isfinite(v${i}) AND regexp_full_match(t${i}, ${quotedText(wholeSource)})`,
        mayBePadded(`t${i}`),
      ].map((condition) => `count_if(${condition})`),
    )
    const cells = `(SELECT ${values.join(', ')} FROM (SELECT ${texts.join(', ')} FROM ${from}))`
    const [row] = await engine.rows(`SELECT ${counts.flat().join(', ')} FROM ${cells}`)
    batch.forEach((column, i) => {
      const [odd, nonFinite, rounded, padded] = row.slice(4 * i, 4 * i + 4).map(Number)
      counted.set(column, { odd, nonFinite, rounded, padded })
    })
  }
  return counted
}

function numeric(
  { name, cell, text }: TextColumn,
  cells: Cells,
  inPoints: (text: string) => string,
): FoundColumn {
  const value = `TRY_CAST(${inPoints(text ?? cell)} AS DOUBLE)`
  const warnings: Warning[] = []
  if (cells.nonFinite > 0) warnings.push(nonFiniteWarning(name, cells.nonFinite))
  if (cells.rounded > 0) warnings.push(roundedWarning(name, cells.rounded))
  if (inPoints === withPoint) warnings.push(decimalCommaWarning(name))
  return {
    column: { name, type: 'numeric', sql: `CASE WHEN isfinite(${value}) THEN ${value} END` },
    warnings,
  }
}

function categorical({ name, cell, text }: TextColumn): TypedColumn {
  return { name, type: 'categorical', sql: `CASE WHEN ${isPresent(text ?? cell)} THEN ${cell} END` }
}

async function mixed(
  engine: DuckEngine,
  source: TextSource,
  column: TextColumn,
  { odd }: Cells,
): Promise<FoundColumn> {
  const found = { column: categorical(column), warnings: [] }
  const text = column.text ?? column.cell
  const presence = `count_if(${isPresent(text)})`
  const present = Number((await engine.rows(`SELECT ${presence} FROM ${source.from}`))[0][0])
  if (column.type !== 'numeric' && !isNearlyNumeric({ present, odd })) return found
  const rows = `SELECT (${source.key})::DOUBLE AS place, ${column.cell} AS cell, ${text} AS text FROM ${source.from}`
  const odds = isOdd('text', 'text', 'TRY_CAST(text AS DOUBLE)')
  const [first] = await engine.rows(`SELECT place, cell FROM (${rows}) WHERE ${odds} ORDER BY place LIMIT 1`)
  const [row, shown] = [Number(first[0]), String(first[1])]
  if (column.type === 'numeric') throw notANumber(column.name, source.place(row), shown)
  return { ...found, warnings: [mixedWarning(column.name, { present, odd }, source.place(row), shown)] }
}
