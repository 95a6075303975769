import type { ErrorCode, RunEvent, Table, Warning } from '#core'

/** The calls of a session that a worker answers. */
export const calls = [
  'rank',
  'select',
  'score',
  'describe',
  'interactions',
  'groups',
  'compare',
  'transform',
] as const
export type Call = (typeof calls)[number]

/** What a page sends to the worker. A session and a call have a number each, which the page counts. */
export type ToHost =
  | {
      readonly kind: 'open'
      readonly session: number
      readonly table: Table
      readonly bytes: number | undefined
    }
  | {
      readonly kind: 'call'
      readonly session: number
      readonly id: number
      readonly call: Call
      readonly spec: unknown
      readonly threads: number | undefined
      /** What the page listens to. */
      readonly hears: { readonly events: boolean; readonly progress: boolean }
      /** Whether the signal had aborted before the call. */
      readonly isAborted: boolean
    }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'close'; readonly session: number }

/** What the worker sends back. */
export type FromHost =
  | { readonly kind: 'progress'; readonly id: number; readonly share: number }
  | { readonly kind: 'event'; readonly id: number; readonly event: RunEvent }
  | { readonly kind: 'result'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly error: SentError }

/** An error as a message: the code, the warnings and the cause of a `CribaError` would be lost. */
export interface SentError {
  /** `null` for an error that criba did not raise on purpose. */
  readonly code: ErrorCode | null
  readonly message: string
  readonly warnings: readonly Warning[]
  /** The message of its cause, if it has one. */
  readonly cause?: string
}
