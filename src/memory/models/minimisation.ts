/** A convex function of many numbers, by its slopes and curvature. */
export interface Objective {
  readonly size: number
  /** The slopes at a point. */
  slopesAt(point: Float64Array): Float64Array
  /** The curvature at the last point times a direction. */
  curve(direction: Float64Array): Float64Array
  /** The product with an approximate inverse of the curvature; the same symmetric one for all points. */
  precondition(slopes: Float64Array): Float64Array
}

interface Minimum {
  readonly point: Float64Array
  /** The greatest slope there. */
  readonly residual: number
}

/** Steps, and products with the curvature in a step, at most. */
const most = { steps: 100, products: 1000 } as const
/** A step leaves at least this share of the slopes: beyond, rounding would be all that it follows. */
const mostExact = 1e-6
/** How many times the greatest slope has to shrink in a step while rounding leaves something to gain. */
const leastGain = 2

/**
 * Minimises by Newton's method, each step by conjugate gradients, shortened until the slope along it does not
 * rise. Ends where no slope is above `tolerance`, or where rounding ends all gain. Nocedal and Wright (2006,
 * algorithm 7.1).
 */
export function minimise(objective: Objective, tolerance: number): Minimum {
  let point = new Float64Array(objective.size)
  let slopes = objective.slopesAt(point)
  let residual = greatest(slopes)
  for (let step = 0; step < most.steps && residual > tolerance; step++) {
    const direction = newtonStep(objective, slopes, residual)
    const before = dot(slopes, direction)
    // Only rounding is left.
    if (!(before < 0)) break
    const next = along(objective, { point, direction, before, residual })
    const nextResidual = greatest(next.slopes)
    const isStuck = nextResidual * leastGain > residual && residual < 1e3 * tolerance
    if (isStuck && nextResidual >= residual) break
    ;({ point, slopes } = next)
    residual = nextResidual
    if (isStuck) break
  }
  return { point, residual }
}

/** The point along a direction, from the full step on halved until the slope there is not much above 0. */
function along(
  objective: Objective,
  {
    point,
    direction,
    before,
    residual,
  }: {
    readonly point: Float64Array
    readonly direction: Float64Array
    readonly before: number
    readonly residual: number
  },
): { readonly point: Float64Array<ArrayBuffer>; readonly slopes: Float64Array } {
  for (let share = 1; ; share /= 2) {
    const next = new Float64Array(point.length)
    for (let i = 0; i < next.length; i++) next[i] = point[i] + share * direction[i]
    const slopes = objective.slopesAt(next)
    // Near the optimum the slope along the direction is rounding.
    const isNear = greatest(slopes) <= residual / leastGain
    if (isNear || dot(slopes, direction) <= -before / 10 || share < 1e-10) return { point: next, slopes }
  }
}

/** Minus the slopes times the inverse of the curvature, the nearer the smaller the slopes are. */
function newtonStep(objective: Objective, slopes: Float64Array, residual: number): Float64Array {
  const { size } = objective
  const direction = new Float64Array(size)
  const left = slopes.map((slope) => -slope)
  let conditioned = objective.precondition(left)
  const search = conditioned.slice()
  let squares = dot(left, conditioned)
  const share = Math.max(mostExact, Math.min(1e-2, residual))
  const enough = squares * share * share
  for (let product = 0; product < most.products && squares > enough && squares > 0; product++) {
    const curved = objective.curve(search)
    const bend = dot(search, curved)
    if (!(bend > 0)) break
    const length = squares / bend
    for (let i = 0; i < size; i++) {
      direction[i] += length * search[i]
      left[i] -= length * curved[i]
    }
    conditioned = objective.precondition(left)
    const next = dot(left, conditioned)
    const kept = next / squares
    squares = next
    for (let i = 0; i < size; i++) search[i] = conditioned[i] + kept * search[i]
  }
  return direction
}

/** Σ a_i·b_i. */
function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i]
  return sum
}

/** The greatest absolute value; 0 if there is none. */
function greatest(values: Float64Array): number {
  let most = 0
  for (let i = 0; i < values.length; i++) most = Math.max(most, Math.abs(values[i]))
  return most
}

/** A function of many numbers, which may have several minima, by its value and its slopes. */
type Surface = (point: Float64Array) => { readonly value: number; readonly slopes: Float64Array }

/** Changes that are remembered. */
const memory = 10
/** A step lowers the value by at least this share of what its slope promises. */
const leastDescent = 1e-4
const mostHalvings = 40

/**
 * Goes down from a point to where no slope is above `tolerance`, in at most so many steps, by the
 * limited-memory quasi-Newton method of Broyden, Fletcher, Goldfarb and Shanno. Liu and Nocedal (1989).
 */
export function descend(surface: Surface, start: Float64Array, tolerance: number, most: number): Minimum {
  let point = start
  let { value, slopes } = surface(point)
  const changes: { step: Float64Array; bend: Float64Array; product: number }[] = []
  for (let step = 0; step < most && greatest(slopes) > tolerance; step++) {
    const direction = directionOf(slopes, changes)
    const promised = dot(slopes, direction)
    // The first step has the length of the slopes' own scale.
    let share = changes.length > 0 ? 1 : Math.min(1, 1 / Math.sqrt(dot(slopes, slopes)))
    let next = moved(point, direction, share)
    let found = surface(next)
    for (let i = 0; i < mostHalvings && !(found.value <= value + leastDescent * share * promised); i++) {
      share /= 2
      next = moved(point, direction, share)
      found = surface(next)
    }
    // Only rounding is left.
    if (!(found.value < value)) break
    const change = next.map((to, i) => to - point[i])
    const bend = found.slopes.map((to, i) => to - slopes[i])
    const product = dot(change, bend)
    if (product > 1e-12 * dot(bend, bend)) changes.push({ step: change, bend, product })
    if (changes.length > memory) changes.shift()
    point = next
    ;({ value, slopes } = found)
  }
  return { point, residual: greatest(slopes) }
}

/** Minus the slopes times an approximate inverse of the curvature, made of changes. */
function directionOf(
  slopes: Float64Array,
  changes: readonly { readonly step: Float64Array; readonly bend: Float64Array; readonly product: number }[],
): Float64Array {
  const direction = slopes.map((slope) => -slope)
  const shares = changes.map(() => 0)
  for (let i = changes.length - 1; i >= 0; i--) {
    const { step, bend, product } = changes[i]
    shares[i] = dot(step, direction) / product
    for (let j = 0; j < direction.length; j++) direction[j] -= shares[i] * bend[j]
  }
  const last = changes.at(-1)
  if (last) {
    const scale = last.product / dot(last.bend, last.bend)
    for (let j = 0; j < direction.length; j++) direction[j] *= scale
  }
  changes.forEach(({ step, bend, product }, i) => {
    const more = shares[i] - dot(bend, direction) / product
    for (let j = 0; j < direction.length; j++) direction[j] += more * step[j]
  })
  return direction
}

function moved(point: Float64Array, direction: Float64Array, share: number): Float64Array {
  return point.map((from, i) => from + share * direction[i])
}
