import type { Spelling } from '#files/cells'
import type { CountedLevel } from './level-texts.ts'

/** The levels of a column with their spellings, and the groups of those that are spellings of one. */
export interface SpelledLevels {
  readonly counted: readonly CountedLevel[]
  readonly spellings: readonly Spelling[]
  readonly groups: readonly (readonly number[])[]
}

/** Levels that may be one: by hand, since no rule can tell. */
export interface SimilarLevels {
  /** The rarer level, and the one that it may be. */
  readonly from: CountedLevel
  readonly to: CountedLevel
}

/** Levels of a column that may be one. */
export interface SimilarPairs {
  /** Those of letters, words for yes and no, and short forms, which a query may merge. */
  readonly likely: readonly SimilarLevels[]
  /** Words a letter apart, or of which one may be the plural of the other: a person looks at each. */
  readonly unsure: readonly SimilarLevels[]
}

/** Each level of a group beside its most frequent one. */
export function pairsOf(
  groups: readonly (readonly number[])[],
  counted: readonly CountedLevel[],
): readonly SimilarLevels[] {
  return groups.flatMap((group) => {
    const levels = group.map((place) => counted[place])
    const to = mostFrequent(levels)
    return levels.filter((one) => one !== to).map((from) => ({ from, to }))
  })
}

export function mostFrequent(levels: readonly CountedLevel[]): CountedLevel {
  return levels.reduce((most, one) => (one.rows > most.rows ? one : most))
}

/** Numbers from 1 to 3999 as Romans wrote them. */
const roman = /^m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/

export function isRoman(word: string): boolean {
  return word !== '' && roman.test(word)
}

/** One pair for each level, and none for those of `others`; the second is no first one of another pair. */
export function onceEach(
  pairs: readonly SimilarLevels[],
  others: readonly SimilarLevels[] = [],
): readonly SimilarLevels[] {
  const done = new Set(others.map(({ from }) => from.level))
  const becomes = new Map<string, CountedLevel>()
  for (const { from, to } of pairs)
    if (!done.has(from.level) && !becomes.has(from.level)) becomes.set(from.level, to)
  return pairs.flatMap((pair) => {
    const { from } = pair
    if (done.has(from.level)) return []
    done.add(from.level)
    const passed = new Set([from.level])
    let { to } = pair
    for (
      let next: CountedLevel | undefined = to;
      next && !passed.has(next.level);
      next = becomes.get(next.level)
    ) {
      passed.add(next.level)
      to = next
    }
    return [{ from, to }]
  })
}
