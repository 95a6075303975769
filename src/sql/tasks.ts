import { countSets, CribaError, readsPermuted, variablesOf, variablesRead, widthOf } from '#core'
import type { DirectKind, MomentsRequest, Request, View } from '#core'
import { countsTask } from './answer-counts.ts'
import { entropyTask } from './answer-entropies.ts'
import { momentsTask } from './answer-moments.ts'
import { orderTask } from './answer-order.ts'
import { ranksTask } from './answer-ranks.ts'
import { rowsTask } from './answer-rows.ts'
import type { SqlBatch } from './batch.ts'
import { countedOrderTask } from './counted-order.ts'
import { countedRanksTask } from './counted-ranks.ts'
import type { FetchedColumns } from './fetched-columns.ts'
import type { Relation } from './relation.ts'
import type { QueryTask } from './statement.ts'

type TaskMaker<K extends DirectKind> = (request: Request<K>, batch: SqlBatch) => QueryTask

/** Answers a kind of request in memory, because it compares rows. */
const inMemory = null

const taskMakers = {
  'likelihood-path': inMemory,
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
function isQueriedKind(request: Request): request is QueriedRequest {
  return request.kind !== 'path' && taskMakers[request.kind] !== inMemory
}

/** The queries that answer a request. */
export function taskFor(request: QueriedRequest, batch: SqlBatch): QueryTask {
  return (taskMakers[request.kind] as TaskMaker<QueriedKind>)(request, batch)
}

/** The requests of a batch, divided into those answered by queries and those answered in memory. */
interface Routes {
  readonly queried: readonly QueriedRequest[]
  /** Answered in memory. */
  readonly fetched: readonly Request[]
  readonly isQueried: (request: Request) => boolean
}

/**
 * A query has a window and as many sums as columns for each ranked column, so wide sets are ranked in memory.
 */
const widestRanked = 16

/**
 * A query counts a set in about a millisecond, and fetches a column in a few: so many sets of few columns are
 * counted in memory.
 */
const many = { sets: 1024, perColumn: 8 } as const

/**
 * Decides which requests are answered in memory: those that compare rows, permute numbers, rank wide sets or
 * move weights; those under permutations and samples if their columns fit into memory or the engine has no
 * temporary tables; and the entropies of many sets of few columns, if these fit.
 */
export function routeRequests(
  requests: readonly Request[],
  relation: Relation,
  fetched: FetchedColumns,
): Routes {
  if (relation.key === null) requests.forEach((request) => refuseRows(request, relation))
  const resampled = requests.filter(isResampled)
  const areFetched = resampled.length > 0 && (!relation.engine.tables || fetched.fits(resampled))
  const manySets = requests.filter(hasManySets)
  const areMany = new Set(relation.key !== null && fetched.fits(manySets) ? manySets : [])
  const isQueried = (request: Request): request is QueriedRequest => {
    if (!isQueriedKind(request)) return false
    if (areFetched && isResampled(request)) return false
    if (request.view.sampledOver && readsPermuted(request)) return false
    if (areMany.has(request)) return false
    if (request.kind !== 'moments') return true
    if (relation.key === null) return true
    if (request.of === 'ranks' && widthOf(request.family) > widestRanked) return false
    return !variablesOf(request.family).some(({ permuted }) => permuted)
  }
  const queried = requests.filter(isQueried)
  for (const request of queried) refusePermutedNumbers(request, relation)
  return { queried, fetched: requests.filter((request) => !isQueried(request)), isQueried }
}

/** Whether a request counts many more sets than it has columns, such as all pairs. */
function hasManySets(request: Request): boolean {
  if (request.kind !== 'entropy') return false
  const sets = countSets(request)
  return sets >= many.sets && sets >= many.perColumn * variablesRead(request).length
}

function isResampled(request: Request): boolean {
  return isDividedByPlace(request.view) || readsPermuted(request)
}

/** Whether rows are divided by their place, not by a key. */
function isDividedByPlace({ sample }: View): boolean {
  return sample !== undefined && (sample.division.key === undefined || isDividedByPlace(sample.of))
}

/** Refuses what needs the rows themselves, of a server where rows have no order and stay. */
function refuseRows(request: Request, { rows }: Relation): void {
  const refuse = (what: string, remedy: string) => {
    throw new CribaError(
      'unsuitable',
      `unsuitable data: ${what}, and the ${rows} rows of a server stay there (${remedy})`,
    )
  }
  const sample = 'analyse a sample: --sample 100000 --key <column>'
  if (isDividedByPlace(request.view)) {
    refuse('rows are divided by their place', 'name a column to divide them by: --key <column>')
  }
  if (readsPermuted(request)) refuse('values are permuted among the rows', sample)
  if (request.kind === 'fit') refuse('a learner reads and predicts row by row', sample)
  if (!isQueriedKind(request) || request.kind === 'rows') refuse('rows are compared one by one', sample)
}

/** Refuses requests for permuted numbers themselves: no method of criba makes them, but a user's own may. */
function refusePermutedNumbers(request: QueriedRequest, { engine, columns }: Relation): void {
  const found = variablesRead(request).find(({ coding, permuted }) => coding === null && permuted)
  if (!found) return
  const { name } = columns[found.column]
  throw new CribaError(
    'unsuitable',
    `unsuitable source for permutations of the numbers of ${name}: ${engine.name} (read the data into memory)`,
  )
}
