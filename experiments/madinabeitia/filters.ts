import { maskOfAll, membersOf } from './sets.ts'
import type { SetScores } from './sets.ts'

/**
 * The filter of chapter 13 on known scores of sets: from all columns it removes the one whose absence is
 * best, while the score gets better, or to `size` columns.
 */
export function backwardFilter(
  scores: SetScores,
  width: number,
  better: 'higher' | 'lower',
  size: number | null = null,
): number {
  const sign = better === 'higher' ? 1 : -1
  let set = maskOfAll(width)
  for (;;) {
    const members = membersOf(set)
    if (members.length === (size ?? 1)) return set
    const smaller = members.map((column) => set & ~(1 << column))
    const best = smaller.reduce((one, other) => (sign * scores[other] > sign * scores[one] ? other : one))
    if (size === null && !(sign * scores[best] > sign * scores[set])) return set
    set = best
  }
}
