import { describe, expect, it } from 'vitest'
import { binomialAtLeast, binomialAtMost } from '../../dist/src/methods/measures/tails.js'
import { independenceTest, fisherExact } from '../../dist/src/methods/measures/independence.js'
import { pearsonTail } from '../../dist/src/methods/measures/monte-carlo.js'
import { randomOf, shuffled } from '../contract/tables.ts'
import { expectLevelOfInteractions, expectLevelOfTables, shapes, tableFrom } from './noise-tests.ts'
import { expectedInformation } from '../../dist/src/methods/measures/adjusted-information.js'
import { interactionTest } from '../../dist/src/analyses/information/pair-tests.js'

const near = (a: number, b: number, relative = 1e-9) => Math.abs(a - b) <= relative * Math.abs(b)

function tableOf(rows: readonly (readonly number[])[]) {
  const levels = [rows.map((_, i) => i), rows[0].map((_, i) => i)]
  return { levels, cells: Float64Array.from(rows.flat()) }
}

describe("Fisher's exact test", () => {
  // scipy.stats.fisher_exact
  it.each([
    [[3, 1, 2, 500], 1.8579831137973452e-6],
    [[8, 2, 1, 5], 0.034965034965034975],
    [[0, 7, 5, 3], 0.02564102564102564],
    [[1, 24, 0, 30], 0.4545454545454546],
  ])('of %j is %s', ([a, b, c, d], p) => {
    expect(near(fisherExact(a, b, c, d), p)).toBe(true)
    const found = independenceTest(
      tableOf([
        [a, b],
        [c, d],
      ]),
    )
    expect(found.pFrom).toBe('exact')
    expect(near(found.pValue!, p)).toBe(true)
  })
})

describe('tails', () => {
  // scipy.stats.pearson3.sf(x, skew, loc=mean, scale=sd)
  it.each([
    [3, 0, 1, 0.8, 0.008378313344529542],
    [6, 1, 2, -0.5, 0.0005090982712175895],
    [10, 2, 1.5, 1.2, 0.00047756459427494846],
    [4, 0, 1, 0, 3.167124183311998e-5],
    [0.5, 1, 1, 2, 0.6065306597126334],
  ])('of %s under mean %s, deviation %s, skewness %s', (x, mean, sd, skewness, p) => {
    expect(near(pearsonTail(x, mean, sd * sd, skewness), p)).toBe(true)
  })

  it('of the binomial law', () => {
    expect(near(binomialAtMost(2, 100, 0.05), 0.1182629811851204)).toBe(true)
    expect(near(binomialAtLeast(5, 100, 0.01), 0.0034323215877545207)).toBe(true)
  })
})

