import { CribaError } from '../../spec/error.ts'
import { quotedName, quotedText } from '../../sources/duckdb/dialect.ts'
import type { DuckEngine } from '../../sources/duckdb/engine.ts'
import { engineColumns } from './engine-columns.ts'
import type { KeyedRows } from './engine-columns.ts'
import { keyedTable } from './keyed-table.ts'
import type { DataFile } from './bytes.ts'
import type { Input } from './input.ts'

/** The engine's columns for the position of a row in Parquet files, unless a column of the file has one of these names. */
const parquetPositions = ['file_row_number', 'file_index']

/**
 * The rows of Parquet or JSON files, with a key. Parquet is read directly from the files, and the key is made of file and
 * position. (Not through a view: looking up one of 20,000 columns in a view takes a second.) JSON is read once, into a table.
 */
export async function rowsOfFiles(engine: DuckEngine, { label, files, format }: Input): Promise<KeyedRows> {
  const read = format === 'parquet' ? readParquet : readJson
  const columnsOf = async (file: DataFile) =>
    (await engineColumns(engine, read([file]))).map(({ name }) => name)
  const names = await columnsOf(files[0])
  for (const file of files.slice(1)) {
    const others = await columnsOf(file)
    if (others.length === names.length && others.every((name, i) => name === names[i])) continue
    const where = `invalid columns of ${file.label}: ${others.join(', ')}`
    throw new CribaError('invalid', `${where} (needs those of ${files[0].label}: ${names.join(', ')})`)
  }
  const hasPositions =
    format === 'parquet' && !names.some((name) => parquetPositions.includes(name.toLowerCase()))
  const source = format === 'parquet' ? readParquet(files) : await readJsonTexts(engine, files)
  const keyed = hasPositions ? await keyedParquet(engine, source) : await keyedCopy(engine, source)
  if (keyed.rows === 0) throw new CribaError('missing', `missing rows: ${label} has none`)
  return keyed
}

/** The rows of Parquet files, numbered across all files. */
async function keyedParquet(engine: DuckEngine, from: string): Promise<KeyedRows> {
  const counted = await engine.rows(
    `SELECT file_index, count(*) FROM ${from} GROUP BY file_index ORDER BY file_index`,
  )
  let rows = 0
  const first = counted.map(([file, count]) => {
    const before = rows
    rows += Number(count)
    return `WHEN ${Number(file)} THEN ${before}`
  })
  const before = first.length > 1 ? ` + CASE file_index ${first.join(' ')} END` : ''
  return { from, key: `file_row_number${before}`, rows }
}

async function keyedCopy(engine: DuckEngine, from: string): Promise<KeyedRows> {
  const table = 'criba rows'
  await engine.rows(`CREATE TABLE ${quotedName(table)} AS SELECT * FROM ${from}`)
  return keyedTable(engine, table)
}

function list(files: readonly DataFile[]): string {
  // Escape wildcards in file names.
  return `[${files.map(({ path }) => quotedText(path.replace(/[*?[]/g, '[$&]'))).join(', ')}]`
}

function readParquet(files: readonly DataFile[]): string {
  return `read_parquet(${list(files)}, hive_partitioning = false)`
}

function readJson(files: readonly DataFile[], more = ''): string {
  const compression = files[0].compression ?? 'uncompressed'
  const options = `hive_partitioning = false, compression = '${compression}', sample_size = -1`
  return `read_json(${list(files)}, ${options}${more})`
}

/** Keeps JSON texts as text: the engine would convert those that look like dates or UUIDs. */
async function readJsonTexts(engine: DuckEngine, files: readonly DataFile[]): Promise<string> {
  const columns = await engineColumns(engine, readJson(files))
  if (!columns.some(({ engineType }) => isGuessed(engineType))) return readJson(files)
  const typed = columns.map(({ name, engineType }) => {
    const type = isGuessed(engineType) ? 'VARCHAR' : engineType
    return `${quotedText(name)}: ${quotedText(type)}`
  })
  return readJson(files, `, columns = {${typed.join(', ')}}`)
}

function isGuessed(engineType: string): boolean {
  return /^(DATE|TIME|UUID)/.test(engineType) && !engineType.endsWith(']')
}
