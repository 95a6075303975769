import { compare, MemorySource, methods, rank, select as selectTyped, tableFromColumns } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withShadows } from '../../dist/src/analyses/resample/shadow-columns.js'
import { randomOf } from '../contract/tables.ts'
import { select } from '../untyped.ts'
import type { SelectSpec } from '../untyped.ts'
import { tableOf } from './normal-table.ts'

/** A cheap inner criterion for each outer method. */
const outer = [
  ['stability-selection:q=3,pairs=12', 'pearson'],
  ['stability-selection:q=3,threshold=0.75,pairs=8', 'lasso'],
  ['boruta:runs=15', 'pearson'],
] as const

/** One table, and one engine that has it, for all methods. */
const shared = tableFromColumns(tableOf(2, 80, 6, [0.8, 0.6]))
let duck: Awaited<ReturnType<typeof duckSourceOf>>
beforeAll(async () => {
  duck = await duckSourceOf(shared)
})
afterAll(() => duck.close())

/** Columns of noise, and a target of two values that none of them tells. */
const random = randomOf(9)
const label = Array.from({ length: 50 }, (_, row) => (row % 2 === 0 ? 'a' : 'b'))
const noise = Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`x${i}`, label.map(() => random())]))
const numbers = { ...noise, y: label.map((one) => (one === 'a' ? 0 : 1) + 1e-3 * random()) }

describe.each(outer)('%s of %s', (method, criterion) => {
  const spec = { target: 'y', method, criterion }

  it('finds strong columns, and none of those that are far from it', async () => {
    const found = await select(tableFromColumns(tableOf(1, 100, 8, [1, -1])), spec)
    expect(found.selected.toSorted().slice(0, 2)).toEqual(['x0', 'x1'])
    expect(found.steps.map(({ feature }) => feature)).toEqual(found.selected)
    expect(found.steps.every(({ score }) => score > 0.5 && score <= 1)).toBe(true)
    expect(found.method).toBe(method.split(':')[0])
    const aside = new Set(found.setAside.map(({ feature }) => feature))
    expect(found.selected.some((name) => aside.has(name))).toBe(false)
  })

  it('gives the same on any number of threads, on DuckDB, and from the spec of its result', async () => {
    const { seconds: _, ...expected } = await select(shared, spec, { threads: 1 })
    // The spec of a result has all that was left to be filled in: it runs on other threads.
    const { seconds: __, ...again } = await selectTyped(shared, expected.spec, { threads: 3 })
    expect(again).toEqual(expected)
    const found = await select(duck, spec)
    expect(found.selected).toEqual(expected.selected)
    expect(found.steps).toEqual(expected.steps)
  })

  it('does not depend on the order of the columns', async () => {
    const columns = tableOf(3, 80, 6, [0.8, 0.6])
    const reversed = Object.fromEntries(Object.entries(columns).reverse())
    const [one, other] = [
      await select(tableFromColumns(columns), spec),
      await select(tableFromColumns(reversed), spec),
    ]
    const shares = ({ steps }: typeof one) =>
      Object.fromEntries(steps.map(({ feature, score }) => [feature, Number(score.toFixed(9))]))
    expect(shares(other)).toEqual(shares(one))
  })

  it('is honest about noise in its evidence', async () => {
    const brief = method.startsWith('boruta')
      ? 'boruta:runs=12'
      : 'stability-selection:pairs=5,q=5,threshold=0.51'
    const given = { target: 'y', method: brief, criterion }
    const { evidence } = await select(tableFromColumns(numbers), { ...given, evidence: { folds: 3 } })
    // R² of predictions that know nothing is about 0 or below.
    expect(evidence!.selected.mean).toBeLessThan(0.05)
  })
})

it('evidence of columns chosen outside the folds is flattered', async () => {
  const { rankings } = await rank(tableFromColumns(numbers), { target: 'y', by: ['pearson'] })
  const best = new Set(rankings[0].scores.slice(0, 15).map(({ feature }) => feature))
  const leaked = Object.fromEntries(
    Object.entries(numbers).filter(([name]) => best.has(name) || name === 'y'),
  )
  const leaking = await select(tableFromColumns(leaked), {
    target: 'y',
    criterion: 'pearson',
    k: 15,
    evidence: { folds: 3 },
  })
  expect(leaking.evidence!.selected.mean).toBeGreaterThan(0.1)
})

