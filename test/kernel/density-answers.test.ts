import { MemorySource, tableFromColumns } from 'criba'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { densityInformation } from '../../dist/src/methods/criteria/families/neighbour-estimates.js'
import { answerDensity, gaussians, answerInformation, makeDensityRequest, scott } from './density-requests.ts'
import type { DensityOptions, Columns } from './density-requests.ts'

interface Reference {
  readonly quantity: string
  readonly dataset: string
  readonly x: readonly string[]
  readonly y: readonly string[]
  readonly kernel: 'gaussian' | 'box'
  readonly bandwidth: 'scott' | 'silverman' | number
  readonly h: number
  readonly ddof: 0 | 1
  readonly edge?: number
  readonly leaveOneOut?: boolean
  readonly value: number
}

const truth = JSON.parse(readFileSync(new URL('../truth/estimators.json', import.meta.url), 'utf8')) as {
  readonly datasets: Record<string, { columns: Columns }>
  readonly cases: readonly Reference[]
}
const references = truth.cases.filter(
  ({ quantity, kernel, leaveOneOut }) =>
    quantity === 'kde-information' && (kernel === 'gaussian' || !leaveOneOut),
)

describe('kernel densities against references', () => {
  it('has references', () => {
    expect(references.length).toBeGreaterThan(70)
  })

  it.each(references)('$dataset $x $y $kernel $bandwidth $edge $ddof', async (reference) => {
    const { columns } = truth.datasets[reference.dataset]
    const rows = columns[reference.x[0]].length
    // Another box edge or another covariance is another bandwidth.
    const factor = (reference.edge ?? 1) * Math.sqrt(reference.ddof === 0 ? (rows - 1) / rows : 1)
    const options = {
      kernel: reference.kernel,
      bandwidth: factor === 1 ? reference.bandwidth : reference.h * factor,
    }
    const answer = await answerDensity(columns, [reference.x], reference.y, options)
    expect(answer.bandwidth[0]).toBeCloseTo(reference.h * factor, 14)
    expect(densityInformation(answer, 0)).toBeCloseTo(reference.value, 12)
  })
})

describe('kernel densities of normal columns', () => {
  it('estimate the true information', async () => {
    for (const options of [scott, { kernel: 'gaussian', bandwidth: 'likelihood' } as const]) {
      const strong = await answerInformation(gaussians(1000, 0.8), options)
      expect(Math.abs(strong + Math.log(1 - 0.8 ** 2) / 2)).toBeLessThan(0.1)
      expect(Math.abs(await answerInformation(gaussians(1000, 0), options))).toBeLessThan(0.05)
    }
  })

  it('estimate the true entropies', async () => {
    const answer = await answerDensity(gaussians(1000, 0.8), [['x'], ['y'], []], ['y'])
    const one = Math.log(2 * Math.PI * Math.E) / 2
    // H = −mean of log f̂ (Ahmad and Lin 1976).
    expect(Math.abs(-answer.set[0] / 1000 - one)).toBeLessThan(0.08)
    expect(Math.abs(-answer.joint[0] / 1000 - (2 * one + Math.log(0.36) / 2))).toBeLessThan(0.15)
    expect(answer.others[0]).not.toBe(answer.others[2])
    // No columns have the density 1.
    expect(answer.set[2]).toBe(0)
    expect(answer.joint[2]).toBe(answer.others[2])
    // The joint density of a column with itself does not exist.
    expect(answer.flaws).toEqual([null, 'dependent', null])
    expect([answer.joint[1], Number.isFinite(answer.set[1])]).toEqual([NaN, true])
  })

  it('are invariant to shifts, scales, mirroring, swapped columns and row order', async () => {
    const { x, y } = gaussians(300, 0.6)
    for (const options of [
      scott,
      { kernel: 'gaussian', bandwidth: 'silverman' },
      { kernel: 'gaussian', bandwidth: 'likelihood' },
      { kernel: 'box', bandwidth: 'scott' },
    ] as const) {
      const plain = await answerInformation({ x, y }, options)
      for (const [factor, shift] of [
        [1e-200, 0],
        [-3, 1000],
        [1e200, 1e200],
      ]) {
        const moved = await answerInformation({ x: x.map((value) => value * factor + shift), y }, options)
        expect(Math.abs(moved - plain)).toBeLessThan(1e-9)
      }
      expect(Math.abs((await answerInformation({ x: y, y: x }, options)) - plain)).toBeLessThan(1e-9)
      const order = x.map((_, row) => (row * 7) % 300)
      const reordered = { x: order.map((row) => x[row]), y: order.map((row) => y[row]) }
      expect(Math.abs((await answerInformation(reordered, options)) - plain)).toBeLessThan(1e-12)
    }
  })

  it('choose the bandwidth of the grid with the highest likelihood', async () => {
    const { x, y } = gaussians(200, 0.9, 3)
    // Two distant clusters: a narrower kernel than Scott's is better.
    const clusters = { x: x.map((value, row) => value + (row % 2) * 40), y }
    const chosen = await answerDensity(clusters, [['x']], ['y'], {
      kernel: 'gaussian',
      bandwidth: 'likelihood',
    })
    const first = 200 ** (-1 / 6)
    const tried = await Promise.all(
      Array.from({ length: 21 }, async (_, i) => {
        const bandwidth = first * 2 ** ((i - 12) / 4)
        const { joint } = await answerDensity(clusters, [['x']], ['y'], { kernel: 'gaussian', bandwidth })
        return { bandwidth, joint: joint[0] }
      }),
    )
    const best = tried.reduce((a, b) => (b.joint > a.joint ? b : a))
    expect(best.bandwidth).toBeLessThan(first)
    expect(chosen.bandwidth[0]).toBeCloseTo(best.bandwidth, 14)
    expect(chosen.joint[0]).toBeCloseTo(best.joint, 9)
  })
})

