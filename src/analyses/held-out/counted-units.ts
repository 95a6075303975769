import { CribaError } from '#core'
import type { SettledSelectSpec } from '#core'
import { searchUnitsOf } from '../selection/search-units.ts'

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
