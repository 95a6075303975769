import { CribaError } from '../../spec/error.ts'
import { quotedText } from '../../sources/duckdb/engine.ts'
import type { Engine } from '../../sources/duckdb/engine.ts'
import { engineColumns } from './engine-columns.ts'
import type { DataFile } from './bytes.ts'
import type { Input } from './input.ts'

/**
 * Parquet or JSON files, which say themselves what their columns hold, as they stand after FROM. (Not a view: to look
 * up one of 20,000 columns in a view takes a second.)
 */
export async function fileSource(engine: Engine, { label, files, format }: Input): Promise<string> {
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
  const source = format === 'parquet' ? readParquet(files) : await readJsonTexts(engine, files)
  const [[rows]] = await engine.rows(`SELECT count(*) FROM ${source}`)
  if (Number(rows) === 0) throw new CribaError('missing', `missing rows: ${label} has none`)
  return source
}

function list(files: readonly DataFile[]): string {
  // A name with a wildcard in it is a name all the same.
  return `[${files.map(({ path }) => quotedText(path.replace(/[*?[]/g, '[$&]'))).join(', ')}]`
}

function readParquet(files: readonly DataFile[]): string {
  return `read_parquet(${list(files)}, hive_partitioning = false)`
}

function readJson(files: readonly DataFile[], more = ''): string {
  const compression = files[0].isGzip ? 'gzip' : 'uncompressed'
  const options = `hive_partitioning = false, compression = '${compression}', sample_size = -1`
  return `read_json(${list(files)}, ${options}${more})`
}

/** Texts of JSON stay texts: the engine would make dates and identifiers of those that look like one. */
async function readJsonTexts(engine: Engine, files: readonly DataFile[]): Promise<string> {
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
