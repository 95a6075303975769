import { followUpOf } from '#methods'
import type { FollowUp } from '#methods'
import type { FitRows } from '../models/fit-job.ts'
import type { Arena } from '../threads/arena.ts'
import type { Kernels } from '../threads/kernels.ts'
import type { ModelTarget } from '../threads/model-rows.ts'
import { CountRows } from './count-rows.ts'
import { EventRows } from './event-rows.ts'
import { LabelledRows } from './labelled-rows.ts'
import type { TargetRows } from './likelihood.ts'

/** What a path is fitted to, by row of the table. */
export interface RowsOfTarget {
  readonly target: ModelTarget
  /** Null where each row counts once. */
  readonly weights: Float64Array | null
  /** Of classes the last has no weights. */
  readonly hasReference: boolean
}

type Labels = Pick<Extract<ModelTarget, { codes: unknown }>, 'codes' | 'classes'>
type Events = Extract<ModelTarget, { isEvent: unknown }>

/** Training rows, in the order that their target asks for. */
export function targetOfRows(
  kernels: Kernels,
  arena: Arena,
  given: RowsOfTarget,
  rows: Int32Array,
): { readonly rows: Int32Array; readonly target: TargetRows } {
  const { target } = given
  if ('codes' in target) {
    const listOf = listsOf(target, given.hasReference, rows)
    return { rows, target: labelledRows(kernels, arena, given, { rows, listOf }) }
  }
  if (!('isEvent' in target)) return { rows, target: countRows(kernels, arena, given, rows) }
  const followUp = followUpOfRows(given, rows)
  return { rows: followUp.rows.map((place) => rows[place]), target: new EventRows(kernels, arena, followUp) }
}

/**
 * How a training set is judged on held-out rows: the error under the sums of each list over these, `fitted` those of the training
 * rows and their loss.
 */
export type Judge = (
  sums: readonly Float64Array[],
  fitted: { readonly sums: readonly Float64Array[]; readonly loss: number },
) => number

/**
 * The judge of a training set. Classes: the mean loss of the held-out rows. Counts: their deviance, a row. Events: the deviance of all rows
 * less that of the training rows, an event of the held-out rows (Verweij and van Houwelingen 1993).
 */
export function judgeOf(
  kernels: Kernels,
  arena: Arena,
  given: RowsOfTarget,
  training: TargetRows,
  { train, test }: FitRows,
): Judge {
  const { target, weights } = given
  if ('codes' in target) {
    const labels = labelledRows(kernels, arena, given, { rows: test, listOf: training.listOf })
    return (sums) => labels.likelihood(sums).loss
  }
  if (!('isEvent' in target)) {
    const counts = countRows(kernels, arena, given, test)
    const isUnknown = (training as CountRows).mean === 0 && counts.mean > 0
    return (sums) => (isUnknown ? Infinity : 2 * counts.likelihood(sums).loss)
  }
  const both = Int32Array.from([...train, ...test]).sort()
  const followUp = followUpOfRows(given, both)
  const all = new EventRows(kernels, arena, followUp)
  const total = (training as EventRows).total
  const events = test.reduce((sum, row) => sum + weightOf(weights, row) * target.isEvent[row], 0)
  // Sums of training rows, by falling time, are known; those of held-out rows follow them.
  const placeOf = new Map<number, number>()
  const trained = followUpOfRows(given, train).rows
  trained.forEach((place, i) => placeOf.set(train[place], i))
  test.forEach((row, i) => placeOf.set(row, trained.length + i))
  const places = followUp.rows.map((place) => placeOf.get(both[place])!)
  const joined = new Float64Array(trained.length + test.length)
  return ([ofTest], { sums: [ofTraining], loss }) => {
    joined.set(ofTraining)
    joined.set(ofTest, trained.length)
    const sums = new Float64Array(places.length)
    for (let i = 0; i < sums.length; i++) sums[i] = joined[places[i]]
    return (2 * (all.likelihood([sums]).loss * all.total - loss * total)) / events
  }
}

/** How many lists of weights classes have, where all are seen. */
export function listsWanted(classes: number, hasReference: boolean): number {
  return classes === 2 || hasReference ? classes - 1 : classes
}

/**
 * The list of each class: of two only the second has one; with a reference the last has none. −2: of a class
 * that no row has.
 */
function listsOf({ codes, classes }: Labels, hasReference: boolean, rows: Int32Array): Int32Array {
  const isSeen = new Uint8Array(classes)
  for (const row of rows) isSeen[codes[row]] = 1
  const seen = Array.from(isSeen.keys()).filter((one) => isSeen[one] === 1)
  const without = classes === 2 ? seen[0] : hasReference || seen.length === 1 ? seen[seen.length - 1] : -1
  const lists = new Int32Array(classes).fill(-2)
  let next = 0
  for (const one of seen) lists[one] = one === without ? -1 : next++
  return lists
}

/** Some rows with their classes. */
function labelledRows(
  kernels: Kernels,
  arena: Arena,
  { target, weights }: RowsOfTarget,
  { rows, listOf }: { readonly rows: Int32Array; readonly listOf: Int32Array },
): LabelledRows {
  const { codes } = target as Labels
  const own = Float64Array.from(rows, (row) => weightOf(weights, row))
  const all = own.reduce((sum, weight) => sum + weight, 0)
  return new LabelledRows(kernels, arena, {
    classes: Int32Array.from(rows, (row) => codes[row]),
    weights: own.map((weight) => weight / all),
    listOf,
  })
}

/** Some rows with their counts. */
function countRows(
  kernels: Kernels,
  arena: Arena,
  { target, weights }: RowsOfTarget,
  rows: Int32Array,
): CountRows {
  const { values } = target as Extract<ModelTarget, { values: unknown }>
  const own = Float64Array.from(rows, (row) => weightOf(weights, row))
  const all = own.reduce((sum, weight) => sum + weight, 0)
  return new CountRows(
    kernels,
    arena,
    Float64Array.from(rows, (row) => values[row]),
    own.map((weight) => weight / all),
  )
}

/** Some rows by falling time; its rows are places among these. */
function followUpOfRows({ target, weights }: RowsOfTarget, rows: Int32Array): FollowUp {
  const { values, isEvent } = target as Events
  const take = (of: ArrayLike<number>) => Float64Array.from(rows, (row) => of[row])
  return followUpOf(
    take(values),
    { status: take(isEvent), event: 1 },
    Float64Array.from(rows, (row) => weightOf(weights, row)),
  )
}

function weightOf(weights: Float64Array | null, row: number): number {
  return weights ? weights[row] : 1
}
