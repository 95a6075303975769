import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { CribaError, MemorySource, select, tableFromColumns, transform } from 'criba'
import type { AppliedColumn, SelectResult, Table } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { readTable } from 'criba/node'
import { beforeAll, describe, expect, it } from 'vitest'
import { near } from '../laws/given.ts'
import { noise } from './noise.ts'

const schema = JSON.parse(
  readFileSync(new URL('../../schema/criba.schema.json', import.meta.url), 'utf8'),
) as object
const isValid = new Ajv({ allowUnionTypes: true }).compile(schema)

const rows = 900
const [u, v, w] = [1, 2, 3].map((seed) => noise(rows, seed))
const colour = (value: number) => ['red', 'green', 'blue'][Math.floor(value * 3)]
const columns = {
  steep: u,
  gaps: v.map((value, i) => (i % 9 === 4 ? null : Math.round(40 * value))),
  colour: w.map((value, i) => (i % 30 === 7 ? null : colour(value))),
  other: u.map((value, i) => value * v[i]),
  y: u.map((value, i) => (value + v[i] + Math.floor(w[i] * 3) > 1.8 ? 'high' : 'low')),
}
const table = tableFromColumns(columns)

/** The selection of some columns, all of them. */
function selectionOf(data: Table, names: readonly string[], spec: object = {}): Promise<SelectResult> {
  const taken = [...names, 'y', ...Object.values(spec)]
  const drop = data.columns.map(({ name }) => name).filter((name) => !taken.includes(name))
  return select(data, { target: 'y', stop: 'none', asIs: true, drop, ...spec } as never)
}

/** The table with other values in some columns, from some row on. */
function changed(others: Readonly<Record<string, readonly unknown[]>>, first = 0): Table {
  const all = Object.entries({ ...columns, ...others }).map(
    ([name, values]) => [name, (values as unknown[]).slice(first)] as const,
  )
  return tableFromColumns(all)
}

let result: SelectResult
beforeAll(async () => {
  result = await selectionOf(table, ['steep', 'gaps', 'colour'])
})

const columnOf = (found: readonly AppliedColumn[], name: string) =>
  found.find(({ feature }) => feature === name)!

describe('the training of a selection', () => {
  it('has the chosen columns, with rows that add up', () => {
    expect(result.training!.map(({ feature }) => feature)).toEqual(result.selected)
    for (const { feature, rows: all, missing, counts, distribution } of result.training!) {
      expect(all).toBe(rows)
      const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)
      expect(total(counts!) + missing).toBe(rows)
      if (feature === 'colour') expect(distribution).toBeUndefined()
      else expect(total([...distribution!.at, ...(distribution!.between ?? [])]) + missing).toBe(rows)
    }
    const [steep, gaps, colours] = ['steep', 'gaps', 'colour'].map((name) =>
      result.training!.find(({ feature }) => feature === name)!,
    )
    expect(steep.cuts).toEqual(result.coding.find(({ feature }) => feature === 'steep')!.cuts)
    expect(steep.distribution!.values).toHaveLength(201)
    expect([gaps.distribution!.values.length, gaps.distribution!.between]).toEqual([41, undefined])
    expect(gaps.missing).toBe(100)
    expect(colours).toMatchObject({ levels: ['blue', 'green', 'red'], missing: 30 })
  })

  it('is the same in memory and in DuckDB', async () => {
    const duckdb = await duckSourceOf(table)
    const there = await select(duckdb, { target: 'y', stop: 'none', asIs: true, drop: ['other'] })
    const other = changed({ colour: w.map((value) => colour(value / 2)) }, 300)
    const otherThere = await duckSourceOf(other)
    const [ours, theirs] = [
      await transform(result, new MemorySource(other)),
      await transform(result, otherThere),
    ]
    duckdb.close()
    otherThere.close()
    expect(there.training).toEqual(result.training)
    expect(theirs.columns).toEqual(ours.columns)
    expect(theirs).not.toHaveProperty('table')
  })

  it('has deciles of columns that the method does not cut', async () => {
    const found = await selectionOf(table, ['steep'], { criterion: 'anova-f', cut: 'top:1' })
    const [{ deciles, cuts, counts }] = found.training!
    expect([deciles, cuts!.length, counts]).toEqual([true, 9, Array(10).fill(90)])
  })

  it('counts rows by their weights', async () => {
    const twice = u.map((_, i) => (i % 2 === 0 ? 2 : 0))
    const weighted = await selectionOf(changed({ twice }), ['gaps', 'colour'], { weights: 'twice' })
    const even = (values: readonly unknown[]) => values.filter((_, i) => i % 2 === 0)
    const doubled = (values: readonly unknown[]) => even(values).flatMap((value) => [value, value])
    const repeated = tableFromColumns(
      Object.entries(columns).map(([name, values]) => [name, doubled(values)] as const),
    )
    const plain = await selectionOf(repeated, ['gaps', 'colour'])
    expect(weighted.training).toEqual(plain.training)
    const applied = await transform(weighted, changed({ twice }))
    expect(applied.columns.map(({ psi }) => psi)).toEqual([0, 0])
    // Without the weights each row counts once.
    expect((await transform(weighted, table)).columns[0]).toMatchObject({ rows, missing: expect.any(Number) })
  })
})

