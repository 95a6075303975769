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
  let first = 0
  for (let pass = 0; pass < mostPasses; pass++) {
    let furthest = 0
    for (const place of free) {
      const bend = curvature[place * size + place]
      if (!(bend > 0)) continue
      const change = -slopes[place] / bend
      furthest = Math.max(furthest, Math.abs(change) * Math.sqrt(bend))
      move(place, change)
    }
    units.blocks.forEach((blocks, unit) => {
      const bound = bounds[unit]
      if (!(bound > 0)) return
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
      const ofUnit = norms * units.factors[unit]
      const share = ofUnit === 0 ? 1 : whole > ofUnit ? 1 - ofUnit / whole : 0
      blocks.forEach(({ start, end, copies }, b) => {
        const divisor = bound + squares / copies
        for (let i = start; i < end; i++) {
          const next = (wanted[b].values[i - start] * share) / divisor
          const change = next - weights[i]
          furthest = Math.max(furthest, Math.abs(change) * Math.sqrt(bound))
          move(i, change)
          if (next === 0) weights[i] = 0
        }
      })
    })
    if (pass === 0) first = furthest
    if (furthest <= exactness * first || furthest < 1e-16) break
  }
  return weights
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
