import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { divergence, selfInformation } from '../../dist/src/methods/measures/divergence.js'
import { millerMadow, plugIn, sumOfEntropies } from '../../dist/src/methods/measures/estimators.js'
import {
  coInformation,
  conditionalMutualInformation,
  entropyOf,
  multiInformation,
  mutualInformation,
} from '../../dist/src/methods/measures/quantities.js'
import { marginal, shrinkage, tableEstimators } from '../../dist/src/methods/measures/table-estimators.js'
import { emptyEntropies, EntropySums } from '../../dist/src/core/statistics/entropies.js'
import type { Counts } from '../../dist/src/core/statistics/counts.js'
import { near } from '../laws/given.ts'
import { runs } from '../properties/runs.ts'
import { anyTable, plainEntropy, rowsOf, rowsTable, tableOf } from './tables.ts'

const some = { numRuns: runs(200) }

describe('Miller and Madow', () => {
  const { 'miller-madow': estimate } = tableEstimators

  it('adds (cells − 1)/(2n) nats to an entropy', () => {
    // 4, 2, 1, 1 rows: H = 1.75 bits, four cells, eight rows.
    near(estimate(tableOf([5], [4, 2, 0, 1, 1]))(entropyOf([0])), 1.75 + 3 / (16 * Math.LN2), 1e-15)
  })

  it('can take an information below 0', () => {
    // Independent: I = 0, and (1 + 1 − 3)/(2·4) nats come on top.
    near(
      estimate(
        rowsTable([
          [1, 1],
          [1, 1],
        ]),
      )(mutualInformation([0], [1])),
      -1 / (8 * Math.LN2),
      1e-15,
    )
  })

  it('counts the cells seen', () =>
    fc.assert(
      fc.property(anyTable(3), (table) => {
        const n = rowsOf(table).reduce((sum, row) => sum + row.n, 0)
        const seen = (axes: readonly number[]) =>
          new Set(rowsOf(table).map(({ at }) => axes.map((axis) => at[axis]).join('/'))).size
        const corrected = (...axes: number[]) =>
          plainEntropy(table, axes) + (seen(axes) - 1) / (2 * n * Math.LN2)
        const expected = corrected(0, 2) + corrected(1, 2) - corrected(0, 1, 2) - corrected(2)
        near(estimate(table)(conditionalMutualInformation([0], [1], [2])), expected, 1e-12)
      }),
      some,
    ))
})

