import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import type * as arrowTypes from 'apache-arrow'
import type { Data, DataType } from 'apache-arrow'
import { CribaError } from '#core'
import { quotedName } from '#sql'
import type { TypedRows } from './reducers.ts'

type Arrow = typeof arrowTypes
type Cell = number | bigint | string | boolean | null

/** How a type of the engine is written: as what it is asked for, and as which type of Arrow. */
interface Written {
  readonly ask: (cell: string) => string
  readonly type: (arrow: Arrow) => DataType
  /** The typed array of the values; texts have none. */
  readonly array?: (rows: number) => Float64Array | Int32Array | BigInt64Array | BigUint64Array
}

const number: Written = {
  ask: (cell) => `CAST(${cell} AS DOUBLE)`,
  type: ({ Float64 }) => new Float64(),
  array: (rows) => new Float64Array(rows),
}

const whole: Written = {
  ask: (cell) => `CAST(${cell} AS BIGINT)`,
  type: ({ Int64 }) => new Int64(),
  array: (rows) => new BigInt64Array(rows),
}

const microseconds = { ask: (cell: string) => `epoch_us(${cell})`, array: whole.array! }

const text: Written = { ask: (cell) => `CAST(${cell} AS VARCHAR)`, type: ({ Utf8 }) => new Utf8() }

const types: readonly (readonly [engineType: RegExp, written: Written])[] = [
  // Of more than 15 digits a number is text, which has them all.
  [/^(DOUBLE|FLOAT|DECIMAL\((\d|1[0-5]),)/, number],
  [/^(TINY|SMALL|BIG|UTINY|USMALL|U)?INT(EGER)?$/, whole],
  [
    /^UBIGINT$/,
    {
      ask: (cell) => cell,
      type: ({ Uint64 }) => new Uint64(),
      array: (rows) => new BigUint64Array(rows),
    },
  ],
  [/^BOOLEAN$/, { ask: (cell) => cell, type: ({ Bool }) => new Bool() }],
  [
    /^DATE$/,
    {
      ask: (cell) => `date_diff('day', DATE '1970-01-01', ${cell})::INTEGER`,
      type: ({ DateDay }) => new DateDay(),
      array: (rows) => new Int32Array(rows),
    },
  ],
  [
    /^TIMESTAMP WITH TIME ZONE$/,
    { ...microseconds, type: ({ TimestampMicrosecond }) => new TimestampMicrosecond('UTC') },
  ],
  [
    /^TIMESTAMP_NS$/,
    {
      ask: (cell) => `epoch_ns(${cell})`,
      type: ({ TimestampNanosecond }) => new TimestampNanosecond(),
      array: whole.array!,
    },
  ],
  [/^TIMESTAMP/, { ...microseconds, type: ({ TimestampMicrosecond }) => new TimestampMicrosecond() }],
  [/^TIME$/, { ...microseconds, type: ({ TimeMicrosecond }) => new TimeMicrosecond() }],
]

/**
 * Writes the rows of a query as Arrow: as a file with an index, or as a stream, which needs no end to be read. Numbers
 * are float64, int64 and uint64, texts utf8; what Arrow's numbers, dates and times do not have is text, as decimals of more than 15
 * digits and times with a zone.
 */
export async function writeArrow(
  { engine, select }: TypedRows,
  path: string,
  isStream: boolean,
): Promise<void> {
  // Importing takes 0.2 seconds, which only Arrow files should cost.
  const arrow = await import('apache-arrow')
  const described = await engine.rows(`DESCRIBE ${select}`)
  await refuseInfinite(
    { engine, select },
    described.map((row) => row.map(String)),
  )
  const columns = described.map(([name, engineType]) => ({
    name: String(name),
    written: types.find(([type]) => type.test(String(engineType)))?.[1] ?? text,
  }))
  const schema = new arrow.Schema(
    columns.map(({ name, written }) => new arrow.Field(name, written.type(arrow), true)),
  )
  const asked = columns.map(({ name, written }) => `${written.ask(quotedName(name))} AS ${quotedName(name)}`)
  const writer = isStream ? new arrow.RecordBatchStreamWriter() : new arrow.RecordBatchFileWriter()
  const file = createWriteStream(path)
  writer.pipe(file)
  const ended = finished(file)
  // A full disk is heard of while rows are written; it is the error of the end.
  ended.catch(() => undefined)
  writer.reset(undefined, schema)
  for await (const block of engine.blocks(`SELECT ${asked.join(', ')} FROM (${select})`)) {
    if (file.errored) break
    const children = columns.map(({ written }, index) =>
      dataOf(
        arrow,
        written,
        Array.from({ length: block.rows }, (_, row) => block.value(index, row)),
      ),
    )
    const type = new arrow.Struct(schema.fields)
    writer.write(
      new arrow.RecordBatch(schema, arrow.makeData({ type, length: block.rows, nullCount: 0, children })),
    )
  }
  writer.finish()
  await ended
}

/** Refuses dates and times without an end, which Arrow does not have. */
async function refuseInfinite(
  { engine, select }: Omit<TypedRows, 'warnings'>,
  described: readonly (readonly string[])[],
): Promise<void> {
  const moments = described.filter(([, engineType]) => /^(DATE|TIMESTAMP)/.test(engineType))
  if (moments.length === 0) return
  const counts = moments.map(([name]) => `count_if(isinf(${quotedName(name)}))`)
  const [row] = await engine.rows(`SELECT ${counts.join(', ')} FROM (${select})`)
  const found = moments.find((_, i) => Number(row[i]) > 0)
  if (!found) return
  throw new CribaError(
    'unsuitable',
    `unsuitable column ${found[0]}: it holds infinity, which is no date of Arrow (write CSV or Parquet)`,
  )
}

/** The cells of a column in the arrays of Arrow. */
function dataOf(arrow: Arrow, { type, array }: Written, cells: readonly Cell[]): Data {
  if (!array) return arrow.vectorFromArray(cells, type(arrow)).data[0]
  const data = array(cells.length)
  const nullBitmap = new Uint8Array(Math.ceil(cells.length / 8))
  let nullCount = 0
  for (const [row, cell] of cells.entries()) {
    if (cell === null) nullCount++
    else {
      if (data instanceof BigInt64Array || data instanceof BigUint64Array) data[row] = BigInt(cell)
      else data[row] = Number(cell)
      nullBitmap[row >> 3] |= 1 << (row & 7)
    }
  }
  return arrow.makeData({
    type: type(arrow) as never,
    length: cells.length,
    nullCount,
    nullBitmap,
    data: data as never,
  })
}
