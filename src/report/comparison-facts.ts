import type { Comparison, MethodDifference } from '#core'

/** The adjusted p-value up to which a difference counts as shown. */
const alpha = 0.05

/** What the paired tests of a comparison say, with its first learner. */
interface ComparisonFacts {
  /** The place of the method with the best mean. */
  readonly best: number
  /** How many pairs of methods were tested. */
  readonly pairs: number
  /** The least adjusted p-value; null where none could be tested. */
  readonly least: number | null
  /** The pairs whose difference is significant (5 %, corrected by Holm), in their order. */
  readonly differing: readonly MethodDifference[]
}

export function comparisonFacts({ methods, differences }: Comparison): ComparisonFacts {
  const [{ learner, better }] = methods[0].evidence
  const merits = methods.map(({ evidence: [{ selected }] }) =>
    better === 'higher' ? selected.mean : -selected.mean,
  )
  const best = merits.reduce((most, merit, place) => (merit > merits[most] ? place : most), 0)
  const tested = differences.filter((one) => one.learner === learner && one.adjusted !== null)
  return {
    best,
    pairs: tested.length,
    least: tested.length === 0 ? null : Math.min(...tested.map(({ adjusted }) => adjusted!)),
    differing: tested.filter(({ adjusted }) => adjusted! <= alpha),
  }
}
