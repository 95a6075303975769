import { runExperiment } from 'criba/experiments'
import type { ExperimentResult } from 'criba'
import { describe, expect, it } from 'vitest'
import { hideLabels } from '../../dist/experiments/graphs/missing-labels.js'
import { searchNoise } from '../../dist/experiments/information/greedy-on-noise.js'
import { compareMeasures } from '../../dist/experiments/information/square.js'
import { blindRelief } from '../../dist/experiments/relief/relief-blindness.js'
import { schemaFaults } from '../messy/schema.ts'
import { holdGreedyOnNoise, holdMissingLabels, holdReliefBlindness, holdSquare } from './sized.ts'

// In their full sizes in slow.long.ts.

const results = new Map<string, Promise<ExperimentResult>>()

/** The result of an experiment, computed once, and valid by the schema. */
async function resultOf(name: string): Promise<ExperimentResult> {
  if (!results.has(name)) results.set(name, runExperiment(name))
  const result = await results.get(name)!
  expect(schemaFaults(result)).toEqual([])
  expect(result.charts.length).toBeGreaterThan(0)
  return result
}

/** The rows of a table as records. */
async function rowsOf(name: string, table?: string) {
  const { tables } = await resultOf(name)
  const { columns, rows } = table ? tables.find((one) => one.name === table)! : tables[0]
  return rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i]])))
}

const numberIn = (record: Record<string, unknown>, column: string) => record[column] as number
const entropy = (...counts: readonly number[]) => {
  const total = counts.reduce((sum, count) => sum + count, 0)
  return -counts.reduce(
    (sum, count) => sum + (count === 0 ? 0 : (count / total) * Math.log2(count / total)),
    0,
  )
}

describe('the worked tables', () => {
  it('have the entropies of their counts, and the printed values', async () => {
    const rows = await rowsOf('contingency-tables')
    const value = (start: string) =>
      numberIn(
        rows.find(({ quantity }) => String(quantity).startsWith(start))!,
        'criba',
      )
    const both = entropy(57, 45) + entropy(22, 33, 2, 45) - entropy(22, 25, 2, 8, 8, 37)
    const art = entropy(57, 45) + entropy(55, 47) - entropy(47, 10, 8, 37)
    expect(value('H[C], counts')).toBeCloseTo(entropy(57, 45), 12)
    expect(value('I[C;art], table')).toBeCloseTo(art, 12)
    expect(value('I[C;art, painting]')).toBeCloseTo(both, 12)
    expect(value('I[C;painting | art]')).toBeCloseTo(both - art, 12)
    expect(value('H[art, painting, evening]')).toBeCloseTo(entropy(34, 32, 2, 22, 11, 1), 12)
    for (const { printed, criba } of rows) {
      if (typeof printed === 'number') expect(Math.abs(printed - Number(criba))).toBeLessThan(1e-6 + 5e-6)
    }
  })
})

describe('greedy search on noise', () => {
  it('says nearly all there is in seven steps, and the default stop selects nothing', () =>
    holdGreedyOnNoise(searchNoise({}, { words: 100, seeds: [1] })))
})

describe('Fisher and Laplacian score', () => {
  it('are one, and F of Iris is the ratio of sums of squares', async () => {
    const rows = await rowsOf('fisher-laplacian')
    for (const row of rows) expect(numberIn(row, 'L') * (1 + numberIn(row, 'F'))).toBeCloseTo(1, 12)
    // NumPy, from scikit-learn's Iris.
    const expected = [1.622646288224549, 0.6688440828518638, 16.056614724530352, 13.061321725194647]
    expected.forEach((f, i) => expect(numberIn(rows[i], 'F')).toBeCloseTo(f, 10))
  })
})

describe('a square', () => {
  it('is found by information and not by correlation', () => holdSquare(compareMeasures({}, 9)))
})

