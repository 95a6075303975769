import { variablesOf } from '#core'
import type { Entropies, EntropyRequest, EntropySums, Variable } from '#core'
import type { CodedInput } from '../tables/coded-list.ts'
import type { CodedList } from '../tables/coded-list.ts'
import {
  mostGroups,
  mostPackBytes,
  mostPackedLevels,
  packedJob,
  packOf,
  sumsOfColumn,
} from '../tables/packed-job.ts'
import type { PackedInput, PackedTask } from '../tables/packed-job.ts'
import { runBatch } from '../threads/pool.ts'
import type { BatchRun } from '../threads/pool.ts'
import type { CodedColumns } from './coded-columns.ts'
import type { ResolvedView } from './resolved-view.ts'

/**
 * Entropies of candidates, each alone or with `first`, and if requested those together with `by` too: the
 * cells of one table answer both.
 */
interface PackedRequest {
  readonly each: readonly Variable[]
  readonly first: Variable | null
  readonly by: Variable | null
}

/**
 * Milliseconds to count one level in one row, to sum one cell of a table, and to pack a column once: per
 * column, and per level and row. Slightly overestimated.
 */
const cost = { levelRow: 3e-8, cell: 3e-6, column: 1e-3, packed: 2e-7 }
const taskCost = { most: 50, least: 1 }
/** With fewer columns per pack, columns are counted one by one. */
const leastColumnsPerPack = 16

/** What packed columns can answer of a request; `null` if nothing. */
export function packedRequest(
  { family, within, also }: EntropyRequest,
  columns: CodedColumns,
): PackedRequest | null {
  if (!('each' in family) || family.base.length > 1) return null
  if (within && !columns.areComplete(variablesOf(within))) return null
  const { each, base } = family
  const alone: PackedRequest = { each, first: base[0] ?? null, by: null }
  // If `also` has missing values or too many levels, the sets without it may still be packed.
  const possible = also ? [{ ...alone, by: also }, alone] : [alone]
  return possible.find((one) => canPack(one, columns)) ?? null
}

/**
 * Whether packed columns can answer it: unweighted, no missing values, few levels, and enough columns per
 * pack.
 */
function canPack({ first, by, each }: PackedRequest, columns: CodedColumns): boolean {
  if (columns.areWeighted || columns.mostLevelsOf(each) > mostPackedLevels) return false
  const groups = countGroups(first, by, columns)
  if (groups === 0 || groups > mostGroups) return false
  if (columns.bytesOfPack > mostPackBytes) return false
  return each.length >= leastColumnsPerPack * columns.countPacks(each)
}

/** The number of groups of rows: the product of the levels of `first` and `by`. */
function countGroups(first: Variable | null, by: Variable | null, columns: CodedColumns): number {
  const levelsOf = (variable: Variable | null) =>
    variable ? columns.levelsIfComplete(columns.placeOf(variable)) : 1
  return levelsOf(first) * levelsOf(by)
}

/** Computes the entropies without `by`, and those with it if there is one, in one batch. */
export async function answerPacked(
  { first, by, each }: PackedRequest,
  resolved: ResolvedView,
  columns: CodedColumns,
  tables: EntropySums,
  run: BatchRun,
): Promise<Entropies[]> {
  const places = { first: first && columns.placeOf(first), by: by && columns.placeOf(by) }
  const lasts = columns.placesOf(each)
  const given = givenFor(columns.codedRows(2), resolved, tables)
  const rows = given.rows.length
  const levels = columns.mostLevelsOf(each)
  const ofEach = levels * (cost.levelRow * rows + cost.cell * countGroups(first, by, columns))
  const whole = lasts.length * ofEach
  const size = Math.ceil(Math.min(taskCost.most, Math.max(taskCost.least, whole / 16)) / ofEach)
  const tasks = splitByPack(lasts, size).map((some): PackedTask => ({ ...places, lasts: some }))
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
  // A `by` with a single level distinguishes no rows: the kernel sums nothing for it.
  const from = countGroups(null, by, columns) === 1 ? 0 : sumsOfColumn / 2
  const alone = tables.entropiesOfSameRows(rows, lists, 0, sumsOfColumn)
  return by ? [alone, tables.entropiesOfSameRows(rows, lists, from, sumsOfColumn)] : [alone]
}

/** Splits columns into lists of about `size`; adjacent columns of one pack stay together. */
function splitByPack(columns: Uint32Array, size: number): Uint32Array[] {
  const lists: Uint32Array[] = []
  for (let from = 0; from < columns.length;) {
    let to = Math.min(columns.length, from + size)
    while (to < columns.length && packOf(columns[to]) === packOf(columns[to - 1])) to++
    lists.push(columns.slice(from, to))
    from = to
  }
  return lists
}

const inputs = new WeakMap<CodedList, PackedInput>()

/** The job's input, which is the same object for the same columns, however wide other sets of them are. */
function givenFor(coded: CodedInput, resolved: ResolvedView, { high, low }: EntropySums): PackedInput {
  let given = inputs.get(coded.columns)
  if (!given) {
    const { excluded } = resolved.rows.counted
    const rows = new Uint32Array(coded.rows)
    let count = 0
    for (let row = 0; row < rows.length; row++) if (!excluded?.[row]) rows[count++] = row
    given = {
      columns: coded.columns,
      rows: rows.slice(0, count),
      high,
      low,
    }
    inputs.set(coded.columns, given)
  }
  return given
}
