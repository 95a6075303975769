import type { Variable } from './variable.ts'

/**
 * A family of sets of variables: what a request names, never one candidate after the other.
 *
 * - `{ base, each }`: `base` together with each variable of `each`, in that order;
 * - `{ of, sizes }`: all subsets of `of` with `sizes[0]` to `sizes[1]` members, by mask (bit i = member i), ascending;
 * - `{ list }`: the sets as they stand.
 */
export type Family =
  | { readonly base: readonly Variable[]; readonly each: readonly Variable[] }
  | { readonly of: readonly Variable[]; readonly sizes: readonly [from: number, to: number] }
  | { readonly list: readonly (readonly Variable[])[] }

/** How many sets the family has. */
export function countMembers(family: Family): number {
  if ('each' in family) return family.each.length
  if ('list' in family) return family.list.length
  let members = 0
  for (let size = family.sizes[0]; size <= family.sizes[1]; size++) members += choose(family.of.length, size)
  return members
}

/** The sets of the family in order. */
export function* membersOf(family: Family): Generator<readonly Variable[]> {
  if ('each' in family) for (const variable of family.each) yield [...family.base, variable]
  else if ('list' in family) yield* family.list
  else yield* subsets(family.of, family.of.length, family.sizes[0], family.sizes[1])
}

/** Subsets of the first so many variables with `from` to `to` members, by mask: those without the last come first. */
function* subsets(
  of: readonly Variable[],
  first: number,
  from: number,
  to: number,
): Generator<readonly Variable[]> {
  if (to < 0 || from > first) return
  if (first === 0) {
    yield []
    return
  }
  yield* subsets(of, first - 1, from, to)
  for (const subset of subsets(of, first - 1, from - 1, to - 1)) yield [...subset, of[first - 1]]
}

/** How many variables each set of a family holds that has sets of one size. */
export function widthOf(family: Family): number {
  if ('each' in family) return family.base.length + 1
  return 'list' in family ? (family.list[0]?.length ?? 0) : family.sizes[0]
}

/** Every variable that occurs in the family, once. */
export function variablesOf(family: Family): readonly Variable[] {
  if ('each' in family) return [...new Set([...family.base, ...family.each])]
  return 'list' in family ? [...new Set(family.list.flat())] : family.of
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
