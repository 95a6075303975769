import { bundleOf, bytesOfBundle, mostBundleBytes } from '../../kernel/bundles.ts'
import { bundlesJob, mostBundledLevels, mostGroups, sumsOfColumn } from '../../kernel/bundles-job.ts'
import type { BundlesGiven, BundlesTask } from '../../kernel/bundles-job.ts'
import { mostLevels } from '../../kernel/coded-list.ts'
import type { CodedRows } from '../../kernel/coded-room.ts'
import { runBatch } from '../../kernel/pool.ts'
import type { BatchRun } from '../../kernel/pool.ts'
import type { Entropies, EntropySums } from '../../statistics/entropies.ts'
import type { EntropyRequest } from '../../statistics/request.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { CodedColumns } from './coded-columns.ts'
import type { Sight } from './sight.ts'

/**
 * Entropies of candidates, each by itself or with one other variable, and where they are asked for too the same with one
 * variable more: one table answers both.
 */
export interface BundleRequests {
  readonly alone: EntropyRequest
  readonly within: EntropyRequest | null
  readonly base: Variable | null
  readonly by: Variable | null
  readonly each: readonly Variable[]
}

/**
 * Milliseconds to count a level in a row of one column, to sum a cell of its table, and to bundle it at first: the column,
 * and each level in each of its rows. A little too much is meant.
 */
const cost = { levelRow: 3e-8, cell: 3e-6, column: 1e-3, packed: 2e-7 }
const taskCost = { most: 50, least: 1 }
/** Fewer columns of a bundle are counted one by one. */
const worthBundle = 16

/** What bundles may answer of a batch, as far as can be seen without the data. */
export function findBundles(requests: readonly EntropyRequest[]): readonly BundleRequests[] {
  const steps = requests.flatMap((request) => {
    const { family, within } = request
    return 'each' in family && !within ? [{ request, base: family.base, each: family.each }] : []
  })
  const left = new Set(steps)
  const found: BundleRequests[] = []
  const take = (step: (typeof steps)[number], more: (typeof steps)[number] | null) => {
    left.delete(step)
    if (more) left.delete(more)
    const [base = null] = step.base
    const by = more?.base.at(-1) ?? null
    found.push({ alone: step.request, within: more?.request ?? null, base, by, each: step.each })
  }
  // What has one variable may go with what has two, or with what has none.
  for (const length of [1, 0]) {
    for (const step of steps) {
      if (!left.has(step) || step.base.length !== length) continue
      const more = [...left].find(
        ({ each, base }) =>
          each === step.each && base.length === length + 1 && step.base.every((one, i) => one === base[i]),
      )
      if (more) take(step, more)
    }
  }
  for (const step of left) if (step.base.length <= 1) take(step, null)
  return found
}

/** Whether bundles answer it: many rows that all have one of few levels, each counted once. */
export function canBundle({ base, by, each }: BundleRequests, columns: CodedColumns): boolean {
  if (columns.areWeighted || columns.mostLevelsOf(each) > mostBundledLevels) return false
  if (groupsOf(base, by, columns) > mostGroups) return false
  if (bytesOfWidest(columns.given(2)) > mostBundleBytes) return false
  return each.length >= worthBundle * bundlesOf(columns.placesOf(each))
}

const widest = new WeakMap<CodedRows, number>()

/** Bytes that a bundle of these columns may take. */
function bytesOfWidest(given: CodedRows): number {
  let bytes = widest.get(given)
  if (bytes === undefined) {
    bytes = bytesOfBundle(given.rows, mostLevels(given.columns, mostBundledLevels))
    widest.set(given, bytes)
  }
  return bytes
}

const bundleCounts = new WeakMap<Uint32Array, number>()

/** How many bundles are to be looked at for some columns. */
function bundlesOf(places: Uint32Array): number {
  let count = bundleCounts.get(places)
  if (count === undefined) {
    const isNext = (place: number, i: number) => i === 0 || bundleOf(place) !== bundleOf(places[i - 1])
    count = places.reduce((sum, place, i) => sum + (isNext(place, i) ? 1 : 0), 0)
    bundleCounts.set(places, count)
  }
  return count
}

/** How many groups the levels of what columns are counted with make of the rows. */
function groupsOf(base: Variable | null, by: Variable | null, columns: CodedColumns): number {
  const levelsOf = (variable: Variable | null) =>
    variable ? columns.wholeLevelsOf(columns.placeOf(variable)) : 1
  return levelsOf(base) * levelsOf(by)
}

/** The answers, in one batch. */
export async function answerBundles(
  { base, by, each, within: wanted }: BundleRequests,
  sight: Sight,
  columns: CodedColumns,
  tables: EntropySums,
  run: BatchRun,
): Promise<{ readonly alone: Entropies; readonly within: Entropies | null }> {
  const first = base && columns.placeOf(base)
  const second = by && columns.placeOf(by)
  const lasts = columns.placesOf(each)
  const given = givenFor(columns.given(2), sight, tables)
  const rows = given.rows.length
  const levels = columns.mostLevelsOf(each)
  const ofEach = levels * (cost.levelRow * rows + cost.cell * groupsOf(base, by, columns))
  const whole = lasts.length * ofEach
  const size = Math.ceil(Math.min(taskCost.most, Math.max(taskCost.least, whole / 16)) / ofEach)
  const tasks = cut(lasts, size).map((some): BundlesTask => ({ first, by: second, lasts: some }))
  const home = (task: BundlesTask) => task.lasts[0] / given.columns.length
  const layingOut = lasts.length * (cost.column + cost.packed * levels * rows)
  const batch = { job: bundlesJob, given, tasks, count: tasks.length, cost: whole + layingOut, home }
  const parts = await runBatch(batch, run)

  for (const { sums, rest } of parts) {
    for (let i = 0; i < rest.length; i += 2) tables.addCell(sums, 3 * rest[i], rest[i + 1])
  }
  const lists = parts.map(({ sums }) => sums)
  return {
    alone: tables.answerAlike(rows, lists, 0, sumsOfColumn),
    within: wanted && tables.answerAlike(rows, lists, sumsOfColumn / 2, sumsOfColumn),
  }
}

/** Columns in lists of about so many, those of a bundle together where they stand together. */
function cut(columns: Uint32Array, size: number): Uint32Array[] {
  const lists: Uint32Array[] = []
  for (let from = 0; from < columns.length;) {
    let to = Math.min(columns.length, from + size)
    while (to < columns.length && bundleOf(columns[to]) === bundleOf(columns[to - 1])) to++
    lists.push(columns.slice(from, to))
    from = to
  }
  return lists
}

const givens = new WeakMap<CodedRows, BundlesGiven>()

/** What the job is given for the same columns is the same object. */
function givenFor(coded: CodedRows, sight: Sight, { high, low }: EntropySums): BundlesGiven {
  let given = givens.get(coded)
  if (!given) {
    const { out } = sight.rows.counted
    const every = Uint32Array.from({ length: coded.rows }, (_, row) => row)
    given = { columns: coded.columns, rows: out ? every.filter((row) => !out[row]) : every, high, low }
    givens.set(coded, given)
  }
  return given
}
