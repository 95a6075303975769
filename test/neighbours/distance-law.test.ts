import { tableFromColumns } from 'criba'
import { describe, expect, it } from 'vitest'
import { MemorySource } from '../../dist/src/memory/source.js'
import { draws } from '../messy/table-text.ts'

const rows = 2000
const k = 5

/** Random numbers of the standard normal distribution. */
function normals(uniform: () => number) {
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
}

/** Rows on the surface of a ball of radius 1 in d + 1 columns: they have no border. */
function onSphere(d: number, seed: number): readonly number[][] {
  const normal = normals(draws(seed).uniform)
  const points = Array.from({ length: rows }, () => {
    const point = Array.from({ length: d + 1 }, normal)
    const length = Math.hypot(...point)
    return point.map((x) => x / length)
  })
  return Array.from({ length: d + 1 }, (_, column) => points.map((point) => point[column]))
}

/** The mean squared distance to each of the k nearest rows, as the kernel measures it. */
async function squaredDistances(columns: readonly number[][]): Promise<number[]> {
  const names = columns.map((values, i): [string, number[]] => [`x${i}`, values])
  const source = new MemorySource(tableFromColumns([...names, ['y', columns[0]]]))
  const each = columns.map((_, column) => ({ column, coding: null }))
  const [answer] = await source.answer([
    {
      kind: 'nearest',
      family: { list: [each] },
      k,
      metric: 'euclidean',
      scale: 'none',
      wanted: {
        of: 'differences',
        target: { column: columns.length, coding: null },
        as: 'value',
        ties: 'shared',
      },
      view: {},
    },
  ])
  return Array.from(answer.squaredDistances, (sum) => sum / rows)
}
/** The sum over the k-th nearest rows of the logarithm of the distance. */
async function logDistances(columns: readonly number[][], at: number): Promise<number> {
  const source = new MemorySource(tableFromColumns(columns.map((values, i) => [`x${i}`, values] as const)))
  const each = columns.map((_, column) => ({ column, coding: null }))
  const request = { kind: 'nearest', family: { list: [each] }, metric: 'euclidean', scale: 'none' } as const
  const [answer] = await source.answer([{ ...request, k: at, wanted: { of: 'distances' }, view: {} }])
  return answer.logDistances[0] / rows
}

const seeds = [1, 2, 3, 4, 5]
const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * E[ω_k²] = C·Γ(k + 2/d)·Γ(n) / (Γ(k)·Γ(n + 2/d)) for the distance ω_k to the k-th nearest of n rows in d dimensions, from the ratio of
 * one k to the next, (k + 2/d) / k. C makes a ball of radius 1 all of the sphere: 4 for d = 2, where it is exact, π² for d = 1 and
 * (3π/2)^(2/3) for d = 3.
 */
function lawOf(d: number): number[] {
  const exponent = 2 / d
  const [C, first] = {
    1: [Math.PI ** 2, 2],
    2: [4, 1],
    // Γ(5/3).
    3: [(1.5 * Math.PI) ** exponent, 0.902745292950934],
  }[d]!
  // Γ(n) / Γ(n + 2/d) by its series, within 10⁻⁶.
  const ofRows = rows ** -exponent * (1 - (exponent * (exponent - 1)) / (2 * rows))
  const law = [C * first * ofRows]
  for (let place = 1; place < k; place++) law.push((law[place - 1] * (place + exponent)) / place)
  return law
}

describe('distances to the nearest rows', () => {
  // 10,000 rows: the mean is within 1 % of the expectation in two of three draws.
  it.each([1, 2, 3])('have the squares of the law on a surface of %i dimensions', async (d) => {
    const found = await Promise.all(seeds.map((seed) => squaredDistances(onSphere(d, seed))))
    lawOf(d).forEach((expected, place) => {
      const mean = meanOf(found.map((squares) => squares[place]))
      expect(Math.abs(mean / expected - 1), `neighbour ${place + 1}`).toBeLessThan(0.05)
    })
  })

  it('have the mean logarithm of the law: (ln 4 + ψ(k) − ψ(n)) / 2', async () => {
    const euler = 0.5772156649015329
    const digamma = (n: number) =>
      -euler + Array.from({ length: n - 1 }, (_, i) => 1 / (i + 1)).reduce((sum, term) => sum + term, 0)
    for (const at of [1, 3]) {
      const found = await Promise.all(seeds.map((seed) => logDistances(onSphere(2, seed), at)))
      const expected = (Math.log(4) + digamma(at) - digamma(rows)) / 2
      expect(Math.abs(meanOf(found) - expected)).toBeLessThan(0.025)
    }
  })
})
