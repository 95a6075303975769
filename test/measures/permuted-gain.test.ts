import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawHypergeometric } from '../../dist/src/methods/measures/hypergeometric.js'
import { permutedGain, plainDraws } from '../../dist/src/methods/measures/permuted-gain.js'
import { strataOf } from '../../dist/src/methods/measures/strata.js'

/** Numbers from 0 to 1 by a small generator of its own. */
function uniform(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return (state + 0.5) / 2 ** 32
  }
}

function choose(n: number, k: number): number {
  let count = 1
  for (let i = 1; i <= k; i++) count = (count * (n - k + i)) / i
  return count
}

/** I(X;Y|Z) of rows, by its definition. */
function conditionalInformation(rows: readonly (readonly number[])[]): number {
  const count = (of: readonly number[]) => {
    const counts = new Map<string, number>()
    for (const row of rows) {
      const key = of.map((axis) => row[axis]).join()
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    return (row: readonly number[]) => counts.get(of.map((axis) => row[axis]).join())! / rows.length
  }
  const [z, zx, zy, zxy] = [count([0]), count([0, 1]), count([0, 2]), count([0, 1, 2])]
  return rows.reduce(
    (sum, row) => sum + Math.log2((zxy(row) * z(row)) / (zx(row) * zy(row))) / rows.length,
    0,
  )
}

function tableOf(rows: readonly (readonly number[])[], sizes: readonly number[]): Float64Array {
  const cells = new Float64Array(sizes[0] * sizes[1] * sizes[2])
  for (const [z, x, y] of rows) cells[(z * sizes[1] + x) * sizes[2] + y]++
  return cells
}

const levelsOf = (sizes: readonly number[]) => sizes.map((size) => Array.from({ length: size }, (_, i) => i))

describe('a hypergeometric draw', () => {
  it.each([
    [20, 7, 5],
    [9, 9, 4],
    [12, 3, 11],
    [600, 300, 300],
    [40, 1, 20],
  ])('of %i things, %i of the kind, %i drawn, has its law', (all, kind, drawn) => {
    const draws = 40_000
    const next = uniform(all + kind)
    const counts = new Map<number, number>()
    for (let i = 0; i < draws; i++) {
      const found = drawHypergeometric(all, kind, drawn, next)
      counts.set(found, (counts.get(found) ?? 0) + 1)
    }
    for (const [found, count] of counts) {
      expect(found).toBeGreaterThanOrEqual(Math.max(0, drawn + kind - all))
      expect(found).toBeLessThanOrEqual(Math.min(kind, drawn))
      const p = (choose(kind, found) / choose(all, drawn)) * choose(all - kind, drawn - found)
      // Six standard errors, and one draw for what is rarer than draws.
      expect(Math.abs(count - draws * p)).toBeLessThan(6 * Math.sqrt(draws * p) + 1)
    }
  })
})

describe('a gain under permutations within levels', () => {
  const sizes = [2, 3, 2] as const
  const strata = (cells: Float64Array) => strataOf({ levels: levelsOf(sizes), cells })
  const somewhere = fc.array(fc.tuple(fc.nat(1), fc.nat(2), fc.nat(1)), { minLength: 1, maxLength: 40 })

  it('is that of the table by its definition', () => {
    fc.assert(
      fc.property(somewhere, (rows) => {
        const { gain } = permutedGain(strata(tableOf(rows, sizes)), plainDraws(uniform(1)))
        expect(gain).toBeCloseTo(conditionalInformation(rows), 9)
      }),
    )
  })

  it('has the mean of all permutations', () => {
    // Two levels of Z with 4 and 3 rows: 4! × 3! permutations of X within them, all gone through.
    const rows = [
      [0, 0, 0],
      [0, 0, 0],
      [0, 1, 1],
      [0, 2, 1],
      [1, 1, 0],
      [1, 2, 1],
      [1, 2, 1],
    ]
    const orders = (of: readonly number[]): number[][] =>
      of.length < 2
        ? [[...of]]
        : of.flatMap((x, i) => orders(of.filter((_, j) => j !== i)).map((rest) => [x, ...rest]))
    const gains = orders([0, 0, 1, 2]).flatMap((first) =>
      orders([1, 2, 2]).map((second) =>
        conditionalInformation(rows.map(([z, , y], i) => [z, i < 4 ? first[i] : second[i - 4], y])),
      ),
    )
    const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length
    const law = permutedGain(strata(tableOf(rows, sizes)), plainDraws(uniform(5)))
    const draws = 20_000
    let sum = 0
    let reached = 0
    for (let i = 0; i < draws; i++) {
      const gain = law.draw()
      sum += gain
      if (law.isAsExtreme(gain)) reached++
    }
    expect(Math.abs(sum / draws - mean)).toBeLessThan(0.01)
    const share = gains.filter((gain) => gain >= law.gain - 1e-12).length / gains.length
    expect(Math.abs(reached / draws - share)).toBeLessThan(0.02)
  })

  it('is reached by every permutation that gains as much, whatever sums round to', () => {
    // X marks one row of each level of Z, and Y halves its rows: wherever the mark is, it tells as much.
    const halves = [2, 3, 4, 5, 6, 7, 8, 9]
    const law = permutedGain(
      strataOf({
        levels: levelsOf([halves.length, 2, 2]),
        cells: Float64Array.from(halves.flatMap((half) => [1, 0, half - 1, half])),
      }),
      plainDraws(uniform(3)),
    )
    const draws = Array.from({ length: 200 }, () => law.draw())
    expect(draws.every((gain) => law.isAsExtreme(gain))).toBe(true)
  })

  it('never changes a margin that permutations keep: a constant gains nothing, and is always reached', () => {
    const cells = Float64Array.of(3, 4, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0)
    const law = permutedGain(strata(cells), plainDraws(uniform(2)))
    expect(law.gain).toBe(0)
    expect(law.draw()).toBe(0)
    expect(law.isAsExtreme(0)).toBe(true)
  })
})
