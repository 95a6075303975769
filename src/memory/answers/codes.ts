import { codeBytes, countLevels, levelNames, levelOfMissing, levelOfValue, sharedBuffer } from '#core'
import type { CategoricalColumn, Coding, Column, Level, Missing, Variable } from '#core'
import type { ArenaColumn } from '../tables/coded-list.ts'
import { bytesOf, codesJob } from '../tables/codes-job.ts'
import type { CodeEncoding } from '../tables/codes-job.ts'
import { runBatch } from '../threads/pool.ts'
import type { BatchRun } from '../threads/pool.ts'

/** The level codes of a variable by row, and its levels. */
export interface Codes extends ArenaColumn {
  readonly levels: readonly Level[]
}

/** Milliseconds to encode, per row and per column; slightly overestimated. */
const cost = { row: 2e-6, column: 1e-2 }
/** The approximate duration of a task in milliseconds. */
const taskCost = 8

/** Encodes each variable's column by its coding. */
export async function encode(
  columns: readonly Column[],
  rows: number,
  variables: readonly Variable[],
  run: BatchRun,
): Promise<readonly Codes[]> {
  const reused = variables.map((variable) => reuseCodes(columns[variable.column], variable))
  const others = variables.filter((_, i) => reused[i] === null)
  const read = (others.length > 0 ? await encodeByJob(columns, rows, others, run) : [])[Symbol.iterator]()
  return reused.map((codes) => codes ?? (read.next().value as Codes))
}

/** The codes of the column itself, if the coding has exactly the levels of the column; else `null`. */
function reuseCodes(column: Column, { coding }: Variable): Codes | null {
  if (column.type !== 'categorical' || column.missing || !coding) return null
  const { codes, levels: own } = column
  const isPlain = coding.kind === 'levels' && !coding.missing
  const levels = isPlain ? coding.levels : coding.kind === 'values' ? presentLevels(column) : null
  const isSame =
    levels === own || (levels?.length === own.length && own.every((level, i) => levels[i] === level))
  if (!levels || !isSame || codeBytes(own.length) !== codes.BYTES_PER_ELEMENT) return null
  return { codes, count: levels.length, levels, hasMissing: false }
}

async function encodeByJob(
  columns: readonly Column[],
  rows: number,
  variables: readonly Variable[],
  run: BatchRun,
): Promise<readonly Codes[]> {
  const plans = variables.map((variable) => planFor(columns[variable.column], variable))
  const encodings = plans.map(({ encoding }) => encoding)
  const costOfColumn = cost.column + cost.row * rows
  const ofTask = Math.max(1, Math.round(taskCost / costOfColumn))
  const count = Math.ceil(plans.length / ofTask)
  const tasks = Array.from({ length: count }, (_, i) => encodings.slice(i * ofTask, (i + 1) * ofTask))
  const given = { rows }
  const batch = { job: codesJob, input: given, tasks, count, cost: plans.length * costOfColumn }
  const parts = await runBatch(batch, run)
  const codes: Codes[] = []
  for (const part of parts) {
    // One buffer for many columns: passing a buffer to a thread costs more than its contents.
    const buffer = sharedBuffer(part.codes.byteLength)
    new Uint8Array(buffer).set(part.codes)
    let from = 0
    part.missingCounts.forEach((missingCount) => {
      const { encoding, count, levels } = plans[codes.length]
      const own = viewOf(buffer, from, rows, encoding.width)
      from += bytesOf(encoding, rows)
      codes.push({
        codes: own,
        count,
        levels,
        hasMissing: missingCount > 0 && encoding.missingCode === count,
      })
    })
  }
  return codes
}

interface CodesPlan {
  readonly encoding: CodeEncoding
  readonly count: number
  readonly levels: readonly Level[]
}

