/** Scores nearer than this, relative to their size, are tied. */
const tie = 1e-12

/** Equal, or different by rounding alone; nothing is near an infinite score but itself. */
export function isNear(a: number, b: number): boolean {
  if (a === b) return true
  return (
    Number.isFinite(a) && Number.isFinite(b) && Math.abs(a - b) <= tie * Math.max(Math.abs(a), Math.abs(b))
  )
}
