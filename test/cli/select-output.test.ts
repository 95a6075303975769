import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tableFromArrays, tableToIPC } from 'apache-arrow'
import { readTable } from 'criba/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DuckEngine } from '../../dist/src/sql/duckdb/engine.js'
import { criba } from './criba.ts'

let folder: string
let engine: DuckEngine
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'criba-test-'))
  engine = await DuckEngine.start({ rows: 100 })
})
afterAll(() => {
  engine.close()
  rmSync(folder, { recursive: true })
})

describe('the file that criba select writes', () => {
  /** The output file of a run. */
  async function reduced(args: readonly string[], name: string, input?: string): Promise<string> {
    const output = join(folder, name)
    const { code, err } = await criba(
      ['select', ...args, '--no-evidence', '-o', output],
      input === undefined ? {} : { input },
    )
    expect(err).toMatch(new RegExp(`wrote .*${name}: `))
    expect(code).toBe(0)
    return output
  }

  async function columnsOf(file: string): Promise<readonly string[]> {
    const rows = await engine.rows(`DESCRIBE FROM '${file}'`)
    return rows.map(([name, type]) => `${String(name)} ${String(type)}`)
  }

  const text =
    'id;a;b;"c;d";y\n1;1,50;x;"he said ""hi""";1\r\n2;2,50;NA; pad ;2\n3;3,50;y;"line\nbreak";3\n4;4,00;;ok;4\n5;0,10;\'z\';;5\n'

  it('has all rows, with unchanged cells', async () => {
    const file = join(folder, 'semicolon.csv')
    writeFileSync(file, text)
    const all = await reduced([file, '-t', 'y', '-k', '4'], 'all.csv')
    expect(readFileSync(all, 'utf8')).toBe(
      'id;a;b;"c;d";y\n1;1,50;x;"he said ""hi""";1\n2;2,50;NA; pad ;2\n3;3,50;y;"line\nbreak";3\n4;4,00;;ok;4\n5;0,10;"\'z\'";;5\n',
    )
    const args = [file, '-t', 'y', '-k', '1', '--drop', 'id', '--source', 'duckdb']
    const one = await reduced(args, 'one.tsv')
    expect(readFileSync(one, 'utf8').split('\n')[0]).toMatch(/^(a|b|c;d)\ty$/)
  })

  it('keeps the weights, and can come from standard input and from several files', async () => {
    const one = 'a,b,n,y\n1.50,2,1,u\n2.50,4,2,v\n3.50,1,1,u\n'
    const weighted = await reduced(['-', '-t', 'y', '-k', '1', '--weights', 'n'], 'weights.csv', one)
    expect(readFileSync(weighted, 'utf8')).toMatch(/^[ab],n,y\n/)
    for (const part of ['part1.csv', 'part2.csv']) writeFileSync(join(folder, part), one)
    const parts = await reduced(
      [join(folder, 'part?.csv'), '-t', 'y', '-k', '1', '--drop', 'b,n'],
      'parts.csv',
    )
    const rows = 'a,y\n1.50,u\n2.50,v\n3.50,u\n'
    expect(readFileSync(parts, 'utf8')).toBe(rows + rows.slice(4))
  })

  it('has a line for a row whose only cell is missing', async () => {
    const file = join(folder, 'gap.csv')
    writeFileSync(file, 'a,b\n1,1\n,1\n9,2\n')
    const one = await reduced([file, '--criterion', 'variance', '-k', '1'], 'single.csv')
    expect(readFileSync(one, 'utf8')).toBe('a\n1\n""\n9\n')
    expect((await readTable(one)).rows).toBe(3)
  })

  it('can come from a tab-separated text with commas, named .csv', async () => {
    const file = join(folder, 'tabs.csv')
    writeFileSync(file, 'a\ty\n1,5\tu\n2\tv\n3\tw\n')
    const tabs = await reduced([file, '-t', 'y', '-k', '1'], 'commas.csv')
    expect(readFileSync(tabs, 'utf8')).toBe('a,y\n"1,5",u\n2,v\n3,w\n')
  })

  it.each(['memory', 'duckdb'])('keeps the types of Parquet, read by %s', async (source) => {
    const file = join(folder, `typed-${source}.parquet`)
    await engine.rows(
      `COPY (SELECT i::SMALLINT id, (i / 4.0)::DECIMAL(6, 2) a, DATE '2020-01-01' + i::INTEGER d, i::DOUBLE f, 'l' || (i % 3) b, i % 2 = 0 flag, (2 * i)::BIGINT y FROM range(40) t(i)) TO '${file}' (FORMAT parquet)`,
    )
    const args = [file, '-t', 'y', '--stop', 'none', '--as-is', '--source', source]
    const parquet = await reduced(args, `out-${source}.parquet`)
    const types = ['SMALLINT', 'DECIMAL(6,2)', 'DATE', 'DOUBLE', 'VARCHAR', 'BOOLEAN', 'BIGINT']
    const names = ['id', 'a', 'd', 'f', 'b', 'flag', 'y']
    expect(await columnsOf(parquet)).toEqual(names.map((name, i) => `${name} ${types[i]}`))
    const csv = await reduced(args, `out-${source}.csv`)
    expect(readFileSync(csv, 'utf8').split('\n')[2]).toBe('1,0.25,2020-01-02,1,l1,false,2')
  })

  it('can come from JSON, Arrow and ARFF', async () => {
    const files = {
      'r.json': JSON.stringify(
        [...Array(9).keys()].map((i) => ({ a: i + 0.5, b: i % 2 ? 'é,"' : 'u', y: i })),
      ),
      'r.arrow': tableToIPC(
        tableFromArrays({
          a: Float64Array.from({ length: 9 }, (_, i) => i + 0.5),
          b: Array.from({ length: 9 }, (_, i) => (i % 2 ? 'é,"' : 'u')),
          y: Int32Array.from({ length: 9 }, (_, i) => i),
        }),
        'file',
      ),
      'r.arff': `@relation r\n@attribute a numeric\n@attribute b string\n@attribute y numeric\n@data\n${[...Array(9).keys()].map((i) => `${i}.50,${i % 2 ? "'é,\"'" : 'u'},${i}\n`).join('')}`,
    }
    for (const [name, contents] of Object.entries(files)) {
      const file = join(folder, name)
      writeFileSync(file, contents)
      const csv = await reduced([file, '-t', 'y', '-k', '2'], `${name}.csv`)
      const zero = name === 'r.arff' ? '0' : ''
      expect(readFileSync(csv, 'utf8')).toMatch(new RegExp(`^a,b,y\n0.5${zero},u,0\n1.5${zero},"é,""",1\n`))
      const parquet = await reduced([file, '-t', 'y', '-k', '2', '--source', 'duckdb'], `${name}.parquet`)
      const y = name === 'r.json' ? 'BIGINT' : 'DOUBLE'
      expect(await columnsOf(parquet)).toEqual(['a DOUBLE', 'b VARCHAR', `y ${y}`])
    }
  })

  it('has the rows of a query', async () => {
    const args = ['examples/penguins.csv', '-t', 'species', '-k', '1', '--drop', 'island']
    const sql = 'SELECT *, body_mass_g / 1000 AS kilos FROM data WHERE sex IS NOT NULL'
    const csv = await reduced([...args, '--sql', sql], 'query.csv')
    expect(readFileSync(csv, 'utf8').trimEnd().split('\n')).toHaveLength(334)
    const parquet = await reduced([...args, '--sql', sql], 'query.parquet')
    expect((await readTable(parquet)).rows).toBe(333)
  })

  it('has columns of a text that is too wide for the engine', async () => {
    const names = Array.from({ length: 1200 }, (_, i) => `x${i}`)
    const row = (i: number) => names.map((_, column) => `${((i * (column + 7)) % 11) + 1}.0`).join(',')
    const wide = `${names.join(',')},y\n${Array.from({ length: 30 }, (_, i) => `${row(i)},${i % 2}\n`).join('')}`
    const file = join(folder, 'of-1200.csv')
    writeFileSync(file, wide)
    const csv = await reduced([file, '-t', 'y', '-k', '2'], 'wide.csv')
    expect(readFileSync(csv, 'utf8')).toMatch(/^x\d+,x\d+,y\n\d+\.0,\d+\.0,0\n/)
    const parquet = await reduced([file, '-t', 'y', '-k', '2'], 'wide.parquet')
    expect((await columnsOf(parquet)).map((column) => column.split(' ')[1])).toEqual(Array(3).fill('DOUBLE'))
  })

  it('never replaces the data, and is never half written', async () => {
    const file = join(folder, 'own.csv')
    writeFileSync(file, 'a,y\n1,u\n2,v\n3,w\n')
    const link = join(folder, 'link.csv')
    symlinkSync(file, link)
    for (const output of [file, link]) {
      const { code, out, err } = await criba(['select', file, '-t', 'y', '-o', output])
      expect(err).toBe(`criba: invalid output: ${output} (it is an input file: choose another name)\n`)
      expect(out).toBe('')
      expect(code).toBe(1)
    }
    expect(readFileSync(file, 'utf8')).toBe('a,y\n1,u\n2,v\n3,w\n')
    const chosen = ['select', file, '-t', 'y', '--stop', 'gain:9', '--no-evidence']
    const none = await criba([...chosen, '-o', join(folder, 'none.csv')])
    expect(none.code).toBe(1)
    expect(none.err).toMatch(
      /(?:^|\n)criba: missing columns: none was chosen, so .*none\.csv is not written\n$/,
    )
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })
})
