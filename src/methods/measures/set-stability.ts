import type { Stability } from '#core'

/** The 97.5 % quantile of the standard normal distribution. */
const z = 1.959963984540054

/**
 * The stability of sets out of `columns` columns, from at least two sets.
 *
 * - Jaccard: the mean over pairs of sets;
 * - Kuncheva (2007): the mean over pairs of (r·d − k²)/(k(d − k)), r columns in common, k in each, d in all;
 * - Nogueira, Sechidis and Brown (2018): Φ = 1 − [Σ_f M/(M−1)·p_f(1−p_f)/d] / [(k̄/d)(1−k̄/d)], p_f the share
 *   of the M sets that have column f, k̄ their mean size: 0 for sets drawn at random, 1 for equal ones;
 *   normal interval by their theorem 7.
 */
export function setStability(
  sets: readonly ReadonlySet<string>[],
  columns: number,
): Omit<Stability, 'columns'> {
  const [{ size }] = sets
  const isOneSize = size > 0 && size < columns && sets.every((set) => set.size === size)
  return {
    jaccard: meanOverPairs(sets, jaccard),
    kuncheva: isOneSize ? meanOverPairs(sets, (a, b) => consistency(a, b, columns)) : null,
    nogueira: nogueira(sets, columns),
  }
}

/** |A ∩ B| / |A ∪ B|, 1 where both are empty. */
export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = countCommon(a, b)
  const all = a.size + b.size - common
  return all === 0 ? 1 : common / all
}

function consistency(a: ReadonlySet<string>, b: ReadonlySet<string>, columns: number): number {
  return (countCommon(a, b) * columns - a.size * a.size) / (a.size * (columns - a.size))
}

function countCommon(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0
  for (const one of a) if (b.has(one)) common++
  return common
}

function meanOverPairs(
  sets: readonly ReadonlySet<string>[],
  of: (a: ReadonlySet<string>, b: ReadonlySet<string>) => number,
): number {
  let sum = 0
  for (let i = 0; i < sets.length; i++) for (let j = 0; j < i; j++) sum += of(sets[j], sets[i])
  return sum / ((sets.length * (sets.length - 1)) / 2)
}

function nogueira(sets: readonly ReadonlySet<string>[], columns: number): Stability['nogueira'] {
  const M = sets.length
  const share = new Map<string, number>()
  for (const set of sets) for (const one of set) share.set(one, (share.get(one) ?? 0) + 1 / M)
  const mean = sets.reduce((sum, { size }) => sum + size, 0) / M / columns
  const spread = mean * (1 - mean)
  if (!(spread > 0)) return null
  let variance = 0
  for (const p of share.values()) variance += p * (1 - p)
  const value = 1 - ((M / (M - 1)) * variance) / columns / spread
  const each = sets.map((set) => {
    const own = set.size / columns
    let shared = 0
    for (const one of set) shared += share.get(one)!
    return (shared / columns - own * mean + (value / 2) * (2 * own * mean - own - mean + 1)) / spread
  })
  const centre = each.reduce((sum, one) => sum + one, 0) / M
  const error = (2 / M) * Math.sqrt(each.reduce((sum, one) => sum + (one - centre) * (one - centre), 0))
  return { value, interval: [value - z * error, value + z * error] }
}
