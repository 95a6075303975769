import { rank, select, tableFromColumns } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { randomOf } from '../contract/tables.ts'
import { near } from '../laws/given.ts'
import { schemaFaults } from '../messy/schema.ts'

const random = randomOf(31)
const rows = Array.from({ length: 160 }, (_, row) => row)
const y = rows.map((row) => (row % 2 === 0 ? 'a' : 'b'))
/** Two levels that are those of the target, but for a share of the rows. */
const likeTarget = (wrong: number) => y.map((one) => (random() < wrong ? 'b' : one))
const strong = likeTarget(0.3)
const copies = Object.fromEntries(
  [0.05, 0.1, 0.15].map((wrong, i) => [
    `copy${i}`,
    strong.map((one) => (random() < wrong ? (one === 'a' ? 'b' : 'a') : one)),
  ]),
)
const noise = Object.fromEntries(
  Array.from({ length: 6 }, (_, i) => [`noise${i}`, rows.map(() => (random() < 0.4 ? 'p' : 'q'))]),
)
const levels: Readonly<Record<string, readonly string[]>> = { strong, ...copies, ...noise }
const table = tableFromColumns({ ...levels, y })

const countOf = (xs: readonly string[], x: string, of: string) =>
  xs.filter((one, row) => one === x && y[row] === of).length

/** n·I of a table of two levels and two classes in nats, by the definition. */
function information(cells: readonly number[]): number {
  const [a, b, c, d] = cells
  const n = a + b + c + d
  const term = (count: number, row: number, column: number) =>
    count === 0 ? 0 : count * Math.log((count * n) / (row * column))
  return term(a, a + b, a + c) + term(b, a + b, b + d) + term(c, c + d, a + c) + term(d, c + d, b + d)
}

/** P(I ≥ that found) over all tables with these margins, each with its hypergeometric probability. */
function exactP(xs: readonly string[]): number {
  const [x] = xs
  const [a, b] = [countOf(xs, x, 'a'), countOf(xs, x, 'b')]
  const [inA, inB] = ['a', 'b'].map((of) => y.filter((one) => one === of).length)
  const lnChoose = (n: number, k: number) => {
    let sum = 0
    for (let i = 1; i <= k; i++) sum += Math.log((n - k + i) / i)
    return sum
  }
  const found = information([a, b, inA - a, inB - b])
  let p = 0
  for (let k = Math.max(0, a + b - inB); k <= Math.min(inA, a + b); k++) {
    const other = information([k, a + b - k, inA - k, inB - (a + b - k)])
    if (other < found - 1e-9) continue
    p += Math.exp(lnChoose(inA, k) + lnChoose(inB, a + b - k) - lnChoose(inA + inB, a + b))
  }
  return p
}

/** q-values of Benjamini and Hochberg by the definition. */
function qValues(p: readonly number[]): readonly number[] {
  return p.map((one) =>
    Math.min(
      ...p
        .filter((other) => other >= one)
        .map((other) => {
          const rank = p.filter((lower) => lower <= other).length
          return Math.min(1, (other * p.length) / rank)
        }),
    ),
  )
}

/** I(X;Y|Z) of texts in nats times n, by the definition. */
const given = (xs: readonly string[], zs: readonly string[]) =>
  [...new Set(zs)].reduce((sum, z) => {
    const cell = (x: string, of: string) =>
      rows.filter((row) => zs[row] === z && xs[row] === x && y[row] === of).length
    const [x, other = '—'] = [...new Set(xs)]
    return sum + information([cell(x, 'a'), cell(x, 'b'), cell(other, 'a'), cell(other, 'b')])
  }, 0)