describe('shrinkage', () => {
  it('is worked by hand', () => {
    // p = 3/4, 1/4, 0, 0 over 2 × 2 seen levels: λ = (1 − 10/16) / (3·(4/16 + 0 + 2/16)) = 1/3.
    const table = rowsTable([
      [3, 0],
      [0, 1],
    ])
    const shrunk = shrinkage(table)
    near(shrunk.lambda, 1 / 3, 1e-15)
    const p = [1 / 12 + 1 / 2, 1 / 12, 1 / 12, 1 / 12 + 1 / 6]
    near(shrunk.entropy([0, 1]), -p.reduce((sum, one) => sum + one * Math.log2(one), 0), 1e-15)
    const margin = [p[0] + p[1], p[2] + p[3]]
    near(shrunk.entropy([0]), -margin.reduce((sum, one) => sum + one * Math.log2(one), 0), 1e-15)
  })

  it('is over seen levels: an empty row or column changes nothing', () => {
    const table = rowsTable([
      [3, 0],
      [0, 1],
    ])
    const wider = rowsTable([
      [3, 0, 0],
      [0, 0, 0],
      [0, 0, 1],
    ])
    expect(shrinkage(wider).lambda).toBe(shrinkage(table).lambda)
    const quantity = mutualInformation([0], [1])
    expect(tableEstimators.shrink(wider)(quantity)).toBe(tableEstimators.shrink(table)(quantity))
  })

  it.each([
    ['one row', tableOf([2, 2], [1, 0, 0, 0]), 0],
    ['uniform', tableOf([2, 2], [5, 5, 5, 5]), 2],
    ['each row once', tableOf([2, 3], [1, 0, 0, 0, 1, 1]), Math.log2(6)],
    ['constant', tableOf([3], [0, 7, 0]), 0],
  ])('λ = 1 is uniform over the seen levels: %s', (_, table, bits) => {
    const shrunk = shrinkage(table)
    expect(shrunk.lambda).toBe(1)
    near(shrunk.entropy(table.levels.map((_, axis) => axis)), bits, 1e-15)
  })

  it('goes to the plug-in as rows become many', () => {
    const quantity = mutualInformation([0], [1])
    const many = rowsTable([
      [3e9, 1e9],
      [0, 2e9],
    ])
    expect(shrinkage(many).lambda).toBeLessThan(1e-9)
    near(tableEstimators.shrink(many)(quantity), tableEstimators['plug-in'](many)(quantity), 1e-8)
  })

  /** λ and H by their definitions, cell by cell of the whole product of seen levels. */
  function plainShrinkage(table: Counts, axes: readonly number[]): { lambda: number; entropy: number } {
    const rows = rowsOf(table)
    const n = rows.reduce((sum, row) => sum + row.n, 0)
    const seen = table.levels.map((_, axis) => [...new Set(rows.map(({ at }) => at[axis]))])
    let cells: number[][] = [[]]
    for (const levels of seen) cells = cells.flatMap((cell) => levels.map((level) => [...cell, level]))
    const p = cells.map((cell) => (rows.find(({ at }) => at.join() === cell.join())?.n ?? 0) / n)
    const t = 1 / cells.length
    const distance = p.reduce((sum, one) => sum + (t - one) ** 2, 0)
    const spread = 1 - p.reduce((sum, one) => sum + one ** 2, 0)
    const lambda = distance < 1e-20 ? 1 : Math.min(1, spread / ((n - 1) * distance))
    const margin = new Map<string, number>()
    cells.forEach((cell, i) => {
      const key = axes.map((axis) => cell[axis]).join()
      margin.set(key, (margin.get(key) ?? 0) + lambda * t + (1 - lambda) * p[i])
    })
    const bits = [...margin.values()].reduce((sum, one) => (one > 0 ? sum - one * Math.log2(one) : sum), 0)
    return { lambda, entropy: bits }
  }

  it('is its definition', () =>
    fc.assert(
      fc.property(anyTable(3), fc.subarray([0, 1, 2], { minLength: 1 }), (table, axes) => {
        const n = rowsOf(table).reduce((sum, row) => sum + row.n, 0)
        fc.pre(n > 1)
        const shrunk = shrinkage(table)
        const plain = plainShrinkage(table, axes)
        near(shrunk.lambda, plain.lambda)
        near(shrunk.entropy(axes), plain.entropy, 1e-11)
      }),
      some,
    ))

  it('does not know names or order of levels, to the bit', () =>
    fc.assert(
      fc.property(anyTable(2), (table) => {
        const [rows, columns] = table.levels.map((axis) => axis.length)
        const turned = tableOf(
          [columns, rows],
          Array.from(
            table.cells,
            (_, i) => table.cells[(i % rows) * columns + Math.floor(i / rows)],
          ).reverse(),
        )
        const quantity = mutualInformation([0], [1])
        expect(tableEstimators.shrink(turned)(quantity)).toBe(tableEstimators.shrink(table)(quantity))
      }),
      some,
    ))
})

