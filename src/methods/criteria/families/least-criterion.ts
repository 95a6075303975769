import type { OptionsOf, OptionTable } from '#core'
import type { CriterionFacts } from '../../shapes/criterion.ts'
import type { StepMethod, Sums } from '../../shapes/step-criterion.ts'
import type { PairTerms } from './pair-terms.ts'
import { definePairwise } from './pairwise-criterion.ts'

interface LeastRecord<O extends OptionTable> extends Omit<
  CriterionFacts<O>,
  'features' | 'target' | 'better' | 'units'
> {
  readonly units?: string
  /**
   * The term of each candidate with a selected column, of which the least over those columns is the score.
   */
  readonly term: (terms: PairTerms) => Float64Array
  /** Whether a score may not be above I(X_k;Y), which is then one more term. */
  readonly isBounded?: (options: OptionsOf<O>) => boolean
}

/**
 * The relatives that score a candidate by the selected column it does worst with. The least of more terms is
 * no greater, so scores can only fall once a column is selected, and from the beginning where I(X_k;Y) is a
 * term too. Redundancy and synergy of a score are those with the column that decided; where I(X_k;Y) did,
 * none.
 */
export function defineLeast<const O extends OptionTable, const Id extends string>({
  term,
  isBounded = () => false,
  ...facts
}: LeastRecord<O> & { readonly id: Id }): StepMethod<O, Id> {
  return definePairwise<O, Id>({
    ...facts,
    falling: (options) => (isBounded(options) ? 0 : 1),
    isConditional: () => true,
    add: (sums, terms, relevance, options) => {
      const none = new Float64Array(relevance.length)
      const bound = isBounded(options) ? { least: relevance, redundancy: none, synergy: none } : null
      return takeLesser('least' in sums ? sums : bound, {
        least: term(terms),
        redundancy: terms.redundancy,
        synergy: terms.conditional,
      })
    },
    score: (_, { least, redundancy, synergy }) => ({ score: least, redundancy, synergy }),
  })
}

/** For each candidate the numbers of the lesser of two, those known before where they are equal. */
function takeLesser(known: Sums | null, fresh: Sums): Sums {
  if (!known) return fresh
  const isLess = fresh['least'].map((value, k) => (value < known['least'][k] ? 1 : 0))
  const lesserOf = (name: string) => known[name].map((value, k) => (isLess[k] ? fresh[name][k] : value))
  return { least: lesserOf('least'), redundancy: lesserOf('redundancy'), synergy: lesserOf('synergy') }
}
