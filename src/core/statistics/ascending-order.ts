/** Fewer rows are sorted by comparing. */
const fewest = 256
/** So many numbers of a bucket are quickly sorted by insertion. */
const mostInBucket = 32
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
 * The places of numbers in ascending order, equal ones in the order given. Numbers that spread evenly are put
 * into as many buckets as there are (bucket sort); others are sorted by their bits, digit by digit from the
 * last (radix sort), which takes a fifth of the time of comparing. None may be NaN.
 *
 * @param places those to order; by default all
 */
export function ascendingOrder(
  values: Float64Array,
  places: Uint32Array = firstPlaces(values.length),
): Uint32Array {
  if (places.length < fewest) return places.toSorted((a, b) => values[a] - values[b])
  return orderByBuckets(values, places) ?? orderByDigits(values, places)
}

/** Null where a bucket would have too many. */
function orderByBuckets(values: Float64Array, places: Uint32Array): Uint32Array | null {
  const count = places.length
  let [least, most] = [Infinity, -Infinity]
  for (let i = 0; i < count; i++) {
    const value = values[places[i]]
    if (value < least) least = value
    if (value > most) most = value
  }
  // A bucket of a larger number is never below one of a smaller number, whatever is rounded.
  const scale = (count - 1) / (most - least)
  if (!(scale > 0 && scale < Infinity)) return null
  const bucketOf = (value: number) => ((value - least) * scale) >>> 0
  const ends = new Uint32Array(count + 1)
  for (let i = 0; i < count; i++) if (++ends[bucketOf(values[places[i]])] > mostInBucket) return null
  for (let bucket = 0, end = 0; bucket <= count; bucket++) {
    end += ends[bucket]
    ends[bucket] = end - ends[bucket]
  }
  const order = new Uint32Array(count)
  const sorted = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    const value = values[places[i]]
    const at = ends[bucketOf(value)]++
    order[at] = places[i]
    sorted[at] = value
  }
  sortNear(sorted, order)
  return order
}

/** Sorts numbers that are near their places, with what belongs to each, by insertion. */
function sortNear(numbers: Float64Array, belonging: Uint32Array): void {
  for (let i = 1; i < numbers.length; i++) {
    const number = numbers[i]
    if (numbers[i - 1] <= number) continue
    const own = belonging[i]
    let at = i
    for (; at > 0 && numbers[at - 1] > number; at--) {
      numbers[at] = numbers[at - 1]
      belonging[at] = belonging[at - 1]
    }
    numbers[at] = number
    belonging[at] = own
  }
}

function orderByDigits(values: Float64Array, places: Uint32Array): Uint32Array {
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
