import { CribaError } from '../spec/error.ts'
import { hasEmptySet, widestOf, widthOf } from './family.ts'
import type { NearestRequest } from './nearest.ts'
import type { MomentsRequest, Request } from './request.ts'

/** Refuses requests that the types allow but that have no meaning. Every source calls it first. */
export function checkRequests(requests: readonly Request[]): void {
  for (const request of requests) {
    if (needsVariables(request) && hasEmptySet(request.family)) {
      throw new CribaError(
        'invalid',
        `invalid family of ${request.kind}: a set without variables (needs 1 or more)`,
      )
    }
    if (request.kind === 'moments') checkWidths(request)
    if (request.kind === 'nearest') checkNeighbours(request)
  }
}

/** A distance or a density of no variables treats all rows as one point; a marginal count or a table of none is undefined. */
function needsVariables(request: Request): request is Extract<Request, { readonly family: unknown }> {
  switch (request.kind) {
    case 'counts':
    case 'entropy':
    case 'moments':
      return true
    case 'nearest':
      return request.wanted.of === 'ksg' || request.wanted.of === 'levels'
    default:
      return false
  }
}

function checkWidths({ family }: MomentsRequest): void {
  const width = widthOf(family)
  if (widestOf(family) <= width && !('list' in family && family.list.some((set) => set.length < width)))
    return
  throw new CribaError('invalid', 'invalid family of moments: sets of unequal size (needs one size for all)')
}

function checkNeighbours({ k, wanted }: NearestRequest): void {
  if (!Number.isInteger(k) || k < 1) {
    throw new CribaError('invalid', `invalid k: ${k} (needs a whole number of 1 or more)`)
  }
  if (wanted.of === 'ksg' && wanted.with.length === 0) {
    throw new CribaError('invalid', 'invalid ksg request: no variable besides the sets (needs 1 or more)')
  }
}
