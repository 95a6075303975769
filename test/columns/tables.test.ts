import {
  Table as Arrow,
  Binary,
  DateDay,
  Decimal,
  makeData,
  makeVector,
  tableFromArrays,
  TimeMicrosecond,
  TimestampMillisecond,
  vectorFromArray,
} from 'apache-arrow'
import { tableFromArrow, tableFromColumns, tableFromCsv, tableFromRows } from 'criba'
import type { CategoricalColumn, NumericColumn, Table } from 'criba'
import { describe, expect, it } from 'vitest'

/** A table as plain values, `null` for missing ones. */
function valuesOf(table: Table) {
  return Object.fromEntries(
    table.columns.map((column) => [
      column.name,
      Array.from({ length: table.rows }, (_, row) => {
        if (column.missing?.[row]) return null
        return column.type === 'numeric' ? column.values[row] : column.levels[column.codes[row]]
      }),
    ]),
  )
}

describe('tableFromRows', () => {
  it('takes the columns of all rows in order of appearance', async () => {
    const table = tableFromRows([
      { a: 1, b: 'x' },
      { b: 'y', c: true },
      { a: 3, c: false },
    ])
    expect(valuesOf(table)).toEqual({ a: [1, null, 3], b: ['x', 'y', null], c: [null, 'true', 'false'] })
    expect(table.columns.map(({ type }) => type)).toEqual(['numeric', 'categorical', 'categorical'])
  })

  it('reads dates as seconds, and refuses objects', async () => {
    expect(valuesOf(tableFromRows([{ t: new Date(1500) }, { t: null }]))).toEqual({ t: [1.5, null] })
    expect(() => tableFromRows([{ a: { b: 1 } }])).toThrow('invalid value in column a, row 1: an object')
    expect(() => tableFromRows([])).toThrow('missing columns: the table has none')
  })

  it('reads mixed values as levels, with a warning', async () => {
    const table = tableFromRows([{ a: 1 }, { a: 'one' }, { a: 2 }])
    expect(valuesOf(table)).toEqual({ a: ['1', 'one', '2'] })
    expect(table.warnings).toMatchObject([{ code: 'mixed-types', column: 'a' }])
    expect(() => tableFromRows([{ a: 1 }, { a: 'one' }], { a: 'numeric' })).toThrow(
      'invalid number in column a, row 2: "one"',
    )
  })

  it('counts cells with a value in the warning, and gives none if half of them are texts', () => {
    const mixed = tableFromRows([{ a: 1 }, { a: null }, { a: 'one' }, { a: 2 }])
    expect(mixed.warnings[0].message).toMatch(
      /^column a: 1 of 3 cells are not numbers \(first: row 3, "one"\)/,
    )
    expect(tableFromRows([{ a: 1 }, { a: null }, { a: 'one' }]).warnings).toEqual([])
  })

  it('warns of values that a double cannot represent', () => {
    const table = tableFromRows([
      { a: 2n ** 53n + 1n, b: Infinity },
      { a: 1n, b: 1 },
    ])
    expect(table.warnings.map(({ code, column }) => [code, column])).toEqual([
      ['rounded', 'a'],
      ['non-finite', 'b'],
    ])
    expect(valuesOf(table)).toEqual({ a: [2 ** 53, 1], b: [null, 1] })
  })
})

describe('tableFromColumns', () => {
  it('uses finite numbers in shared buffers without a copy, and copies everything else', () => {
    const shared = new Float64Array(new SharedArrayBuffer(16))
    const [a] = tableFromColumns({ shared }).columns as NumericColumn[]
    expect(a.values).toBe(shared)
    for (const length of [2, 4096]) {
      const plain = new Float64Array(length).fill(1)
      const [b] = tableFromColumns({ plain }).columns as NumericColumn[]
      expect(b.values).toEqual(plain)
      expect(b.values.buffer).toBeInstanceOf(SharedArrayBuffer)
    }
  })

  it('sorts levels by code point, also beyond the basic plane', () => {
    const [column] = tableFromColumns({ a: ['\u{1f600}', '\uffee', 'é', 'z', 'a'] })
      .columns as CategoricalColumn[]
    expect(column.levels).toEqual(['a', 'z', 'é', '\uffee', '\u{1f600}'])
  })

  it('refuses columns of unequal length, and duplicate names', async () => {
    expect(() => tableFromColumns({ a: [1, 2], b: [1] })).toThrow(
      'invalid column b: 1 values (needs 2, as the first)',
    )
    expect(() =>
      tableFromColumns([
        ['a', [1]],
        ['a', [2]],
      ]),
    ).toThrow('invalid column name: a names columns 1 and 2')
  })

  it('accepts a column called __proto__', async () => {
    const table = tableFromColumns([['__proto__', [1, 2]]], { ['*']: 'categorical' })
    expect(table.columns[0]).toMatchObject({ name: '__proto__', type: 'categorical' })
  })
})

