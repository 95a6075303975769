import { classPathKind } from './class-path.ts'
import { contrastsKind } from './contrasts.ts'
import { countsKind } from './counts.ts'
import { densityKind } from './density.ts'
import { dependenceKind } from './dependence.ts'
import { entropyKind } from './entropies.ts'
import { countMembers } from './family.ts'
import { fitKind } from './fit.ts'
import { formsKind } from './forms.ts'
import { keyOfParts } from './key-parts.ts'
import type { KeyParts } from './key-parts.ts'
import { momentsKind } from './moments.ts'
import { nearestKind } from './nearest.ts'
import { orderKind } from './order.ts'
import { pathKind } from './path.ts'
import type { RequestKind } from './request-kind.ts'
import type { Kind, Request } from './request.ts'
import { rowsKind } from './rows.ts'
import type { Variable } from './variable.ts'
import { variablesOfView } from './view.ts'
import type { View } from './view.ts'

const requestKinds: { readonly [K in Kind]: RequestKind<Request<K>> } = {
  'class-path': classPathKind,
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
