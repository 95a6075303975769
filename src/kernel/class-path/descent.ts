import { cholesky, rankTolerance, solveCholesky } from '../models/cholesky.ts'

/** Coordinates in units that are penalised together: each unit is a group of blocks, in one list of weights. */
export interface Units {
  /** For each unit its blocks. */
  readonly blocks: readonly (readonly Block[])[]
  /** What the penalty of each unit is multiplied with. */
  readonly factors: Float64Array
}

/** Places of one column, and what its penalty is multiplied with. */
export interface Block {
  readonly start: number
  readonly end: number
  readonly factor: number
  /** How many equal columns it stands for: they share the squares. */
  readonly copies: number
}

export interface QuadraticProblem {
  readonly size: number
  /** Curvature, row by row, and slopes at the weights given. */
  readonly curvature: Float64Array
  readonly slopes: Float64Array
  readonly units: Units
  /** Places without a penalty. */
  readonly free: readonly number[]
}

/** Passes over the places at most, and by which share of the first pass's greatest move the last may still move. */
const mostPasses = 2000
/** Signs that change on the way to the best weights, at most. */
const mostTurns = 3
/** Passes after which they are tried though some places still come and go. */
const patience = 10

/**
 * The weights that minimise slopes·(w − w₀) + ½·(w − w₀)·curvature·(w − w₀) + λ·norms of w + ½·squares·|w|², by descent over blocks; a block
 * of several places goes to a bound of its curvature.
 */
export function descend(
  { size, curvature, slopes: given, units, free }: QuadraticProblem,
  start: Float64Array,
  { norms, squares }: { readonly norms: number; readonly squares: number },
  exactness: number,
): Float64Array {
  const weights = start.slice()
  // Slopes of the quadratic part at the weights of now.
  const slopes = given.slice()
  const bounds = units.blocks.map((blocks) => boundOf(blocks, curvature, size))
  const move = (place: number, change: number) => {
    if (change === 0) return
    weights[place] += change
    for (let other = 0, at = place * size; other < size; other++, at++)
      slopes[other] += change * curvature[at]
  }
  const areSingle = units.blocks.every(
    (blocks) => blocks.length === 1 && blocks[0].end === blocks[0].start + 1,
  )
  let first = 0
  let isWhole = true
  for (let pass = 0; pass < mostPasses; pass++) {
    let furthest = 0
    let isSettled = true
    for (const place of free) {
      const bend = curvature[place * size + place]
      if (!(bend > 0)) continue
      const change = -slopes[place] / bend
      furthest = Math.max(furthest, Math.abs(change) * Math.sqrt(bend))
      move(place, change)
    }
    units.blocks.forEach((blocks, unit) => {
      const bound = bounds[unit]
      if (!(bound > 0) || (!isWhole && isNone(blocks))) return
      const ofUnit = norms * units.factors[unit]
      const [{ start, end, factor, copies }] = blocks
      if (blocks.length === 1 && end === start + 1) {
        const wanted = bound * weights[start] - slopes[start]
        const left = Math.abs(wanted) - norms * factor - ofUnit
        const next = left > 0 ? (Math.sign(wanted) * left) / (bound + squares / copies) : 0
        const change = next - weights[start]
        furthest = Math.max(furthest, Math.abs(change) * Math.sqrt(bound))
        if (weights[start] * next <= 0 && change !== 0) isSettled = false
        move(start, change)
        weights[start] = next
        return
      }
      furthest = Math.max(furthest, moveUnit(blocks, bound, ofUnit) * Math.sqrt(bound))
    })
    if (pass === 0) first = furthest
    const isStill = furthest <= exactness * first || furthest < 1e-16
    if (isStill && isWhole) break
    // Between passes over all units, those that are in converge: single places at once, where their signs stay.
    const isTried = areSingle && (isSettled || pass % patience === patience - 1)
    isWhole = isStill || (isTried && solveSigned())
  }
  return weights

  /**
   * Goes to the weights that are best with the signs of now, or as far as the first sign allows; false where the curvature is singular.
   * Along the way the objective falls.
   */
  function solveSigned(): boolean {
    for (let turn = 0; turn < mostTurns; turn++) {
      // The intercepts of all lists may be determined up to a constant.
      const places = free.slice(0, Math.max(1, free.length - Number(free.length > 1)))
      const penalties = places.map(() => 0)
      units.blocks.forEach(([{ start, factor }], unit) => {
        if (weights[start] === 0) return
        places.push(start)
        penalties.push(norms * (factor + units.factors[unit]))
      })
      const count = places.length
      const matrix = new Float64Array(count * count)
      const right = new Float64Array(count)
      const divisors = new Map(units.blocks.map(([{ start, copies }]) => [start, squares / copies]))
      places.forEach((place, a) => {
        for (let b = 0; b <= a; b++)
          matrix[a * count + b] = matrix[b * count + a] = curvature[place * size + places[b]]
        const square = divisors.get(place) ?? 0
        matrix[a * count + a] += square
        right[a] = -slopes[place] - square * weights[place] - penalties[a] * Math.sign(weights[place])
      })
      const factor = cholesky(matrix, count, rankTolerance * matrix[0])
      if (!factor) return false
      const steps = solveCholesky(factor, right)
      let share = 1
      let leaves = -1
      places.forEach((place, a) => {
        if (penalties[a] === 0 || weights[place] * (weights[place] + steps[a]) > 0) return
        const own = -weights[place] / steps[a]
        if (own < share) [share, leaves] = [own, place]
      })
      places.forEach((place, a) => move(place, share * steps[a]))
      if (leaves < 0) return true
      weights[leaves] = 0
    }
    return true
  }

  function isNone(blocks: readonly Block[]): boolean {
    for (const { start, end } of blocks) for (let i = start; i < end; i++) if (weights[i] !== 0) return false
    return true
  }

  /** Moves a unit of several places; the greatest move. */
  function moveUnit(blocks: readonly Block[], bound: number, ofUnit: number): number {
    const wanted = blocks.map(({ start, end, factor }) => {
      const own = new Float64Array(end - start)
      let sizes = 0
      for (let i = start; i < end; i++) {
        own[i - start] = bound * weights[i] - slopes[i]
        sizes += own[i - start] * own[i - start]
      }
      return shrunk(own, Math.sqrt(sizes), norms * factor)
    })
    const whole = Math.sqrt(wanted.reduce((sum, { size }) => sum + size * size, 0))
    const share = ofUnit === 0 ? 1 : whole > ofUnit ? 1 - ofUnit / whole : 0
    let furthest = 0
    blocks.forEach(({ start, end, copies }, b) => {
      const divisor = bound + squares / copies
      for (let i = start; i < end; i++) {
        const next = (wanted[b].values[i - start] * share) / divisor
        const change = next - weights[i]
        furthest = Math.max(furthest, Math.abs(change))
        move(i, change)
        weights[i] = next
      }
    })
    return furthest
  }
}

function shrunk(values: Float64Array, size: number, by: number): { values: Float64Array; size: number } {
  if (size <= by) return { values: values.fill(0), size: 0 }
  const share = 1 - by / size
  return { values: values.map((value) => value * share), size: size - by }
}

/** At least the greatest eigenvalue of the curvature of some places: the greatest sum of sizes over a row. */
function boundOf(blocks: readonly Block[], curvature: Float64Array, size: number): number {
  const places = blocks.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, i) => start + i))
  return places.reduce(
    (most, a) =>
      Math.max(
        most,
        places.reduce((sum, b) => sum + Math.abs(curvature[a * size + b]), 0),
      ),
    0,
  )
}