describe('tableFromArrow', () => {
  it('reads numbers, texts and missing values from any object of that shape', async () => {
    const arrow = tableFromArrays({ a: Float64Array.of(1, 2), b: ['x', null], c: Int32Array.of(3, 4) })
    expect(valuesOf(tableFromArrow(arrow))).toEqual({ a: [1, 2], b: ['x', null], c: [3, 4] })
  })
})

describe('tableFromArrow', () => {
  it('reads dates as days, and timestamps as seconds', () => {
    const day = vectorFromArray([new Date('1970-01-02T00:00:00Z'), null], new DateDay())
    const time = vectorFromArray([1500, 2500], new TimestampMillisecond())
    const table = tableFromArrow(new Arrow({ day, time }))
    expect(valuesOf(table)).toEqual({ day: [1, null], time: [1.5, 2.5] })
    expect(table.columns).toMatchObject([{ time: 'date' }, { time: 'datetime' }])
  })
})

describe('tableFromArrow', () => {
  const micros = makeVector(
    makeData({ type: new TimeMicrosecond(), length: 1, data: BigInt64Array.of(1_500_000n) }),
  )
  const decimals = makeVector(
    makeData({
      type: new Decimal(2, 10),
      length: 2,
      data: Uint32Array.of(12345, 0, 0, 0, 0xffffffce, 0xffffffff, 0xffffffff, 0xffffffff),
    }),
  )

  it('reads times as seconds, and applies the scale of decimals', () => {
    expect(valuesOf(tableFromArrow(new Arrow({ micros })))).toEqual({ micros: [1.5] })
    expect(valuesOf(tableFromArrow(new Arrow({ decimals })))).toEqual({ decimals: [123.45, -0.5] })
  })

  it('reads dictionary-encoded levels', async () => {
    const level = vectorFromArray(['b', 'a', null, 'b'])
    expect(String(level.type)).toMatch(/^Dictionary/)
    expect(valuesOf(tableFromArrow(new Arrow({ level })))).toEqual({ level: ['b', 'a', null, 'b'] })
  })

  it('names a column that contains neither numbers nor text', async () => {
    const list = vectorFromArray([[1], [2]])
    const bytes = vectorFromArray([Uint8Array.of(1)], new Binary())
    expect(() => tableFromArrow(new Arrow({ list }))).toThrow(
      'unsuitable column list: it holds List<Float64> (criba takes numbers, texts, booleans and dates: drop the column)',
    )
    expect(() => tableFromArrow(new Arrow({ bytes }))).toThrow('unsuitable column bytes: it holds Binary')
  })

  it('does not convert texts to an array', () => {
    const texts = { nullCount: 0, get: () => 'x', toArray: () => expect.fail('asked for an array') }
    const shape = {
      numRows: 1,
      schema: { fields: [{ name: 'a', type: 'Utf8' }] },
      getChildAt: () => texts,
    }
    expect(valuesOf(tableFromArrow(shape))).toEqual({ a: ['x'] })
  })
})

describe('tableFromCsv', () => {
  it.each([',', ';', '\t', '|'])('detects the separator %j in a short text', async (separator) => {
    const text = `a${separator}b\n1${separator}2\n3${separator}4\n`
    expect(valuesOf(await tableFromCsv(text))).toEqual({ a: [1, 3], b: [2, 4] })
  })

  it('detects the separator, the types and the missing cells', async () => {
    const table = await tableFromCsv('\uFEFFa;b;c\r\n1,5;x;NA\r\n"2,25";"y;""z""";4\r\n;?;1e3\r\n')
    expect(valuesOf(table)).toEqual({ a: [1.5, 2.25, null], b: ['x', 'y;"z"', null], c: [null, 4, 1000] })
    expect(table.warnings).toMatchObject([{ code: 'decimal-comma', column: 'a' }])
  })

  it('keeps the text of a column typed categorical', async () => {
    expect(
      valuesOf(await tableFromCsv('zip,n\n00123,1\n45678,2', { types: { zip: 'categorical' } })),
    ).toEqual({
      zip: ['00123', '45678'],
      n: [1, 2],
    })
  })

  it('names the row of a ragged line', async () => {
    await expect(tableFromCsv('a,b\n1,2\n3\n')).rejects.toThrow(
      'invalid row 2 of the text (line 3): 1 cells (needs 2, as the header)',
    )
    await expect(tableFromCsv('')).rejects.toThrow('missing rows: the text is empty')
  })
})