describe('outer methods', () => {
  const table = tableFromColumns(tableOf(4, 200, 10, [1, -1, 0.8]))
  const evidence = { folds: 3 }

  it('choose the columns to start from, and those that a prefilter leaves', async () => {
    const started = await select(tableFromColumns(tableOf(4, 40, 3, [2, -2])), {
      target: 'y',
      criterion: 'sse',
      search: 'forward',
      startFrom: 'stability-selection:q=2,pairs=6',
      k: 3,
    })
    expect(started.selected.slice(0, 2).toSorted()).toEqual(['x0', 'x1'])
    expect(started.spec.startFrom).toBe('stability-selection:q=2,pairs=6')
    const filtered = await select(table, {
      target: 'y',
      criterion: 'pearson',
      prefilter: 'stability-selection:q=3,pairs=8',
      k: 2,
    })
    expect(filtered.prefilter).toEqual({ method: 'stability-selection', cut: 'chosen', features: 3 })
    expect(filtered.data.features).toBe(10)
  }, 60_000)

  it('bound wrong columns among those that can be chosen, without those set apart', async () => {
    const columns = tableOf(4, 200, 10, [1, -1, 0.8])
    const id = columns['y'].map((_, row) => `row ${row}`)
    const spec = { target: 'y', method: 'stability-selection:q=3,pairs=5', criterion: 'lasso' }
    const more = tableFromColumns({ id, flat: id.map(() => 1), ...columns })
    expect((await select(more, spec)).options['errors']).toBe(9 / (0.2 * 10))
  })

  it('as prefilters keep groups whole, and columns to keep', async () => {
    const groups = { g: ['x0', 'x7'], h: ['x8', 'x9'] }
    const spec = { target: 'y', criterion: 'sse', search: 'forward', groups, keep: ['x5'], k: 3 }
    const {
      prefilter,
      selected,
      spec: resolved,
    } = await select(table, {
      ...spec,
      prefilter: 'stability-selection:q=3,pairs=15',
      criterion: 'pearson',
      search: 'ranking',
    })
    // x0, x1, x2 pass, x7 with x0, and x5 is kept.
    expect(prefilter!.features).toBe(5)
    expect(selected).toContain('x5')
    expect(selected).not.toContain('x8')
    expect(resolved.groups).toEqual(groups)
  }, 60_000)

  it('take columns with names that objects have', async () => {
    const { x0, x1, y } = tableOf(5, 80, 2, [1])
    const odd = tableFromColumns([
      ['__proto__', x0],
      ['constructor', x1],
      ['shadow of x', x1.map((value) => -value)],
      ['y', y],
    ])
    const { selected } = await select(odd, {
      target: 'y',
      method: 'boruta:runs=20',
      criterion: 'pearson',
      types: Object.fromEntries([['constructor', 'numeric']]),
    })
    expect(selected).toEqual(['__proto__'])
  })

  it('stand in the catalogue, and in a comparison', async () => {
    for (const id of ['boruta', 'stability-selection', 'consensus', 'rfe-resampled']) {
      const [entry] = methods(id).methods
      expect(entry).toMatchObject({ id, shape: 'resampling' })
    }
    const { methods: found } = await compare(table, {
      target: 'y',
      methods: ['stability-selection:q=3,pairs=8', 'pearson'],
      k: 3,
      ...evidence,
      truth: ['x0', 'x1', 'x2'],
    })
    expect(found[0].truth).toMatchObject({ share: 1, exact: true })
    expect(found[0].evidence[0].selected.mean).toBeGreaterThan(0.5)
  })

  it.each([
    [{ method: 'boruta', stop: 'none' }, 'invalid stop: boruta does not take it'],
    [{ method: 'boruta:p=2' }, 'invalid p'],
    [{ method: 'stability-selection:q=30' }, 'invalid q: 30 (there are 10 to choose among'],
    [{ method: 'stability-selection:errors=0.01' }, 'unsuitable errors: 0.01'],
    [{ method: 'stability-selecton' }, 'did you mean stability-selection?'],
    [{ method: 'boruta', criterion: 'jmi' }, 'jmi (boruta resamples rankings'],
    [{ method: 'boruta', criterion: 'cv' }, 'cv (boruta resamples rankings'],
    [{ method: 'boruta', prefilter: 'pearson:top=3' }, 'invalid prefilter: boruta does not take it'],
    [{ method: 'boruta', search: 'forward' }, 'invalid search: forward (boruta resamples rankings)'],
    [{ method: 'stability-selection:q=2', budget: { evals: 9 } }, 'invalid budget: stability-selection'],
    [{ method: 'stability-selection:q=2', startFrom: ['x0'] }, 'invalid startFrom: stability-selection'],
    [{ method: 'stability-selection:q=2', time: 'x3' }, 'drawn at random'],
  ])('refuse %j', async (spec, message) => {
    await expect(select(table, { target: 'y', ...spec })).rejects.toThrow(message)
  })
})

