import {
  drawnColumn,
  flippedShare,
  irrelevantColumns,
  irrelevantNumbers,
  numberedColumns,
  withFlips,
} from './columns.ts'
import { defineGenerator } from './generator.ts'
import type { RandomStream } from '../random-stream.ts'

/**
 * Parity of k bits among d.
 *
 * y = (x1 + … + xk) mod 2; all columns are bits, 0 or 1 with the same chance. `noise` flips classes.
 *
 * Relevant: x1 … xk, of which any k − 1 together tell nothing. The others are noise.
 *
 * Reference: John, Kohavi and Pfleger (1994); Kohavi and John (1997).
 *
 * @example generate('parity', { rows: 500, noise: 0, bits: 3, irrelevant: 7 })
 */
export const parity = defineGenerator({
  name: 'parity',
  title: 'Parity of k bits',
  formula: 'y = (x1 + … + xk) mod 2',
  reference: 'Kohavi and John 1997',
  rows: 500,
  noise: flippedShare(0),
  options: {
    bits: { whole: true, min: 1, max: 1000, default: 3, help: 'k, the number of relevant bits' },
    irrelevant: irrelevantColumns(7),
  },
  make: ({ rows, noise, options: { bits, irrelevant }, stream }) => {
    const flips = stream()
    const relevant = numberedColumns('relevant', 1, bits, () => {
      const random = stream()
      return drawnColumn(rows, () => bit(random))
    })
    const classes = Float64Array.from(
      { length: rows },
      (_, i) => relevant.reduce((sum, { values }) => sum + (values[i] as number), 0) % 2,
    )
    const others = irrelevantNumbers({ rows, stream }, bits + 1, irrelevant, bit)
    return { columns: [...relevant, ...others], target: withFlips(classes, noise, flips) }
  },
})

function bit({ below }: RandomStream): number {
  return below(2)
}
