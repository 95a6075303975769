import { isNear } from '#core'
import { dot } from './perron.ts'
import type { Product } from './perron.ts'

/**
 * Numbers from 0 for the least to 1 for the greatest. Equal numbers are 0, up to rounding, which the range
 * would blow up; beside infinite ones all others are 0.
 */
export function minMax(values: Float64Array): Float64Array {
  const [least, most] = rangeOf(values)
  if (most === Infinity) return values.map((value) => (value === Infinity && least < Infinity ? 1 : 0))
  return values.map((value) => (isNear(least, most) ? 0 : (value - least) / (most - least)))
}

/** The product with ½(abᵀ + baᵀ). */
export function meanOfOuterProducts(a: Float64Array, b: Float64Array): Product {
  return (x) => {
    const [ofA, ofB] = [dot(a, x) / 2, dot(b, x) / 2]
    return a.map((value, i) => value * ofB + b[i] * ofA)
  }
}

/**
 * The product with uuᵀ, u ≥ 0, its entries from 0 for the least to 1 for the greatest; equal entries are 0.
 */
export function minMaxOfOuterProduct(u: Float64Array): Product {
  const [least, most] = rangeOf(u)
  const range = (most - least) * (most + least)
  return (x) => {
    const all = dot(x, u)
    const shift = least * least * x.reduce((sum, value) => sum + value, 0)
    return u.map((value) => (isNear(least, most) ? 0 : (value * all - shift) / range))
  }
}

/**
 * The product with the matrix max(s_i, s_j), in as many steps as there are numbers; equal numbers have equal
 * bits.
 */
export function maximaOfPairs(s: Float64Array): Product {
  const order = Uint32Array.from(s.keys()).sort((a, b) => s[a] - s[b])
  const starts = [...order.keys()].filter((place) => place === 0 || s[order[place]] > s[order[place - 1]])
  const groups = starts.map((from, group) => order.subarray(from, starts[group + 1]))
  return (x) => {
    const out = new Float64Array(s.length)
    let upTo = 0
    for (const group of groups) {
      for (const i of group) upTo += x[i]
      for (const i of group) out[i] = s[i] * upTo
    }
    let above = 0
    for (const group of groups.toReversed()) {
      for (const i of group) out[i] += above
      for (const i of group) above += s[i] * x[i]
    }
    return out
  }
}

/** α times one matrix and 1 − α times another. */
export function mixed(alpha: number, a: Product, b: Product): Product {
  return (x) => {
    const ofB = b(x)
    return a(x).map((value, i) => alpha * value + (1 - alpha) * ofB[i])
  }
}

function rangeOf(values: Float64Array): readonly [least: number, most: number] {
  return values.reduce(([least, most], value) => [Math.min(least, value), Math.max(most, value)], [
    Infinity,
    -Infinity,
  ] as readonly [number, number])
}
