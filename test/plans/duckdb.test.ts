import { MemorySource, tableFromColumns } from 'criba'
import type { Request, Variable } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import type { DuckSource } from 'criba/duckdb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { permuteVariable } from '../../dist/src/core/statistics/variable.js'

const rows = 6000
const view = {}

/** 120 columns: the target, then numbers; column 1 has missing values. */
const table = tableFromColumns(
  Array.from({ length: 120 }, (_, i): [string, (number | null)[]] => [
    `column ${i}`,
    Array.from({ length: rows }, (_, row) =>
      i === 1 && row % 7 === 0 ? null : i === 0 ? row % 3 : ((row * (i + 17) + i) % 1009) / 8,
    ),
  ]),
)

const target: Variable = { column: 0, coding: { kind: 'levels', levels: [0, 1, 2] } }
const binned = (column: number): Variable => ({
  column,
  coding: { kind: 'cuts', cuts: [20, 40, 60, 80, 100] },
})
const numbers = (column: number): Variable => ({ column, coding: null })
const columnsFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i)

let source: DuckSource
beforeAll(async () => {
  source = await duckSourceOf(table)
})
afterAll(() => source.close())

/** Counts the work of answering, which has to be the planned work. */
async function workOf(requests: readonly Request[]): Promise<{ queries: number; rows: number }> {
  const before = { ...source.work }
  const planned = source.plan(requests).reduce((sum, { queries }) => sum + queries, 0)
  expect(source.work).toEqual(before)
  await source.answer(requests)
  const work = { queries: source.work.queries - before.queries, rows: source.work.rows - before.rows }
  expect(work.queries).toBe(planned)
  return work
}

const firstSql = (request: Request) =>
  source.plan([request]).find((line) => line.request === request.kind)?.sql ?? ''
const branches = (sql: string) => sql.split('UNION ALL').length

