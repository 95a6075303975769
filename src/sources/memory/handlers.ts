import type { BatchRun } from '../../kernel/pool.ts'
import type { EntropySums } from '../../statistics/entropies.ts'
import type { Answer, DirectKind, DirectRequest, Request } from '../../statistics/request.ts'
import type { View } from '../../statistics/view.ts'
import { answerContrasts } from './answer-contrasts.ts'
import { answerCounts } from './answer-counts.ts'
import { answerEntropies } from './answer-entropies.ts'
import { answerForms } from './answer-forms.ts'
import { answerMoments } from './answer-moments.ts'
import { answerNearest } from './answer-nearest.ts'
import { answerOrders } from './answer-order.ts'
import { answerRows } from './answer-rows.ts'
import type { ResolvedView } from './resolved-view.ts'

/** The table of logarithms for a total weight. */
type SumsFor = (total: number) => EntropySums

/** Resolves another view of the same source. */
export type Resolve = (view: View) => Promise<ResolvedView>

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
  'class-path': {
    together: false,
    answer: async ([request], resolved, run, _, resolve) => {
      const { answerClassPath } = await import('./answer-models.ts')
      return [await answerClassPath(request, resolved, run, resolve)]
    },
  },
  contrasts: oneByOne(answerContrasts),
  counts: oneByOne(answerCounts),
  density: oneByOne(async (...given) => (await import('./answer-models.ts')).answerDensity(...given)),
  dependence: oneByOne(async (...given) => (await import('./answer-models.ts')).answerDependence(...given)),
  entropy: { together: true, answer: answerEntropies },
  fit: {
    together: false,
    answer: async ([request], resolved, run, _, resolve) => {
      const { answerFits } = await import('./answer-models.ts')
      return [await answerFits(request, resolved, run, resolve)]
    },
  },
  forms: oneByOne(answerForms),
  moments: oneByOne(answerMoments),
  nearest: oneByOne(answerNearest),
  order: { together: true, answer: answerOrders },
  rows: oneByOne(answerRows),
}

function oneByOne<K extends DirectKind>(
  answer: (request: Request<K>, resolved: ResolvedView, run: BatchRun) => Promise<Answer<K>>,
): Handler<K> {
  return {
    together: false,
    answer: async ([request], resolved, run) => [await answer(request, resolved, run)],
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
