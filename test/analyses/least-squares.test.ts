// `sse` and its stop `partial-f` against a fit by Gram and Schmidt on the rows themselves.
import fc from 'fast-check'
import { tableFromColumns } from 'criba'
import { exhaustive, forward, sse } from 'criba/methods'
import type { CribaError } from 'criba'
import { describe, expect, it } from 'vitest'
import { runs } from '../properties/runs.ts'
import { near } from '../laws/given.ts'
import { score, select } from '../untyped.ts'
import type { SelectSpec } from '../untyped.ts'

type Column = readonly number[]

/** The residuals of y after a fit by Gram and Schmidt, with columns made orthogonal one by one. */
function plainShare(y: Column, columns: readonly Column[]): number {
  const centred = (column: Column) => {
    const mean = column.reduce((sum, x) => sum + x, 0) / column.length
    return column.map((x) => x - mean)
  }
  const dot = (a: Column, b: Column) => a.reduce((sum, x, i) => sum + x * b[i], 0)
  const less = (a: Column, b: Column) => {
    const along = dot(a, b) / dot(b, b)
    return a.map((x, i) => x - along * b[i])
  }
  const basis: Column[] = []
  let rest = centred(y)
  const spread = dot(rest, rest)
  for (const column of columns) {
    const own = centred(column)
    // Twice, because one pass leaves rounding errors.
    const part = [...basis, ...basis].reduce(less, own)
    if (dot(part, part) <= 1e-18 * Math.max(1, dot(own, own))) continue
    basis.push(part)
    rest = less(rest, part)
  }
  return dot(rest, rest) / spread
}

const tables = fc.integer({ min: 6, max: 20 }).chain((rows) => {
  const column = fc.array(fc.integer({ min: -5, max: 5 }), { minLength: rows, maxLength: rows })
  return fc.record({
    columns: fc.array(column, { minLength: 1, maxLength: 5 }),
    y: column.filter((y) => new Set(y).size > 1),
  })
})

const named = (columns: readonly Column[]) => columns.map((column, i) => [`x${i}`, column] as const)
const tableOf = (columns: readonly Column[], y: Column) => tableFromColumns([...named(columns), ['y', y]])

describe('sse', () => {
  it('is the residual sum of squares of a fit on the rows, for every set, also with collinear columns', async () => {
    await fc.assert(
      fc.asyncProperty(tables, fc.boolean(), async ({ columns, y }, isDependent) => {
        // A sum of two columns, and a copy on another scale.
        const more = isDependent
          ? [...columns, columns[0].map((x, i) => x + columns.at(-1)[i]), columns[0].map((x) => 3 - 2 * x)]
          : columns
        const { landscape } = await select(tableOf(more, y), {
          target: 'y',
          task: 'regression',
          criterion: sse(),
          search: exhaustive(),
          landscape: 'all',
          asIs: true,
        })
        expect(landscape).toHaveLength(2 ** more.length - 1)
        for (const { features, score: found } of landscape!) {
          const share = plainShare(
            y,
            features.map((name) => more[Number(name.slice(1))]),
          )
          expect(Math.abs(found - share)).toBeLessThan(1e-9)
        }
      }),
      { numRuns: runs(120) },
    )
  })

  it('is the same one column at a time as from one table, and in units of the target', async () => {
    await fc.assert(
      fc.asyncProperty(tables, async ({ columns, y }) => {
        const table = tableOf(columns, y)
        const asked = { target: 'y', task: 'regression' } as const
        const { steps } = await select(table, { ...asked, criterion: sse(), search: forward(), stop: 'none' })
        const features: string[] = []
        const mean = y.reduce((sum, value) => sum + value, 0) / y.length
        const spread = y.reduce((sum, value) => sum + (value - mean) ** 2, 0)
        for (const step of steps) {
          features.push(step.feature)
          const { scores } = await score(table, { ...asked, features, by: ['sse'] })
          near(scores[0].score!, step.score)
          near(scores[0].parts!.inUnits, step.score * spread)
        }
      }),
      { numRuns: runs(80) },
    )
  })

  it('has no score where the target is constant in the complete rows, and says so', async () => {
    const table = tableFromColumns({ a: [1, 2, 3, null, null], y: [5, 5, 5, 1, 2] })
    const { scores } = await score(table, {
      target: 'y',
      task: 'regression',
      features: ['a'],
      by: ['sse'],
    }).catch((error: Error) => ({ scores: [{ score: null, why: error.message }] }))
    expect(scores[0].score).toBeNull()
    expect(scores[0].why).toMatch(/always 5/)
    const wild = tableFromColumns({ a: [1, 2, 1e300, 4], y: [5, 6, 7, 9] })
    const far = await score(wild, { target: 'y', task: 'regression', features: ['a'], by: ['sse'] })
    expect(far.scores[0].why).toBe('values too large, or too close together, to square (rescale the column)')
  })
})

