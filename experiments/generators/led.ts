import { drawnColumn, irrelevantColumns, irrelevantNumbers, numberedColumns } from './columns.ts'
import { defineGenerator } from './generator.ts'

/**
 * The segments of the digits 0 … 9 that are lit: top, upper left, upper right, middle, lower left, lower
 * right, bottom.
 */
const segments = [
  '1110111',
  '0010010',
  '1011101',
  '1011011',
  '0111010',
  '1101011',
  '1101111',
  '1010010',
  '1111111',
  '1111011',
]

/**
 * LED: the digit that a display of seven segments shows, each of them inverted with the chance `noise`.
 *
 * y is a digit, 0 … 9 with the same chance; x1 … x7 are its segments (top, upper left, upper right, middle,
 * lower left, lower right, bottom), 1 if lit.
 *
 * Relevant: x1 … x7. The others are bits of noise. With 17 of them it is LED24.
 *
 * Reference: Breiman, Friedman, Olshen and Stone (1984), section 2.6.1.
 *
 * @example generate('led', { rows: 500, noise: 0.1, irrelevant: 17 })
 */
export const led = defineGenerator({
  name: 'led',
  title: 'LED: the digit of a display',
  formula: 'x1 … x7 are the segments of the digit y, each inverted with the chance noise',
  reference: 'Breiman, Friedman, Olshen and Stone 1984',
  rows: 500,
  noise: { min: 0, max: 0.5, default: 0.1, help: 'the chance that a segment is inverted' },
  options: { irrelevant: irrelevantColumns(17) },
  make: ({ rows, noise, options, stream }) => {
    const { below } = stream()
    const digits = drawnColumn(rows, () => below(10))
    const relevant = numberedColumns('relevant', 1, 7, (segment) => {
      const { uniform } = stream()
      return digits.map((digit) => {
        const lit = Number(segments[digit][segment])
        return uniform() < noise ? 1 - lit : lit
      })
    })
    const others = irrelevantNumbers({ rows, stream }, 8, options.irrelevant, (random) => random.below(2))
    return { columns: [...relevant, ...others], target: digits }
  },
})
