import { isNear } from '#core'
import type { ColumnGroup, SettledGroupsSpec } from '#core'
import { agglomerate, placeOfPair } from './linkage.ts'
import type { Merge } from './linkage.ts'
import type { Similarities } from './pair-similarities.ts'

/** A tree of columns, and the clusters that its cut leaves. */
export interface ColumnTree {
  readonly merges: readonly Merge[]
  readonly clusters: readonly (readonly number[])[]
}

/** Builds the tree from the similarities of all pairs and cuts it. */
export function treeOf(
  { similarity }: Pick<Similarities, 'similarity'>,
  columns: number,
  { linkage, height, count }: Pick<SettledGroupsSpec, 'linkage' | 'height' | 'count'>,
): ColumnTree {
  const distances = similarity.map((one) => 1 - one)
  const merges = agglomerate(distances, columns, linkage)
  const steps = count === null ? stepsUpTo(merges, height!) : Math.max(0, columns - count)
  return { merges, clusters: clustersAfter(merges, columns, steps) }
}

/** The height of each cluster: that of the last of its merges. */
function heightsOf(merges: readonly Merge[], clusters: ColumnTree['clusters'], columns: number): number[] {
  const lowest = new Map(clusters.map(([leaf], place) => [leaf, place]))
  const first = Int32Array.from({ length: columns + merges.length }, (_, leaf) => leaf)
  const heights = clusters.map(() => 0)
  const size = new Int32Array(columns + merges.length).fill(1)
  merges.forEach(({ a, b, height }, step) => {
    const cluster = columns + step
    first[cluster] = Math.min(first[a], first[b])
    size[cluster] = size[a] + size[b]
    const place = lowest.get(first[cluster])
    if (place !== undefined && clusters[place].length === size[cluster]) heights[place] = height
  })
  return heights
}

/** The groups: the largest first, equally large ones in the table's order. */
export function describeGroups(
  { merges, clusters }: ColumnTree,
  { similarity }: Pick<Similarities, 'similarity'>,
  names: readonly string[],
  relevance: Float64Array | null,
  stability: readonly number[] | null,
): readonly ColumnGroup[] {
  const heights = heightsOf(merges, clusters, names.length)
  const groups = clusters.map((cluster, place): ColumnGroup => {
    const means = meanSimilarities(cluster, similarity)
    const best = cluster[placeOfLargest(relevance ? cluster.map((member) => relevance[member]) : means)]
    return {
      representative: names[best],
      members: cluster.map((member) => ({
        feature: names[member],
        similarity: member === best ? 1 : similarity[placeOfPair(member, best)],
        ...(relevance && { relevance: relevance[member] }),
      })),
      cohesion: means.reduce((sum, mean) => sum + mean, 0) / means.length,
      height: heights[place],
      ...(stability && { stability: stability[place] }),
    }
  })
  return groups.sort((a, b) => b.members.length - a.members.length)
}

/** The clusters that the first steps of a clustering leave, in the order of their first leaves. */
function clustersAfter(
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
function stepsUpTo(merges: readonly Merge[], height: number): number {
  const above = merges.findIndex((merge) => merge.height > height && !isNear(merge.height, height))
  return above < 0 ? merges.length : above
}

/** The mean similarity of each member to the others; 1 for a cluster of one. */
function meanSimilarities(cluster: readonly number[], similarities: Float64Array): readonly number[] {
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
function placeOfLargest(numbers: readonly number[]): number {
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
