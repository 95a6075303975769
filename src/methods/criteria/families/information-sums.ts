import type { Entropies, EntropyRequest, Family, OptionsOf, OptionTable, Variable, View } from '#core'
import { ratio } from '../../measures/test.ts'
import type { CriterionFacts, Gaps } from '../../shapes/criterion.ts'
import { defineSubset } from '../../shapes/subset-criterion.ts'
import type { SubsetCriterion, SubsetMethod } from '../../shapes/subset-criterion.ts'
import { bitsOf } from '../../measures/estimators.ts'
import { overPairRows, pairEntropyNeeds, pairsOfSets, pairsWithGaps, sumPairs } from './pairs-of-sets.ts'
import type { PairsOfSets, RequestedPairs, SetSums, TermsOfPairs } from './pairs-of-sets.ts'

interface SumRecord<O extends OptionTable>
  extends
    Omit<CriterionFacts<O>, 'features' | 'target' | 'better' | 'units'>,
    Pick<SubsetCriterion<O>, 'monotone'> {
  /** Which sums the merit is made of, besides that of the columns. */
  readonly asked: (options: OptionsOf<O>) => RequestedPairs
  readonly merit: (sums: SetSums, options: OptionsOf<O>) => number
}

/**
 * The relatives that make a merit of Σ I(X_i;Y), Σ I(X_i;X_j) and Σ I(X_i;X_j|Y) over a set, plug-in, in
 * bits.
 */
export function defineInformationSum<const O extends OptionTable, const Id extends string>({
  asked,
  merit,
  ...facts
}: SumRecord<O> & { readonly id: Id }): SubsetMethod<O, Id> {
  return defineSubset<O, readonly EntropyRequest[], Id>({
    ...facts,
    features: { numeric: 'levels', categorical: 'levels' },
    target: 'levels',
    together: 2,
    pairwise: true,
    takesGiven: true,
    better: 'higher',
    units: 'bits',
    needs: ({ sets, target, options, view, gaps }) =>
      pairEntropyNeeds(sets, target!, asked(options), view, gaps),
    fold: (answers, { sets, options, gaps }) => {
      const pairs = pairsOfSets(sets)
      const terms = informationTerms(answers, pairs, asked(options), gaps)
      return sumPairs(sets, pairs, terms, (sums) => merit(sums, options))
    },
  })
}

/**
 * The information of each column with the target and of each pair, from the answers to `pairEntropyNeeds`.
 */
export function informationTerms(
  [x, y, xy, ...more]: readonly Entropies[],
  found: PairsOfSets,
  asked: RequestedPairs,
  gaps?: Gaps['gaps'],
): TermsOfPairs {
  const { first, second } = found
  const joint = asked.pairs ? more[0] : undefined
  const triples = asked.conditional ? more[asked.pairs ? 1 : 0] : undefined
  const information = (i: number) => bitsOf([x, i, 1], [y, i, 1], [xy, i, -1])
  const terms = {
    n: xy.n,
    relevance: x.n.map((_, i) => information(i)),
    redundancy: Float64Array.from(joint ? first : [], (a, pair) =>
      bitsOf([x, a, 1], [x, second[pair], 1], [joint!, pair, -1]),
    ),
    conditional: Float64Array.from(triples ? first : [], (a, pair) =>
      bitsOf([xy, a, 1], [xy, second[pair], 1], [triples!, pair, -1], [y, a, -1]),
    ),
  }
  const own = pairsWithGaps(found, gaps)
  if (own.length === 0) return terms
  const isAsked = [asked.pairs, asked.conditional].filter(Boolean).length
  return { ...terms, ...overPairRows(terms, own, { joint, triples, own: more.slice(isAsked) }) }
}

/** Terms of the pairs as symmetrical uncertainties, 2·I/(H + H). */
export function uncertaintyTerms(
  answers: readonly Entropies[],
  pairs: PairsOfSets,
  gaps?: Gaps['gaps'],
): TermsOfPairs {
  const [x, y] = answers
  const terms = informationTerms(answers, pairs, uncertaintiesAsked, gaps)
  const own = new Map(pairsWithGaps(pairs, gaps).map((pair, i) => [pair, i]))
  const [ofFirst, ofSecond] = answers.slice(4)
  const share = (bits: number, a: number, b: number) => ratio(2 * bits, a + b)
  const h = (of: Entropies, place: number) => bitsOf([of, place, 1])
  return {
    ...terms,
    relevance: terms.relevance.map((bits, i) => share(bits, h(x, i), h(y, i))),
    redundancy: terms.redundancy.map((bits, pair) => {
      const i = own.get(pair)
      if (i !== undefined) return share(bits, h(ofFirst, i), h(ofSecond, i))
      return share(bits, h(x, pairs.first[pair]), h(x, pairs.second[pair]))
    }),
  }
}

const uncertaintiesAsked = { pairs: true, conditional: false } as const

/** What symmetrical uncertainties of columns and pairs ask for. */
export function uncertaintyNeeds(
  sets: Family,
  target: Variable,
  view: View,
  gaps?: Gaps['gaps'],
): readonly EntropyRequest[] {
  return pairEntropyNeeds(sets, target, uncertaintiesAsked, view, gaps)
}
