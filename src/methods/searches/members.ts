/* Sets of candidates as lists of their members, in the order of the table. */

export type Members = readonly number[]

/** All candidates. */
export function allCandidates(size: number): number[] {
  return Array.from({ length: size }, (_, candidate) => candidate)
}

/** The members of a set, in order. */
export function sortedMembers(candidates: readonly number[]): number[] {
  return [...candidates].sort((a, b) => a - b)
}

/** The set with one more member. */
export function withMember(set: Members, candidate: number): number[] {
  const place = set.findIndex((member) => member > candidate)
  return place < 0 ? [...set, candidate] : [...set.slice(0, place), candidate, ...set.slice(place)]
}

export function withoutMember(set: Members, candidate: number): number[] {
  return set.filter((member) => member !== candidate)
}

/** The candidates that are not in the set. */
export function othersOf(set: Members, size: number): number[] {
  const isMember = new Uint8Array(size)
  for (const member of set) isMember[member] = 1
  return allCandidates(size).filter((candidate) => isMember[candidate] === 0)
}

/** Orders sets by their number of members, then by mask, bit i = candidate i. */
export function compareMembers(a: Members, b: Members): number {
  if (a.length !== b.length) return a.length - b.length
  for (let i = a.length - 1; i >= 0; i--) if (a[i] !== b[i]) return a[i] - b[i]
  return 0
}
