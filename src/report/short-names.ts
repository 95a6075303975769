import { clean, shorten, widthOf } from './text.ts'

/** Characters that are left of a beginning that many names share. */
const head = 6

/**
 * Names cut to a width so that they stay apart: where several would read alike, what they begin with alike is left out in
 * the middle, and each shows where it differs.
 */
export function shortenApart(names: readonly string[], width: number): string[] {
  const cut = names.map((name) => shorten(name, width))
  const alike = new Map<string, Set<string>>()
  names.forEach((name, i) => alike.set(cut[i], (alike.get(cut[i]) ?? new Set()).add(name)))
  return names.map((name, i) => {
    const group = [...alike.get(cut[i])!]
    if (group.length < 2 || width < head + 4) return cut[i]
    const characters = [...clean(name)]
    const shared = sharedStart(group.map(clean))
    // As much of what differs as there is room for, and what stands before it.
    let from = characters.length
    const room = width - head - 1
    const last = Math.max(head, shared - 3)
    while (from > last && widthOf(characters.slice(from - 1).join('')) <= room) from--
    return shorten(
      `${characters.slice(0, head).join('')}…${characters.slice(Math.min(from, last)).join('')}`,
      width,
    )
  })
}

/** How many characters some names begin with alike. */
function sharedStart(names: readonly string[]): number {
  const [first, ...others] = names.map((name) => [...name])
  let shared = 0
  while (shared < first.length && others.every((other) => other[shared] === first[shared])) shared++
  return shared
}
