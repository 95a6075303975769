import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scores } from '../laws/given.ts'
import { randomOf, shuffled } from '../contract/tables.ts'
import { runs } from '../properties/runs.ts'
import { plainDistanceCorrelation, plainHsic, plainXi } from './dependence.ts'

type Cell = number | string
type Column = readonly (Cell | null)[]

const numbers: readonly fc.Arbitrary<number>[] = [
  fc.integer({ min: 0, max: 1 }),
  fc.integer({ min: -3, max: 3 }),
  fc.integer({ min: -1e6, max: 1e6 }).map((x) => x / 7),
  fc.integer({ min: 0, max: 1000 }).map((x) => 1e9 + x / 1000),
  fc.integer({ min: -1000, max: 1000 }).map((x) => x * 1e-153),
  fc.integer({ min: -1000, max: 1000 }).map((x) => x * 1e303),
  fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: -20, max: 20 }) },
    { weight: 1, arbitrary: fc.constantFrom(1e6, -3e4) },
  ),
  fc.constant(0.1),
]
const levels: readonly fc.Arbitrary<string>[] = [
  fc.constantFrom('a', 'b'),
  fc.constantFrom('a', 'b', 'c', 'd'),
  fc.nat(30).map((i) => `level ${i}`),
  fc.constant('same'),
]

const columnOf = (cells: readonly fc.Arbitrary<Cell>[], rows: number): fc.Arbitrary<Column> =>
  fc
    .constantFrom(...cells)
    .chain((cell) => fc.array(fc.option(cell, { nil: null, freq: 9 }), { minLength: rows, maxLength: rows }))

const tables = fc.integer({ min: 2, max: 40 }).chain((rows) =>
  fc.record({
    number: columnOf(numbers, rows),
    level: columnOf(levels, rows),
    target: fc.oneof(columnOf(numbers, rows), columnOf(levels, rows)),
  }),
)

/** The cells of the rows complete in both. */
function complete(x: Column, y: Column): readonly (readonly Cell[])[] {
  const rows = x.map((_, i) => i).filter((i) => x[i] !== null && y[i] !== null)
  return [x, y].map((column) => rows.map((i) => column[i]!))
}

const isConstant = (column: Column) => new Set(column.filter((cell) => cell !== null)).size < 2

describe.each([
  ['distance-correlation', plainDistanceCorrelation, 1e-9],
  ['hsic', plainHsic, 1e-10],
] as const)('%s', (id, plain, tolerance) => {
  it.each([false, true])(
    'is that of its definition, on columns of any kind: unbiased %s',
    async (unbiased) => {
      await fc.assert(
        fc.asyncProperty(tables, async ({ number, level, target }) => {
          fc.pre(!isConstant(target))
          fc.pre([number, level].every((column) => column.some((cell) => cell !== null)))
          // What scores no column is refused.
          const least = unbiased ? 4 : 1
          fc.pre([number, level].some((column) => complete(column, target)[0].length >= least))
          const task = target.some((cell) => typeof cell === 'string') ? 'classification' : 'regression'
          const columns = [
            ['number', number],
            ['level', level],
            ['y', target],
          ] as const
          const by = [`${id}:unbiased=${unbiased}`]
          const found = await scores(columns, { target: 'y', by, task })
          for (const [name, column] of columns.slice(0, 2)) {
            const [x, y] = complete(column, target)
            const { score, n } = found.get(name)!
            expect(n).toBe(x.length)
            if (x.length < least) {
              expect(score).toBeNull()
              continue
            }
            const expected = plain(x, y, unbiased)
            expect(Math.abs(score! - expected), `${name}: ${score} for ${expected}`).toBeLessThan(tolerance)
          }
        }),
        { numRuns: runs(300) },
      )
    },
  )
})

describe('xi', () => {
  it('is that of its definition, with ties and gaps in the target', async () => {
    const rows = fc.integer({ min: 2, max: 60 })
    const cases = rows.chain((n) =>
      fc.record({
        x: fc.uniqueArray(
          fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => one + 0),
          {
            minLength: n,
            maxLength: n,
          },
        ),
        y: columnOf(numbers, n),
      }),
    )
    await fc.assert(
      fc.asyncProperty(cases, async ({ x, y }) => {
        fc.pre(!isConstant(y))
        const found = (
          await scores(
            [
              ['x', x],
              ['y', y],
            ],
            { target: 'y', by: ['xi'], task: 'regression' },
          )
        ).get('x')!
        const [ownX, ownY] = complete(x, y) as readonly number[][]
        expect(Math.abs(found.score! - plainXi(ownX, ownY))).toBeLessThan(1e-12)
        expect(found.pValue).toBeGreaterThanOrEqual(0)
        expect(found.pValue).toBeLessThanOrEqual(1)
      }),
      { numRuns: runs(200) },
    )
  })

  it('orders ties of the column by the seed alone, whatever the order of the rows', async () => {
    const random = randomOf(5)
    const x = Array.from({ length: 80 }, () => Math.floor(4 * random()))
    const y = x.map((one) => Math.floor(6 * random()) + one)
    const scoreOf = async (rows: readonly number[], seed: number) => {
      const columns = [
        ['x', rows.map((row) => x[row])],
        ['y', rows.map((row) => y[row])],
      ] as const
      return (await scores(columns, { target: 'y', by: [`xi:seed=${seed}`], task: 'regression' })).get('x')!
        .score!
    }
    const rows = x.map((_, row) => row)
    const found = await Promise.all(Array.from({ length: 60 }, (_, seed) => scoreOf(rows, seed)))
    for (const seed of [0, 1, 2]) expect(await scoreOf(shuffled(rows, random), seed)).toBe(found[seed])
    expect(new Set(found).size).toBeGreaterThan(10)
    // The mean over all orders: within a run of ties all pairs are neighbours equally often.
    const mean = found.reduce((total, one) => total + one / found.length, 0)
    expect(Math.abs(mean - meanOfOrders(x, y))).toBeLessThan(0.03)
  })
})

/** ξ in the mean over all orders of tied rows. */
function meanOfOrders(x: readonly number[], y: readonly number[]): number {
  const n = x.length
  const r = y.map((one) => y.filter((other) => other <= one).length)
  const l = y.map((one) => y.filter((other) => other >= one).length)
  const runsOfTies = [...new Set(x)].sort((a, b) => a - b).map((value) => r.filter((_, i) => x[i] === value))
  const meanJump = (a: readonly number[], b: readonly number[]) =>
    a.reduce((total, one) => total + b.reduce((part, other) => part + Math.abs(one - other), 0), 0) /
    (a.length * b.length)
  let jumps = 0
  runsOfTies.forEach((run, i) => {
    if (run.length > 1) jumps += meanJump(run, run) * run.length
    if (i > 0) jumps += meanJump(runsOfTies[i - 1], run)
  })
  return 1 - (n * jumps) / (2 * l.reduce((total, one) => total + one * (n - one), 0))
}
