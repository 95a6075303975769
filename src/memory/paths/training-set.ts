import { allocateNumbers } from '#core'
import type { Moments, PathPenalty, PathRequest } from '#core'
import { firstOfSameSpan, orthonormalBlocks, productsOf, productsWithPlace } from '#methods'
import type { OrthonormalBlocks } from '#methods'
import { copiesOfGroups } from '../penalties/penalised-set.ts'
import type { HeldOutProducts, PenalisedSet } from '../penalties/penalised-set.ts'

/**
 * The greatest duality gaps, as shares of the variance of the target: of the path itself, and of those that
 * are judged on held-out rows.
 */
const tolerance = { path: 1e-12, heldOut: 1e-6 } as const

/**
 * A training set in orthonormal coordinates, its target divided by its standard deviation. Of several targets each
 * coordinate stands for one after the other.
 */
export interface TrainingSet extends PenalisedSet {
  readonly blocks: OrthonormalBlocks
  /** The variance of the targets in their units; 1 where they are constant, or cannot be squared. */
  readonly variance: number
  /** The total weight of its rows. */
  readonly rows: number
}

/**
 * The unit of each target: 1 of one; of several their standard deviations, or 1 where one is constant or cannot be
 * squared.
 */
export function unitsOfTargets(targets: number, { n, comoment, mean }: Moments): Float64Array {
  const units = new Float64Array(targets).fill(1)
  if (targets === 1) return units
  return units.map((_, target) => {
    const variance = comoment[target * (mean.length + 1)] / n
    return variance > 0 && Number.isFinite(variance) ? Math.sqrt(variance) : 1
  })
}

/**
 * Makes one of the moments of its rows, and of the rows held out, the targets in some units. `places` are the
 * places of each feature in them.
 */
export function trainingSet(
  train: Moments,
  test: Moments | null,
  places: readonly (readonly number[])[],
  { groups, penalty }: Pick<PathRequest, 'groups' | 'penalty'>,
  units: Float64Array,
): TrainingSet {
  const blocks = orthonormalBlocks(train, places)
  const { starts, coordinates } = blocks
  const width = coordinates.length
  const square = varianceIn(units, train) || 1
  const variance = Number.isFinite(square) ? square : 1
  const products = productsOf(blocks, train, train.n, allocateNumbers(width * width))
  // Exact where they are known, so that blocks stay apart from their own rounding.
  for (let block = 0; block < places.length; block++) {
    for (let a = starts[block]; a < starts[block + 1]; a++) {
      for (let b = starts[block]; b < starts[block + 1]; b++) products[a * width + b] = a === b ? 1 : 0
    }
  }
  const groupStarts = new Uint32Array(groups.length + 1)
  groups.forEach((count, group) => (groupStarts[group + 1] = groupStarts[group] + count))
  // A fused penalty has differences between copies.
  const firstOfSpan =
    penalty.kind === 'fused' ? Uint32Array.from(places.keys()) : firstOfSameSpan(blocks, products)
  const { original, copies } = copiesOfGroups(blocks, groupStarts, firstOfSpan)
  const { ofBlocks, ofGroups } = sharesOf(penalty)
  return {
    blocks,
    variance,
    rows: train.n,
    starts: starts.map((start) => start * units.length),
    groupStarts,
    factors: Float64Array.from(places, (_, i) =>
      original[i] === i && starts[i + 1] > starts[i]
        ? ofBlocks * Math.sqrt(starts[i + 1] - starts[i])
        : Infinity,
    ),
    groupFactors: Float64Array.from(
      groups,
      (_, i) => ofGroups * Math.sqrt(starts[groupStarts[i + 1]] - starts[groupStarts[i]]),
    ),
    original,
    copies,
    products: forEachTarget(products, width, units.length),
    withTarget: withTargets(blocks, train, units, variance),
    tolerance: test ? tolerance.heldOut : tolerance.path,
    heldOut: test && heldOutIn(blocks, train, test, { units, variance }),
  }
}

function varianceIn(units: Float64Array, { n, comoment, mean }: Moments): number {
  return units.reduce(
    (sum, unit, target) => sum + comoment[target * (mean.length + 1)] / n / (unit * unit),
    0,
  )
}

/** The products of coordinates that stand for one target after the other: 0 between those of different targets. */
function forEachTarget(products: Float64Array, width: number, targets: number): Float64Array {
  if (targets === 1) return products
  const all = width * targets
  const spread = allocateNumbers(all * all)
  for (let a = 0; a < width; a++) {
    for (let b = 0; b < width; b++) {
      const first = a * targets * all + b * targets
      for (let target = 0; target < targets; target++)
        spread[first + target * (all + 1)] = products[a * width + b]
    }
  }
  return spread
}

/** Their products with their targets, of variance 1 together. */
function withTargets(
  blocks: OrthonormalBlocks,
  train: Moments,
  units: Float64Array,
  variance: number,
): Float64Array {
  const deviation = Math.sqrt(variance)
  const spread = new Float64Array(blocks.coordinates.length * units.length)
  units.forEach((unit, target) => {
    productsWithPlace(blocks, train, train.n, target).forEach(
      (product, i) => (spread[i * units.length + target] = product / (deviation * unit)),
    )
  })
  return spread
}

/** What the norms of blocks and of groups are multiplied with. */
function sharesOf(penalty: PathPenalty): { readonly ofBlocks: number; readonly ofGroups: number } {
  return penalty.kind === 'norms'
    ? { ofBlocks: penalty.columns, ofGroups: penalty.groups }
    : { ofBlocks: 1, ofGroups: 0 }
}

function heldOutIn(
  { coordinates }: OrthonormalBlocks,
  train: Moments,
  test: Moments,
  { units, variance }: Pick<HeldOutProducts, 'units' | 'variance'>,
): HeldOutProducts {
  const terms = new Uint32Array(coordinates.length + 1)
  coordinates.forEach(({ places }, i) => (terms[i + 1] = terms[i] + places.length))
  const places = Uint32Array.from(coordinates.flatMap((coordinate) => coordinate.places))
  const deviation = Math.sqrt(variance)
  return {
    n: test.n,
    comoment: comomentsAmong(test, new Set([...units.keys(), ...places])),
    shifts: test.mean.map((mean, i) => mean - train.mean[i] + (test.meanLow[i] - train.meanLow[i])),
    units,
    variance,
    terms,
    places,
    factors: Float64Array.from(
      coordinates.flatMap(({ factors }) => Array.from(factors, (one) => one * deviation)),
    ),
  }
}

/** The co-moments, 0 but among some places: others may be infinite. */
function comomentsAmong({ comoment, mean }: Moments, some: ReadonlySet<number>): Float64Array {
  const width = mean.length
  if (some.size === width) return comoment
  const among = allocateNumbers(comoment.length)
  among.set(comoment)
  for (let place = 0; place < width; place++) {
    if (some.has(place)) continue
    among.fill(0, place * width, (place + 1) * width)
    for (let row = 0; row < width; row++) among[row * width + place] = 0
  }
  return among
}
