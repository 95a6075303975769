import type { DirectRequest, PathRequest, Request } from '#core'
import { gramRequests, layOut } from '#methods'
import type { Layout } from '#methods'

/** A path that ends where a few of its columns have entered. */
export type FirstRequest = PathRequest & { readonly most: number }

/** How many times as many columns are fitted at first as are to enter. */
export const fitted = 2
/** Of so many times as many columns few are fitted; else all. */
export const many = 2

/** Whether the path needs the products of few columns: of numbers, each penalised by itself. */
export function needsFew(request: PathRequest): request is FirstRequest {
  const { features, groups, penalty, parts, most } = request
  return (
    most !== undefined &&
    many * fitted * most < features.length &&
    penalty.kind === 'norms' &&
    penalty.columns + penalty.groups > 0 &&
    parts.length === 0 &&
    groups.every((count) => count === 1) &&
    features.every(({ coding }) => coding === null)
  )
}

/** The statistics that answer a request: those that a path is made of, or what is asked for. */
export function needsOf(request: Request): readonly DirectRequest[] {
  if (request.kind !== 'path') return [request]
  if (!needsFew(request)) return pathNeeds(request)
  const { target, features, view } = request
  return [{ kind: 'moments', family: { base: [target], each: features }, of: 'values', view }]
}

/** The statistics that a fit is made of. */
export function pathNeeds(request: PathRequest): readonly DirectRequest[] {
  const layout = layoutOf(request)
  return viewsOf(request).flatMap((view) => gramRequests(layout, view))
}

export function layoutOf({ target, features }: PathRequest): Layout {
  return layOut(target, features)
}

/** The views of the parts of the rows that it is fitted to. */
export function viewsOf({ parts, view }: PathRequest) {
  return parts.length > 0 ? parts : [view]
}
