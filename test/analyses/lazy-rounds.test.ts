import { MemorySource, select, tableFromColumns } from 'criba'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../properties/runs.ts'
import { bestTwo } from '../../src/methods/searches/best.ts'
import { scoreBestExactly } from '../../src/analyses/selection/lazy-rounds.ts'
import { randomOf } from '../contract/tables.ts'
import { manyColumns } from '../criteria/plain-steps.ts'

/** Few or many merits, often tied, with bounds that are close to them or useless. */
const cases = fc.record({
  size: fc.constantFrom(1, 2, 31, 33, 500, 2500),
  seed: fc.nat(1_000_000),
  levels: fc.constantFrom(3, 40, 1e9),
  slack: fc.constantFrom(0, 0.1, 5),
  out: fc.constantFrom(0, 0.3),
  places: fc.constantFrom(1, 2, 7),
})

describe('lazy rounds', () => {
  it('find the same best as scoring all, and score none twice', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ size, seed, levels, slack, out, places }) => {
        const random = randomOf(seed)
        const merits = Float64Array.from({ length: size }, () =>
          random() < out ? NaN : Math.floor(random() * levels) / levels,
        )
        const bounds = merits.map((merit) => merit + slack * random())
        const exact = new Float64Array(size).fill(NaN)
        const noOrder = new Float64Array(size)
        const looked: number[] = []
        const score = (some: Int32Array) => {
          looked.push(...some)
          for (const i of some) bounds[i] = exact[i] = merits[i]
          return Promise.resolve()
        }
        await scoreBestExactly({ bounds, exact, tieOrder: () => noOrder, places, score })
        expect(new Set(looked).size).toBe(looked.length)
        expect(looked.some((i) => Number.isNaN(merits[i]))).toBe(false)
        const best = (of: Float64Array) =>
          [...of].filter((merit) => !Number.isNaN(merit)).sort((a, b) => b - a)
        expect(best(exact).slice(0, places)).toEqual(best(merits).slice(0, places))
        // Ties with the best are exact.
        if (places > 1) expect(bestTwo(bounds, noOrder)).toEqual(bestTwo(merits, noOrder))
      }),
      { numRuns: runs(400) },
    )
  })

  it('make one request a round, however far candidates are behind', async () => {
    const source = new MemorySource(tableFromColumns(manyColumns({ columns: 400, rows: 300 })))
    const answer = source.answer.bind(source)
    let asked = 0
    source.answer = (...given) => {
      asked++
      return answer(...given)
    }
    const { evaluations } = await select(source, { target: 'y', method: 'cmim', k: 20, stop: 'none' })
    // Twenty steps, each of which scores a few candidates that are several columns behind; and two for what the chosen contain.
    // Beside them the rows are inspected, and the chosen columns asked whether they determine the target.
    expect(asked).toBeLessThan(50)
    expect(evaluations).toBeLessThan(2000)
  })

  it('score few where bounds are close', async () => {
    const merits = Float64Array.from({ length: 10_000 }, (_, i) => i / 10_000)
    const bounds = merits.map((merit) => merit + 0.001)
    const exact = new Float64Array(merits.length).fill(NaN)
    let looked = 0
    const score = (some: Int32Array) => {
      looked += some.length
      for (const i of some) bounds[i] = exact[i] = merits[i]
      return Promise.resolve()
    }
    await scoreBestExactly({
      bounds,
      exact,
      tieOrder: () => new Float64Array(merits.length),
      places: 2,
      score,
    })
    expect(looked).toBe(32)
  })
})
