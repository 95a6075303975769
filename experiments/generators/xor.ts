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
 * Exclusive or of the signs of two numbers: a chess board of four fields.
 *
 * y = 1 if x1·x2 < 0, else 0; all columns uniform on −1 … 1. `noise` flips classes.
 *
 * Relevant: x1 and x2, each of which by itself tells nothing. The others are noise. Of bits it is `parity`
 * with `bits: 2`.
 *
 * Reference: Guyon and Elisseeff (2003), section 3.3: two variables useless by themselves can be useful
 * together.
 *
 * @example generate('xor', { rows: 500, noise: 0, irrelevant: 8 })
 */
export const xor = defineGenerator({
  name: 'xor',
  title: 'Exclusive or of two signs',
  formula: 'y = 1 if x1·x2 < 0, else 0',
  reference: 'Guyon and Elisseeff 2003',
  rows: 500,
  noise: flippedShare(0),
  options: { irrelevant: irrelevantColumns(8) },
  make: ({ rows, noise, options, stream }) => {
    const flips = stream()
    const relevant = numberedColumns('relevant', 1, 2, () => {
      const random = stream()
      return drawnColumn(rows, () => number(random))
    })
    const [x1, x2] = relevant.map(({ values }) => values as Float64Array)
    const classes = x1.map((value, i) => (value * x2[i] < 0 ? 1 : 0))
    const others = irrelevantNumbers({ rows, stream }, 3, options.irrelevant, number)
    return { columns: [...relevant, ...others], target: withFlips(classes, noise, flips) }
  },
})

function number({ uniform }: RandomStream): number {
  return 2 * uniform() - 1
}
