import type { ComparedMethod } from './comparison.ts'
import type { FeatureScore } from './ranking.ts'
import type { SelectionStep } from './selection.ts'
import type { Warning } from './warning.ts'

/** What a run reports while it goes on: plain data, in an order that is always the same. */
export type RunEvent = StepEvent | ScoreEvent | SetEvent | FoldEvent | MethodEvent | WarningEvent

/** A search has added or removed a column. */
export interface StepEvent {
  readonly kind: 'step'
  /** The step as the result has it. */
  readonly step: SelectionStep
}

/**
 * `rank` has scored the columns by a method. Where p-values come by permutation, a second event follows, with
 * these. The last event of a method has what the result has.
 */
export interface ScoreEvent {
  readonly kind: 'score'
  /** The place of the method among those of the spec: a method may occur twice, with other options. */
  readonly place: number
  readonly method: string
  readonly scores: readonly FeatureScore[]
}

/** A search of sets has found a better set, or `score` has scored the set by a method. */
export interface SetEvent {
  readonly kind: 'set'
  readonly method: string
  readonly features: readonly string[]
  /** `null` where `score` found none. */
  readonly score: number | null
}

/** The selection from the rows outside a fold of the evidence has ended. */
export interface FoldEvent {
  readonly kind: 'fold'
  /** 0 to one below the number of folds. */
  readonly fold: number
  readonly folds: number
  readonly selected: readonly string[]
}

/** `compare` knows all of a method: its columns, its held-out scores, and how stable its choice is. */
export interface MethodEvent {
  readonly kind: 'method'
  /** The place of the method among those of the spec. */
  readonly place: number
  /** The method as the result has it. */
  readonly method: ComparedMethod
}

/** A warning, which the result will have too, or the error if the run fails. */
export interface WarningEvent {
  readonly kind: 'warning'
  readonly warning: Warning
}
