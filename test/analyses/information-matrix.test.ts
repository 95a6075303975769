import { informationMatrix, rank, tableFromColumns } from 'criba'
import type { InformationMatrix, InformationMatrixSpec } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../properties/runs.ts'
import {
  columns,
  completeWeights,
  gappyColumns,
  levelTable,
  plainEntropy,
  plainInformation,
  withGap,
} from './plain-information.ts'
import type { Columns } from './plain-information.ts'

/** Entropies are differences of sums: exact to about 1e-15 bits each. */
const bits = 12

function at({ names, values }: InformationMatrix, a: string, b: string): number | null {
  return values[names.indexOf(a) * names.length + names.indexOf(b)]
}

function expectPlain(found: InformationMatrix, columns: Columns, weights: readonly number[]): void {
  expect(found.values).toHaveLength(found.names.length ** 2)
  for (const a of found.names) {
    for (const b of found.names) {
      const complete = completeWeights([columns[a], columns[b]], weights)
      const plain =
        a === b
          ? plainEntropy([columns[a]], complete)
          : plainInformation([columns[a]], [columns[b]], complete)
      if (complete.every((weight) => weight === 0)) expect(at(found, a, b), `${a} and ${b}`).toBeNull()
      else expect(at(found, a, b), `${a} and ${b}`).toBeCloseTo(plain, bits)
      expect(at(found, a, b)).toBe(at(found, b, a))
    }
  }
}

describe('the matrix', () => {
  it('is that of the definition, with gaps and weights', () =>
    fc.assert(
      fc.asyncProperty(gappyColumns, fc.boolean(), async (columns, isWeighted) => {
        const weights = isWeighted ? columns.weight : columns.weight.map(() => 1)
        const present = Object.keys(columns).filter((name) => columns[name].some((cell) => cell !== null))
        const names = present.filter((name) => name !== 'weight')
        if (names.length === 0) return
        const spec = isWeighted ? { weights: 'weight' } : { drop: ['weight'] }
        const found = await informationMatrix(levelTable(columns), spec)
        expect(found.names).toEqual(names)
        expectPlain(found, columns, weights)
      }),
      { numRuns: runs(200) },
    ))

  it('is that of the definition without gaps', async () => {
    const found = await informationMatrix(levelTable(columns))
    expect(found.names).toEqual(['a', 'b', 'c', 'd', 'y'])
    expectPlain(
      found,
      columns,
      columns['a'].map(() => 1),
    )
    expect(at(found, 'a', 'b')).toBe(0)
    expect(at(found, 'a', 'c')).toBe(1)
    expect(at(found, 'a', 'a')).toBe(1)
  })

  it('reads numbers as the levels in the result', async () => {
    const numbers = (step: number) => Array.from({ length: 90 }, (_, row) => ((row * step) % 89) / 7)
    const columns = { a: numbers(13), b: numbers(29), c: numbers(31) }
    const found = await informationMatrix(tableFromColumns(columns), { bins: 4 })
    const levels = Object.entries(columns).map(([name, values]) => {
      const { cuts } = found.coding.find(({ feature }) => feature === name)!
      return [name, values.map((value) => cuts!.filter((cut) => cut < value).length)] as const
    })
    expectPlain(found, Object.fromEntries(levels), new Array<number>(90).fill(1))
  })

  it('agrees with the ranking of each column', async () => {
    const found = await informationMatrix(levelTable(columns))
    const { rankings } = await rank(levelTable(columns), { target: 'y' })
    for (const { feature, score } of rankings[0].scores) {
      expect(at(found, feature, 'y')).toBeCloseTo(score!, bits)
    }
  })

  it('has the same numbers whatever the order of columns', async () => {
    for (const data of [columns, withGap]) {
      const one = await informationMatrix(levelTable(data))
      const other = await informationMatrix(levelTable(Object.fromEntries(Object.entries(data).reverse())))
      expect(other.names).toEqual([...one.names].reverse())
      for (const a of one.names) for (const b of one.names) expect(at(other, a, b)).toBe(at(one, a, b))
    }
  })

  it('has the same bits from DuckDB, and on one thread', async () => {
    const table = levelTable(withGap)
    const duckdb = await duckSourceOf(table)
    try {
      const { values } = await informationMatrix(table)
      expect((await informationMatrix(duckdb)).values).toEqual(values)
      expect((await informationMatrix(table, {}, { threads: 1 })).values).toEqual(values)
    } finally {
      duckdb.close()
    }
  })

  it('leaves a target out, and columns without values', async () => {
    const table = levelTable({ ...columns, empty: columns['a'].map(() => null) })
    const found = await informationMatrix(table, { target: 'y', drop: ['d'] })
    expect(found.names).toEqual(['a', 'b', 'c'])
    expect(found.data).toMatchObject({ target: 'y', features: 4, rows: 40 })
    expect(found.warnings.map(({ message }) => message)).toContain(
      'informationMatrix leaves out empty: no values',
    )
  })

  it('is null, with a warning, where two columns share no complete row', async () => {
    const table = levelTable({
      a: ['u', 'v', null, null, null],
      b: [null, null, 'u', 'v', null],
      c: ['u', 'v', 'u', 'v', null],
      d: [null, null, null, null, 'u'],
      weight: [1, 1, 1, 1, 0],
    })
    const { values, warnings } = await informationMatrix(table, { weights: 'weight' })
    expect(values).toEqual([1, null, 1, null, null, 1, 1, null, 1, 1, 1, null, null, null, null, null])
    expect(warnings.filter(({ code }) => code === 'unsuitable')).toEqual([
      {
        code: 'unsuitable',
        message: 'informationMatrix has no value for d, a × b, a × d, b × d, c × d: no row used is complete',
      },
    ])
    expect(JSON.parse(JSON.stringify(values)) as unknown).toEqual(values)
  })

  it('is recreated by its spec, in nats too', async () => {
    const spec: InformationMatrixSpec = { units: 'nats', missing: 'median' }
    const first = await informationMatrix(levelTable(withGap), spec)
    const again = await informationMatrix(levelTable(withGap), first.spec)
    expect({ ...again, seconds: 0 }).toEqual({ ...first, seconds: 0 })
    const inBits = await informationMatrix(levelTable(withGap), { missing: 'median' })
    first.values.forEach((nats, i) => expect(nats).toBeCloseTo(inBits.values[i]! * Math.LN2, bits))
  })

  it('takes one column, and refuses none', async () => {
    const one = await informationMatrix(levelTable({ a: columns['a'] }))
    expect(one).toMatchObject({ names: ['a'], values: [1], units: 'bits' })
    const empty = levelTable({ a: [null, null] })
    await expect(informationMatrix(empty)).rejects.toThrow(/missing features: no column has values/)
    const wrong = { seed: 1 } as InformationMatrixSpec
    await expect(informationMatrix(levelTable(columns), wrong)).rejects.toThrow(/unknown part of a spec/)
  })
})
