import { contrastsKind } from './contrasts.ts'
import type { Contrasts, ContrastsRequest } from './contrasts.ts'
import { countsKind } from './counts.ts'
import type { Counts, CountsRequest } from './counts.ts'
import { densityKind } from './density.ts'
import type { Density, DensityRequest } from './density.ts'
import { dependenceKind } from './dependence.ts'
import type { Dependence, DependenceRequest } from './dependence.ts'
import { entropyKind } from './entropies.ts'
import type { EntropyAnswer, EntropyRequest } from './entropies.ts'
import { countMembers } from './family.ts'
import { fitKind } from './fit.ts'
import type { FitRequest, Fits } from './fit.ts'
import { formsKind } from './forms.ts'
import type { Forms, FormsRequest } from './forms.ts'
import { keyOfParts } from './keys.ts'
import type { KeyParts } from './keys.ts'
import { momentsKind } from './moments.ts'
import type { MomentsOfFamily, MomentsRequest } from './moments.ts'
import { nearestKind } from './nearest.ts'
import type { Nearest, NearestRequest } from './nearest.ts'
import { orderKind } from './order.ts'
import type { OrderRequest, OrderStatistics } from './order.ts'
import { likelihoodPathKind, pathKind } from './path.ts'
import type { LikelihoodPath, LikelihoodPathRequest, Path, PathRequest } from './path.ts'
import type { RequestKind } from './request-kind.ts'
import { rowsKind } from './rows.ts'
import type { Rows, RowsRequest } from './rows.ts'
import type { Variable } from './variable.ts'
import { variablesOfView } from './view.ts'
import type { View } from './view.ts'

/** The kinds of requests: what is requested, and the type of the answer. */
export interface Requests {
  readonly 'likelihood-path': { readonly request: LikelihoodPathRequest; readonly answer: LikelihoodPath }
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

type Kind = keyof Requests
/** The kinds that a source answers from the data; a path is made of their answers. */
export type DirectKind = Exclude<Kind, 'path'>
export type DirectRequest = Request<DirectKind>
/** A request of a kind, or of any. */
export type Request<K extends Kind = Kind> = Requests[K]['request']
/** The answer to a request of a kind, or of any. */
export type Answer<K extends Kind = Kind> = Requests[K]['answer']
type AnswerTo<R extends Request> = Answer<R['kind']>
/** The answers to a batch of requests, in its order. */
export type Answers<R extends readonly Request[]> = { readonly [I in keyof R]: AnswerTo<R[I]> }

const requestKinds: { readonly [K in Kind]: RequestKind<Request<K>> } = {
  'likelihood-path': likelihoodPathKind,
  contrasts: contrastsKind,
  counts: countsKind,
  density: densityKind,
  dependence: dependenceKind,
  entropy: entropyKind,
  fit: fitKind,
  forms: formsKind,
  moments: momentsKind,
  nearest: nearestKind,
  order: orderKind,
  path: pathKind,
  rows: rowsKind,
}

const keys = Object.fromEntries(
  Object.entries(requestKinds).map(([kind, { key }]) => [kind, keyOfParts(key as KeyParts<object>)]),
) as { readonly [K in Kind]: (request: object) => string }

/** Refuses requests that the types allow but that have no meaning. Every source calls it first. */
export function checkRequests(requests: readonly Request[]): void {
  for (const request of requests) kindOf(request).check(request)
}

/** Whether something is a request, as far as its kind says. */
export function isRequest(given: unknown): given is Request {
  return typeof given === 'object' && given !== null && Object.hasOwn(keys, String((given as Request).kind))
}

/**
 * A key of a request by its content: equal requests have equal keys, whatever objects they are made of,
 * others have others.
 */
export function requestKey(request: Request): string {
  return request.kind + keys[request.kind](request)
}

/** Every variable that a request reads, also those that only decide which rows count. */
export function variablesRead(request: Request): readonly Variable[] {
  return kindOf(request).variables(request)
}

/** Whether an answer depends on a permutation, which does not change in which rows a column is complete. */
export function readsPermuted(request: Request): boolean {
  if (request.kind === 'entropy' && request.within) {
    const { within: _, ...counted } = request
    return readsPermuted(counted)
  }
  return [...variablesRead(request), ...variablesOfView(request.view)].some(({ permuted }) => permuted)
}

/** The request under other views: every one it has is replaced. */
export function underViews<R extends Request>(request: R, replace: (view: View) => View): R {
  const views = Object.entries(kindOf(request).views).map(([name, form]) => {
    const own = request[name as keyof R] as View | readonly View[]
    return [name, form === 'one' ? replace(own as View) : (own as readonly View[]).map(replace)]
  })
  return { ...request, ...Object.fromEntries(views) } as R
}

/** How many sets a request names; 1 if it names none. */
export function countSets(request: Request): number {
  if (request.kind === 'entropy') return countMembers(request.family) * (request.also ? 2 : 1)
  return 'family' in request ? countMembers(request.family) : 1
}

function kindOf(request: Request): RequestKind<Request> {
  return requestKinds[request.kind] as RequestKind<Request>
}

/** Replaces the variables of requests; their views stay. */
export class VariableMap {
  readonly #map: (variable: Variable) => Variable
  /** Lists are replaced once, so that a list that several requests share stays one list. */
  readonly #lists = new WeakMap<readonly unknown[], readonly unknown[]>()

  constructor(map: (variable: Variable) => Variable) {
    this.#map = map
  }

  /** The request with its variables replaced, under another view if one is given. */
  request<R extends Request>({ view, ...request }: R, viewInstead: View = view): R {
    return { ...this.#record(request), view: viewInstead } as R
  }

  #value(value: unknown): unknown {
    if (Array.isArray(value)) return this.#list(value)
    if (typeof value !== 'object' || value === null) return value
    return 'coding' in value ? this.#map(value as Variable) : this.#record(value)
  }

  #record<T extends object>(record: T): T {
    let replaced: Record<string, unknown> | undefined
    for (const [name, value] of Object.entries(record)) {
      const instead = this.#value(value)
      if (instead !== value) (replaced ??= { ...record } as Record<string, unknown>)[name] = instead
    }
    return (replaced ?? record) as T
  }

  #list(list: readonly unknown[]): readonly unknown[] {
    const known = this.#lists.get(list)
    if (known) return known
    let replaced: unknown[] | undefined
    for (let i = 0; i < list.length; i++) {
      const instead = this.#value(list[i])
      if (instead !== list[i]) (replaced ??= [...list])[i] = instead
    }
    this.#lists.set(list, replaced ?? list)
    return replaced ?? list
  }
}
