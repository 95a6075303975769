import type { StopDecision } from '../stops/halt.ts'
import { gapBetween } from './best.ts'
import type { Best } from './best.ts'
import type { Move } from './problem.ts'

/** The move that adds the best candidate; the second best is the runner-up. */
export function moveOf({ first, second, tied }: Best, merit: Float64Array): Move {
  return {
    action: 'add',
    candidate: first,
    merit: merit[first],
    runnerUp: second < 0 ? null : second,
    gap: second < 0 ? 0 : gapBetween(merit[first], merit[second]),
    tie: tied,
  }
}

/** A move without a runner-up. */
export function plainMove(action: Move['action'], candidate: number, merit: number): Move {
  return { action, candidate, merit, runnerUp: null, gap: 0, tie: false }
}

/** The p-value of a decision to let a candidate join, if the stop computed one, and its F. */
export function pValueOf({
  pValue,
  by,
  f,
}: Extract<StopDecision, { joins: true }>): Pick<Move, 'pValue' | 'by' | 'f'> {
  return { ...(pValue !== undefined && { pValue }), ...(by && { by }), ...(f !== undefined && { f }) }
}

/** The candidates that have a merit. */
export function openOf(merit: Float64Array): readonly number[] {
  return Array.from(merit.keys()).filter((candidate) => !Number.isNaN(merit[candidate]))
}
