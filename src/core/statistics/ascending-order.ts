/** Fewer rows are sorted by comparing. */
const fewest = 256
/** The bits of a digit. */
const bits = 11

/** The whole numbers that a sort moves: each number in two words that are in its order, and its place. */
interface Moved {
  readonly low: Uint32Array
  readonly high: Uint32Array
  readonly place: Uint32Array
}

/** The digits of a number, the last one first. */
const digits = (['low', 'high'] as const).flatMap((word) =>
  [0, bits, 2 * bits].map((shift) => ({ word, shift })),
)

/**
 * The places of numbers in ascending order, equal ones in the order given. By the bits of the numbers, digit
 * by digit from the last (radix sort), which takes a fifth of the time of comparing. None may be NaN.
 *
 * @param places those to order; by default all
 */
export function ascendingOrder(
  values: Float64Array,
  places: Uint32Array = firstPlaces(values.length),
): Uint32Array {
  if (places.length < fewest) return places.toSorted((a, b) => values[a] - values[b])
  let from = wordsOf(values, places)
  let to = emptyWords(places.length)
  for (const { word, shift } of digits) {
    const ends = countsOf(from[word], shift)
    let isSame = false
    for (let at = 0, end = 0; at < ends.length; at++) {
      isSame ||= ends[at] === places.length
      end += ends[at]
      ends[at] = end - ends[at]
    }
    if (isSame) continue
    moveByDigit(from, to, from[word], shift, ends)
    ;[from, to] = [to, from]
  }
  return from.place
}

function moveByDigit(from: Moved, to: Moved, word: Uint32Array, shift: number, next: Uint32Array): void {
  const { low, high, place } = from
  const [toLow, toHigh, toPlace] = [to.low, to.high, to.place]
  for (let i = 0; i < place.length; i++) {
    const at = next[(word[i] >>> shift) & ((1 << bits) - 1)]++
    toLow[at] = low[i]
    toHigh[at] = high[i]
    toPlace[at] = place[i]
  }
}

/** How often each digit occurs. */
function countsOf(word: Uint32Array, shift: number): Uint32Array {
  const counts = new Uint32Array(1 << bits)
  for (let i = 0; i < word.length; i++) counts[(word[i] >>> shift) & ((1 << bits) - 1)]++
  return counts
}

function wordsOf(values: Float64Array, places: Uint32Array): Moved {
  const { low, high } = emptyWords(places.length)
  const number = new Float64Array(1)
  const words = new Uint32Array(number.buffer)
  for (let i = 0; i < places.length; i++) {
    // −0 becomes 0, to which it is equal.
    number[0] = values[places[i]] + 0
    // Negative numbers, whose first bit is set, are in the reverse order of their other bits.
    const flipped = words[1] >>> 31 === 1 ? 0xffff_ffff : 0
    low[i] = words[0] ^ flipped
    high[i] = words[1] ^ (flipped | 0x8000_0000)
  }
  return { low, high, place: places.slice() }
}

/** A loop, because an iterator takes ten times as long. */
function firstPlaces(count: number): Uint32Array {
  const places = new Uint32Array(count)
  for (let i = 0; i < count; i++) places[i] = i
  return places
}

function emptyWords(length: number): Moved {
  return { low: new Uint32Array(length), high: new Uint32Array(length), place: new Uint32Array(length) }
}
