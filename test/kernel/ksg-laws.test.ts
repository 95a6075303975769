import fc from 'fast-check'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { describe, expect, it } from 'vitest'
import { digammas } from '../../dist/src/memory/neighbours/ksg-input.js'
import type { KsgInput } from '../../dist/src/memory/neighbours/ksg-input.js'
import { ksgJob, mergeKsg } from '../../dist/src/memory/neighbours/ksg-job.js'
import { runs } from '../properties/runs.ts'
import { buildNames, loadBuild } from './kernel-builds.ts'
import { runKsg, makeInput } from './ksg-cases.ts'

/** Random numbers from a seed. */
function drawFrom(seed: number) {
  const random = xoroshiro128plus(seed)
  const uniform = () => uniformFloat64(random)
  /** Approximately normal: a sum of twelve uniform numbers. */
  const normal = () => Array.from({ length: 12 }, uniform).reduce((sum, x) => sum + x, -6)
  return { uniform, normal }
}

const filled = (rows: number, value: (row: number) => number) =>
  Float64Array.from({ length: rows }, (_, row) => value(row))

/** One column of each of several distributions. */
function drawColumns(seed: number, rows: number): Float64Array[] {
  const { uniform, normal } = drawFrom(seed)
  const values: readonly ((row: number) => number)[] = [
    uniform,
    normal,
    () => 1 / normal(),
    () => Math.floor(3 * uniform()),
    () => Math.round(20 * normal()),
    () => (uniform() < 0.6 ? 0 : normal()),
    () => 1e-6 * normal(),
    () => 1e6 * (Math.floor(4 * uniform()) + 1e-3 * normal()),
    (row) => row,
  ]
  return values.map((value) => filled(rows, value))
}

/** The statistics wanted: with the last columns by both rules, and with levels. */
const wantedOf = (columns: readonly Float64Array[]): readonly KsgInput['wanted'][] => [
  { of: 'ksg', with: [columns.length - 1], rule: 1 },
  { of: 'ksg', with: [columns.length - 1], rule: 2 },
  { of: 'ksg', with: [columns.length - 1, columns.length - 2], rule: 1 },
  { of: 'ksg', with: [columns.length - 1, columns.length - 2], rule: 2 },
  { of: 'conditional', with: [columns.length - 1], given: [columns.length - 2], isClosed: false },
  { of: 'conditional', with: [columns.length - 1], given: [columns.length - 2, 0], isClosed: true },
  { of: 'levels', levels: Uint32Array.from(columns[0], (_, row) => (row * row) % 7), count: 7 },
]

