import type { GeneratorOption, MadeColumn } from './generator.ts'
import type { RandomStream } from '../random-stream.ts'

/** The option of columns of noise. */
export function irrelevantColumns(count: number): GeneratorOption {
  return {
    whole: true,
    min: 0,
    max: 100_000,
    default: count,
    help: 'columns that have nothing to do with the target',
  }
}

/** `noise` as a standard deviation. */
export function noiseDeviation(deviation: number): GeneratorOption {
  const help = "the standard deviation of the target's normal noise"
  return { min: 0, max: Number.MAX_VALUE, default: deviation, help }
}

/** `noise` as the share of rows whose class is flipped. */
export function flippedShare(share: number): GeneratorOption {
  return { min: 0, max: 0.5, default: share, help: 'the chance that the class of a row is flipped' }
}

/** So many columns, named x1, x2, … from a number on. */
export function numberedColumns(
  role: MadeColumn['role'],
  from: number,
  count: number,
  make: (index: number) => MadeColumn['values'],
): MadeColumn[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `x${from + index}`,
    values: make(index),
    role,
  }))
}

/** A column of one draw for each row. */
export function drawnColumn(rows: number, draw: () => number): Float64Array {
  return Float64Array.from({ length: rows }, draw)
}

/** Columns of noise: each draws from a stream of its own. */
export function irrelevantNumbers(
  { rows, stream }: { readonly rows: number; readonly stream: () => RandomStream },
  from: number,
  count: number,
  draw: (random: RandomStream) => number,
): MadeColumn[] {
  return numberedColumns('irrelevant', from, count, () => {
    const random = stream()
    return drawnColumn(rows, () => draw(random))
  })
}

/** Numbers with normal noise added. */
export function withNoise(values: Float64Array, deviation: number, random: RandomStream): Float64Array {
  return values.map((value) => value + deviation * random.normal())
}

/** Classes 0 and 1, each flipped with the given chance. */
export function withFlips(classes: Float64Array, chance: number, random: RandomStream): Float64Array {
  return classes.map((value) => (random.uniform() < chance ? 1 - value : value))
}
