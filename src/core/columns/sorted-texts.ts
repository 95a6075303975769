import { byCodePoint } from '../spec/names.ts'

/** Fewer texts are sorted by comparing them. */
const leastForKeys = 16

/**
 * The order of distinct texts by code point: the index of the first, of the second, and so on. It is that of
 * `byCodePoint`, without a call per comparison: as many characters as fit make one number together with the
 * index, texts are sorted by these numbers, and those that are equal so far by their next characters.
 */
export function orderByCodePoint(texts: readonly string[]): Uint32Array {
  const order = Uint32Array.from(texts.keys())
  if (texts.length < leastForKeys) return order.sort((a, b) => byCodePoint(texts[a], texts[b]))
  const sorter = { texts, order, keys: new Float64Array(texts.length), ...alphabetOf(texts) }
  sortRange(sorter, 0, texts.length, 0)
  return order
}

interface Sorter {
  readonly texts: readonly string[]
  readonly order: Uint32Array
  readonly keys: Float64Array
  /** The rank of the first character, minus 1: 0 is the end of a text. */
  readonly before: number
  /** One more than the largest rank so counted, and how many of them fit into a key. */
  readonly base: number
  readonly length: number
}

function alphabetOf(texts: readonly string[]): Pick<Sorter, 'before' | 'base' | 'length'> {
  let min = 0xffff
  let max = 0
  for (const text of texts) {
    for (let i = 0; i < text.length; i++) {
      const rank = rankOf(text.charCodeAt(i))
      if (rank < min) min = rank
      if (rank > max) max = rank
    }
  }
  const before = Math.min(min, max) - 1
  const base = max - before + 1
  let length = 1
  for (let most = base * base; most * texts.length <= Number.MAX_SAFE_INTEGER; most *= base) length++
  return { before, base, length }
}

/** Sorts texts that agree in the characters before `depth`. */
function sortRange(sorter: Sorter, from: number, to: number, depth: number): void {
  const { texts, order, before, base, length } = sorter
  if (to - from < leastForKeys) {
    order.subarray(from, to).sort((a, b) => byCodePoint(texts[a], texts[b]))
    return
  }
  const start = commonLength(sorter, from, to, depth)
  const keys = sorter.keys.subarray(from, to)
  for (let i = from; i < to; i++) {
    const text = texts[order[i]]
    let key = 0
    for (let at = start; at < start + length; at++)
      key = key * base + (at < text.length ? rankOf(text.charCodeAt(at)) - before : 0)
    keys[i - from] = key * texts.length + order[i]
  }
  keys.sort()
  const groups: number[] = []
  let last = -1
  for (let i = from; i < to; i++) {
    const key = Math.floor(keys[i - from] / texts.length)
    order[i] = keys[i - from] - key * texts.length
    if (key !== last) groups.push(i)
    last = key
  }
  groups.push(to)
  for (let i = 1; i < groups.length; i++)
    if (groups[i] - groups[i - 1] > 1) sortRange(sorter, groups[i - 1], groups[i], start + length)
}

/** How many characters all texts of a range share, at least `depth`. */
function commonLength({ texts, order }: Sorter, from: number, to: number, depth: number): number {
  const first = texts[order[from]]
  let length = first.length
  for (let i = from + 1; i < to && length > depth; i++) {
    const text = texts[order[i]]
    let at = depth
    while (at < length && text.charCodeAt(at) === first.charCodeAt(at)) at++
    length = at
  }
  return length
}

/** The place of a UTF-16 unit in code-point order: surrogates encode code points above every other unit. */
function rankOf(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}
