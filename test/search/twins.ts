import { bestMask, bitsOf, sizeOf } from './tables.ts'
import type { MeritTable } from './tables.ts'

/* The sequential searches from their definitions, on masks, with nothing shared with those of criba. */

/** What was looked at, and the best of that: of k columns, or as near to k as there is. */
class Looked {
  readonly masks = new Set<number>()
  readonly #table: MeritTable

  constructor(table: MeritTable) {
    this.#table = table
  }

  best(masks: readonly number[]): number {
    for (const mask of masks) this.masks.add(mask)
    return bestMask(this.#table, masks)
  }

  bestOf(size: number): number {
    return bestMask(
      this.#table,
      [...this.masks].filter((mask) => sizeOf(mask) === size),
    )
  }

  chosen(k: number | null): number {
    if (k === null) return bestMask(this.#table, this.masks)
    const { size } = this.#table
    const goal = Math.min(k, size)
    for (let far = 0; far <= size; far++) {
      const near = [...this.masks].filter((mask) => Math.abs(sizeOf(mask) - goal) === far)
      const best = bestMask(this.#table, near)
      if (best > 0) return best
    }
    return 0
  }
}

const larger = (mask: number, size: number) =>
  bitsOf(size)
    .filter((bit) => !(mask & bit))
    .map((bit) => mask | bit)
const smaller = (mask: number, size: number) =>
  bitsOf(size)
    .filter((bit) => mask & bit && mask !== bit)
    .map((bit) => mask ^ bit)

/** Forward, a pair where it is better than the best column with the best to follow it; sets after each decision. */
export function plainLookahead(table: MeritTable, k: number | null): number[] {
  const { size, merits } = table
  const most = Math.min(k ?? size, size)
  const decided: number[] = []
  for (let mask = 0; sizeOf(mask) < most; decided.push(mask)) {
    const first = bestMask(table, larger(mask, size))
    const follow = (one: number) => bestMask(table, larger(one, size))
    const pairs = larger(mask, size).flatMap((one) => larger(one, size))
    const best = Math.max(...pairs.map((pair) => merits[pair]))
    // Of equal pairs the one with the first column of the table, and of those with the first other.
    const reversed = (one: number) =>
      bitsOf(size).reduce((sum, bit, i) => sum + (one & bit ? 1 / 2 ** i : 0), 0)
    const [pair] = pairs.filter((one) => merits[one] === best).sort((a, b) => reversed(b) - reversed(a))
    const isWorth = most - sizeOf(mask) > 1 && merits[pair] > merits[follow(first)]
    mask = isWorth ? pair : first
  }
  return decided
}

export function plainBackward(
  table: MeritTable,
  k: number | null,
  epsilon: number,
  acceptTies: boolean,
): number {
  const { size, merits } = table
  let mask = (1 << size) - 1
  while (sizeOf(mask) > Math.max(1, k ?? 1)) {
    const next = bestMask(table, smaller(mask, size))
    if (next === 0) break
    const loss = merits[mask] - merits[next]
    if (k === null && !Number.isNaN(loss) && (acceptTies ? loss > epsilon : loss >= epsilon)) break
    mask = next
  }
  return Number.isNaN(merits[mask]) ? 0 : mask
}

/**
 * The best of all moves while it is better, or removes a column that changes nothing, else on to k columns; it never removes a column
 * to return to a set.
 */
export function plainStep(table: MeritTable, k: number | null, direction: string): number {
  const { size, merits } = table
  const end = k === null ? null : Math.min(k, size)
  let mask = direction === 'backward' ? (1 << size) - 1 : 0
  const seen = [mask]
  while (sizeOf(mask) !== end) {
    const larger = bitsOf(size).flatMap((bit) => (mask & bit || direction === 'backward' ? [] : [mask | bit]))
    const less = smaller(mask, size).filter((one) => direction !== 'forward' && !seen.includes(one))
    const next = bestMask(table, [...larger, ...less])
    const isBetter = next > 0 && (mask === 0 || !(merits[next] <= merits[mask]))
    if (isBetter) mask = next
    else if (end !== null) mask = bestMask(table, sizeOf(mask) < end ? larger : less)
    else {
      const tied = bestMask(
        table,
        less.filter((one) => merits[one] === merits[mask]),
      )
      if (tied <= 0) break
      mask = tied
    }
    if (mask === 0) return -1
    seen.push(mask)
  }
  return mask > 0 && Number.isNaN(merits[mask]) ? 0 : mask
}

export function plainFloating(
  table: MeritTable,
  way: 'add' | 'remove',
  k: number | null,
  improved: boolean,
): number {
  const { size, merits } = table
  const looked = new Looked(table)
  const full = (1 << size) - 1
  const [forth, back] = way === 'add' ? [larger, smaller] : [smaller, larger]
  const end = way === 'add' ? Math.min(k ?? size, size) : Math.min(k ?? 1, size)
  let mask = way === 'add' ? 0 : full
  if (mask) looked.best([mask])
  while (sizeOf(mask) !== end) {
    const next = looked.best(forth(mask, size))
    if (next === 0) break
    mask = next
    for (;;) {
      const before = looked.bestOf(sizeOf(mask) + (way === 'add' ? -1 : 1))
      const returned = looked.best(back(mask, size))
      if (returned > 0 && (before === 0 || merits[returned] > merits[before])) {
        mask = returned
        continue
      }
      if (!improved) break
      const known = looked.bestOf(sizeOf(mask))
      const exchanged = looked.best(
        larger(mask, size).flatMap((more) => smaller(more, size).filter((other) => other !== mask)),
      )
      if (exchanged === 0 || !(merits[exchanged] > merits[known])) break
      mask = exchanged
    }
  }
  return looked.chosen(k)
}

export function plainPlusMinus(
  table: MeritTable,
  k: number | null,
  { l, r, together }: { l: number; r: number; together: boolean },
): number {
  const { size } = table
  const looked = new Looked(table)
  const full = (1 << size) - 1
  const goal = Math.min(k ?? (l > r ? size : 1), size)
  let mask = l > r ? 0 : full
  if (mask) looked.best([mask])

  const add = (to: number) => {
    const missing = to - sizeOf(mask)
    if (!together || missing === 1) return looked.best(larger(mask, size))
    const all = Array.from({ length: 1 << size }, (_, other) => other)
    return looked.best(all.filter((other) => (other & mask) === mask && sizeOf(other) === to))
  }
  const goTo = (to: number) => {
    while (sizeOf(mask) !== to) {
      const next = sizeOf(mask) < to ? add(to) : looked.best(smaller(mask, size))
      if (next === 0) return false
      mask = next
    }
    return true
  }
  while (sizeOf(mask) !== goal) {
    const here = sizeOf(mask)
    if (l > r) {
      const end = Math.min(goal, here + l - r)
      if (!goTo(Math.min(here + l, size, end + r)) || !goTo(end)) break
    } else {
      const end = Math.max(goal, here + l - r)
      if (!goTo(Math.max(here - r, 1, end - l)) || !goTo(end)) break
    }
  }
  return looked.chosen(k)
}

/** The leading set when paths are as good as the sets they make. */
export function plainBeam(table: MeritTable, k: number | null, width: number): number {
  const { size, merits } = table
  let kept = [0]
  for (let length = 0; length < Math.min(k ?? size, size); length++) {
    const next = [...new Set(kept.flatMap((mask) => larger(mask, size)))].filter(
      (mask) => !Number.isNaN(merits[mask]),
    )
    if (next.length === 0) break
    next.sort((a, b) => merits[b] - merits[a] || a - b)
    kept = next.slice(0, width)
  }
  return kept[0]
}

/** Forward selection, the best at each size. */
export function plainForward(table: MeritTable, k: number): number {
  return plainBeam(table, k, 1)
}

/** Goes on from the best open set until so many in a row led to nothing better. */
export function plainBestFirst(table: MeritTable, k: number | null, stale: number): number {
  const { size, merits } = table
  const most = Math.min(k ?? size, size)
  let open: number[] = []
  const seen = new Set<number>()
  const expand = (mask: number) => {
    for (const next of larger(mask, size)) {
      if (seen.has(next) || Number.isNaN(merits[next])) continue
      seen.add(next)
      open.push(next)
    }
  }
  expand(0)
  let best = 0
  let idle = 0
  while (open.length > 0) {
    const isFound = k === null ? best > 0 : sizeOf(best) === most
    if (isFound && idle >= stale && !open.some(isBetter)) break
    const deepest = Math.max(...open.map(sizeOf))
    const next = bestMask(
      table,
      k === null || isFound ? open : open.filter((mask) => sizeOf(mask) === deepest),
    )
    open = open.filter((mask) => mask !== next)
    if (isBetter(next)) {
      best = next
      idle = 0
    }
    if (sizeOf(next) === most) continue
    idle++
    expand(next)
  }
  return best

  function isBetter(next: number): boolean {
    if (best === 0) return true
    if (k !== null && sizeOf(next) !== sizeOf(best)) return sizeOf(next) > sizeOf(best)
    return bestMask(table, [next, best]) === next
  }
}
