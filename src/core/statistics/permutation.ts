import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { hash, scatter, seeded } from './random-stream.ts'
import type { Permutation, Variable } from './variable.ts'

/**
 * The row from which each row takes its value: the values of the `included` rows are permuted among them
 * (Fisher and Yates), every other row keeps its own. The random stream depends on the seed, the name of the
 * column (or of those permuted `together`) and the number alone, so reordering or adding columns changes
 * nothing for the others. The seed of an analysis contains the column's values (`seedWith`), so other data
 * are permuted in another way.
 */
export function permutedRows(
  permutation: Permutation,
  columnName: string,
  rows: number,
  included: Int32Array,
): Int32Array {
  const random = seeded(`${permutation.seed}/${permutation.number}/${permutation.together ?? columnName}`)
  const source = rowNumbers(rows)
  for (let last = included.length - 1; last > 0; last--) {
    const other = uniformInt(random, 0, last)
    const row = source[included[last]]
    source[included[last]] = source[included[other]]
    source[included[other]] = row
  }
  return source
}

/** So many of `all` places, drawn without replacement. */
export function drawRows(count: number, all: number, seed: number): Int32Array {
  const random = seeded(`${seed}/sample`)
  const places = rowNumbers(all)
  for (let i = 0; i < count; i++) {
    const other = uniformInt(random, i, all - 1)
    const place = places[i]
    places[i] = places[other]
    places[other] = place
  }
  return places.subarray(0, count)
}

/**
 * A seed that also depends on data: whole, from 0 to 2^32 − 1. The same data give the same seed in every
 * source.
 */
export function seedWith(seed: number, ...data: readonly ArrayLike<number>[]): number {
  return hash(`${seed}/${fingerprintOf(data)}`) >>> 0
}

/** A hash of the bits of lists of numbers. 0 and −0 are the same, and so are all missing values. */
function fingerprintOf(lists: readonly ArrayLike<number>[]): number {
  const one = new Float64Array(1)
  const words = new Int32Array(one.buffer)
  let state = 0x811c9dc5
  const add = (word: number) => (state = scatter(Math.imul(state ^ word, 0x01000193)))
  for (const list of lists) {
    add(list.length)
    for (let i = 0; i < list.length; i++) {
      const value = list[i]
      one[0] = Number.isNaN(value) ? Infinity : value + 0
      add(words[0])
      add(words[1])
    }
  }
  return state >>> 0
}

/** The numbers of all rows, in order. */
export function rowNumbers(rows: number): Int32Array {
  const numbers = new Int32Array(rows)
  for (let row = 0; row < rows; row++) numbers[row] = row
  return numbers
}

/**
 * How rows may be exchanged where a column is independent of all others (the null hypothesis). Rows that are
 * exchangeable one by one have no `Exchange`.
 */
export interface Exchange {
  /** Rows are exchanged within each joint level of these columns only. */
  readonly within?: readonly Variable[]
  /** What is scored is given these columns, and so is its law: it holds as it does without an exchange. */
  readonly keepsLaw?: true
  /** Rows of one level are exchanged as one group, which keeps its values together. */
  readonly together?: Variable
  /** Numbers that order the rows: what is exchanged keeps its dependence on earlier rows. */
  readonly along?: Variable
}

/**
 * The exchange that the columns of a spec ask for; undefined where rows are exchanged one by one. Only strata
 * that the user names count: the target's classes, over which folds are spread by default, say nothing of
 * what is exchangeable.
 */
export function exchangeOf({ by, together, along }: SplitBy): Exchange | undefined {
  if (!by && !together && !along) return undefined
  return { ...(by && { within: [by] }), ...(together && { together }), ...(along && { along }) }
}

/** The columns that a division of the rows respects, apart from a key. */
interface SplitBy {
  readonly by?: Variable
  readonly together?: Variable
  readonly along?: Variable
}

/** The variables that an exchange reads. */
export function variablesOfExchange({ within, together, along }: Exchange): readonly Variable[] {
  return [...(within ?? []), together, along].filter((variable) => variable !== undefined)
}
