import { MemorySource, rank, select, tableFromColumns } from 'criba'
import { openClickHouse } from 'criba/clickhouse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { differences } from '../parity/differences.ts'
import { hasServer, startCluster } from './servers.ts'
import type { Cluster } from './servers.ts'
import { addressOf, insert, makeTable, quoted } from './tables.ts'

/** Columns of every type that is read, by row: what is inserted, and what criba is to read. */
const typed: Readonly<
  Record<string, readonly [type: string, cells: readonly string[], read: readonly unknown[]]>
> = {
  u8: ['UInt8', ['0', '255', '7', '7'], [0, 255, 7, 7]],
  i8: ['Int8', ['-128', '127', '-1', '0'], [-128, 127, -1, 0]],
  i64: ['Int64', ['-9007199254740991', '5', '5', '6'], [-9007199254740991, 5, 5, 6]],
  f32: ['Float32', ['0.1', '-0', '1e30', '2.5'], [Math.fround(0.1), 0, Math.fround(1e30), 2.5]],
  f64: ['Float64', ['nan', 'inf', '0.1', '-1e300'], [null, null, 0.1, -1e300]],
  gaps: ['Nullable(Float64)', ['\\N', '1.5', '\\N', '2'], [null, 1.5, null, 2]],
  money: ['Decimal(12, 2)', ['0.10', '-1234567.89', '3', '0.30'], [0.1, -1234567.89, 3, 0.3]],
  day: ['Date', ['1970-01-01', '2020-02-29', '1999-12-31', '1999-12-31'], [0, 18321, 10956, 10956]],
  time: [
    "DateTime('UTC')",
    ['1970-01-02 00:00:01', '2020-01-01 00:00:00', '2001-09-09 01:46:40', '2001-09-09 01:46:40'],
    [86401, 1577836800, 1e9, 1e9],
  ],
  text: ['String', ["O'Neil", '\\\\ back\\tslash', '', '😀'], ["O'Neil", '\\ back\tslash', '', '😀']],
  fixed: ['FixedString(3)', ['abc', 'a', 'a', ''], ['abc', 'a', 'a', '']],
  low: ['LowCardinality(String)', ['b', 'a', 'a', 'b'], ['b', 'a', 'a', 'b']],
  enum: ["Enum8('no' = 1, 'ye''s' = 2)", ['no', "ye's", 'no', 'no'], ['no', "ye's", 'no', 'no']],
  uuid: [
    'UUID',
    Array.from({ length: 4 }, (_, row) => `61f0c404-5cb3-11e7-907b-a6006ad3dba${row}`),
    Array.from({ length: 4 }, (_, row) => `61f0c404-5cb3-11e7-907b-a6006ad3dba${row}`),
  ],
  'data `"\'\\ . x': ['Nullable(String)', ['\\N', 'p', 'q', 'q'], [null, 'p', 'q', 'q']],
}

