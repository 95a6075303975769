import { countMembers, membersOf } from '#core'
import type { Answer, Counts, DirectRequest, Entropies, EntropyAnswer, Family, MomentsOfFamily } from '#core'

/** Requests in two halves, which read fewer columns each. */
export interface Halves {
  readonly halves: readonly [readonly DirectRequest[], readonly DirectRequest[]]
  /** The answers to all, of those to each half. */
  readonly join: (first: readonly Answer[], second: readonly Answer[]) => readonly Answer[]
}

/**
 * Divides a list of requests, or the family of a single one; null where that is a single set, or compares
 * rows. What is answered for a set does not depend on the others of its family.
 */
export function halvesOf(requests: readonly DirectRequest[]): Halves | null {
  if (requests.length > 1) return { halves: inTwo(requests), join: (first, second) => [...first, ...second] }
  const [request] = requests
  if (request.kind !== 'entropy' && request.kind !== 'counts' && request.kind !== 'moments') return null
  if (countMembers(request.family) < 2) return null
  const families = halvesOfFamily(request.family)
  const within =
    request.kind === 'entropy' && request.within ? halvesOfFamily(request.within) : [undefined, undefined]
  const [one, two] = families.map((family, i) => ({
    ...request,
    family,
    ...(within[i] && { within: within[i] }),
  })) as [DirectRequest, DirectRequest]
  return { halves: [[one], [two]], join: ([a], [b]) => [joiners[request.kind](a, b)] }
}

const joiners: Readonly<Record<'entropy' | 'counts' | 'moments', (a: Answer, b: Answer) => Answer>> = {
  counts: (a, b) => [...(a as readonly Counts[]), ...(b as readonly Counts[])],
  entropy: (a, b) => joinEntropies(a as EntropyAnswer, b as EntropyAnswer),
  moments: (a, b) => joinMoments(a as MomentsOfFamily, b as MomentsOfFamily),
}

function inTwo<T>(list: readonly T[]): readonly [readonly T[], readonly T[]] {
  const middle = list.length >> 1
  return [list.slice(0, middle), list.slice(middle)]
}

function halvesOfFamily(family: Family): readonly [Family, Family] {
  if ('each' in family) {
    const { base } = family
    const [one, two] = inTwo(family.each)
    return [
      { base, each: one },
      { base, each: two },
    ]
  }
  const [one, two] = inTwo('list' in family ? family.list : [...membersOf(family)])
  return [{ list: one }, { list: two }]
}

function joinEntropies(a: EntropyAnswer, b: EntropyAnswer): EntropyAnswer {
  const joined = joinedEntropies(a, b)
  return a.also && b.also ? { ...joined, also: joinedEntropies(a.also, b.also) } : joined
}

function joinedEntropies(a: Entropies, b: Entropies): Entropies {
  return {
    n: joinNumbers(a.n, b.n),
    high: joinNumbers(a.high, b.high),
    low: joinNumbers(a.low, b.low),
    cells: joinNumbers(a.cells, b.cells),
  }
}

function joinMoments(a: MomentsOfFamily, b: MomentsOfFamily): MomentsOfFamily {
  return {
    members: a.members + b.members,
    classes: a.classes,
    width: a.width,
    n: joinNumbers(a.n, b.n),
    mean: joinNumbers(a.mean, b.mean),
    meanLow: joinNumbers(a.meanLow, b.meanLow),
    min: joinNumbers(a.min, b.min),
    max: joinNumbers(a.max, b.max),
    comoment: joinNumbers(a.comoment, b.comoment),
    ties: joinNumbers(a.ties, b.ties),
  }
}

function joinNumbers(a: Float64Array, b: Float64Array): Float64Array {
  const joined = new Float64Array(a.length + b.length)
  joined.set(a)
  joined.set(b, a.length)
  return joined
}
