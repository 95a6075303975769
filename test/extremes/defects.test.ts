import { groups, rank, select, tableFromColumns } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { randomOf } from '../contract/tables.ts'
import { near } from '../laws/given.ts'

// Defects that `npm run test:long` found, each with a table made by hand.
describe('defects found on random tables', () => {
  it('chi2-frequency keeps its digits under a large offset', async () => {
    // Class means 2^53 + 2/3 and 2^53 + 14/3, mean 2^53 + 8/3: Σ n_c (μ_c − μ)² / μ = (3·4 + 3·4) / μ.
    const x = [0, 0, 2, 4, 4, 6].map((more) => 2 ** 53 + more)
    const { rankings } = await rank(tableFromColumns({ x, y: ['a', 'a', 'a', 'b', 'b', 'b'] }), {
      target: 'y',
      by: ['chi2-frequency'],
    })
    near(rankings[0].scores[0].score! * 2 ** 53, 24)
  })

  it('z-score-joint of a perfect fit is infinite, from both sources', async () => {
    const random = randomOf(4)
    const [a, b, idle] = [0, 1, 2].map(() => Array.from({ length: 9 }, () => random() - 0.5))
    const table = tableFromColumns({ a, b, idle, y: a.map((value, row) => 0.3 * value - 0.7 * b[row]) })
    const duckdb = await duckSourceOf(table)
    try {
      for (const data of [table, duckdb]) {
        const { rankings } = await rank(data, { target: 'y', task: 'regression', by: ['z-score-joint'] })
        const scores = Object.fromEntries(rankings[0].scores.map(({ feature, score }) => [feature, score]))
        expect(scores).toEqual({ a: Infinity, b: -Infinity, idle: 0 })
      }
    } finally {
      duckdb.close()
    }
  })

  it('evidence excludes a column too large to square, even if its held-out rows are not', async () => {
    const x = Array.from({ length: 20 }, (_, row) => (row * 7) % 11)
    const wild = x.map((_, row) => (row === 3 ? 1.7e308 : row === 12 ? -1.7e308 : row))
    const y = x.map((value, row) => value + row / 100)
    const { evidence } = await select(tableFromColumns({ x, wild, y }), {
      target: 'y',
      task: 'regression',
      k: 1,
      evidence: true,
    })
    expect(evidence!.columns).toBe(1)
    expect(evidence!.all.mean).toBeGreaterThan(0.9)
  })

  it('a warning shows a weight without its rounding error', async () => {
    // 0.1 + 0.1 + 0.1 is 0.30000000000000004.
    const table = tableFromColumns({
      a: ['u', 'v', null, 'v'],
      b: ['u', 'v', 'v', 'u'],
      y: ['n', 'm', 'm', 'n'],
      w: [0.1, 0.1, 0.7, 0.1],
    })
    const { warnings } = await select(table, { target: 'y', weights: 'w', k: 1, missing: 'complete' })
    const messages = warnings.map(({ message }) => message)
    expect(messages).toContainEqual(expect.stringMatching(/ are used \(a weight of 0\.3\)$/))
  })

  it('fcbf treats as tied what differs only by rounding under fractional weights', async () => {
    // SU(copy;x) = SU(x;y) for every x, as the copy is the target under other names.
    for (let seed = 1; seed <= 10; seed++) {
      const random = randomOf(seed)
      const level = (levels: number) => Math.floor(levels * random())
      const rows = Array.from({ length: 30 }, () => ({
        y: level(4),
        noise: level(3),
        w: random() < 0.5 ? 1e6 : 1e-3,
      }))
      const table = tableFromColumns({
        copy: rows.map(({ y }) => 'dcba'[y]),
        x: rows.map(({ y, noise }) => `${(y + noise) % 3} ${noise}`),
        y: rows.map(({ y }) => 'uvwx'[y]),
        w: rows.map(({ w }) => w),
      })
      const { selected } = await select(table, { target: 'y', weights: 'w', criterion: 'fcbf', asIs: true })
      expect(selected).toEqual(['copy'])
    }
  })

  it('a model of a column of the smallest numbers is that of the column times a power of two', async () => {
    // Multiples of 2^-1074, the smallest number there is: one over their deviation is beyond the largest.
    const multiples = [4, 4, 1, 2, 4, 2, 0, 0, 2, 4, 4, 0, 1, 0, 1, 0, 0, 4, 3, 3]
    const y = multiples.map((value, row) => (value + (row % 3) > 3 ? 'a' : 'b'))
    const importanceOf = async (unit: number) => {
      const x = multiples.map((value) => value * unit)
      const spec = { target: 'y', by: ['importance'], types: { x: 'numeric' } } as const
      const { rankings, warnings } = await rank(tableFromColumns({ x, y }), spec)
      expect(warnings).toEqual([])
      return rankings[0].scores[0].score
    }
    const plain = await importanceOf(1)
    expect(plain).toBeGreaterThan(0.1)
    for (const exponent of [-1074, -1073, -1030, 1000]) expect(await importanceOf(2 ** exponent)).toBe(plain)
  })

  it('a test of levels refuses a column of numbers that is kept, whatever it tests beside it', async () => {
    const table = tableFromColumns({ a: ['u', 'v'], b: [null, 0.5], y: ['n', 'm'] })
    const spec = { target: 'y', criterion: 'relief', keep: ['b'], stop: 'significance', seed: 1 } as const
    await expect(select(table, spec)).rejects.toMatchObject({
      code: 'unsuitable',
      message:
        'unsuitable stop: significance permutes levels, and this criterion reads numbers (use gain:0.01, or k)',
    })
  })

  it('columns that differ by rounding alone are joined in the same order from both sources', async () => {
    // x and its copies tie; by fractional weights each source sums in an order of its own.
    const x = [3, 5, 4, 1, 7, 0, 6, 8]
    const table = tableFromColumns({
      x,
      other: ['p', 'p', 'q', 'q', 'p', 'q', 'p', 'q'],
      copy: x.map((value) => `n${value}`),
      y: ['n', 'n', 'n', 'n', 'm', 'm', 'n', 'm'],
      again: x,
      w: [0.1, 0.7, 2.3, 0.7, 0.1, 0.7, 0.1, 0.1],
    })
    const duckdb = await duckSourceOf(table)
    const spec = { target: 'y', weights: 'w', types: { '*': 'categorical' }, linkage: 'average' } as const
    const [own, found] = await Promise.all([groups(table, spec), groups(duckdb, spec)])
    duckdb.close()
    expect(found.merges.map(({ a, b }) => [a, b])).toEqual(own.merges.map(({ a, b }) => [a, b]))
    expect(own.merges.slice(0, 2).map(({ a, b, height }) => [a, b, height])).toEqual([
      [0, 2, 0],
      [3, 4, 0],
    ])
    expect(found.merges.slice(0, 2).map(({ height }) => height)).toEqual([0, 0])
  })

  it('ard refuses weights that sum to less than what a model determines', async () => {
    // Eight rows that count tell seven levels apart, with a weight of six together.
    const x = ['k', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']
    const y = [7, 3, 3, 3, 7, 7, 3, 3, 7, 3]
    const w = [0.5, 1, 0.5, 0, 1.5, 0.5, 1, 0, 0.5, 0.5]
    const spec = { target: 'y', weights: 'w', by: ['ard'], task: 'classification' } as const
    await expect(rank(tableFromColumns({ x, copy: x, y, w }), spec)).rejects.toMatchObject({
      code: 'unsuitable',
      message: expect.stringMatching(/^unsuitable weights for ard: they sum to 6,/) as string,
    })
    const scaled = tableFromColumns({ x, copy: x, y, w: w.map((weight) => 2 * weight) })
    const { rankings } = await rank(scaled, spec)
    const [first, second] = rankings[0].scores.map(({ score }) => score)
    expect(first).toBe(second)
  })

  it('a gain of the last bits alone is none', async () => {
    // A copy adds nothing; with fractional weights its sums differ by rounding.
    for (let seed = 1; seed <= 20; seed++) {
      const random = randomOf(seed)
      const rows = Array.from({ length: 12 }, () => ({
        x: Math.floor(4 * random()),
        y: Math.floor(3 * random()),
        w: [0.1, 0.7, 2.3][Math.floor(3 * random())],
      }))
      const table = tableFromColumns({
        x: rows.map(({ x }) => 'abcd'[x]),
        copy: rows.map(({ x }) => 'zyxw'[x]),
        y: rows.map(({ y }) => 'uvw'[y]),
        w: rows.map(({ w }) => w),
      })
      for (const criterion of ['co-information', 'multi-information'] as const) {
        const spec = { target: 'y', weights: 'w', criterion, stop: 'gain:0', asIs: true } as const
        const { selected } = await select(table, spec)
        if (criterion === 'co-information') expect(selected.length, String(seed)).toBeLessThan(2)
        const duckdb = await duckSourceOf(table)
        expect((await select(duckdb, spec)).selected).toEqual(selected)
        duckdb.close()
      }
    }
  })

  it('a test whose candidates are cut anew refuses what has no target of levels', async () => {
    const random = randomOf(7)
    const [a, b, c] = [0, 1, 2].map(() => Array.from({ length: 40 }, () => random() - 0.5))
    const table = tableFromColumns({ a, b, c, y: a.map((value) => (value > 0 ? 'u' : 'v')) })
    const spec = {
      target: 'y',
      discretise: 'mdl',
      criterion: { method: 'multi-information', options: { estimator: 'shrink' } },
      search: { method: 'ranking', options: {} },
      stop: 'significance:null=set',
      why: 'b',
    } as const
    await expect(select(table, spec)).rejects.toMatchObject({ code: 'unsuitable' })
  })
})
