import { meanLogWidth } from '../../coding/histogram-rules.ts'
import type { Counts } from '../../statistics/counts.ts'
import { membersOf, singles, variablesOf } from '../../statistics/family.ts'
import type { Family } from '../../statistics/family.ts'
import type { MomentsOfFamily } from '../../statistics/moments.ts'
import type { CountsRequest, MomentsRequest } from '../../statistics/request.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { View } from '../../statistics/view.ts'

/** What the widths of bins are made of: the rows in each bin of each column, and where its numbers begin and end. */
export function widthNeeds(sets: Family, view: View): readonly [CountsRequest, MomentsRequest] {
  const variables = variablesOf(sets)
  const numbers = variables.map(({ column, fill }): Variable => ({
    column,
    coding: null,
    ...(fill !== undefined && { fill }),
  }))
  return [
    { kind: 'counts', family: singles(variables), view },
    { kind: 'moments', family: singles(numbers), of: 'values', view },
  ]
}

/** For each set Σ p·log₂ width over its columns, in bits; NaN where missing values are a level, which has no width. */
export function widthFold(
  [tables, { min, max }]: readonly [readonly Counts[], MomentsOfFamily],
  sets: Family,
): readonly number[] {
  const widths = new Map(
    variablesOf(sets).map((variable, i) => [variable, widthOf(variable, tables[i], min[i], max[i])]),
  )
  return Array.from(membersOf(sets), (set) => set.reduce((sum, variable) => sum + widths.get(variable)!, 0))
}

function widthOf({ coding }: Variable, { cells }: Counts, min: number, max: number): number {
  if (coding?.kind !== 'cuts' || coding.missing) return NaN
  return meanLogWidth(cells, [min, ...coding.cuts, max])
}