describe.each(buildNames)('ksg counts, %s', (build) => {
  it('are the same in strips and among all pairs', async () => {
    const kernels = await loadBuild(build)
    const inputs = fc
      .tuple(fc.nat(), fc.integer({ min: 101, max: 400 }))
      .chain(([seed, rows]) => fc.shuffledSubarray(drawColumns(seed, rows), { minLength: 3, maxLength: 6 }))
    fc.assert(
      fc.property(inputs, fc.constantFrom(1, 3, 7), (columns, k) => {
        for (const wanted of wantedOf(columns)) {
          const input = makeInput(columns, [[0], [1, 0], columns.map((_, i) => i)], k, wanted)
          const inStrips = runKsg(kernels, { ...input, structure: 'strips' })
          expect(inStrips).toEqual(runKsg(kernels, { ...input, structure: 'pairs' }))
          expect(inStrips).toEqual(runKsg(kernels, input))
        }
      }),
      { numRuns: runs(build === 'shipped' ? 60 : 8) },
    )
  })

  it('are the same in one task and split by rows', async () => {
    const kernels = await loadBuild(build)
    const rows = 8_900
    const columns = drawColumns(1, rows).slice(0, 6)
    for (const wanted of wantedOf(columns)) {
      const input = makeInput(columns, [[0], [1, 4]], 3, wanted)
      const whole = [{ firstSet: 0, lastSet: 2, from: 0, to: rows }]
      const cut = [0, 1].flatMap((set) => [
        { firstSet: set, lastSet: set + 1, from: 0, to: 8192 },
        { firstSet: set, lastSet: set + 1, from: 8192, to: rows },
      ])
      const [one, many] = [whole, cut].map((tasks) =>
        mergeKsg(input, tasks, tasks.map(ksgJob.open(kernels, input))),
      )
      expect(many).toEqual(one)
      expect(one.digammas.some((sum) => sum !== 0)).toBe(true)
    }
  })

  it('do not depend on the order of the rows', async () => {
    const kernels = await loadBuild(build)
    const rows = 300
    const columns = drawColumns(2, rows)
    const order = [...columns[0].keys()].sort((i, j) => columns[1][i] - columns[1][j])
    const sorted = columns.map((values) => Float64Array.from(order, (row) => values[row]))
    const levels = columns[3].map((level) => level + 1)
    const lists = columns.map((_, i) => [i]).concat([[0, 3, 4, 5]])
    for (const wanted of [
      { of: 'ksg', with: [4], rule: 1 },
      { of: 'ksg', with: [4, 5], rule: 2 },
      { of: 'conditional', with: [4], given: [2], isClosed: false },
      { of: 'conditional', with: [4], given: [2, 1], isClosed: true },
      { of: 'levels', levels: Uint32Array.from(levels), count: 4 },
    ] as const) {
      const moved =
        wanted.of === 'levels' ? { ...wanted, levels: Uint32Array.from(order, (row) => levels[row]) } : wanted
      const before = runKsg(kernels, makeInput(columns, lists, 3, wanted))
      const after = runKsg(kernels, makeInput(sorted, lists, 3, moved))
      after.forEach(({ digammas: sum, zeros, tied }, set) => {
        expect({ zeros, tied }).toEqual({ zeros: before[set].zeros, tied: before[set].tied })
        expect(Math.abs(sum - before[set].digammas)).toBeLessThanOrEqual(1e-12 * Math.abs(sum))
      })
    }
  })

  it('leave out levels with one row, possibly all', async () => {
    const kernels = await loadBuild(build)
    const columns = [filled(40, drawFrom(3).normal)]
    const singletons = {
      of: 'levels',
      levels: Uint32Array.from(columns[0], (_, row) => row),
      count: 40,
    } as const
    expect(runKsg(kernels, makeInput(columns, [[0]], 3, singletons))).toEqual([
      { n: 0, digammas: 0, zeros: 0, tied: 0 },
    ])
    const pairs = {
      of: 'levels',
      levels: singletons.levels.map((row) => (row < 38 ? row : 38)),
      count: 39,
    } as const
    expect(runKsg(kernels, makeInput(columns, [[0]], 3, pairs))[0]).toMatchObject({ n: 2, zeros: 0, tied: 0 })
  })
})

describe('mutual information from ksg counts', () => {
  const { normal } = drawFrom(4)
  const rows = 2000
  const k = 3
  const psi = digammas(rows)
  const x = filled(rows, normal)
  const correlated = (rho: number) => x.map((value) => rho * value + Math.sqrt(1 - rho * rho) * normal())
  const columns = [x, filled(rows, normal), correlated(0.9), correlated(0.5)]
  const truth = (rho: number) => -Math.log(1 - rho * rho) / 2

  it.each([1, 2] as const)('is close to that of normal columns, rule %i', async (rule) => {
    const input = makeInput(columns, [[1], [2], [3], [1, 2]], k, { of: 'ksg', with: [0], rule })
    const sums = runKsg(await loadBuild('shipped'), input)
    const information = sums.map(
      ({ digammas: sum }) => psi[k] + psi[rows] - sum / rows - (rule === 2 ? 1 / k : 0),
    )
    const expected = [0, truth(0.9), truth(0.5), truth(0.9)]
    information.forEach((value, set) => expect(Math.abs(value - expected[set])).toBeLessThan(0.05))
  })

  it('is close to that of levels and a column, by the rule of Ross', async () => {
    const levels = Uint32Array.from(x, (value) => (value < 0 ? 0 : 1))
    const shifted = x.map((_, row) => 10 * levels[row] + normal())
    const input = makeInput([...columns, shifted], [[1], [4]], k, { of: 'levels', levels, count: 2 })
    const [independent, apart] = runKsg(await loadBuild('shipped'), input).map(
      ({ n, digammas: sum }) => psi[n] - sum / n,
    )
    expect(Math.abs(independent)).toBeLessThan(0.05)
    expect(Math.abs(apart - Math.log(2))).toBeLessThan(0.01)
  })
})
