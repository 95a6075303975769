import ln from '@stdlib/math-base-special-ln'

/** Which columns a sparse multinomial naive Bayes tells the classes by. */
export interface SparseNaiveBayes {
  /** By how much each column raises the log-likelihood, at the common share of the bound. */
  readonly gains: Float64Array
  readonly chosen: Uint8Array
  /** How much more the log-likelihood could be at most. */
  readonly gap: number
}

/** The share is found to neighbouring numbers. */
const mostHalvings = 1100

/**
 * At most `count` columns with parameters of their own in both classes, all others with common ones: by the
 * dual bound min over α of the sum of the `count` greatest gains f⁺·log(f⁺/(f·α)) + f⁻·log(f⁻/(f·(1 − α))),
 * f± the sums of a column in the classes, f both. Askari, d'Aspremont and El Ghaoui (2020). The sum is convex
 * in α: its slope is followed to where it changes sign.
 */
export function sparseNaiveBayes(
  positive: Float64Array,
  negative: Float64Array,
  count: number,
): SparseNaiveBayes {
  const at = (share: number) => {
    const gains = positive.map((value, i) => gainOf(value, negative[i], share))
    const order = Int32Array.from(gains, (_, i) => i).sort((a, b) => gains[b] - gains[a] || a - b)
    const taken = order.subarray(0, count).filter((i) => gains[i] > 0)
    const own = shareOf(positive, negative, taken)
    return { gains, taken, own, bound: sumOver(taken, (i) => gains[i]) }
  }
  let [low, high] = [0, 1]
  for (let halving = 0; halving < mostHalvings; halving++) {
    const middle = (low + high) / 2
    if (middle <= low || middle >= high) break
    // The slope of the sum is below 0 where the share of the columns taken is greater.
    const { own } = at(middle)
    if (own >= middle) low = middle
    if (!(own > middle)) high = middle
  }
  // Where the sum has a corner, the columns on either side differ.
  const [before, after] = [at(low), at(high)]
  const best = reachedBy(after) > reachedBy(before) ? after : before
  const chosen = new Uint8Array(positive.length)
  for (const i of best.taken) chosen[i] = 1
  return { gains: best.gains, chosen, gap: Math.max(0, best.bound - reachedBy(best)) }

  /** What columns gain at their own common share. */
  function reachedBy({ taken, own }: { readonly taken: Int32Array; readonly own: number }): number {
    return sumOver(taken, (i) => gainOf(positive[i], negative[i], own))
  }
}

/** A gain that is a smaller share of the sum is rounding. */
const rounding = 1e-14

/** f·KL(p‖α): how much the sums of a column gain from its own share p = f⁺/f of a class over a share α. */
function gainOf(positive: number, negative: number, share: number): number {
  const sum = positive + negative
  if (sum === 0) return 0
  const part = (value: number, of: number) => (value === 0 ? 0 : value * ln(value / (sum * of)))
  const gain = part(positive, share) + part(negative, 1 - share)
  return gain > rounding * sum ? gain : 0
}

function shareOf(positive: Float64Array, negative: Float64Array, columns: Int32Array): number {
  const ofPositive = sumOver(columns, (i) => positive[i])
  return ofPositive / (ofPositive + sumOver(columns, (i) => negative[i]))
}

function sumOver(columns: Int32Array, of: (i: number) => number): number {
  return columns.reduce((sum, i) => sum + of(i), 0)
}
