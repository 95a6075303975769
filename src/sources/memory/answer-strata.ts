import { mostLevels } from '../../kernel/coded-list.ts'
import type { CodedRows } from '../../kernel/coded-room.ts'
import { runBatch } from '../../kernel/pool.ts'
import type { BatchRun } from '../../kernel/pool.ts'
import { strataJob } from '../../kernel/strata-job.ts'
import type { StrataGiven, StrataTask } from '../../kernel/strata-job.ts'
import { emptyEntropies } from '../../statistics/entropies.ts'
import type { Entropies, EntropySums } from '../../statistics/entropies.ts'
import type { EntropyRequest } from '../../statistics/request.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { CodedColumns } from './coded-columns.ts'
import type { Sight } from './sight.ts'

/**
 * Two requests of a batch that differ in one variable: entropies of candidates, each by itself or with one other, and the
 * same with the variable `by`. Counted among the rows of each of its levels, one table answers both. One alone goes by the
 * strata that the rows were sorted into before.
 */
export interface StrataRequests {
  readonly alone: EntropyRequest
  readonly within: EntropyRequest | null
  readonly base: Variable | null
  readonly each: readonly Variable[]
  readonly by: Variable
}

/** Numbers for each candidate in a part: six of its entropy alone, six of that within the strata. */
const numbersOfEach = 12
/** Tables of more pairs of planes are cheaper as two histograms. */
const mostPlanePairs = 320
/** Columns of more levels get no planes, and more strata would be mostly padding. */
const mostPlanes = 32
const mostStrata = 64
/** No table within these bounds has more cells. */
const mostCells = 384
/**
 * Milliseconds for a candidate: for each pair of planes and row, and for each cell; and to lay it out at first, for it and
 * for each row. A little too much is meant.
 */
const cost = { planeRow: 7e-9, cell: 5e-6, column: 1e-3, row: 2e-6 }
const taskCost = { most: 50, least: 1 }

/** Fewer candidates are not worth asking for strata that were made for others. */
const worthSorted = 64

/** What strata answer of a batch, as far as can be seen without the data; `sorted` is whose strata there were before. */
export function findStrata(
  requests: readonly EntropyRequest[],
  sorted: Variable | null,
): readonly StrataRequests[] {
  const steps = requests.flatMap((request) => {
    const { family, within } = request
    return 'each' in family && !within ? [{ request, base: family.base, each: family.each }] : []
  })
  const pairs = steps.flatMap((within): StrataRequests[] => {
    const rest = within.base.slice(0, -1)
    const isAlone = ({ base, each }: (typeof steps)[number]) =>
      each === within.each && base.length === rest.length && base.every((variable, i) => variable === rest[i])
    const alone = steps.find(isAlone)
    if (!alone || within.base.length < 1 || within.base.length > 2) return []
    const by = within.base.at(-1)!
    return [{ alone: alone.request, within: within.request, base: rest[0] ?? null, each: within.each, by }]
  })
  const found = new Set(pairs.flatMap(({ alone, within }) => [alone, within]))
  const lone = steps.flatMap(({ request, base, each }): StrataRequests[] => {
    if (!sorted || found.has(request) || base.length > 1 || each.length < worthSorted) return []
    return [{ alone: request, within: null, base: base[0] ?? null, each, by: sorted }]
  })
  return [...pairs, ...lone]
}

/** Whether strata answer a pair: rows that all have one of few levels, each counted once. */
export function canStratify({ base, each, by }: StrataRequests, columns: CodedColumns): boolean {
  const levelsOf = (variable: Variable) => columns.wholeLevelsOf(columns.placeOf(variable))
  if (columns.areWeighted || levelsOf(by) > mostStrata) return false
  const planes = base === null ? 0 : levelsOf(base) - 1
  const most = Math.min(mostPlanes, mostPlanePairs / Math.max(1, planes))
  return planes <= mostPlanes && columns.mostLevelsOf(each) - 1 <= most
}

/** Both answers of each pair, in one batch for each. */
export async function answerStrata(
  { base, each, by, within: wanted }: StrataRequests,
  sight: Sight,
  columns: CodedColumns,
  tables: EntropySums,
  run: BatchRun,
): Promise<{ readonly alone: Entropies; readonly within: Entropies }> {
  columns.strataOf = by
  const first = base && columns.placeOf(base)
  const lasts = columns.placesOf(each)
  const given = givenFor(columns.given(2), sight, by, tables)
  const rows = given.order.length
  const planes = given.cells - 1
  const ofEach = cost.planeRow * rows * planes + cost.cell * given.cells * (given.strata.length + 1)
  const whole = lasts.length * ofEach
  const size = Math.ceil(Math.min(taskCost.most, Math.max(taskCost.least, whole / 16)) / ofEach)
  const tasks: StrataTask[] = []
  for (let from = 0; from < lasts.length; from += size) {
    tasks.push({ first, lasts: lasts.slice(from, from + size), isAlone: wanted === null })
  }
  const home = (task: StrataTask) => task.lasts[0] / given.columns.length
  const layingOut = lasts.length * (cost.column + cost.row * rows)
  const batch = { job: strataJob, given, tasks, count: tasks.length, cost: whole + layingOut, home }
  const parts = await runBatch(batch, run)

  const alone = emptyEntropies(lasts.length)
  const within = emptyEntropies(wanted ? lasts.length : 0)
  let member = 0
  for (const { sums, rest } of parts) {
    tables.putMany(alone, member, sums, 0, numbersOfEach)
    if (wanted) tables.putMany(within, member, sums, numbersOfEach / 2, numbersOfEach)
    if (rest.length > 0) putRest(sums, rest, member)
    member += sums.length / numbersOfEach
  }
  return { alone, within }

  /** Puts those again of which some counts are beyond the tables. */
  function putRest(sums: Float64Array, rest: Float64Array, first: number): void {
    let from = 0
    for (let at = 0; at < sums.length; at += numbersOfEach / 2) {
      const left = sums[at + 5]
      const answer = at % numbersOfEach === 0 ? alone : within
      const place = first + Math.floor(at / numbersOfEach)
      if (left > 0) tables.putSums(answer, place, sums, at, rest.subarray(from, from + left))
      from += left
    }
  }
}

const givens = new WeakMap<CodedRows, Map<Variable, StrataGiven>>()

/** What the job is given for the same columns and strata is the same object. */
function givenFor(coded: CodedRows, sight: Sight, by: Variable, { high, low }: EntropySums): StrataGiven {
  let known = givens.get(coded)
  if (!known) givens.set(coded, (known = new Map<Variable, StrataGiven>()))
  let given = known.get(by)
  if (!given) {
    const { columns } = coded
    const most = mostLevels(columns, mostPlanes + 1)
    given = { columns, ...sortedBy(by, sight), cells: Math.min(most * most, mostCells), high, low }
    known.set(by, given)
  }
  return given
}

/** The rows that count, by the levels of a variable. */
function sortedBy(by: Variable, sight: Sight): Pick<StrataGiven, 'order' | 'strata'> {
  const { codes, count } = sight.codesOf(by)
  const { out } = sight.rows.counted
  const strata = new Uint32Array(count)
  for (let row = 0; row < codes.length; row++) if (!out?.[row]) strata[codes[row]]++
  const next = new Uint32Array(count)
  for (let level = 1; level < count; level++) next[level] = next[level - 1] + strata[level - 1]
  const order = new Uint32Array(strata.reduce((sum, rows) => sum + rows, 0))
  for (let row = 0; row < codes.length; row++) if (!out?.[row]) order[next[codes[row]]++] = row
  return { order, strata }
}
