import { tableFromColumns } from 'criba'
import { describe, expect, it } from 'vitest'
import { binomialAtLeast, binomialAtMost, studentQuantile } from '../../dist/src/methods/measures/tails.js'
import { randomOf } from '../contract/tables.ts'
import { select } from '../untyped.ts'

/** How tables are made: normal columns, each correlated with the one before, and a target of some of them. */
interface Design {
  readonly rows: number
  readonly columns: number
  readonly correlation: number
  /** How many columns the target depends on, and the weight of each, of either sign. */
  readonly signals: number
  readonly weight: number
}

function tableOf(seed: number, { rows, columns, correlation, signals, weight }: Design) {
  const random = randomOf(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const draw = () => Array.from({ length: rows }, normal)
  const x = [draw()]
  while (x.length < columns) {
    const before = x.at(-1)
    const own = Math.sqrt(1 - correlation ** 2)
    x.push(draw().map((value, row) => correlation * before[row] + own * value))
  }
  const names = x.map((_, j) => `x${j}`)
  const chosen = new Map<number, number>()
  while (chosen.size < signals) chosen.set(Math.floor(random() * columns), random() < 0.5 ? weight : -weight)
  const y = draw().map((noise, row) => [...chosen].reduce((sum, [j, one]) => sum + one * x[j][row], noise))
  return {
    table: tableFromColumns([...names.map((name, j) => [name, x[j]] as const), ['y', y]]),
    signals: new Set([...chosen.keys()].map((j) => `x${j}`)),
  }
}

const seeds = Array.from({ length: 100 }, (_, seed) => 3000 + seed)

/** The share of wrong columns and of found ones over all tables; p-values of columns of noise. */
async function study(method: string, design: Design, criterion?: string) {
  const [wrong, found, pValues]: [number[], number[], number[]] = [[], [], []]
  for (const seed of seeds) {
    const { table, signals } = tableOf(seed, design)
    const spec = { target: 'y', method, ...(criterion !== undefined && { criterion }) }
    const { selected, steps, setAside } = await select(table, spec)
    const right = selected.filter((name) => signals.has(name)).length
    wrong.push((selected.length - right) / Math.max(1, selected.length))
    found.push(right / Math.max(1, signals.size))
    for (const { feature, pValue } of steps) if (!signals.has(feature)) pValues.push(pValue ?? NaN)
    for (const { feature, pValue } of setAside) if (!signals.has(feature)) pValues.push(pValue ?? NaN)
  }
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const rate = mean(wrong)
  const error = Math.sqrt(mean(wrong.map((one) => (one - rate) ** 2)) / (seeds.length - 1))
  // The lower end of the two-sided 98 % interval.
  return { least: rate - studentQuantile(0.02, seeds.length - 1) * error, power: mean(found), pValues }
}

const easy = { rows: 300, columns: 50, correlation: 0.5, signals: 15, weight: 0.29 }

describe('over 100 tables', () => {
  it.each([
    ['knockoffs', easy, undefined, 0.7],
    ['knockoffs:s=equicorrelated', easy, undefined, 0.6],
    ['knockoffs', { ...easy, correlation: 0.8, weight: 0.35 }, undefined, 0.2],
    ['knockoffs', { rows: 150, columns: 200, correlation: 0.5, signals: 20, weight: 0.5 }, undefined, 0.2],
    ['knockoffs', { ...easy, signals: 20, correlation: 0, weight: 0.4 }, 'pearson', 0.1],
    ['knockoffs:runs=10', { ...easy, columns: 80, signals: 30, weight: 0.4 }, undefined, 0.3],
    ['conditional-randomisation', easy, undefined, 0.8],
    ['conditional-randomisation', { ...easy, columns: 100, correlation: 0.8, weight: 0.35 }, undefined, 0.3],
  ] as const)(
    '%s of %o (%s) keeps at most a share of 0.1 of wrong columns',
    async (method, design, criterion, power) => {
      const found = await study(method, design, criterion)
      expect(found.least).toBeLessThan(0.1)
      expect(found.power).toBeGreaterThan(power)
    },
    1_200_000,
  )

  it('p-values of distilled tests are uniform for columns of noise beside signals', async () => {
    const { pValues } = await study('conditional-randomisation', {
      ...easy,
      rows: 500,
      columns: 30,
      signals: 8,
    })
    for (const level of [0.01, 0.05, 0.1, 0.5]) {
      const count = pValues.filter((p) => p <= level).length
      // Lassos of few rows leave a little of what other columns explain, so the levels are exact to a fifth.
      expect(binomialAtLeast(count, pValues.length, 1.2 * level)).toBeGreaterThan(0.005)
      expect(binomialAtMost(count, pValues.length, level / 1.2)).toBeGreaterThan(0.005)
    }
  }, 600_000)

  it.each([
    ['pearson', { rows: 100, columns: 6, correlation: 0.5, signals: 0, weight: 0 }, 0],
    // Most of the target is explained by other columns, of which fresh draws would hold something by chance.
    ['pearson', { rows: 300, columns: 15, correlation: 0.5, signals: 5, weight: 0.5 }, 0.97],
    ['f-regression', { rows: 300, columns: 15, correlation: 0.5, signals: 5, weight: 0.5 }, 0.85],
  ] as const)(
    'p-values of draws by %s are uniform for columns of noise in %o',
    async (by, design, power) => {
      const found = await study('conditional-randomisation:draws=99', design, by)
      const { pValues } = found
      expect(found.power).toBeGreaterThanOrEqual(power)
      expect(found.least).toBeLessThan(0.1)
      for (const level of [0.05, 0.1, 0.5]) {
        const count = pValues.filter((p) => p <= level).length
        expect(binomialAtLeast(count, pValues.length, 1.2 * level)).toBeGreaterThan(0.005)
        expect(binomialAtMost(count, pValues.length, level / 1.2)).toBeGreaterThan(0.005)
      }
    },
    600_000,
  )
})
