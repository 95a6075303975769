import { allocateNumbers } from '../columns/allocate.ts'
import type { HeldOutProducts, PenalisedSet } from '../kernel/elastic-net-job.ts'
import {
  firstOfSameSpan,
  inCoordinates,
  orthonormalBlocks,
  productsOf,
} from '../measures/orthonormal-blocks.ts'
import type { OrthonormalBlocks } from '../measures/orthonormal-blocks.ts'
import type { Moments } from '../statistics/moments.ts'

/** The greatest duality gaps, as shares of the variance of the target: of the path itself, and of those that are judged on held-out rows. */
const tolerance = { path: 1e-12, heldOut: 1e-6 } as const
/** A training set in orthonormal coordinates, its target divided by its standard deviation. */
export interface TrainingSet extends PenalisedSet {
  readonly blocks: OrthonormalBlocks
  /** The variance of the target; 1 where it is constant. */
  readonly variance: number
}

/** Makes one of the moments of its rows, and of the rows held out. `places` are the places of each feature in them. */
export function trainingSet(
  train: Moments,
  test: Moments | null,
  places: readonly (readonly number[])[],
): TrainingSet {
  const blocks = orthonormalBlocks(train, places)
  const { starts, coordinates } = blocks
  const width = coordinates.length
  const variance = train.comoment[0] / train.n || 1
  const deviation = Math.sqrt(variance)
  const { products, withTarget } = productsOf(blocks, train, train.n, allocateNumbers(width * width))
  // Exact where they are known, so that blocks stay apart from their own rounding.
  for (let block = 0; block < places.length; block++) {
    for (let a = starts[block]; a < starts[block + 1]; a++) {
      for (let b = starts[block]; b < starts[block + 1]; b++) products[a * width + b] = a === b ? 1 : 0
    }
  }
  const original = firstOfSameSpan(blocks, products)
  return {
    blocks,
    variance,
    starts,
    factors: Float64Array.from(places, (_, i) =>
      original[i] === i && starts[i + 1] > starts[i] ? Math.sqrt(starts[i + 1] - starts[i]) : Infinity,
    ),
    original,
    copies: original.reduce(
      (counts, of) => counts.fill(counts[of] + 1, of, of + 1),
      new Float64Array(places.length),
    ),
    products,
    withTarget: withTarget.map((product) => product / deviation),
    tolerance: test ? tolerance.heldOut : tolerance.path,
    heldOut: test && heldOutIn(blocks, train, test, deviation),
  }
}

function heldOutIn(
  blocks: OrthonormalBlocks,
  train: Moments,
  test: Moments,
  deviation: number,
): HeldOutProducts {
  const width = blocks.coordinates.length
  const { products, withTarget } = productsOf(blocks, test, 1, allocateNumbers(width * width))
  const shifts = test.mean.map((mean, i) => mean - train.mean[i] + (test.meanLow[i] - train.meanLow[i]))
  return {
    n: test.n,
    products,
    withTarget: withTarget.map((product) => product / deviation),
    ofTarget: test.comoment[0] / deviation / deviation,
    means: inCoordinates(blocks, shifts),
    targetMean: shifts[0] / deviation,
  }
}
