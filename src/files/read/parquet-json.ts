import { writeFile } from 'node:fs/promises'
import { CribaError } from '#core'
import type { Warning } from '#core'
import { quotedName, quotedText } from '#sql'
import type { DuckEngine } from '#sql/on-demand'
import { fileBytes } from './bytes.ts'
import type { DataFile } from './bytes.ts'
import { engineColumns } from './engine-columns.ts'
import type { EngineColumn, KeyedRows } from './engine-columns.ts'
import { leavesOf, withTexts } from './engine-types.ts'
import type { Leaf } from './engine-types.ts'
import type { Input } from './input.ts'
import { rowsWritten } from './json-rows.ts'
import { keyedTable } from './keyed-rows.ts'
import type { ScratchFolder } from './scratch-folder.ts'

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
  { label, files: given, format }: Input,
  { isQueried, scratch }: { readonly isQueried: boolean; readonly scratch: ScratchFolder },
): Promise<KeyedRows & { readonly warnings: readonly Warning[]; readonly inside?: string }> {
  const read = format === 'parquet' ? readParquet : readJson
  const files = [...given]
  const warnings: Warning[] = []
  let inside: string | undefined
  if (format === 'json')
    for (const [i, file] of given.entries()) {
      const mayBeTable = await checkJson(file)
      if (!mayBeTable || isQueried) continue
      const path = scratch.file()
      const found = await rowsWritten(file, path)
      if (found) files[i] = { ...file, path, compression: null }
      if (found) warnings.push(...found.warnings)
      inside = found?.inside
    }
  if (format === 'json') await decompressMixed(files, scratch)
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
  // The rows of a query are stored.
  if (hasPositions && !isQueried) engine.afterReading(() => files.forEach(({ watched }) => watched?.check()))
  if (keyed.rows === 0) throw new CribaError('missing', `missing rows: ${label} has none`)
  return { ...keyed, warnings, ...(inside !== undefined && { inside }) }
}

/** Decompresses files where not all are compressed alike: the engine reads one kind at a time. */
async function decompressMixed(files: DataFile[], scratch: ScratchFolder): Promise<void> {
  if (files.every(({ compression }) => compression === files[0].compression)) return
  for (const [i, file] of files.entries()) {
    if (!file.compression) continue
    const path = scratch.file()
    await writeFile(path, fileBytes(file).blocks())
    files[i] = { ...file, path, compression: null }
  }
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

/**
 * The most levels of objects and lists in each other. The engine calls itself for each, and dies of some
 * thousands.
 */
const mostLevels = 256

const quote = 0x22
const backslash = 0x5c
const brace = 0x7b
/** What each byte outside of texts does to the depth; a quote begins a text. */
const steps = new Int8Array(256)
for (const sign of '[{') steps[sign.charCodeAt(0)] = 1
for (const sign of ']}') steps[sign.charCodeAt(0)] = -1
steps[quote] = 2

/**
 * Refuses JSON that is nested too deeply for the engine, or cut short between two rows. Returns whether it may be a table in another form than
 * a list of rows: one object, of which the engine would read one row, or a list of lists.
 */
async function checkJson(file: DataFile): Promise<boolean> {
  let depth = 0
  // Values outside of all others; whether the first is an object, and whether its first part is a list.
  let values = 0
  let isObject = false
  let hasLists = false
  let nested = 0
  let isText = false
  let isEscaped = false
  for await (const block of fileBytes(file).blocks()) {
    let at: number = isEscaped ? 1 : 0
    isEscaped = false
    while (at < block.length) {
      if (isText) {
        // Everything up to the next quote that no backslash stands before.
        while (at < block.length && block[at] !== quote) at += block[at] === backslash ? 2 : 1
        isEscaped = at > block.length
        isText = at >= block.length
        at++
        continue
      }
      const step = steps[block[at++]]
      if (step === 0) continue
      if (step === 2) isText = true
      else {
        depth += step
        if (depth > mostLevels) throw tooDeep(file.label)
        if (step < 0 || depth > 2) continue
        const isBrace = block[at - 1] === brace
        if (depth === 1 && values++ === 0) isObject = isBrace
        if (depth === 2 && !isObject && nested++ === 0) hasLists = !isBrace
      }
    }
  }
  // The engine takes a list without its end for a whole one.
  if (values === 1 && !isObject && depth === 1 && !isText) throw cutShort(file.label)
  return values === 1 && (isObject || hasLists)
}

function cutShort(label: string): CribaError {
  return new CribaError(
    'unreadable',
    `unreadable file: ${label} ends before its list of rows does (it was cut short: fetch it again)`,
  )
}

function tooDeep(label: string): CribaError {
  const remedy = `more than ${mostLevels} levels of objects and lists`
  return new CribaError('unreadable', `unreadable file: ${label} is nested too deeply (${remedy})`)
}
