/* Sets of candidates by their members, which stand in the table's order. */

export type Members = readonly number[]

/** All candidates. */
export function everyOf(size: number): number[] {
  return Array.from({ length: size }, (_, candidate) => candidate)
}

/** Candidates as the members of a set. */
export function setOf(candidates: readonly number[]): number[] {
  return [...candidates].sort((a, b) => a - b)
}

/** The set together with one more. */
export function withMember(set: Members, candidate: number): number[] {
  const place = set.findIndex((member) => member > candidate)
  return place < 0 ? [...set, candidate] : [...set.slice(0, place), candidate, ...set.slice(place)]
}

export function withoutMember(set: Members, candidate: number): number[] {
  return set.filter((member) => member !== candidate)
}

/** The candidates that the set does not have. */
export function othersOf(set: Members, size: number): number[] {
  const isMember = new Uint8Array(size)
  for (const member of set) isMember[member] = 1
  return everyOf(size).filter((candidate) => isMember[candidate] === 0)
}

/** Fewer members first, then by mask, bit i = candidate i, the lower. */
export function byShape(a: Members, b: Members): number {
  if (a.length !== b.length) return a.length - b.length
  for (let i = a.length - 1; i >= 0; i--) if (a[i] !== b[i]) return a[i] - b[i]
  return 0
}
