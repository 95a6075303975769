/**
 * How the values of a column become levels 0, 1, 2, … A fitted coding contains literals only, so that it can
 * be shown, stored and applied anywhere with the same result.
 *
 * - `cuts`: numbers; level = how many cuts are below the value (so every bin is right-closed);
 * - `levels`: the observed values in canonical order; level = position in the list;
 * - `values`: not fitted; every distinct value is a level, found while counting;
 * - `missingness`: 0 where a value is present, 1 where it is missing.
 *
 * With `missing: 'level'` a missing value is one more level, the last.
 */
export type Coding =
  | { readonly kind: 'cuts'; readonly cuts: readonly number[]; readonly missing?: 'level' }
  | { readonly kind: 'levels'; readonly levels: readonly Level[]; readonly missing?: 'level' }
  | { readonly kind: 'values' }
  | { readonly kind: 'missingness' }

/** A level as it appears in the data: a text, or a number of a numeric column whose values are levels. */
export type Level = string | number

/**
 * A column as a statistic reads it: its values (`coding: null`) or its levels under a coding. `fill` replaces
 * missing values, `permuted` moves values to other rows. An analysis makes one object for each use of a
 * column, so variables are compared by identity.
 */
export interface Variable {
  /** Index of the column in the source. */
  readonly column: number
  readonly coding: Coding | null
  readonly fill?: Level
  readonly permuted?: Permutation
}

/**
 * A permutation of the values of a column among the rows that have one, out of those that `viewOfPermutation`
 * includes. Missing values stay in their rows.
 */
export interface Permutation {
  readonly seed: number
  /** Which of the permutations of this seed and column. */
  readonly number: number
  /** Columns of this name are permuted as one: those that have values in the same rows keep them together. */
  readonly together?: string
  /**
   * For each row the row from which it takes its value, where rows are not exchanged one by one (`Exchange`):
   * drawn from the seed, which then also depends on the columns of the exchange, and the number.
   */
  readonly from?: Int32Array
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
      throw new RangeError('an unfitted coding has no number of levels before counting')
  }
}

/** Whether missing values of a variable take part in a statistic: filled in, or as a level of their own. */
export function absorbsMissing(variable: Variable): boolean {
  if (variable.fill !== undefined) return true
  const { coding } = variable
  if (!coding) return false
  return (
    coding.kind === 'missingness' ||
    ((coding.kind === 'cuts' || coding.kind === 'levels') && coding.missing === 'level')
  )
}

/** Whether a time ended with an event: where the variable has this level. */
export interface EventVariable {
  readonly variable: Variable
  readonly level: number
}

const plainVariables = new WeakMap<Variable, Variable>()

/** The variable with its values permuted. */
export function permuteVariable(variable: Variable, permuted: Permutation): Variable {
  const result = { ...variable, permuted }
  plainVariables.set(result, plainVariable(variable))
  return result
}

/**
 * The variable without its permutation: the same object for every permutation of it, so that a source encodes
 * it once.
 */
export function plainVariable(variable: Variable): Variable {
  if (!variable.permuted) return variable
  let plain = plainVariables.get(variable)
  if (!plain) {
    const { permuted: _, ...rest } = variable
    plain = rest
    plainVariables.set(variable, plain)
  }
  return plain
}

/** How numeric columns are scaled: to standard deviation 1, to range 1, or not at all. */
export const scales = ['standard', 'minmax', 'none'] as const
export type Scale = (typeof scales)[number]
