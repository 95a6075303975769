import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hardBottleneck } from '../../dist/src/analyses/information/hard-bottleneck.js'
import { softBottleneck } from '../../dist/src/analyses/information/soft-bottleneck.js'
import type { SoftBottleneck } from '../../dist/src/analyses/information/soft-bottleneck.js'
import type { Counts } from '../../dist/src/core/statistics/counts.js'
import { near } from '../laws/given.ts'
import { runs } from '../properties/runs.ts'
import { casesOf, classTable, namedTable, plainEntropy, rowsTable } from './tables.ts'

const some = { numRuns: runs(40) }
const someBeta = fc.double({ min: 1.05, max: 20, noNaN: true })

/** p(x), p(c|x), p(t) and p(c|t) by their definitions. */
function lawsOf(table: Counts, { shares }: SoftBottleneck) {
  const classes = table.levels[1].length
  const rows = table.levels[0].map((_, x) => Array.from(table.cells.slice(x * classes, (x + 1) * classes)))
  const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)
  const n = sum(rows.map(sum))
  const seen = rows.map((row, x) => ({ row, share: shares[x] })).filter(({ row }) => sum(row) > 0)
  const px = seen.map(({ row }) => sum(row) / n)
  const pcx = seen.map(({ row }) => row.map((count) => count / sum(row)))
  const ptx = seen.map(({ share }) => Array.from(share))
  const pt = ptx[0].map((_, t) => sum(px.map((p, x) => p * ptx[x][t])))
  const pct = pt.map((p, t) => pcx[0].map((_, c) => sum(px.map((q, x) => q * ptx[x][t] * pcx[x][c])) / p))
  return { px, pcx, ptx, pt, pct }
}

const informationOf = (p: readonly number[], given: readonly (readonly number[])[]) => {
  const margin = given[0].map((_, c) => p.reduce((all, one, x) => all + one * given[x][c], 0))
  return p.reduce(
    (bits, one, x) =>
      bits +
      one * given[x].reduce((own, q, c) => (one * q > 0 ? own + q * Math.log2(q / margin[c]) : own), 0),
    0,
  )
}

