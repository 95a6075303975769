import type { RowSpace, SpaceColumn } from '../../kernel/row-space.ts'
import { preciseSum } from './precise-sum.ts'

/** The mean of the sums of absolute differences over all pairs of rows: column by column, without looking at pairs. */
export function meanDistance({ rows, columns, classStarts }: RowSpace): number {
  const total = preciseSum(columns.map((column) => sumOverPairs(column, classStarts)))
  return total / ((rows * (rows - 1)) / 2)
}

/** Σ of the differences of a column over all pairs of rows, expected ones where a value is missing. */
function sumOverPairs({ values, isLevels, expected }: SpaceColumn, classStarts: Uint32Array): number {
  const known = values.filter((value) => !Number.isNaN(value)).sort()
  const ofKnown = isLevels ? unequalPairs(known) : differencesOfPairs(known)
  if (!expected || known.length === values.length) return ofKnown
  const terms = [ofKnown]
  const missingOf = missingRows(values, classStarts)
  missingOf.forEach((missing, c) => {
    if (missing.length === 0) return
    const from = c * values.length
    const withKnown = values.map((value, row) => (Number.isNaN(value) ? 0 : expected.distances[from + row]))
    terms.push(missing.length * preciseSum(withKnown))
    for (let other = 0; other <= c; other++) {
      if (missingOf[other].length === 0) continue
      const pairs = missing.length * (other === c ? (missing.length - 1) / 2 : missingOf[other].length)
      terms.push(pairs * expected.distances[from + missingOf[other][0]])
    }
  })
  return preciseSum(terms)
}

/** The rows of each class without a value. */
function missingRows(values: Float64Array, classStarts: Uint32Array): readonly (readonly number[])[] {
  return Array.from(classStarts.subarray(1), (end, c) => {
    const missing: number[] = []
    for (let row = classStarts[c]; row < end; row++) if (Number.isNaN(values[row])) missing.push(row)
    return missing
  })
}

/** Each step between neighbours counts for all pairs that it lies between: no differences of large sums. */
function differencesOfPairs(sorted: Float64Array): number {
  const n = sorted.length
  const terms: number[] = []
  for (let i = 1; i < n; i++) terms.push((sorted[i] - sorted[i - 1]) * i * (n - i))
  return preciseSum(terms)
}

function unequalPairs(sorted: Float64Array): number {
  const n = sorted.length
  let equal = 0
  for (let start = 0; start < n;) {
    let end = start + 1
    while (end < n && sorted[end] === sorted[start]) end++
    equal += ((end - start) * (end - start - 1)) / 2
    start = end
  }
  return (n * (n - 1)) / 2 - equal
}
