// The layout of the map of columns, by hand and against trying all angles.
import { describe, expect, it } from 'vitest'
import { planeLayout, radialLayout, turned } from '../../dist/src/report/figures/map-layout.js'
import type { Layout } from '../../dist/src/report/figures/map-layout.js'
import { hullOf, outlineOf, strongestSynergies, treeOf } from '../../dist/src/report/figures/map-marks.js'
import { fewAsLevels, mosaicOf, rankShares } from '../../dist/src/report/figures/mosaic.js'

function ended(steps: Generator<void, Layout>): Layout {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
const apart = ({ x, y }: Layout, a: number, b: number) => Math.hypot(x[a] - x[b], y[a] - y[b])

/** Stress-1 from its definition, at the best scale. */
function plainStress(layout: Layout, distance: (a: number, b: number) => number): number {
  const pairs = layout.x.flatMap((_, b) =>
    layout.x.slice(0, b).map((_, a) => [apart(layout, a, b), distance(a, b)]),
  )
  const scale = pairs.reduce((sum, [D, d]) => sum + D * d, 0) / pairs.reduce((sum, [, d]) => sum + d * d, 0)
  const misfit = pairs.reduce((sum, [D, d]) => sum + (D - scale * d) ** 2, 0)
  return Math.sqrt(misfit / pairs.reduce((sum, [D]) => sum + D * D, 0))
}

describe('dots around a middle', () => {
  it('three of one distance to the middle that share nothing stand 120° apart, without stress', () => {
    const found = ended(radialLayout([0.5, 0.5, 0.5], () => 1))
    for (const [a, b] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ])
      expect(apart(found, a, b)).toBeCloseTo(0.5 * Math.sqrt(3), 10)
    expect(found.stress).toBeCloseTo(0, 7)
  })

  it('keep their distance to the middle, and copies stand together', () => {
    const radii = [0.2, 0.7, 0.7, 0.4, 1]
    const found = ended(radialLayout(radii, (a, b) => (a + b === 3 && a * b === 2 ? 0 : 1)))
    found.x.forEach((x, dot) => expect(Math.hypot(x, found.y[dot])).toBeCloseTo(radii[dot], 12))
    expect(apart(found, 1, 2)).toBeLessThan(0.02)
  })

  it('are as good as the best of all angles', () => {
    const radii = [0.3, 0.6, 0.9, 1]
    const shared = [
      [0, 0.2, 0.9, 0.5],
      [0.2, 0, 0.8, 0.6],
      [0.9, 0.8, 0, 0.3],
      [0.5, 0.6, 0.3, 0],
    ]
    const distance = (a: number, b: number) => shared[a][b]
    const found = ended(radialLayout(radii, distance))
    let least = Infinity
    const angles = Array.from({ length: 60 }, (_, i) => (i / 60) * 2 * Math.PI)
    // Mirrored, each layout has the same stress: half the angles of the first do.
    for (const p of angles.slice(0, 31))
      for (const q of angles)
        for (const r of angles) {
          const at = [0, p, q, r]
          const layout = {
            x: radii.map((radius, i) => radius * Math.sin(at[i])),
            y: radii.map((radius, i) => -radius * Math.cos(at[i])),
            stress: 0,
          }
          least = Math.min(least, plainStress(layout, distance))
        }
    expect(found.stress).toBeLessThan(least + 1e-4)
    expect(found.stress).toBeCloseTo(plainStress(found, distance), 12)
    expect(ended(radialLayout(radii, distance))).toEqual(found)
  })

  it('are none, one, or some that cannot be told apart', () => {
    expect(ended(radialLayout([], () => 1))).toEqual({ x: [], y: [], stress: 0 })
    expect(ended(radialLayout([0], () => 1)).stress).toBe(0)
    for (const layout of [ended(radialLayout([0, 0], () => 0)), ended(radialLayout([1, 1, 1], () => 0))])
      expect([...layout.x, ...layout.y, layout.stress].every(Number.isFinite)).toBe(true)
  })
})

