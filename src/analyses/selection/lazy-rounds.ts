import { isNear } from '#core'
import { bestTwo } from '#methods'

/** Candidates whose old scores are bounds of their new ones. */
interface LazyScores {
  /** Upper bounds of the merits; NaN where a candidate is barred. */
  readonly bounds: Float64Array
  /** The merits of the candidates scored again; NaN for the others. */
  readonly exact: Float64Array
  /** Breaks ties between equal merits. */
  readonly tieOrder: () => Float64Array
  /** How many of the best have to be exact. */
  readonly places: number
  /** Scores some candidates again, and writes their merits to both arrays. */
  readonly score: (candidates: Int32Array) => Promise<void>
}

/** How many candidates the first round scores; each later round scores twice as many. */
const firstRound = 32
/** Up to this many of the greatest are found by insertion, more by sorting. */
const fewPlaces = 512

/**
 * Scores candidates again, those of the greatest bounds first, until no other can be among the best. Where
 * scores only fall, few have to be scored (the lazy evaluation of Minoux 1978). `score` writes the merits to
 * `exact` and over the bounds.
 */
export async function scoreBestExactly({
  bounds,
  exact,
  tieOrder,
  places,
  score,
}: LazyScores): Promise<void> {
  for (let round = firstRound; ; round *= 2) {
    const floor = meritAtPlace(exact, places, tieOrder())
    const open = new Int32Array(bounds.length)
    let count = 0
    for (let i = 0; i < bounds.length; i++) {
      const bound = bounds[i]
      // A candidate that lost its score cannot get one again.
      if (Number.isNaN(bound) || !Number.isNaN(exact[i])) continue
      if (Number.isNaN(floor) || bound > floor || isNear(bound, floor)) open[count++] = i
    }
    if (count === 0) return
    await score(greatest(bounds, open.subarray(0, count), round))
  }
}

/** The candidates of the greatest bounds, the greatest first; ties in the order of the candidates. */
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

/** The merit at a place, the best at the first; NaN where there are fewer. */
function meritAtPlace(merits: Float64Array, place: number, tieOrder: Float64Array): number {
  if (place === 2) {
    const { second } = bestTwo(merits, tieOrder)
    return second < 0 ? NaN : merits[second]
  }
  const sorted = merits.filter((value) => !Number.isNaN(value)).sort()
  return sorted.length < place ? NaN : sorted[sorted.length - place]
}
