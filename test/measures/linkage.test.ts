import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  clustersAfter,
  highestJaccard,
  meanSimilarities,
  stepsUpTo,
  agglomerate,
  placeOfPair,
} from '../../dist/src/analyses/grouping/tree.js'
import type { Linkage } from '../../dist/src/core/spec/groups-spec.js'
import { runs } from '../properties/runs.ts'

interface Cluster {
  readonly leaves: readonly number[]
  readonly height: number
}

/** The slow, plain twin: merges the two nearest clusters, of equal distances those with the lowest leaves, again and again. */
function plainClusters(distances: readonly number[], leaves: number, linkage: Linkage): readonly Cluster[] {
  let clusters = Array.from({ length: leaves }, (_, leaf) => [leaf])
  const found: Cluster[] = []
  while (clusters.length > 1) {
    let best: { a: number[]; b: number[]; height: number } | null = null
    for (const [i, a] of clusters.entries()) {
      for (const b of clusters.slice(i + 1)) {
        const all = a.flatMap((x) => b.map((y) => distances[placeOfPair(x, y)]))
        const mean = all.reduce((sum, one) => sum + one, 0) / all.length
        const height = linkage === 'complete' ? Math.max(...all) : mean
        if (!best || height < best.height) best = { a, b, height }
      }
    }
    const { a, b, height } = best!
    const merged = [...a, ...b].sort((x, y) => x - y)
    found.push({ leaves: merged, height })
    clusters = [...clusters.filter((one) => one !== a && one !== b), merged].sort(([x], [y]) => x - y)
  }
  return found
}

/** The clusters of the steps, each with its leaves. */
function clustersOf(distances: readonly number[], leaves: number, linkage: Linkage): readonly Cluster[] {
  const merges = agglomerate(Float64Array.from(distances), leaves, linkage)
  const members: number[][] = Array.from({ length: leaves }, (_, leaf) => [leaf])
  return merges.map(({ a, b, height }, step) => {
    expect(a).toBeLessThan(b)
    expect(b).toBeLessThan(leaves + step)
    members.push([...members[a], ...members[b]].sort((x, y) => x - y))
    return { leaves: members[members.length - 1], height }
  })
}

const texts = (clusters: readonly Cluster[]) =>
  clusters.map(({ leaves, height }) => `${leaves.join()} ${height.toPrecision(12)}`)

/** Distances in steps, so that many are equal; sums of them are exact. */
const steps = (most: number) =>
  fc
    .integer({ min: 2, max: 12 })
    .chain((leaves) =>
      fc
        .array(fc.integer({ min: 0, max: most }), { minLength: (leaves * (leaves - 1)) / 2, maxLength: 66 })
        .map((distances) => ({ leaves, distances: distances.slice(0, (leaves * (leaves - 1)) / 2) })),
    )

describe('clustering', () => {
  it.each(['complete', 'average'] as const)(
    '%s merges the nearest first, of equal ones the lowest leaves, as the twin does',
    (linkage) =>
      fc.assert(
        fc.property(steps(linkage === 'complete' ? 6 : 1 << 20), ({ leaves, distances }) => {
          expect(texts(clustersOf(distances, leaves, linkage))).toEqual(
            texts(plainClusters(distances, leaves, linkage)),
          )
        }),
        { numRuns: runs(300) },
      ),
  )

  it('merges by hand: four points at 0, 1, 4 and 6 of a line', () => {
    // |0−1| = 1, |4−6| = 2; then complete takes the greatest of 4, 6, 3, 5 and average their mean.
    const distances = [1, 4, 3, 6, 5, 2]
    const first = [
      { a: 0, b: 1, height: 1 },
      { a: 2, b: 3, height: 2 },
    ]
    const of = (linkage: Linkage) => agglomerate(Float64Array.from(distances), 4, linkage)
    expect(of('complete')).toEqual([...first, { a: 4, b: 5, height: 6 }])
    expect(of('average')).toEqual([...first, { a: 4, b: 5, height: 4.5 }])
  })

  it('has heights that never fall, also where many distances are equal', () =>
    fc.assert(
      fc.property(steps(3), fc.constantFrom('complete', 'average'), ({ leaves, distances }, linkage) => {
        const heights = clustersOf(
          distances.map((one) => one / 3),
          leaves,
          linkage,
        ).map(({ height }) => height)
        expect(heights).toEqual(heights.toSorted((a, b) => a - b))
      }),
    ))

  it('leaves the distances as they are', () => {
    const distances = Float64Array.from([1, 4, 3])
    agglomerate(distances, 3, 'average')
    expect([...distances]).toEqual([1, 4, 3])
  })
})

describe('clusters', () => {
  it('are cut by height, up to rounding', () => {
    const merges = [
      { a: 0, b: 2, height: 1 - 0.7 },
      { a: 1, b: 3, height: 0.4 },
    ]
    expect(stepsUpTo(merges, 0.3)).toBe(1)
    expect(stepsUpTo(merges, 0.29)).toBe(0)
    expect(stepsUpTo(merges, 1)).toBe(2)
    expect(clustersAfter(merges, 3, 1)).toEqual([[0, 2], [1]])
  })

  it('have mean similarities', () => {
    expect(meanSimilarities([2], new Float64Array(3))).toEqual([1])
    expect(meanSimilarities([0, 1, 2], Float64Array.of(0.5, 0.25, 1))).toEqual([0.375, 0.75, 0.625])
  })

  it('match others by the share of the leaves that they have in common', () => {
    const clusters = [[0, 1, 2], [3], [4, 5]]
    expect(highestJaccard(clusters, clusters)).toEqual([1, 1, 1])
    expect(
      highestJaccard(clusters, [
        [0, 1],
        [2, 3],
        [4, 5],
      ]),
    ).toEqual([2 / 3, 1 / 2, 1])
  })
})