describe('dots by what they share alone', () => {
  it('a square fits', () => {
    const distance = (a: number, b: number) => ((a + b) % 2 === 0 ? Math.SQRT2 : 1)
    const found = ended(planeLayout(4, distance))
    expect(found.stress).toBeLessThan(1e-3)
    expect(apart(found, 0, 2) / apart(found, 0, 1)).toBeCloseTo(Math.SQRT2, 2)
    expect(Math.max(...found.x.map((x, dot) => Math.hypot(x, found.y[dot])))).toBeCloseTo(1, 12)
  })

  it('a turn moves none of them against another', () => {
    const start = ended(radialLayout([1, 0.5, 0.8], () => 1))
    const found = turned(start, 90)
    expect(found.x[0]).toBeCloseTo(-start.y[0], 12)
    expect(found.y[0]).toBeCloseTo(start.x[0], 12)
    expect(apart(found, 1, 2)).toBeCloseTo(apart(start, 1, 2), 12)
  })
})

describe('what is drawn beside the dots', () => {
  const square = [
    { x: 0, y: 0 },
    { x: 2, y: 0 },
    { x: 2, y: 2 },
    { x: 0, y: 2 },
  ]

  it('an outline is a hull, or a tree where a stranger stands in it', () => {
    expect(hullOf([...square, { x: 1, y: 1 }, { x: 1, y: 0 }])).toHaveLength(4)
    expect(outlineOf(square, [{ x: 4, y: 4 }], 0.5).polygon).toHaveLength(4)
    const around = outlineOf(square, [{ x: 1, y: 1 }], 0.5)
    expect(around.polygon).toBe(null)
    expect(around.lines).toHaveLength(3)
    expect(outlineOf(square.slice(0, 2), [{ x: 1, y: 0.2 }], 0.5).polygon).toBe(null)
    expect(treeOf([square[0], square[2], { x: 1, y: 1 }]).map(([a, b]) => [a.x, b.x])).toEqual([
      [0, 1],
      [1, 2],
    ])
  })

  it('synergies are those significant among all pairs', () => {
    const pair = (a: string, interaction: number, pValue?: number) => ({
      ...{ a, b: 'z', iA: 0, iB: 0, joint: 0, similarity: 0, interaction },
      ...(pValue !== undefined && { pValue }),
    })
    const pairs = [pair('p', -0.5, 1e-9), pair('q', 0.3, 0.0125), pair('r', 0.4, 0.012), pair('s', 0.2, 0.02)]
    const found = strongestSynergies(pairs, 1)
    expect([found.drawn.map(({ a }) => a), found.found, found.pairs]).toEqual([['r'], 2, 4])
    const untested = strongestSynergies([pair('p', -0.5), pair('q', 0.3)], 9)
    expect([untested.isTested, untested.drawn.map(({ a }) => a)]).toEqual([false, ['q']])
  })

  it('a mosaic has the shares of rows, and of their classes', () => {
    const levels = (...names: string[]) => names.map((name) => ({ name }))
    const a = { feature: 'a', levels: levels('u', 'v'), values: [0, 0, 0, 1, 1, null] }
    const b = { feature: 'b', levels: levels('p', 'q'), values: [0, 1, 1, 0, null, 0] }
    const y = { feature: 'y', levels: levels('yes', 'no'), values: [0, 0, 1, 1, 1, 1] }
    expect(mosaicOf(a, b, y)).toEqual([
      { a: 0, b: 0, left: 0, width: 0.75, top: 0, height: 1 / 3, rows: 1, classes: [1, 0] },
      { a: 0, b: 1, left: 0, width: 0.75, top: 1 / 3, height: 2 / 3, rows: 2, classes: [0.5, 0.5] },
      { a: 1, b: 0, left: 0.75, width: 0.25, top: 0, height: 1, rows: 1, classes: [0, 1] },
    ])
    expect(fewAsLevels({ feature: 'n', values: [2, null, 1.5, 2] })).toEqual({
      feature: 'n',
      levels: [{ name: '1.5' }, { name: '2' }],
      values: [1, null, 0, 1],
    })
    const many = { feature: 'n', values: [1, 2, 3, 4, 5, 6, 7, 8] }
    expect([many, a].map(fewAsLevels)).toEqual([many, a])
    const numbers = { feature: 'y', values: [10, 20, 20, 30, null, 0] }
    expect(rankShares(numbers.values)).toEqual([0.25, 0.625, 0.625, 1, null, 0])
    expect(mosaicOf(a, b, numbers).map(({ level }) => level)).toEqual([0.25, 0.625, 1])
  })
})
