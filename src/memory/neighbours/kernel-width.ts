/**
 * How numbers become multiples of the width of their kernel: (half · x − centre)/width. All rows are equal
 * where it is 0.
 */
export interface KernelScale {
  /** ½ where differences of the numbers would overflow, else 1. */
  readonly half: number
  readonly centre: number
  readonly width: number
}

/** The scale of numbers in ascending order. */
export function kernelScale(sorted: Float64Array): KernelScale {
  const half = Number.isFinite(sorted[sorted.length - 1] - sorted[0]) ? 1 : 0.5
  const halves = half === 1 ? sorted : sorted.map((value) => value / 2)
  return { half, centre: halves[halves.length >> 1], width: medianDistance(halves) }
}

/** Scales numbers in place. */
export function scaleNumbers(numbers: Float64Array, { half, centre, width }: KernelScale): void {
  for (let i = 0; i < numbers.length; i++) numbers[i] = (numbers[i] * half - centre) / width
}

/**
 * The median of the distances of numbers in ascending order, over the pairs that differ; 0 if none does. Two
 * pairs in the middle share it.
 */
export function medianDistance(sorted: Float64Array): number {
  const range = sorted[sorted.length - 1] - sorted[0]
  const pairs = countWithin(sorted, range).count
  if (pairs === 0) return 0
  const low = distanceOfRank(sorted, Math.ceil(pairs / 2))
  return pairs % 2 === 1 ? low : low / 2 + distanceOfRank(sorted, pairs / 2 + 1) / 2
}

/**
 * The distance that `rank` pairs do not exceed, and one pair fewer does: by bisection, which ends at
 * distances that occur.
 */
function distanceOfRank(sorted: Float64Array, rank: number): number {
  let low = 0
  let high = sorted[sorted.length - 1] - sorted[0]
  let { above } = countWithin(sorted, 0)
  for (;;) {
    // The next distance above those of too few pairs.
    if (above >= high) return high
    const middle = low + (high - low) / 2
    const found = countWithin(sorted, Math.max(middle, above))
    if (found.count >= rank) high = found.below
    else [low, above] = [found.below, found.above]
  }
}

/** How many pairs differ by at most `reach`; the greatest such distance, and the smallest beyond. */
function countWithin(sorted: Float64Array, reach: number) {
  let [count, below, above] = [0, 0, Infinity]
  let first = 0
  let equal = 0
  for (let at = 0; at < sorted.length; at++) {
    if (at > 0 && sorted[at] !== sorted[at - 1]) equal = at
    while (sorted[at] - sorted[first] > reach) first++
    if (first > 0) above = Math.min(above, sorted[at] - sorted[first - 1])
    if (first >= equal) continue
    count += equal - first
    below = Math.max(below, sorted[at] - sorted[first])
  }
  return { count, below, above }
}
