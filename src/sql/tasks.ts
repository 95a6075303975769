import type { DirectKind, MomentsRequest, Request } from '#core'
import { countsTask } from './answer-counts.ts'
import { entropyTask } from './answer-entropies.ts'
import { momentsTask } from './answer-moments.ts'
import { orderTask } from './answer-order.ts'
import { ranksTask } from './answer-ranks.ts'
import { rowsTask } from './answer-rows.ts'
import type { SqlBatch } from './batch.ts'
import { countedOrderTask } from './counted-order.ts'
import { countedRanksTask } from './counted-ranks.ts'
import type { QueryTask } from './statement.ts'

type TaskMaker<K extends DirectKind> = (request: Request<K>, batch: SqlBatch) => QueryTask

/** Answers a kind of request in memory, because it compares rows. */
const inMemory = null

const taskMakers = {
  'class-path': inMemory,
  contrasts: inMemory,
  counts: countsTask,
  density: inMemory,
  dependence: inMemory,
  entropy: entropyTask,
  fit: inMemory,
  forms: inMemory,
  moments: (request, batch) => (request.of === 'ranks' ? rankMomentsTask : momentsTask)(request, batch),
  nearest: inMemory,
  order: (request, batch) => (hasWindows(batch) ? orderTask : countedOrderTask)(request, batch),
  rows: rowsTask,
} satisfies { readonly [K in DirectKind]: TaskMaker<K> | typeof inMemory }

function rankMomentsTask(request: MomentsRequest, batch: SqlBatch): QueryTask {
  return (hasWindows(batch) ? ranksTask : countedRanksTask)(request, batch)
}

function hasWindows({ relation }: SqlBatch): boolean {
  return relation.engine.dialect.windows !== null
}

/** The kinds of requests that queries can answer. */
type QueriedKind = {
  [K in DirectKind]: (typeof taskMakers)[K] extends typeof inMemory ? never : K
}[DirectKind]
export type QueriedRequest = Request<QueriedKind>

/** Whether queries can answer requests of this kind. */
export function isQueriedKind(request: Request): request is QueriedRequest {
  return request.kind !== 'path' && taskMakers[request.kind] !== inMemory
}

/** The queries that answer a request. */
export function taskFor(request: QueriedRequest, batch: SqlBatch): QueryTask {
  return (taskMakers[request.kind] as TaskMaker<QueriedKind>)(request, batch)
}
