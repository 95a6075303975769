// A file that changes while it is read is refused in one line, whatever reads it.
import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, utimesSync } from 'node:fs'
import { tableFromArrays, tableToIPC } from 'apache-arrow'
import { describe as describeData } from 'criba'
import { openReducible, openSource, readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { failure, testFolder } from './folder.ts'
import { plainRows, xlsx } from './sheet-files.ts'

const folder = testFolder()

const csv = 'x,y\n1,2\n3,4\n5,7\n'
const cells = plainRows([
  ['x', 'y'],
  [1, 2],
  [3, 4],
  [5, 7],
])
const files: Readonly<Record<string, string | Uint8Array>> = {
  'log.csv': csv,
  'log.csv.gz': csv,
  'log.json': '[{"x":1,"y":2},{"x":3,"y":4}]',
  // Rewritten on a thread of its own.
  'long.json': `{"v":1,"rows":[${'{"x":1,"y":2},'.repeat(1 << 17)}{"x":3,"y":4}]}`,
  'log.ndjson': '{"x":1,"y":2}\n{"x":3,"y":4}\n',
  'log.arff': '@relation r\n@attribute x numeric\n@attribute y numeric\n@data\n1,2\n3,4\n',
  'log.svm': '1 1:2 2:3\n0 1:4 2:5\n',
  'log.arrow': tableToIPC(tableFromArrays({ x: [1, 3], y: [2, 4] }), 'file'),
  'log.xlsx': xlsx([{ name: 'S', rows: cells }]),
}

const said = (name: string) => `unreadable file: ${name} changed while it was read (read it again)`

/** Options that change the file once the names of its columns are known, before its rows are read. */
function changing(change: () => void) {
  let isDone = false
  return {
    choose: () => {
      if (!isDone) change()
      isDone = true
      return {}
    },
  }
}

describe('a file that changes while it is read', () => {
  it.each(Object.keys(files))('%s', async (name) => {
    const path = folder.write(name, files[name])
    expect(
      (
        await readTable(
          path,
          changing(() => {}),
        )
      ).rows,
    ).toBeGreaterThan(1)
    expect(
      await failure(
        readTable(
          path,
          changing(() => appendFileSync(path, '\n')),
        ),
      ),
    ).toBe(said(name))
  })

  it('Parquet, and a text that goes into the engine', async () => {
    const path = await folder.parquet('log.parquet', 'SELECT i AS x, i % 7 AS y FROM range(50) t(i)')
    const table = readTable(
      path,
      changing(() => appendFileSync(path, ' ')),
    )
    expect(await failure(table)).toBe(said('log.parquet'))
    const text = folder.write('text.csv', csv)
    const source = openSource(text, { source: 'duckdb', ...changing(() => appendFileSync(text, '7,8\n')) })
    expect(await failure(source)).toBe(said('text.csv'))
  })

  it('one of several', async () => {
    folder.write('part-1.csv', csv)
    const path = folder.write('part-2.csv', csv)
    const table = readTable(
      folder.path('part-*.csv'),
      changing(() => appendFileSync(path, '7,8\n')),
    )
    expect(await failure(table)).toBe(said('part-2.csv'))
  })

  it('is another file, an older one, or gone', async () => {
    const path = folder.write('same.csv', csv)
    const other = folder.write('other.csv', csv)
    const at = new Date('2020-01-01T00:00:00Z')
    for (const file of [path, other]) utimesSync(file, at, at)
    const changed = (change: () => void) => failure(readTable(path, changing(change)))
    expect(await changed(() => utimesSync(path, at, new Date('2019-01-01T00:00:00Z')))).toBe(said('same.csv'))
    utimesSync(path, at, at)
    expect(await changed(() => utimesSync(path, new Date(), at))).toBe('no error')
    expect(await changed(() => renameSync(other, path))).toBe(said('same.csv'))
    expect(await changed(() => rmSync(path))).toBe(said('same.csv'))
  })
})

describe('a file that changes after it was read', () => {
  it('is not missed by queries over Parquet', async () => {
    const path = await folder.parquet('later.parquet', 'SELECT i AS x, i % 7 AS y FROM range(50) t(i)')
    const source = await openSource(path, { source: 'duckdb' })
    await folder.parquet('later.parquet', 'SELECT -i AS x, i % 5 AS y FROM range(50) t(i)')
    expect(await failure(describeData(source))).toBe(said('later.parquet'))
    source.close()
  })

  it('may do so where its rows are stored', async () => {
    const path = folder.write('stored.csv', csv)
    const parquet = await folder.parquet('stored.parquet', 'SELECT i AS x FROM range(3) t(i)')
    const sources = [
      await openSource(path, { source: 'duckdb' }),
      await openSource(path, { source: 'memory' }),
      await openSource(parquet, { source: 'duckdb', sql: 'SELECT * FROM data' }),
    ]
    appendFileSync(path, '7,8\n')
    appendFileSync(parquet, ' ')
    for (const source of sources) {
      expect((await describeData(source)).data.rows).toBe(3)
      source.close()
    }
  })

  it('is not written as if it were the old one', async () => {
    const path = folder.write('reduced.csv', csv)
    const output = folder.path('small.csv')
    const source = await openReducible(path, output)
    await source.reduce(['x'])
    expect(readFileSync(output, 'utf8')).toBe('x\n1\n3\n5\n')
    rmSync(output)
    appendFileSync(path, '7,8\n')
    expect(await failure(source.reduce(['x']))).toBe(said('reduced.csv'))
    expect(existsSync(output)).toBe(false)
    source.close()
  })
})
