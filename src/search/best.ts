import { isNear } from '../statistics/ties.ts'

/** The best of some merits and the one after it. */
export interface Best {
  /** The first of those that are tied with the best; −1 where there is none. */
  readonly first: number
  /** The best of the others, the first of those tied with it; −1 where there is none. */
  readonly second: number
  readonly tied: boolean
}

/** Finds the best two; what is NaN cannot be had, and of ties the first stands first. */
export function bestTwo(merit: Float64Array): Best {
  const first = bestOf(-1)
  const second = first < 0 ? -1 : bestOf(first)
  return { first, second, tied: second >= 0 && isNear(merit[first], merit[second]) }

  function bestOf(other: number): number {
    let best = -1
    for (let i = 0; i < merit.length; i++) {
      if (i === other || Number.isNaN(merit[i])) continue
      if (best < 0 || merit[i] > merit[best]) best = i
    }
    if (best < 0) return best
    const least = merit[best]
    return merit.findIndex((value, i) => i !== other && isNear(value, least))
  }
}
