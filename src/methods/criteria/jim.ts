import type { Counts, CountsRequest } from '#core'
import { giniGain } from '../measures/tables.ts'
import { defineStep } from '../shapes/step-criterion.ts'

/**
 * Rewards columns that make the target purer together with each selected one.
 *
 * J(X_k) = Σ_j G(X_k,X_j;Y) over the selected columns, G(X;Y) = Σ_x p(x) Σ_y p(y|x)² − Σ_y p(y)² the fall of
 * Gini's impurity that joint levels give; the first column has the greatest G(X_k;Y). It is `jmi:form=sum` with impurity
 * in place of entropy: rare classes count for less. A constant column scores the sum of what the selected ones
 * give alone. Kursa (2021), as `JIM` of praznik.
 *
 * @example select(table, { target: 'y', criterion: jim(), k: 10 })
 */
export const jim = defineStep({
  id: 'jim',
  title: 'Joint impurity',
  features: { numeric: 'levels', categorical: 'levels' },
  target: 'levels',
  tables: true,
  pairwise: true,
  better: 'higher',
  units: 'probability',
  options: {},
  formula: 'J = Σ_j G(X_k,X_j;Y)',
  reference: 'Kursa 2021',
  needs: ({ candidates, selected, target, view }): readonly [CountsRequest] => [
    { kind: 'counts', family: { base: [target!, ...selected.slice(-1)], each: candidates }, view },
  ],
  fold: ([tables], { sums }) => {
    const gains = tables.map((table) => giniGain(targetByJointLevels(table)))
    const before = sums?.['joint']
    const joint = Float64Array.from(gains, ({ score }, k) => score + (before?.[k] ?? 0))
    return {
      n: Float64Array.from(gains, ({ n }) => n),
      score: joint,
      // Those alone are no part of the sum.
      sums: sums ? { joint } : {},
    }
  },
})

/** A table of the target × a selected column × a candidate, as one of the target × their joint levels. */
function targetByJointLevels({ levels: [target, ...others], cells }: Counts): Counts {
  const joint = others.reduce((size, { length }) => size * length, 1)
  return { levels: [target, Array.from({ length: joint }, (_, level) => level)], cells }
}
