/** The solutions of min ‖w‖₁ subject to ‖Σw − c‖_∞ ≤ λ along a falling λ. */
interface DiscriminantPath {
  /** For each λ asked for the weights. */
  readonly weights: readonly Float64Array[]
  /** For each coordinate the greatest λ below which its weight is not 0; 0 where it always is. */
  readonly entries: Float64Array
  /** For each λ asked for, by how much ‖Σw − c‖_∞ exceeds it. */
  readonly excess: Float64Array
}

/** So many pivots a coordinate are allowed. */
const mostPivots = 50
/** So many numbers of the tableau may be written: about two seconds. */
const mostWork = 5e8
/**
 * So many pivots until values and gradients are made anew from the tableau, against the growth of rounding.
 */
const renewal = 32
/** A number of a row that is smaller is not pivoted on. */
const leastPivot = 1e-14

/**
 * Follows the vertices of the linear programme from w = 0 down, by dual simplex steps: w is linear in λ
 * between two of them. `penalties` fall. The tableau has the weights w and the products r = Σw for variables:
 * those outside the basis are weights of 0 and products at a bound c_i − λs_i. Each step lets in the weight
 * or the product whose reduced cost vanishes first. Null where that takes too long.
 */
export function discriminantPath(
  sigma: Float64Array,
  c: Float64Array,
  penalties: Float64Array,
): DiscriminantPath | null {
  const count = c.length
  const tableau = sigma.slice()
  // Variables below `count` are weights, the others products.
  const basic = Uint32Array.from(c, (_, i) => count + i)
  const outside = Uint32Array.from(c, (_, i) => i)
  /** The sign of each weight in the basis; of each product outside it the s of its bound. */
  const signs = new Float64Array(2 * count)
  const entries = new Float64Array(count)
  const weights: Float64Array[] = []
  let lambda = Infinity
  let { constant, slope } = values(tableau, outside, signs, c)
  let gradients = gradientsOf(tableau, basic, signs)
  for (let pivots = 0; weights.length < penalties.length; pivots++) {
    if (pivots * count * count > mostWork) return null
    if (pivots % renewal === 0) {
      ;({ constant, slope } = values(tableau, outside, signs, c))
      gradients = gradientsOf(tableau, basic, signs)
    }
    const { row, at, side } =
      pivots < mostPivots * count ? nextEvent(basic, signs, constant, slope, c, lambda) : none
    while (weights.length < penalties.length && penalties[weights.length] >= at) {
      weights.push(weightsAt(penalties[weights.length]))
    }
    if (weights.length === penalties.length) break
    lambda = at
    const leaving = basic[row]
    const own = tableau.subarray(row * count, (row + 1) * count)
    const { column, step, entersAs } = ratioTest(own, gradients, outside, signs, side)
    if (leaving < count && !(step < 2)) {
      add(gradients, -2 * signs[leaving], own)
      signs[leaving] = -signs[leaving]
      continue
    }
    if (column < 0) break
    const entering = outside[column]
    if (leaving < count) add(gradients, -signs[leaving], own)
    const isProduct = entering >= count
    const leavesAt = leaving < count ? 0 : c[leaving - count]
    shift(constant, row, column, leavesAt, isProduct ? c[entering - count] : 0)
    shift(slope, row, column, leaving < count ? 0 : side, isProduct ? signs[entering] : 0)
    pivot(tableau, count, row, column)
    const gradient = gradients[column]
    gradients[column] = 0
    add(gradients, gradient + entersAs, own)
    basic[row] = entering
    outside[column] = leaving
    signs[leaving] = leaving < count ? 0 : side
    signs[entering] = entersAs
    if (entering < count && entries[entering] === 0) entries[entering] = lambda

    function weightsAt(penalty: number): Float64Array {
      const found = new Float64Array(count)
      basic.forEach((variable, i) => {
        if (variable < count) found[variable] = constant[i] - penalty * slope[i]
      })
      return found
    }

    /**
     * Moves values as the one of a row goes to `to` and the one of a column, from `from` on, takes its place.
     */
    function shift(values: Float64Array, row: number, column: number, to: number, from: number): void {
      const step = (to - values[row]) / tableau[row * count + column]
      for (let i = 0; i < count; i++) values[i] += tableau[i * count + column] * step
      values[row] = from + step
    }
  }
  while (weights.length < penalties.length) weights.push(weights.at(-1) ?? new Float64Array(count))
  const excess = Float64Array.from(penalties, (penalty, i) => excessOf(sigma, c, weights[i], penalty))
  return { weights, entries, excess }
}

