import { isNear } from '../statistics/ties.ts'

/** The best of some merits and the one after it. */
export interface Best {
  /** The first of those that are tied with the best; −1 where there is none. */
  readonly first: number
  /** The best of the others, the first of those tied with it; −1 where there is none. */
  readonly second: number
  readonly tied: boolean
}

/**
 * Finds the best two; what is NaN cannot be had. Equal merits are put in order by `tieOrder`, where it is given; of ties the
 * first stands first.
 */
export function bestTwo(merit: Float64Array, tieOrder?: Float64Array): Best {
  const first = bestOf(-1)
  const second = first < 0 ? -1 : bestOf(first)
  return { first, second, tied: second >= 0 && areTied(first, second) }

  function areTied(a: number, b: number): boolean {
    return isNear(merit[a], merit[b]) && (!tieOrder || isNear(tieOrder[a], tieOrder[b]))
  }

  // Loops that name nothing but numbers: a search passes here with every candidate at every step.
  function bestOf(other: number): number {
    let best = -1
    let top = NaN
    for (let i = 0; i < merit.length; i++) {
      const value = merit[i]
      if (i === other || Number.isNaN(value)) continue
      const isBetter =
        value > top || (value === top && tieOrder !== undefined && tieOrder[i] > tieOrder[best])
      if (best >= 0 && !isBetter) continue
      best = i
      top = value
    }
    for (let i = 0; i < best; i++) if (i !== other && areTied(i, best)) return i
    return best
  }
}

/** By how much one merit is above another; two that are beyond all numbers are not apart. */
export function gapBetween(better: number, worse: number): number {
  return better === worse ? 0 : better - worse
}
