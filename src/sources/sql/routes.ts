import { CribaError } from '../../spec/error.ts'
import type { DensityRequest } from '../../statistics/density.ts'
import { variablesOf } from '../../statistics/family.ts'
import type { NearestRequest } from '../../statistics/nearest.ts'
import type { Request } from '../../statistics/request.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { View } from '../../statistics/view.ts'
import type { FetchedColumns } from './fetched-columns.ts'
import type { Relation } from './relation.ts'

/** A request that queries can answer. */
export type QueriedRequest = Exclude<Request, NearestRequest | DensityRequest>

/** The requests of a batch, divided into those answered by queries and those answered in memory. */
export interface Routes {
  readonly queried: readonly QueriedRequest[]
  /** Answered in memory. */
  readonly fetched: readonly Request[]
  readonly isQueried: (request: Request) => boolean
}

/**
 * Decides which requests are answered in memory: those that compare rows, permute numbers or move weights; and those under
 * permutations and samples if their columns fit into memory or the engine has no temporary tables.
 */
export function routeRequests(
  requests: readonly Request[],
  relation: Relation,
  fetched: FetchedColumns,
): Routes {
  const resampled = requests.filter(({ view }) => isResampled(view))
  const areFetched = resampled.length > 0 && (!relation.engine.can.temporaryTables || fetched.fits(resampled))
  const isQueried = (request: Request): request is QueriedRequest => {
    if (request.kind === 'nearest' || request.kind === 'density') return false
    if (areFetched && isResampled(request.view)) return false
    if (movesWeights(request.view)) return false
    return request.kind !== 'moments' || !permutesNumbers(request, variablesOf(request.family))
  }
  const queried = requests.filter(isQueried)
  for (const request of queried) refusePermutedNumbers(request, relation)
  return { queried, fetched: requests.filter((request) => !isQueried(request)), isQueried }
}

function isResampled({ permuted, sample }: View): boolean {
  return permuted !== undefined || sample !== undefined
}

/** Whether sampling weights move with permuted values. */
function movesWeights({ permuted, sampledOver, sample }: View): boolean {
  return sampledOver !== undefined && (permuted !== undefined || sample?.of.permuted !== undefined)
}

function permutesNumbers({ view: { permuted } }: Request, numbers: readonly Variable[]): boolean {
  return permuted !== undefined && numbers.some(({ column }) => column === permuted.column)
}

/** Refuses requests for permuted numbers themselves: no method of criba makes them, but a user's own may. */
function refusePermutedNumbers(request: QueriedRequest, { engine, columns }: Relation): void {
  if (request.kind !== 'order' && request.kind !== 'rows') return
  const numbers =
    request.kind === 'order' ? [request.variable] : request.columns.filter(({ coding }) => coding === null)
  if (!permutesNumbers(request, numbers)) return
  const { name } = columns[request.view.permuted!.column]
  throw new CribaError(
    'unsuitable',
    `unsuitable source for permutations of the numbers of ${name}: ${engine.name} (read the data into memory)`,
  )
}
