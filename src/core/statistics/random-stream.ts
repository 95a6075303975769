import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** The generators of pure-rand, whose own type the published types cannot import: the package is bundled. */
export interface RandomStream {
  clone(): RandomStream
  next(): number
  getState(): readonly number[]
}

/** A stream of random numbers seeded with a text. */
export function seeded(text: string): RandomStream {
  return xoroshiro128plus(hash(text))
}

/**
 * A whole number from 0 to below `size`, at most 2^31: the draws of pure-rand's `uniformInt`, whose remainder
 * of doubles takes most of its time.
 */
export function drawBelow(random: RandomStream, size: number): number {
  const end = size > 2 ? Math.floor(4294967296 / size) * size : 4294967296
  let drawn = (random.next() ^ 0x80000000) >>> 0
  while (drawn >= end) drawn = (random.next() ^ 0x80000000) >>> 0
  return drawn % size
}

/** FNV-1a over UTF-16 units, with a final mix so that similar texts give unrelated seeds. */
export function hash(text: string): number {
  let state = 0x811c9dc5
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193)
  return scatter(state)
}

/** The final mix of MurmurHash3: similar numbers become unrelated ones. */
export function scatter(number: number): number {
  let state = Math.imul(number ^ (number >>> 16), 0x85ebca6b)
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
  return state ^ (state >>> 16)
}
