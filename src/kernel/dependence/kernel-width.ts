import { medianDistance } from './median-distance.ts'

/** How numbers become multiples of the width of their kernel: (half · x − centre)/width. All rows are equal where it is 0. */
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
