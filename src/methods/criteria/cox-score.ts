import { countLevels } from '#core'
import { riskSets } from '../measures/risk-sets.ts'
import { scoreTest, scoreTestOfLevels } from '../measures/score-test.ts'
import { byOption } from '../shapes/criterion.ts'
import { eventRanker, rememberLast } from './families/event-ranker.ts'

/**
 * Rewards columns by which the hazard of an event differs, in proportion at all times.
 *
 * J = U²/I, the score test of the Cox model with this column alone at β = 0, 0 upwards: U = Σ (x − mean of x at
 * risk) over the events, I the sum of the variances at risk; p by χ²₁. Levels are compared by U′I⁻U, p by
 * χ²_{K−1}. Events at the same time by Efron, or `ties=breslow`; rows censored then are at risk. A constant
 * column gives 0. Of fewer than ten events, where one event decides, or where levels expect too few, p is by
 * permutation of the pairs of time and event. Of two levels with `ties=breslow` it is near `log-rank`. Degrees
 * of freedom differ between columns of levels: `by=p` ranks by the p-value. Cox (1972), Efron (1977).
 *
 * @example rank(table, { target: 'months', event: 'died', by: [coxScore()] })
 */
export const coxScore = eventRanker({
  id: 'cox-score',
  title: 'Score test of the Cox model',
  features: { numeric: 'values', categorical: 'levels' },
  units: 'χ²',
  pValue: 'χ²(1), of levels χ²(K−1)',
  options: {
    ties: {
      type: 'choice',
      of: ['efron', 'breslow'],
      default: 'efron',
      help: 'how events at the same time are treated',
    },
    by: byOption,
  },
  formula: 'J = U²/I at β = 0, U = Σ_events (x − mean at risk), I = Σ_events variance at risk',
  reference: 'Cox 1972, Efron 1977',
  countsRows: ({ ties }) => ties === 'efron',
  testUnder: ({ ties }) => {
    const setsOf = rememberLast((followUp: Parameters<typeof riskSets>[0]) => riskSets(followUp, ties))
    return (values, { coding }, followUp) =>
      coding
        ? scoreTestOfLevels(values, countLevels(coding), setsOf(followUp))
        : scoreTest(values, setsOf(followUp))
  },
})
