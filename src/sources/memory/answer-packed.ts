import { packOf, mostPackBytes, mostPackedLevels } from '../../kernel/packed-columns.ts'
import { packedJob, mostGroups, sumsOfColumn } from '../../kernel/packed-job.ts'
import type { PackedInput, PackedTask } from '../../kernel/packed-job.ts'
import type { CodedInput } from '../../kernel/coded-arena.ts'
import { runBatch } from '../../kernel/pool.ts'
import type { BatchRun } from '../../kernel/pool.ts'
import type { Entropies, EntropySums } from '../../statistics/entropies.ts'
import type { EntropyRequest } from '../../statistics/request.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { CodedColumns } from './coded-columns.ts'
import type { ResolvedView } from './resolved-view.ts'

/**
 * Entropies of candidates, each by itself or with `first`, and where those are asked for too the same with `by`: the cells
 * of one table answer both.
 */
export interface PackedRequests {
  readonly alone: EntropyRequest
  readonly withBy: EntropyRequest | null
  readonly each: readonly Variable[]
  readonly first: Variable | null
  readonly by: Variable | null
}

/**
 * Milliseconds to count a level in a row of one column, to sum a cell of its table, and to bundle it at first: the column,
 * and each level in each of its rows. A little too much is meant.
 */
const cost = { levelRow: 3e-8, cell: 3e-6, column: 1e-3, packed: 2e-7 }
const taskCost = { most: 50, least: 1 }
/** Fewer columns of a bundle are counted one by one. */
const worthPacking = 16

/** What bundles may answer of a batch, as far as can be seen without the data. */
export function findPacked(requests: readonly EntropyRequest[]): readonly PackedRequests[] {
  const left = new Set(
    requests.flatMap((request): Step[] => {
      const { family, within } = request
      return 'each' in family && !within ? [{ request, base: family.base, each: family.each }] : []
    }),
  )
  const found: PackedRequests[] = []
  // What has one variable may go with what has two, or with what has none; what goes with nothing stays by itself.
  for (const length of [1, 0]) {
    for (const step of left) {
      const more = step.base.length === length && withOneMore(step, left)
      if (!more) continue
      left.delete(step)
      left.delete(more)
      found.push(packedRequests(step, more))
    }
  }
  for (const step of left) if (step.base.length <= 1) found.push(packedRequests(step, null))
  return found
}

/** A request for candidates beside a base. */
interface Step {
  readonly request: EntropyRequest
  readonly base: readonly Variable[]
  readonly each: readonly Variable[]
}

function withOneMore({ base, each }: Step, steps: Iterable<Step>): Step | undefined {
  return [...steps].find(
    (other) =>
      other.each === each &&
      other.base.length === base.length + 1 &&
      base.every((variable, i) => variable === other.base[i]),
  )
}

function packedRequests({ request, base, each }: Step, more: Step | null): PackedRequests {
  const [first = null] = base
  return { alone: request, withBy: more?.request ?? null, each, first, by: more?.base.at(-1) ?? null }
}

/** Whether bundles answer it: many rows that all have one of few levels, each counted once. */
export function canPack({ first, by, each }: PackedRequests, columns: CodedColumns): boolean {
  if (columns.areWeighted || columns.mostLevelsOf(each) > mostPackedLevels) return false
  const groups = countGroups(first, by, columns)
  if (groups === 0 || groups > mostGroups) return false
  if (columns.bytesOfPack > mostPackBytes) return false
  return each.length >= worthPacking * columns.bundlesOf(each)
}

/** How many groups the levels of what columns are counted with make of the rows. */
function countGroups(first: Variable | null, by: Variable | null, columns: CodedColumns): number {
  const levelsOf = (variable: Variable | null) =>
    variable ? columns.wholeLevelsOf(columns.placeOf(variable)) : 1
  return levelsOf(first) * levelsOf(by)
}

/** The answers, in one batch. */
export async function answerPacked(
  { first, by, each, withBy }: PackedRequests,
  resolved: ResolvedView,
  columns: CodedColumns,
  tables: EntropySums,
  run: BatchRun,
): Promise<{ readonly alone: Entropies; readonly withBy: Entropies | null }> {
  const places = { first: first && columns.placeOf(first), by: by && columns.placeOf(by) }
  const lasts = columns.placesOf(each)
  const given = givenFor(columns.given(2), resolved, tables)
  const rows = given.rows.length
  const levels = columns.mostLevelsOf(each)
  const ofEach = levels * (cost.levelRow * rows + cost.cell * countGroups(first, by, columns))
  const whole = lasts.length * ofEach
  const size = Math.ceil(Math.min(taskCost.most, Math.max(taskCost.least, whole / 16)) / ofEach)
  const tasks = cut(lasts, size).map((some): PackedTask => ({ ...places, lasts: some }))
  const affinity = (task: PackedTask) => task.lasts[0] / given.columns.length
  const layingOut = lasts.length * (cost.column + cost.packed * levels * rows)
  const batch = {
    job: packedJob,
    input: given,
    tasks,
    count: tasks.length,
    cost: whole + layingOut,
    affinity,
  }
  const parts = await runBatch(batch, run)

  for (const { sums, untabled } of parts) {
    for (let i = 0; i < untabled.length; i += 2) tables.addCell(sums, 3 * untabled[i], untabled[i + 1])
  }
  const lists = parts.map(({ sums }) => sums)
  // What has one level alone tells no rows apart: the kernel sums nothing for it.
  const from = countGroups(null, by, columns) === 1 ? 0 : sumsOfColumn / 2
  return {
    alone: tables.answerAlike(rows, lists, 0, sumsOfColumn),
    withBy: withBy && tables.answerAlike(rows, lists, from, sumsOfColumn),
  }
}

/** Columns in lists of about so many, those of a bundle together where they stand together. */
function cut(columns: Uint32Array, size: number): Uint32Array[] {
  const lists: Uint32Array[] = []
  for (let from = 0; from < columns.length;) {
    let to = Math.min(columns.length, from + size)
    while (to < columns.length && packOf(columns[to]) === packOf(columns[to - 1])) to++
    lists.push(columns.slice(from, to))
    from = to
  }
  return lists
}

const givens = new WeakMap<CodedInput, PackedInput>()

/** What the job is given for the same columns is the same object. */
function givenFor(coded: CodedInput, resolved: ResolvedView, { high, low }: EntropySums): PackedInput {
  let given = givens.get(coded)
  if (!given) {
    const { excluded } = resolved.rows.counted
    const every = Uint32Array.from({ length: coded.rows }, (_, row) => row)
    given = {
      columns: coded.columns,
      rows: excluded ? every.filter((row) => !excluded[row]) : every,
      high,
      low,
    }
    givens.set(coded, given)
  }
  return given
}
