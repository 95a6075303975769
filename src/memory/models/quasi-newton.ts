import type { Minimum } from './newton.ts'
import { dot, greatest } from './vectors.ts'

/** A function of many numbers, which may have several minima, by its value and its slopes. */
export type Surface = (point: Float64Array) => { readonly value: number; readonly slopes: Float64Array }

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
