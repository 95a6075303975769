import { readFileSync } from 'node:fs'
import { tableFromColumns } from 'criba'
import { describe, expect, it } from 'vitest'
import { rankedTarget } from '../../dist/src/memory/neighbours/rank-jumps.js'
import { rank } from '../untyped.ts'

interface Scores {
  readonly target: string
  readonly feature: string
  readonly [by: string]: number | string
}

/** Values from the definitions, made by dependence.py. */
const { cases } = JSON.parse(readFileSync(new URL('dependence.json', import.meta.url), 'utf8')) as {
  readonly cases: readonly {
    readonly columns: Readonly<Record<string, readonly (number | string)[]>>
    readonly targets: Readonly<Record<string, readonly (number | string)[]>>
    readonly scores: readonly Scores[]
  }[]
}

const measures = ['distance-correlation', 'hsic'].flatMap((id) => [id, `${id}:unbiased=true`])

const examples = cases.flatMap(({ columns, targets, scores }) =>
  Object.entries(targets).map(([target, cells]) => {
    return {
      rows: cells.length,
      target,
      cells,
      columns,
      scores: scores.filter((one) => one.target === target),
    }
  }),
)

describe.each(examples)('$rows rows with the target $target', ({ columns, target, cells, scores }) => {
  const isText = typeof cells[0] === 'string'
  const table = tableFromColumns([...Object.entries(columns), [target, cells]])
  const task = isText ? 'classification' : 'regression'

  it.each(isText ? measures : [...measures, 'xi'])('%s', async (by) => {
    const { rankings } = await rank(table, { target, task, by: [by] })
    const found = new Map(rankings[0].scores.map((one) => [one.feature, one]))
    for (const expected of scores) {
      const wanted = expected[by] as number | undefined
      if (wanted === undefined) continue
      const { score, pValue, pFrom } = found.get(expected.feature)!
      expect(Math.abs(score! - wanted), `${expected.feature}: ${score} for ${wanted}`).toBeLessThan(1e-12)
      // Few rows with many ties in the target have no normal law.
      if (by !== 'xi' || pFrom !== 'law') continue
      const p = expected.p as number
      expect(Math.abs(pValue! - p), `p of ${expected.feature}: ${pValue} for ${p}`).toBeLessThan(1e-12)
    }
  })
})

describe('by hand', () => {
  const scoresOf = async (
    columns: Record<string, readonly (number | string)[]>,
    by: string,
    task: 'regression' | 'classification' = 'regression',
  ) => {
    const { rankings } = await rank(tableFromColumns(Object.entries(columns)), {
      target: 'y',
      by: [by],
      task,
    })
    return new Map(rankings[0].scores.map(({ feature, score }) => [feature, score!]))
  }

  it('ξ of a function without ties is 1 − 3/(n + 1)', async () => {
    const x = Array.from({ length: 50 }, (_, i) => i)
    const found = await scoresOf({ x, back: x.map((i) => -i), y: x.map((i) => i * i * i) }, 'xi')
    expect(found.get('x')).toBeCloseTo(1 - 3 / 51, 14)
    expect(found.get('back')).toBeCloseTo(1 - 3 / 51, 14)
  })

  it('ξ of five rows: the ranks of y jump by 1 + 3 + 2 + 3', async () => {
    // y in the order of x: 2, 1, 4, 2½, 5 have ranks 2, 1, 4, 3, 5.
    const found = await scoresOf({ x: [1, 2, 3, 4, 5], y: [2, 1, 4, 2.5, 5] }, 'xi')
    expect(found.get('x')).toBeCloseTo(1 - (3 * (1 + 3 + 1 + 2)) / 24, 14)
  })

  it('√n·ξ has the variance τ² of Chatterjee (2021, theorem 2.2) where the target has ties', () => {
    // τ² = (a − 2b + c²)/d² from the ranks: (112/256 − 2·416/1024 + (40/64)²)/(8/64)² for two pairs, where it is 1
    // as for any target of two values; (91/256 − 2·349/1024 + (37/64)²)/(7/64)² for a pair and two rows.
    for (const [y, variance] of [
      [[1, 1, 2, 2], 1],
      [[1, 1, 1, 2], 1],
      [[1, 1, 2, 3], 33 / 49],
    ] as const) {
      expect(rankedTarget(Float64Array.from(y)).variance).toBeCloseTo(variance, 12)
    }
  })

  it('two rows, and two pairs of equal rows, have V² = 1/4 each and a ratio of 1', async () => {
    const pairs = await scoresOf(
      { x: [0, 0, 1, 1], cross: [0, 1, 0, 1], y: [3, 3, 7, 7] },
      'distance-correlation',
    )
    expect(pairs.get('x')).toBe(1)
    expect(pairs.get('cross')).toBe(0)
  })

  it('of two columns of two levels, distances and kernels give the square of φ, and a quarter of it', async () => {
    // 30, 10 / 20, 40: φ² = (1200 − 200)²/(40·60·50·50) = 1/6; Σ(n_ab − n_a n_b/n)² = 4·10².
    const cells = (counts: readonly number[], names: readonly string[]) =>
      counts.flatMap((count, i) => new Array<string>(count).fill(names[i]))
    const columns = {
      x: cells([30, 10, 20, 40], ['a', 'a', 'b', 'b']),
      y: cells([30, 10, 20, 40], ['u', 'v', 'u', 'v']),
    }
    expect((await scoresOf(columns, 'distance-correlation', 'classification')).get('x')).toBeCloseTo(
      1 / 6,
      14,
    )
    expect((await scoresOf(columns, 'hsic', 'classification')).get('x')).toBeCloseTo(0.04, 14)
  })

  it('a line has a distance correlation of 1', async () => {
    const y = Array.from({ length: 200 }, (_, i) => Math.sin(i * i))
    const found = await scoresOf({ x: y.map((one) => 3 - 2 * one), y }, 'distance-correlation')
    expect(found.get('x')).toBeCloseTo(1, 13)
  })
})