describe('the test of a table', () => {
  it('keeps the χ² law where Cochran’s rule holds', () => {
    const { pFrom, pValue, score } = independenceTest(
      tableOf([
        [20, 30],
        [30, 20],
        [25, 25],
      ]),
    )
    expect(score).toBe(4)
    expect(pFrom).toBe('law')
    // exp(−χ²/2) with two degrees of freedom
    expect(near(pValue!, Math.exp(-2))).toBe(true)
  })

  it('keeps it where exactly a fifth of the expected counts are below 5, and no more', () => {
    // Columns of 8, 20, 20, 20 and 20 rows, half of them in either row: 2 of 10 expect 4.
    // χ² = 2·2²/4 + 2·2²/10 = 2.8; exp(−χ²/2)·(1 + χ²/2) with four degrees of freedom.
    const atMost = independenceTest(
      tableOf([
        [6, 10, 10, 10, 8],
        [2, 10, 10, 10, 12],
      ]),
    )
    expect(near(atMost.score, 2.8)).toBe(true)
    expect(atMost.pFrom).toBe('law')
    expect(near(atMost.pValue!, 2.4 * Math.exp(-1.4))).toBe(true)
    // Of four columns 2 of 8.
    const more = independenceTest(
      tableOf([
        [6, 10, 10, 8],
        [2, 10, 10, 12],
      ]),
    )
    expect(more.pFrom).toBe('permutation')
  })

  it('of few rows is what all permutations say', () => {
    const x = [0, 0, 0, 1, 1, 1, 2, 2]
    const y = [0, 0, 0, 1, 1, 1, 0, 1]
    const observed = independenceTest(tableFrom(x, y))
    const scores: number[] = []
    for (let mask = 0; mask < 256; mask++) {
      const labels = x.map((_, row) => (mask >> row) & 1)
      if (labels.reduce((sum, one) => sum + one, 0) === 4)
        scores.push(independenceTest(tableFrom(x, labels)).score)
    }
    expect(scores).toHaveLength(70)
    const exact = scores.filter((score) => score >= observed.score - 1e-9).length / 70
    expect(observed.pFrom).toBe('permutation')
    // 20 of some 200 draws: a relative error of 22 %.
    expect(Math.abs(Math.log(observed.pValue! / exact))).toBeLessThan(0.8)
  })

  it('does not depend on what levels are called, nor on which axis they stand', () => {
    const random = randomOf(3)
    const x = Array.from({ length: 60 }, () => Math.floor(random() * 12))
    const y = Array.from({ length: 60 }, () => Math.floor(random() * 3))
    const found = independenceTest(tableFrom(x, y))
    const renamed = independenceTest(
      tableFrom(
        x.map((level) => 11 - level),
        y.map((level) => (level + 1) % 3),
      ),
    )
    expect(renamed.pValue).toBe(found.pValue)
  })

  it('is never surprised by an identifier', () => {
    const x = Array.from({ length: 300 }, (_, row) => row)
    const y = x.map((row) => row % 3)
    expect(independenceTest(tableFrom(x, y)).pValue).toBe(1)
  })

  it('finds a strong relation of a sparse table beyond what permutations show', () => {
    const x = Array.from({ length: 200 }, (_, row) => Math.floor(row / 5))
    const y = x.map((level) => level % 4)
    const { pValue, pFrom } = independenceTest(tableFrom(x, y))
    expect(pFrom).toBe('gamma')
    expect(pValue).toBeLessThan(1e-12)
  })

  // 2,000 times each, in independence.long.ts.
  it.each(shapes)('keeps its level on noise: %i rows, %i levels by %i', (n, k, v) =>
    expectLevelOfTables(n, k, v, 200),
  )

  it('keeps the law where weights are fractions', () => {
    expect(
      independenceTest(
        tableOf([
          [0.5, 1, 2],
          [1.5, 0, 1],
        ]),
      ).pFrom,
    ).toBe('law')
  })
})

describe('the test of an interaction', () => {
  it('keeps its level on noise', () => expectLevelOfInteractions(200))

  it('finds an XOR', () => {
    const cells = Float64Array.of(25, 0, 0, 25, 0, 25, 25, 0)
    const { pValue, pFrom } = interactionTest(
      {
        levels: [
          [0, 1],
          [0, 1],
          [0, 1],
        ],
        cells,
      },
      199,
    )
    expect(pFrom).toBe('gamma')
    expect(pValue).toBeLessThan(1e-10)
  })
})

describe('the expected information', () => {
  // sklearn.metrics.cluster.expected_mutual_information / ln 2
  it.each([
    [[5, 3, 2], [6, 4], 0.20258665526491174],
    [new Array<number>(12).fill(1), [7, 5], 0.9798687566511555],
    [[100, 50, 25], [80, 60, 35], 0.016939213289437288],
    [[40, 1, 1, 1], [22, 21], 0.070939351430472],
  ])('of margins %j and %j', (rows, columns, bits) => {
    const found = expectedInformation(Float64Array.from(rows), Float64Array.from(columns))
    expect(near(found, bits)).toBe(true)
  })

  it('is the mean over permutations', () => {
    const random = randomOf(8)
    const x = [0, 0, 0, 0, 1, 1, 1, 2, 2, 3]
    let y = [0, 0, 0, 0, 0, 0, 1, 1, 1, 1]
    const times = 20_000
    let sum = 0
    for (let time = 0; time < times; time++) {
      y = shuffled(y, random)
      const { cells } = tableFrom(x, y)
      cells.forEach((count, cell) => {
        if (count === 0) return
        const [row, column] = [[4, 3, 2, 1][Math.floor(cell / 2)], [6, 4][cell % 2]]
        sum += (count / 10) * Math.log2((10 * count) / (row * column))
      })
    }
    const found = expectedInformation(Float64Array.of(4, 3, 2, 1), Float64Array.of(6, 4))
    // The deviation of one is below 0.2 bits.
    expect(Math.abs(sum / times - found)).toBeLessThan((4 * 0.2) / Math.sqrt(times))
  })
})