function planFor(column: Column, { coding, fill }: Variable): CodesPlan {
  if (!coding) throw new TypeError(`levels of column ${column.name} were requested without a coding`)
  const levels = coding.kind === 'values' ? distinctValues(column) : levelNames(coding)
  const count = coding.kind === 'values' ? levels.length : countLevels(coding)
  const missingCode = levelOfMissing(coding, count)
  const fillCode = fill === undefined ? missingCode : levelOfValue(fill, coding, levels, missingCode)
  const { missing } = column
  const width = codeBytes(count)
  const encoding = {
    ...pointsFor(column, coding, levels, missingCode),
    missing,
    fillCode,
    missingCode,
    width,
  } as const
  return { encoding, count, levels }
}

function pointsFor(
  column: Column,
  coding: Coding,
  levels: readonly Level[],
  missingCode: number,
): Pick<CodeEncoding, 'by' | 'cells' | 'points'> {
  const cells = column.type === 'numeric' ? column.values : column.codes
  // Every value is in the only bin.
  if (coding.kind === 'missingness') {
    return column.type === 'numeric'
      ? { by: 'cuts', cells, points: new Float64Array(0) }
      : { by: 'table', cells, points: new Uint32Array(Math.max(1, column.levels.length)) }
  }
  if (coding.kind === 'cuts') {
    if (column.type !== 'numeric')
      throw new TypeError(`bins of column ${column.name} were requested, but it is categorical`)
    return { by: 'cuts', cells, points: new Float64Array(coding.cuts) }
  }
  // A level that is itself called 'missing' must not be confused with the level of missing values.
  const named = coding.kind === 'levels' ? coding.levels : levels
  if (column.type === 'numeric')
    return { by: 'values', cells, points: new Float64Array(named as readonly number[]) }
  const places = new Map(named.map((level, code) => [level, code]))
  const points = Uint32Array.from(column.levels, (level) => places.get(level) ?? missingCode)
  // A column without levels still has rows, all missing.
  return { by: 'table', cells, points: points.length > 0 ? points : Uint32Array.of(missingCode) }
}

/** The numbers of a variable by row, and the mask of missing ones. */
export interface Values {
  readonly values: Float64Array
  readonly missing: Missing
}

/** The values of a numeric variable; missing ones are fillCode in if the variable has a `fill`. */
export function readValues(column: Column, { fill }: Variable): Values {
  if (column.type !== 'numeric')
    throw new TypeError(`numbers of column ${column.name} were requested, but it is categorical`)
  const { values, missing } = column
  if (!missing || typeof fill !== 'number') return { values, missing }
  return { values: values.map((value, row) => (missing[row] ? fill : value)), missing: null }
}

function viewOf(
  buffer: ArrayBuffer | SharedArrayBuffer,
  from: number,
  rows: number,
  width: 1 | 2 | 4,
): Codes['codes'] {
  if (width === 1) return new Uint8Array(buffer, from, rows)
  return width === 2 ? new Uint16Array(buffer, from, rows) : new Uint32Array(buffer, from, rows)
}

function distinctValues(column: Column): readonly Level[] {
  if (column.type === 'categorical') return presentLevels(column)
  const present = column.missing ? column.values.filter((_, row) => !column.missing![row]) : column.values
  const sorted = present.slice().sort()
  let count = 0
  // 0 and −0 are the same value.
  for (const value of sorted) if (count === 0 || value !== sorted[count - 1]) sorted[count++] = value
  return Array.from(sorted.subarray(0, count))
}

/** The levels that occur in a column: the column's own list if all occur. */
export function presentLevels({ codes, levels, missing }: CategoricalColumn): readonly string[] {
  const seen = new Uint8Array(levels.length)
  let unseen = levels.length
  // Usually every level occurs within the first few rows.
  for (let row = 0; row < codes.length && unseen > 0; row++) {
    if (seen[codes[row]] === 1 || missing?.[row] === 1) continue
    seen[codes[row]] = 1
    unseen--
  }
  return unseen === 0 ? levels : levels.filter((_, code) => seen[code])
}
