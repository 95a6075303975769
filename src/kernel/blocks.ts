/**
 * Rows are summed in blocks of so many, whose sums are added in order: whoever sums a block, and however neighbours were
 * found, the bits are the same.
 */
export const blockRows = 8192

/** Rows from one up to another. */
export interface RowSpan {
  readonly from: number
  readonly to: number
}

/** The blocks of some rows, the first of which begins a block. */
export function blocksOf({ from, to }: RowSpan): RowSpan[] {
  const blocks: RowSpan[] = []
  for (let start = from; start < to; start += blockRows) {
    blocks.push({ from: start, to: Math.min(to, start + blockRows) })
  }
  return blocks
}
