import { tableFromColumns } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forward, formulas, randomCells, termsOf } from './gaps-plain.ts'
import { select } from '../untyped.ts'
import type { SelectSpec } from '../untyped.ts'
import { inTurn, isLong } from '../properties/runs.ts'

const features = Array.from({ length: 7 }, (_, c) => `x${c}`)
const tableOf = (cells: ReturnType<typeof randomCells>) =>
  tableFromColumns(Object.fromEntries(Object.entries(cells).map(([name, values]) => [name, [...values]])))

describe('a selection where values are missing', () => {
  for (const [place, by] of Object.keys(formulas).entries()) {
    it(`${by} makes each term over the rows complete in its own columns`, async () => {
      for (const seed of inTurn([1, 2], place, 2)) {
        const cells = randomCells(seed, 120, 7, 0.15)
        const expected = forward({ cells, target: 'y' }, by, features, 5)
        const result = await select(tableOf(cells), { target: 'y', method: by, k: 5 })
        expect(result.selected).toEqual(expected.selected)
        result.steps.forEach(({ score }, i) => expect(score).toBeCloseTo(expected.scores[i], 10))
      }
    })
  }

  it('counts rows by their weights', async () => {
    const cells = randomCells(4, 120, 7, 0.15)
    const weights = Array.from({ length: 120 }, (_, row) => (row * 7) % 4)
    const expected = forward({ cells, target: 'y', weights }, 'jmi', features, 4)
    const table = tableFromColumns({
      ...Object.fromEntries(Object.entries(cells).map(([name, values]) => [name, [...values]])),
      w: weights,
    })
    const result = await select(table, { target: 'y', method: 'jmi', k: 4, weights: 'w' })
    expect(result.selected).toEqual(expected.selected)
    result.steps.forEach(({ score }, i) => expect(score).toBeCloseTo(expected.scores[i], 10))
    expect(result.data.used?.weighted).toBe(true)
  })

  it('fcbf drops a column by uncertainties over the rows of the pair', async () => {
    const cells = randomCells(5, 200, 7, 0.15)
    const { uncertainty } = termsOf({ cells, target: 'y' })
    const su = new Map(features.map((name) => [name, uncertainty(name, 'y')]))
    const order = [...features].sort((a, b) => su.get(b)! - su.get(a)!)
    const chosen: string[] = []
    for (const name of order) if (chosen.every((j) => uncertainty(name, j) < su.get(name)!)) chosen.push(name)
    const result = await select(tableOf(cells), { target: 'y', method: 'fcbf' })
    expect(result.selected).toEqual(chosen)
  })

  const table = tableOf(randomCells(6, 120, 5, 0.15))
  let source: Awaited<ReturnType<typeof duckSourceOf>>
  beforeAll(async () => {
    source = await duckSourceOf(table)
  })
  afterAll(() => source.close())

  // One for each kind of terms: the other criteria ask for the same, and all for what mim does.
  const methods = ['mrmr', 'jmi', 'cmim', 'njmim', 'fcbf', 'qpfs:conditional=0.5', 'spectral-cmi', 'joint']
  const specs: readonly SelectSpec[] = [
    ...methods.map((method) => ({ target: 'y', method, k: isLong ? 3 : 2 })),
    ...['cfs', 'sum-mi', 'quadratic-mi:gamma=0.3', 'joint-mi:estimator=plug-in', 'consistency'].map(
      (criterion) => ({ target: 'y', criterion, k: 2 }),
    ),
    { target: 'y', drop: ['x3', 'x4'] },
    { target: 'y', method: 'cmim', stop: 'significance:null=set', drop: ['x3', 'x4'] },
    ...(['complete', 'level', 'median'] as const).map((missing) => ({ target: 'y', missing, k: 3 })),
  ]
  it.each(specs.map((spec) => [JSON.stringify(spec), spec] as const))(
    'is the same in memory and on DuckDB: %s',
    async (_, spec) => {
      const [memory, engine] = [await select(table, spec), await select(source, spec)]
      expect(engine.selected).toEqual(memory.selected)
      expect(engine.steps).toEqual(memory.steps)
      expect(engine.setAside).toEqual(memory.setAside)
      expect(engine.data.used).toEqual(memory.data.used)
    },
  )

  it('finds the same with lazy scores as with all scores', async () => {
    const cells = randomCells(7, 120, 60, 0.1)
    const plain = { cells, target: 'y' }
    for (const by of inTurn(['cmim', 'jmim', 'mifs', 'icap', 'njmim'], 0, 2)) {
      const all = Array.from({ length: 60 }, (_, c) => `x${c}`)
      const expected = forward(plain, by, all, 4)
      expect((await select(tableOf(cells), { target: 'y', method: by, k: 4 })).selected).toEqual(
        expected.selected,
      )
    }
  })

  it('makes no extra requests where nothing is missing', async () => {
    const cells = randomCells(8, 100, 7, 0)
    const [plain, pairwise] = await Promise.all(
      (['complete', 'pairwise'] as const).map((missing) =>
        select(tableOf(cells), { target: 'y', k: 4, missing }),
      ),
    )
    expect(pairwise.steps).toEqual(plain.steps)
    expect(pairwise.data.used).toEqual({ least: 100, most: 100, missing: 'pairwise' })
  })
})