describe('sampling weights', () => {
  it('weigh both data alike, in memory and in DuckDB', async () => {
    const sampled = changed({ weight: u.map((value) => 0.1 + value / 3) })
    const found = await selectionOf(sampled, ['gaps', 'colour'], { samplingWeights: 'weight' })
    const applied = await transform(found, sampled)
    expect(applied.columns.map(({ psi, ks }) => [psi, ks?.statistic ?? 0])).toEqual([
      [0, 0],
      [0, 0],
    ])
    // The weights sum to the effective number of rows.
    const weights = u.map((value) => 0.1 + value / 3)
    const sum = (power: 1 | 2) => weights.reduce((total, weight) => total + weight ** power, 0)
    near(applied.columns[0].rows, sum(1) ** 2 / sum(2))
    const duckdb = await duckSourceOf(sampled)
    const there = await transform(found, duckdb)
    duckdb.close()
    expect(there.columns).toEqual(applied.columns)
  })
})

describe('a selection applied to its own data', () => {
  it('finds no shift, and has the columns in the order in which they were chosen', async () => {
    const found = await transform(result, table)
    expect(found.table.columns.map(({ name }) => name)).toEqual(result.selected)
    expect(found.columns.map(({ psi, shift }) => [psi, shift])).toEqual(Array(3).fill([0, 'stable']))
    for (const name of ['steep', 'gaps'])
      expect(columnOf(found.columns, name).ks).toMatchObject({ statistic: 0, pValue: 1 })
    expect(columnOf(found.columns, 'steep').ks!.within).toBeLessThan(0.005)
    expect(columnOf(found.columns, 'gaps').ks!.within).toBe(0)
    expect(found.warnings).toEqual([])
    const { table: _, ...written } = found
    expect(isValid(JSON.parse(JSON.stringify(written))), JSON.stringify(isValid.errors)).toBe(true)
  })

  it('also from the JSON of the result', async () => {
    const saved = JSON.parse(JSON.stringify(result)) as SelectResult
    expect(isValid(saved), JSON.stringify(isValid.errors)).toBe(true)
    const [ours, theirs] = [await transform(result, table), await transform(saved, table)]
    expect({ ...theirs, seconds: 0 }).toEqual({ ...ours, seconds: 0 })
  })
})

