import ln from '@stdlib/math-base-special-ln'

/** A class without training rows is 1e-14 times as likely as the least likely of the others. */
const lack = 14 * ln(10)

/** Gives classes that were not seen, in each row, a score below those of all others, in place. */
export function belowAll(scores: Float64Array, seen: readonly boolean[]): Float64Array {
  if (seen.every((one) => one)) return scores
  const { length } = seen
  for (let from = 0; from < scores.length; from += length) {
    let least = Infinity
    seen.forEach((one, place) => {
      if (one) least = Math.min(least, scores[from + place])
    })
    seen.forEach((one, place) => {
      if (!one) scores[from + place] = least - lack
    })
  }
  return scores
}
