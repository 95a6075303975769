import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inTurn, runs } from '../properties/runs.ts'
import { buildNames, loadBuild } from './kernel-builds.ts'
import type { KsgInput } from '../../dist/src/memory/neighbours/ksg-input.js'
import { runKsg, columns, makeInput, structures } from './ksg-cases.ts'
import { plainKsg } from './ksg-twin.ts'
import { originsFor } from './rounding-twin.ts'

const subset = (count: number) =>
  fc.subarray([...Array(count).keys()], { minLength: 1, maxLength: Math.min(4, count) })

function withOrigins(input: KsgInput): fc.Arbitrary<KsgInput> {
  return originsFor(input.columns.length).map((origins) => ({ ...input, origins }))
}

const between = columns
  .chain((all) =>
    fc
      .record({
        lists: fc.array(subset(all.length), { minLength: 1, maxLength: 3 }),
        with: subset(all.length),
        k: fc.integer({ min: 1, max: Math.min(6, all[0].length - 1) }),
        rule: fc.constantFrom<1 | 2>(1, 2),
      })
      .map(({ lists, k, rule, with: others }) => makeInput(all, lists, k, { of: 'ksg', with: others, rule })),
  )
  .chain(withOrigins)

const given = columns
  .chain((all) =>
    fc
      .record({
        lists: fc.array(subset(all.length), { minLength: 1, maxLength: 3 }),
        with: subset(all.length),
        given: fc.oneof(subset(all.length), fc.constant([])),
        k: fc.integer({ min: 1, max: Math.min(6, all[0].length - 1) }),
        isClosed: fc.boolean(),
      })
      .map(({ lists, k, ...wanted }) => makeInput(all, lists, k, { of: 'conditional', ...wanted })),
  )
  .chain(withOrigins)

const within = columns
  .chain((all) =>
    fc
      .record({
        lists: fc.array(subset(all.length), { minLength: 1, maxLength: 3 }),
        k: fc.integer({ min: 1, max: Math.min(6, all[0].length - 1) }),
        levels: fc.constantFrom(1, 2, 4, 30).chain((count) =>
          fc
            .array(fc.nat(count - 1), { minLength: all[0].length, maxLength: all[0].length })
            .map((codes) => ({
              count,
              levels: Uint32Array.from(codes),
            })),
        ),
      })
      .map(({ lists, k, levels }) => makeInput(all, lists, k, { of: 'levels', ...levels })),
  )
  .chain(withOrigins)

/** Rows whose neighbours lie beyond the strips beside their own on one side, and none on the other, with their counts. */
let narrowing: readonly (readonly [KsgInput, ReturnType<typeof plainKsg>])[] | undefined
function ofNarrowingStrips() {
  let state = 1
  const random = () => (state = (state * 48271) % 2147483647) / 2147483647
  const narrow = Float64Array.from({ length: 240 }, (_, row) => 1 - 0.96 ** row)
  const other = narrow.map(random)
  const inputs = [narrow, narrow.map((value) => -value)].flatMap((x, turn) =>
    [0.1, 2, 10, 50].flatMap((scale, place) => {
      const columns = [x, other.map((value) => scale * value)]
      return inTurn([1, 3], turn + place, 2).map((k) =>
        makeInput(columns, [[0]], k, { of: 'ksg', with: [1], rule: 2 }),
      )
    }),
  )
  return inputs.map((input) => [input, plainKsg(input)] as const)
}

describe.each(buildNames)('ksg counts, %s', (build) => {
  const numRuns = runs(build === 'shipped' ? 200 : 40)

  it('follow the rules of Kraskov, Stögbauer and Grassberger', async () => {
    const kernels = await loadBuild(build)
    fc.assert(
      fc.property(between, fc.constantFrom(...structures), (input, structure) => {
        expect(runKsg(kernels, structure ? { ...input, structure } : input)).toEqual(plainKsg(input))
      }),
      { numRuns },
    )
  })

  it('follow the rules of Frenzel and Pompe and of Mesner and Shalizi', async () => {
    const kernels = await loadBuild(build)
    fc.assert(
      fc.property(given, fc.constantFrom(...structures), (input, structure) => {
        expect(runKsg(kernels, structure ? { ...input, structure } : input)).toEqual(plainKsg(input))
      }),
      { numRuns },
    )
  })

  it.each(structures)(
    'look no farther than the radius where a neighbour equals it: %s',
    async (structure) => {
      const kernels = await loadBuild(build)
      // Row 1 is the nearest of row 0, at distance 1. Row 2 is beyond that by less than rounding, row 3 by more, but
      // not from row 2: only the first of these two is as near as row 1.
      const near = Float64Array.of(0, 0, 1 + 0.9e-12, 1 + 1.8e-12, -40)
      const far = Float64Array.of(0, 1, 0.5, 9, 30)
      for (const all of [
        [near, far],
        [far, near],
      ]) {
        const input = {
          ...makeInput(all, [[0]], 1, { of: 'ksg', with: [1], rule: 2 }),
          origins: Float64Array.of(0, 0),
          ...(structure && { structure }),
        }
        expect(runKsg(kernels, input)).toEqual(plainKsg(input))
      }
    },
  )

  it('find neighbours where strips grow ever narrower to one side', async () => {
    const kernels = await loadBuild(build)
    narrowing ??= ofNarrowingStrips()
    for (const [input, plain] of narrowing) expect(runKsg(kernels, input)).toEqual(plain)
  })

  it('follow the rule of Ross', async () => {
    const kernels = await loadBuild(build)
    fc.assert(
      fc.property(within, fc.constantFrom(...structures), (input, structure) => {
        expect(runKsg(kernels, structure ? { ...input, structure } : input)).toEqual(plainKsg(input))
      }),
      { numRuns },
    )
  })
})
