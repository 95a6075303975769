/**
 * The rows of a block. Sums over rows are computed block by block and the blocks added in order, so the bits
 * do not depend on the thread, the task or the search structure.
 */
export const blockRows = 8192

/** A range of rows; `to` is exclusive. */
export interface RowSpan {
  readonly from: number
  readonly to: number
}

/** The blocks of a range that starts at a block. */
export function blocksOf({ from, to }: RowSpan): RowSpan[] {
  const blocks: RowSpan[] = []
  for (let start = from; start < to; start += blockRows) {
    blocks.push({ from: start, to: Math.min(to, start + blockRows) })
  }
  return blocks
}

/** Ranges of rows with equally many pairs with later rows. */
export function* pairRanges(rows: number, count: number): Generator<[from: number, to: number]> {
  let from = 0
  for (let piece = 1; piece <= count; piece++) {
    const to = Math.round(rows * (1 - Math.sqrt(1 - piece / count)))
    if (to > from) yield [from, to]
    from = to
  }
}
