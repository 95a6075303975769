import type { ClassPath, ClassPathRequest } from './class-path.ts'
import type { Contrasts, ContrastsRequest } from './contrasts.ts'
import type { Counts, CountsRequest } from './counts.ts'
import type { Density, DensityRequest } from './density.ts'
import type { Dependence, DependenceRequest } from './dependence.ts'
import type { EntropyAnswer, EntropyRequest } from './entropies.ts'
import type { Path, PathRequest } from './path.ts'
import type { FitRequest, Fits } from './fit.ts'
import type { Forms, FormsRequest } from './forms.ts'
import type { KeyParts } from './key-parts.ts'
import type { MomentsOfFamily, MomentsRequest } from './moments.ts'
import type { Nearest, NearestRequest } from './nearest.ts'
import type { OrderRequest, OrderStatistics } from './order.ts'
import type { Rows, RowsRequest } from './rows.ts'
import type { Variable } from './variable.ts'
import type { View } from './view.ts'

export type { CountsRequest, EntropyRequest, MomentsRequest, OrderRequest, Rows, RowsRequest }

/** The kinds of requests: what is requested, and the type of the answer. */
export interface Requests {
  readonly 'class-path': { readonly request: ClassPathRequest; readonly answer: ClassPath }
  readonly contrasts: { readonly request: ContrastsRequest; readonly answer: Contrasts }
  readonly counts: { readonly request: CountsRequest; readonly answer: readonly Counts[] }
  readonly density: { readonly request: DensityRequest; readonly answer: Density }
  readonly dependence: { readonly request: DependenceRequest; readonly answer: Dependence }
  readonly entropy: { readonly request: EntropyRequest; readonly answer: EntropyAnswer }
  readonly path: { readonly request: PathRequest; readonly answer: Path }
  readonly fit: { readonly request: FitRequest; readonly answer: Fits }
  readonly forms: { readonly request: FormsRequest; readonly answer: Forms }
  readonly moments: { readonly request: MomentsRequest; readonly answer: MomentsOfFamily }
  readonly nearest: { readonly request: NearestRequest; readonly answer: Nearest }
  readonly order: { readonly request: OrderRequest; readonly answer: OrderStatistics }
  readonly rows: { readonly request: RowsRequest; readonly answer: Rows }
}

export type Kind = keyof Requests
/** The kinds that a source answers from the data; a path is made of their answers. */
export type DirectKind = Exclude<Kind, 'path'>
export type DirectRequest = Request<DirectKind>
/** A request of a kind, or of any. */
export type Request<K extends Kind = Kind> = Requests[K]['request']
/** The answer to a request of a kind, or of any. */
export type Answer<K extends Kind = Kind> = Requests[K]['answer']
export type AnswerTo<R extends Request> = Answer<R['kind']>
/** The answers to a batch of requests, in its order. */
export type Answers<R extends readonly Request[]> = { readonly [I in keyof R]: AnswerTo<R[I]> }

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
