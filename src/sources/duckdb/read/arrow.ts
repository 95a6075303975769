import { readFile } from 'node:fs/promises'
import type * as Arrow from 'apache-arrow'
import type { DataType, Vector } from 'apache-arrow'
import { columnFromValues } from '../../../columns/build-column.ts'
import { typeOf } from '../../../columns/from-columns.ts'
import { makeTable } from '../../../columns/table.ts'
import type { Table } from '../../../columns/table.ts'
import { CribaError } from '../../../spec/error.ts'
import type { DataFile } from './bytes.ts'
import { firstLine } from './query.ts'
import { checkChoice } from './typed-view.ts'
import type { ColumnChoice } from './typed-view.ts'

/** Reads an Arrow file or stream, the dropped columns left out. Dates become seconds since 1970. */
export async function readArrow({ path, label }: DataFile, choice: ColumnChoice): Promise<Table> {
  // A fifth of a second that only Arrow files should cost.
  const arrow = await import('apache-arrow')
  const table = await readFile(path)
    .then((bytes) => arrow.tableFromIPC(bytes))
    .catch((cause: unknown) => {
      const mend = 'write it as Parquet, or as Arrow without compression'
      throw new CribaError('unreadable', `unreadable file: ${label}: ${firstLine(cause)} (${mend})`, {
        cause,
      })
    })
  const { fields } = table.schema
  checkChoice(
    choice,
    fields.map(({ name }) => name),
  )
  if (table.numRows === 0) throw new CribaError('missing', `missing rows: ${label} has none`)
  const built = fields.flatMap(({ name, type: given }, index) => {
    const type = given as DataType
    if (choice.drop?.includes(name)) return []
    const convert = conversion(arrow, type)
    if (!convert) {
      const mend = 'criba takes numbers, texts, booleans and dates: drop the column'
      throw new CribaError(
        'unsuitable',
        `unsuitable column ${name} of ${label}: it holds ${arrow.Type[type.typeId]} (${mend})`,
      )
    }
    return columnFromValues(name, valuesOf(table.getChildAt(index)!, convert), typeOf(choice.types, name))
  })
  return makeTable(table.numRows, built)
}

type Conversion = (value: unknown) => unknown

/** How values of a type become numbers or texts; nothing where they cannot. */
function conversion(arrow: typeof Arrow, type: DataType): Conversion | undefined {
  const { Type, TimeUnit } = arrow
  const perSecond = {
    [TimeUnit.SECOND]: 1,
    [TimeUnit.MILLISECOND]: 1e3,
    [TimeUnit.MICROSECOND]: 1e6,
    [TimeUnit.NANOSECOND]: 1e9,
  }
  switch (type.typeId) {
    case Type.Int:
    case Type.Float:
    case Type.Utf8:
    case Type.LargeUtf8:
    case Type.Bool:
    case Type.Null:
      return (value) => value
    case Type.Dictionary:
      return conversion(arrow, (type as DataType & { dictionary: DataType }).dictionary)
    case Type.Date:
    case Type.Timestamp:
      // The package gives milliseconds whatever the unit.
      return (value) => Number(value) / 1e3
    case Type.Time:
      return (value) => Number(value) / perSecond[(type as DataType & { unit: keyof typeof perSecond }).unit]
    default:
      return undefined
  }
}

function valuesOf(vector: Vector, convert: Conversion): unknown[] {
  return Array.from({ length: vector.length }, (_, row) => {
    const value: unknown = vector.get(row)
    return value === null ? null : convert(value)
  })
}
