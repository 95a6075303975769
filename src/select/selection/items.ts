import { CribaError, unknownName } from '../../spec/error.ts'
import type { SettledSelectSpec } from '../../spec/select-spec.ts'

/** What a search moves: single columns, or groups of columns that enter and leave together. */
export interface Items {
  readonly names: readonly string[]
  /** The columns of each item, by their number among the candidates. */
  readonly members: readonly (readonly number[])[]
  /** Columns that are selected in any case, and the items that they make. */
  readonly kept: readonly number[]
  readonly keptItems: readonly (readonly [name: string, members: readonly number[]])[]
  /** What each item costs, what those kept cost, and what may be spent; null where nothing has a price. */
  readonly prices: Prices | null
}

export interface Prices {
  readonly ofItem: Float64Array
  readonly ofKept: number
  /** Infinity where a price divides the score instead. */
  readonly most: number
}

/**
 * The items of a spec over the candidates of a criterion, in the order of their first columns. What a group holds besides
 * candidates takes no part. `known` are the names of all columns in play.
 */
export function itemsOf(
  candidates: readonly string[],
  { keep, groups, costs, budget }: Pick<SettledSelectSpec, 'keep' | 'groups' | 'costs' | 'budget'>,
  known: ReadonlySet<string>,
): Items {
  const groupOf = groupsByColumn(groups, known)
  const itemOf = (name: string) => groupOf.get(name) ?? name
  const items = new Map<string, number[]>()
  candidates.forEach((name, place) => {
    const item = itemOf(name)
    const members = items.get(item)
    if (members) members.push(place)
    else items.set(item, [place])
  })
  const isKept = new Set(keep.map((name) => itemOf(checkedColumn('column to keep', name, candidates, known))))
  const names: string[] = []
  const members: number[][] = []
  const keptItems: [string, number[]][] = []
  for (const [item, columns] of items) {
    if (isKept.has(item)) {
      keptItems.push([item, columns])
      continue
    }
    names.push(item)
    members.push(columns)
  }
  const kept = keptItems.flatMap(([, columns]) => columns)
  const prices = pricesOf(candidates, { members, kept }, { costs, most: budget?.cost }, known)
  return { names, members, kept, keptItems, prices }
}

/** The items that hold some columns, each once, in the order of the names; what is kept is there anyway. */
export function itemsWith(
  names: readonly string[],
  { members, kept }: Items,
  candidates: readonly string[],
  known: ReadonlySet<string>,
): readonly number[] {
  const itemOf = new Map(
    members.flatMap((columns, item) => columns.map((column) => [candidates[column], item])),
  )
  const isKept = new Set(kept.map((column) => candidates[column]))
  const moved = names.filter(
    (name) => !isKept.has(checkedColumn('column to start from', name, candidates, known)),
  )
  return [...new Set(moved.map((name) => itemOf.get(name)!))]
}

/** Whether an item is a column, whatever the item. */
export function areSingle({ members }: Items): boolean {
  return members.every(({ length }) => length === 1)
}

/** Whether items are the candidates themselves: no groups, nothing kept, no prices. */
export function areCandidates(items: Items, candidates: number): boolean {
  return items.members.length === candidates && items.kept.length === 0 && items.prices === null
}

/** The columns that some items hold, after those that are kept. */
export function columnsOf({ kept, members }: Items, items: readonly number[]): number[] {
  return [...kept, ...items.flatMap((item) => members[item])]
}

/** What some items cost, with those kept. */
export function priceOf({ ofKept, ofItem }: Prices, items: readonly number[]): number {
  return items.reduce((sum, item) => sum + ofItem[item], ofKept)
}

/** Whether some items cost no more than may be spent. */
export function areAffordable({ prices }: Items, items: readonly number[]): boolean {
  return prices === null || priceOf(prices, items) <= prices.most
}

/** A merit for its price: greater is better, also below 0. */
export function perPrice(merit: number, price: number): number {
  return merit >= 0 ? merit / price : merit * price
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
function pricesOf(
  candidates: readonly string[],
  { members, kept }: Pick<Items, 'members' | 'kept'>,
  { costs, most }: { readonly costs: SettledSelectSpec['costs']; readonly most: number | undefined },
  known: ReadonlySet<string>,
): Prices | null {
  if (costs === null) {
    if (most === undefined) return null
    throw new CribaError('missing', 'missing costs: a budget of cost needs the price of each column')
  }
  for (const name of Object.keys(costs)) {
    if (!known.has(name)) throw unknownName('column in costs', name, [...known])
  }
  const priceOfAll = (columns: readonly number[]) =>
    columns.reduce((sum, column) => sum + checkedPrice(candidates[column], costs), 0)
  const ofKept = priceOfAll(kept)
  if (most !== undefined && ofKept > most) {
    throw new CribaError('invalid', `invalid budget: cost=${most} (the columns to keep cost ${ofKept})`)
  }
  return {
    ofItem: Float64Array.from(members, priceOfAll),
    ofKept,
    most: most ?? Infinity,
  }
}

function checkedPrice(name: string, costs: Readonly<Record<string, number>>): number {
  if (!Object.hasOwn(costs, name)) throw new CribaError('missing', `missing cost of column ${name}`)
  const price = costs[name]
  if (typeof price === 'number' && price > 0 && Number.isFinite(price)) return price
  throw new CribaError('invalid', `invalid cost of column ${name}: ${String(price)} (needs a number above 0)`)
}
