import { singles } from '#core'
import type { Answer, Request, Warning } from '#core'
import { defineRank } from '../shapes/criterion.ts'
import type { RankScores, RankStep, Reads } from '../shapes/criterion.ts'
import { informationOptions, informationReads } from './families/information-options.ts'
import type { InformationOptions } from './families/information-options.ts'
import { informationRoute } from './families/information-routes.ts'
import type { InformationRoute } from './families/neighbour-routes.ts'

/**
 * Rewards columns that are informative about the target, in whatever shape.
 *
 * J = I(X;Y) = H(X) + H(Y) − H(X,Y), in bits; by default plug-in on the coding shown, 0 to min(H(X),H(Y)):
 * numeric columns and a numeric target are discretised, a constant column gives 0, equal tables give equal
 * bits. `estimator` chooses another: `miller-madow` and `shrink` correct for few rows; `adjusted` takes away
 * what a column of these levels shares with a permuted target in the mean, so that columns of few levels and
 * of many compare; `ksg1` and `ksg2` (numbers with numbers), `ross` (numbers with levels), `nearest` (as the
 * types are) and `mesner-shalizi` (any types by one rule, two levels at distance 1) discretise nothing and look at
 * k neighbours; these can fall below 0 where there is no relation,
 * unless `clip`. p by permutation of the target on request. `information-gain` is the plug-in; `gain-ratio`
 * and `symmetrical-uncertainty` divide it by entropies; `joint-mi` is for sets. Shannon (1948); Hausser and
 * Strimmer (2009); Kraskov, Stögbauer and Grassberger (2004); Ross (2014); Mesner and Shalizi (2021);
 * Vinh, Epps and Bailey (2010).
 *
 * @example rank(table, { target: 'species', by: [mutualInformation({ estimator: 'nearest' })], permutations: 999 })
 */
export const mutualInformation = defineRank({
  id: 'mutual-information',
  title: 'Mutual information',
  features: { numeric: 'levels', categorical: 'levels' },
  target: 'levels',
  reads: ({ estimator }, types): Reads => informationReads(estimator, types),
  withoutChance: ({ estimator }) =>
    estimator === 'plug-in' ? 'mutual-information:estimator=adjusted' : null,
  takesGiven: ({ estimator }) => estimator === 'plug-in' || estimator === 'miller-madow',
  better: 'higher',
  units: 'bits',
  options: informationOptions('plug-in'),
  formula: 'I(X;Y) = H(X) + H(Y) − H(X,Y)',
  reference: 'Shannon 1948',
  needs: (step) => groupsOf(step).flatMap(({ requests }) => requests),
  fold: (answers: readonly Answer[], step) => {
    const score = new Float64Array(step.features.length)
    const n = new Float64Array(step.features.length)
    const why: (string | undefined)[] = step.features.map(() => undefined)
    const warnings: Warning[] = []
    const groups = groupsOf(step)
    let from = 0
    for (const { route, places, requests } of groups) {
      const found: RankScores = route.fold(answers.slice(from, from + requests.length))
      from += requests.length
      places.forEach((place, i) => {
        score[place] = found.score[i]
        n[place] = found.n[i]
        why[place] = found.why?.[i]
      })
      warnings.push(...(found.warnings ?? []))
    }
    if (new Set(groups.map(({ route }) => route.from)).size > 1) warnings.push(mixed)
    return { score, n, why, warnings }
  },
})

const mixed: Warning = {
  code: 'mixed-estimators',
  message:
    'mutual-information mixes estimators: levels with levels by counts, the rest by neighbours; compare their scores with care',
}

interface Group {
  readonly route: InformationRoute
  /** Which features of the step take it. */
  readonly places: readonly number[]
  readonly requests: readonly Request[]
}

/** The features by the way they take: numbers and levels may take different ones. */
function groupsOf({ features, target, options, view }: RankStep<InformationOptions>): readonly Group[] {
  return [true, false].flatMap((areNumbers) => {
    const places = [...features.keys()].filter((i) => (features[i].coding === null) === areNumbers)
    if (places.length === 0) return []
    const route = informationRoute(options, areNumbers, target!.coding === null)
    const sets = singles(places.map((i) => features[i]))
    return [{ route, places, requests: route.needs(sets, target!, view) }]
  })
}
