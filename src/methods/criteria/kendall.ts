import { kendall as tau } from '../measures/kendall.ts'
import { defineRank } from '../shapes/criterion.ts'
import { packTests } from './families/tests.ts'

/**
 * Rewards columns whose pairs of rows are ordered as the target orders them.
 *
 * J = τ-b = (C−D)/√((n₀−n₁)(n₀−n₂)), −1 to 1, ranked by |τ|; p exact for n ≤ 50 without ties, else normal,
 * variance with the terms for ties, no continuity correction (as scipy and R). A constant column gives 0.
 * Asks for the rows themselves, so very large data are refused. Kendall (1938, 1945).
 *
 * @example rank(table, { target: 'price', by: [kendall()] })
 */
export const kendall = defineRank({
  id: 'kendall',
  title: "Kendall's τ-b",
  features: { numeric: 'values', categorical: null },
  target: 'values',
  better: 'higher',
  signed: true,
  units: 'τ',
  pValue: 'exact for n ≤ 50 without ties, else normal',
  law: { of: 'ranks', kind: 'normal' },
  options: {},
  formula: 'τ_b = (C−D) / √((n₀−n₁)(n₀−n₂))',
  reference: 'Kendall 1938, 1945',
  needs: ({ features, target, view }) => [{ kind: 'rows', columns: [target!, ...features], view }],
  fold: ([{ columns, weights }]) => {
    const [y, ...features] = columns
    const tests = features.map((x) => tau(x, y, weights))
    return { n: Float64Array.from(tests, ({ n }) => n), ...packTests(tests) }
  },
})