describe('shadows', () => {
  it('are columns of noise with the values of their column; a name twice has two', async () => {
    const table = tableFromColumns({ x: Array.from({ length: 200 }, (_, i) => (i % 7 === 3 ? null : i)) })
    const shadowed = withShadows(new MemorySource(table), ['x', 'x', 'x'], { seed: 1, number: 1 })
    expect(shadowed.columns.map(({ name }) => name)).toEqual([
      'x',
      'shadow 1 of x',
      'shadow 2 of x',
      'shadow 3 of x',
    ])
    const columns = shadowed.columns.map((_, column) => ({ column, coding: null }))
    const [rows] = await shadowed.answer([{ kind: 'rows', columns, view: {} }])
    const [own, ...shadows] = rows.columns.map((values) => [...values])
    const present = (values: readonly number[]) => values.filter((value) => !Number.isNaN(value))
    const holes = (values: readonly number[]) => values.map((value) => Number.isNaN(value))
    for (const shadow of shadows) {
      expect(present(shadow).sort((a, b) => a - b)).toEqual(present(own))
      expect(holes(shadow)).toEqual(holes(own))
      expect(shadow).not.toEqual(own)
    }
    expect(new Set(shadows.map((shadow) => shadow.join())).size).toBe(3)
  })
})

describe('consensus', () => {
  const table = tableFromColumns(tableOf(6, 150, 9, [1, -0.7, 0.5]))
  const methodsOf = ['pearson', 'lasso', 'rrelieff']

  it.each([2, 4])(
    'ranks columns by their mean rank over methods, worked out from each (k = %i)',
    async (k) => {
      const each: (readonly string[])[] = []
      for (const method of methodsOf) each.push((await select(table, { target: 'y', method, k })).selected)
      const rankIn = (selected: readonly string[], name: string) =>
        selected.includes(name) ? selected.indexOf(name) + 1 : (k + 1 + 9) / 2
      const meanRank = (name: string) => each.reduce((sum, one) => sum + rankIn(one, name), 0) / each.length
      const found = await select(table, {
        target: 'y',
        method: `consensus:methods=${methodsOf.join('+')}`,
        k,
      })
      const expected = Array.from({ length: 9 }, (_, i) => `x${i}`).sort((a, b) => meanRank(a) - meanRank(b))
      expect(found.selected).toEqual(expected.slice(0, k))
      expect(found.steps.map(({ score }) => score)).toEqual(found.selected.map(meanRank))
      expect(found.warnings.find(({ code }) => code === 'agreement')!.message).toContain("Kendall's W")
    },
  )

  it('without k keeps what more than half of the samples choose, the same on threads and engines', async () => {
    const spec = { target: 'y', method: 'consensus:samples=9', criterion: 'sse', search: 'forward' }
    const { seconds: _, ...expected } = await select(shared, spec, { threads: 1 })
    expect(expected.selected.slice(0, 2).toSorted()).toEqual(['x0', 'x1'])
    expect(expected.evaluations).toBe(9)
    const { seconds: __, ...again } = await selectTyped(shared, expected.spec, { threads: 3 })
    expect(again).toEqual(expected)
    expect((await select(duck, spec)).steps).toEqual(expected.steps)
  })

  it('is at chance on noise in its evidence', async () => {
    const noise = tableFromColumns(tableOf(8, 60, 150, []))
    const method = 'consensus:methods=pearson+spearman'
    const { evidence } = await select(noise, { target: 'y', method, k: 5, evidence: { folds: 3 } })
    expect(evidence!.selected.mean).toBeLessThan(0.05)
  })

  it.each([
    ['consensus:methods=pearson', 'missing methods of consensus'],
    ['consensus:methods=pearson+pearson', 'pearson (it is given twice)'],
    ['consensus:methods=pearson+boruta', 'boruta (it resamples itself)'],
    ['consensus:methods=pearson+nothing', 'unknown method: nothing'],
    ['consensus:methods=pearson mrmr', 'needs names of methods, as jmi+mrmr'],
  ])('refuses %s', async (method, message) => {
    await expect(select(table, { target: 'y', method, k: 2 })).rejects.toThrow(message)
  })
})

