import { CribaError } from '../spec/error.ts'
import type { Variable } from './variable.ts'

/**
 * A family of sets of variables. A request names a whole family, not one candidate at a time.
 *
 * - `{ base, each }`: `base` together with each variable of `each`, in that order;
 * - `{ of, sizes }`: all subsets of `of` with `sizes[0]` to `sizes[1]` members, in ascending order of their
 *   mask (bit i = member i); the variables of `base`, if given, come first in each set;
 * - `{ list }`: the sets as listed.
 */
export type Family<T = Variable> =
  | { readonly base: readonly T[]; readonly each: readonly T[] }
  | {
      readonly of: readonly T[]
      readonly sizes: readonly [from: number, to: number]
      readonly base?: readonly T[]
    }
  | { readonly list: readonly (readonly T[])[] }

/** How many sets a family has. */
export function countMembers(family: Family<unknown>): number {
  if ('each' in family) return family.each.length
  if ('list' in family) return family.list.length
  let members = 0
  for (let size = family.sizes[0]; size <= family.sizes[1]; size++) members += choose(family.of.length, size)
  return members
}

/** The sets of a family, in order. */
export function* membersOf<T>(family: Family<T>): Generator<readonly T[]> {
  if ('each' in family) for (const variable of family.each) yield [...family.base, variable]
  else if ('list' in family) yield* family.list
  else {
    const { of, sizes, base } = family
    for (const subset of subsets(of, of.length, ...sizes)) yield base ? [...base, ...subset] : subset
  }
}

/** Subsets of the variables before index `first` with `from` to `to` members, in order of their mask. */
function* subsets<T>(of: readonly T[], first: number, from: number, to: number): Generator<readonly T[]> {
  if (from > first) return
  if (from <= 0) yield []
  if (to === 1) {
    // Avoids one generator for each variable, and below for each pair.
    for (let last = 0; last < first; last++) yield [of[last]]
    return
  }
  if (to === 2) {
    for (let last = 0; last < first; last++) {
      if (from <= 1) yield [of[last]]
      for (let before = 0; before < last; before++) yield [of[before], of[last]]
    }
    return
  }
  for (let last = Math.max(0, from - 1); to > 0 && last < first; last++) {
    for (const subset of subsets(of, last, from - 1, to - 1)) yield [...subset, of[last]]
  }
}

/** How many variables each set has, in a family whose sets all have one size. */
export function widthOf(family: Family<unknown>): number {
  if ('each' in family) return family.base.length + 1
  return 'list' in family ? (family.list[0]?.length ?? 0) : family.sizes[0] + (family.base?.length ?? 0)
}

/** How many variables the largest set of a family has. */
export function widestOf(family: Family<unknown>): number {
  if ('each' in family) return family.base.length + 1
  if ('of' in family) return Math.min(family.of.length, family.sizes[1]) + (family.base?.length ?? 0)
  return family.list.reduce((widest, { length }) => Math.max(widest, length), 0)
}

/** Whether a family contains the empty set. */
function hasEmptySet(family: Family<unknown>): boolean {
  if ('each' in family) return false
  if ('of' in family) return family.sizes[0] <= 0 && !family.base?.length
  return family.list.some(({ length }) => length === 0)
}

/** Every variable that occurs in a family, once. */
export function variablesOf(family: Family): readonly Variable[] {
  if ('each' in family) return [...new Set([...family.base, ...family.each])]
  return 'list' in family ? [...new Set(family.list.flat())] : [...(family.base ?? []), ...family.of]
}

/** The family with each variable mapped; a set that occurs twice in a list is mapped to the same set. */
export function mapFamily<T, U>(family: Family<T>, map: (variable: T) => U): Family<U> {
  if ('each' in family) return { base: family.base.map(map), each: family.each.map(map) }
  if ('of' in family) {
    const { of, sizes, base } = family
    return { of: of.map(map), sizes, ...(base && { base: base.map(map) }) }
  }
  const sets = new Map<readonly T[], readonly U[]>()
  for (const set of family.list) if (!sets.has(set)) sets.set(set, set.map(map))
  return { list: family.list.map((set) => sets.get(set)!) }
}

/** The sets of a family, each together with `more` variables, which come first. */
export function joinVariables(family: Family, more: readonly Variable[]): Family {
  if (more.length === 0) return family
  if ('each' in family) return { base: [...more, ...family.base], each: family.each }
  if ('of' in family) return { ...family, base: [...more, ...(family.base ?? [])] }
  return { list: family.list.map((set) => [...more, ...set]) }
}

/**
 * The sets of a family, each together with one more variable, which comes after `base`; equal sets of a list
 * stay one object.
 */
export function addVariable(family: Family, variable: Variable): Family {
  if (!('list' in family)) return { ...family, base: [...(family.base ?? []), variable] }
  const sets = new Map<readonly Variable[], readonly Variable[]>()
  for (const set of family.list) if (!sets.has(set)) sets.set(set, [variable, ...set])
  return { list: family.list.map((set) => sets.get(set)!) }
}

/** Refuses families with an empty set, for requests that have no meaning without variables. */
export function refuseEmptySets(family: Family, kind: string): void {
  if (!hasEmptySet(family)) return
  throw new CribaError('invalid', `invalid family of ${kind}: a set without variables (needs 1 or more)`)
}

/** The family of single variables. */
export function singles(each: readonly Variable[]): Family {
  return { base: [], each }
}

function choose(n: number, k: number): number {
  if (k > n) return 0
  let count = 1
  for (let i = 1; i <= k; i++) count = (count * (n - k + i)) / i
  return Math.round(count)
}

/**
 * The sets of a family as a prefix tree, so that work on shared columns is done once: each node is the set of
 * its parent with one more column. Node 0 is the empty set, and parents have lower numbers than their
 * children.
 */
export interface SetTree {
  readonly parent: Int32Array
  /** The number of the column that a node adds to its parent; −1 for node 0. */
  readonly column: Int32Array
  /** The node of each set of the family. */
  readonly node: Int32Array
}

/**
 * Builds the tree of a family of numbered columns; sets with the same first columns, in their own order,
 * share nodes.
 */
export function buildSetTree(family: Family<number>, columns: number): SetTree {
  const parent = [-1]
  const column = [-1]
  const children = new Map<number, number>()
  const node: number[] = []
  for (const set of membersOf(family)) {
    let at = 0
    for (const member of set) {
      const key = at * columns + member
      let next = children.get(key)
      if (next === undefined) {
        next = parent.length
        children.set(key, next)
        parent.push(at)
        column.push(member)
      }
      at = next
    }
    node.push(at)
  }
  return { parent: Int32Array.from(parent), column: Int32Array.from(column), node: Int32Array.from(node) }
}

/** Visits every node with its depth, depth first. */
export function walkTree({ parent }: SetTree, enter: (node: number, depth: number) => void): void {
  const first = new Int32Array(parent.length).fill(-1)
  const next = new Int32Array(parent.length).fill(-1)
  for (let node = parent.length - 1; node > 0; node--) {
    next[node] = first[parent[node]]
    first[parent[node]] = node
  }
  let node = 0
  let depth = 0
  for (;;) {
    enter(node, depth)
    if (first[node] >= 0) {
      node = first[node]
      depth++
      continue
    }
    while (node > 0 && next[node] < 0) {
      node = parent[node]
      depth--
    }
    if (node === 0) return
    node = next[node]
  }
}
