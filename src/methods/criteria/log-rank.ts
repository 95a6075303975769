import { countLevels } from '#core'
import { riskSets } from '../measures/risk-sets.ts'
import { scoreTestOfLevels } from '../measures/score-test.ts'
import { byOption } from '../shapes/criterion.ts'
import { eventRanker, rememberLast } from './families/event-ranker.ts'

/**
 * Rewards columns whose levels differ in how soon the event comes; numbers are discretised.
 *
 * J = (O−E)′V⁻(O−E), 0 upwards: O the events of each level, E = Σ d·n_k/n over the times of events, V the sum of
 * the hypergeometric variances d(n−d)/(n−1)·(diag(p) − pp′), p = n_k/n at risk; p by χ²_{K−1}. A constant
 * column gives 0. Where levels expect too few events (one below 1, or a fifth below 5), p is by permutation of
 * the pairs of time and event. `cox-score` reads numbers as they are. Degrees of freedom differ between columns:
 * `by=p` ranks by the p-value. Mantel (1966).
 *
 * @example rank(table, { target: 'months', event: 'died', by: [logRank()] })
 */
export const logRank = eventRanker({
  id: 'log-rank',
  title: 'Log-rank test',
  features: { numeric: 'levels', categorical: 'levels' },
  units: 'χ²',
  pValue: 'χ²(K−1)',
  options: { by: byOption },
  formula: 'J = (O−E)′V⁻(O−E), E = Σ d·n_k/n, V = Σ d(n−d)/(n−1)·(diag(p) − pp′)',
  reference: 'Mantel 1966',
  countsRows: () => true,
  testUnder: () => {
    const setsOf = rememberLast((followUp: Parameters<typeof riskSets>[0]) =>
      riskSets(followUp, 'hypergeometric'),
    )
    return (codes, { coding }, followUp) => scoreTestOfLevels(codes, countLevels(coding!), setsOf(followUp))
  },
})
