import { tableFromColumns } from 'criba'
import type { Request, Source, Variable } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomOf } from '../contract/tables.ts'
import { selectNames, selectOnce } from '../../dist/src/analyses/selection/run-selection.js'
import { MemorySource } from '../../dist/src/memory/source.js'
import { runs } from '../properties/runs.ts'
import { rank, select } from '../untyped.ts'

type PathRequest = Extract<Request, { readonly kind: 'path' | 'likelihood-path' }>

interface Columns {
  readonly seed: number
  readonly rows: number
  readonly width: number
  /** Values are rounded to so many parts of 1, so that columns tie; 0 for none. */
  readonly parts: number
  /** How far columns share one more. */
  readonly common: number
  readonly copies: number
  readonly levels: number
  readonly isWeighted: boolean
}

const columnsOfTable: fc.Arbitrary<Columns> = fc.record({
  seed: fc.nat(1_000_000),
  rows: fc.integer({ min: 8, max: 60 }),
  width: fc.integer({ min: 5, max: 30 }),
  parts: fc.constantFrom(0, 0, 2),
  common: fc.constantFrom(0, 1, 4),
  copies: fc.nat(4),
  levels: fc.nat(2),
  isWeighted: fc.boolean(),
})

/** Numbers that resemble one another, some of them copies or constant, then levels, weights, a target of numbers and one of classes. */
function tableOf({ seed, rows, width, parts, common, copies, levels }: Columns) {
  const random = randomOf(seed)
  const normal = () => random() + random() + random() - 1.5
  const list = (make: (row: number) => number) =>
    Array.from({ length: rows }, (_, row) =>
      parts === 0 ? make(row) : Math.round(make(row) * parts) / parts,
    )
  const shared = list(normal)
  const columns = Array.from({ length: width }, () => {
    const share = random() * common
    return list((row) => share * shared[row] + normal())
  })
  for (let copy = 0; copy < copies; copy++) {
    const factor = copy % 2 === 0 ? -2 : 1
    columns[Math.floor(random() * width)] = columns[Math.floor(random() * width)].map((x) => factor * x)
  }
  if (random() < 0.3) columns[0] = columns[0].map(() => 1)
  const used = columns.slice(0, 6).map((x) => [x, normal()] as const)
  const y = list((row) => used.reduce((sum, [x, weight]) => sum + weight * x[row], normal() / 2))
  const coded = Array.from({ length: levels }, () =>
    y.map((one) => 'abc'[Math.floor(3 * random()) % (one > 0 ? 3 : 2)]),
  )
  return tableFromColumns({
    ...Object.fromEntries([...columns, ...coded].map((x, i) => [`x${i}`, x])),
    w: y.map(() => 1 + Math.floor(3 * random())),
    y,
    c: y.map((one) => (one > 0.5 ? 'high' : one > -0.5 ? 'middle' : 'low')),
  })
}

const penalties = fc.constantFrom<Extract<PathRequest, { kind: 'path' }>['penalty'][]>(
  { kind: 'norms', columns: 1, groups: 0, squares: 0 },
  { kind: 'norms', columns: 1, groups: 0, squares: 0 },
  { kind: 'norms', columns: 0.5, groups: 0, squares: 0.5 },
  { kind: 'norms', columns: 0.5, groups: 0.5, squares: 0 },
  { kind: 'adaptive', power: 1, ridge: 1 },
  { kind: 'bridge', power: 0.5, ridge: 1 },
)

function requestOf(given: Columns, isGrouped: boolean, penalty: never, ofClasses: boolean): PathRequest {
  const { width, levels, isWeighted } = given
  const features = Array.from({ length: width + levels }, (_, column): Variable => ({
    column,
    coding: column < width ? null : { kind: 'levels', levels: ['a', 'b', 'c'] },
  }))
  const groups = isGrouped ? [2, ...features.slice(2).map(() => 1)] : features.map(() => 1)
  const all = width + levels
  const common = {
    features,
    groups,
    penalties: 40,
    least: 0.01,
    view: isWeighted ? { weights: all } : {},
    parts: [],
    trials: [],
  }
  const classes = { kind: 'levels', levels: ['high', 'low', 'middle'] } as const
  return ofClasses
    ? {
        ...common,
        kind: 'likelihood-path',
        target: { column: all + 2, coding: classes },
        penalty: { columns: 1, groups: 0, squares: 0 },
        hasReference: false,
      }
    : { ...common, kind: 'path', targets: [{ column: all + 1, coding: null }], penalty }
}

/** The features that are in at a penalty or at one before it, for each. */
function enteredIn(sizes: Float64Array, count: number): Set<number>[] {
  const entered = new Set<number>()
  return Array.from({ length: sizes.length / count }, (_, step) => {
    for (let i = 0; i < count; i++) if (sizes[step * count + i] > 0) entered.add(i)
    return new Set(entered)
  })
}