describe('a selection applied to other data', () => {
  it('compares values, levels and gaps with those of the selection', async () => {
    const found = await transform(
      result,
      changed({
        steep: u.map((value) => 0.5 + value),
        colour: w.map((value, i) => (i < 3 ? 'black' : i === 3 ? 'white' : colour(value))),
      }),
    )
    const steep = columnOf(found.columns, 'steep')
    const above = u.filter((value) => value + 0.5 > Math.max(...u)).length
    expect(steep.outside).toMatchObject({ below: 0, above, min: Math.min(...u), max: Math.max(...u) })
    // The distance of u and u + 1/2 is the greatest share of u within a half.
    const distance = Math.max(
      ...u.map((x) => u.filter((value) => value <= x && value > x - 0.5).length / rows),
    )
    expect(steep.ks!.statistic).toBeLessThanOrEqual(distance)
    expect(steep.ks!.statistic).toBeGreaterThanOrEqual(distance - steep.ks!.within)
    expect(steep.shift).toBe('major')
    const colours = columnOf(found.columns, 'colour')
    expect(colours.unseen).toEqual({
      count: 2,
      rows: 4,
      levels: [
        { level: 'black', rows: 3 },
        { level: 'white', rows: 1 },
      ],
    })
    expect([colours.missing, colours.training!.missing]).toEqual([0, 30])
    expect(found.warnings.map(({ code, column, message }) => [code, column, message])).toEqual([
      [
        'unseen-levels',
        'colour',
        'column colour has levels that the data of the selection did not have: "black" in 3 rows, "white" in 1 row',
      ],
    ])
  })

  it('has the index of a small table, worked by hand', async () => {
    const small = (x: readonly (string | null)[]) => tableFromColumns({ x, y: x.map((_, i) => i % 2) })
    const chosen = await selectionOf(small([...'aaaaabbbcc']), ['x'])
    const { columns } = await transform(chosen, small([...'aaaabbccdd', null, null, null, null, null]))
    // Shares of a, b, c, other levels and gaps: 0.5, 0.3, 0.2, half a row, half a row; 4/15, 2/15, 2/15, 2/15, 5/15.
    const pairs = [
      [0.5, 4 / 15],
      [0.3, 2 / 15],
      [0.2, 2 / 15],
      [0.05, 2 / 15],
      [0.05, 5 / 15],
    ]
    near(
      columns[0].psi!,
      pairs.reduce((sum, [p, q]) => sum + (q - p) * Math.log(q / p), 0),
    )
  })

  it('takes columns in another order, without the target, and gaps in a column of any type', async () => {
    const empty = u.map(() => null)
    const { colour: _, ...others } = columns
    const numbers = tableFromColumns([
      ['colour', Float64Array.from(u, () => NaN)],
      ...Object.entries(others)
        .filter(([name]) => name !== 'y')
        .reverse(),
    ])
    const found = await transform(result, numbers)
    const colours = found.table.columns[result.selected.indexOf('colour')]
    expect(colours).toMatchObject({ type: 'categorical', levels: [] })
    expect(columnOf(found.columns, 'colour')).toMatchObject({ missing: rows, shift: 'major' })
    const texts = await transform(result, changed({ gaps: empty }))
    const gaps = columnOf(texts.columns, 'gaps')
    expect(gaps).toMatchObject({ missing: rows, outside: { min: 0, max: 40, below: 0, above: 0 } })
    expect(gaps.ks).toBeUndefined()
  })

  it('refuses data without a column, and a column of another type', async () => {
    const { steep, ...others } = columns
    await expect(transform(result, tableFromColumns({ ...others, Step: steep }))).rejects.toThrow(
      'missing column in the data: steep (did you mean Step? rename it)',
    )
    const wrong = changed({ gaps: u.map(() => 'x'), colour: u })
    await expect(transform(result, wrong)).rejects.toThrow(
      /^invalid type of column in the data: .*gaps is categorical, but was numeric.*\(types .*gaps=numeric.*\)$/,
    )
    const dates = tableFromColumns(
      { ...columns, gaps: u.map((_, i) => `2020-01-${10 + (i % 9)}`) },
      { gaps: 'date' },
    )
    await expect(transform(result, dates)).rejects.toThrow('gaps is date, but was numeric')
  })

  it('reads numbers as levels where the selection did', async () => {
    const zip = u.map((value) => Math.floor(5 * value))
    const spec = { types: { zip: 'categorical' } }
    const found = await selectionOf(changed({ zip }), ['zip'], spec)
    expect(found.training![0].levels).toEqual([0, 1, 2, 3, 4])
    const { columns } = await transform(found, changed({ zip: zip.map((code) => code || 7) }))
    expect(columns[0].unseen!.levels).toEqual([{ level: 7, rows: zip.filter((code) => code === 0).length }])
    const texts = await transform(found, changed({ zip: zip.map(String) }))
    expect(texts.columns[0].psi).toBe(0)
  })

  it('works without the training of a result, and says what it cannot tell', async () => {
    const { training: _, ...older } = result
    const found = await transform(older, table)
    expect(found.warnings.map(({ code }) => code)).toEqual(['no-training'])
    const gaps = { feature: 'gaps', type: 'numeric', rows, missing: 100 }
    expect(columnOf(found.columns, 'gaps')).toEqual(gaps)
    expect(isValid(JSON.parse(JSON.stringify({ ...found, table: undefined })))).toBe(true)
  })

  it('refuses what is not the result of a selection', async () => {
    const failure = transform({ command: 'rank' } as never, table)
    await expect(failure).rejects.toThrow(CribaError)
    await expect(failure).rejects.toThrow('invalid result: it is not a result of criba select')
    await expect(transform({ ...result, selected: [] }, table)).rejects.toThrow(
      'missing columns: the selection chose none',
    )
  })
})

it('a column of very many levels is chosen and applied without its levels', async () => {
  const names = Array.from({ length: 12_000 }, (_, i) => `n${i % 11_000}`)
  const many = tableFromColumns({ names, y: names.map((_, i) => i % 2) })
  const found = await selectionOf(many, ['names'], { criterion: 'mim' })
  expect(found.training).toEqual([{ feature: 'names', rows: 12_000, missing: 0 }])
  const { columns, warnings } = await transform(found, many)
  expect([columns[0].training, columns[0].psi, warnings]).toEqual([
    { rows: 12_000, missing: 0 },
    undefined,
    [],
  ])
})

it('the training of a selection comes with evidence, and not once it is interrupted', async () => {
  const penguins = await readTable('examples/penguins.csv')
  const found = await select(penguins, { target: 'species', evidence: { folds: 2 } })
  expect(found.training!.map(({ feature }) => feature)).toEqual(found.selected)
  const stop = new AbortController()
  const on = ({ kind }: { kind: string }) => kind === 'step' && stop.abort()
  const ended = await select(penguins, { target: 'species' }, { signal: stop.signal, on })
  expect([ended.stopped, ended.training]).toEqual(['interrupted', undefined])
})
