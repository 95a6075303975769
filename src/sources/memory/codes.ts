import { codeBytes, sharedBuffer } from '../../columns/allocate.ts'
import type { CategoricalColumn, Column, Missing } from '../../columns/column.ts'
import type { ArenaColumn } from '../../kernel/coded-arena.ts'
import { bytesOf, codesJob } from '../../kernel/codes-job.ts'
import type { CodeEncoding } from '../../kernel/codes-job.ts'
import { runBatch } from '../../kernel/pool.ts'
import type { BatchRun } from '../../kernel/pool.ts'
import { levelNames, levelOfMissing, levelOfValue } from '../../statistics/levels.ts'
import { countLevels } from '../../statistics/variable.ts'
import type { Coding, Level, Variable } from '../../statistics/variable.ts'

/** Levels of a variable by row, and what they are called. */
export interface Codes extends ArenaColumn {
  readonly levels: readonly Level[]
}

/** Milliseconds to encode a row, and a column besides; a little too much is meant. */
const cost = { row: 2e-6, column: 1e-2 }
/** Milliseconds a task takes, roughly. */
const taskCost = 8

/** Applies each variable's coding to its column. */
export async function encode(
  columns: readonly Column[],
  rows: number,
  variables: readonly Variable[],
  run: BatchRun,
): Promise<readonly Codes[]> {
  const adopted = variables.map((variable) => adopt(columns[variable.column], variable))
  const others = variables.filter((_, i) => adopted[i] === null)
  const read = (others.length > 0 ? await readByLevels(columns, rows, others, run) : [])[Symbol.iterator]()
  return adopted.map((codes) => codes ?? (read.next().value as Codes))
}

/** The codes of a column as they are, where the coding has the very levels of the column. */
function adopt(column: Column, { coding }: Variable): Codes | null {
  if (column.type !== 'categorical' || column.missing || !coding) return null
  const { codes, levels: own } = column
  const isPlain = coding.kind === 'levels' && !coding.missing
  const levels = isPlain ? coding.levels : coding.kind === 'values' ? presentLevels(column) : null
  const isSame =
    levels === own || (levels?.length === own.length && own.every((level, i) => levels[i] === level))
  if (!levels || !isSame || codeBytes(own.length) !== codes.BYTES_PER_ELEMENT) return null
  return { codes, count: levels.length, levels, hasMissing: false }
}

async function readByLevels(
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
    // One buffer for many columns: to hand over a buffer takes longer than to hand over what lies in it.
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
  if (!coding) throw new TypeError(`column ${column.name} is asked for levels without a coding`)
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
  // Whatever the value, it is present: the only bin.
  if (coding.kind === 'missingness') {
    return column.type === 'numeric'
      ? { by: 'cuts', cells, points: new Float64Array(0) }
      : { by: 'table', cells, points: new Uint32Array(Math.max(1, column.levels.length)) }
  }
  if (coding.kind === 'cuts') {
    if (column.type !== 'numeric')
      throw new TypeError(`column ${column.name} is asked for bins but holds levels`)
    return { by: 'cuts', cells, points: Float64Array.from(coding.cuts) }
  }
  // A level that is itself called 'missing' must not be taken for the one that stands for no value.
  const named = coding.kind === 'levels' ? coding.levels : levels
  if (column.type === 'numeric') return { by: 'values', cells, points: Float64Array.from(named as number[]) }
  const places = new Map(named.map((level, code) => [level, code]))
  const points = Uint32Array.from(column.levels, (level) => places.get(level) ?? missingCode)
  // A column without a level has rows all the same, all missing.
  return { by: 'table', cells, points: points.length > 0 ? points : Uint32Array.of(missingCode) }
}

/** The numbers of a variable by row, and where there is none. */
export interface Values {
  readonly values: Float64Array
  readonly missing: Missing
}

/** The values of a numeric variable, missing ones filled in where the variable says so. */
export function readValues(column: Column, { fill }: Variable): Values {
  if (column.type !== 'numeric')
    throw new TypeError(`column ${column.name} is asked for numbers but holds levels`)
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
  // 0 and −0 are one value.
  for (const value of sorted) if (count === 0 || value !== sorted[count - 1]) sorted[count++] = value
  return Array.from(sorted.subarray(0, count))
}

/** The levels that occur in a column: its own list where all do. */
export function presentLevels({ codes, levels, missing }: CategoricalColumn): readonly string[] {
  const seen = new Uint8Array(levels.length)
  let unseen = levels.length
  // Most often every level occurs within the first few rows.
  for (let row = 0; row < codes.length && unseen > 0; row++) {
    if (seen[codes[row]] === 1 || missing?.[row] === 1) continue
    seen[codes[row]] = 1
    unseen--
  }
  return unseen === 0 ? levels : levels.filter((_, code) => seen[code])
}
