import { MemorySource, tableFromColumns } from 'criba'
import type { Request } from 'criba'
import fc from 'fast-check'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { describe, expect, it } from 'vitest'
import { gramJob } from '../../dist/src/memory/moments/moments-gram-job.js'
import { runBatch } from '../../dist/src/memory/threads/pool.js'
import { runs } from '../properties/runs.ts'
import { buildNames, loadBuild } from './kernel-builds.ts'
import { plainMoments } from './moments-plain.ts'

type MomentsRequest = Extract<Request, { kind: 'moments' }>

const offset = 2 ** 45

/** Columns of multiples of 1/8, with a class and a weight for each row, from a seed. */
function makeTable(seed: number, rows: number, width: number, gaps: number) {
  const random = xoroshiro128plus(seed)
  const uniform = () => uniformFloat64(random)
  const list = Array.from({ length: rows })
  return {
    columns: Array.from({ length: width }, (_, i) =>
      list.map(() => (i % 5 === 0 && uniform() < gaps ? null : offset + Math.floor(uniform() * 800) / 8)),
    ),
    classes: list.map(() => Math.floor(uniform() * 3)),
    weights: list.map(() => Math.floor(uniform() * 4) / 2),
  }
}

const shape = fc.record({
  seed: fc.integer(),
  width: fc.integer({ min: 1, max: 9 }),
  other: fc.integer({ min: 1, max: 9 }),
  rows: fc.constantFrom(1, 2, 7, 50, 50, 1030),
  isByClass: fc.boolean(),
  isWeighted: fc.boolean(),
})

describe.each(buildNames)('tiles of co-moments, %s', (build) => {
  it('agree with exact sums', () =>
    fc.assert(
      fc.asyncProperty(shape, async ({ seed, width, other, rows, isByClass, isWeighted }) => {
        const { columns, classes, weights } = makeTable(seed, rows, width + other, 0)
        const values = columns.map((column) => Float64Array.from(column, (cell) => cell!))
        const job = gramJob.open(await loadBuild(build), {
          columns: values,
          rows,
          weights: isWeighted ? Float64Array.from(weights) : null,
          excluded: null,
          classes: isByClass ? { codes: Uint8Array.from(classes), count: 3 } : null,
        })
        const part = job({ left: 0, right: width })
        const plain = { columns, classes: isByClass ? classes : null, weights: isWeighted ? weights : null }
        const set = [...columns.keys()]
        for (let level = 0; level < (isByClass ? 3 : 1); level++) {
          const expected = plainMoments(plain, set, level, offset)
          expect(part.n[level]).toBe(expected.n)
          if (expected.n === 0) continue
          for (let j = 0; j < other; j++) {
            const at = level * other + j
            const [mean, square] = [
              expected.mean[width + j],
              (i: number) => expected.comoment[i * set.length + i],
            ]
            // Sums of rounded numbers depend on their order.
            expect(Math.abs(part.mean[at] - offset + part.meanLow[at] - mean)).toBeLessThanOrEqual(1e-10)
            expect([part.min[at], part.max[at]]).toEqual([expected.min[width + j], expected.max[width + j]])
            for (const i of set) {
              const sum = expected.comoment[i * set.length + width + j]
              const found = part.comoment[(level * set.length + i) * other + j]
              const scale = Math.sqrt(square(i) * square(width + j))
              expect(Math.abs(found - sum), `${found} for ${sum}`).toBeLessThanOrEqual(1e-12 * scale + 1e-15)
            }
          }
        }
      }),
      { numRuns: runs(60) },
    ))
})

it.each([40, 1500])(
  'more columns of %i rows than are kept have the co-moments of each tile alone',
  async (rows) => {
    const width = 700
    const { columns, classes } = makeTable(4, rows, width, 0)
    const input = {
      columns: columns.map((column) => Float64Array.from(column, (cell) => cell!)),
      rows,
      weights: null,
      excluded: Uint8Array.from(classes, (level) => Number(level === 1)),
      classes: null,
    }
    const tiles = [0, 32, 320].flatMap((left) =>
      [0, 32, ...Array.from({ length: 20 }, (_, i) => 64 + 32 * i), 0, left].map((right) => ({
        left,
        right,
      })),
    )
    // Jobs of one memory run one after the other.
    const kernels = await loadBuild('shipped')
    const alone = tiles.map((tile) => gramJob.open(kernels, input)(tile))
    const job = gramJob.open(kernels, input)
    expect(tiles.map((tile) => job(tile))).toEqual(alone)
  },
)

describe('one wide set', () => {
  const [width, rows] = [66, 250]
  const { columns, classes, weights } = makeTable(3, rows, width, 0.02)
  const table = tableFromColumns([
    ...columns.map((column, i) => [`x${i}`, column] as const),
    ['class', classes.map((level) => 'abc'[level])],
    ['weight', weights],
  ])
  const all = columns.map((_, column) => ({ column, coding: null }))
  const by = { column: width, coding: { kind: 'levels', levels: ['a', 'b', 'c'] } } as const
  const views = [{}, { weights: width + 1 }]
  const request = (view: MomentsRequest['view'], isByClass: boolean): MomentsRequest => ({
    kind: 'moments',
    family: { list: [all] },
    of: 'values',
    view,
    ...(isByClass && { by }),
  })

  it.each([
    ['plain', views[0], false],
    ['weighted, by class', views[1], true],
  ] as const)('has the moments of its pairs over its rows, %s', async (_, view, isByClass) => {
    const source = new MemorySource(table)
    const [answer] = await source.answer([request(view, isByClass)])
    expect(source.work.kernels['addTile']).toBeGreaterThan(0)
    const plain = {
      columns,
      classes: isByClass ? classes : null,
      weights: 'weights' in view ? weights : null,
    }
    for (let level = 0; level < answer.classes; level++) {
      const expected = plainMoments(plain, [...columns.keys()], level, offset)
      expect(answer.n[level]).toBe(expected.n)
      const from = level * width
      expect([...answer.min.subarray(from, from + width)]).toEqual(expected.min)
      expect([...answer.max.subarray(from, from + width)]).toEqual(expected.max)
      expected.mean.forEach((mean, i) => {
        const found = answer.mean[from + i] - offset + answer.meanLow[from + i]
        expect(Math.abs(found - mean)).toBeLessThanOrEqual(1e-10)
      })
      expected.comoment.forEach((sum, cell) => {
        const square = (i: number) => expected.comoment[i * width + i]
        const scale = Math.sqrt(square(Math.floor(cell / width)) * square(cell % width))
        const found = answer.comoment[from * width + cell]
        expect(Math.abs(found - sum)).toBeLessThanOrEqual(1e-12 * scale)
      })
    }
  })

  it('is the same bits on 1, 2 and 3 threads', async () => {
    const values = columns.map((column) => Float64Array.from(column, (cell) => cell ?? 0))
    const tasks = Array.from({ length: 12 }, (_, i) => ({ left: i, right: 2 * i }))
    const input = {
      columns: values,
      rows,
      weights: Float64Array.from(weights),
      excluded: null,
      classes: null,
    }
    const batch = { job: gramJob, input, tasks, count: tasks.length, cost: 1000 }
    const one = await runBatch(batch, { threads: 1 })
    for (const threads of [2, 3]) expect(await runBatch(batch, { threads })).toEqual(one)
  })
})
