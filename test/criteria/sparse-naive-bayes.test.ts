import { rank, tableFromColumns } from 'criba'
import { mutualInformation, sparseNaiveBayes } from 'criba/methods'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { near } from '../laws/given.ts'
import { runs } from '../properties/runs.ts'

const tables = fc
  .record({
    columns: fc.integer({ min: 1, max: 6 }),
    rows: fc.integer({ min: 2, max: 12 }),
    seed: fc.infiniteStream(fc.integer({ min: 0, max: 5 })),
    count: fc.integer({ min: 1, max: 6 }),
  })
  .map(({ columns, rows, seed, count }) => {
    const next = () => seed.next().value as number
    const label = Array.from({ length: rows }, (_, row) => (row < 2 ? row : next() % 2))
    return { label, cells: Array.from({ length: columns }, () => label.map(next)), count }
  })

/** The greatest log-likelihood of naive Bayes of counts in which the columns of a set have parameters of their own in each class. */
function logLikelihood(positive: readonly number[], negative: readonly number[], own: readonly number[]) {
  const all = positive.reduce((sum, value, i) => sum + value + negative[i], 0)
  const sumOf = (counts: readonly number[]) => own.reduce((sum, i) => sum + counts[i], 0)
  const share = (sumOf(positive) + sumOf(negative)) / all
  const term = (count: number, probability: number) => (count === 0 ? 0 : count * Math.log(probability))
  return positive.reduce((sum, value, i) => {
    const both = value + negative[i]
    if (!own.includes(i)) return sum + term(both, both / all)
    const ofPositive = term(value, (share * value) / sumOf(positive))
    return sum + ofPositive + term(negative[i], (share * negative[i]) / sumOf(negative))
  }, 0)
}

describe('sparse-naive-bayes', () => {
  it('chooses the best set of columns, as far as it does not say that there may be a better one', async () => {
    await fc.assert(
      fc.asyncProperty(tables, async ({ label, cells, count }) => {
        const table = tableFromColumns([
          ...cells.map((values, i): [string, number[]] => [`x${i}`, values]),
          ['y', label.map((one) => (one ? 'yes' : 'no'))],
        ])
        const { rankings, warnings } = await rank(table, {
          target: 'y',
          by: [sparseNaiveBayes({ columns: count })],
        })
        const [{ scores }] = rankings
        const sumsIn = (of: number) =>
          cells.map((values) => values.reduce((sum, value, row) => sum + (label[row] === of ? value : 0), 0))
        const [positive, negative] = [sumsIn(1), sumsIn(0)]
        const sets = Array.from({ length: 1 << cells.length }, (_, bits) =>
          [...cells.keys()].filter((i) => (bits >> i) & 1),
        ).filter(({ length }) => length <= count)
        const best = Math.max(...sets.map((own) => logLikelihood(positive, negative, own)))
        const taken = scores.filter(({ chosen }) => chosen).map(({ feature }) => Number(feature.slice(1)))
        expect(taken.length).toBeLessThanOrEqual(count)
        const none = logLikelihood(positive, negative, [])
        const found = logLikelihood(positive, negative, taken) - none
        const bound = scores.reduce((sum, { chosen, score }) => sum + (chosen ? score! : 0), 0)
        // The bound is above every set, and what is between is told.
        expect(best - none).toBeLessThanOrEqual(bound + 1e-9)
        const warning = warnings.find(({ code }) => code === 'not-optimal')
        if (!warning) near(found, best - none)
        else {
          const told = Number(/at most ([\d.e-]+) %/.exec(warning.message)![1]) / 100
          expect((bound - found) / bound).toBeLessThan(told * 1.06)
          expect(best - none - found).toBeLessThanOrEqual(told * 1.06 * bound)
        }
      }),
      { numRuns: runs(200) },
    )
  })

  it('of two levels each column gains n times its mutual information, so that the ranking is the same', async () => {
    await fc.assert(
      fc.asyncProperty(tables, async ({ label, cells }) => {
        const bits = cells.map((values) => values.map((value) => value % 2))
        const table = tableFromColumns([
          ...bits.map((values, i): [string, string[]] => [`x${i}`, values.map(String)]),
          ['y', label.map((one) => (one ? 'yes' : 'no'))],
        ])
        const types = Object.fromEntries(bits.map((_, i) => [`x${i}`, 'categorical' as const]))
        const by = [mutualInformation()]
        const { rankings } = await rank(table, { target: 'y', types, by })
        for (const { feature, score } of rankings[0].scores) {
          const values = bits[Number(feature.slice(1))]
          const ofRows = (of: number | null) => values.filter((_, row) => of === null || label[row] === of)
          const fitted = (rows: readonly number[]) => {
            const share = rows.reduce((sum, one) => sum + one, 0) / rows.length
            return rows.reduce((sum, one) => sum + Math.log(one ? share : 1 - share), 0)
          }
          const gain = fitted(ofRows(0)) + fitted(ofRows(1)) - fitted(ofRows(null))
          expect(Math.abs(score! * Math.LN2 * label.length - gain)).toBeLessThan(1e-9)
        }
      }),
      { numRuns: runs(100) },
    )
  })

  it('refuses what is no count, by name', async () => {
    const table = tableFromColumns({ a: [1, 2, 3, 4], below: [-1, 2, 0, 3], y: ['n', 'p', 'n', 'p'] })
    const { rankings } = await rank(table, { target: 'y', by: ['sparse-naive-bayes'] })
    const { score, why } = rankings[0].scores.find(({ feature }) => feature === 'below')!
    expect([score, why]).toEqual([null, 'values below 0 (needs counts, 0 or more)'])
  })
})
