import { concordanceTest } from '../measures/harrell-concordance.ts'
import { eventRanker } from './families/event-ranker.ts'

/**
 * Rewards columns whose values are in the order in which rows have the event, whatever their scale.
 *
 * J = C − ½, −½ to ½, ranked by its size: C is the share of comparable pairs in which the row with the greater
 * value has its event first, ties in value as ½. Two rows are comparable if the earlier time ended with the
 * event; of equal times, if one of the two did. Above 0 greater values come earlier. p is normal, by the
 * variance of C at ½; of fewer than ten events by permutation of the pairs of time and event. A constant column
 * gives 0. `kendall` is for times that all ended with the event. Harrell et al. (1982).
 *
 * @example rank(table, { target: 'months', event: 'died', by: [concordance()] })
 */
export const concordance = eventRanker({
  id: 'concordance',
  title: "Harrell's concordance",
  features: { numeric: 'values', categorical: null },
  signed: true,
  units: 'C − ½',
  pValue: 'normal',
  options: {},
  formula: 'J = C − ½, C = (agreeing + ½·tied pairs)/(comparable pairs)',
  reference: 'Harrell et al. 1982',
  countsRows: () => true,
  testUnder: () => (values, _, followUp) => concordanceTest(values, followUp),
})
