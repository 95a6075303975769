import { randomOf } from '../contract/tables.ts'

/** Random choices from a seed, the same on every machine. */
export interface Draw {
  /** In [0, 1). */
  number(): number
  /** One of 0 … below − 1. */
  whole(below: number): number
  /** True with this probability. */
  chance(share: number): boolean
  pick<T>(from: readonly T[]): T
  /** At most this many different items, in their order. */
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
