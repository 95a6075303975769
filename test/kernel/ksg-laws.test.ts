import fc from 'fast-check'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { describe, expect, it } from 'vitest'
import { digammas } from '../../dist/src/kernel/ksg-digamma.js'
import type { KsgInput } from '../../dist/src/kernel/ksg-input.js'
import { ksgJob, mergeKsg } from '../../dist/src/kernel/ksg-job.js'
import { buildNames, loadBuild } from './kernel-builds.ts'
import { answerOf, givenOf } from './ksg-cases.ts'

/** Columns drawn from one seed. */
function drawFrom(seed: number) {
  const random = xoroshiro128plus(seed)
  const uniform = () => uniformFloat64(random)
  /** Nearly normal: twelve uniform numbers. */
  const normal = () => Array.from({ length: 12 }, uniform).reduce((sum, x) => sum + x, -6)
  return { uniform, normal }
}

const filled = (rows: number, value: (row: number) => number) =>
  Float64Array.from({ length: rows }, (_, row) => value(row))

/** One column of each kind: columns lie very differently. */
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

/** What is wanted of a margin with the last column, and of levels. */
const wants = (columns: readonly Float64Array[]): readonly KsgInput['wanted'][] => [
  { of: 'ksg', with: [columns.length - 1], rule: 1 },
  { of: 'ksg', with: [columns.length - 1], rule: 2 },
  { of: 'ksg', with: [columns.length - 1, columns.length - 2], rule: 1 },
  { of: 'ksg', with: [columns.length - 1, columns.length - 2], rule: 2 },
  { of: 'levels', levels: Uint32Array.from(columns[0], (_, row) => (row * row) % 7), count: 7 },
]

describe.each(buildNames)('margins, %s', (build) => {
  it('are the same in strips and among all pairs', async () => {
    const kernels = await loadBuild(build)
    const drawn = fc
      .tuple(fc.nat(), fc.integer({ min: 101, max: 400 }))
      .chain(([seed, rows]) => fc.shuffledSubarray(drawColumns(seed, rows), { minLength: 3, maxLength: 6 }))
    fc.assert(
      fc.property(drawn, fc.constantFrom(1, 3, 7), (columns, k) => {
        for (const wanted of wants(columns)) {
          const input = givenOf(columns, [[0], [1, 0], columns.map((_, i) => i)], k, wanted)
          const inStrips = answerOf(kernels, { ...input, structure: 'strips' })
          expect(inStrips).toEqual(answerOf(kernels, { ...input, structure: 'pairs' }))
          expect(inStrips).toEqual(answerOf(kernels, input))
        }
      }),
      { numRuns: build === 'shipped' ? 60 : 8 },
    )
  })

  it('are the same in one task and cut by rows', async () => {
    const kernels = await loadBuild(build)
    const rows = 8_900
    const columns = drawColumns(1, rows).slice(0, 6)
    for (const wanted of wants(columns)) {
      const input = givenOf(columns, [[0], [1, 4]], 3, wanted)
      const whole = [{ firstSet: 0, lastSet: 2, from: 0, to: rows }]
      const cut = [0, 1].flatMap((set) => [
        { firstSet: set, lastSet: set + 1, from: 0, to: 8192 },
        { firstSet: set, lastSet: set + 1, from: 8192, to: rows },
      ])
      const [one, many] = [whole, cut].map((tasks) =>
        mergeKsg(input, tasks, tasks.map(ksgJob.open(kernels, input))),
      )
      expect(many).toEqual(one)
      expect(one.digammas.every((sum) => sum > 0)).toBe(true)
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
      { of: 'levels', levels: Uint32Array.from(levels), count: 4 },
    ] as const) {
      const moved =
        wanted.of === 'levels' ? { ...wanted, levels: Uint32Array.from(order, (row) => levels[row]) } : wanted
      const before = answerOf(kernels, givenOf(columns, lists, 3, wanted))
      const after = answerOf(kernels, givenOf(sorted, lists, 3, moved))
      after.forEach(({ digammas: sum, zeros, tied }, set) => {
        expect({ zeros, tied }).toEqual({ zeros: before[set].zeros, tied: before[set].tied })
        expect(Math.abs(sum - before[set].digammas)).toBeLessThanOrEqual(1e-12 * Math.abs(sum))
      })
    }
  })

  it('leave out levels of one row, and may leave none', async () => {
    const kernels = await loadBuild(build)
    const columns = [filled(40, drawFrom(3).normal)]
    const alone = { of: 'levels', levels: Uint32Array.from(columns[0], (_, row) => row), count: 40 } as const
    expect(answerOf(kernels, givenOf(columns, [[0]], 3, alone))).toEqual([
      { n: 0, digammas: 0, zeros: 0, tied: 0 },
    ])
    const pairs = {
      of: 'levels',
      levels: alone.levels.map((row) => (row < 38 ? row : 38)),
      count: 39,
    } as const
    expect(answerOf(kernels, givenOf(columns, [[0]], 3, pairs))[0]).toMatchObject({ n: 2, zeros: 0, tied: 0 })
  })
})

describe('mutual information from margins', () => {
  const { normal } = drawFrom(4)
  const rows = 2000
  const k = 3
  const psi = digammas(rows)
  const x = filled(rows, normal)
  const correlated = (rho: number) => x.map((value) => rho * value + Math.sqrt(1 - rho * rho) * normal())
  const columns = [x, filled(rows, normal), correlated(0.9), correlated(0.5)]
  const truth = (rho: number) => -Math.log(1 - rho * rho) / 2

  it.each([1, 2] as const)('is what normal columns share, by rule %i', async (rule) => {
    const input = givenOf(columns, [[1], [2], [3], [1, 2]], k, { of: 'ksg', with: [0], rule })
    const sums = answerOf(await loadBuild('shipped'), input)
    const information = sums.map(
      ({ digammas: sum }) => psi[k] + psi[rows] - sum / rows - (rule === 2 ? 1 / k : 0),
    )
    const expected = [0, truth(0.9), truth(0.5), truth(0.9)]
    information.forEach((value, set) => expect(Math.abs(value - expected[set])).toBeLessThan(0.05))
  })

  it('is what levels tell of a column, by the rule of Ross', async () => {
    const levels = Uint32Array.from(x, (value) => (value < 0 ? 0 : 1))
    const shifted = x.map((_, row) => 10 * levels[row] + normal())
    const input = givenOf([...columns, shifted], [[1], [4]], k, { of: 'levels', levels, count: 2 })
    const [independent, apart] = answerOf(await loadBuild('shipped'), input).map(
      ({ n, digammas: sum }) => psi[n] - sum / n,
    )
    expect(Math.abs(independent)).toBeLessThan(0.05)
    expect(Math.abs(apart - Math.log(2))).toBeLessThan(0.01)
  })
})
