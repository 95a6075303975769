import { CribaError } from '#core'
import { quotedName, quotedText } from '#sql'
import type { DuckEngine } from '#sql/on-demand'
import type { DataFile } from './bytes.ts'
import { engineColumns } from './engine-columns.ts'
import type { EngineColumn, KeyedRows } from './engine-columns.ts'
import type { Input } from './input.ts'
import { checkJson } from './check-json.ts'
import { keyedTable } from './keyed-table.ts'
import { leavesOf, withTexts } from './struct-types.ts'
import type { Leaf } from './struct-types.ts'

/**
 * The engine's columns for the position of a row in Parquet files, unless a column of the file has one of
 * these names.
 */
const parquetPositions = ['file_row_number', 'file_index']

/**
 * The rows of Parquet or JSON files, with a key. Parquet is read directly from the files, and the key is made
 * of file and position. (Not through a view: looking up one of 20,000 columns in a view takes a second.) JSON
 * is read once, into a table. `isQueried`: a query makes the rows.
 */
export async function rowsOfFiles(
  engine: DuckEngine,
  { label, files, format }: Input,
  isQueried: boolean,
): Promise<KeyedRows> {
  const read = format === 'parquet' ? readParquet : readJson
  if (format === 'json') for (const file of files) await checkJson(file, files.length === 1 && !isQueried)
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
  const keyed =
    format !== 'parquet'
      ? await keyedJson(engine, files)
      : hasPositions
        ? await keyedParquet(engine, readParquet(files))
        : await keyedCopy(engine, readParquet(files))
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
  await engine.rows(`CREATE OR REPLACE TABLE ${quotedName(table)} AS SELECT * FROM ${from}`)
  return keyedTable(engine, table)
}

function list(files: readonly DataFile[]): string {
  // Escape wildcards in file names.
  return `[${files.map(({ path }) => quotedText(path.replace(/[*?[]/g, '[$&]'))).join(', ')}]`
}

function readParquet(files: readonly DataFile[]): string {
  return `read_parquet(${list(files)}, hive_partitioning = false)`
}

/** Objects and lists are looked into so deep; what is deeper stays JSON. */
const deepest = 32

function readJson(files: readonly DataFile[], more = ''): string {
  const compression = files[0].compression ?? 'uncompressed'
  const options = `hive_partitioning = false, compression = '${compression}', sample_size = -1, maximum_depth = ${deepest}`
  return `read_json(${list(files)}, ${options}${more})`
}

/**
 * Keeps JSON texts as text: the engine would convert those that look like dates or UUIDs. Whole numbers
 * beyond 64 bits, which it reads as doubles, are texts too where that would make different ones equal.
 */
async function keyedJson(engine: DuckEngine, files: readonly DataFile[]): Promise<KeyedRows> {
  const columns = await engineColumns(engine, readJson(files))
  const leaves = leavesOf(columns)
  const readAs = (texts: readonly Leaf[]) => {
    if (texts.length === 0) return readJson(files)
    const paths = new Set(texts.map(({ path }) => JSON.stringify(path)))
    const typed = columns.map((column) => {
      const type = withTexts(column, (path) => paths.has(JSON.stringify(path)))
      return `${quotedText(column.name)}: ${quotedText(type)}`
    })
    return readJson(files, `, columns = {${typed.join(', ')}}`)
  }
  const guessed = leaves.filter(isGuessed)
  const keyed = await keyedCopy(engine, readAs(guessed))
  const doubles = leaves.filter(({ engineType }) => engineType === 'DOUBLE')
  const large = await leavesWhere(engine, keyed.from, doubles, (cell) => `max(abs(${cell})) >= 2^53`)
  if (large.length === 0) return keyed
  const merged = await leavesWhere(
    engine,
    readAs(large),
    large,
    (cell) =>
      `count(DISTINCT ${cell}) FILTER (${isWholeText(cell)}) > count(DISTINCT CAST(${cell} AS DOUBLE)) FILTER (${isWholeText(cell)})`,
  )
  if (merged.length === 0) return keyed
  return keyedCopy(engine, readAs([...guessed, ...merged]))
}

/** The values of which a condition holds. */
async function leavesWhere(
  engine: DuckEngine,
  from: string,
  leaves: readonly Leaf[],
  condition: (cell: string) => string,
): Promise<readonly Leaf[]> {
  if (leaves.length === 0) return []
  const [row] = await engine.rows(`SELECT ${leaves.map(({ sql }) => condition(sql)).join(', ')} FROM ${from}`)
  return leaves.filter((_, i) => row[i] === true)
}

function isWholeText(cell: string): string {
  return `regexp_full_match(${cell}, '-?[0-9]{16,}')`
}

function isGuessed({ engineType }: EngineColumn): boolean {
  return /^(DATE|TIME|UUID)/.test(engineType) && !engineType.endsWith(']')
}