describe('error rates', () => {
  // Of 100 tables, in outer.long.ts.
  const seeds = [100, 101, 102]

  it('boruta takes a criterion that draws under other options only, with a seed or without', async () => {
    const table = tableFromColumns(tableOf(8, 80, 4, [1, 1]))
    const spec = { target: 'y', method: 'boruta:runs=20', criterion: 'lasso:choose=bic' }
    for (const seed of [undefined, 4]) {
      const { selected } = await select(table, { ...spec, ...(seed !== undefined && { seed }) })
      expect(selected.toSorted()).toEqual(['x0', 'x1'])
    }
  })

  it('consensus of several methods is made again from the spec of its result', async () => {
    const table = tableFromColumns(tableOf(9, 100, 6, [0.4, 0.3]))
    const specs: readonly Partial<SelectSpec>[] = [
      { method: 'consensus' },
      { method: 'consensus:methods=mrmr+rrelieff,samples=2' },
      { method: 'consensus:samples=3', criterion: 'mim' },
    ]
    for (const spec of specs) {
      const { seconds: _, ...expected } = await select(table, { target: 'y', k: 3, ...spec })
      const { seconds: __, ...again } = await selectTyped(table, expected.spec)
      expect(again).toEqual(expected)
    }
    const both = { target: 'y', method: 'consensus:methods=jmi+mrmr', criterion: 'mim' }
    await expect(select(table, both)).rejects.toThrow(
      'invalid criterion: mim (consensus lists methods: leave out one of the two)',
    )
  })

  it('counts no column that enters no path: a constant of a half is not chosen there', async () => {
    // One row differs, so that each of the first two columns is constant in one half of each pair.
    const one = (row: number) => Array.from({ length: 60 }, (_, i) => Number(i === row))
    const { x0, x1, y } = tableOf(7, 60, 2, [1, 1])
    const table = tableFromColumns({ early: one(3), other: one(7), x0, x1, y })
    for (const of of [{}, { keep: ['x0'] }, { groups: { pair: ['early', 'other'] } }]) {
      const spec = { target: 'y', method: 'stability-selection:q=3,threshold=0.51,pairs=10', ...of }
      const { selected } = await select(table, spec)
      expect(selected.toSorted()).toEqual('groups' in of ? ['early', 'other', 'x0', 'x1'] : ['x0', 'x1'])
    }
  })

  it('stability selection keeps fewer columns of noise than its bound', async () => {
    let [wrong, bound] = [0, 0]
    for (const seed of seeds) {
      const table = tableFromColumns(tableOf(seed, 80, 20, []))
      const found = await select(table, {
        target: 'y',
        method: 'stability-selection:pairs=15,q=3',
        criterion: 'pearson',
      })
      wrong += found.selected.length / seeds.length
      bound = Number(found.options['errors'])
    }
    expect(bound).toBeCloseTo(9 / (0.2 * 20), 3)
    expect(wrong).toBeLessThan(bound)
  })
})