describe('DuckDB', () => {
  it('codes the columns of a batch in one pass, and each only once', async () => {
    const features = columnsFrom(1, 119).map(binned)
    const request: Request = { kind: 'entropy', family: { base: [target], each: features }, view }
    const [coding, entropy] = source.plan([request])
    expect(coding).toMatchObject({ request: 'coding', sets: 120, queries: 1, reads: rows })
    expect(entropy).toMatchObject({ request: 'entropy', sets: 119, queries: 2, reads: rows })
    expect((await workOf([request])).queries).toBe(3)
    expect((await workOf([request])).queries).toBe(2)
  })

  it('counts all pairs of 50 columns in memory, with the same bits', async () => {
    const of = columnsFrom(1, 50).map(binned)
    const pairs: Request = { kind: 'entropy', family: { of, sizes: [1, 2], base: [target] }, view }
    // Its columns are fetched by one query.
    expect(source.plan([pairs])[0]).toMatchObject({ request: 'entropy', sets: 1275, queries: 1 })
    expect(await source.answer([pairs])).toEqual(await new MemorySource(table).answer([pairs]))
    const fewer: Request = { ...pairs, family: { of: of.slice(0, 40), sizes: [1, 2], base: [target] } }
    expect(source.plan([fewer]).at(-1)).toMatchObject({ request: 'entropy', sets: 820, queries: 9 })
  })

  it('counts at most 100 sets in one statement', () => {
    const family = { base: [target], each: columnsFrom(1, 119).map(binned) }
    expect(branches(firstSql({ kind: 'entropy', family, view }))).toBe(100)
    expect(branches(firstSql({ kind: 'counts', family, view }))).toBe(100)
  })

  it('returns counts of counts for an entropy, not cells', async () => {
    const levels = (column: number): Variable => ({ column, coding: { kind: 'values' } })
    const family = { list: [[levels(2), levels(3), levels(4)]] }
    await source.answer([{ kind: 'entropy', family, view }])
    const [{ cells }] = await source.answer([{ kind: 'entropy', family, view }])
    expect(cells[0]).toBeGreaterThan(1000)
    const { queries, rows: returned } = await workOf([{ kind: 'entropy', family, view }])
    expect(queries).toBe(1)
    expect(returned).toBeLessThan(20)
  })

  it('counts a set once if it is requested several times over the same rows', async () => {
    const features = columnsFrom(2, 60).map(binned)
    const pairs = { base: [target], each: features }
    const alone = [target]
    const reversed = { list: features.map((feature) => [feature, target]) }
    const requests: Request[] = [
      { kind: 'entropy', family: { base: [], each: features }, within: pairs, view },
      { kind: 'entropy', family: { list: features.map(() => alone) }, within: pairs, view },
      { kind: 'entropy', family: pairs, view },
      { kind: 'entropy', family: reversed, view: { ...view } },
    ]
    await source.answer(requests)
    expect(source.plan(requests).map(({ queries }) => queries)).toEqual([1, 1, 1, 0])
    expect(branches(source.plan(requests)[1].sql!)).toBe(1)
    expect((await workOf(requests)).queries).toBe(3)
  })

  it('counts sets with and without one more variable in the same statements', async () => {
    const family = { base: [], each: columnsFrom(2, 31).map(binned) }
    const request: Request = { kind: 'entropy', family, also: target, view }
    await source.answer([request])
    const [{ sets, queries, sql }] = source.plan([request])
    expect([sets, queries, branches(sql!)]).toEqual([60, 1, 60])
    expect((await workOf([request])).queries).toBe(1)
  })

  it('excludes rows with missing values of other columns only if there are any', () => {
    const masks = (feature: Variable) => {
      const within = { base: [target], each: [feature] }
      const sql = firstSql({ kind: 'entropy', family: { list: [[target]] }, within, view })
      return sql.match(/v\d+ = 0/g)?.length ?? 0
    }
    expect([masks(binned(1)), masks(binned(2))]).toEqual([1, 0])
  })

  it('computes moments of many columns in two queries, and ranks and order one column per query', async () => {
    const family = { base: [], each: columnsFrom(1, 45).map(numbers) }
    expect((await workOf([{ kind: 'moments', family, of: 'values', view }])).queries).toBe(2)
    expect((await workOf([{ kind: 'moments', family, of: 'ranks', view }])).queries).toBe(45)
    const order = columnsFrom(1, 5).map((column): Request => ({
      kind: 'order',
      variable: numbers(column),
      at: [1, 2, 3].map((part) => ({ part, of: 4, side: 'lower' })),
      distinctUpTo: 10,
      view,
    }))
    const work = await workOf(order)
    expect(work.queries).toBe(5)
    expect(work.rows).toBeLessThanOrEqual(5 * (3 + 11))
  })

  it('checks weights once, and permutes a column for one batch', async () => {
    const weighted = { weights: 2 }
    const request: Request = { kind: 'entropy', family: { base: [], each: [target] }, view: weighted }
    expect(source.plan([request])[0]).toMatchObject({ request: 'coding', sets: 1, queries: 2 })
    expect((await workOf([request])).queries).toBe(3)
    expect((await workOf([request])).queries).toBe(1)
    const each = [binned(2), binned(3)]
    const permutedTarget = permuteVariable(target, { seed: 1, number: 1 })
    const permutedRequest: Request = { kind: 'entropy', family: { base: [permutedTarget], each }, view }
    await source.answer([{ ...permutedRequest, family: { base: [target], each } }])
    await source.answer([permutedRequest])
    const again = await workOf([permutedRequest])
    expect(again.queries).toBeLessThanOrEqual(3)
  })

  it('fetches the columns of permutations and folds once if they fit into memory', async () => {
    const requests = Array.from({ length: 40 }, (_, number): Request => ({
      kind: 'entropy',
      family: { base: [permuteVariable(target, { seed: 2, number })], each: columnsFrom(90, 95).map(binned) },
      view,
    }))
    expect((await workOf(requests)).queries).toBeLessThanOrEqual(1)
    expect((await workOf(requests)).queries).toBe(0)
  })

  it('refuses to fetch too many rows before it runs a query', async () => {
    const columns = Array.from({ length: 12_000 }, () => numbers(2))
    const before = source.work.queries
    await expect(source.answer([{ kind: 'rows', columns, view }])).rejects.toMatchObject({
      code: 'too-large',
      message:
        'too many rows: 6000 rows × 12000 columns are 72000000 values (at most 67108864 are fetched; take fewer columns, or a sample)',
    })
    expect(source.work.queries).toBe(before)
  })
})

describe('tables of coded columns', () => {
  const wide = tableFromColumns(
    Array.from({ length: 250 }, (_, i): [string, number[]] => [
      `column ${i}`,
      Array.from({ length: 60 }, (_, row) => (i === 0 ? row % 3 : ((row * (i + 17) + i) % 1009) / 8)),
    ]),
  )

  it('are joined once, before the queries that count', async () => {
    const duckdb = await duckSourceOf(wide)
    const features = columnsFrom(1, 249).map(binned)
    const step = (...base: Variable[]): Request => ({
      kind: 'entropy',
      family: { base, each: features },
      view,
    })
    const queriesFor = async (request: Request) => {
      const plan = duckdb.plan([request])
      expect(plan.some(({ request: kind, sql }) => kind === 'entropy' && sql?.includes('JOIN'))).toBe(false)
      const before = duckdb.work.queries
      await duckdb.answer([request])
      expect(duckdb.work.queries - before).toBe(plan.reduce((sum, { queries }) => sum + queries, 0))
      return plan.map(({ request: kind, queries }) => `${kind} ${queries}`)
    }
    // Every pass also codes the target; a feature is counted with those of other passes in one joined table.
    expect(await queriesFor(step(target))).toEqual(['coding 2', 'entropy 3'])
    expect(await queriesFor(step(target, features[10]))).toEqual(['coding 1', 'entropy 3'])
    expect(await queriesFor(step(target, features[220]))).toEqual(['entropy 3'])
    const again = columnsFrom(1, 9).map((column): Variable => ({
      column,
      coding: { kind: 'cuts', cuts: [60] },
    }))
    expect(await queriesFor({ kind: 'entropy', family: { base: [target], each: again }, view })).toEqual([
      'coding 1',
      'entropy 1',
    ])
    duckdb.close()
  })
})
