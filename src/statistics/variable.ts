/**
 * How the values of a column become levels 0, 1, 2, … A fitted coding holds literals only, so that it can be shown,
 * stored and applied anywhere with the same result.
 *
 * - `cuts`: numbers; level = how many cuts are below the value (so every bin is right-closed);
 * - `levels`: the observed values in canonical order; level = position in the list;
 * - `values`: not fitted: every distinct value is a level, found while counting;
 * - `presence`: 0 where a value is present, 1 where it is missing.
 *
 * With `missing: 'level'` a missing value is one more level, the last.
 */
export type Coding =
  | { readonly kind: 'cuts'; readonly cuts: readonly number[]; readonly missing?: 'level' }
  | { readonly kind: 'levels'; readonly levels: readonly Level[]; readonly missing?: 'level' }
  | { readonly kind: 'values' }
  | { readonly kind: 'missingness' }

/** A level as the user knows it: a text, or a number of a numeric column whose values are levels. */
export type Level = string | number

/**
 * A column as a statistic sees it: its values (`coding: null`) or its levels under a coding. `fill` stands in for
 * missing values. The composer makes one object for each use of a column, so identity is equality.
 */
export interface Variable {
  /** Place of the column in the source's list. */
  readonly column: number
  readonly coding: Coding | null
  readonly fill?: Level
}

/** How many levels a fitted coding has. */
export function countLevels(coding: Coding): number {
  switch (coding.kind) {
    case 'cuts':
      return coding.cuts.length + 1 + (coding.missing ? 1 : 0)
    case 'levels':
      return coding.levels.length + (coding.missing ? 1 : 0)
    case 'missingness':
      return 2
    case 'values':
      throw new RangeError('the levels of an unfitted coding are not known before counting')
  }
}

/** Whether a missing value of this variable is a value to the statistic: filled in, or a level of its own. */
export function absorbsMissing(variable: Variable): boolean {
  if (variable.fill !== undefined) return true
  const { coding } = variable
  if (!coding) return false
  return (
    coding.kind === 'missingness' ||
    ((coding.kind === 'cuts' || coding.kind === 'levels') && coding.missing === 'level')
  )
}