describe('kernel densities of unusual columns', () => {
  const numbers = Array.from({ length: 20 }, (_, i) => (i * 13) % 20)
  const columns: Columns = {
    x: numbers,
    y: numbers.map((value) => value ** 2 % 17),
    constant: numbers.map(() => 0.1),
    copy: numbers.map((value) => value * 1.1 + 3),
    gaps: numbers.map((value, row) => (row < 17 ? null : value)),
    alone: numbers.map((value, row) => (row === 0 ? value : null)),
    empty: numbers.map(() => null),
  }

  it('report why there is no density', async () => {
    const sets = [['x'], ['constant'], ['copy', 'x'], ['gaps', 'copy'], ['alone'], ['empty'], ['gaps']]
    const { flaws, joint, n } = await answerDensity(columns, sets, ['y'])
    expect(flaws).toEqual([null, 'constant', 'dependent', 'rows', 'rows', 'rows', null])
    expect([...n]).toEqual([20, 20, 20, 3, 1, 0, 3])
    expect([...joint].map(Number.isFinite)).toEqual(flaws.map((flaw) => flaw === null))
    const box = await answerDensity(columns, sets, ['y'], { kernel: 'box', bandwidth: 'scott' })
    // Boxes allow dependent columns and few rows.
    expect(box.flaws).toEqual([null, 'constant', null, null, 'rows', 'rows', null])
    expect([...box.joint].map(Number.isFinite)).toEqual(box.flaws.map((flaw) => flaw === null))
    const likely = await answerDensity(columns, sets, ['y'], { kernel: 'gaussian', bandwidth: 'likelihood' })
    expect(likely.flaws).toEqual(flaws)
  })

  it('are finite with distant rows', async () => {
    const far = { x: [...gaussians(500, 0).x, 1e9], y: [...gaussians(500, 0).y, -1e7] }
    for (const bandwidth of ['scott', 'likelihood', 1e-9] as const) {
      const { joint, set, others } = await answerDensity(far, [['x']], ['y'], {
        kernel: 'gaussian',
        bandwidth,
      })
      expect([joint[0], set[0], others[0]].map(Number.isFinite)).toEqual([true, true, true])
    }
  })

  it('reject invalid bandwidths and weights', async () => {
    const answerWith = (bandwidth: unknown, kernel = 'gaussian') =>
      answerDensity(columns, [['x']], ['y'], { kernel, bandwidth } as DensityOptions)
    await expect(answerWith(0)).rejects.toThrow('invalid bandwidth: 0')
    await expect(answerWith(NaN)).rejects.toThrow('invalid bandwidth: NaN')
    await expect(answerWith('likelihood', 'box')).rejects.toThrow('unsuitable bandwidth')
    const table = tableFromColumns([
      ['x', [1, 2, 3]],
      ['w', [1, 2, 1]],
    ])
    const request = { ...makeDensityRequest(table, [['x']], [], scott), view: { weights: 1 } }
    await expect(new MemorySource(table).answer([request])).rejects.toThrow('unsuitable weights')
  })
})
