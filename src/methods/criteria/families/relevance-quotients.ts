import type { StepScores } from '../../shapes/step-criterion.ts'
import { negligibleBits } from './pair-terms.ts'

/** Relevance over redundancy: infinite where there is none of that, 0 where there is nothing to divide. */
export function quotients(
  relevance: Float64Array,
  redundancy: Float64Array,
): Required<Pick<StepScores, 'score' | 'tieOrder'>> {
  const score = relevance.map((value, k) => {
    if (value < negligibleBits) return 0
    return redundancy[k] < negligibleBits ? Infinity : value / redundancy[k]
  })
  return { score, tieOrder: relevance.map((value, k) => (score[k] === Infinity ? value : 0)) }
}