/** The path that ends early is the beginning of the whole one. */
async function expectBeginning(source: Source, request: PathRequest, most: number): Promise<void> {
  const [whole] = await source.answer([request])
  const [part] = await source.answer([{ ...request, most }])
  const count = request.features.length
  const entered = enteredIn(whole.sizes, count)
  const last = entered.findIndex(({ size }) => size >= most)
  const steps = last < 0 ? whole.penalties.length : last + 1
  expect(part.penalties.length).toBe(steps)
  expect(enteredIn(part.sizes, count)).toEqual(entered.slice(0, steps))
  expect(part.starts).toEqual(whole.starts)
  const unit = Math.max(...whole.sizes)
  for (const of of ['penalties', 'weights', 'intercepts', 'sizes', 'residuals', 'degrees'] as const) {
    const lists = whole[of].length / whole.penalties.length
    expect(part[of].length, of).toBe(steps * lists)
    const accuracy = of === 'weights' || of === 'sizes' || of === 'intercepts' ? 1e-5 : 1e-9
    // An expectation costs more than most of what is compared.
    const apart = part[of].findIndex(
      (value, i) => !(Math.abs(value - whole[of][i]) <= accuracy * Math.max(unit, Math.abs(value))),
    )
    if (apart >= 0) expect.fail(`${of} ${apart}: ${part[of][apart]} for ${whole[of][apart]}`)
  }
  // Where rows are few, the whole path does not come closer to the optimum either.
  const gap = Math.max(...whole.gaps.subarray(0, steps))
  expect(Math.max(...part.gaps)).toBeLessThanOrEqual(Math.max(2 * gap, 1e-9))
}

describe('a path that ends where a few columns are in', () => {
  it('is the beginning of the whole path', async () => {
    await fc.assert(
      fc.asyncProperty(
        columnsOfTable,
        penalties,
        fc.boolean(),
        fc.integer({ min: 0, max: 3 }),
        fc.integer({ min: 1, max: 12 }),
        async (given, penalty, isGrouped, classes, most) => {
          const request = requestOf(given, isGrouped, penalty as never, classes === 0)
          await expectBeginning(new MemorySource(tableOf(given)), request, most)
        },
      ),
      { numRuns: runs(50) },
    )
  })

  it('is the same from a DuckDB source', async () => {
    const given = { seed: 7, rows: 200, width: 16, parts: 0, common: 1, copies: 3, levels: 0 }
    const table = tableOf({ ...given, isWeighted: true })
    const penalty = { kind: 'norms', columns: 1, groups: 0, squares: 0 }
    const request = { ...requestOf({ ...given, isWeighted: true }, false, penalty as never, false), most: 5 }
    const engine = await duckSourceOf(table)
    const [ours] = await new MemorySource(table).answer([request])
    const [theirs] = await engine.answer([request])
    engine.close()
    expect(theirs.penalties.length).toBe(ours.penalties.length)
    theirs.weights.forEach((weight, i) => expect(weight).toBeCloseTo(ours.weights[i], 9))
  })
})

describe('a selection of which only the names are wanted', () => {
  it('is that of the whole result', async () => {
    await fc.assert(
      fc.asyncProperty(
        columnsOfTable,
        fc.constantFrom('lasso', 'elastic-net', 'adaptive-lasso', 'pearson', 'jmi'),
        fc.constantFrom('y', 'c'),
        fc.integer({ min: 1, max: 8 }),
        async (given, by, target, k) => {
          if (target === 'c' && by === 'pearson') return
          const source = new MemorySource(tableOf(given))
          const drop = target === 'y' ? ['c'] : ['y']
          const criterion = by === 'jmi' || by === 'pearson' ? by : `${by}:choose=bic,penalties=40`
          const spec = { target, criterion, k, drop, ...(given.isWeighted && { weights: 'w' }) }
          const orError = (error: Error) => error.message
          const whole = await selectOnce(source, spec).then(({ selected }) => selected, orError)
          expect(await selectNames(source, spec, {}).catch(orError)).toEqual(whole)
        },
      ),
      { numRuns: runs(30) },
    )
  })

  it('lets a prefilter leave the columns that enter first', async () => {
    const given = { seed: 3, rows: 60, width: 40, parts: 0, common: 1, copies: 0, levels: 1 }
    const table = tableOf({ ...given, isWeighted: false })
    const spec = { target: 'y', drop: ['c', 'w'] }
    const { rankings } = await rank(table, { ...spec, by: ['lasso'] })
    const { selected, prefilter } = await select(table, {
      ...spec,
      prefilter: 'lasso:top=6',
      criterion: 'pearson',
      k: 6,
    })
    expect(prefilter?.features).toBe(6)
    expect(new Set(selected)).toEqual(new Set(rankings[0].scores.slice(0, 6).map(({ feature }) => feature)))
  })
})
