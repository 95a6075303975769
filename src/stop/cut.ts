import { CribaError } from '../spec/error.ts'

/** Where a finished ranking is cut. */
export interface Cut {
  readonly by: 'top' | 'share' | 'above' | 'fdr'
  readonly at: number
  /** As it was said. */
  readonly text: string
}

/** One of a ranking, where it stands. */
export interface Ranked {
  /** From 0, the best first. */
  readonly place: number
  readonly of: number
  /** Greater is better. */
  readonly merit: number
  /** The least false discovery rate at which it is among the discoveries (Benjamini and Hochberg 1995). */
  readonly qValue: number
}

const limits = {
  top: [1, Infinity, 'a whole number, 1 or more'],
  share: [0, 1, '0 to 1'],
  above: [-Infinity, Infinity, 'a number'],
  fdr: [0, 1, '0 to 1'],
} as const

/** Reads `top:10`, `share:0.1`, `above:0.3` or `fdr:0.05`. */
export function parseCut(text: string): Cut {
  const { name, value: given } = parted(text)
  if (!Object.hasOwn(limits, name)) {
    throw new CribaError('invalid', `invalid cut: ${text} (needs top:10, share:0.1, above:0.3 or fdr:0.05)`)
  }
  return cutOf(name as Cut['by'], given)
}

/** What stands before the first colon, and all after it. */
function parted(text: string): { readonly name: string; readonly value: string } {
  const colon = text.indexOf(':')
  return colon < 0 ? { name: text, value: '' } : { name: text.slice(0, colon), value: text.slice(colon + 1) }
}

/** A cut from its rule and its number. */
export function cutOf(by: Cut['by'], given: string | number): Cut {
  const at = String(given).trim() === '' ? NaN : Number(given)
  const [least, most, needs] = limits[by]
  const isValid = at >= least && at <= most && Number.isFinite(at) && (by !== 'top' || Number.isInteger(at))
  if (isValid) return { by, at, text: `${by}:${given}` }
  throw new CribaError('invalid', `invalid cut: ${by}:${given} (needs ${needs})`)
}

/** Whether one stays: among the first so many, better than a merit, or a discovery at a rate. */
export function stays({ place, of, merit, qValue }: Ranked, { by, at }: Cut): boolean {
  switch (by) {
    case 'top':
      return place < at
    case 'share':
      return place < Math.ceil(at * of)
    case 'above':
      return merit > at
    case 'fdr':
      return qValue <= at
  }
}
