import exp from '@stdlib/math-base-special-exp'
import { allocateNumbers, CribaError, drawRows } from '#core'
import type { Contrasts, ContrastsRequest, Neighbourhood, Variable } from '#core'
import { contrastsJob } from '../neighbours/contrasts-job.ts'
import type { ContrastsInput, ContrastsPart, ContrastsTask } from '../neighbours/contrasts-job.ts'
import type { NearRule } from '../neighbours/near-rows.ts'
import type { RowSpace, SpaceColumn } from '../neighbours/row-space.ts'
import { runBatch } from '../threads/pool.ts'
import type { BatchRun } from '../threads/pool.ts'
import { scaleValues } from './distance-values.ts'
import { preciseSum } from './precise-sum.ts'
import type { ResolvedView } from './resolved-view.ts'
import { spaceOf } from './space-columns.ts'
import type { SortedRows } from './space-columns.ts'

/** Milliseconds to compare two values of a column, and to look at a distance. */
const cost = { value: 4e-7, distance: 4e-6 }
/** Approximate milliseconds of a task. */
const taskCost = 40
/** The most distances of a task. */
const mostDistances = 1 << 21
/** The most sums of an answer. */
const mostSums = 1 << 24

/** Sums how columns differ between rows and their neighbours. */
export async function answerContrasts(
  request: ContrastsRequest,
  resolved: ResolvedView,
  run: BatchRun,
): Promise<Contrasts> {
  const { columns, target, neighbourhood, metric, differences } = request
  if (resolved.rows.counted.weights) {
    throw new CribaError('unsuitable', 'unsuitable weights: neighbours need every weight to be 0 or 1')
  }
  await resolved.encode(
    [...columns, target].filter(({ coding }) => coding),
    { ...run, progress: undefined },
  )
  const classes = target.coding ? resolved.codesOf(target).count : 1
  const isRest = request.among === 'rest' && target.coding !== null
  const [partitions, groups] = isRest ? [classes, 2] : [1, classes]
  refuseManySums(classes, partitions * groups * groups * columns.length)
  const sorted = sortedRows(target, resolved)
  const distances = metric === 'manhattan' ? 'absolute' : 'squared'
  const { space, places } = spaceOf(columns, sorted, { distances, differences }, resolved)
  const given: ContrastsInput = {
    space,
    rule: ruleOf(neighbourhood, space),
    isRest,
    target: target.coding ? null : targetValues(target, sorted, resolved),
    tableRow: sorted.tableRow,
  }
  const tasks = tasksOf(space, request.sample)
  const values = space.rows * columns.length * cost.value + space.rows * cost.distance
  const rows = tasks.reduce((sum, { rows }) => sum + rows.length, 0)
  const batch = { job: contrastsJob, input: given, tasks, count: tasks.length, cost: rows * values }
  return merge({ given, tasks, places, partitions, groups }, await runBatch(batch, run))
}

function refuseManySums(classes: number, sums: number): void {
  if (sums <= mostSums) return
  throw new CribaError(
    'too-large',
    `too many classes: ${classes} make ${sums} sums of pairs of classes (at most ${mostSums}; use fewer columns, or merge classes)`,
  )
}

/** The included rows with a target, sorted by class. */
function sortedRows(target: Variable, resolved: ResolvedView): SortedRows {
  const { excluded } = resolved.rows.counted
  const { missing } = resolved.columns[target.column]
  const coded = target.coding ? resolved.codesOf(target) : null
  const classes = coded?.count ?? 1
  const rowsOf = Array.from({ length: classes }, () => [] as number[])
  for (let row = 0; row < resolved.rows.length; row++) {
    if (excluded?.[row]) continue
    if (coded) rowsOf[coded.codes[row]]?.push(row)
    else if (!missing?.[row]) rowsOf[0].push(row)
  }
  const classStarts = new Uint32Array(classes + 1)
  rowsOf.forEach((rows, c) => (classStarts[c + 1] = classStarts[c] + rows.length))
  return { tableRow: Uint32Array.from(rowsOf.flat()), classStarts }
}

/** A numeric target with range 1. */
function targetValues(target: Variable, { tableRow }: SortedRows, resolved: ResolvedView): Float64Array {
  const { values } = resolved.valuesOf(target)
  const picked = allocateNumbers(tableRow.length)
  tableRow.forEach((row, i) => (picked[i] = values[row]))
  return scaleValues(resolved.columns[target.column].name, picked, 'minmax').values
}

function ruleOf(neighbourhood: Neighbourhood, space: RowSpace): NearRule {
  if (neighbourhood.of === 'radius') {
    const { mean, far } = neighbourhood
    return { of: 'radius', mean: mean === 'pairs' ? meanDistance(space) : null, far }
  }
  const { k, ties, decay } = neighbourhood
  const ranks = Math.min(k, space.rows)
  const weights =
    decay === null
      ? null
      : Float64Array.from({ length: ranks }, (_, p) => exp(-((p + 1) / decay) * ((p + 1) / decay)))
  return { of: 'nearest', k, ties, weights }
}

