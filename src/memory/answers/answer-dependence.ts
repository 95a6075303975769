import {
  absorbsMissing,
  allocateMask,
  CribaError,
  emptyDependence,
  membersOf,
  partsOfDependence,
} from '#core'
import type { Dependence, DependenceRequest, Variable } from '#core'
import type { DependenceColumn, DependenceInput } from '../neighbours/dependence-columns.ts'
import { dependenceJob } from '../neighbours/dependence-job.ts'
import type { DependenceTask, MeasuredDependence } from '../neighbours/dependence-job.ts'
import { runBatch } from '../threads/pool.ts'
import type { BatchRun } from '../threads/pool.ts'
import type { Codes } from './codes.ts'
import { sumKernelPairs } from './kernel-pairs.ts'
import type { ResolvedView } from './resolved-view.ts'

/** Milliseconds for each row of a column, slightly overestimated, and of a task. */
const cost = { row: 4e-4, task: 20 }

/** Measures how the variables of a family depend on the target. */
export async function answerDependence(
  request: DependenceRequest,
  resolved: ResolvedView,
  run: BatchRun,
): Promise<Dependence> {
  if (resolved.rows.counted.weights) {
    throw new CribaError('unsuitable', 'unsuitable weights: pairs of rows need every weight to be 0 or 1')
  }
  const variables = [...membersOf(request.family)].map(([variable]) => variable)
  const coded = [...variables, request.target].filter(({ coding }) => coding !== null)
  if (coded.length > 0) await resolved.encode(coded, { ...run, progress: undefined })
  const input = layOut(variables, request.target, resolved)
  const answer = emptyDependence(variables.length)
  // Kernels of levels with levels are distances between them.
  const isByKernel = (column: DependenceColumn) =>
    request.measure === 'kernel' && !('codes' in input.target && 'codes' in column)
  const { unbiased, seed } = request
  const measure = request.measure === 'xi' ? 'xi' : 'distance'
  const inOrder = columnsByMask(input, (column) => !isByKernel(column))
  await sumInOrder({ ...input, measure, unbiased, seed }, inOrder, answer, run)
  await sumKernelPairs(input, columnsByMask(input, isByKernel), unbiased, answer, run)
  return answer
}

/** Sums over rows in the order of columns. */
async function sumInOrder(
  input: MeasuredDependence,
  byMask: ReadonlyMap<number, readonly number[]>,
  answer: Dependence,
  run: BatchRun,
): Promise<void> {
  const ofColumn = Math.max(1e-3, cost.row * input.rows)
  const ofTask = Math.max(1, Math.floor(cost.task / ofColumn))
  const tasks: DependenceTask[] = []
  for (const [mask, own] of byMask) {
    for (let from = 0; from < own.length; from += ofTask)
      tasks.push({ mask, columns: own.slice(from, from + ofTask) })
  }
  const batch = {
    job: dependenceJob,
    input,
    tasks,
    count: tasks.length,
    cost: ofColumn * input.columns.length,
  }
  const parts = await runBatch(batch, run)
  for (const [i, part] of parts.entries()) {
    for (const [j, sums] of part.entries())
      partsOfDependence.forEach((name, k) => (answer[name][tasks[i].columns[j]] = sums[k]))
  }
}

/** The places of some columns by the mask of their missing values. */
function columnsByMask(
  { columns }: DependenceInput,
  isWanted: (column: DependenceColumn) => boolean,
): ReadonlyMap<number, readonly number[]> {
  const byMask = new Map<number, number[]>()
  for (const [place, column] of columns.entries()) {
    if (!isWanted(column)) continue
    if (!byMask.has(column.mask)) byMask.set(column.mask, [])
    byMask.get(column.mask)!.push(place)
  }
  return byMask
}

function layOut(variables: readonly Variable[], target: Variable, resolved: ResolvedView): DependenceInput {
  const places = new Map<Uint8Array, number>()
  const maskOf = (mask: Uint8Array | null) => {
    if (!mask) return -1
    if (!places.has(mask)) places.set(mask, places.size)
    return places.get(mask)!
  }
  const columnOf = (variable: Variable): DependenceColumn => {
    const { missing } = resolved.columns[variable.column]
    if (variable.coding === null) {
      const { values } = resolved.valuesOf(variable)
      return { values, mask: maskOf(absorbsMissing(variable) ? null : missing) }
    }
    const own = resolved.codesOf(variable)
    return { codes: own.codes, count: own.count, mask: maskOf(maskOfCodes(own, missing)) }
  }
  const { excluded } = resolved.rows.counted
  const ofTarget = columnOf(target)
  const common = [maskOf(excluded), ofTarget.mask].filter((mask) => mask >= 0)
  const columns = variables.map(columnOf)
  return { rows: resolved.rows.length, masks: [...places.keys()], common, columns, target: ofTarget }
}

/** Where a coded column has no level: the mask of its missing values, if that is all. */
function maskOfCodes({ codes, count, hasMissing }: Codes, missing: Uint8Array | null): Uint8Array | null {
  if (!hasMissing) return null
  if (missing && codes.every((code: number, row: number) => (code === count) === (missing[row] === 1)))
    return missing
  const mask = allocateMask(codes.length)
  codes.forEach((code: number, row: number) => (mask[row] = code === count ? 1 : 0))
  return mask
}
