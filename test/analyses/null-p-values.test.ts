import { tableFromColumns } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { lawHolds } from '../../dist/src/methods/measures/law.js'
import { near } from '../laws/given.ts'
import { rank, select } from '../untyped.ts'
import { classTargets, kindsOfNoise, nullTable, numericTargets } from './null-columns.ts'
import { shapeOf } from '../../dist/src/analyses/permutations/checked-laws.js'

describe('The law of a ranker', () => {
  const size = { rows: 60, columns: 80 }

  it('gives way to permutations on columns far from normal: the default cut chooses no noise', async () => {
    for (const [criterion, target] of [
      ['pearson', numericTargets.skewed],
      ['anova-f', classTargets.rare],
    ] as const) {
      const table = nullTable(size, kindsOfNoise.skewed, target, 1)
      const spec = { target: 'y', criterion, search: 'ranking', evidence: false } as const
      expect((await select(table, spec)).selected, criterion).toEqual([])
    }
  })

  it('stays on columns near to normal, whatever the target, and gives way column by column', async () => {
    const normal = nullTable(size, kindsOfNoise.normal, numericTargets.normal, 1)
    const { rankings } = await rank(normal, { target: 'y', by: ['pearson'] })
    expect(new Set(rankings[0].scores.map(({ pFrom }) => pFrom))).toEqual(new Set(['law']))
    // One row that rules both columns: ρ = 1 up to the noise, but one in n permutations pairs the two values.
    const values = Array.from({ length: 40 }, (_, i) => (i === 7 ? 1000 : ((i * 17) % 40) / 40))
    const other = values.map((_, i) => (i === 7 ? 1000 : ((i * 23) % 40) / 40))
    const plain = values.map((_, i) => ((i * 11) % 40) / 40)
    const [{ scores }] = (
      await rank(tableFromColumns({ x: values, plain, y: other }), { target: 'y', by: ['pearson'] })
    ).rankings
    const ofX = scores.find(({ feature }) => feature === 'x')!
    expect(ofX.pFrom).toBe('permutation')
    expect(ofX.pValue).toBeGreaterThan(1 / 80)
    expect(ofX.pValue).toBeLessThan(1 / 20)
  })

  it('is the share of all orders, where permutations decide', async () => {
    // The first class has 2 of 12 rows, and the two large values: 1 of C(12, 2) = 66 choices of its rows is as good.
    const x = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 900, 901]
    const y = x.map((value) => (value > 100 ? 'a' : 'b'))
    const [{ scores }] = (await rank(tableFromColumns({ x, y }), { target: 'y', by: ['t-test'] })).rankings
    expect(scores[0].pFrom).toBe('permutation')
    // 20 exceedances: the estimate has a relative standard error of 1/√20.
    expect(scores[0].pValue! * 66).toBeGreaterThan(0.4)
    expect(scores[0].pValue! * 66).toBeLessThan(2)
  })

  it('gives way where few rows have few orders', async () => {
    // ρ = 1 of 4 rows: of 24 orders 2 are as good.
    const four = tableFromColumns({ x: [1, 2, 3, 4], y: [1, 2, 3, 5] })
    const [{ scores }] = (await rank(four, { target: 'y', by: ['spearman'] })).rankings
    expect(scores[0].pFrom).toBe('permutation')
    expect(Math.abs(Math.log(scores[0].pValue! * 12))).toBeLessThan(Math.log(2.5))
  })

  it('gives way where a class of Welch has few rows', async () => {
    const y = Array.from({ length: 200 }, (_, i) => (i < 2 ? 'a' : 'b'))
    const x = y.map((_, i) => (i < 2 ? 1 + i * 1e-6 : (i * 37) % 200) / 200)
    const [{ scores }] = (await rank(tableFromColumns({ x, y }), { target: 'y', by: ['welch-t'] })).rankings
    expect(scores[0].pFrom).not.toBe('law')
  })

  it('counts permutations as good that differ by the rounding of sums only', async () => {
    // One large value in each class: t is rounding, and no order of the rows gives less.
    const x = [1e30, 3, 2, 5, 4, 1, 1e30, 2, 3, 4, 5, 6]
    const y = x.map((_, i) => (i < 6 ? 'a' : 'b'))
    const table = tableFromColumns({ x, y })
    const duckdb = await duckSourceOf(table)
    const spec = { target: 'y', by: ['welch-t'] }
    const [memory, engine] = [await rank(table, spec), await rank(duckdb, spec)]
    duckdb.close()
    expect(memory.rankings[0].scores[0].pValue).toBe(1)
    expect(engine.rankings[0].scores[0].pValue).toBe(1)
  })

  it('is the same on any number of threads', async () => {
    const table = nullTable({ rows: 60, columns: 6 }, kindsOfNoise.gappy, numericTargets.skewed, 4)
    const spec = { target: 'y', by: ['pearson', 'spearman', 'f-regression', 'kendall'] }
    const one = await rank(table, spec, { threads: 1 })
    const two = await rank(table, spec, { threads: 2 })
    expect(two.rankings).toEqual(one.rankings)
  })
})

