import type { Answer, DirectKind, DirectRequest, EntropySums, Request, View } from '#core'
import { answerCounts } from './answers/answer-counts.ts'
import { answerEntropies } from './answers/answer-entropies.ts'
import { answerMoments } from './answers/answer-moments.ts'
import { answerOrders } from './answers/answer-order.ts'
import { answerRows } from './answers/answer-rows.ts'
import type { ResolvedView } from './answers/resolved-view.ts'
import type { BatchRun } from './threads/pool.ts'

/** The table of logarithms for a total weight. */
type SumsFor = (total: number) => EntropySums

/** Resolves another view of the same source. */
type Resolve = (view: View) => Promise<ResolvedView>

interface Handler<K extends DirectKind> {
  /** Whether consecutive requests under one view are answered in one batch of tasks. */
  readonly together: boolean
  readonly answer: (
    requests: readonly Request<K>[],
    resolved: ResolvedView,
    run: BatchRun,
    sumsFor: SumsFor,
    resolve: Resolve,
  ) => Promise<readonly Answer<K>[]>
}

const handlers: { readonly [K in DirectKind]: Handler<K> } = {
  'likelihood-path': oneByOne(async (...given) =>
    (await import('./on-demand.ts')).answerLikelihoodPath(...given),
  ),
  contrasts: oneByOne(async (request, resolved, run) =>
    (await import('./on-demand.ts')).answerContrasts(request, resolved, run),
  ),
  counts: oneByOne(answerCounts),
  density: oneByOne(async (request, resolved, run) =>
    (await import('./on-demand.ts')).answerDensity(request, resolved, run),
  ),
  dependence: oneByOne(async (request, resolved, run) =>
    (await import('./on-demand.ts')).answerDependence(request, resolved, run),
  ),
  entropy: { together: true, answer: answerEntropies },
  fit: oneByOne(async (...given) => (await import('./on-demand.ts')).answerFits(...given)),
  forms: oneByOne(async (request, resolved, run) =>
    (await import('./on-demand.ts')).answerForms(request, resolved, run),
  ),
  moments: oneByOne(answerMoments),
  nearest: oneByOne(async (request, resolved, run) =>
    (await import('./on-demand.ts')).answerNearest(request, resolved, run),
  ),
  order: { together: true, answer: answerOrders },
  rows: oneByOne(answerRows),
}

type AnswerOne<K extends DirectKind> = (
  request: Request<K>,
  resolved: ResolvedView,
  run: BatchRun,
  resolve: Resolve,
) => Promise<Answer<K>>

function oneByOne<K extends DirectKind>(answer: AnswerOne<K>): Handler<K> {
  return {
    together: false,
    answer: async ([request], resolved, run, _, resolve) => [await answer(request, resolved, run, resolve)],
  }
}

/** The requests from an index on that are answered together. */
export function batchFrom(requests: readonly DirectRequest[], from: number): readonly DirectRequest[] {
  const { kind, view } = requests[from]
  let end = from + 1
  if (handlers[kind].together)
    while (end < requests.length && requests[end].kind === kind && requests[end].view === view) end++
  return requests.slice(from, end)
}

/** Answers a batch of requests that are answered together. */
export function answerBatch(
  requests: readonly DirectRequest[],
  ...given: [ResolvedView, BatchRun, SumsFor, Resolve]
): Promise<readonly Answer[]> {
  const handler = handlers[requests[0].kind] as Handler<DirectKind>
  return handler.answer(requests, ...given)
}
