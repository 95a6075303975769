import type { Coding, Variable } from './variable.ts'

/** A column whose levels are the combinations of the levels of several columns that occur. */
export interface JointColumn {
  readonly name: string
  readonly of: readonly JointPart[]
}

/** One of the columns that are combined: its levels, and a text for each of them. */
export interface JointPart {
  readonly variable: Variable & { readonly coding: Coding & { readonly kind: 'cuts' | 'levels' } }
  readonly texts: readonly string[]
}

/** Between the texts of a combination: `Adelie, Dream`. */
export const jointSeparator = ', '
