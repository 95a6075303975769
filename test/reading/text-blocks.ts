import type { TextBytes } from '../../dist/src/files/text/text-bytes.js'

export const megabyte = 1 << 20

/** Bytes in blocks whose sizes repeat. */
export function inBlocks(bytes: Uint8Array, sizes: readonly number[]): TextBytes {
  return {
    label: 'blocks.csv',
    size: bytes.length,
    async *blocks(onRead = () => {}) {
      let at = 0
      for (let i = 0; at < bytes.length; i++) {
        const block = bytes.subarray(at, at + sizes[i % sizes.length])
        at += block.length
        onRead(at / bytes.length)
        yield block
      }
    },
  }
}

/** A number of threads, and the sizes of blocks. */
export type Way = readonly [threads: number, sizes: readonly number[]]

const uneven = [megabyte - 1, 1, 7, 300_001]
/** Chunks are made of blocks before threads have them. */
export const ways: readonly Way[] = [
  [1, [65_537]],
  [1, uneven],
  [1, [6 * megabyte]],
  [2, [megabyte]],
  [2, uneven],
]

/** The ways in which boundaries fall most unevenly. */
export const fewWays: readonly Way[] = ways.filter(([, sizes]) => sizes === uneven)

/** A cell that makes 26,000 rows large enough for threads, and 7,000 larger than a chunk: few long rows cost little. */
export const padding = 'p'.repeat(160)

export const range = (count: number) => [...Array(count).keys()]
export const lines = (header: string, rows: readonly string[], end = '\n') => [header, ...rows, ''].join(end)
