// Stepwise selection where columns, rows or options are hard; its paths against R are in test/truth/stepwise.test.ts.
import { tableFromColumns } from 'criba'
import type { Table } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { near } from '../laws/given.ts'
import { select } from '../untyped.ts'
import type { SelectSpec } from '../untyped.ts'
import { inTurn } from '../properties/runs.ts'

const ways = ['both', 'forward', 'backward']
const scores = ['share', 'aic', 'bic', 'cp']
const rules = scores.flatMap((by) => ways.map((direction) => [by, direction] as const))

/** The same numbers every time, from 0 to 1. */
const noise = (row: number, column: number) => {
  const value = Math.sin(row * 12.9898 + column * 78.233) * 43758.5453
  return value - Math.floor(value)
}
const rowsOf = (n: number) => Array.from({ length: n }, (_, i) => i)

function stepwise(table: Table, spec: SelectSpec & { readonly with?: string } = {}) {
  const { with: options, ...others } = spec
  return select(table, {
    target: 'y',
    task: 'regression',
    method: options ? `stepwise:${options}` : 'stepwise',
    asIs: true,
    ...others,
  })
}

const failure = (table: Table, spec?: Parameters<typeof stepwise>[1]) =>
  stepwise(table, spec).then(
    () => 'no error came',
    (error: Error) => error.message,
  )

/** y of x0, x1 and a level of g; h follows from g, sum from x0 and x1, and copy is x0. */
function mixed(n: number) {
  const rows = rowsOf(n)
  const x = [0, 1, 2, 3].map((column) => rows.map((row) => noise(row, column)))
  const g = rows.map((row) => 'abcd'[Math.floor(4 * noise(row, 9))])
  return {
    x0: x[0],
    x1: x[1],
    x2: x[2],
    x3: x[3],
    g,
    h: g.map((level) => (level < 'c' ? 'p' : 'q')),
    sum: rows.map((row) => x[0][row] + x[1][row]),
    copy: x[0],
    flat: rows.map(() => 2),
    y: rows.map((row) => 2 * x[0][row] + x[1][row] + (g[row] === 'a' ? 1 : 0) + noise(row, 20)),
  }
}

