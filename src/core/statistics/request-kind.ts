import type { KeyParts } from './keys.ts'
import type { Variable } from './variable.ts'
import type { View } from './view.ts'

/** The properties of a request that are views, or lists of views. */
type ViewsOf<R> = {
  readonly [K in keyof R as IsView<R[K]> extends true ? K : never]-?: 'one'
} & {
  readonly [
    K in keyof R as R[K] extends readonly (infer One)[] ? (IsView<One> extends true ? K : never) : never
  ]-?: 'list'
}

type IsView<T> = [T, View] extends [View, T] ? true : false

/** What holds for the requests of a kind, whatever the source. */
export interface RequestKind<R> {
  /** Every property that says which rows count. */
  readonly views: ViewsOf<R>
  /** Every variable that a request reads, also those that only decide which rows count. */
  readonly variables: (request: R) => readonly Variable[]
  /** How each property becomes part of the key of a request. */
  readonly key: KeyParts<Omit<R, 'kind'>>
  /** Refuses requests that the types allow but that have no meaning. */
  readonly check: (request: R) => void
}

/** The most cells of a contingency table, and the most values of fetched rows. */
export const limits = { cells: 1 << 20, fetched: 1 << 26 } as const
