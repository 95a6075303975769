import { parquetMetadataAsync, parquetRead } from 'hyparquet'
import type { FileMetaData, ParquetParsers, SchemaElement } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { CribaError } from '#core'
import type { ArrowTable } from '../cells/from-arrow.ts'

/** Times as numbers: milliseconds since 1970, parts of them kept. */
const parsers: Partial<ParquetParsers> = {
  timestampFromMilliseconds: Number,
  timestampFromMicroseconds: (micros) => Number(micros) / 1e3,
  timestampFromNanoseconds: (nanos) => Number(nanos) / 1e6,
  dateFromDays: (days) => days * 864e5,
}

/** Reads a Parquet file as columns in the shape of an Arrow table. */
export async function readParquet(file: Blob, name: string): Promise<ArrowTable> {
  const bytes = {
    byteLength: file.size,
    slice: (from: number, to?: number) => file.slice(from, to).arrayBuffer(),
  }
  let metadata: FileMetaData
  const columns: unknown[][] = []
  let fields: readonly SchemaElement[]
  try {
    metadata = await parquetMetadataAsync(bytes)
    fields = topFields(metadata)
    const places = new Map(fields.map((field, place) => [field.name, place]))
    fields.forEach(() => columns.push([]))
    await parquetRead({
      file: bytes,
      metadata,
      compressors,
      parsers,
      onChunk: ({ columnName, columnData, rowStart }) => {
        const column = columns[places.get(columnName)!]
        for (let i = 0; i < columnData.length; i++) column[rowStart + i] = columnData[i]
      },
    })
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.split('\n')[0] : 'it is damaged'
    throw new CribaError('unreadable', `unreadable file: ${name}: ${why}`, { cause })
  }
  const rows = Number(metadata.num_rows)
  if (rows === 0) throw new CribaError('missing', `missing rows: ${name} has none`)
  return {
    numRows: rows,
    schema: { fields: fields.map((field) => ({ name: field.name, type: typeOf(field) })) },
    getChildAt: (place) => ({
      nullCount: columns[place].reduce<number>(
        (sum, value) => sum + (value === null || value === undefined ? 1 : 0),
        0,
      ),
      get: (row) => columns[place][row],
      toArray: () => Float64Array.from(columns[place] as number[]),
    }),
  }
}

/** The columns: the children of the root, nested ones whole. */
function topFields({ schema: [root, ...rest] }: FileMetaData): readonly SchemaElement[] {
  const fields: SchemaElement[] = []
  let at = 0
  const skip = (count: number) => {
    for (let i = 0; i < count; i++) skip(rest[at++].num_children ?? 0)
  }
  for (let i = 0; i < (root.num_children ?? 0); i++) {
    const field = rest[at++]
    fields.push(field)
    skip(field.num_children ?? 0)
  }
  return fields
}

/** The type as Arrow names it, with the values that `parsers` make. */
function typeOf({
  type,
  converted_type: converted,
  logical_type: logical,
  num_children: children,
  repetition_type,
}: SchemaElement): string {
  if ((children ?? 0) > 0 || repetition_type === 'REPEATED') return 'Struct'
  const kind: string = logical?.type ?? converted ?? ''
  switch (kind) {
    case 'DATE':
      return 'Date32<DAY>'
    case 'TIMESTAMP':
    case 'TIMESTAMP_MILLIS':
    case 'TIMESTAMP_MICROS':
      return 'Timestamp<MILLISECOND>'
    case 'TIME':
    case 'TIME_MILLIS':
    case 'TIME_MICROS':
      return `Time64<${kind === 'TIME_MILLIS' || (logical?.type === 'TIME' && logical.unit === 'MILLIS') ? 'MILLISECOND' : logical?.type === 'TIME' && logical.unit === 'NANOS' ? 'NANOSECOND' : 'MICROSECOND'}>`
    case 'STRING':
    case 'UTF8':
    case 'ENUM':
    case 'UUID':
      return 'Utf8'
    case 'DECIMAL':
      return 'Float64'
  }
  switch (type) {
    case 'BOOLEAN':
      return 'Bool'
    case 'INT32':
      return 'Int32'
    case 'INT64':
      return 'Int64'
    case 'INT96':
      return 'Timestamp<MILLISECOND>'
    case 'FLOAT':
      return 'Float32'
    case 'DOUBLE':
      return 'Float64'
    default:
      return kind === '' ? 'Binary' : kind
  }
}
