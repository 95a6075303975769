/** Scores nearer than this, relative to their size, are tied. */
const tie = 1e-12

/** Equal, or different by rounding alone; nothing is near an infinite score but itself. */
export function isNear(a: number, b: number): boolean {
  if (a === b) return true
  return (
    Number.isFinite(a) && Number.isFinite(b) && Math.abs(a - b) <= tie * Math.max(Math.abs(a), Math.abs(b))
  )
}

/** Runs of sorted things that are tied with the first of their run: nearness is no order, so ties come after sorting. */
export function* tiedRuns<T>(sorted: readonly T[], areTied: (first: T, other: T) => boolean): Generator<T[]> {
  for (let start = 0; start < sorted.length;) {
    let end = start + 1
    while (end < sorted.length && areTied(sorted[start], sorted[end])) end++
    yield sorted.slice(start, end)
    start = end
  }
}
