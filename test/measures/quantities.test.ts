import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as quantities from '../../dist/src/methods/measures/quantities.js'
import type { Axes, Quantity } from '../../dist/src/methods/measures/quantities.js'
import { informationByLevel, tableEstimators } from '../../dist/src/methods/measures/table-estimators.js'
import type { Estimate } from '../../dist/src/methods/measures/table-estimators.js'
import type { Counts } from '../../dist/src/core/statistics/counts.js'
import { near } from '../laws/given.ts'
import { runs } from '../properties/runs.ts'
import { anyTable, plainEntropy, tableOf } from './tables.ts'

const { coInformation, conditionalEntropy, conditionalMutualInformation, entropyOf: entropy } = quantities
const { entropyChain, informationChain, interaction, multiInformation, mutualInformation } = quantities
const estimates = new WeakMap<Counts, Estimate>()
const plugIn = (table: Counts): Estimate => {
  const estimate = estimates.get(table) ?? tableEstimators['plug-in'](table)
  estimates.set(table, estimate)
  return estimate
}
const of = (table: Counts, quantity: Quantity) => plugIn(table)(quantity)

// Class × art × painting of the information notes, 102 articles.
const times = tableOf([2, 2, 2], [22, 25, 2, 8, 0, 8, 0, 37])
const kind = [0]
const art = [1]
const painting = [2]
const xor = tableOf([2, 2, 2], [1, 0, 0, 1, 0, 1, 1, 0])

describe('the information notes', () => {
  it.each([
    ['both words', mutualInformation(kind, [1, 2]), 0.4335985],
    ['art', mutualInformation(kind, art), 0.32327],
    ['painting', mutualInformation(kind, painting), 0.238395],
    ['interaction', interaction(kind, art, painting), -0.1280664],
  ])('%s', (_, quantity, bits) => {
    expect(Math.abs(of(times, quantity) - bits)).toBeLessThan(5e-8)
  })

  it('entropy of art, painting, evening', () => {
    const words = tableOf([2, 2, 2], [34, 32, 2, 22, 11, 1, 0, 0])
    expect(Math.abs(of(words, entropy([0, 1, 2])) - 2.053455)).toBeLessThan(5e-7)
  })

  it('I[C;painting|art] by level of art', () => {
    const { bits, levels } = informationByLevel(times, kind, painting, art)
    expect(levels.map(({ level, rows }) => [level, rows])).toEqual([
      [[0], 55],
      [[1], 47],
    ])
    expect(Math.abs(levels[0].bits - 0.1189183)).toBeLessThan(5e-8)
    expect(Math.abs(levels[1].bits - 0.1002767)).toBeLessThan(5e-8)
    near(levels[0].weight * levels[0].bits + levels[1].weight * levels[1].bits, bits, 1e-12)
  })

  it('a target of several columns (exercise 2)', () => {
    const bits = plainEntropy(times, [0, 2]) + plainEntropy(times, [1]) - plainEntropy(times, [0, 1, 2])
    near(of(times, mutualInformation([0, 2], art)), bits, 1e-12)
  })
})

describe('an exclusive or', () => {
  it.each([
    ['neither part is informative', mutualInformation([0], [2]), 0],
    ['both determine it', mutualInformation([0, 1], [2]), 1],
    ['each determines it given the other', conditionalMutualInformation([0], [2], [1]), 1],
    ['interaction', interaction([2], [0], [1]), 1],
    ['co-information', coInformation([[0], [1], [2]]), -1],
    ['multi-information', multiInformation([[0], [1], [2]]), 1],
    ['nothing left', conditionalEntropy([2], [0, 1]), 0],
  ])('%s', (_, quantity, bits) => {
    expect(of(xor, quantity)).toBe(bits)
  })
})

