import { CribaError, unknownName } from '../../spec/error.ts'
import type { SettledSelectSpec } from '../../spec/select-spec.ts'

/** What a search moves: single columns, or groups of columns that enter and leave together. */
export interface SearchUnits {
  readonly names: readonly string[]
  /** The columns of each item, by their number among the candidates. */
  readonly members: readonly (readonly number[])[]
  /** Columns that are selected in any case, and the items that they make. */
  readonly kept: readonly number[]
  readonly keptUnits: readonly (readonly [name: string, members: readonly number[]])[]
  /** What each item costs, what those kept cost, and what may be spent; null where nothing has a price. */
  readonly costs: UnitCosts | null
}

export interface UnitCosts {
  readonly ofUnit: Float64Array
  readonly ofKept: number
  /** Infinity where a price divides the score instead. */
  readonly most: number
}

/**
 * The items of a spec over the candidates of a criterion, in the order of their first columns. What a group holds besides
 * candidates takes no part. `known` are the names of all columns in play.
 */
export function searchUnitsOf(
  candidates: readonly string[],
  { keep, groups, costs: ofColumns, budget }: Pick<SettledSelectSpec, 'keep' | 'groups' | 'costs' | 'budget'>,
  known: ReadonlySet<string>,
): SearchUnits {
  const groupOf = groupsByColumn(groups, known)
  const unitOf = (name: string) => groupOf.get(name) ?? name
  const searchUnits = new Map<string, number[]>()
  candidates.forEach((name, place) => {
    const unit = unitOf(name)
    const members = searchUnits.get(unit)
    if (members) members.push(place)
    else searchUnits.set(unit, [place])
  })
  const isKept = new Set(keep.map((name) => unitOf(checkedColumn('column to keep', name, candidates, known))))
  const names: string[] = []
  const members: number[][] = []
  const keptUnits: [string, number[]][] = []
  for (const [unit, columns] of searchUnits) {
    if (isKept.has(unit)) {
      keptUnits.push([unit, columns])
      continue
    }
    names.push(unit)
    members.push(columns)
  }
  const kept = keptUnits.flatMap(([, columns]) => columns)
  const costs = costsOf(candidates, { members, kept }, { costs: ofColumns, most: budget?.cost }, known)
  return { names, members, kept, keptUnits, costs }
}

/** The items that hold some columns, each once, in the order of the names; what is kept is there anyway. */
export function unitsWith(
  names: readonly string[],
  { members, kept }: SearchUnits,
  candidates: readonly string[],
  known: ReadonlySet<string>,
): readonly number[] {
  const unitOf = new Map(
    members.flatMap((columns, unit) => columns.map((column) => [candidates[column], unit])),
  )
  const isKept = new Set(kept.map((column) => candidates[column]))
  const moved = names.filter(
    (name) => !isKept.has(checkedColumn('column to start from', name, candidates, known)),
  )
  return [...new Set(moved.map((name) => unitOf.get(name)!))]
}

/** Whether an item is a column, whatever the item. */
export function areSingle({ members }: SearchUnits): boolean {
  return members.every(({ length }) => length === 1)
}

/** Whether items are the candidates themselves: no groups, nothing kept, no prices. */
export function areCandidates(searchUnits: SearchUnits, candidates: number): boolean {
  return (
    searchUnits.members.length === candidates && searchUnits.kept.length === 0 && searchUnits.costs === null
  )
}

/** The columns that some items hold, after those that are kept. */
export function columnsOf({ kept, members }: SearchUnits, searchUnits: readonly number[]): number[] {
  return [...kept, ...searchUnits.flatMap((unit) => members[unit])]
}

/** What some items cost, with those kept. */
export function costOf({ ofKept, ofUnit }: UnitCosts, searchUnits: readonly number[]): number {
  return searchUnits.reduce((sum, unit) => sum + ofUnit[unit], ofKept)
}

/** Whether some items cost no more than may be spent. */
export function areAffordable({ costs }: SearchUnits, searchUnits: readonly number[]): boolean {
  return costs === null || costOf(costs, searchUnits) <= costs.most
}

/** A merit for its price: greater is better, also below 0. */
export function perCost(merit: number, cost: number): number {
  return merit >= 0 ? merit / cost : merit * cost
}

/** The group of each column that has one. */
function groupsByColumn(
  groups: SettledSelectSpec['groups'],
  known: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const groupOf = new Map<string, string>()
  for (const [group, members] of Object.entries(groups)) {
    if (members.length === 0) throw new CribaError('invalid', `invalid group: ${group} (it has no columns)`)
    for (const name of members) {
      const other = groupOf.get(name)
      if (other !== undefined) {
        throw new CribaError('invalid', `invalid group: ${group} (column ${name} is in group ${other} too)`)
      }
      if (!known.has(name)) throw unknownName(`column of group ${group}`, name, [...known])
      groupOf.set(name, group)
    }
  }
  for (const group of Object.keys(groups)) {
    if (known.has(group) && groupOf.get(group) !== group) {
      throw new CribaError('invalid', `invalid group: ${group} (a column outside it has that name)`)
    }
  }
  return groupOf
}

/** A column that has to be a candidate. */
function checkedColumn(
  what: string,
  name: string,
  candidates: readonly string[],
  known: ReadonlySet<string>,
): string {
  if (candidates.includes(name)) return name
  if (!known.has(name)) throw unknownName(what, name, [...known])
  throw new CribaError('unsuitable', `unsuitable ${what}: ${name} (it is no candidate of this search)`)
}

/** What the items cost that are moved, and those kept; null where nothing has a price. */
function costsOf(
  candidates: readonly string[],
  { members, kept }: Pick<SearchUnits, 'members' | 'kept'>,
  { costs, most }: { readonly costs: SettledSelectSpec['costs']; readonly most: number | undefined },
  known: ReadonlySet<string>,
): UnitCosts | null {
  if (costs === null) {
    if (most === undefined) return null
    throw new CribaError('missing', 'missing costs: a budget of cost needs the price of each column')
  }
  for (const name of Object.keys(costs)) {
    if (!known.has(name)) throw unknownName('column in costs', name, [...known])
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
