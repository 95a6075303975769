import {
  Table as Arrow,
  tableFromArrays,
  TimeMillisecond,
  tableToIPC,
  Utf8,
  vectorFromArray,
} from 'apache-arrow'
import { tableFromArrow } from 'criba'
import type { Table } from 'criba'
import { openSource, readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { named } from './cells.ts'
import { failure, testFolder } from './folder.ts'

const folder = testFolder()

const codes = (table: Table) => table.warnings.map(({ code, column }) => `${column}: ${code}`)

describe('Parquet', () => {
  it('may contain numbers, texts, booleans and dates', async () => {
    const path = await folder.parquet(
      'types.parquet',
      `SELECT 1::TINYINT AS small, 9007199254740993::BIGINT AS big, 0.1::FLOAT AS single, 0.1::DECIMAL(30,20) AS exact,
        true AS flag, ''::VARCHAR AS text, DATE '1970-01-02' AS day, TIMESTAMP '1970-01-01 00:00:01.5' AS moment,
        TIME '01:00:00' AS hour, 'nan'::DOUBLE AS odd, 'a'::ENUM('b', 'a') AS level
      UNION ALL SELECT null, 1, 'inf'::FLOAT, null, false, 'NA', null, null, null, 1, null`,
    )
    const table = await readTable(path)
    expect(named(table)).toEqual({
      small: [1, null],
      big: [9007199254740992, 1],
      single: [Math.fround(0.1), null],
      exact: [0.1, null],
      flag: ['true', 'false'],
      text: ['', 'NA'],
      day: [1, null],
      moment: [1.5, null],
      hour: [3600, null],
      odd: [null, 1],
      level: ['a', null],
    })
    expect(codes(table)).toEqual(['big: rounded', 'single: non-finite', 'odd: non-finite'])
  })

  it('is read with the types that the user chooses', async () => {
    const path = await folder.parquet(
      'typed.parquet',
      `SELECT 1.0::DOUBLE AS a, '2.5' AS b UNION ALL SELECT 2.5, ' NA '`,
    )
    const table = await readTable(path, { types: { a: 'categorical', b: 'numeric' } })
    expect(named(table)).toEqual({ a: ['1', '2.5'], b: [2.5, null] })
    const bad = await folder.parquet('bad.parquet', `SELECT '1' AS b UNION ALL SELECT 'x'`)
    expect(await failure(readTable(bad, { types: { b: 'numeric' } }))).toMatch(
      /invalid number in column b, row 2 of .*: "x"/,
    )
  })

  it('is refused with nested columns unless they are dropped', async () => {
    const path = await folder.parquet('nested.parquet', `SELECT 1 AS a, [1] AS b, 'x'::BLOB AS c`)
    expect(await failure(readTable(path))).toMatch(
      /unsuitable columns b, c of .*: they hold INTEGER\[\], BLOB .*drop the column/,
    )
    const source = await openSource(path, { drop: ['b', 'c'], source: 'duckdb' })
    expect(source.columns.map(({ name }) => name)).toEqual(['a'])
    source.close()
  })
})

describe('JSON', () => {
  it('may be records in a list or one per line; texts are not converted', async () => {
    const list = '[{"n":1,"day":"2020-01-01","no":null,"yes":true},{"n":2.5,"day":null,"yes":false}]'
    const expected = { n: [1, 2.5], day: ['2020-01-01', null], no: [null, null], yes: ['true', 'false'] }
    expect(named(await readTable(folder.write('list.json', list)))).toEqual(expected)
    expect(named(await readTable(folder.write('packed.json.gz', list)))).toEqual(expected)
    expect(named(await readTable(folder.write('lines.jsonl', '{"a":1}\n{"a":2}\n')))).toEqual({ a: [1, 2] })
  })

  it('gives a warning for mixed columns, and an error for nested ones', async () => {
    const mixed = await readTable(folder.write('mixed.json', '[{"a":1},{"a":"x"},{"a":2}]'))
    expect(named(mixed)).toEqual({ a: ['1', 'x', '2'] })
    expect(codes(mixed)).toEqual(['a: mixed-types'])
    const gaps = await readTable(folder.write('gaps.json', '[{"a":1},{"a":null},{"a":"x"},{"a":2}]'))
    expect(gaps.warnings[0].message).toMatch(/^column a: 1 of 3 cells are not numbers/)
    const half = await readTable(folder.write('half.json', '[{"a":1},{"a":null},{"a":"x"}]'))
    expect(half.warnings).toEqual([])
    expect(await failure(readTable(folder.write('lists.json', '[{"a":[1]},{"a":[1,2]}]')))).toMatch(
      /unsuitable column a/,
    )
    expect(await failure(readTable(folder.write('broken.json', '[{"a":1},{"a":')))).toMatch(
      /^unreadable file: .*broken\.json/,
    )
  })
})

describe('Arrow', () => {
  it('may be a file or a stream', async () => {
    const arrow = tableFromArrays({
      a: Float64Array.of(1, 2),
      b: ['x', 'y'],
      when: [new Date(0), new Date(1500)],
    })
    const expected = { a: [1, 2], b: ['x', 'y'], when: [0, 1.5] }
    for (const [name, form] of [
      ['f.arrow', 'file'],
      ['s.ipc', 'stream'],
    ] as const) {
      const path = folder.write(name, tableToIPC(arrow, form))
      expect(named(await readTable(path))).toEqual(expected)
      const relation = await openSource(path, { source: 'duckdb' })
      expect(relation.columns.map(({ type }) => type)).toEqual(['numeric', 'categorical', 'numeric'])
      relation.close()
      expect(named(await readTable(path, { sql: 'SELECT a * 2 AS c FROM data' }))).toEqual({ c: [2, 4] })
    }
  })

  it('gives the same table as tableFromArrow, without dropped columns', async () => {
    const arrow = new Arrow({
      hour: vectorFromArray([1500, null], new TimeMillisecond()),
      text: vectorFromArray(['x', 'y'], new Utf8()),
      list: vectorFromArray([[1], [2]]),
    })
    const path = folder.write('types.arrow', tableToIPC(arrow))
    expect(await failure(readTable(path))).toMatch(
      /^unsuitable column list: it holds List<Float64> .*drop the column/,
    )
    const source = await openSource(path, { drop: ['list'] })
    expect(source.columns.map(({ name, missing }) => [name, missing])).toEqual([
      ['hour', 1],
      ['text', 0],
    ])
    source.close()
    const kept = arrow.select(['hour', 'text'])
    const again = await readTable(folder.write('kept.arrow', tableToIPC(kept)))
    expect(named(again)).toEqual({ hour: [1.5, null], text: ['x', 'y'] })
    expect(again).toEqual(tableFromArrow(kept))
  })
})

describe('ARFF', () => {
  const header = `% comment\n@RELATION 'a relation'\n@attribute 'the width' REAL\n@attribute class {good, 'not good', "it's"}\n@attribute note string\n@DATA\n`

  it('may contain numbers, levels and texts', async () => {
    const path = folder.write(
      'a.arff',
      `${header}1.5,good,'a, b'\n% between\n?,'not good',?\n2,"it's",plain\n`,
    )
    expect(named(await readTable(path))).toEqual({
      'the width': [1.5, null, 2],
      class: ['good', 'not good', "it's"],
      note: ['a, b', null, 'plain'],
    })
  })

  it('gives errors with the line', async () => {
    const broken = (name: string, row: string) =>
      failure(readTable(folder.write(name, `${header}1,good,x\n${row}\n`)))
    expect(await broken('cells.arff', '1,good')).toMatch(
      /invalid row 2 of .*, line 8: 2 cells \(needs 3, as the header\)/,
    )
    expect(await broken('sparse.arff', '{0 1}')).toMatch(/no value of note, a text or date/)
    expect(await broken('level.arff', '1,bad,x')).toMatch(
      /column class, row 2 of .* \(line 8\): "bad" \(not among its levels\)/,
    )
    expect(await broken('number.arff', 'x,good,x')).toMatch(
      /invalid number in column the width, row 2 of .* \(line 8\): "x"/,
    )
  })
})

describe('queries', () => {
  it('read the file under the name data', async () => {
    const path = folder.write('q.csv', 'zip,Größe,__proto__\n00123,1.5,a\n00123,2.5,b\n9,4,a\n')
    const sql =
      'SELECT zip, sum("Größe") AS total, count(*) AS n FROM data GROUP BY zip ORDER BY zip; -- done'
    const table = await readTable(path, { sql, types: { zip: 'categorical', n: 'categorical' } })
    expect(named(table)).toEqual({ zip: ['00123', '9'], total: [4, 4], n: ['2', '1'] })
  })

  it('may make other columns of those that have a type', async () => {
    const path = folder.write('typed.csv', 'age;zip;y\n5-10;01;1\n11-20;02;2\n')
    const types = { age: 'range', zip: 'numeric', n: 'categorical' } as const
    const sql = 'SELECT age * 2 AS twice, zip + 1 AS next, y AS n FROM data'
    expect(named(await readTable(path, { sql, types }))).toEqual({
      twice: [15, 31],
      next: [2, 3],
      n: ['1', '2'],
    })
    const unknown = readTable(path, { sql, types: { ...types, agee: 'range' } })
    expect(await failure(unknown)).toContain('unknown column: agee')
    expect(await failure(readTable(path, { types: { twice: 'range' } }))).toContain('unknown column: twice')
  })

  it('take the warnings about columns that they read otherwise', async () => {
    const path = folder.write(
      'pairs.csv',
      'bp,w,y\n120/80,1 kg,1\n130/85,2 kg,2\n140/90,3 kg,3\n135/80,4 kg,4\n',
    )
    const codes = async (sql?: string) =>
      (await readTable(path, { ...(sql && { sql }) })).warnings.map(({ code }) => code)
    expect(await codes()).toEqual(['doubtful-numbers', 'units'])
    expect(await codes('SELECT bp, w FROM data')).toEqual(['doubtful-numbers', 'units'])
    expect(await codes(`SELECT * REPLACE (split_part(bp, '/', 1)::INT AS bp) FROM data`)).toEqual(['units'])
    expect(await codes('SELECT y FROM data')).toEqual([])
  })

  it('may extract parts of nested columns', async () => {
    const path = await folder.parquet('struct.parquet', `SELECT {'x': 1} AS s`)
    expect(named(await readTable(path, { sql: 'SELECT s.x AS x FROM data' }))).toEqual({ x: [1] })
  })

  it('cannot write', async () => {
    const path = folder.write('only.csv', 'a,b\n1,x\n')
    const target = folder.path('stolen.csv')
    for (const sql of [
      `COPY data TO '${target}'`,
      'SELECT 1; SELECT 2',
      `ATTACH '${target}'`,
      'DROP VIEW data',
      '',
    ]) {
      expect(await failure(readTable(path, { sql }))).toMatch(/^invalid query: /)
    }
    expect(await failure(readTable(path, { sql: 'SELECT nothing FROM data' }))).toMatch(
      /^invalid query: .*nothing/,
    )
    expect(await failure(readTable(path, { sql: 'SELECT * FROM data WHERE a > 5' }))).toBe(
      'missing rows: the query returns no rows',
    )
  })
})
