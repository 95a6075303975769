// Paired and blocked tests as base R has them, by `blocks.R`.
import { readFileSync } from 'node:fs'
import { tableFromColumns } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { near } from '../laws/given.ts'
import { rank, select } from '../untyped.ts'

type Columns = Readonly<Record<string, readonly (string | number)[]>>
interface Test {
  readonly statistic: number
  readonly p: number
}
type Tests = Readonly<Record<string, Test>>
const truth = JSON.parse(readFileSync(new URL('blocks.json', import.meta.url), 'utf8')) as {
  readonly pairs: Columns
  readonly large: Columns
  readonly blocks: Columns
  readonly strata: Columns
  readonly t: Tests
  readonly signed: Tests
  readonly signedLarge: Test
  readonly friedman: Tests
  readonly cmh: Readonly<Record<'two' | 'three', Tests>>
}

async function scores(columns: Columns, spec: Parameters<typeof rank>[1]) {
  const { rankings } = await rank(tableFromColumns(columns), spec)
  return Object.fromEntries(rankings[0].scores.map((one) => [one.feature, one]))
}
const sides = { target: 'side', block: 'pair' }
const treatments = { target: 'treatment', block: 'block', types: { block: 'categorical' } } as const

describe('tests within blocks', () => {
  it('are paired t', async () => {
    const found = await scores(truth.pairs, { ...sides, by: ['paired-t'] })
    for (const [name, { statistic, p }] of Object.entries(truth.t)) {
      near(found[name].score!, statistic, 1e-10)
      near(found[name].pValue!, p, 1e-9)
      expect(found[name].n).toBe(48)
    }
  })

  it('are signed ranks, exact and normal', async () => {
    const found = await scores(truth.pairs, { ...sides, by: ['signed-rank'] })
    for (const [name, { p }] of Object.entries(truth.signed)) near(found[name].pValue!, p, 1e-9)
    const { x } = await scores(truth.large, { ...sides, by: ['signed-rank'] })
    near(x.pValue!, truth.signedLarge.p, 1e-9)
    // V less its mean, over its standard deviation.
    near(x.score!, (truth.signedLarge.statistic - (60 * 61) / 4) / Math.sqrt((60 * 61 * 121) / 24), 1e-10)
  })

  it('are Friedman, with ties too', async () => {
    const found = await scores(truth.blocks, { ...treatments, by: ['friedman'] })
    for (const [name, { statistic, p }] of Object.entries(truth.friedman)) {
      near(found[name].score!, statistic, 1e-10)
      near(found[name].pValue!, p, 1e-9)
    }
  })

  it.each(['two', 'three'] as const)('are Cochran–Mantel–Haenszel of %s classes', async (target) => {
    const drop = [target === 'two' ? 'three' : 'two']
    const found = await scores(truth.strata, {
      target,
      drop,
      block: 'block',
      by: ['cochran-mantel-haenszel'],
    })
    for (const [name, { statistic, p }] of Object.entries(truth.cmh[target])) {
      near(found[name].score!, statistic, 1e-10)
      near(found[name].pValue!, p, 1e-9)
    }
  })

  it('count rows by their weights, and are the same from DuckDB', async () => {
    const weight = truth.strata['two'].map((_, row) => row % 3)
    const repeated = Object.fromEntries(
      Object.entries(truth.strata).map(([name, cells]) => [
        name,
        cells.flatMap((cell, row) => new Array<string | number>(weight[row]).fill(cell)),
      ]),
    )
    const spec = { target: 'three', drop: ['two'], block: 'block', by: ['cochran-mantel-haenszel'] }
    const plain = await scores(repeated, spec)
    const weighted = await scores({ ...truth.strata, weight }, { ...spec, weights: 'weight' })
    near(weighted['x3'].score!, plain['x3'].score!, 1e-12)
    const by = ['paired-t', 'signed-rank', 'friedman']
    const table = tableFromColumns(truth.pairs)
    const source = await duckSourceOf(table)
    const expected = await rank(table, { ...sides, by })
    expect((await rank(source, { ...sides, by })).rankings).toEqual(expected.rankings)
    source.close()
  })

  it('permute other methods within blocks', async () => {
    // The block says the class and the value: within blocks nothing is left.
    const block = Array.from({ length: 80 }, (_, row) => `b${row % 2}`)
    const y = block.map((one, row) => (row % 9 === 0 ? 'x' : one))
    const x = block.map((one, row) => (row % 7 === 0 ? 'q' : one))
    const by = ['mutual-information']
    const within = await scores({ block, x, y }, { target: 'y', block: 'block', by, permutations: 99 })
    const free = await scores({ block, x, y }, { target: 'y', drop: ['block'], by, permutations: 99 })
    expect(free['x'].pValue).toBe(0.01)
    expect(within['x'].pValue).toBeGreaterThan(0.05)
  })

  const refused: readonly (readonly [Parameters<typeof rank>[1], string])[] = [
    [{ target: 'side', by: ['paired-t'] }, 'missing block (paired-t compares rows within blocks'],
    [{ ...sides, by: ['anova-f'] }, 'unsuitable block: anova-f reads none (use paired-t'],
    [
      { ...sides, by: ['friedman'], strata: 'plain' },
      'invalid strata: plain (rows are permuted within the levels of pair',
    ],
    [{ ...sides, by: ['friedman'], given: ['plain'] }, 'invalid given: plain'],
    [{ target: 'side', block: 'side', by: ['friedman'] }, 'invalid block: side (it is the target)'],
    [{ target: 'side', block: 'no', by: ['friedman'] }, 'unknown block column: no'],
    [{ target: 'plain', block: 'pair', task: 'regression', by: ['friedman'] }, 'unsuitable target'],
  ]
  it.each(refused)('are refused in %j', async (spec, message) => {
    await expect(rank(tableFromColumns(truth.pairs), spec)).rejects.toThrow(message)
  })

  it('are refused where select has no blocks, and say where no block compares', async () => {
    await expect(
      select(tableFromColumns(truth.pairs), { target: 'side', criterion: 'signed-rank', k: 1 }),
    ).rejects.toThrow('missing block (signed-rank compares rows within blocks')
    const alone = tableFromColumns({ x: [1, 2, 3, 5], y: ['a', 'b', 'a', 'b'], pair: ['p', 'q', 'r', 's'] })
    await expect(rank(alone, { target: 'y', block: 'pair', by: ['signed-rank'] })).rejects.toThrow(
      'no block has rows of two classes',
    )
    const gaps = tableFromColumns({ x: [1, 2, 3, 5], y: ['a', 'b', 'a', 'b'], pair: ['p', null, 'r', 's'] })
    await expect(rank(gaps, { target: 'y', block: 'pair', by: ['signed-rank'] })).rejects.toThrow(
      'missing values in the block column pair: 1 rows',
    )
  })
})

// Ten differences of one sign: p = 2/2^10.
it('signed-rank keeps small differences of large numbers, and refuses parts of rows', async () => {
  const rows = Array.from({ length: 20 }, (_, i) => ({ pair: i >> 1, side: i % 2 ? 'r' : 'l' }))
  const table = tableFromColumns({
    pair: rows.map(({ pair }) => `p${pair}`),
    side: rows.map(({ side }) => side),
    x: rows.map(({ pair, side }) => 1.7e15 + 1000 * pair + (side === 'r' ? 100 + pair : 0)),
    w: rows.map(() => 0.5),
  })
  const spec = { target: 'side', block: 'pair', by: ['signed-rank'] } as const
  const { rankings, data } = await rank(table, { ...spec, drop: ['w'] })
  expect(data.block).toBe('pair')
  expect(rankings[0].scores[0].pValue).toBeCloseTo(2 / 1024, 12)
  await expect(rank(table, { ...spec, weights: 'w' })).rejects.toThrow('needs whole weights')
})
