// Different values of a column stay different, or a line says why not.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as arrow from 'apache-arrow'
import { tableFromArrow } from 'criba'
import { openSource, readTable } from 'criba/node'
import { afterAll, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'criba-exact-'))
afterAll(() => rmSync(folder, { recursive: true }))
const rows = Array.from({ length: 40 }, (_, row) => BigInt(row))

function decimals(precision: number, scale: number, values: readonly bigint[]) {
  const words = new Uint32Array(4 * values.length)
  values.forEach((value, row) => {
    for (let word = 0; word < 4; word++)
      words[4 * row + word] = Number((value >> BigInt(32 * word)) & 0xff_ff_ff_ffn)
  })
  const type = new arrow.Decimal(scale, precision, 128)
  return arrow.makeVector(arrow.makeData({ type, length: values.length, data: words }))
}

function nanoseconds(values: readonly bigint[]) {
  const type = new arrow.TimestampNanosecond()
  return arrow.makeVector(arrow.makeData({ type, length: values.length, data: BigInt64Array.from(values) }))
}

describe('values that doubles cannot tell apart are levels', () => {
  it('of Arrow: decimals of many digits and nanoseconds', () => {
    const table = new arrow.Table({
      large: decimals(
        30,
        2,
        rows.map((row) => -(10n ** 25n) - row),
      ),
      small: decimals(
        30,
        2,
        rows.map((row) => row - 20n),
      ),
      ns: nanoseconds(rows.map((row) => 1_700_000_000_000_000_000n + row)),
      us: nanoseconds(rows.map((row) => 1_700_000_000_000_000_000n + 1000n * row)),
      before: nanoseconds(rows.map((row) => -1_000_000_000_000_000_000n - row)),
    } as never)
    const { columns, warnings } = tableFromArrow(table as never)
    expect(columns.map(({ type }) => type)).toEqual([
      'categorical',
      'numeric',
      'categorical',
      'numeric',
      'categorical',
    ])
    const levelsOf = (place: number) => (columns[place] as { levels: readonly string[] }).levels
    for (const place of [0, 2, 4]) expect(levelsOf(place)).toHaveLength(40)
    expect(levelsOf(0)).toContain('-100000000000000000000000.07')
    expect(levelsOf(2)).toContain('2023-11-14T22:13:20.000000007')
    // One nanosecond before 1938-04-24T22:13:20.
    expect(levelsOf(4)).toContain('1938-04-24T22:13:19.999999999')
    expect((columns[1] as { values: Float64Array }).values[0]).toBe(-0.2)
    expect(new Set((columns[3] as { values: Float64Array }).values).size).toBe(40)
    expect(warnings.map(({ code, column }) => [code, column])).toEqual([
      ['rounded', 'large'],
      ['rounded', 'ns'],
      ['rounded', 'before'],
    ])
  })

  it('of JSON: whole numbers beyond 64 bits, in memory and on DuckDB', async () => {
    const file = join(folder, 'large.json')
    const line = (row: bigint) =>
      `{"u": ${2n ** 64n + row}, "far": 1e${Number(row) + 20}, "x": ${Number(row) / 7}, "y": "${row % 2n}"}`
    writeFileSync(file, `[${rows.map(line).join(',\n')}]`)
    const { columns } = await readTable(file)
    expect(columns.map(({ name, type }) => [name, type])).toEqual([
      ['u', 'categorical'],
      ['far', 'numeric'],
      ['x', 'numeric'],
      ['y', 'categorical'],
    ])
    expect((columns[0] as { levels: readonly string[] }).levels).toHaveLength(40)
    const source = await openSource(file, { source: 'duckdb' })
    expect(source.columns.map(({ type, distinct }) => [type, distinct])[0]).toEqual(['categorical', 40])
    source.close()
  })
})