describe('what else is related to the target', () => {
  it('has the exact p of each column, its q among all, and the chosen column beside which it has least information', async () => {
    const result = await select(table, { target: 'y' })
    const { selected, alsoRelated } = result
    expect(schemaFaults(result)).toEqual([])
    expect(selected.length).toBeGreaterThan(0)
    const names = Object.keys(levels)
    const p = names.map((name) => exactP(levels[name]))
    const q = qValues(p)
    const expected = names
      .map((feature, i) => ({ feature, pValue: p[i], qValue: q[i] }))
      .filter(({ feature, qValue }) => qValue <= 0.05 && !selected.includes(feature))
      .sort((a, b) => a.pValue - b.pValue)
    expect(expected.length).toBeGreaterThan(1)
    expect(alsoRelated!.map(({ feature }) => feature)).toEqual(expected.map(({ feature }) => feature))
    alsoRelated!.forEach(({ feature, pValue, qValue, coveredBy, pFrom }, i) => {
      expect(pFrom).toBe('exact')
      near(pValue, expected[i].pValue)
      near(qValue, expected[i].qValue)
      const gains = selected.map((name) => given(levels[feature], levels[name]))
      expect(coveredBy).toBe(selected[gains.indexOf(Math.min(...gains))])
    })
  })

  it('compares the ranks of numbers with classes, and of numbers with numbers', async () => {
    const x = rows.map((row) => (row % 2) + 4 * random())
    const slope = rows.map((row) => row / 40 + random())
    const numbers = Object.fromEntries(['u', 'v', 'w'].map((name) => [name, rows.map(() => random())]))
    const of = async (
      target: string,
      columns: Record<string, readonly string[] | readonly number[]>,
      by: 'kruskal-wallis' | 'spearman',
    ) => {
      const data = tableFromColumns(columns)
      // Too few rows would decide otherwise: nothing but the list is of interest here.
      const found = await select(data, { target, stop: 'significance:alpha=0' })
      const { rankings } = await rank(data, { target, by: [by] })
      const p = new Map(rankings[0].scores.map(({ feature, pValue }) => [feature, pValue!]))
      expect(found.selected).toEqual([])
      expect(found.alsoRelated!.length).toBeGreaterThan(0)
      for (const { feature, pValue, pFrom, coveredBy } of found.alsoRelated!) {
        expect(coveredBy).toBeNull()
        if (pFrom === 'ranks') near(pValue, 2 * p.get(feature)!)
        else expect(pValue).toBeLessThanOrEqual(2 * p.get(feature)!)
      }
      return found.alsoRelated!.filter(({ pFrom }) => pFrom === 'ranks').length
    }
    const byClass = await of('y', { x, ...numbers, y }, 'kruskal-wallis')
    const byNumber = await of(
      'slope',
      { x: rows.map((row) => row + 200 * random()), ...numbers, slope },
      'spearman',
    )
    expect([byClass, byNumber]).toEqual([1, 1])
  })

  it('is absent where the search ends otherwise, or rows are not exchangeable', async () => {
    const site = rows.map((row) => `s${row % 20}`)
    const all = tableFromColumns({ ...levels, y, site })
    expect((await select(all, { target: 'y' })).alsoRelated).toBeDefined()
    for (const part of [{ k: 2 }, { stop: 'none' }, { group: 'site' }, { method: 'iamb' }] as const) {
      expect((await select(all, { target: 'y', ...part })).alsoRelated, JSON.stringify(part)).toBeUndefined()
    }
  })

  it('counts the columns that a prefilter left out', async () => {
    const few = await select(table, { target: 'y', prefilter: 'mutual-information:top=3' })
    const whole = await select(table, { target: 'y' })
    for (const { feature, qValue, pValue } of few.alsoRelated!) {
      const same = whole.alsoRelated!.find((one) => one.feature === feature)!
      expect(pValue).toBe(same.pValue)
      expect(qValue).toBeGreaterThanOrEqual(same.qValue)
    }
    expect(few.alsoRelated!.length).toBeGreaterThan(0)
  })

  it('is the same from the engine and with more threads', async () => {
    const x = rows.map((row) => (row % 2) + 3 * random())
    const data = tableFromColumns({ x, z: rows.map(() => random()), ...levels, y })
    const ours = await select(data, { target: 'y' })
    const engine = await duckSourceOf(data)
    const theirs = await select(engine, { target: 'y' })
    engine.close()
    expect(theirs.alsoRelated).toEqual(ours.alsoRelated)
    expect((await select(data, { target: 'y' }, { threads: 3 })).alsoRelated).toEqual(ours.alsoRelated)
  })
})
