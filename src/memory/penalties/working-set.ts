import type { TargetRows } from './likelihood.ts'
import type { ColumnNorms } from './norms.ts'

/**
 * Places in groups of blocks that are penalised together, list by list; the first place of each list is its
 * intercept's.
 */
export interface WorkingSet {
  /** The coordinates that some list works on: each list has a place for each. */
  readonly coordinates: readonly number[]
  /** Places of one list, and of all. */
  readonly each: number
  readonly size: number
  /**
   * The first place of each block, and how many there are; the first block of each group, and how many there
   * are.
   */
  readonly starts: Uint32Array
  readonly groupStarts: Uint32Array
  /** What norms are multiplied with: 0 for an intercept, infinite for a block that stays 0, as an intercept
   * where there is none. */
  readonly factors: Float64Array
  readonly groupFactors: Float64Array
  /** For each group what its squares are divided by; infinite for an intercept. */
  readonly copies: Float64Array
  /** All intercepts may move by the same, too. */
  readonly isSymmetric: boolean
  /**
   * Coordinates of which the lists have one weight each that may all move by the same, as that changes no
   * probability: their places in the first list.
   */
  readonly shiftable: readonly number[]
}

/** The places of the working groups; `isWorking` says for each list which groups are. */
export function workingSetOf(
  norms: ColumnNorms,
  isWorking: readonly Uint8Array[],
  { isSymmetric, hasIntercepts }: Pick<TargetRows, 'isSymmetric' | 'hasIntercepts'>,
): WorkingSet {
  const { starts, groupStarts } = norms
  const groups = Array.from(norms.groupFactors.keys()).filter(
    (group) =>
      starts[groupStarts[group]] < starts[groupStarts[group + 1]] &&
      isWorking.some((own) => own[group] === 1),
  )
  const coordinates: number[] = []
  const shiftable: number[] = []
  for (const group of groups) {
    const [start, end] = [starts[groupStarts[group]], starts[groupStarts[group + 1]]]
    for (let i = start; i < end; i++) coordinates.push(i)
    if (isSymmetric && end === start + 1 && isWorking.every((own) => own[group] === 1))
      shiftable.push(coordinates.length)
  }
  const blocks: { start: number; factor: number }[] = []
  const found: { firstBlock: number; factor: number; copies: number }[] = []
  const each = coordinates.length + 1
  isWorking.forEach((working, list) => {
    let place = list * each
    found.push({ firstBlock: blocks.length, factor: 0, copies: Infinity })
    blocks.push({ start: place++, factor: hasIntercepts ? 0 : Infinity })
    for (const group of groups) {
      const first = groupStarts[group]
      found.push({
        firstBlock: blocks.length,
        factor: norms.groupFactors[group],
        copies: norms.copies[first],
      })
      for (let column = first; column < groupStarts[group + 1]; column++) {
        const width = starts[column + 1] - starts[column]
        if (width === 0) continue
        blocks.push({ start: place, factor: working[group] === 1 ? norms.factors[column] : Infinity })
        place += width
      }
    }
  })
  const size = isWorking.length * each
  return {
    coordinates,
    each,
    size,
    starts: Uint32Array.from([...blocks.map(({ start }) => start), size]),
    groupStarts: Uint32Array.from([...found.map(({ firstBlock }) => firstBlock), blocks.length]),
    factors: Float64Array.from(blocks, ({ factor }) => factor),
    groupFactors: Float64Array.from(found, ({ factor }) => factor),
    copies: Float64Array.from(found, ({ copies }) => copies),
    isSymmetric,
    shiftable,
  }
}
