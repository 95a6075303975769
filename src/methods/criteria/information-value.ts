import { informationValue as test } from '../measures/tables.ts'
import { tableRanker } from './families/table-ranker.ts'

/**
 * Rewards columns whose levels are spread over the rows of one class otherwise than over those of the other.
 *
 * J = Σ_v (p_v − q_v) ln(p_v/q_v), p_v and q_v the shares of the rows of the first and of the second class that
 * have level v, on discretised columns, in nats, 0 or more; ln(p_v/q_v) is the weight of evidence of the level. A
 * level that one class lacks would make it infinite: there the counts of both classes are greater by `empty` rows,
 * and with `empty: 0` it is ∞. A constant column gives 0. It is the sum of both Kullback–Leibler divergences,
 * known from credit scores, where 0.02 is called weak, 0.1 medium and 0.3 strong; chance alone gives it about
 * (V − 1)(1/n₁ + 1/n₂). Kullback and Leibler (1951); Siddiqi (2006).
 *
 * @example rank(table, { target: 'sex', by: [informationValue()] })
 */
export const informationValue = tableRanker({
  id: 'information-value',
  title: 'Information value of weights of evidence',
  twoClasses: true,
  units: 'nats',
  options: {
    empty: {
      type: 'number',
      min: 0,
      max: 1000,
      default: 0.5,
      help: 'rows that the counts of a level are greater by where one class lacks it',
    },
  },
  formula: 'Σ_v (p_v − q_v) ln(p_v/q_v), p and q of the first and the second class',
  reference: 'Kullback & Leibler 1951; Siddiqi 2006',
  test: (table, { empty }) => test(table, empty),
})
