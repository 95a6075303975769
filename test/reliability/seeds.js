import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { tableFromArrays, tableToIPC } from 'apache-arrow'
import { openReducible } from 'criba/node'
import { writeFileSync } from 'node:fs'
import { packedWorkbooks } from './workbooks.js'

/**
 * A whole file from which damaged ones are made: the bytes that are damaged, and how these are packed.
 * @typedef {{
 *   reader: string,
 *   name: string,
 *   kind: 'text' | 'binary',
 *   bytes: Buffer,
 *   pack?: (damaged: Buffer) => Uint8Array,
 * }} Seed
 */

const rows = Array.from({ length: 24 }, (_, i) => ({
  id: `k${String(i).padStart(3, '0')}`,
  n: i % 7 === 3 ? null : i * 1.25 - 3,
  kind: ['red', 'green', 'blue'][i % 3],
  day: `2020-0${1 + (i % 9)}-1${i % 10}`,
  count: i * i,
}))
const names = /** @type {const} */ (['id', 'n', 'kind', 'day', 'count'])

/** @param {string} separator @param {string} [end] */
function delimited(separator, end = '\n') {
  const lines = rows.map((row) => names.map((name) => row[name] ?? '').join(separator))
  return [names.join(separator), ...lines, ''].join(end)
}

const quoted = 'a,"b ""x""",c\n1,"two\nlines",2.5\n-3,"y, z",1e3\n4,"say ""hi""",NA\n,é 𝒳,.5\n'
const european = 'Datum;Betrag;Ort\n31.12.2020;1.234,50 €;Köln\n01.02.2021;-3,25 €;Bonn\n15.03.2021;7 €;\n'
const nested = rows.map(({ id, n, kind, count }) => ({
  id,
  part: { n, kind: { name: kind } },
  count,
  none: null,
}))
const arff = [
  "% made\n@relation 'a b'\n@attribute id string\n@attribute n numeric\n@attribute kind {red,green,blue}",
  '@attribute day date "yyyy-MM-dd"\n@attribute count integer\n@data',
  ...rows.map((row) => names.map((name) => row[name] ?? '?').join(',')),
  '',
].join('\n')
const sparseArff =
  '@relation s\n@attribute a numeric\n@attribute b {x,y}\n@data\n{0 1.5, 1 y}\n{}\n{1 y}\n{0 -2}\n'
const svmlight = rows.map(
  (_, i) => `${i % 2 ? 1 : -1} qid:${1 + (i >> 3)} 1:${i / 4} ${3 + (i % 4)}:1e-${i % 5} # r\n`,
)

/** @type {readonly (readonly [reader: string, name: string, text: string | Buffer])[]} */
const texts = [
  ['delimited', 'plain.csv', delimited(',')],
  ['delimited', 'quoted.csv', quoted],
  ['delimited', 'european.csv', Buffer.from(european, 'latin1')],
  ['delimited', 'wide.csv', Buffer.from(`\ufeff${delimited(';', '\r\n')}`, 'utf16le')],
  ['delimited', 'tabs.tsv', delimited('\t', '\r\n')],
  ['delimited', 'report.txt', `Report\n2020\n\n${delimited('|')}Total|9|||12\nSource: x\n`],
  ['JSON', 'rows.json', JSON.stringify(rows)],
  ['JSON', 'nested.json', JSON.stringify(nested, null, 1)],
  ['JSON', 'lines.ndjson', nested.map((row) => `${JSON.stringify(row)}\n`).join('')],
  ['ARFF', 'dense.arff', arff],
  ['ARFF', 'sparse.arff', sparseArff],
  ['SVMlight', 'rows.svm', svmlight.join('')],
]

const values = `SELECT 'k' || i AS id, CASE WHEN i % 7 = 3 THEN NULL ELSE i * 1.25 END AS n,
  ['red', 'green', 'blue'][1 + i % 3] AS kind, DATE '2020-01-01' + i::INTEGER AS day, (i * i)::BIGINT AS count`
const others = `, i % 2 = 0 AS flag, (i / 8)::DECIMAL(9, 2) AS amount, TIMESTAMP '2020-01-01 10:00:00' + to_minutes(i) AS at,
  { 'x': i, 'y': { 'z': 'w' || i % 2 } } AS part, i::HUGEINT AS large, NULL AS none`

/**
 * The whole files; engines write theirs into a folder.
 * @param {string} folder
 * @returns {Promise<readonly Seed[]>}
 */
export async function makeSeeds(folder) {
  /** @type {Seed[]} */
  const seeds = texts.map(([reader, name, text]) => ({
    reader,
    name,
    kind: 'text',
    bytes: Buffer.from(text),
  }))
  const packed = seeds.filter(({ name }) =>
    ['plain.csv', 'quoted.csv', 'rows.json', 'dense.arff', 'rows.svm'].includes(name),
  )
  for (const seed of packed) {
    const { name, bytes } = seed
    seeds.push({ reader: 'gzip', name: `${name}.gz`, kind: 'binary', bytes: gzipSync(bytes) })
    seeds.push({
      ...seed,
      reader: 'gzip',
      name: `in-${name}.gz`,
      pack: (damaged) => gzipSync(damaged, { level: 1 }),
    })
  }
  for (const [name, bytes] of await parquetFiles(folder))
    seeds.push({ reader: 'Parquet', name, kind: 'binary', bytes })
  for (const form of /** @type {const} */ (['file', 'stream'])) {
    for (const [name, columns] of Object.entries(arrowColumns)) {
      const bytes = Buffer.from(tableToIPC(tableFromArrays(columns), form))
      seeds.push({ reader: 'Arrow', name: `${name}-${form}.arrow`, kind: 'binary', bytes })
    }
  }
  return [...seeds, ...packedWorkbooks()]
}

const arrowColumns = {
  words: { id: rows.map(({ id }) => id), n: rows.map(({ n }) => n), kind: rows.map(({ kind }) => kind) },
  numbers: {
    a: Float64Array.from(rows, (_, i) => i / 4),
    b: Int32Array.from(rows, (_, i) => i * i),
    c: BigInt64Array.from(rows, (_, i) => BigInt(i)),
    d: rows.map((_, i) => (i % 5 ? i % 2 === 0 : null)),
    e: rows.map((_, i) => (i % 5 ? new Date(1e12 + 1e9 * i) : null)),
  },
}

/** Parquet of criba itself and of its engine, in all compressions. @param {string} folder */
async function parquetFiles(folder) {
  const text = join(folder, 'plain.csv')
  writeFileSync(text, delimited(','))
  const own = join(folder, 'own.parquet')
  const source = await openReducible(text, own)
  await source.reduce(names)
  source.close()
  /** @type {[string, Buffer][]} */
  const files = [['own.parquet', readFileSync(own)]]
  const engine = await DuckDBInstance.create(':memory:')
  const connection = await engine.connect()
  for (const [name, more, options] of [
    ['plain', '', 'COMPRESSION uncompressed'],
    ['types', others, 'COMPRESSION snappy'],
    ['groups', others, 'COMPRESSION zstd, ROW_GROUP_SIZE 8'],
    ['new', '', "COMPRESSION gzip, PARQUET_VERSION 'v2'"],
  ]) {
    const path = join(folder, `${name}.parquet`)
    await connection.run(
      `COPY (${values}${more} FROM range(24) t(i)) TO '${path}' (FORMAT parquet, ${options})`,
    )
    files.push([`${name}.parquet`, readFileSync(path)])
  }
  connection.closeSync()
  engine.closeSync()
  return files
}
