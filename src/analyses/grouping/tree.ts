import { isNear } from '#core'
import type { ColumnGroup, Linkage, SettledGroupsSpec } from '#core'
import type { Similarities } from './pair-similarities.ts'

/** A tree of columns, and the clusters that its cut leaves. */
export interface ColumnTree {
  readonly merges: readonly Merge[]
  readonly clusters: readonly (readonly number[])[]
}

/** Distances are multiples of 2^-40, so that those which differ by rounding alone, as of weighted copies, are equal. */
const steps = 1_099_511_627_776

/** Builds the tree from the similarities of all pairs and cuts it. */
export function treeOf(
  { similarity }: Pick<Similarities, 'similarity'>,
  columns: number,
  { linkage, height, count }: Pick<SettledGroupsSpec, 'linkage' | 'height' | 'count'>,
): ColumnTree {
  const distances = similarity.map((one) => Math.round((1 - one) * steps) / steps)
  const merges = agglomerate(distances, columns, linkage)
  const joined = count === null ? stepsUpTo(merges, height!) : Math.max(0, columns - count)
  return { merges, clusters: clustersAfter(merges, columns, joined) }
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

/** One step of a clustering: leaves are numbered from 0, and the cluster of step i is leaves + i. */
export interface Merge {
  readonly a: number
  readonly b: number
  readonly height: number
}

/** The place of a pair in a triangle of pairs: (0,1), (0,2), (1,2), (0,3) … */
export function placeOfPair(i: number, j: number): number {
  return i < j ? (j * (j - 1)) / 2 + i : (i * (i - 1)) / 2 + j
}

/**
 * Agglomerative clustering from a triangle of distances, by nearest-neighbour chains (Murtagh 1983; Müllner
 * 2011): O(n²) time and memory. The steps come in the order of their heights. The result is that of merging
 * the two nearest clusters again and again. Of equal distances the one with the lowest leaves comes first,
 * where a cluster stands at its lowest leaf.
 */
export function agglomerate(given: Float64Array, leaves: number, linkage: Linkage): readonly Merge[] {
  const distances = given.slice()
  // The number of leaves of the cluster at each place; 0 once it was merged into one before it.
  const sizes = new Float64Array(leaves).fill(1)
  const found: Merge[] = []
  const chain: number[] = []
  let first = 0
  while (found.length < leaves - 1) {
    if (chain.length === 0) {
      while (sizes[first] === 0) first++
      chain.push(first)
    }
    const last = chain[chain.length - 1]
    const nearest = nearestTo(last, distances, sizes)
    if (nearest !== chain[chain.length - 2]) {
      chain.push(nearest)
      continue
    }
    chain.length -= 2
    const [a, b] = last < nearest ? [last, nearest] : [nearest, last]
    found.push({ a, b, height: distances[placeOfPair(a, b)] })
    join(a, b, distances, sizes, linkage)
  }
  return numbered(found, leaves)
}

/** The nearest cluster; of several the one at the lowest place. */
function nearestTo(place: number, distances: Float64Array, sizes: Float64Array): number {
  let nearest = -1
  let least = Infinity
  const before = (place * (place - 1)) / 2
  for (let other = 0; other < place; other++) {
    if (sizes[other] === 0 || distances[before + other] >= least) continue
    least = distances[before + other]
    nearest = other
  }
  for (let other = place + 1, at = placeOfPair(place, other); other < sizes.length; at += other++) {
    if (sizes[other] === 0 || distances[at] >= least) continue
    least = distances[at]
    nearest = other
  }
  return nearest
}

/** Merges the cluster at `b` into that at `a`. */
function join(a: number, b: number, distances: Float64Array, sizes: Float64Array, linkage: Linkage): void {
  const [ofA, ofB] = [sizes[a], sizes[b]]
  sizes[a] += ofB
  sizes[b] = 0
  for (let other = 0; other < sizes.length; other++) {
    if (sizes[other] === 0 || other === a) continue
    const at = placeOfPair(a, other)
    const [x, y] = [distances[at], distances[placeOfPair(b, other)]]
    if (linkage === 'complete') distances[at] = Math.max(x, y)
    // A mean that rounding puts below both would break the chain.
    else distances[at] = Math.max(Math.min(x, y), (ofA * x + ofB * y) / (ofA + ofB))
  }
}

/**
 * The steps with the numbers of clusters instead of places, in the order of their heights. Of those of equal
 * height that can be taken, because both clusters are there, the one with the lowest leaves comes first.
 */
function numbered(found: readonly Merge[], leaves: number): readonly Merge[] {
  const clusterAt = Int32Array.from({ length: leaves }, (_, leaf) => leaf)
  return inOrder(found).map(({ a, b, height }, step) => {
    const [x, y] = [clusterAt[a], clusterAt[b]]
    clusterAt[a] = leaves + step
    return { a: Math.min(x, y), b: Math.max(x, y), height }
  })
}

/**
 * The steps in this order. A cluster is no higher than those that contain it, so one of the least height can
 * be taken.
 */
function inOrder(found: readonly Merge[]): readonly Merge[] {
  const madeBy = new Map<number, number>()
  const parts = found.map(({ a, b }, step) => {
    const both = [madeBy.get(a), madeBy.get(b)].filter((part) => part !== undefined)
    madeBy.set(a, step)
    return both
  })
  const isTaken = found.map(() => false)
  const rest = [...found.keys()].sort((i, j) => {
    const [one, other] = [found[i], found[j]]
    return one.height - other.height || one.a - other.a || one.b - other.b
  })
  return found.map(() => {
    const next = rest.findIndex((step) => parts[step].every((part) => isTaken[part]))
    const [step] = rest.splice(next, 1)
    isTaken[step] = true
    return found[step]
  })
}