describe('stepwise', () => {
  const table = tableFromColumns(mixed(200))
  let duckdb: Awaited<ReturnType<typeof duckSourceOf>>
  beforeAll(async () => {
    duckdb = await duckSourceOf(table)
  })
  afterAll(() => duckdb.close())

  it.each(rules)('by %s, %s: keeps none of columns that others determine', async (by, direction) => {
    const { selected } = await stepwise(table, {
      with: `by=${by},direction=${direction}`,
    })
    expect(selected).not.toContain('flat')
    expect(selected).not.toContain('h')
    expect(selected.filter((name) => ['x0', 'x1', 'sum', 'copy'].includes(name))).toHaveLength(2)
  })

  it.each(inTurn(rules, 0, 2))('by %s, %s: is the same in DuckDB', async (by, direction) => {
    const spec = { with: `by=${by},direction=${direction}` }
    const [here, there] = [await stepwise(table, spec), await stepwise(duckdb as never, spec)]
    expect(there.steps.map(({ action, feature }) => [action, feature])).toEqual(
      here.steps.map(({ action, feature }) => [action, feature]),
    )
    there.steps.forEach(({ score, f, pValue }, i) => {
      near(score, here.steps[i].score)
      near(f!, here.steps[i].f!, 1e-8)
      near(pValue!, here.steps[i].pValue!, 1e-8)
    })
  })

  it.each(rules)('by %s, %s: counts a row by its weight', async (by, direction) => {
    const columns = mixed(60)
    const weights = rowsOf(60).map((row) => 1 + (row % 3))
    const again = rowsOf(60).flatMap((row) => new Array<number>(weights[row]).fill(row))
    const repeated = Object.fromEntries(
      Object.entries(columns).map(([name, cells]) => [name, again.map((row) => cells[row])]),
    )
    const spec = { with: `by=${by},direction=${direction}` }
    const byWeight = await stepwise(tableFromColumns({ ...columns, weights }), {
      ...spec,
      weights: 'weights',
    })
    const byRow = await stepwise(tableFromColumns(repeated), spec)
    expect(byWeight.selected).toEqual(byRow.selected)
    byWeight.steps.forEach(({ score, pValue }, i) => {
      near(score, byRow.steps[i].score)
      near(pValue!, byRow.steps[i].pValue!, 1e-8)
    })
  })

  it('orders columns by p where p is too small for a double', async () => {
    const rows = rowsOf(4800)
    const levels = rows.map((row) => row % 24)
    const line = rows.map((row) => noise(row, 1))
    const y = rows.map((row) => 6.9 * line[row] + 0.3 * levels[row] + 0.2 * noise(row, 2))
    const table = tableFromColumns({ line, levels: levels.map((level) => `l${level}`), y })
    const alone = await Promise.all(
      ['line', 'levels'].map((name) => stepwise(table, { drop: name === 'line' ? ['levels'] : ['line'] })),
    )
    const [ofLine, ofLevels] = alone.map(({ steps }) => steps[0])
    expect([ofLine.pValue, ofLevels.pValue]).toEqual([0, 0])
    // Of 1 and of 23 degrees of freedom: the levels leave less, by a smaller F.
    expect(ofLevels.f).toBeLessThan(ofLine.f!)
    expect(ofLevels.score).toBeLessThan(0.95 * ofLine.score)
    const { steps } = await stepwise(table)
    expect(steps.map(({ feature }) => feature)).toEqual(['levels', 'line'])
  })

  it('ends with a perfect fit', async () => {
    const rows = rowsOf(40)
    const x = [0, 1, 2, 3].map((column) => rows.map((row) => Math.floor(10 * noise(row, column))))
    const table = tableFromColumns({
      ...Object.fromEntries(x.map((cells, i) => [`x${i}`, cells])),
      y: rows.map((row) => 2 * x[0][row] - x[1][row]),
    })
    for (const direction of ways) {
      for (const by of ['share', 'aic', 'bic']) {
        const { selected, score } = await stepwise(table, { with: `by=${by},direction=${direction}` })
        expect([...selected].sort()).toEqual(['x0', 'x1'])
        expect(score).toBe(by === 'share' ? 0 : -Infinity)
      }
    }
    expect(await failure(table, { with: 'by=cp' })).toMatch(
      /the fit on all columns leaves nothing: use by=bic/,
    )
  })

  it('needs degrees of freedom', async () => {
    const rows = rowsOf(12)
    const table = tableFromColumns({
      ...Object.fromEntries(
        rowsOf(20).map((column) => [`x${column}`, rows.map((row) => noise(row, column))]),
      ),
      y: rows.map((row) => 3 * noise(row, 4) + 0.1 * noise(row, 30)),
    })
    for (const by of ['share', 'aic', 'bic']) {
      expect((await stepwise(table, { with: `by=${by}` })).selected).toContain('x4')
      expect(await failure(table, { with: `by=${by},direction=backward` })).toMatch(
        /^no linear fit to begin with: that on 20 columns leaves no degrees of freedom/,
      )
    }
    expect(await failure(table, { with: 'by=cp' })).toMatch(/12 complete rows for 12 coefficients/)
    const { selected, stopped } = await stepwise(table, { k: 15 })
    expect(selected.length).toBeLessThan(11)
    expect(stopped).toBe('no other column has a score')
  })

  it('refuses to begin with values too large to square', async () => {
    const { x0, y } = mixed(50)
    const table = tableFromColumns({ x0, wild: x0.map((x) => 1e200 * x), y })
    expect((await stepwise(table)).selected).toEqual(['x0'])
    expect(await failure(table, { with: 'direction=backward' })).toMatch(/values too large to square/)
    expect(await failure(table, { startFrom: ['wild'] })).toMatch(/values too large to square/)
  })

  it('does not depend on units', async () => {
    const { x0, x1, x2, g, y } = mixed(100)
    const plain = await stepwise(tableFromColumns({ x0, x1, x2, g, y }))
    const scaled = await stepwise(
      tableFromColumns({
        x0: x0.map((x) => 1e-120 * x),
        x1: x1.map((x) => 1e120 * x),
        x2: x2.map((x) => 1e6 - x),
        g,
        y: y.map((value) => 1e-100 * value),
      }),
    )
    expect(scaled.selected).toEqual(plain.selected)
    scaled.steps.forEach(({ f }, i) => near(f!, plain.steps[i].f!, 1e-7))
  })

  it.each([
    [{ with: 'enter=0.2' }, 'invalid leave: 0.1 (needs enter, 0.2, or more)'],
    [{ with: 'by=bic,leave=0.2' }, 'invalid leave: 0.2 (step by sse:by=bic tests nothing: use sse)'],
    [
      { with: 'direction=forward', startFrom: ['x0', 'x1', 'x2'], k: 2 },
      'invalid k: 2 (direction=forward begins with 3: use direction=both)',
    ],
    [
      { with: 'direction=backward', startFrom: ['x0'], k: 2 },
      'invalid k: 2 (direction=backward begins with 1: use direction=both)',
    ],
    [
      { with: 'by=aic', costs: { x0: 1 } },
      'unsuitable costs for step by sse:by=aic: it knows no costs (set a budget of cost, or use forward by sse)',
    ],
    [{ target: 'g', task: 'classification' }, /^unsuitable target for sse: g is categorical/],
  ])('refuses %j', async (spec, message) => {
    expect(await failure(tableFromColumns(mixed(50)), spec as SelectSpec)).toMatch(message)
  })
})
