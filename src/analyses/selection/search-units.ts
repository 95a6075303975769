import { CribaError, NotKeptError, unknownName } from '#core'
import type { SettledSelectSpec } from '#core'
import { groupsByColumn } from '../scope/groups-by-column.ts'

/** What a search moves: single columns, or groups of columns that enter and leave together. */
export interface SearchUnits {
  readonly names: readonly string[]
  /** The columns of each unit, by their index among the candidates. */
  readonly members: readonly (readonly number[])[]
  /** Columns that are always selected, and the units that they form. */
  readonly kept: readonly number[]
  readonly keptUnits: readonly (readonly [name: string, members: readonly number[]])[]
  /** The costs of the units; null where columns have no costs. */
  readonly costs: UnitCosts | null
}

interface UnitCosts {
  readonly ofUnit: Float64Array
  readonly ofKept: number
  /** The budget; Infinity where costs divide the scores instead. */
  readonly most: number
}

/**
 * The units of a spec over the candidates of a criterion, in the order of their first columns. Columns of a
 * group that are no candidates take no part. `namesInScope` are the names of all columns in scope.
 */
export function searchUnitsOf(
  candidates: readonly string[],
  { keep, groups, costs: ofColumns, budget }: Pick<SettledSelectSpec, 'keep' | 'groups' | 'costs' | 'budget'>,
  namesInScope: ReadonlySet<string>,
): SearchUnits {
  const groupOf = groupsByColumn(groups, namesInScope)
  const unitOf = (name: string) => groupOf.get(name) ?? name
  const columnsOfUnit = new Map<string, number[]>()
  candidates.forEach((name, place) => {
    const unit = unitOf(name)
    const members = columnsOfUnit.get(unit)
    if (members) members.push(place)
    else columnsOfUnit.set(unit, [place])
  })
  const known = new Set(candidates)
  const stranger = keep.find((name) => !namesInScope.has(name) && !known.has(name))
  if (stranger !== undefined) throw unknownName('column to keep', stranger, [...namesInScope])
  const unfit = keep.filter((name) => !known.has(name))
  if (unfit.length > 0) throw new NotKeptError(unfit)
  const isKept = new Set(keep.map(unitOf))
  const names: string[] = []
  const members: number[][] = []
  const keptUnits: [string, number[]][] = []
  for (const [unit, columns] of columnsOfUnit) {
    if (isKept.has(unit)) {
      keptUnits.push([unit, columns])
      continue
    }
    names.push(unit)
    members.push(columns)
  }
  const kept = keptUnits.flatMap(([, columns]) => columns)
  const costs = costsOf(candidates, { members, kept }, { costs: ofColumns, most: budget?.cost }, namesInScope)
  return { names, members, kept, keptUnits, costs }
}

/** The units that contain some columns, each once, in the order of the names, without those that are kept. */
export function unitsWith(
  names: readonly string[],
  { members, kept }: SearchUnits,
  candidates: readonly string[],
  namesInScope: ReadonlySet<string>,
): readonly number[] {
  const unitOf = new Map(
    members.flatMap((columns, unit) => columns.map((column) => [candidates[column], unit])),
  )
  const known = new Set(candidates)
  const isKept = new Set(kept.map((column) => candidates[column]))
  const moved = names.filter((name) => !isKept.has(checkedStart(name, known, namesInScope)))
  return [...new Set(moved.map((name) => unitOf.get(name)!))]
}

/** Whether every unit is a single column. */
export function areSingle({ members }: SearchUnits): boolean {
  return members.every(({ length }) => length === 1)
}

/** Whether the units are the candidates themselves: no groups, no columns to keep, no costs. */
export function areCandidates(searchUnits: SearchUnits, candidates: number): boolean {
  return (
    searchUnits.members.length === candidates && searchUnits.kept.length === 0 && searchUnits.costs === null
  )
}

/** The columns of some units, after those that are kept. */
export function columnsOf({ kept, members }: SearchUnits, units: readonly number[]): number[] {
  return [...kept, ...units.flatMap((unit) => members[unit])]
}

/** The cost of some units together with those kept. */
export function costOf({ ofKept, ofUnit }: UnitCosts, units: readonly number[]): number {
  return units.reduce((sum, unit) => sum + ofUnit[unit], ofKept)
}

/** Whether some units are within the budget of cost. */
export function areAffordable({ costs }: SearchUnits, units: readonly number[]): boolean {
  return costs === null || costOf(costs, units) <= costs.most
}

/** A merit per cost: greater is better, also below 0. */
export function perCost(merit: number, cost: number): number {
  return merit >= 0 ? merit / cost : merit * cost
}

/** The name, checked to be that of a candidate. */
function checkedStart(
  name: string,
  candidates: ReadonlySet<string>,
  namesInScope: ReadonlySet<string>,
): string {
  if (candidates.has(name)) return name
  const what = 'column to start from'
  if (!namesInScope.has(name)) throw unknownName(what, name, [...namesInScope])
  throw new CribaError('unsuitable', `unsuitable ${what}: ${name} (it is no candidate of this search)`)
}

/** The costs of the units, and of the columns kept; null without costs. */
function costsOf(
  candidates: readonly string[],
  { members, kept }: Pick<SearchUnits, 'members' | 'kept'>,
  { costs, most }: { readonly costs: SettledSelectSpec['costs']; readonly most: number | undefined },
  namesInScope: ReadonlySet<string>,
): UnitCosts | null {
  if (costs === null) {
    if (most === undefined) return null
    throw new CribaError('missing', 'missing costs: a budget of cost needs the cost of each column')
  }
  for (const name of Object.keys(costs)) {
    if (!namesInScope.has(name)) throw unknownName('column in costs', name, [...namesInScope])
  }
  const costOfAll = (columns: readonly number[]) =>
    columns.reduce((sum, column) => sum + checkedCost(candidates[column], costs), 0)
  const ofKept = costOfAll(kept)
  if (most !== undefined && ofKept > most) {
    throw new CribaError('invalid', `invalid budget: cost=${most} (the columns to keep cost ${ofKept})`)
  }
  return {
    ofUnit: Float64Array.from(members, costOfAll),
    ofKept,
    most: most ?? Infinity,
  }
}

function checkedCost(name: string, costs: Readonly<Record<string, number>>): number {
  if (!Object.hasOwn(costs, name)) throw new CribaError('missing', `missing cost of column ${name}`)
  const cost = costs[name]
  if (typeof cost === 'number' && cost > 0 && Number.isFinite(cost)) return cost
  throw new CribaError('invalid', `invalid cost of column ${name}: ${String(cost)} (needs a number above 0)`)
}
