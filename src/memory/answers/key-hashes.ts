import { keyHash, keyPrefix } from '#core'
import type { Division } from '#core'
import type { Codes } from './codes.ts'

/** The hash of the key of each row under a division. */
export function keyHashesOf({ codes, levels }: Codes, division: Division): Uint32Array {
  const prefix = keyPrefix(division)
  const hashes = levels.map((level) => keyHash(prefix, level))
  return Uint32Array.from(codes, (code: number) => hashes[code])
}
