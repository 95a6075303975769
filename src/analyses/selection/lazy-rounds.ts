import { bestTwo } from '../../search/best.ts'
import { isNear } from '../../statistics/ties.ts'

/** Candidates whose old scores bound their new ones. */
interface Bounded {
  /** No candidate is better than this; NaN where it is out. */
  readonly bounds: Float64Array
  /** How good those are that were scored anew; NaN for the others. */
  readonly exact: Float64Array
  /** What puts equal merits in order. */
  readonly tieOrder: () => Float64Array
  /** How many of the best are to be exact. */
  readonly places: number
  /** Scores some candidates anew, and writes their merits to both lists. */
  readonly score: (candidates: Int32Array) => Promise<void>
}

/** Candidates scored in the first round; each round twice as many. */
const firstRound = 32
/** So many of the greatest are found by putting each in its place; more by sorting. */
const fewPlaces = 512

/**
 * Scores candidates anew, those of the greatest bounds first, until no other can be among the best: where scores only
 * fall, few have to be looked at (the lazy evaluation of Minoux 1978). `score` writes what it finds to `exact`, and over
 * the bounds.
 */
export async function settleBest({ bounds, exact, tieOrder, places, score }: Bounded): Promise<void> {
  for (let round = firstRound; ; round *= 2) {
    const floor = placed(exact, places, tieOrder())
    const open = new Int32Array(bounds.length)
    let count = 0
    for (let i = 0; i < bounds.length; i++) {
      const bound = bounds[i]
      // What has no score any more cannot have one again.
      if (Number.isNaN(bound) || !Number.isNaN(exact[i])) continue
      if (Number.isNaN(floor) || bound > floor || isNear(bound, floor)) open[count++] = i
    }
    if (count === 0) return
    await score(greatest(bounds, open.subarray(0, count), round))
  }
}

/** So many candidates of the greatest bounds, the greatest first; of equal ones those that stand first. */
function greatest(bounds: Float64Array, candidates: Int32Array, most: number): Int32Array {
  if (most > fewPlaces) {
    return candidates
      .slice()
      .sort((a, b) => bounds[b] - bounds[a] || a - b)
      .subarray(0, most)
  }
  const found = new Int32Array(Math.min(most, candidates.length))
  let count = 0
  for (let i = 0; i < candidates.length; i++) {
    const bound = bounds[candidates[i]]
    if (count === found.length && bound <= bounds[found[count - 1]]) continue
    let place = count < found.length ? count++ : count - 1
    for (; place > 0 && bounds[found[place - 1]] < bound; place--) found[place] = found[place - 1]
    found[place] = candidates[i]
  }
  return found
}

/** The merit at that place, the best at the first; NaN where there are not so many. */
function placed(merits: Float64Array, place: number, tieOrder: Float64Array): number {
  if (place === 2) {
    const { second } = bestTwo(merits, tieOrder)
    return second < 0 ? NaN : merits[second]
  }
  const had = merits.filter((value) => !Number.isNaN(value)).sort()
  return had.length < place ? NaN : had[had.length - place]
}
