import type { Entropies, EntropyAnswer, EntropyRequest } from '#core'
import { defineStep } from '../shapes/step-criterion.ts'
import { bitsOf } from '../measures/estimators.ts'
import { relevanceFold, relevanceNeeds, withoutRounding } from './families/pair-terms.ts'

/**
 * Rewards columns that are informative about the target together with each pair of selected ones.
 *
 * J(X_k) = Σ_{i<j} I(X_k,X_i,X_j;Y) over the pairs of selected columns, in bits, over the rows complete in
 * all columns. The first two columns are chosen as by `jmi`: by I(X_k;Y), then by I(X_k,X_j;Y) − I(X_j;Y). A
 * constant column scores the information of the pairs without it. It sees what shows in threes only, where
 * `jmi` looks at one selected column at a time; its tables have four columns, so rows should be many.
 * Sechidis, Azzimonti, Pocock, Corani, Weatherall and Brown (2019).
 *
 * @example select(table, { target: 'y', criterion: jmi3(), k: 10 })
 */
export const jmi3 = defineStep({
  id: 'jmi3',
  title: 'Joint mutual information of three columns',
  features: { numeric: 'levels', categorical: 'levels' },
  target: 'levels',
  together: 3,
  takesGiven: true,
  better: 'higher',
  units: 'bits',
  options: {},
  formula: 'J = Σ_{i<j∈S} I(X_k,X_i,X_j;Y)',
  reference: 'Sechidis et al. 2019',
  needs: (step): readonly EntropyRequest[] => {
    if (!step.sums) return relevanceNeeds(step)
    const { candidates, selected, target, view } = step
    const last = selected.at(-1)!
    const others = selected.length === 1 ? [[]] : selected.slice(0, -1).map((other) => [other])
    return [
      {
        kind: 'entropy',
        family: { list: selected.length === 1 ? [[last], [last, target!]] : [[target!]] },
        view,
      },
      ...others.map((other): EntropyRequest => ({
        kind: 'entropy',
        family: { base: [...other, last], each: candidates },
        also: target!,
        view,
      })),
    ]
  },
  fold: (answers: readonly EntropyAnswer[], step) => {
    const { sums, selected } = step
    if (!sums) {
      const { n, relevance } = relevanceFold(answers, step)
      const score = withoutRounding(relevance)
      return { n, score, sums: { relevance }, parts: { relevance } }
    }
    const [ends, ...sets] = answers
    const [relevance, before] = [sums['relevance'], sums['triples'] as Float64Array | undefined]
    const { n } = sets[0]
    const score = Float64Array.from(n, (_, k) => {
      // I(X_k;Y|X_j) = H(X_k,X_j) − H(X_k,X_j,Y) − H(X_j) + H(X_j,Y).
      if (selected.length === 1)
        return bitsOf([sets[0], k, 1], [sets[0].also!, k, -1], [ends, 0, -1], [ends, 1, 1])
      return sets.reduce((sum, set) => sum + informationWith(ends, set, k), before?.[k] ?? 0)
    })
    return {
      n,
      score: withoutRounding(score),
      sums: { relevance, ...(selected.length > 1 && { triples: score }) },
      parts: { relevance },
    }
  },
})

/** I(S,X_k;Y) of the k-th set of an answer. */
function informationWith(target: Entropies, set: EntropyAnswer, k: number): number {
  return bitsOf([target, 0, 1], [set, k, 1], [set.also!, k, -1])
}
