import { CribaError } from '#core'

/** A rule that cuts a finished ranking; by `chosen` it keeps the columns that the method itself chooses. */
export interface Cut {
  readonly by: 'top' | 'share' | 'above' | 'fdr' | 'chosen'
  /** NaN for `chosen`. */
  readonly at: number
  /** The rule as text, `name:number`, or `chosen`. */
  readonly text: string
}

/** An entry of a ranking. */
interface Ranked {
  /** From 0, the best first. */
  readonly place: number
  /** How many entries the ranking has. */
  readonly total: number
  /** Greater is better. */
  readonly merit: number
  /** The smallest false discovery rate at which it is a discovery (Benjamini and Hochberg 1995). */
  readonly qValue: number
  /** Whether the method itself chooses it. */
  readonly isChosen: boolean
}

const limits = {
  top: [1, Infinity, 'a whole number, 1 or more'],
  share: [0, 1, '0 to 1'],
  above: [-Infinity, Infinity, 'a number'],
  fdr: [0, 1, '0 to 1'],
} as const

/** Keeps the columns that the method itself chooses. */
export const chosenCut: Cut = { by: 'chosen', at: NaN, text: 'chosen' }

/** Reads `top:10`, `share:0.1`, `above:0.3`, `fdr:0.05` or `chosen`. */
export function parseCut(text: string): Cut {
  if (text === chosenCut.text) return chosenCut
  const { name, value } = splitAtColon(text)
  if (!Object.hasOwn(limits, name)) {
    throw new CribaError(
      'invalid',
      `invalid cut: ${text} (needs top:10, share:0.1, above:0.3, fdr:0.05 or chosen)`,
    )
  }
  return makeCut(name as NumberedCut, value)
}

/** The text before the first colon, and the text after it. */
function splitAtColon(text: string): { readonly name: string; readonly value: string } {
  const colon = text.indexOf(':')
  return colon < 0 ? { name: text, value: '' } : { name: text.slice(0, colon), value: text.slice(colon + 1) }
}

type NumberedCut = keyof typeof limits

/** Makes a cut from the name of its rule and its number. */
export function makeCut(by: NumberedCut, value: string | number): Cut {
  const at = String(value).trim() === '' ? NaN : Number(value)
  const [least, most, needs] = limits[by]
  const isValid = at >= least && at <= most && Number.isFinite(at) && (by !== 'top' || Number.isInteger(at))
  if (isValid) return { by, at, text: `${by}:${value}` }
  throw new CribaError('invalid', `invalid cut: ${by}:${value} (needs ${needs})`)
}

/**
 * Whether an entry passes a cut: it is among the first ones, above a merit, a discovery at a rate, or chosen.
 */
export function passesCut({ place, total, merit, qValue, isChosen }: Ranked, { by, at }: Cut): boolean {
  switch (by) {
    case 'top':
      return place < at
    case 'share':
      return place < Math.ceil(at * total)
    case 'above':
      return merit > at
    case 'fdr':
      return qValue <= at
    case 'chosen':
      return isChosen
  }
}

/**
 * q-values of Benjamini and Hochberg (1995): the smallest false discovery rate at which each test is kept,
 * q_(i) = min over j ≥ i of m·p_(j)/j. NaN stays NaN and does not count as a test.
 */
export function falseDiscoveryRates(pValues: ArrayLike<number>): Float64Array {
  const tests = Array.from({ length: pValues.length }, (_, i) => i).filter((i) => !Number.isNaN(pValues[i]))
  tests.sort((a, b) => pValues[b] - pValues[a])
  const rates = new Float64Array(pValues.length).fill(NaN)
  let smallest = 1
  tests.forEach((test, fromLast) => {
    // At least 1, so no rounding gives a q below its p.
    const factor = tests.length / (tests.length - fromLast)
    smallest = Math.min(smallest, pValues[test] * factor)
    rates[test] = smallest
  })
  return rates
}
