import type { Arena } from '../threads/arena.ts'

/** A row, and the rows whose squared differences from it are summed: with weights, or once each. */
export interface NeighbourRun {
  readonly row: number
  readonly rows: ArrayLike<number>
  readonly weights: ArrayLike<number> | null
}

/** The size of a `NeighbourRun` in assembly/row-distances.ts. */
const bytesOfRun = 32

/** Writes runs that add to one list of sums into kernel memory. */
export function layOutRuns(
  arena: Arena,
  runs: readonly NeighbourRun[],
  sums: number,
): { readonly address: number; readonly length: number } {
  const filled = runs.filter(({ rows }) => rows.length > 0)
  const total = filled.reduce((sum, { rows }) => sum + rows.length, 0)
  const records = arena.bytes(filled.length * bytesOfRun)
  const rowsBlock = arena.integers(total)
  const weightsBlock = arena.numbers(filled.some(({ weights }) => weights) ? total : 0)
  const record = new DataView(records.view.buffer, records.address, filled.length * bytesOfRun)
  let at = 0
  filled.forEach(({ row, rows, weights }, i) => {
    rowsBlock.view.set(rows, at)
    if (weights) weightsBlock.view.set(weights, at)
    const weightsAt = weights ? weightsBlock.address + at * 8 : 0
    const fields = [row, 0, rowsBlock.address + at * 4, rows.length, weightsAt, sums]
    fields.forEach((field, place) => record.setUint32(i * bytesOfRun + place * 4, field, true))
    record.setFloat64(i * bytesOfRun + 24, 1, true)
    at += rows.length
  })
  return { address: records.address, length: filled.length }
}
