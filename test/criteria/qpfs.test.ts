import { tableFromColumns } from 'criba'
import { qpfs, spectralCmi } from 'criba/methods'
import type { RankResult } from 'criba'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../properties/runs.ts'
import { plainEntropy, plainInformation } from '../analyses/plain-information.ts'
import { levelColumns, levelTable, manyColumns } from './plain-steps.ts'
import type { LevelColumns } from './plain-steps.ts'
import { rank, selectAsIs as select } from '../untyped.ts'

const weightsOf = ({ rankings }: RankResult) =>
  new Map(rankings[0].scores.map(({ feature, score }) => [feature, score!]))
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** f, Q and C of the columns that vary, from their definitions. */
function matricesOf(columns: LevelColumns) {
  const y = columns['y']
  const ones = y.map(() => 1)
  const names = Object.keys(columns).filter((name) => name !== 'y' && new Set(columns[name]).size > 1)
  const x = names.map((name) => columns[name])
  const entropy = (...of: (readonly string[])[]) => plainEntropy(of, ones)
  return {
    names,
    f: x.map((one) => plainInformation([one], [y], ones)),
    q: x.map((a) => x.map((b) => entropy(a) + entropy(b) - entropy(a, b))),
    c: x.map((a) => x.map((b) => entropy(a, y) + entropy(b, y) - entropy(a, b, y) - entropy(y))),
  }
}

/** How far z is from ½(1−α)zᵀQz − αfᵀz − γzᵀCz having no way down on the simplex. */
function residual(
  { f, q, c }: ReturnType<typeof matricesOf>,
  z: readonly number[],
  alpha: number,
  gamma = 0,
) {
  const gradient = f.map(
    (value, i) =>
      sum(q[i].map((shared, j) => ((1 - alpha) * shared - 2 * gamma * c[i][j]) * z[j])) - alpha * value,
  )
  const level = sum(gradient.map((value, i) => value * z[i]))
  return Math.max(
    Math.abs(sum(z) - 1),
    ...gradient.map((value, i) => (z[i] > 0 ? Math.abs(value - level) : level - value)),
  )
}

