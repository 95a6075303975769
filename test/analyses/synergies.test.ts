import { MemorySource, compare, select, tableFromColumns } from 'criba'
import type { Source, Table } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { uniform } from './noise-searches.ts'
import { productTable, xorTable } from './synergy-tables.ts'
import { select as selectAny } from '../untyped.ts'

const without = { evidence: false } as const

describe('pairs that have information only together', () => {
  it('are found by hand-worked numbers: exclusive or has 0, 0 and 1 bit, an interaction of 1 bit', async () => {
    const { selected, synergies } = await select(xorTable(), { target: 'y', ...without })
    expect(selected).toEqual([])
    expect(synergies).toMatchObject({ pairs: 66, screened: 66, takenUpBy: { method: 'joint:lookahead=2' } })
    expect(synergies!.found).toHaveLength(1)
    const [{ a, b, iA, iB, joint, interaction, pValue, pFrom }] = synergies!.found
    expect([a, b, iA, iB, pFrom]).toEqual(['a', 'b', 0, 0, 'law'])
    expect(joint).toBeCloseTo(1, 12)
    expect(interaction).toBeCloseTo(1, 12)
    // Given b there are two tables of 200 rows, all margins 100: 2·ln 2·n·I = 800·ln 2, a mean times χ² with 2 degrees of freedom.
    const p = Math.exp((-400 * Math.LN2) / meanOfTable(200))
    expect(pValue / p).toBeCloseTo(1, 6)
  })

  it('are found among 20 columns of noise, and what is said to take them up does', async () => {
    const table = productTable(1, 0, 20)
    const spec = { target: 'y' } as const
    const { selected, synergies } = await select(table, { ...spec, ...without })
    expect(selected).toEqual([])
    expect(synergies!.found.map(({ a, b }) => [a, b])).toEqual([['d', 'e']])
    expect(synergies!.pairs).toBe((22 * 21) / 2)
    const again = await selectAny(table, { ...spec, ...without, ...synergies!.takenUpBy })
    expect([...again.selected].sort()).toEqual(['d', 'e'])
  })

  it('are found beside chosen columns, and taken up by keeping them', async () => {
    const table = productTable(1, 1, 20)
    const spec = { target: 'y', ...without } as const
    const { selected, synergies } = await select(table, spec)
    expect(selected).toEqual(['main'])
    expect(synergies!.found.map(({ a, b }) => [a, b])).toEqual([['d', 'e']])
    expect(synergies!.takenUpBy).toEqual({ keep: ['d', 'e'] })
    const again = await selectAny(table, { ...spec, ...synergies!.takenUpBy })
    expect([...again.selected].sort()).toEqual(['d', 'e', 'main'])
  })

  it('are none where one column explains the target, or where effects add up', async () => {
    const rows = Array.from({ length: 400 }, (_, row) => row)
    const a = rows.map((row) => (row % 4) + 1)
    const b = rows.map((row) => (Math.floor(row / 4) % 4) + 1)
    const y = a.map((value) => (value > 2 ? 'yes' : 'no'))
    const one = tableFromColumns({ y, a, b })
    expect((await select(one, { target: 'y', ...without, asIs: true })).synergies?.found).toEqual([])
    const additive = tableFromColumns({
      y: a.map((value, row) => `${value + b[row] > 5}`),
      a,
      b,
      c: b.map(String),
    })
    const { selected, synergies } = await select(additive, { target: 'y', ...without, asIs: true })
    expect(selected).toHaveLength(2)
    expect(synergies?.found).toEqual([])
  })

  it('are the same from any source, on any number of threads, and in any order of the columns', async () => {
    const table = productTable(2, 0.5, 3)
    const spec = { target: 'y', ...without, seed: 3 } as const
    const { synergies } = await select(table, spec, { threads: 1 })
    expect(synergies!.found.length).toBeGreaterThan(0)
    expect((await select(table, spec, { threads: 3 })).synergies).toEqual(synergies)
    const reversed = { ...table, columns: table.columns.toReversed() }
    expect((await select(reversed, spec)).synergies).toEqual(synergies)
    const source = await duckSourceOf(table)
    try {
      expect((await select(source, spec)).synergies).toEqual(synergies)
    } finally {
      source.close()
    }
  })

  it('are found with missing values, each pair over its own rows', async () => {
    const { columns, ...table } = xorTable()
    const gaps = (column: (typeof columns)[number], every: number) => ({
      ...column,
      missing: Uint8Array.from({ length: table.rows }, (_, row) => (row % every === 0 ? 1 : 0)),
    })
    const gappy = columns.map((column) =>
      column.name === 'a' ? gaps(column, 7) : column.name === 'n3' ? gaps(column, 5) : column,
    )
    const { synergies } = await select({ ...table, columns: gappy }, { target: 'y', ...without })
    expect(synergies!.found.map(({ a, b }) => [a, b])).toEqual([['a', 'b']])
    expect(synergies!.found[0].interaction).toBeGreaterThan(0.99)
  })

  it.each([
    ['a number of columns is given', { k: 2 }],
    ['the stop is no test', { stop: 'gain:0' }],
    ['a budget bounds the search', { budget: { evals: 5 } }],
    ['the search looks at pairs', { method: 'joint:lookahead=2' }],
    ['sets are compared', { criterion: 'joint-mi', search: 'backward', k: 3 }],
    ['columns join as groups', { groups: { g: ['a', 'n1'] } }],
    ['a method resamples the selection', { method: 'stability-selection', criterion: 'jmi' }],
  ])('are not looked for where %s', async (_, spec) => {
    const { synergies } = await selectAny(xorTable(), { target: 'y', ...without, ...spec })
    expect(synergies).toBeUndefined()
  })

  it('are not looked for where cuts look at the target: their gains have no distribution', async () => {
    const spec = { target: 'y', ...without, discretise: 'mdl' } as const
    const { synergies } = await select(productTable(1, 0, 5), spec)
    expect(synergies).toBeUndefined()
  })

  it('are not told again where both are chosen', async () => {
    const { synergies } = await select(xorTable(), { target: 'y', ...without, keep: ['a', 'b'] })
    expect(synergies!.found).toEqual([])
  })

  it('are looked for once, on all rows: neither in the folds of the evidence nor in a comparison', async () => {
    const { source, latticesOf } = spied(xorTable())
    await select(source, { target: 'y', evidence: { folds: 2 } })
    expect(latticesOf()).toBe(1)
    const compared = spied(xorTable())
    await compare(compared.source, { target: 'y', methods: ['jmi', 'cmim'], folds: 2 })
    expect(compared.latticesOf()).toBe(0)
  })

  it('are left out where the run is interrupted while they are looked for', async () => {
    const interruption = new AbortController()
    const { source } = spied(xorTable(), () => interruption.abort())
    const result = await select(source, { target: 'y', ...without }, { signal: interruption.signal })
    expect(result.synergies).toBeUndefined()
    expect(result.stopped).toContain('in a row add nothing significant')
  })

  it('are screened as far as the budget goes, and the result says how far', async () => {
    // More than 16 pairs for each column, or two for each score, are those that visit 2²⁶ rows, each pair 60 and 1,024: 61,908 pairs, of 352 columns.
    const rows = 60
    const next = uniform(8)
    const bits = () => Array.from({ length: rows }, () => (next() < 0.5 ? 'no' : 'yes'))
    const named = Array.from({ length: 500 }, (_, column) => [`x${column}`, bits()] as const)
    const y = Array.from({ length: rows }, (_, row) => (row % 2 ? 'a' : 'b'))
    const table = tableFromColumns([['y', y], ...named])
    const { data, selected, synergies } = await select(table, { target: 'y', ...without, asIs: true })
    const open = data.features - selected.length
    expect(synergies!.pairs).toBe((open * (open - 1)) / 2 + open * selected.length)
    const screened = 352 - selected.length
    expect(synergies!.screened).toBe((screened * (screened - 1)) / 2 + screened * selected.length)
  })
})

