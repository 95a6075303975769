/** Scores whose relative difference is at most this are tied. */
const tie = 1e-12

/** Whether two scores are equal up to rounding; an infinite score is near only itself. */
export function isNear(a: number, b: number): boolean {
  if (a === b) return true
  return (
    Number.isFinite(a) && Number.isFinite(b) && Math.abs(a - b) <= tie * Math.max(Math.abs(a), Math.abs(b))
  )
}

/**
 * Whether two statistics without units, such as t, are equal up to rounding, whose error is absolute where
 * they are near 0.
 */
export function areNearStatistics(a: number, b: number): boolean {
  return isNear(a, b) || Math.abs(a - b) <= tie
}

/**
 * Splits sorted items into runs of items tied with the first of their run. Ties are found after sorting,
 * because nearness is not transitive.
 */
export function* tiedRuns<T>(sorted: readonly T[], areTied: (first: T, other: T) => boolean): Generator<T[]> {
  for (let start = 0; start < sorted.length;) {
    let end = start + 1
    while (end < sorted.length && areTied(sorted[start], sorted[end])) end++
    yield sorted.slice(start, end)
    start = end
  }
}
