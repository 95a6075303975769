import { singles } from '../statistics/family.ts'
import type { EntropyRequest } from '../statistics/request.ts'
import { bits, relevanceFold, relevanceNeeds, withoutRounding } from './families/pair-terms.ts'
import { defineStep } from './step-criterion.ts'

/**
 * Rewards columns that tell most of what all those selected do not tell together.
 *
 * J(X_k) = I(X_S,X_k;Y), in bits, plug-in: what the selected tell with the candidate; I(X_k;Y) where nothing is selected.
 * The candidate that raises it most is the one of the greatest I(X_k;Y|X_S). It never falls while columns join, and
 * reaches H(Y) as soon as every row has levels of its own, noise or not: the default stop tests each gain given all
 * selected columns jointly, and ends where no two rows share their levels. A constant column, and a copy of a selected
 * one, add 0. As a method it takes `lookahead=2` and `null` too: a search that also looks at pairs finds exclusive or.
 * `joint-mi` scores any set; `jmi` takes the selected one at a time, `cmim` the one beside which least is added. Shalizi
 * (2009, lecture notes).
 *
 * @example select(table, { target: 'y', criterion: joint(), k: 5 })
 */
export const joint = defineStep({
  id: 'joint',
  title: 'Joint mutual information of all selected',
  features: { numeric: 'levels', categorical: 'levels' },
  target: 'levels',
  better: 'higher',
  units: 'bits',
  options: {},
  formula: 'J = I(X_S,X_k;Y)',
  reference: 'Shalizi 2009',
  ofSets: true,
  testedBeside: 'set',
  needs: (step): readonly EntropyRequest[] => {
    if (!step.sums) return relevanceNeeds(step)
    const { candidates, selected, target, view } = step
    return [
      { kind: 'entropy', family: { base: selected, each: candidates }, also: target!, view },
      { kind: 'entropy', family: singles([target!]), view },
    ]
  },
  fold: (answers, step) => {
    const { sums } = step
    if (!sums) {
      const { n, relevance } = relevanceFold(answers, step)
      const score = withoutRounding(relevance)
      return { n, score, sums: { relevance }, parts: { relevance } }
    }
    const [x, y] = answers
    const xy = x.also!
    const score = x.n.map((n, k) =>
      bits(x.high[k] + y.high[0] - xy.high[k], x.low[k] + y.low[0] - xy.low[k], n),
    )
    const { relevance } = sums
    return { n: x.n, score: withoutRounding(score), sums, parts: { relevance } }
  },
})
