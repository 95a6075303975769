import { md5 } from '@noble/hashes/legacy.js'

/**
 * The hash of the value of a key under a division: the first 32 bits of the MD5 of `seed/number/` and the
 * value as text, which JavaScript, DuckDB and ClickHouse compute alike. A number counts by its whole part.
 */
export function keyHash(prefix: string, value: string | number): number {
  const text = typeof value === 'number' ? String(BigInt(Math.trunc(value))) : value
  return new DataView(md5(new TextEncoder().encode(prefix + text)).buffer).getUint32(0)
}

/** What precedes the value of a key in the text that is hashed. */
export function keyPrefix({ seed, number }: { readonly seed: number; readonly number: number }): string {
  return `${seed}/${number}/`
}
