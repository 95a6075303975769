import { countMembers, membersOf } from '#core'
import type { Answer, Counts, DirectRequest, Entropies, EntropyAnswer, Family, MomentsOfFamily } from '#core'

/** Requests in two halves, which read fewer columns each. */
interface Halves {
  readonly halves: readonly [readonly DirectRequest[], readonly DirectRequest[]]
  /** The answers to all, of those to each half. */
  readonly join: (first: readonly Answer[], second: readonly Answer[]) => readonly Answer[]
}

/**
 * Divides the family of each request in two, and those that have none, or a single set, among each other: so
 * each half reads other columns, where several requests read the same ones in the same order. What is
 * answered for a set does not depend on the others of its family. Null where nothing can be divided.
 */
export function halvesOf(requests: readonly DirectRequest[]): Halves | null {
  const divided = requests.map(halvesOfOne)
  const whole = [...requests.keys()].filter((place) => !divided[place])
  if (whole.length === requests.length && whole.length < 2) return null
  const isFirst = new Set(whole.slice(0, whole.length >> 1))
  const first: DirectRequest[] = []
  const second: DirectRequest[] = []
  requests.forEach((request, place) => {
    const halves = divided[place]
    if (halves) {
      first.push(halves[0])
      second.push(halves[1])
    } else (isFirst.has(place) ? first : second).push(request)
  })
  const join = (ofFirst: readonly Answer[], ofSecond: readonly Answer[]) => {
    const [ones, twos] = [ofFirst.values(), ofSecond.values()]
    return requests.map(({ kind }, place) => {
      if (divided[place]) return joiners[kind as Divisible](ones.next().value!, twos.next().value!)
      return (isFirst.has(place) ? ones : twos).next().value!
    })
  }
  return { halves: [first, second], join }
}

/** The kinds of requests whose family can be divided. */
type Divisible = 'entropy' | 'counts' | 'moments'

function halvesOfOne(request: DirectRequest): readonly [DirectRequest, DirectRequest] | null {
  if (request.kind !== 'entropy' && request.kind !== 'counts' && request.kind !== 'moments') return null
  if (countMembers(request.family) < 2) return null
  const [one, two] = halvesOfFamily(request.family)
  if (request.kind !== 'entropy' || !request.within)
    return [
      { ...request, family: one },
      { ...request, family: two },
    ]
  const within = halvesOfFamily(request.within)
  return [
    { ...request, family: one, within: within[0] },
    { ...request, family: two, within: within[1] },
  ]
}

const joiners: Readonly<Record<Divisible, (a: Answer, b: Answer) => Answer>> = {
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
