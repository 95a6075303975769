import type { Nearest, Warning } from '#core'

/** Fewer tied rows than this share, none of them at distance 0, change nothing that matters. */
const rareTies = 0.01

/**
 * What the user should know of estimates from neighbours: with tied or coinciding rows they depend on how
 * such rows are counted. One warning, of the set that has most of them, with what was done or what mends it.
 */
export function neighbourWarnings(
  { n, zeros, tied }: Nearest,
  k: number,
  done = 'estimates from neighbours depend on how ties are counted (counts of levels fit such data better)',
  hasEstimate: (set: number) => boolean = () => true,
): readonly Warning[] {
  let worst = -1
  n.forEach((rows, i) => {
    if (!hasEstimate(i)) return
    const matters = zeros[i] > 0 || tied[i] >= rareTies * rows
    if (rows > 0 && tied[i] > 0 && matters && (worst < 0 || tied[i] / rows > tied[worst] / n[worst]))
      worst = i
  })
  if (worst < 0) return []
  const share = `${tied[worst]} of ${n[worst]} rows`
  const coinciding = zeros[worst] > 0 ? `, ${zeros[worst]} of them at distance 0` : ''
  const message = `neighbours tie: ${share} have more than ${k} at the distance of the ${ordinal(k)}${coinciding}; ${done}`
  return [{ code: 'ties', message }]
}

/** Why a set has no estimate: with k rows or fewer no row has k neighbours. */
export function tooFewRows({ n }: Nearest, k: number): readonly (string | undefined)[] {
  return Array.from(n, (rows) => (rows > k ? undefined : `${rows} complete rows (needs more than k = ${k})`))
}

/** Whether most rows coincide with their k-th neighbour: then no distance estimates a density. */
export function isMostlyAtZero({ n, zeros }: Pick<Nearest, 'n' | 'zeros'>, i: number): boolean {
  return zeros[i] > n[i] / 2
}

/** Why a set has no estimate: most of its rows are at distance 0. */
export function tiedAtZero(nearest: Nearest, k: number, remedy: string): readonly (string | undefined)[] {
  return Array.from(nearest.n, (_, i) =>
    isMostlyAtZero(nearest, i) ? coinciding(nearest, i, k, remedy) : undefined,
  )
}

/** A line for a set whose rows mostly coincide. */
function coinciding({ n, zeros }: Nearest, i: number, k: number, remedy: string): string {
  return `${zeros[i]} of ${n[i]} rows have neighbour ${k} at distance 0 (no distance estimates a density there; ${remedy})`
}

function ordinal(k: number): string {
  const last = k % 10
  const isTeen = k % 100 > 10 && k % 100 < 14
  return `${k}${isTeen || last > 3 || last === 0 ? 'th' : ['st', 'nd', 'rd'][last - 1]}`
}
