import { CribaError, LevelColumn, limits, numberColumn, unknownName } from '#core'
import type { Column, Table } from '#core'
import { keyedHash, splitList } from '#sql'
import type { Relation, RelationColumn, ResultRow } from '#sql'

/** Rows of a server, chosen by a hash of a column. */
export interface SampleChoice {
  readonly rows: number
  /** A column of whole numbers or texts, which no row lacks; best one whose values all differ. */
  readonly key: string
}

/** Another prefix than those of divisions: the rows of a sample are to be in all parts of one. */
const samplePrefix = 'sample/'

/** About as many values does one query return. */
const valuesPerQuery = 1 << 22

/**
 * Reads the rows with the least hashes of a key into memory: the same ones in every run, wherever the server
 * stores them. Of rows with one key that do not all fit, those come first whose other values are less.
 */
export async function readSample(relation: Relation, { rows, key }: SampleChoice): Promise<Table> {
  const { engine, from, columns } = relation
  const place = columns.findIndex(({ name }) => name === key)
  const names = columns.map(({ name }) => name)
  if (place < 0) throw unknownName('key column', key, names)
  const { missing } = columns[place]
  if (missing > 0) {
    throw new CribaError(
      'missing',
      `missing values in the key column ${key}: ${missing} of ${relation.rows} rows (needs one for every row)`,
    )
  }
  const size = Math.min(rows, relation.rows)
  if (size * columns.length > limits.fetched) {
    throw new CribaError(
      'too-large',
      `too large a sample: ${size} rows × ${columns.length} columns are ${size * columns.length} values (at most ${limits.fetched}; take fewer rows, or drop columns)`,
    )
  }
  const hash = keyedHash(relation, place, samplePrefix)
  const order = [hash, ...columns.map(({ sql }) => sql)].join(', ')
  const read: Column[] = []
  for (const batch of splitList(columns, Math.max(1, Math.floor(valuesPerQuery / size)))) {
    const selected = batch.map(({ sql }) => sql).join(', ')
    const found = await engine.rows(`SELECT ${selected} FROM ${from} ORDER BY ${order} LIMIT ${size}`)
    if (found.length !== size)
      throw new CribaError('unreadable', 'unreadable data: the table changed while it was read')
    read.push(...batch.map((column, i) => columnOf(column, found, i)))
  }
  const message = `${size} of ${relation.rows} rows are analysed: a sample by the hash of ${key}`
  return { rows: size, columns: read, warnings: [...relation.warnings, { code: 'sample', message }] }
}

function columnOf(
  { name, type, time, unit }: RelationColumn,
  rows: readonly ResultRow[],
  place: number,
): Column {
  if (type === 'numeric') {
    const values = Float64Array.from(rows, (row) => (row[place] === null ? NaN : Number(row[place])))
    return numberColumn(name, values, time, true, unit)
  }
  const column = new LevelColumn(name, rows.length)
  rows.forEach((row, i) => column.set(i, row[place] as string | null))
  return column.finish()
}
