import type { MomentsOfFamily, MomentsRequest, Variable, View } from '#core'
import { correlations } from '../../measures/correlation.ts'
import type { PairsOfSets } from './pair-entropies.ts'
import type { TermsOfPairs } from './pair-sums.ts'

/**
 * What |ρ| of each column with the target and of each pair ask for, each over the rows complete in its own
 * columns.
 */
export function correlationNeeds(
  { variables, first, second }: PairsOfSets,
  target: Variable,
  view: View,
): readonly MomentsRequest[] {
  const ofTarget = { base: [target], each: variables }
  const pairs = { list: first.map((a, pair) => [variables[a], variables[second[pair]]]) }
  const families = first.length > 0 ? [ofTarget, pairs] : [ofTarget]
  return families.map((family) => ({ kind: 'moments', family, of: 'values', view }))
}

/** |ρ| of each column with the target and of each pair; `unsquarable` are columns, and −1 the target, too large to square. */
export function correlationTerms(
  [ofTarget, ofPairs]: readonly MomentsOfFamily[],
  { first, second }: PairsOfSets,
): TermsOfPairs & { readonly pairRows: Float64Array; readonly unsquarable: ReadonlySet<number> } {
  const [alone, pairs] = [correlations(ofTarget), ofPairs ? correlations(ofPairs) : []]
  const unsquarable = new Set<number>()
  alone.forEach(({ unsquarable: variable }, i) => {
    if (variable !== undefined) unsquarable.add(variable === 0 ? -1 : i)
  })
  pairs.forEach(({ unsquarable: variable }, pair) => {
    if (variable !== undefined) unsquarable.add((variable === 0 ? first : second)[pair])
  })
  const sizes = (of: readonly { readonly rho: number }[]) => Float64Array.from(of, ({ rho }) => Math.abs(rho))
  return {
    n: Float64Array.from(alone, ({ n }) => n),
    relevance: sizes(alone),
    redundancy: sizes(pairs),
    conditional: new Float64Array(0),
    pairRows: Float64Array.from(pairs, ({ n }) => n),
    unsquarable,
  }
}
