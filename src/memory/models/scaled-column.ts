import type { ModelColumn } from '../threads/model-rows.ts'

/**
 * A column of numbers brought to mean 0 and standard deviation 1 over the training rows: ((x − shift)·unit −
 * mean)·factor.
 */
export interface ColumnScale {
  /** A value of the column: differences from it are exact where values are close to one another. */
  readonly shift: number
  /** Keeps squares within the range of numbers. */
  readonly unit: number
  readonly mean: number
  /** One over the standard deviation; 0 for a constant column. */
  readonly factor: number
}

type Numbers = Extract<ModelColumn, { readonly values: Float64Array }>

/** Differences whose squares may leave the range of numbers. */
const extreme = { least: 1e-140, most: 1e140 } as const

/** The scale of a column over some rows, at least one, with weights by row of the table. */
export function scaleOf({ values }: Numbers, rows: Int32Array, weights: Float64Array | null): ColumnScale {
  const shift = values[rows[0]]
  let furthest = 0
  for (let i = 0; i < rows.length; i++) furthest = Math.max(furthest, Math.abs(values[rows[i]] - shift))
  if (furthest === 0) return { shift, unit: 1, mean: 0, factor: 0 }
  const isExtreme = furthest < extreme.least || furthest > extreme.most
  const unit = isExtreme ? powerBelow(furthest) : 1
  let all = 0
  let sum = 0
  for (let i = 0; i < rows.length; i++) {
    const weight = weights ? weights[rows[i]] : 1
    all += weight
    sum += weight * difference(values[rows[i]], shift, unit)
  }
  const mean = sum / all
  let squares = 0
  for (let i = 0; i < rows.length; i++) {
    const distance = difference(values[rows[i]], shift, unit) - mean
    squares += (weights ? weights[rows[i]] : 1) * distance * distance
  }
  return { shift, unit, mean, factor: 1 / Math.sqrt(squares / all) }
}

/**
 * A value farther from the mean is taken to be so far, in standard deviations: its square stays within the
 * range of numbers.
 */
const outermost = 1e100

/** A value on the scale. */
export function scaled(value: number, { shift, unit, mean, factor }: ColumnScale): number {
  if (factor === 0) return 0
  return Math.max(-outermost, Math.min(outermost, (difference(value, shift, unit) - mean) * factor))
}

function difference(value: number, shift: number, unit: number): number {
  return unit === 1 ? value - shift : value * unit - shift * unit
}

/** A power of two by which a number is brought near 1, or as near as powers of two go. */
function powerBelow(size: number): number {
  const least = Math.min(size, Number.MAX_VALUE)
  let power = 1
  while (least * power > 2) power /= 2
  while (least * power < 1 && power * 2 < Infinity) power *= 2
  return power
}
