/** One of some sets, with its members in an order of its own. */
interface Ordered<T> {
  readonly place: number
  readonly members: readonly T[]
}

/**
 * The sets, each with what all have in common first, then what those of its half have in common, and so on. So those that follow
 * each other begin alike: sets with one member more than another, or with one less.
 */
export function commonFirst<T>(sets: readonly (readonly T[])[]): readonly Ordered<T>[] {
  const found: Ordered<T>[] = []
  if (sets.length > 0) order(0, sets.length, [])
  return found

  function order(from: number, to: number, before: readonly T[]): void {
    const known = new Set(before)
    const counts = new Map<T, number>()
    for (let i = from; i < to; i++)
      for (const member of sets[i]) counts.set(member, (counts.get(member) ?? 0) + 1)
    const common = sets[from].filter((member) => !known.has(member) && counts.get(member) === to - from)
    const members = [...before, ...common]
    if (to - from === 1) {
      found.push({ place: from, members })
      return
    }
    const middle = (from + to) >> 1
    order(from, middle, members)
    order(middle, to, members)
  }
}
