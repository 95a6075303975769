import { membersOf } from '#core'
import type { Family } from '#core'
import type { RankScores } from '../../shapes/criterion.ts'
import type { PairsOfSets } from './pair-entropies.ts'

/** What a criterion of pairs makes the merit of a set from. */
export interface SetSums {
  readonly size: number
  /** Σ over its columns of what each shares with the target. */
  readonly relevance: number
  /** Σ over its pairs, each once, of what the two share. */
  readonly redundancy: number
  /** Σ over its pairs, each once, of what the two share where the target is known. */
  readonly conditional: number
}

/**
 * The terms of a family: of each column, and of each pair in the order of `pairs`; empty where not asked for.
 */
export interface TermsOfPairs {
  /** Total weight of the rows behind each column. */
  readonly n: Float64Array
  readonly relevance: Float64Array
  readonly redundancy: Float64Array
  readonly conditional: Float64Array
  /** Total weight of the rows behind each pair, where those are not the rows of its columns. */
  readonly pairRows?: Float64Array
}

/**
 * The sums of each set of a family, made into merits; the weight of its rows is the least of a column, or a
 * pair.
 */
export function sumPairs(
  sets: Family,
  { variables, pairOf }: PairsOfSets,
  { n, relevance, redundancy, conditional, pairRows }: TermsOfPairs,
  merit: (sums: SetSums) => number,
): RankScores {
  const places = new Map(variables.map((variable, place) => [variable, place]))
  const [isRedundant, isConditional] = [redundancy.length > 0, conditional.length > 0]
  const score: number[] = []
  const rows: number[] = []
  for (const set of membersOf(sets)) {
    const members = set.map((variable) => places.get(variable)!)
    const sums = { size: members.length, relevance: 0, redundancy: 0, conditional: 0 }
    let least = Infinity
    for (let i = 0; i < members.length; i++) {
      sums.relevance += relevance[members[i]]
      least = Math.min(least, n[members[i]])
      for (let j = 0; (isRedundant || isConditional) && j < i; j++) {
        const pair = pairOf(members[i], members[j])
        if (isRedundant) sums.redundancy += redundancy[pair]
        if (isConditional) sums.conditional += conditional[pair]
        if (pairRows) least = Math.min(least, pairRows[pair])
      }
    }
    score.push(merit(sums))
    rows.push(least)
  }
  return { n: Float64Array.from(rows), score: Float64Array.from(score) }
}