describe('qpfs', () => {
  it('is at an optimum, and of columns without weight the better stand first', () =>
    fc.assert(
      fc.asyncProperty(levelColumns, fc.constantFrom(0, 0.1, 0.5, 0.8, 0.99), async (columns, alpha) => {
        const result = await rank(levelTable(columns), { target: 'y', by: [qpfs({ alpha })] })
        if (result.warnings.some(({ code }) => code === 'not-convex')) return
        const matrices = matricesOf(columns)
        const weights = weightsOf(result)
        const z = matrices.names.map((name) => weights.get(name)!)
        expect(Math.min(...z)).toBeGreaterThanOrEqual(0)
        expect(residual(matrices, z, alpha)).toBeLessThan(1e-9)
        expect(weights.get('flat')).toBe(0)
        expect(Math.abs(weights.get('b')! - weights.get('again')!)).toBeLessThan(1e-12)
        const gains = matrices.f.map(
          (value, i) => alpha * value - (1 - alpha) * sum(matrices.q[i].map((shared, j) => shared * z[j])),
        )
        const places = new Map(result.rankings[0].scores.map(({ feature }, place) => [feature, place]))
        const idle = matrices.names.filter((_, i) => z[i] === 0)
        for (const a of idle) {
          for (const b of idle) {
            const [i, j] = [a, b].map((name) => matrices.names.indexOf(name))
            if (gains[i] > gains[j] + 1e-9) expect(places.get(a)).toBeLessThan(places.get(b)!)
          }
        }
      }),
      { numRuns: runs(120) },
    ))

  it('of two columns is what the equations say by hand', () =>
    fc.assert(
      fc.asyncProperty(levelColumns, fc.constantFrom(0.2, 0.5, 0.8), async ({ c, d, y }, alpha) => {
        const table = levelTable({ c, d, y })
        const { f, q, names } = matricesOf({ c, d, y })
        fc.pre(names.length === 2)
        const free =
          ((1 - alpha) * (q[1][1] - q[0][1]) + alpha * (f[0] - f[1])) /
          ((1 - alpha) * (q[0][0] + q[1][1] - 2 * q[0][1]))
        const expected = Math.min(1, Math.max(0, free))
        const weights = weightsOf(await rank(table, { target: 'y', by: [qpfs({ alpha })] }))
        if (q[0][0] + q[1][1] - 2 * q[0][1] < 1e-6) return
        expect(Math.abs(weights.get('c')! - expected)).toBeLessThan(1e-9)
        expect(Math.abs(weights.get('d')! - 1 + expected)).toBeLessThan(1e-9)
      }),
      { numRuns: runs(80) },
    ))

  it('with alpha 1 ranks as mutual-information does', () =>
    fc.assert(
      fc.asyncProperty(levelColumns, async (columns) => {
        const { rankings } = await rank(levelTable(columns), {
          target: 'y',
          by: ['qpfs:alpha=1', 'mutual-information'],
        })
        const informed = rankings[1].scores.filter(({ score }) => score! > 1e-9)
        const inTurn = rankings[0].scores.map(({ feature }) => feature)
        const bits = new Map(informed.map(({ feature, score }) => [feature, score!]))
        const shown = inTurn.slice(0, informed.length).map((name) => bits.get(name)!)
        shown.slice(1).forEach((value, i) => expect(value).toBeLessThanOrEqual(shown[i] + 1e-9))
      }),
      { numRuns: runs(60) },
    ))

  it('balances by itself as its default says', async () => {
    const columns = manyColumns({ columns: 8, rows: 200 })
    const { f, q } = matricesOf(columns)
    const mean = (values: readonly number[]) => sum(values) / values.length
    const alpha = mean(q.flat()) / (mean(q.flat()) + mean(f))
    const table = levelTable(columns)
    const given = weightsOf(await rank(table, { target: 'y', by: [qpfs({ alpha })] }))
    for (const [name, weight] of weightsOf(await rank(table, { target: 'y', by: ['qpfs'] })))
      expect(Math.abs(weight - given.get(name)!)).toBeLessThan(1e-9)
  })

  it('warns in a selection as in a ranking', async () => {
    const by = qpfs({ alpha: 0.5, conditional: 1 })
    const table = levelTable(manyColumns({ columns: 12, rows: 60 }))
    const messagesOf = ({ warnings }: { readonly warnings: readonly { message: string }[] }) =>
      warnings.map(({ message }) => message).filter((message) => message.startsWith('qpfs: '))
    const ranked = messagesOf(await rank(table, { target: 'y', by: [by] }))
    expect(ranked).not.toEqual([])
    expect(messagesOf(await select(table, { target: 'y', criterion: by, k: 3 }))).toEqual(ranked)
  })

  it('with conditional terms is where no small change is better, and says so where it is not convex', async () => {
    let local = 0
    await fc.assert(
      fc.asyncProperty(levelColumns, fc.constantFrom(0.02, 0.2, 1), async (columns, gamma) => {
        const result = await rank(levelTable(columns), {
          target: 'y',
          by: [qpfs({ alpha: 0.5, conditional: gamma })],
        })
        const codes = result.warnings.map(({ message }) => message)
        if (codes.some((message) => message.includes('negative eigenvalues'))) return
        if (codes.some((message) => message.includes('other optima'))) local++
        const matrices = matricesOf(columns)
        const weights = weightsOf(result)
        const z = matrices.names.map((name) => weights.get(name)!)
        expect(residual(matrices, z, 0.5, gamma)).toBeLessThan(1e-9)
      }),
      { numRuns: 60, seed: 1 },
    )
    expect(local).toBeGreaterThan(10)
  })

  it('with conditional terms finds a pair that has information about the target only together, by hand', async () => {
    // p, q of 16 rows independent, y = p xor q: I(p;y) = I(q;y) = I(p;q) = 0, I(p;q|y) = 1. u is y but for 2 rows.
    const place = Array.from({ length: 16 }, (_, row) => row)
    const p = place.map((row) => `${row % 2}`)
    const q = place.map((row) => `${Math.floor(row / 2) % 2}`)
    const y = place.map((row) => (p[row] === q[row] ? 'same' : 'other'))
    const u = place.map((row) => (row < 2 ? 'same' : y[row]))
    const by = 'qpfs:conditional=1,alpha=0.5'
    const result = await rank(levelTable({ u, p, q, y }), { target: 'y', by: [by] })
    const weights = weightsOf(result)
    // Given y, p and q are 1 bit each and the same bit: at ½p + ½q the value is ½·½·½ − ½·0 − 1 = −7/8; at u it is
    // ¼·H(u) − ½·I(u;y) − H(u|y) > −7/8.
    const { f, q: shared, c, names } = matricesOf({ u, p, q, y })
    const at = names.indexOf('u')
    expect(shared[at][at] / 4 - f[at] / 2 - c[at][at]).toBeGreaterThan(-7 / 8)
    expect(weights.get('u')).toBe(0)
    expect(weights.get('p')).toBeCloseTo(1 / 2, 9)
    expect(weights.get('q')).toBeCloseTo(1 / 2, 9)
    expect(result.warnings.map(({ code }) => code)).toContain('not-convex')
  })

  it('takes k columns, or those with weight', async () => {
    const table = levelTable(manyColumns({ columns: 30, rows: 100 }))
    const weights = weightsOf(await rank(table, { target: 'y', by: ['qpfs:alpha=0.9'] }))
    const weighted = [...weights].filter(([, weight]) => weight > 0).map(([name]) => name)
    const all = await select(table, { target: 'y', method: 'qpfs:alpha=0.9' })
    expect(all.selected).toEqual(weighted)
    expect(all.spec).toMatchObject({ search: { method: 'ranking' }, stop: 'gain:0' })
    for (const search of ['ranking', 'forward']) {
      const { selected } = await select(table, { target: 'y', criterion: 'qpfs:alpha=0.9', search, k: 20 })
      expect(selected).toEqual([...weights.keys()].slice(0, 20))
    }
  })

  it('needs numbers for correlations', async () => {
    const table = levelTable(manyColumns({ columns: 3, rows: 30 }))
    await expect(rank(table, { target: 'y', by: ['qpfs:similarity=correlation'] })).rejects.toThrow(
      /^unsuitable/,
    )
  })
})

