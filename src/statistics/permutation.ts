import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import type { Permutation } from './variable.ts'

/**
 * The row from which each row takes its value: the values of the `included` rows are permuted among them (Fisher and
 * Yates), every other row keeps its own. The random stream depends on the seed, the column's name and the number alone, so
 * reordering or adding columns changes nothing for the others.
 */
export function permutedRows(
  permutation: Permutation,
  columnName: string,
  rows: number,
  included: Int32Array,
): Int32Array {
  const random = seeded(`${permutation.seed}/${permutation.number}/${columnName}`)
  const source = Int32Array.from({ length: rows }, (_, row) => row)
  for (let last = included.length - 1; last > 0; last--) {
    const other = uniformInt(random, 0, last)
    const row = source[included[last]]
    source[included[last]] = source[included[other]]
    source[included[other]] = row
  }
  return source
}

/** A stream of random numbers seeded with a text. */
export function seeded(text: string): ReturnType<typeof xoroshiro128plus> {
  return xoroshiro128plus(hash(text))
}

/** FNV-1a over UTF-16 units, with a final mix so that similar texts give unrelated seeds. */
function hash(text: string): number {
  let state = 0x811c9dc5
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193)
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
  return state ^ (state >>> 16)
}