describe.skipIf(!hasServer)('A table of a server', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster()
  })
  afterAll(() => cluster?.close())

  const numeric = Object.entries(typed).filter(([, [, , read]]) =>
    read.every((value) => typeof value !== 'string'),
  )
  const table = tableFromColumns(
    Object.fromEntries(Object.entries(typed).map(([name, [, , read]]) => [name, read])),
  )

  async function makeTyped(): Promise<string> {
    const columns = Object.entries(typed).map(([name, [type]]) => `${quoted(name)} ${type}`)
    const name = await makeTable(cluster, columns.join(', '))
    const rows = [0, 1, 2, 3].map((row) =>
      Object.values(typed)
        .map(([, cells]) => cells[row])
        .join('\t'),
    )
    await insert(cluster, name, 0, rows.slice(0, 3))
    await insert(cluster, name, 1, rows.slice(3))
    return name
  }

  it('has the types and the facts of the same columns in memory', async () => {
    const source = await openClickHouse(addressOf(cluster, await makeTyped()))
    const { columns } = new MemorySource(table)
    expect(source.columns.map(({ time: _, ...column }) => column)).toEqual(
      columns.map(({ time: _, ...column }) => column),
    )
    expect(source.columns.find(({ name }) => name === 'day')?.time).toBe('date')
    expect(source.columns.find(({ name }) => name === 'time')?.time).toBe('datetime')
    expect(source.warnings.map(({ message }) => message)).toEqual([
      'column f64: 2 infinite or NaN values count as missing',
    ])
    source.close()
  })

  it('gives the values and the levels of the same columns in memory', async () => {
    const source = await openClickHouse(addressOf(cluster, await makeTyped()))
    const requests = table.columns.map(({ type }, column) =>
      type === 'numeric'
        ? ({ kind: 'order', variable: { column, coding: null }, at: [], distinctUpTo: 9, view: {} } as const)
        : ({
            kind: 'counts',
            family: { list: [[{ column, coding: { kind: 'values' } }]] },
            view: {},
          } as const),
    )
    expect(await source.answer(requests)).toEqual(await new MemorySource(table).answer(requests))
    source.close()
  })

  it('gives numbers as levels where they are typed categorical', async () => {
    const types = Object.fromEntries(numeric.map(([name]) => [name, 'categorical' as const]))
    const name = await makeTyped()
    const source = await openClickHouse(addressOf(cluster, name), {
      types,
      drop: ['f32', 'f64', 'day', 'time', 'money'],
    })
    const column = source.columns.findIndex(({ name }) => name === 'i8')
    const [[counts]] = await source.answer([
      { kind: 'counts', family: { list: [[{ column, coding: { kind: 'values' } }]] }, view: {} },
    ])
    expect(counts.levels).toEqual([['-1', '-128', '0', '127']])
    source.close()
  })

  it('warns of whole numbers that doubles do not tell apart', async () => {
    const name = await makeTable(cluster, 'id UInt64, y UInt8')
    await insert(cluster, name, 0, ['18446744073709551615\t0', '9007199254740993\t1', '3\t1'])
    const source = await openClickHouse(addressOf(cluster, name))
    expect(source.warnings.map(({ message }) => message)).toEqual([
      'column id: 2 whole numbers beyond 2^53 are rounded; type it categorical if they are labels',
    ])
    source.close()
  })

  it('is refused where a column holds neither numbers nor texts, unless it is dropped', async () => {
    const name = await makeTable(cluster, 'a Array(UInt8), b UInt8, y UInt8')
    await insert(cluster, name, 0, ['[1]\t2\t0', '[]\t3\t1'])
    await expect(openClickHouse(addressOf(cluster, name))).rejects.toThrow(
      'unsuitable column a: it holds Array(UInt8) (criba takes numbers, texts and dates: drop the column, or extract its parts with --sql)',
    )
    const dropped = await openClickHouse(addressOf(cluster, name), { drop: ['a'] })
    expect(dropped.columns.map(({ name }) => name)).toEqual(['b', 'y'])
    dropped.close()
    const sql = 'SELECT length(a) AS n, y FROM data'
    const queried = await openClickHouse(addressOf(cluster, name), { sql })
    expect(queried.columns.map(({ name }) => name)).toEqual(['n', 'y'])
    queried.close()
  })

  it('is refused where texts are no UTF-8: two levels would look the same', async () => {
    const name = await makeTable(cluster, 'a String, y UInt8')
    await cluster.run(
      0,
      `INSERT INTO ${quoted(`${name} part`)} SELECT unhex(toString(80 + number % 2)), number FROM numbers(4)`,
    )
    await cluster.run(0, `INSERT INTO ${quoted(`${name} part`)} SELECT unhex('FF'), 1`)
    const source = await openClickHouse(addressOf(cluster, name))
    await expect(
      source.answer([
        { kind: 'counts', family: { list: [[{ column: 0, coding: { kind: 'values' } }]] }, view: {} },
      ]),
    ).rejects.toThrow('unreadable texts: the server sent bytes that are no UTF-8')
    source.close()
  })

  it('has extreme numbers: their order, levels and moments are those of memory', async () => {
    const values = [
      1e300,
      -1e300,
      5e-324,
      -5e-324,
      0,
      -0,
      1e-300,
      3,
      2 ** 60,
      2 ** 60 + 256,
      -1.5,
      0.1,
      1e16,
      1e-16,
    ]
    const levels = values.map((_, i) => i % 3)
    const name = await makeTable(cluster, 'x Float64, small Float64, y UInt8')
    // By their bits: the server reads no subnormal numbers from text.
    const bits = (value: number) =>
      `reinterpretAsFloat64(reinterpretAsString(toUInt64(${new BigUint64Array(Float64Array.of(value).buffer)[0]})))`
    for (const [i, value] of values.entries()) {
      const row = `SELECT ${bits(value)}, ${bits(Math.cbrt(value))}, ${levels[i]}`
      await cluster.run(i < 9 ? 0 : 1, `INSERT INTO ${quoted(`${name} part`)} ${row}`)
    }
    const memory = new MemorySource(tableFromColumns({ x: values, small: values.map(Math.cbrt), y: levels }))
    const source = await openClickHouse(addressOf(cluster, name))
    const x = { column: 0, coding: null }
    const at = values.map((_, i) => ({ part: i + 1, of: values.length, side: 'lower' as const }))
    const y = { column: 2, coding: { kind: 'values' as const } }
    const exact = [
      { kind: 'order', variable: x, at, distinctUpTo: 30, view: {} },
      { kind: 'order', variable: x, at, distinctUpTo: 3, view: {} },
      {
        kind: 'counts',
        family: {
          list: [[{ column: 0, coding: { kind: 'cuts', cuts: [-1e299, -5e-324, 0, 1e-300, 2 ** 60] } }, y]],
        },
        view: {},
      },
      { kind: 'entropy', family: { list: [[{ column: 0, coding: { kind: 'values' } }]] }, view: {} },
    ] as const
    expect(await source.answer(exact)).toEqual(await memory.answer(exact))
    const moments = [
      { kind: 'moments', family: { list: [[{ column: 1, coding: null }]] }, by: y, of: 'values', view: {} },
    ] as const
    expect(differences(await memory.answer(moments), await source.answer(moments), 1e-9)).toEqual([])
    source.close()
  })

  it('is refused where it is empty', async () => {
    const name = await makeTable(cluster, 'a UInt8')
    await expect(openClickHouse(addressOf(cluster, name))).rejects.toThrow(
      `missing rows: default.${name} is empty`,
    )
  })

  it('gives rankings and selections of the same columns in memory', async () => {
    const name = await makeTable(
      cluster,
      "a Nullable(Int16), b LowCardinality(String), c Float64, y Enum8('p' = 1, 'q' = 2)",
    )
    const rows = Array.from({ length: 400 }, (_, i) => {
      const y = (i * 7) % 5 < 2
      return [
        i % 11 === 0 ? null : (i % 13) + (y ? 4 : 0),
        `l${(i * i) % 7}`,
        Math.sin(i) + (y ? 0.7 : 0),
        y ? 'p' : 'q',
      ] as const
    })
    const lines = rows.map((row) => row.map((cell) => cell ?? '\\N').join('\t'))
    await insert(cluster, name, 0, lines.slice(0, 390))
    await insert(cluster, name, 1, lines.slice(390))
    const memory = tableFromColumns(
      Object.fromEntries(['a', 'b', 'c', 'y'].map((column, i) => [column, rows.map((row) => row[i])])),
    )
    const source = await openClickHouse(addressOf(cluster, name))
    const by = ['mutual-information', 'chi2', 'symmetrical-uncertainty', 'gain-ratio'] as const
    const ranked = await Promise.all([source, memory].map((data) => rank(data, { target: 'y', by })))
    expect(ranked[0].rankings).toEqual(ranked[1].rankings)
    const selected = await Promise.all([source, memory].map((data) => select(data, { target: 'y' })))
    expect(selected[0].steps).toEqual(selected[1].steps)
    source.close()
  })
})
