import fc from 'fast-check'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { describe, expect, it } from 'vitest'
import { momentsJob } from '../../dist/src/memory/moments/moments-job.js'
import type { MomentsInput, MomentsPart, NumericValues } from '../../dist/src/memory/moments/moments-job.js'
import { runBatch } from '../../dist/src/memory/threads/pool.js'
import { runs } from '../properties/runs.ts'
import { buildNames, loadBuild } from './kernel-builds.ts'
import { plainMoments } from './moments-plain.ts'
import type { PlainRows } from './moments-plain.ts'

/** The largest range of values. */
const spread = 100

/** The shape of a case; its numbers come from the seed. */
interface Shape {
  readonly seed: number
  readonly rows: number
  /** The numbers of shared variables and of members. */
  readonly base: number
  readonly each: number
  readonly classes: number | null
  readonly weights: 'none' | 'whole' | 'fractional'
  readonly offset: number
  /** The share of missing values in every other column, and of excluded rows. */
  readonly gaps: number
  readonly out: number
}

const shapes = (rows: fc.Arbitrary<number>): fc.Arbitrary<Shape> =>
  fc.record({
    seed: fc.integer(),
    rows,
    base: fc.integer({ min: 0, max: 3 }),
    each: fc.integer({ min: 1, max: 4 }),
    classes: fc.constantFrom(null, 1, 2, 5, 30),
    weights: fc.constantFrom('none', 'whole', 'fractional'),
    offset: fc.constantFrom(0, -1e6, 2 ** 40),
    gaps: fc.constantFrom(0, 0.1, 0.7),
    out: fc.constantFrom(0, 0.2),
  })

function makeCase(shape: Shape) {
  const random = xoroshiro128plus(shape.seed)
  const uniform = () => uniformFloat64(random)
  const rows = Array.from({ length: shape.rows })
  const columns = Array.from({ length: shape.base + shape.each }, (_, i) =>
    rows.map(() =>
      i % 2 === 1 && uniform() < shape.gaps ? null : shape.offset + Math.floor(uniform() * spread * 8) / 8,
    ),
  )
  const { classes: count } = shape
  const classes = count && rows.map(() => (uniform() < 0.1 ? null : Math.floor(uniform() * count)))
  const isExcluded = rows.map(() => uniform() < shape.out)
  const unit = shape.weights === 'whole' ? 1 : 0.25
  const weights = shape.weights === 'none' ? null : rows.map(() => Math.floor(uniform() * 5) * unit)
  const plain: PlainRows = {
    columns,
    classes: classes || null,
    weights: isExcluded.map((out, row) => (out ? 0 : (weights?.[row] ?? 1))),
  }
  const numbers = columns.map((values): NumericValues => ({
    values: Float64Array.from(values, (value) => value ?? NaN),
    missing: values.includes(null) ? Uint8Array.from(values, (value) => (value === null ? 1 : 0)) : null,
  }))
  const input: MomentsInput = {
    rows: shape.rows,
    width: shape.base + 1,
    weights: weights && Float64Array.from(weights),
    excluded: isExcluded.includes(true) ? Uint8Array.from(isExcluded, Number) : null,
    classes: classes ? { codes: Uint16Array.from(classes, (level) => level ?? count), count } : null,
  }
  return {
    plain,
    input,
    offset: shape.offset,
    task: { base: numbers.slice(0, shape.base), each: numbers.slice(shape.base) },
  }
}

/**
 * n, minimum and maximum are equal. Rounded sums depend on their order, so means agree on the scale of the range,
 * however large the offset, and co-moments on the scale of their variables.
 */