/** The mean of 2·ln 2·n·I over the 2 × 2 tables of n rows in which every margin is n/2, as k of the first cell is hypergeometric. */
function meanOfTable(n: number): number {
  const half = n / 2
  const term = (count: number) => (count === 0 ? 0 : 2 * count * Math.log((4 * count) / n))
  let [sum, total, weight] = [0, 0, 1]
  for (let k = 0; k <= half; k++) {
    sum += weight * 2 * (term(k) + term(half - k))
    total += weight
    weight *= ((half - k) / (k + 1)) ** 2
  }
  return sum / total
}

/** A source that counts requests for all pairs, and calls back with each. */
function spied(table: Table, onPairs = () => {}) {
  const memory = new MemorySource(table)
  let lattices = 0
  const source: Source = {
    name: memory.name,
    rows: memory.rows,
    columns: memory.columns,
    warnings: memory.warnings,
    work: memory.work,
    plan: (requests) => memory.plan(requests),
    answer: async (requests, run) => {
      const isOfPairs = requests.some(
        (request) => request.kind === 'entropy' && 'of' in request.family && request.family.sizes[1] === 2,
      )
      if (isOfPairs) {
        lattices++
        onPairs()
      }
      return memory.answer(requests, isOfPairs && run ? { threads: 1 } : run)
    },
  }
  return { source, latticesOf: () => lattices }
}