describe('partial-f', () => {
  const rows = Array.from({ length: 30 }, (_, i) => i)
  const y = rows.map((i) => 3 * i + ((i * 7919) % 13))
  const columns = {
    line: rows,
    copy: rows.map((i) => 2 * i),
    flat: rows.map(() => 1),
    odd: rows.map((i) => i % 2),
  }
  const table = tableFromColumns({ ...columns, y })
  const failure = (spec: SelectSpec) =>
    select(table, { target: 'y', asIs: true, ...spec }).then(
      () => 'no error came',
      (error: CribaError) => error.message,
    )

  it('stops where nothing is left to explain, or no row to test', async () => {
    const found = await select(table, { target: 'y', criterion: 'sse', stop: 'partial-f', asIs: true })
    expect(found.selected).toEqual(['line'])
    expect(found.spec.stop).toBe('partial-f')
    expect(found.stopped).toBe('no candidate has p < 0.05')
    const exact = tableFromColumns({ a: [1, 2, 3, 4], b: [2, 1, 1, 5], y: [2, 4, 6, 8] })
    const perfect = await select(exact, {
      target: 'y',
      task: 'regression',
      criterion: 'sse',
      stop: 'partial-f',
    })
    expect(perfect.selected).toEqual(['a'])
    expect(perfect.steps[0]).toMatchObject({ score: 0, pValue: 0 })
    const short = tableFromColumns({ a: [1, 2], y: [2, 5] })
    const none = await select(short, { target: 'y', task: 'regression', criterion: 'sse', stop: 'partial-f' })
    expect(none.selected).toEqual([])
  })

  it('counts a row by its weight', async () => {
    const weights = rows.map((i) => 1 + (i % 3))
    const again = rows.flatMap((i) => new Array<number>(weights[i]).fill(i))
    const asked = {
      target: 'y',
      criterion: 'sse',
      stop: 'partial-f:alpha=1',
      asIs: true,
      drop: ['copy', 'flat'],
    } as const
    const weighted = tableFromColumns({ ...columns, y, weights })
    const repeated = tableFromColumns({
      ...Object.fromEntries(
        Object.entries(columns).map(([name, column]) => [name, again.map((i) => column[i])]),
      ),
      y: again.map((i) => y[i]),
    })
    const [byWeight, byRow] = [
      await select(weighted, { ...asked, weights: 'weights' }),
      await select(repeated, asked),
    ]
    expect(byWeight.steps.length).toBe(2)
    byWeight.steps.forEach(({ feature, pValue }, i) => {
      expect(feature).toBe(byRow.steps[i].feature)
      near(pValue!, byRow.steps[i].pValue!)
    })
  })

  it('is refused, in one line, where there is no linear fit', async () => {
    expect(await failure({ stop: 'partial-f' })).toBe(
      'invalid stop: partial-f (it tests a linear fit: use criterion sse)',
    )
    expect(await failure({ criterion: 'delta-test', stop: 'partial-f:alpha=0.1' })).toBe(
      'invalid stop: partial-f:alpha=0.1 (it tests a linear fit: use criterion sse)',
    )
    expect(await failure({ criterion: 'sse', stop: 'partial-f:alpha=2' })).toMatch(/^invalid alpha: 2 /)
    expect(await failure({ criterion: 'sse', stop: 'partial-f:beta=2' })).toMatch(
      /^unknown option of partial-f/,
    )
    expect(await failure({ criterion: 'sse', search: 'exhaustive', stop: 'partial-f' })).toMatch(
      /^invalid stop: partial-f \(exhaustive ends by itself/,
    )
  })
})