function agree(
  part: MomentsPart,
  { plain, offset, input: { width, classes } }: ReturnType<typeof makeCase>,
): void {
  const levels = classes?.count ?? 1
  for (let cell = 0; cell < part.n.length; cell++) {
    const set = [...Array.from({ length: width - 1 }, (_, i) => i), width - 1 + Math.floor(cell / levels)]
    const expected = plainMoments(plain, set, cell % levels, offset)
    expect(part.n[cell]).toBe(expected.n)
    const at = cell * width
    expect([...part.min.subarray(at, at + width)]).toEqual(expected.min)
    expect([...part.max.subarray(at, at + width)]).toEqual(expected.max)
    if (expected.n === 0) continue
    expected.mean.forEach((mean, i) => {
      const found = part.mean[at + i] - offset + part.meanLow[at + i]
      expect(Math.abs(found - mean), `${found} for ${mean}`).toBeLessThanOrEqual(1e-12 * spread)
    })
    expected.comoment.forEach((sum, place) => {
      const [a, b] = [Math.floor(place / width), place % width]
      const scale = Math.sqrt(expected.comoment[a * width + a] * expected.comoment[b * width + b])
      const found = part.comoment[at * width + place]
      expect(Math.abs(found - sum), `${found} for ${sum}`).toBeLessThanOrEqual(1e-12 * scale + 1e-15)
    })
  }
}

describe.each(buildNames)('moments kernels, %s', (build) => {
  const check = async (shape: Shape) => {
    const example = makeCase(shape)
    agree(momentsJob.open(await loadBuild(build), example.input)(example.task), example)
  }

  it('agree with exact sums', () =>
    fc.assert(fc.asyncProperty(shapes(fc.integer({ min: 1, max: 60 })), check), { numRuns: runs(150) }))

  it('agree with exact sums over several blocks of rows', () =>
    fc.assert(fc.asyncProperty(shapes(fc.integer({ min: 8000, max: 20_000 })), check), { numRuns: runs(12) }))

  it('give a member the same bits whatever else is requested', () =>
    fc.assert(
      fc.asyncProperty(shapes(fc.integer({ min: 1, max: 60 })), async (shape) => {
        const { input, task } = makeCase(shape)
        const kernels = await loadBuild(build)
        const together = momentsJob.open(kernels, input)(task)
        const work = momentsJob.open(kernels, input)
        const alone = task.each.map((column) => work({ base: task.base, each: [column] }))
        for (const name of ['n', 'mean', 'meanLow', 'min', 'max', 'comoment'] as const) {
          expect([...together[name]]).toEqual(alone.flatMap((part) => [...part[name]]))
        }
      }),
      { numRuns: runs(60) },
    ))

  it('keep the mean of numbers whose sum is too large', async () => {
    const values = Float64Array.from({ length: 100 }, (_, row) => 1.2e308 + (row % 2) * 5e307)
    const rows = { rows: 100, width: 1, weights: null, excluded: null, classes: null }
    for (const weights of [null, new Float64Array(100).fill(3)]) {
      const job = momentsJob.open(await loadBuild(build), { ...rows, weights })
      const part = job({ base: [], each: [{ values, missing: null }] })
      expect(Math.abs(part.mean[0] / 1.45e308 - 1)).toBeLessThan(1e-12)
      expect([part.min[0], part.max[0]]).toEqual([1.2e308, 1.7e308])
      expect(part.comoment[0]).toBe(Infinity)
    }
  })

  it('return 0 for −0', async () => {
    const rows = { rows: 3, width: 1, weights: null, excluded: null, classes: null }
    const part = momentsJob.open(
      await loadBuild(build),
      rows,
    )({ base: [], each: [{ values: Float64Array.of(-0, -0, -0), missing: null }] })
    expect(Object.is(part.min[0], 0)).toBe(true)
    expect(Object.is(part.max[0], 0)).toBe(true)
  })
})

it('moments are the same bits on 1, 2 and 3 threads', async () => {
  const shape: Shape = {
    seed: 7,
    rows: 9000,
    base: 2,
    each: 12,
    classes: 3,
    weights: 'fractional',
    offset: 1e6,
    gaps: 0.1,
    out: 0.2,
  }
  const { input, task } = makeCase(shape)
  const tasks = task.each.map((column) => ({ base: task.base, each: [column] }))
  const batch = { job: momentsJob, input, tasks, count: tasks.length, cost: 1000 }
  const one = await runBatch(batch, { threads: 1 })
  for (const threads of [2, 3]) expect(await runBatch(batch, { threads })).toEqual(one)
  expect(one[0].n.length).toBe(3)
})