interface Event {
  readonly row: number
  /** The λ at which it happens. */
  readonly at: number
  /** The sign of the weight that becomes 0; of a product the s of its bound c − λs. */
  readonly side: number
}

const none: Event = { row: -1, at: 0, side: 0 }

function add(values: Float64Array, factor: number, others: Float64Array): void {
  for (let i = 0; i < values.length; i++) values[i] += factor * others[i]
}

/** The basic variables as constant − λ·slope. */
function values(tableau: Float64Array, outside: Uint32Array, signs: Float64Array, c: Float64Array) {
  const count = c.length
  const bound = [...outside.keys()].filter((column) => outside[column] >= count)
  const constant = new Float64Array(count)
  const slope = new Float64Array(count)
  for (let row = 0; row < count; row++) {
    for (const column of bound) {
      const factor = tableau[row * count + column]
      constant[row] += factor * c[outside[column] - count]
      slope[row] += factor * signs[outside[column]]
    }
  }
  return { constant, slope }
}

/** Which variable of the basis first reaches 0, or a bound, while λ falls. */
function nextEvent(
  basic: Uint32Array,
  signs: Float64Array,
  constant: Float64Array,
  slope: Float64Array,
  c: Float64Array,
  lambda: number,
): Event {
  const count = c.length
  let found = none
  const see = (row: number, at: number, side: number) => {
    const reached = Math.min(at, lambda)
    if (reached > found.at) found = { row, at: reached, side }
  }
  basic.forEach((variable, row) => {
    if (variable < count) {
      const sign = signs[variable]
      if (sign * slope[row] < 0) see(row, constant[row] / slope[row], sign)
      return
    }
    const left = c[variable - count] - constant[row]
    if (slope[row] < 1) see(row, left / (1 - slope[row]), 1)
    if (slope[row] > -1) see(row, -left / (1 + slope[row]), -1)
  })
  return found
}

/** By how much ‖w‖₁ grows with each variable outside the basis, its own size not counted. */
function gradientsOf(tableau: Float64Array, basic: Uint32Array, signs: Float64Array): Float64Array {
  const count = basic.length
  const gradients = new Float64Array(count)
  basic.forEach((variable, row) => {
    if (variable >= count) return
    for (let column = 0; column < count; column++)
      gradients[column] += signs[variable] * tableau[row * count + column]
  })
  return gradients
}

/**
 * The variable whose reduced cost vanishes first while that of the leaving one grows, and how far that is.
 */
function ratioTest(
  row: Float64Array,
  gradients: Float64Array,
  outside: Uint32Array,
  signs: Float64Array,
  side: number,
): { readonly column: number; readonly step: number; readonly entersAs: number } {
  const count = row.length
  let found = { column: -1, step: Infinity, entersAs: 0 }
  for (let column = 0; column < count; column++) {
    const move = -side * row[column]
    if (Math.abs(move) < leastPivot) continue
    const variable = outside[column]
    const gradient = gradients[column]
    const isWeight = variable < count
    const sign = signs[variable]
    if (!isWeight && sign * move >= 0) continue
    const room = isWeight ? 1 - Math.sign(move) * gradient : sign * gradient
    const step = Math.max(0, room) / Math.abs(move)
    if (step < found.step) found = { column, step, entersAs: isWeight ? -Math.sign(move) : 0 }
  }
  return found
}

/** Exchanges the variables of a row and a column. */
function pivot(tableau: Float64Array, count: number, row: number, column: number): void {
  const own = tableau.subarray(row * count, (row + 1) * count)
  const inverse = 1 / own[column]
  for (let j = 0; j < count; j++) own[j] *= j === column ? 0 : -inverse
  own[column] = inverse
  for (let i = 0; i < count; i++) {
    const other = tableau.subarray(i * count, (i + 1) * count)
    const factor = other[column]
    if (i === row || factor === 0) continue
    other[column] = 0
    add(other, factor, own)
  }
}

function excessOf(sigma: Float64Array, c: Float64Array, weights: Float64Array, penalty: number): number {
  const left = c.slice()
  weights.forEach((weight, i) => {
    if (weight === 0) return
    for (let j = 0; j < left.length; j++) left[j] -= weight * sigma[i * left.length + j]
  })
  return Math.max(0, left.reduce((most, one) => Math.max(most, Math.abs(one)), 0) - penalty)
}
