import { randomOf } from '../contract/tables.ts'

/** What is drawn from a seed: the same everywhere, and again. */
export interface Draw {
  /** In [0, 1). */
  number(): number
  /** One of 0 … below − 1. */
  whole(below: number): number
  /** Whether one of so many cases is met. */
  chance(share: number): boolean
  pick<T>(from: readonly T[]): T
  /** So many different ones, in their order; all where there are no more. */
  some<T>(from: readonly T[], most: number): T[]
}

export function drawFrom(seed: number): Draw {
  const random = randomOf(seed)
  const whole = (below: number) => Math.floor(random() * below)
  return {
    number: random,
    whole,
    chance: (share) => random() < share,
    pick: (from) => from[whole(from.length)],
    some: (from, most) => {
      const left = [...from]
      while (left.length > most) left.splice(whole(left.length), 1)
      return left
    },
  }
}
