import { CribaError } from '../spec/error.ts'
import { refuseEmptySets, variablesOf } from './family.ts'
import type { Family } from './family.ts'
import { familyKey, viewKey } from './keys.ts'
import { limits } from './request-kind.ts'
import type { RequestKind } from './request-kind.ts'
import type { Level } from './variable.ts'
import type { View } from './view.ts'

/** Dense contingency tables of a few coded variables, cells in canonical order. */
export interface CountsRequest {
  readonly kind: 'counts'
  readonly family: Family
  readonly view: View
}

export const countsKind: RequestKind<CountsRequest> = {
  views: { view: 'one' },
  variables: ({ family }) => variablesOf(family),
  key: { family: familyKey, view: viewKey },
  check: ({ kind, family }) => refuseEmptySets(family, kind),
}

/** A contingency table: `cells` in row-major order of `levels`, one list of levels for each variable. */
export interface Counts {
  readonly levels: readonly (readonly Level[])[]
  readonly cells: Float64Array
}

/** The table without rows. */
export function emptyCounts(levels: Counts['levels']): Counts {
  const cells = levels.reduce((product, axis) => product * axis.length, 1)
  return { levels, cells: new Float64Array(cells) }
}

/** Refuses a contingency table with more cells than the limit; the message names their number. */
export function refuseLargeTable(cells: number, names: readonly string[]): void {
  if (cells <= limits.cells) return
  throw new CribaError(
    'too-large',
    `too many levels: the table of ${names.join(' × ')} has ${cells} cells (at most ${limits.cells}; merge levels, use fewer bins, or drop a column)`,
  )
}
