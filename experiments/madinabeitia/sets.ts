/**
 * Sets of columns as masks: bit i is column i. Scores of all sets of `width` columns are a list of 2^width,
 * by mask; 0 is NaN.
 */
export type SetScores = Float64Array

/**
 * The first best of all sets of the first `width` columns, in the order of the thesis: all columns, then the
 * numbers 1 to 2^width − 2 in binary digits, the leftmost for column 0.
 */
export function bestSet(scores: SetScores, width: number, better: 'higher' | 'lower'): number {
  const sign = better === 'higher' ? 1 : -1
  let best = maskOfAll(width)
  for (let place = 1; place < maskOfAll(width); place++) {
    const mask = reversed(place, width)
    if (sign * scores[mask] > sign * scores[best]) best = mask
  }
  return best
}

/** The binary digits of a number of `width` digits in the reverse order. */
function reversed(digits: number, width: number): number {
  let mask = 0
  for (let i = 0; i < width; i++) mask |= ((digits >> (width - 1 - i)) & 1) << i
  return mask
}

/** The set of the first `width` columns. */
export const maskOfAll = (width: number): number => (1 << width) - 1

/** The columns of a set. */
export function membersOf(mask: number): number[] {
  const members: number[] = []
  for (let column = 0; mask >> column > 0; column++) if ((mask >> column) & 1) members.push(column)
  return members
}

export const maskOf = (columns: readonly number[]): number =>
  columns.reduce((mask, column) => mask | (1 << column), 0)

/** The scores of sets combined, set by set. */
export function combined(a: SetScores, b: SetScores, combine: (a: number, b: number) => number): SetScores {
  return a.map((score, mask) => combine(score, b[mask]))
}

/** How many of the right columns are in a set. */
export const rightIn = (mask: number, right: readonly number[]): number =>
  right.filter((column) => (mask >> column) & 1).length

/**
 * The share of the right columns that are in a set, in percent: what the thesis calls hits. Wrong columns
 * cost nothing.
 */
export const hits = (mask: number, right: readonly number[]): number =>
  (rightIn(mask, right) / right.length) * 100
