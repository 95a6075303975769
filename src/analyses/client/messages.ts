import type { Mend, RunEvent, Table, TimeKind, Warning } from '#core'
import type { SentError } from '../scope/sent-errors.ts'

/** The calls of a session that a host answers. */
export const calls = [
  'rank',
  'select',
  'score',
  'describe',
  'interactions',
  'groups',
  'compare',
  'transform',
  'distributions',
  'sampledRows',
] as const
/** What a host does with an opened file besides. */
export const fileCalls = ['reduce', 'report', 'methods', 'meanRanks', 'scoreIntervals', 'listSets'] as const
export type Call = (typeof calls)[number] | (typeof fileCalls)[number]

/** What a caller listens to. */
interface Hears {
  readonly events: boolean
  readonly progress: boolean
}

interface Started {
  readonly session: number
  readonly id: number
  readonly threads: number | undefined
  readonly hears: Hears
  /** Whether the signal had aborted before the call. */
  readonly isAborted: boolean
}

/** What is sent to a host. Sessions and calls have a number each, which the client counts. */
export type ToHost =
  | {
      readonly kind: 'open'
      readonly session: number
      readonly table: Table
      readonly bytes: number | undefined
    }
  | ({
      readonly kind: 'open-file'
      /** Null for the data that the host was started with. */
      readonly file: Blob | null
      readonly name: string
      readonly mend: Mend
    } & Started)
  | ({
      readonly kind: 'call'
      readonly call: Call
      /** The arguments before the run. */
      readonly given: readonly unknown[]
    } & Started)
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'close'; readonly session: number }

/** What a host sends back. */
export type FromHost =
  | { readonly kind: 'progress'; readonly id: number; readonly share: number }
  | { readonly kind: 'event'; readonly id: number; readonly event: RunEvent }
  | { readonly kind: 'result'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly error: SentError }

/** What is known of an opened file before anything is asked of it. */
export interface FileFacts {
  readonly name: string
  readonly rows: number
  readonly columns: readonly {
    readonly name: string
    readonly type: 'numeric' | 'categorical'
    readonly time?: TimeKind
  }[]
  readonly warnings: readonly Warning[]
  /**
   * The first rows of a text, cells as they stand, the lines of the first and of the last one, and what
   * separates cells.
   */
  readonly first?: {
    readonly names: readonly string[]
    readonly rows: readonly (readonly string[])[]
    readonly lines: readonly [first: number, last: number]
    readonly separator: string
  }
  /** Whether columns of it can be written, and as what. */
  readonly reduces: boolean
}

/** A number that JSON has no form for. */
interface Beyond {
  readonly beyond: string
}

/** A message as a line of JSON; numbers beyond all others keep their value. */
export function toLine(message: unknown): string {
  return JSON.stringify(message, (_, value: unknown) =>
    typeof value === 'number' && !Number.isFinite(value)
      ? ({ beyond: String(value) } satisfies Beyond)
      : value,
  )
}

/** The message of a line. */
export function fromLine(line: string): unknown {
  // Looking at each value takes four times as long, and few lines have such a number.
  if (!line.includes('"beyond"')) return JSON.parse(line)
  return JSON.parse(line, (_, value: unknown) => (isBeyond(value) ? Number(value.beyond) : value))
}

function isBeyond(value: unknown): value is Beyond {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).length === 1 &&
    /^(-?Infinity|NaN)$/.test(String((value as Partial<Beyond>).beyond))
  )
}
