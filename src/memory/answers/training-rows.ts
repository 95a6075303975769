import { allocateNumbers, sharedBuffer } from '#core'
import type { EventVariable, FitRequest, Variable, View } from '#core'
import type { FitRows } from '../models/fit-job.ts'
import type { ModelColumn, ModelTarget } from '../threads/model-rows.ts'
import type { ResolvedView } from './resolved-view.ts'

/** The rows that fits train on and predict. */
interface RowsOfTrials {
  readonly trials: readonly FitRows[]
  /** By row of the table; null where each counts once. */
  readonly weights: Float64Array | null
  /** How much the rows weigh together, and those held out in each trial. */
  readonly n: number
  readonly heldOut: Float64Array
}

/** The column of a feature, as models read it. */
export function columnOf(feature: Variable, resolved: ResolvedView): ModelColumn {
  if (!feature.coding) return resolved.valuesOf(feature)
  const { codes, count } = resolved.codesOf(feature)
  return { codes, levels: count }
}

/** The target, as models read it. */
export function targetOf(
  target: Variable,
  resolved: ResolvedView,
  event: EventVariable | undefined,
): ModelTarget {
  if (event) {
    const { codes } = resolved.codesOf(event.variable)
    const isEvent = new Uint8Array(sharedBuffer(codes.length))
    for (let row = 0; row < codes.length; row++) isEvent[row] = codes[row] === event.level ? 1 : 0
    return { values: resolved.valuesOf(target).values, isEvent }
  }
  if (!target.coding) return { values: resolved.valuesOf(target).values }
  const { codes, count } = resolved.codesOf(target)
  return { codes, classes: count }
}

/** The rows of the trials that are complete in the target and in some columns. */
export async function trainingRows(
  { target, event, parts, trials, view }: Pick<FitRequest, 'target' | 'event' | 'parts' | 'trials' | 'view'>,
  resolved: ResolvedView,
  complete: readonly ModelColumn[],
  resolve: (view: View) => Promise<ResolvedView>,
): Promise<RowsOfTrials> {
  const labels = [target, ...(event ? [event.variable] : [])]
  const read = [...labels.map((label) => columnOf(label, resolved)), ...complete]
  const isComplete = completeRows(read, resolved.rows.length)
  const views = parts.length > 0 ? parts : [view]
  const ofParts: Int32Array[] = []
  let weights: Float64Array | null = null
  const sums: number[] = []
  for (const part of views) {
    const { weights: ofRows, counted } = (await resolve(part)).rows
    const rows: number[] = []
    let sum = 0
    for (let row = 0; row < isComplete.length; row++) {
      if (!isComplete[row] || ofRows?.[row] === 0) continue
      rows.push(row)
      sum += ofRows ? ofRows[row] : 1
    }
    if (counted.weights) {
      weights ??= allocateNumbers(resolved.rows.length)
      for (const row of rows) weights[row] = counted.weights[row]
    }
    ofParts.push(Int32Array.from(rows))
    sums.push(sum)
  }
  const none = new Int32Array(0)
  const all = parts.length > 0 ? trials : [{ train: [0], test: -1 }]
  return {
    weights,
    n: sums.reduce((a, b) => a + b, 0),
    heldOut: Float64Array.from(trials, ({ test }) => sums[test]),
    trials: all.map(({ train, test }) => ({
      train: merged(train.map((part) => ofParts[part])),
      test: test < 0 ? none : shared(ofParts[test]),
    })),
  }
}

/** 1 for each row that has a value in all columns. */
function completeRows(columns: readonly ModelColumn[], rows: number): Uint8Array {
  const complete = new Uint8Array(rows).fill(1)
  for (const column of columns) {
    if ('values' in column) {
      const { missing } = column
      if (missing) for (let row = 0; row < rows; row++) if (missing[row]) complete[row] = 0
    } else {
      const { codes, levels } = column
      for (let row = 0; row < rows; row++) if (codes[row] === levels) complete[row] = 0
    }
  }
  return complete
}

/** Lists of rows as one, in the order of the table. */
function merged(lists: readonly Int32Array[]): Int32Array {
  const all = shared(new Int32Array(lists.reduce((sum, { length }) => sum + length, 0)))
  let at = 0
  for (const list of lists) {
    all.set(list, at)
    at += list.length
  }
  return all.sort()
}

function shared(rows: Int32Array): Int32Array {
  const copy = new Int32Array(sharedBuffer(rows.byteLength))
  copy.set(rows)
  return copy
}