describe('the soft bottleneck', () => {
  interface Soft {
    readonly table: string
    readonly beta: number
    readonly informationXT: number
    readonly informationTC: number
    readonly value: number
  }
  it.each(casesOf<Soft>('bottleneck-soft'))('reference: $table, β = $beta', (one) => {
    const found = softBottleneck(namedTable(one.table), { beta: one.beta })
    expect(found.converged).toBe(true)
    near(found.functional, one.value)
    // At an optimum the functional is flat: 1e−12 in it moves the parts by about 1e−6.
    near(found.compression, one.informationXT, 1e-6)
    near(found.relevance, one.informationTC, 1e-6)
    near(found.compression - one.beta * found.relevance, found.functional, 1e-12)
  })

  it('has the parts its shares have', () =>
    fc.assert(
      fc.property(classTable(2, 6), someBeta, (table, beta) => {
        const found = softBottleneck(table, { beta, starts: 2 })
        const { px, ptx, pt, pct } = lawsOf(table, found)
        found.shares.forEach((row) =>
          near(
            row.reduce((a, b) => a + b, 0),
            1,
            1e-12,
          ),
        )
        near(found.compression, informationOf(px, ptx), 1e-12)
        const held = pt.flatMap((p, t) => (p > 0 ? [t] : []))
        near(
          found.relevance,
          informationOf(
            held.map((t) => pt[t]),
            held.map((t) => pct[t]),
          ),
          1e-12,
        )
      }),
      some,
    ))

  it('solves the self-consistent equations', () =>
    fc.assert(
      fc.property(classTable(2, 5), someBeta, (table, beta) => {
        const found = softBottleneck(table, { beta, starts: 2 })
        if (!found.converged) return
        const { px, pcx, ptx, pt, pct } = lawsOf(table, found)
        // One more round lowers the functional by no more than what convergence allows.
        const next = pcx.map((law) => {
          const weights = pt.map((p, t) => {
            if (p === 0) return 0
            const divergence = law.reduce(
              (all, q, c) => (q > 0 ? all + q * Math.log2(q / pct[t][c]) : all),
              0,
            )
            return p * 2 ** (-beta * divergence)
          })
          const z = weights.reduce((a, b) => a + b, 0)
          return weights.map((weight) => weight / z)
        })
        const difference = ptx.reduce(
          (sum, row, x) => sum + px[x] * row.reduce((all, share, t) => all + Math.abs(share - next[x][t]), 0),
          0,
        )
        expect(difference).toBeLessThan(1e-4)
      }),
      some,
    ))

  it('keeps I(T;C) ≤ I(X;T) ≤ H(X) and I(T;C) ≤ I(X;C), and is no worse than a hard one', () =>
    fc.assert(
      fc.property(classTable(1, 7), someBeta, (table, beta) => {
        const { compression, relevance, functional } = softBottleneck(table, { beta, starts: 1 })
        const H = (...axes: number[]) => plainEntropy(table, axes)
        expect(relevance).toBeLessThanOrEqual(compression + 1e-12)
        expect(compression).toBeLessThanOrEqual(H(0) + 1e-12)
        expect(relevance).toBeLessThanOrEqual(H(0) + H(1) - H(0, 1) + 1e-12)
        // H[f(X)] − βI[C;f(X)] of a function f is a value of the functional.
        const hard = hardBottleneck(table, 1 / beta)
        expect(functional).toBeLessThanOrEqual(-beta * hard.objective + 2e-12)
      }),
      some,
    ))

  it('keeps everything for large β, nothing for β ≤ 1', () => {
    const table = namedTable('seven')
    const all = softBottleneck(table, { beta: 1e4 })
    near(
      all.relevance,
      plainEntropy(table, [0]) + plainEntropy(table, [1]) - plainEntropy(table, [0, 1]),
      1e-6,
    )
    const none = softBottleneck(table, { beta: 1 })
    expect([none.compression, none.relevance, none.functional]).toEqual([0, 0, 0])
    expect(none.shares).toEqual(table.levels[0].map(() => Float64Array.of(1)))
  })

  it('has one cluster where no information is worth its price, and no two alike', () => {
    expect(softBottleneck(namedTable('three'), { beta: 4 }).shares).toEqual(
      [0, 1, 2].map(() => Float64Array.of(1)),
    )
    const table = namedTable('seven')
    const { pct } = lawsOf(table, softBottleneck(table, { beta: 5 }))
    expect(pct.length).toBeGreaterThan(1)
    pct.forEach((law, t) =>
      pct.slice(0, t).forEach((other) => {
        expect(Math.max(...law.map((share, c) => Math.abs(share - other[c])))).toBeGreaterThan(1e-7)
      }),
    )
  })

  it('has at most so many clusters, and more are no worse', () => {
    const table = namedTable('seven')
    const functionals = [1, 2, 3, 7].map((clusters) => {
      const found = softBottleneck(table, { beta: 30, clusters })
      expect(found.shares[0].length).toBeLessThanOrEqual(clusters)
      return found.functional
    })
    expect(functionals[0]).toBe(0)
    expect(functionals.toSorted((a, b) => b - a)).toEqual(functionals)
  })

  it('gives levels with equal p(c|x) equal shares, and levels without rows those of the clusters', () => {
    const table = rowsTable([
      [4, 1],
      [8, 2],
      [0, 0],
      [1, 6],
    ])
    const found = softBottleneck(table, { beta: 8 })
    expect(found.shares[0]).toEqual(found.shares[1])
    const p = Array.from(found.shares[0], (share, t) => (15 * share + 7 * found.shares[3][t]) / 22)
    found.shares[2].forEach((share, t) => near(share, p[t], 1e-12))
  })

  it('is the same for the same seed, and can take another', () => {
    const table = namedTable('equal')
    const ask = (seed: number) => softBottleneck(table, { beta: 3, seed })
    expect(ask(5)).toEqual(ask(5))
    near(ask(5).functional, ask(6).functional)
  })

  it.each([
    [{ beta: -1 }, 'invalid beta: -1 (needs 0 or more)'],
    [{ beta: 2, clusters: 0 }, 'invalid clusters: 0 (needs a whole number, 1 or more)'],
    [{ beta: 2, clusters: 1.5 }, 'invalid clusters: 1.5 (needs a whole number, 1 or more)'],
  ])('refuses %j', (options, message) => {
    expect(() => softBottleneck(rowsTable([[1, 2]]), options)).toThrow(message)
  })

  it('of no rows is one cluster', () => {
    expect(
      softBottleneck(
        rowsTable([
          [0, 0],
          [0, 0],
        ]),
        { beta: 5 },
      ).functional,
    ).toBe(0)
  })
})