describe('ReliefF', () => {
  it('has the weights of XOR worked by hand', async () => {
    const rows = await rowsOf('xor-neighbours')
    const weights = (score: string) => {
      const row = rows.find((one) => one.score === score)!
      return ['A1', 'A2', 'A3'].map((name) => numberIn(row, name))
    }
    const near = (found: readonly number[], expected: readonly number[]) =>
      expected.forEach((value, i) => expect(found[i]).toBeCloseTo(value, 12))
    near(weights('ReliefF, k = 1'), [1 / 2, 1 / 2, -1])
    near(weights('ReliefF, k = 2'), [0, 0, -1 / 2])
    near(weights('ReliefF, k = 4'), [-1 / 6, -1 / 6, -1 / 6])
    near(weights('ReliefF, k = 10'), [-1 / 6, -1 / 6, -1 / 6])
    near(weights('Gini gain'), [0, 0, 0])
  })

  it('becomes the Gini gain as the neighbourhood grows', async () => {
    const rows = await rowsOf('neighbours-to-gini')
    const correlations = rows.map((row) => numberIn(row, 'correlation with Gini gain'))
    expect(correlations[correlations.length - 1]).toBeGreaterThan(0.9999)
    expect(correlations[0]).toBeLessThan(0.5)
    expect(numberIn(rows[0], 'a and b (mean)')).toBeGreaterThan(0.4)
    expect(Math.abs(numberIn(rows[rows.length - 1], 'a and b (mean)'))).toBeLessThan(0.02)
  })

  it('gives copies one weight, and loses an XOR among 500 columns', () =>
    holdReliefBlindness(blindRelief({}, { noises: [100, 500], seeds: [1] }), 500))
})

describe('graphs with few labels', () => {
  it('find the columns that separate the classes, also without a label', () =>
    holdMissingLabels(hideLabels({}, 6)))
})

describe('dimension', () => {
  it('costs neighbours their accuracy', async () => {
    const rows = await rowsOf('hughes-curve')
    const accuracy = rows.map((row) => numberIn(row, 'mean'))
    // Φ(1.5·√2 / 2) = 0.8556 is the best accuracy of two normal columns, each 1.5 deviations apart.
    expect(accuracy[0]).toBeLessThan(0.8556)
    expect(accuracy[0]).toBeGreaterThan(0.8)
    expect(accuracy[accuracy.length - 1]).toBeLessThan(0.65)
  })

  it('keeps the nearest row away as n^(−1/d)', async () => {
    const rows = await rowsOf('hughes-curve', 'distances')
    // One dimension: of n spacings the mean of the nearer one is (n + 2) / (2n(n + 1)).
    for (const n of [200, 400, 800]) {
      const expected = (n + 2) / (2 * n * (n + 1))
      expect(Math.abs(numberIn(rows[0], `n = ${n}`) / expected - 1)).toBeLessThan(0.15)
    }
    for (const row of rows) {
      const d = numberIn(row, 'dimensions d')
      expect(Math.abs(numberIn(row, 'factor of 2n') - 2 ** (-1 / d))).toBeLessThan(0.04)
    }
  })
})

describe('the grid of Iris', () => {
  it('has the majority shares and cells that NumPy counts', async () => {
    const rows = await rowsOf('iris-grid')
    const shares = [
      0.713333, 0.56, 0.853333, 0.86, 0.806667, 0.86, 0.886667, 0.853333, 0.88, 0.92, 0.86, 0.906667,
      0.926667, 0.926667, 0.933333,
    ]
    expect(rows.map((row) => Number(numberIn(row, 'all rows').toFixed(6)))).toEqual(shares)
    expect(rows.map((row) => row.occupied)).toEqual([4, 4, 4, 4, 14, 10, 12, 12, 12, 8, 24, 27, 17, 20, 34])
    expect(rows.map((row) => row['100/4^m']).slice(-1)).toEqual([0.390625])
    // Held out, four columns are worse than two.
    expect(numberIn(rows[14], 'held-out rows')).toBeLessThan(numberIn(rows[9], 'held-out rows') - 0.05)
  })
})

describe('counts', () => {
  it('are those of Python', async () => {
    const rows = await rowsOf('counts')
    expect(rows.map(({ exact }) => String(exact).replaceAll(',', ''))).toEqual([
      '1048576',
      '1267650600228229401496703205376',
      '184756',
      '17310309456440',
      '27544920827561470257469913571105409574990000',
      '89132',
      '1986128356',
    ])
  })
})
