import { isNear } from '#core'
import { placeOfPair } from './linkage.ts'
import type { Merge } from './linkage.ts'

/** The clusters that the first steps of a clustering leave, in the order of their first leaves. */
export function clustersAfter(
  merges: readonly Merge[],
  leaves: number,
  steps: number,
): readonly (readonly number[])[] {
  const clusters: (readonly number[] | null)[] = Array.from({ length: leaves }, (_, leaf) => [leaf])
  for (const { a, b } of merges.slice(0, steps)) {
    clusters.push([...clusters[a]!, ...clusters[b]!].sort((i, j) => i - j))
    clusters[a] = clusters[b] = null
  }
  return clusters.filter((cluster) => cluster !== null).sort(([i], [j]) => i - j)
}

/** How many steps are at most at this height. */
export function stepsUpTo(merges: readonly Merge[], height: number): number {
  const above = merges.findIndex((merge) => merge.height > height && !isNear(merge.height, height))
  return above < 0 ? merges.length : above
}

/** The mean similarity of each member to the others; 1 for a cluster of one. */
export function meanSimilarities(cluster: readonly number[], similarities: Float64Array): readonly number[] {
  if (cluster.length === 1) return [1]
  return cluster.map((member) => {
    const sum = cluster.reduce(
      (sum, other) => (other === member ? sum : sum + similarities[placeOfPair(member, other)]),
      0,
    )
    return sum / (cluster.length - 1)
  })
}

/** The place of the largest number; of nearly equal ones the first. */
export function placeOfLargest(numbers: readonly number[]): number {
  return numbers.reduce(
    (best, x, place) => (x > numbers[best] && !isNear(x, numbers[best]) ? place : best),
    0,
  )
}

/**
 * The highest Jaccard similarity of each cluster with one of other clusters of the same leaves: |A ∩ B| / |A
 * ∪ B|.
 */
export function highestJaccard(
  clusters: readonly (readonly number[])[],
  others: readonly (readonly number[])[],
): readonly number[] {
  const otherOf = new Map(others.flatMap((other, place) => other.map((leaf) => [leaf, place])))
  return clusters.map((cluster) => {
    const shared = new Map<number, number>()
    for (const leaf of cluster) {
      const other = otherOf.get(leaf)!
      shared.set(other, (shared.get(other) ?? 0) + 1)
    }
    let highest = 0
    for (const [other, both] of shared) {
      highest = Math.max(highest, both / (cluster.length + others[other].length - both))
    }
    return highest
  })
}
