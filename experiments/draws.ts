import { streamsOf } from './random-stream.ts'

/** Columns of random draws, the same for the same seed. */
interface Draws {
  /** Numbers from 0 to below 1. */
  readonly uniform: (rows: number) => number[]
  /** Zeros, and ones with the probability given. */
  readonly bits: (rows: number, probability?: number) => number[]
  /** Numbers of the standard normal distribution. */
  readonly normal: (rows: number) => number[]
  /** 0 to one below the number of rows, in random order. */
  readonly order: (rows: number) => number[]
}

/** Draws of a seed, one after the other. */
export function drawsOf(seed: number): Draws {
  const { uniform, normal, below } = streamsOf(seed)()
  const listOf = (rows: number, draw: () => number) => Array.from({ length: rows }, draw)
  return {
    uniform: (rows) => listOf(rows, uniform),
    bits: (rows, probability = 0.5) => listOf(rows, () => (uniform() < probability ? 1 : 0)),
    normal: (rows) => listOf(rows, normal),
    order: (rows) => shuffled(rows, below),
  }
}

function shuffled(rows: number, below: (size: number) => number): number[] {
  const order = Array.from({ length: rows }, (_, i) => i)
  for (let i = rows - 1; i > 0; i--) {
    const j = below(i + 1)
    ;[order[i], order[j]] = [order[j], order[i]]
  }
  return order
}