describe('quantities', () => {
  const some = { numRuns: runs(200) }
  const [x, y, z] = [[0], [1], [2]]
  const H = (table: Counts, ...axes: number[]) => plainEntropy(table, axes)

  it('are the sums of entropies that define them', () =>
    fc.assert(
      fc.property(anyTable(3), (table) => {
        near(of(table, entropy([0, 2])), H(table, 0, 2), 1e-12)
        near(of(table, conditionalEntropy(y, x)), H(table, 0, 1) - H(table, 0), 1e-12)
        const shared = (a: number, b: number) => H(table, a) + H(table, b) - H(table, a, b)
        near(of(table, mutualInformation(x, y)), shared(0, 1), 1e-12)
        const given = H(table, 0, 2) + H(table, 1, 2) - H(table, 0, 1, 2) - H(table, 2)
        near(of(table, conditionalMutualInformation(x, y, z)), given, 1e-12)
        const total = H(table, 0) + H(table, 1) + H(table, 2) - H(table, 0, 1, 2)
        near(of(table, multiInformation([x, y, z])), total, 1e-12)
        near(of(table, interaction(x, z, y)), given - shared(0, 1), 1e-12)
        const pairs = H(table, 0, 1) + H(table, 0, 2) + H(table, 1, 2)
        const co = H(table, 0) + H(table, 1) + H(table, 2) - pairs + H(table, 0, 1, 2)
        near(of(table, coInformation([x, y, z])), co, 1e-12)
      }),
      some,
    ))

  it('exchange their arguments, to the bit', () =>
    fc.assert(
      fc.property(anyTable(3), (table) => {
        expect(of(table, mutualInformation(x, y))).toBe(of(table, mutualInformation(y, x)))
        expect(of(table, conditionalMutualInformation(x, y, z))).toBe(
          of(table, conditionalMutualInformation(y, x, z)),
        )
        expect(of(table, multiInformation([x, y, z]))).toBe(of(table, multiInformation([z, x, y])))
        // I[C;Y|X] − I[C;Y] is the same for every choice of C among the three.
        expect(of(table, interaction(x, y, z))).toBe(of(table, interaction(z, x, y)))
        expect(of(table, interaction(x, y, z))).toBe(0 - of(table, coInformation([x, y, z])))
      }),
      some,
    ))

  it('are never negative where they cannot be', () =>
    fc.assert(
      fc.property(anyTable(3), (table) => {
        for (const quantity of [
          mutualInformation(x, [1, 2]),
          conditionalMutualInformation(x, y, z),
          multiInformation([x, y, z]),
          conditionalEntropy(x, [1, 2]),
        ]) {
          expect(of(table, quantity)).toBeGreaterThanOrEqual(0)
        }
      }),
      some,
    ))

  it('add up along a chain, in any order', () =>
    fc.assert(
      fc.property(anyTable(4), fc.shuffledSubarray([1, 2, 3], { minLength: 3 }), (table, order) => {
        const sum = (all: readonly Quantity[]) => all.map(plugIn(table)).reduce((a, b) => a + b, 0)
        const axes = order.map((axis) => [axis])
        near(sum(informationChain([0], axes)), of(table, mutualInformation([0], order)), 1e-12)
        near(sum(entropyChain(axes)), of(table, entropy(order)), 1e-12)
        // TC(X_1 … X_k) = Σ I(X_i; X_1 … X_(i−1)).
        const steps = order.map((axis, i) => mutualInformation([axis], order.slice(0, i)))
        near(sum(steps), of(table, multiInformation(axes)), 1e-12)
        // TC(X_S, Y) = TC(X_S) + I(X_S; Y).
        const with0 = of(table, multiInformation([[0], ...axes]))
        near(with0, of(table, multiInformation(axes)) + of(table, mutualInformation(order, [0])), 1e-12)
      }),
      some,
    ))

  it('by level weigh to the whole', () =>
    fc.assert(
      fc.property(anyTable(4), (table) => {
        const { bits, levels } = informationByLevel(table, [3], [0], [1, 2])
        near(
          levels.reduce((sum, level) => sum + level.weight * level.bits, 0),
          bits,
          1e-12,
        )
        near(
          levels.reduce((sum, { weight }) => sum + weight, 0),
          1,
          1e-12,
        )
      }),
      some,
    ))
})

describe('the terms of a quantity', () => {
  it('stand once, axes ascending, nothing left over', () => {
    expect(interaction([2], [0], [1]).terms).toEqual([
      { axes: [0, 2], times: 1 },
      { axes: [0, 1], times: 1 },
      { axes: [0, 1, 2], times: -1 },
      { axes: [0], times: -1 },
      { axes: [2], times: -1 },
      { axes: [1], times: -1 },
      { axes: [1, 2], times: 1 },
    ])
  })

  it.each<[string, Quantity, Quantity['terms']]>([
    ['I[X;X] is H[X]', mutualInformation([0], [0]), [{ axes: [0], times: 1 }]],
    ['H[X|X] is 0', conditionalEntropy([1], [1]), []],
    ['I[X;∅] is 0', mutualInformation([0], []), []],
    ['H[∅] is 0', entropy([]), []],
    ['I[X;Y|X] is 0', conditionalMutualInformation([0], [1], [0]), []],
  ])('%s', (_, quantity, terms) => {
    expect(quantity.terms).toEqual(terms)
  })

  it('interaction of a variable with itself is −I[C;X]', () => {
    expect(of(times, interaction(kind, art, art))).toBe(-of(times, mutualInformation(kind, art)))
  })

  it('an axis the table lacks is refused', () => {
    const axes: Axes = [3]
    expect(() => of(times, entropy(axes))).toThrow('invalid axis: 3 (the table has 3)')
  })

  it('without rows are 0', () => {
    const empty = tableOf([2, 3], [0, 0, 0, 0, 0, 0])
    for (const estimator of Object.values(tableEstimators)) {
      expect(estimator(empty)(mutualInformation([0], [1]))).toBe(0)
      expect(estimator(empty)(entropy([0, 1]))).toBe(0)
    }
    expect(informationByLevel(empty, [0], [1], []).levels).toEqual([])
  })
})
