import { CribaError, isCutShort } from '#core'
import type { Run, SelectResult, SettledSelectSpec, Source, View } from '#core'
import type { ReplicaTask } from '../resample/replica-task.ts'
import { RequestBatcher } from '../scope/request-batcher.ts'
import { scopeOf } from '../scope/scope.ts'
import { inspectTarget } from '../scope/target.ts'
import type { TargetFacts } from '../scope/target.ts'
import { chooseSelection, scorersOf } from '../selection/chosen-selection.ts'
import { selectNames, selectOnce } from '../selection/run-selection.ts'
import type { NamedColumns } from '../selection/run-selection.ts'
import { searchUnitsOf } from '../selection/search-units.ts'
import { findTakenColumns, withoutColumns } from '../selection/taken-columns.ts'

/** Selects from a source: one search, or any method. */
type Select = (source: Source, spec: SettledSelectSpec, run: Run) => Promise<SelectResult>

/** The selection from a part of the rows, with its steps. */
export type PartSelection = Pick<SelectResult, 'selected' | 'steps'>

/** A selection to its end: an interruption is an error. */
export async function selectWhole(
  source: Source,
  spec: SettledSelectSpec,
  run: Run,
  select: Select = selectOnce,
): Promise<SelectResult> {
  const result = await select(source, spec, run)
  if (isCutShort(result)) throw cutShort(result)
  return result
}

/** The error of a selection that was cut short. */
function cutShort({ warnings }: SelectResult): CribaError {
  const failure = warnings.find(({ code }) => code === 'unreachable')
  return failure
    ? new CribaError('unreachable', failure.message)
    : new CribaError('interrupted', 'interrupted')
}

/** What a selection from a part of the rows is given. */
export interface GivenInPart {
  readonly spec: SettledSelectSpec
  readonly facts: TargetFacts
}

/** The task of selecting from parts of the rows. */
export function partTask(name: string, select: Select): ReplicaTask<GivenInPart, PartSelection> {
  return {
    name,
    make: async (part, { spec, facts }, _, run) => {
      const { selected, steps } = await selectFromPart(part, spec, facts, run, select)
      return { selected, steps }
    },
  }
}

/** Selects from a part of the rows; selects nothing where the target is constant there. */
export async function selectFromPart(
  part: Source,
  spec: SettledSelectSpec,
  facts: TargetFacts,
  run: Run,
  select: Select = selectOnce,
): Promise<PartSelection> {
  if (await isTargetConstant(part, spec, facts, run)) return { selected: [], steps: [] }
  return selectWhole(part, spec, run, select)
}

/** The columns that a search chooses from a part of the rows; none where the target is constant there. */
async function chooseFromPart(
  part: Source,
  spec: SettledSelectSpec,
  facts: TargetFacts,
  run: Run,
  named: NamedColumns = {},
): Promise<readonly string[]> {
  return (await isTargetConstant(part, spec, facts, run)) ? [] : selectNames(part, spec, run, named)
}

/** The task of choosing columns from parts of the rows, by one spec after the other. */
export const chooseInPart: ReplicaTask<
  {
    readonly specs: readonly SettledSelectSpec[]
    readonly facts: TargetFacts
    readonly named?: NamedColumns
  },
  readonly string[]
> = {
  name: 'choice',
  make: (part, { specs, facts, named }, place, run) =>
    chooseFromPart(part, specs[place % specs.length], facts, run, named),
}

/** Whether the target is the same in all rows of a part that have one, or no row has the event. */
export async function isTargetConstant(
  part: Source,
  spec: SettledSelectSpec,
  { classes, values, event }: TargetFacts,
  { signal }: Run,
): Promise<boolean> {
  const batcher = new RequestBatcher(part, signal ? { signal } : {})
  const { view } = scopeOf(part, { ...spec, missing: 'pairwise' })
  if (event) {
    const ofEvent = { kind: 'counts', family: { list: [[event.variable]] }, view } as const
    const [[[{ cells }]]] = await batcher.request([[ofEvent]])
    if (cells[event.level] === 0) return true
  }
  if (!classes) {
    const order = { kind: 'order', variable: values!, at: [], distinctUpTo: 1, view } as const
    const [[{ distinct }]] = await batcher.request([[order]])
    return distinct?.length === 1
  }
  const counts = { kind: 'counts', family: { list: [[classes]] }, view } as const
  const [[[{ cells }]]] = await batcher.request([[counts]])
  return cells.filter((count) => count > 0).length === 1
}

