import type { ClassPath, ClassPathRequest } from './class-path.ts'
import type { Contrasts, ContrastsRequest } from './contrasts.ts'
import type { Counts, CountsRequest } from './counts.ts'
import type { Density, DensityRequest } from './density.ts'
import type { Dependence, DependenceRequest } from './dependence.ts'
import type { EntropyAnswer, EntropyRequest } from './entropies.ts'
import type { FitRequest, Fits } from './fit.ts'
import type { Forms, FormsRequest } from './forms.ts'
import type { MomentsOfFamily, MomentsRequest } from './moments.ts'
import type { Nearest, NearestRequest } from './nearest.ts'
import type { OrderRequest, OrderStatistics } from './order.ts'
import type { Path, PathRequest } from './path.ts'
import type { Rows, RowsRequest } from './rows.ts'

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