/** Tasks of rows of one class. */
function tasksOf(
  { rows, columns, classStarts }: RowSpace,
  sample: ContrastsRequest['sample'],
): readonly ContrastsTask[] {
  const drawn = sample && sample.rows < rows ? drawRows(sample.rows, rows, sample.seed) : null
  const isDrawn = drawn && new Set(drawn)
  const ofRow = rows * (columns.length * cost.value + cost.distance)
  const most = Math.max(1, Math.floor(Math.min(taskCost / ofRow, mostDistances / rows)))
  const tasks: ContrastsTask[] = []
  for (let ofClass = 0; ofClass + 1 < classStarts.length; ofClass++) {
    const ofThis: number[] = []
    for (let row = classStarts[ofClass]; row < classStarts[ofClass + 1]; row++) {
      if (!isDrawn || isDrawn.has(row)) ofThis.push(row)
    }
    for (let from = 0; from < ofThis.length; from += most) {
      tasks.push({ ofClass, rows: Uint32Array.from(ofThis.slice(from, from + most)) })
    }
  }
  return tasks
}

/** What the parts of the tasks are merged by. */
interface Merging {
  readonly given: ContrastsInput
  readonly tasks: readonly ContrastsTask[]
  readonly places: readonly number[]
  readonly partitions: number
  readonly groups: number
}

function merge(
  { given, tasks, places, partitions, groups }: Merging,
  parts: readonly ContrastsPart[],
): Contrasts {
  const { rows, classStarts } = given.space
  const width = places.length
  const isFar = given.rule.of === 'radius' && given.rule.far
  const answer = {
    n: rows,
    known: new Float64Array(width),
    classes: Float64Array.from(classStarts.subarray(1), (end, c) => end - classStarts[c]),
    partitions,
    groups,
    compared: new Float64Array(partitions * groups),
    near: new Float64Array(partitions * groups * groups * width),
    far: new Float64Array(isFar ? partitions * groups * groups * width : 0),
    ofTarget: 0,
    withTarget: new Float64Array(given.target ? width : 0),
  }
  const add = (to: Float64Array, at: number, from: Float64Array, start: number) => {
    for (let i = 0; i < width; i++) to[at + places[i]] += from[start + i]
  }
  given.space.columns.forEach(({ known }, i) => (answer.known[places[i]] = known))
  parts.forEach((part, i) => {
    const { ofClass, rows: compared } = tasks[i]
    for (let partition = 0; partition < partitions; partition++) {
      const group = !given.isRest ? ofClass : partition === ofClass ? 0 : 1
      answer.compared[partition * groups + group] += compared.length
      for (let other = 0; other < groups; other++) {
        const at = ((partition * groups + group) * groups + other) * width
        const start = (partition * groups + other) * width
        add(answer.near, at, part.near, start)
        if (isFar) add(answer.far, at, part.far, start)
      }
    }
    answer.ofTarget += part.ofTarget
    if (given.target) add(answer.withTarget, 0, part.withTarget, 0)
  })
  return answer
}

/**
 * The mean of the sums of absolute differences over all pairs of rows: column by column, without looking at
 * pairs.
 */
function meanDistance({ rows, columns, classStarts }: RowSpace): number {
  const total = preciseSum(columns.map((column) => sumOverPairs(column, classStarts)))
  return total / ((rows * (rows - 1)) / 2)
}

/** Σ of the differences of a column over all pairs of rows, expected ones where a value is missing. */
function sumOverPairs({ values, isLevels, expected }: SpaceColumn, classStarts: Uint32Array): number {
  const known = values.filter((value) => !Number.isNaN(value)).sort()
  const ofKnown = isLevels ? unequalPairs(known) : differencesOfPairs(known)
  if (!expected || known.length === values.length) return ofKnown
  const terms = [ofKnown]
  const missingOf = missingRows(values, classStarts)
  missingOf.forEach((missing, c) => {
    if (missing.length === 0) return
    const from = c * values.length
    const withKnown = values.map((value, row) => (Number.isNaN(value) ? 0 : expected.distances[from + row]))
    terms.push(missing.length * preciseSum(withKnown))
    for (let other = 0; other <= c; other++) {
      if (missingOf[other].length === 0) continue
      const pairs = missing.length * (other === c ? (missing.length - 1) / 2 : missingOf[other].length)
      terms.push(pairs * expected.distances[from + missingOf[other][0]])
    }
  })
  return preciseSum(terms)
}

/** The rows of each class without a value. */
function missingRows(values: Float64Array, classStarts: Uint32Array): readonly (readonly number[])[] {
  return Array.from(classStarts.subarray(1), (end, c) => {
    const missing: number[] = []
    for (let row = classStarts[c]; row < end; row++) if (Number.isNaN(values[row])) missing.push(row)
    return missing
  })
}

/** Each step between neighbours counts for all pairs that it lies between: no differences of large sums. */
function differencesOfPairs(sorted: Float64Array): number {
  const n = sorted.length
  const terms: number[] = []
  for (let i = 1; i < n; i++) terms.push((sorted[i] - sorted[i - 1]) * i * (n - i))
  return preciseSum(terms)
}

function unequalPairs(sorted: Float64Array): number {
  const n = sorted.length
  let equal = 0
  for (let start = 0; start < n;) {
    let end = start + 1
    while (end < n && sorted[end] === sorted[start]) end++
    equal += ((end - start) * (end - start - 1)) / 2
    start = end
  }
  return (n * (n - 1)) / 2 - equal
}
