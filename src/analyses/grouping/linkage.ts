import type { Linkage } from '#core'

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
