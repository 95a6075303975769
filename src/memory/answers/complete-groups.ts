import { absorbsMissing, allocateNumbers, membersOf, otherVariablesOf, variablesOf } from '#core'
import type { Family, NearestRequest, Variable } from '#core'
import type { ResolvedView } from './resolved-view.ts'

/** The most numbers in the sets of one group, which are laid out in memory together. */
const mostNumbers = 1 << 23

/** Some members of a family that are complete in the same rows. */
export interface CompleteGroup {
  /** The rows that count, ascending; `null` for all. */
  readonly rows: Int32Array | null
  /** The indices of the members in the family, ascending. */
  readonly places: readonly number[]
  readonly members: readonly (readonly Variable[])[]
}

/** Groups the members of a family by the rows in which they and the `others` are complete. */
export function* completeGroups(
  family: Family,
  others: readonly Variable[],
  resolved: ResolvedView,
): Generator<CompleteGroup> {
  const groups = new Map<
    string,
    { masks: Uint8Array[]; places: number[]; members: (readonly Variable[])[] }
  >()
  const numbers = new Map<Uint8Array, number>()
  const otherMasks = masksOf(others, resolved)
  const { excluded } = resolved.rows.counted
  let index = 0
  for (const member of membersOf(family)) {
    const masks = [...new Set([...(excluded ? [excluded] : []), ...otherMasks, ...masksOf(member, resolved)])]
    for (const mask of masks) if (!numbers.has(mask)) numbers.set(mask, numbers.size)
    const key = masks
      .map((mask) => numbers.get(mask)!)
      .sort((a, b) => a - b)
      .join()
    let group = groups.get(key)
    if (!group) {
      group = { masks, places: [], members: [] }
      groups.set(key, group)
    }
    group.places.push(index++)
    group.members.push(member)
  }
  for (const { masks, places, members } of groups.values()) {
    const rows = completeRows(masks, resolved.rows.length)
    const inOne = Math.max(1, Math.floor(mostNumbers / Math.max(1, rows?.length ?? resolved.rows.length)))
    for (let from = 0; from < places.length;) {
      const columns = new Set<Variable>()
      let to = from
      while (to < places.length && (to === from || columns.size + members[to].length <= inOne)) {
        for (const variable of members[to++]) columns.add(variable)
      }
      yield { rows, places: places.slice(from, to), members: members.slice(from, to) }
      from = to
    }
  }
}

/**
 * The rows over which every set of a lattice is computed, `null` for all; `undefined` if they differ between
 * sets.
 */
export function rowsOfLattice(
  { family, wanted }: NearestRequest,
  resolved: ResolvedView,
): Int32Array | null | undefined {
  const { excluded } = resolved.rows.counted
  const masks = masksOf([...variablesOf(family), ...otherVariablesOf(wanted)], resolved)
  const isComplete = (mask: Uint8Array) =>
    mask.every((isMissing, row) => isMissing === 0 || excluded?.[row] === 1)
  if (!masks.every(isComplete)) return undefined
  return excluded && completeRows([excluded], resolved.rows.length)
}

/** The numbers of some rows. */
export function pickRows(values: Float64Array, rows: Int32Array | null): Float64Array {
  if (!rows) return values
  const picked = allocateNumbers(rows.length)
  for (let i = 0; i < rows.length; i++) picked[i] = values[rows[i]]
  return picked
}

function masksOf(variables: readonly Variable[], resolved: ResolvedView): Uint8Array[] {
  return variables.flatMap((variable) => {
    const { missing } = resolved.columns[variable.column]
    return missing && !absorbsMissing(variable) ? [missing] : []
  })
}

function completeRows(masks: readonly Uint8Array[], length: number): Int32Array | null {
  if (masks.length === 0) return null
  const rows = new Int32Array(length)
  let count = 0
  for (let row = 0; row < length; row++) if (masks.every((mask) => mask[row] === 0)) rows[count++] = row
  return rows.subarray(0, count)
}
