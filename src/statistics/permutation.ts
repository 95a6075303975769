import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import type { Permutation } from './view.ts'

/**
 * From which row each row takes its value: the rows given are dealt out among themselves (Fisher and Yates), every
 * other row keeps its own. The stream depends on the seed, the column's name and the number alone, so reordering or
 * adding columns changes nothing for the others.
 */
export function permutedRows(
  permutation: Permutation,
  columnName: string,
  rows: number,
  dealt: Int32Array,
): Int32Array {
  const random = seeded(`${permutation.seed}/${permutation.number}/${columnName}`)
  const source = Int32Array.from({ length: rows }, (_, row) => row)
  for (let last = dealt.length - 1; last > 0; last--) {
    const other = uniformInt(random, 0, last)
    const row = source[dealt[last]]
    source[dealt[last]] = source[dealt[other]]
    source[dealt[other]] = row
  }
  return source
}

/** A stream of random numbers of its own for every text. */
export function seeded(text: string): ReturnType<typeof xoroshiro128plus> {
  return xoroshiro128plus(hash(text))
}

/** FNV-1a over UTF-16 units, with a final mix so that neighbouring numbers give unlike seeds. */
function hash(text: string): number {
  let state = 0x811c9dc5
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193)
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
  return state ^ (state >>> 16)
}
