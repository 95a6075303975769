import type {
  Answer,
  DirectRequest,
  MomentsOfFamily,
  PathRequest,
  PlannedWork,
  Request,
  Run,
  Work,
} from '#core'
import { gramRequests, layOut } from '#methods'
import type { Layout } from '#methods'

/* Paths are made of other statistics, so every source answers them in the same way, and none reads a row for
   them. */

/** Which share of the work are the statistics that paths need. */
const shareOfNeeds = 0.5

/** Answers a batch: `answer` answers the statistics that its paths need together with its other requests. */
export async function answerWithPaths(
  requests: readonly Request[],
  { progress, ...run }: Run,
  answer: (requests: readonly DirectRequest[], run: Run) => Promise<readonly Answer[]>,
  { kernels }: Work,
): Promise<readonly Answer[]> {
  const paths = requests.filter(({ kind }) => kind === 'path').length
  const lists = requests.map(needsOf)
  if (paths === 0) return answer(lists.flat(), { ...run, ...(progress && { progress }) })
  const given = await answer(lists.flat(), {
    ...run,
    ...(progress && { progress: (share: number) => progress(share * shareOfNeeds) }),
  })
  const { fitFirst, fitPath } = await import('../on-demand.ts')
  const answers: Answer[] = []
  let from = 0
  let fitted = 0
  for (const [i, request] of requests.entries()) {
    const own = given.slice(from, from + lists[i].length)
    from += own.length
    if (request.kind !== 'path') {
      answers.push(own[0])
      continue
    }
    const report = (share: number) =>
      progress?.(shareOfNeeds + ((1 - shareOfNeeds) * (fitted + share)) / paths)
    const fit = {
      threads: run.threads,
      signal: run.signal,
      progress: report,
      onCalls: (calls: Readonly<Record<string, number>>) => countCalls(calls, kernels),
    }
    answers.push(
      needsFew(request)
        ? await fitFirst(request, own[0] as MomentsOfFamily, (more) => answer(more, run), fit)
        : await fitPath(request, own, fit),
    )
    fitted++
  }
  return answers
}

/** Adds the calls of kernels to those counted so far. */
export function countCalls(calls: Readonly<Record<string, number>>, kernels: Work['kernels']): void {
  for (const [name, times] of Object.entries(calls)) kernels[name] = (kernels[name] ?? 0) + times
}

/**
 * The work that answering a batch would take, if `plan` says that of its other requests; products that follow
 * from its numbers are not in the plan.
 */
export function planWithPaths(
  requests: readonly Request[],
  plan: (requests: readonly DirectRequest[]) => readonly PlannedWork[],
): readonly PlannedWork[] {
  return plan(requests.flatMap(needsOf))
}

/** A path that ends where a few of its columns have entered. */
export type FirstRequest = PathRequest & { readonly most: number }

/** How many times as many columns are fitted at first as are to enter. */
export const fitted = 2
/** Of so many times as many columns few are fitted; else all. */
export const many = 2

/** Whether the path needs the products of few columns: of numbers, each penalised by itself, with one target. */
export function needsFew(request: PathRequest): request is FirstRequest {
  const { features, groups, targets, penalty, parts, most } = request
  return (
    most !== undefined &&
    targets.length === 1 &&
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
  const { targets, features, view } = request
  return [{ kind: 'moments', family: { base: targets, each: features }, of: 'values', view }]
}

/** The statistics that a fit is made of. */
export function pathNeeds(request: PathRequest): readonly DirectRequest[] {
  const layout = layoutOf(request)
  return viewsOf(request).flatMap((view) => gramRequests(layout, view))
}

/** The layout of their moments: the targets have the first places. */
export function layoutOf({ targets: [target, ...others], features }: PathRequest): Layout {
  return layOut(target, [...others, ...features])
}

/** The views of the parts of the rows that it is fitted to. */
export function viewsOf({ parts, view }: PathRequest) {
  return parts.length > 0 ? parts : [view]
}
