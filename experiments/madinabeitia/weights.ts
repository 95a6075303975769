import { bestSet, combined } from './sets.ts'
import type { SetScores } from './sets.ts'

/** The weights α and β of the study of chapter 22.2, in its order. */
export const weights = [0.5, 1, 1.5, 2, 3, 4, 5, 10] as const

/** The set that a pair of weights finds. */
export interface WeightedChoice {
  readonly alpha: number
  readonly beta: number
  readonly set: number
}

/** The set that α·MI − β·DT finds among the first `width` columns, for each α and β. */
export function weightedChoices(information: SetScores, noise: SetScores, width: number): WeightedChoice[] {
  return weights.flatMap((alpha) =>
    weights.map((beta) => {
      const both = combined(information, noise, (nats, delta) => alpha * nats - beta * delta)
      return { alpha, beta, set: bestSet(both, width, 'higher') }
    }),
  )
}

/** Values in the order of `weightedChoices` as a matrix: a row for each α, a column for each β. */
export function weightMatrix(values: readonly number[]): number[][] {
  return weights.map((_, i) => values.slice(i * weights.length, (i + 1) * weights.length))
}
