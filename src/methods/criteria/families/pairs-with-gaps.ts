import { joinVariables, singles } from '#core'
import type { Entropies, EntropyRequest, Variable, View } from '#core'
import type { Gaps } from '../../shapes/gaps.ts'
import { bitsOf } from './exact-bits.ts'
import type { PairsOfSets, RequestedPairs } from './pair-entropies.ts'
import type { TermsOfPairs } from './pair-sums.ts'

/** The pairs of which a column has gaps, by their numbers: their terms are over rows of their own. */
export function pairsWithGaps(
  { variables, first, second }: PairsOfSets,
  gaps: Gaps['gaps'],
): readonly number[] {
  if (!gaps) return []
  const isOpen = variables.map((variable) => gaps.has(variable))
  return first.flatMap((a, pair) => (isOpen[a] || isOpen[second[pair]] ? [pair] : []))
}

/**
 * H(X_i), H(X_j) of such pairs, and where the target counts H(X_i,Y), H(X_j,Y), H(Y), over the rows complete
 * in X_i, X_j, Y.
 */
export function gapPairNeeds(
  { variables, first, second }: PairsOfSets,
  own: readonly number[],
  target: Variable,
  { pairs, conditional }: RequestedPairs,
  view: View,
): readonly EntropyRequest[] {
  if (own.length === 0 || (!pairs && !conditional)) return []
  const [a, b] = [first, second].map((places) => own.map((pair) => variables[places[pair]]))
  const within = { list: a.map((variable, i) => [target, variable, b[i]]) }
  const alone = [target]
  const families = [
    singles(a),
    singles(b),
    ...(conditional
      ? [joinVariables(singles(a), alone), joinVariables(singles(b), alone), { list: a.map(() => alone) }]
      : []),
  ]
  return families.map((family) => ({ kind: 'entropy', family, within, view }))
}

/**
 * What was answered of such pairs: of both columns together, with the target, and what `ownPairNeeds` asked
 * for.
 */
interface GapPairAnswers {
  readonly joint: Entropies | undefined
  readonly triples: Entropies | undefined
  readonly own: readonly Entropies[]
}

/** The terms of pairs, those of such pairs over their own rows. */
export function overPairRows(
  { redundancy, conditional }: TermsOfPairs,
  pairs: readonly number[],
  { joint, triples, own: [a, b, ay, by, y] }: GapPairAnswers,
): Pick<TermsOfPairs, 'redundancy' | 'conditional' | 'pairRows'> {
  const [shared, given] = [redundancy.slice(), conditional.slice()]
  const rows = new Float64Array(Math.max(shared.length, given.length)).fill(Infinity)
  pairs.forEach((pair, i) => {
    if (joint) shared[pair] = bitsOf([a, i, 1], [b, i, 1], [joint, pair, -1])
    if (triples) given[pair] = bitsOf([ay, i, 1], [by, i, 1], [triples, pair, -1], [y, i, -1])
    if (a) rows[pair] = a.n[i]
  })
  return { redundancy: shared, conditional: given, pairRows: rows }
}
