import { groupRows, hashesOf, sumOfHashes, withoutHashes } from './row-hashes.ts'
import type { RowGroups, RowHashes } from './row-hashes.ts'

/** Rows that repeat others, more often than chance explains. */
export interface RepeatedRows extends RowGroups {
  readonly rows: number
  readonly distinct: number
  /** The most equal rows. */
  readonly most: number
}

/** Fewer repeated rows, as a share of all and as a number, change no result much. */
const fewest = { share: 0.02, rows: 5 }
/** Two different rows agree in a column of many values with at most this probability. */
const manyValues = 0.05
/** From so many columns of many values on, rows that are equal in all of them are looked at. */
const fewestColumns = 3
/** So many times more pairs are equal than independence of the columns expects. */
const timesExpected = 128
/** Of pairs that are equal in all other columns, at least this share is equal in the last as well. */
const leastAlike = 0.5

/**
 * Finds rows that are equal in all columns, more often than chance explains; null where there are none. Columns whose values all
 * differ are left out, such as row numbers, unless they are the target. A table of few coarse levels repeats by nature: only columns
 * of many values count as evidence, and, as columns that depend on each other agree more often than independence expects, pairs that
 * agree in all columns but one must agree in that one too, whichever it is.
 */
export function repeatedRows(
  features: readonly Float64Array[],
  target: Float64Array | null,
): RepeatedRows | null {
  const columns = target ? [target, ...features] : features
  const rows = columns[0]?.length ?? 0
  const hashes = columns.map(hashesOf)
  const kept = hashes.filter((one, i) => {
    const { length } = groupRows(one).sizes
    return length > 1 && (length < rows || (target !== null && i === 0))
  })
  const all = sumOfHashes(kept, rows)
  const groups = groupRows(all)
  const distinct = groups.sizes.length
  if (rows - distinct < Math.max(fewest.rows, fewest.share * rows)) return null
  const agreement = agreementsOf(kept, groups, distinct)
  const many = kept.filter((_, i) => agreement[i] <= manyValues)
  const equal = equalPairs(groups)
  const expected = agreement
    .filter((share) => share <= manyValues)
    .reduce((product, share) => product * share, (rows * (rows - 1)) / 2)
  if (many.length < fewestColumns || expected * timesExpected > equal) return null
  const isCopied = many.every((one) => equal >= leastAlike * equalPairs(groupRows(withoutHashes(all, one))))
  return isCopied
    ? { ...groups, rows, distinct, most: groups.sizes.reduce((most, size) => Math.max(most, size), 0) }
    : null
}

/** By column, the probability that two of the distinct rows agree in it; above 0, as for values that were not drawn yet. */
function agreementsOf(columns: readonly RowHashes[], { groupOf }: RowGroups, distinct: number): number[] {
  const firstOf = new Int32Array(distinct).fill(-1)
  groupOf.forEach((group, row) => {
    if (firstOf[group] < 0) firstOf[group] = row
  })
  const ofFirst = (hashes: Uint32Array) => Uint32Array.from(firstOf, (row) => hashes[row])
  const pairs = (distinct * (distinct - 1)) / 2
  return columns.map(
    ({ first, second }) =>
      (equalPairs(groupRows({ first: ofFirst(first), second: ofFirst(second) })) + 1) / (pairs + 1),
  )
}

function equalPairs({ sizes }: RowGroups): number {
  return sizes.reduce((sum, size) => sum + (size * (size - 1)) / 2, 0)
}