/** Leaves out of a selection the columns that were set apart. */
export function withoutColumnsSetApart(
  spec: SettledSelectSpec,
  { columns }: Pick<SelectResult, 'columns'>,
): SettledSelectSpec {
  return withoutColumns(
    spec,
    columns.filter(({ setApart }) => setApart).map(({ name }) => name),
  )
}

/**
 * The spec of a selection as it runs in a part: with as many bins as for all rows, so that the spec of the
 * result gives the same parts.
 */
export function specOfPart(
  spec: SettledSelectSpec,
  { spec: { task, bins } }: Pick<SelectResult, 'spec'>,
): SettledSelectSpec {
  return { ...spec, task, bins, evidence: false, alternatives: false, why: null }
}

/** A selection from all rows, and what its repetitions in parts of the rows share. */
interface RepeatedSelection {
  readonly whole: SelectResult
  readonly inPart: SettledSelectSpec
  /** What can be chosen. */
  readonly units: CountedUnits
  readonly facts: TargetFacts
  readonly view: View
}

/** Selects from all rows, and prepares the same selection for parts of them. */
export async function prepareRepeated(
  source: Source,
  spec: SettledSelectSpec,
  run: Run,
): Promise<RepeatedSelection> {
  const whole = await selectWhole(source, spec, run)
  const inPart = specOfPart(withoutColumnsSetApart(spec, whole), whole)
  const { all, scope } = findTakenColumns(scorersOf(chooseSelection(inPart)), source, inPart, [])
  const facts = await inspectTarget(new RequestBatcher(source, run), scope, inPart)
  const [taken, inScope] = [scope, all].map(({ features }) => features.map(({ name }) => name))
  return { whole, inPart, units: countedUnits(taken, inPart, new Set(inScope)), facts, view: scope.view }
}

/** What repeated selections choose among: columns, or groups of columns that count as one. */
export interface CountedUnits {
  /** Their names, without those that are kept. */
  readonly names: readonly string[]
  /** How many are kept in any case. */
  readonly keptUnits: number
  /** Their columns. */
  readonly kept: readonly string[]
  /** The columns of one. */
  columnsOf(unit: string): readonly string[]
  /** Those that contain some columns, in the order of these, without those kept. */
  unitsOf(columns: readonly string[]): readonly string[]
}

/** The units of a spec over the columns that can be chosen. */
export function countedUnits(
  columns: readonly string[],
  { keep, groups }: Pick<SettledSelectSpec, 'keep' | 'groups'>,
  namesInScope: ReadonlySet<string>,
): CountedUnits {
  const spec = { keep, groups, costs: null, budget: null }
  const { names, members, kept, keptUnits } = searchUnitsOf(columns, spec, namesInScope)
  const columnsOf = new Map(names.map((unit, i) => [unit, members[i].map((column) => columns[column])]))
  const unitOf = new Map([...columnsOf].flatMap(([unit, of]) => of.map((name) => [name, unit] as const)))
  return {
    names,
    keptUnits: keptUnits.length,
    kept: kept.map((column) => columns[column]),
    columnsOf: (unit) => columnsOf.get(unit)!,
    unitsOf: (some) => [...new Set(some.flatMap((name) => unitOf.get(name) ?? []))],
  }
}

/** How many units may be chosen besides those kept; `k` is the most of all. */
export function mostBesideKept(k: number | null, { keptUnits: kept }: CountedUnits): number {
  if (k === null) return Infinity
  if (k > kept) return k - kept
  throw new CribaError('invalid', `invalid k: ${k} (${kept} to keep leave none to choose: needs more)`)
}

/** The columns of some units after those kept, without those that no selection has. */
export function columnsAfterKept(
  units: CountedUnits,
  chosen: readonly string[],
  selections: readonly (readonly string[])[],
): readonly string[] {
  const taken = new Set(selections.flat())
  return [...units.kept, ...chosen.flatMap((unit) => units.columnsOf(unit))].filter((name) => taken.has(name))
}