describe('families', () => {
  const sums = new EntropySums(1e6)
  /** One answer for each term, one member for each table. */
  const answersOf = (tables: readonly Counts[], terms: readonly { axes: readonly number[] }[]) => {
    return terms.map(({ axes }) => {
      const answer = emptyEntropies(tables.length)
      tables.forEach((table, i) => sums.put(answer, i, marginal(table, axes).cells))
      return answer
    })
  }

  it('give what their tables give', () =>
    fc.assert(
      fc.property(fc.array(anyTable(3), { minLength: 2, maxLength: 4 }), (tables) => {
        for (const quantity of [
          conditionalMutualInformation([0], [1], [2]),
          multiInformation([[0], [1], [2]]),
          coInformation([[0], [1], [2]]),
        ]) {
          const answers = answersOf(tables, quantity.terms)
          tables.forEach((table, i) => {
            near(plugIn(quantity, answers, i), tableEstimators['plug-in'](table)(quantity), 1e-12)
            near(millerMadow(quantity, answers, i), tableEstimators['miller-madow'](table)(quantity), 1e-12)
            const entropies = quantity.terms.map(({ axes }) => tables.map((one) => plainEntropy(one, axes)))
            near(sumOfEntropies(quantity, entropies, i), tableEstimators['plug-in'](table)(quantity), 1e-12)
          })
        }
      }),
      { numRuns: runs(50) },
    ))

  it('share an answer of one member', () => {
    const tables = [
      rowsTable([
        [5, 1],
        [0, 4],
      ]),
      rowsTable([
        [1, 5],
        [4, 0],
      ]),
      rowsTable([
        [2, 4],
        [2, 2],
      ]),
    ]
    const quantity = mutualInformation([0], [1])
    const [x, y, joint] = answersOf(tables, quantity.terms)
    const [shared] = answersOf(tables.slice(0, 1), [{ axes: [0] }])
    tables.forEach((_, i) => {
      // All three tables have the same rows, 6 and 4.
      expect(plugIn(quantity, [shared, y, joint], i)).toBe(plugIn(quantity, [x, y, joint], i))
    })
  })

  it('does not cut a sum of other estimates at 0', () => {
    expect(sumOfEntropies(mutualInformation([0], [1]), [[1], [1], [2.5]], 0)).toBe(-0.5)
  })
})

describe('divergence', () => {
  it('is worked by hand', () => {
    near(divergence([1, 1, 2], [2, 1, 1]), 0.25, 1e-15)
    expect(divergence([1, 0], [0.5, 0.5])).toBe(1)
    expect(divergence([1, 1], [1, 0])).toBe(Infinity)
    expect(divergence([3, 6, 0], [1, 2, 0])).toBe(0)
    // 1.1 times the same, which rounding takes below 0.
    expect(divergence([0.9, 0.7], [0.9900000000000001, 0.77])).toBe(0)
  })

  it('is 0 or more, and I is the divergence of a table from the product of its margins', () =>
    fc.assert(
      fc.property(anyTable(2), (table) => {
        const [rows, columns] = [0, 1].map((axis) => marginal(table, [axis]).cells)
        const product = Array.from(
          table.cells,
          (_, i) => rows[Math.floor(i / columns.length)] * columns[i % columns.length],
        )
        const bits = divergence(table.cells, product)
        expect(bits).toBeGreaterThanOrEqual(0)
        near(bits, tableEstimators['plug-in'](table)(mutualInformation([0], [1])), 1e-12)
      }),
      some,
    ))

  it.each([
    [[1, 2], [1], 'invalid q: 1 levels (needs the 2 levels of p)'],
    [[0, 0], [1, 1], 'invalid p: sum 0 (needs a weight above 0)'],
    [[1, -1], [1, 1], 'invalid p: -1 (needs 0 or more)'],
    [[1, 1], [NaN, 1], 'invalid q: NaN (needs 0 or more)'],
  ])('refuses %j against %j', (p, q, message) => {
    expect(() => divergence(p, q)).toThrow(message)
  })

  it('of a level: its self-information, whose mean is the entropy', () => {
    expect([selfInformation(1, 8), selfInformation(8, 8), selfInformation(0, 8)]).toEqual([3, 0, Infinity])
    const counts = [5, 3, 9, 1]
    const mean = counts.reduce((sum, count) => sum + (count / 18) * selfInformation(count, 18), 0)
    near(mean, tableEstimators['plug-in'](tableOf([4], counts))(entropyOf([0])), 1e-14)
  })
})
