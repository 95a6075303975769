import { pairedT as test } from '../measures/blocked-tests.ts'
import { blockedRanker } from './families/blocked-ranker.ts'

/**
 * Rewards columns whose mean differs between two classes within pairs, or blocks, of rows.
 *
 * J = t = mean(d)/(sd(d)/√m) of the differences d of m pairs, the first class less the second, ranked by |t|;
 * p is t(m−1), for normal differences. In blocks of other sizes t is that of the class beside the means of the
 * blocks in a linear model, with rows − blocks − 1 degrees of freedom: blocks without both classes say nothing of
 * the difference. A constant column gives 0. What differs between pairs does not count, as in `t-test`;
 * `signed-rank` needs no normal differences. Student (1908).
 *
 * @example rank(table, { target: 'side', block: 'person', by: [pairedT()] })
 */
export const pairedT = blockedRanker({
  id: 'paired-t',
  title: "Student's t of two classes within pairs",
  features: { numeric: 'values', categorical: null },
  twoClasses: true,
  signed: true,
  units: 't',
  pValue: 't(rows − blocks − 1), of pairs t(pairs − 1), two-sided',
  formula: 't = mean(d) / (sd(d)/√m)',
  reference: 'Student 1908',
  test,
})
