/** Which weights of a group should be equal: neighbours, or all pairs. */
export type FusedPairs = 'neighbours' | 'group'

/** ratio·Σ|w_i| + (1 − ratio)·Σ|w_i − w_j| over the pairs of each group. */
export interface FusedNorm {
  readonly ratio: number
  readonly pairs: FusedPairs
  /** The coordinates of each group, in order. */
  readonly groups: readonly { readonly start: number; readonly end: number }[]
}

/** The norm of weights. */
export function fusedNormOf({ ratio, pairs, groups }: FusedNorm, weights: Float64Array): number {
  let [sizes, differences] = [0, 0]
  for (const { start, end } of groups) {
    const own = weights.subarray(start, end)
    const inOrder = pairs === 'group' ? own.toSorted() : own
    own.forEach((weight) => (sizes += Math.abs(weight)))
    for (let i = 1; i < inOrder.length; i++) {
      const across = pairs === 'group' ? i * (inOrder.length - i) : 1
      differences += across * Math.abs(inOrder[i] - inOrder[i - 1])
    }
  }
  return ratio * sizes + (1 - ratio) * differences
}

/** The slope of the norm along each weight, as long as weights that are equal, or 0, stay so. */
export function slopesOfFusedNorm({ ratio, pairs, groups }: FusedNorm, weights: Float64Array): Float64Array {
  const slopes = weights.map((weight) => ratio * Math.sign(weight))
  for (const { start, end } of groups) {
    for (let i = start; i < end; i++) {
      const [from, to] = pairs === 'group' ? [start, end] : [Math.max(start, i - 1), Math.min(end, i + 2)]
      for (let j = from; j < to; j++) slopes[i] += (1 - ratio) * Math.sign(weights[i] - weights[j])
    }
  }
  return slopes
}

/** For each weight the place of the first that the norm holds equal to it; −1 where it is 0. */
export function fusedPlaces({ pairs, groups }: FusedNorm, weights: Float64Array): Int32Array {
  const places = new Int32Array(weights.length).fill(-1)
  for (const { start, end } of groups) {
    const firsts = new Map<number, number>()
    for (let i = start; i < end; i++) {
      const weight = weights[i]
      if (weight === 0) continue
      const first =
        pairs === 'group'
          ? firsts.get(weight)
          : i > start && weights[i - 1] === weight
            ? places[i - 1]
            : undefined
      places[i] = first ?? i
      if (first === undefined) firsts.set(weight, i)
    }
  }
  return places
}

/**
 * The weights w that minimise ½‖w − values‖² + penalty·norm: Friedman, Hastie, Höfling and Tibshirani (2007).
 */
export function nearestUnderNorm(
  { ratio, pairs, groups }: FusedNorm,
  values: Float64Array,
  penalty: number,
): Float64Array {
  const nearest = new Float64Array(values.length)
  const ofSizes = penalty * ratio
  for (const { start, end } of groups) {
    const own = values.subarray(start, end)
    const fuse = pairs === 'group' ? fuseAll : fuseNeighbours
    fuse(own, penalty * (1 - ratio)).forEach((value, i) => {
      nearest[start + i] = value > ofSizes ? value - ofSizes : value < -ofSizes ? value + ofSizes : 0
    })
  }
  return nearest
}

/** The dual norm is found to this share of what it is above its floor. */
const precision = 1e-3
const mostHalvings = 60

/**
 * The dual norm of slopes, or `floor` if that is greater: the least penalty under which all weights stay 0 if
 * these are the slopes there.
 */
export function dualOfFusedNorm(norm: FusedNorm, slopes: Float64Array, floor = 0): number {
  return norm.groups.reduce((most, { start, end }) => {
    const own = slopes.slice(start, end)
    const ofGroup = { ...norm, groups: [{ start: 0, end: own.length }] }
    const isZero = (penalty: number) =>
      nearestUnderNorm(ofGroup, own, penalty).every((weight) => weight === 0)
    if (isZero(most)) return most
    let [low, high] = [most, own.reduce((a, b) => Math.max(a, Math.abs(b)), 0) / norm.ratio]
    const enough = floor > 0 ? precision : Number.EPSILON
    for (let i = 0; i < mostHalvings && high - low > enough * (high - floor); i++) {
      const middle = (low + high) / 2
      if (isZero(middle)) high = middle
      else low = middle
    }
    return high
  }, floor)
}

/**
 * The values w that minimise ½‖w − values‖² + penalty·Σ|w_i − w_{i+1}|, by dynamic programming: the
 * derivative of the least sum over the values before one is a line with knots, cut off at ±penalty. Johnson
 * (2013).
 */
function fuseNeighbours(values: Float64Array, penalty: number): Float64Array {
  const count = values.length
  const knots = new Float64Array(2 * count)
  const slopeSteps = new Float64Array(2 * count)
  const offsetSteps = new Float64Array(2 * count)
  // Where the derivative over the values up to one is cut off.
  const lowest = new Float64Array(count)
  const highest = new Float64Array(count)
  let [first, last] = [count, count - 1]
  /** Where the derivative reaches a level, from the left: drops the knots before it. */
  const fromLeft = (offset: number, level: number) => {
    let slope = 1
    for (; first <= last && slope * knots[first] + offset < level; first++) {
      slope += slopeSteps[first]
      offset += offsetSteps[first]
    }
    return { slope, offset, at: (level - offset) / slope }
  }
  const fromRight = (offset: number, level: number) => {
    let slope = 1
    for (; last >= first && slope * knots[last] + offset > level; last--) {
      slope -= slopeSteps[last]
      offset -= offsetSteps[last]
    }
    return { slope, offset, at: (level - offset) / slope }
  }
  const put = (place: number, at: number, slope: number, offset: number) => {
    knots[place] = at
    slopeSteps[place] = slope
    offsetSteps[place] = offset
  }
  for (let i = 0; i < count - 1; i++) {
    const cutOff = i === 0 ? 0 : penalty
    const left = fromLeft(-cutOff - values[i], -penalty)
    const right = fromRight(cutOff - values[i], penalty)
    put(--first, left.at, left.slope, left.offset + penalty)
    put(++last, right.at, -right.slope, penalty - right.offset)
    lowest[i] = left.at
    highest[i] = right.at
  }
  const fused = new Float64Array(count)
  if (count === 0) return fused
  fused[count - 1] = fromLeft((count > 1 ? -penalty : 0) - values[count - 1], 0).at
  for (let i = count - 2; i >= 0; i--) fused[i] = Math.min(highest[i], Math.max(lowest[i], fused[i + 1]))
  return fused
}

/**
 * The values w that minimise ½‖w − values‖² + penalty·Σ|w_i − w_j| over all pairs: they keep their order, and
 * those that meet are pooled.
 */
function fuseAll(values: Float64Array, penalty: number): Float64Array {
  const count = values.length
  const order = Array.from(values.keys()).sort((a, b) => values[b] - values[a] || a - b)
  const pools: { sum: number; size: number }[] = []
  order.forEach((place, rank) => {
    let pool = { sum: values[place] - penalty * (count - 1 - 2 * rank), size: 1 }
    for (
      let before = pools.at(-1);
      before && before.sum * pool.size <= pool.sum * before.size;
      before = pools.at(-1)
    ) {
      pool = { sum: pool.sum + before.sum, size: pool.size + before.size }
      pools.pop()
    }
    pools.push(pool)
  })
  const fused = new Float64Array(count)
  let rank = 0
  for (const { sum, size } of pools)
    for (const end = rank + size; rank < end; rank++) fused[order[rank]] = sum / size
  return fused
}