describe('Where rows cannot be permuted the law stays, and a warning names the columns', () => {
  const { columns } = nullTable({ rows: 60, columns: 20 }, kindsOfNoise.skewed, numericTargets.skewed, 2)
  const weighted = tableFromColumns({
    ...Object.fromEntries(columns.map((column) => [column.name, 'values' in column ? column.values : []])),
    w: Float64Array.from({ length: 60 }, (_, row) => 1 + (row % 2)),
  })
  const unchecked = (warnings: readonly { readonly code: string }[]) =>
    warnings.filter(({ code }) => code === 'unchecked-law').length

  it('in rank', async () => {
    const { rankings, warnings } = await rank(weighted, { target: 'y', weights: 'w', by: ['pearson'] })
    expect(unchecked(warnings)).toBe(1)
    expect(rankings[0].scores.every(({ pFrom }) => pFrom === 'law')).toBe(true)
  })

  it('in a ranking that is cut, and in a prefilter', async () => {
    const spec = { target: 'y', weights: 'w', evidence: false } as const
    const cut = await select(weighted, { ...spec, criterion: 'pearson', search: 'ranking', cut: 'fdr:0.9' })
    expect(unchecked(cut.warnings)).toBe(1)
    const filtered = await select(weighted, { ...spec, k: 2, prefilter: 'pearson:fdr=0.99', keep: ['x0'] })
    expect(unchecked(filtered.warnings)).toBe(1)
  })
})

describe('Shapes', () => {
  it('are skewness and excess kurtosis by definition', () => {
    // Values 0, 0, 0, 4: mean 1, deviations −1, −1, −1, 3: m₂ = 3, m₃ = 6, m₄ = 21.
    const shape = shapeOf(Float64Array.of(0, 0, 0, NaN, 4), Float64Array.of(1, 1, 1, 1, 1))!
    near(shape.skewness, 6 / 3 ** 1.5)
    near(shape.kurtosis, 21 / 9 - 3)
    expect(shapeOf(Float64Array.of(2, 2), Float64Array.of(1, 1))).toBeNull()
  })

  it('fail a law only together: one normal column is enough', () => {
    const [normal, wild] = [[{ skewness: 0, kurtosis: 0 }], [{ skewness: 7, kurtosis: 50 }]]
    const size = { n: 60, df: 1, columns: 100 }
    expect(lawHolds('student', 1e-4, size, normal, wild)).toBe(true)
    expect(lawHolds('student', 1e-4, size, wild, wild)).toBe(false)
    expect(lawHolds('student', 1e-4, { ...size, n: 10_000_000 }, wild, wild)).toBe(true)
    expect(lawHolds('student', 0.5, size, wild, wild)).toBe(false)
    expect(lawHolds('student', 1, size, normal, normal)).toBe(true)
  })
})