describe('spectral-cmi', () => {
  // A factorial design: x determines y, the others are independent of it.
  const rows = Array.from({ length: 48 }, (_, row) => row)
  const design: LevelColumns = {
    x: rows.map((row) => `${row % 2}`),
    noise: rows.map((row) => `${Math.floor(row / 2) % 3}`),
    flat: rows.map(() => 'same'),
    y: rows.map((row) => `${row % 2}`),
  }

  it('of independent columns is worked out by hand', async () => {
    // H = [[1, ½], [½, 0]]: λ = (1 + √2)/2, z ∝ (λ, ½).
    const weights = weightsOf(await rank(levelTable(design), { target: 'y', by: [spectralCmi()] }))
    const value = (1 + Math.sqrt(2)) / 2
    const length = Math.hypot(value, 0.5)
    expect(Math.abs(weights.get('x')! - value / length)).toBeLessThan(1e-12)
    expect(Math.abs(weights.get('noise')! - 0.5 / length)).toBeLessThan(1e-12)
    expect(weights.get('flat')).toBe(0)
  })

  it('gives columns that are alike the same, and nothing where there is nothing', async () => {
    const two: LevelColumns = {
      a: rows.map((row) => `${row % 2}`),
      b: rows.map((row) => `${Math.floor(row / 2) % 2}`),
      y: rows.map((row) => `${row % 4}`),
    }
    const weights = weightsOf(await rank(levelTable(two), { target: 'y', by: ['spectral-cmi'] }))
    expect(Math.abs(weights.get('a')! - Math.SQRT1_2)).toBeLessThan(1e-12)
    expect(Math.abs(weights.get('b')! - Math.SQRT1_2)).toBeLessThan(1e-12)
    const copies: LevelColumns = { a: two['a'], b: two['a'], y: two['a'] }
    for (const weight of weightsOf(
      await rank(levelTable(copies), { target: 'y', by: ['spectral-cmi'] }),
    ).values())
      expect(Math.abs(weight - Math.SQRT1_2)).toBeLessThan(1e-12)
    const nothing: LevelColumns = { a: design['noise'], y: design['y'] }
    expect(weightsOf(await rank(levelTable(nothing), { target: 'y', by: ['spectral-cmi'] })).get('a')).toBe(0)
  })

  it('selects by its ranking', async () => {
    const table = levelTable(manyColumns({ columns: 20, rows: 100 }))
    const { rankings } = await rank(table, { target: 'y', by: ['spectral-cmi'] })
    const { selected, spec } = await select(table, { target: 'y', method: 'spectral-cmi', k: 5 })
    expect(selected).toEqual(rankings[0].scores.slice(0, 5).map(({ feature }) => feature))
    expect(spec.search.method).toBe('ranking')
  })

  it('looks under `complete` at the rows complete in all columns', async () => {
    const columns = manyColumns({ columns: 4, rows: 80 })
    const gappy = Object.fromEntries(
      Object.entries(columns).map(([name, levels], place) => [
        name,
        levels.map((level, row) => (row % 9 === place ? null : level)),
      ]),
    )
    const complete = Object.fromEntries(
      Object.entries(columns).map(([name, levels]) => [name, levels.filter((_, row) => row % 9 > 4)]),
    )
    for (const by of ['spectral-cmi', 'qpfs']) {
      const [some, all] = [gappy, complete].map((one) => tableFromColumns(one, { '*': 'categorical' }))
      const found = weightsOf(await rank(some, { target: 'y', by: [by], missing: 'complete' }))
      for (const [name, weight] of weightsOf(await rank(all, { target: 'y', by: [by] })))
        expect(Math.abs(found.get(name)! - weight)).toBeLessThan(1e-9)
    }
  })
})
