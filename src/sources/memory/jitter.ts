import ln from '@stdlib/math-base-special-ln'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { seeded } from '../../kernel/random-stream.ts'

/**
 * Normal noise with mean 0 and standard deviation 1 for each included row (Marsaglia's polar method). It depends only on the
 * column's name and the number of included rows, not on the column's position or on excluded rows.
 */
export function noiseFor(columnName: string, rows: number): Float64Array {
  const random = seeded(`jitter/${columnName}`)
  const noise = new Float64Array(rows)
  for (let row = 0; row < rows; row += 2) {
    const [first, second] = twoNormals(random)
    noise[row] = first
    if (row + 1 < rows) noise[row + 1] = second
  }
  return noise
}

function twoNormals(random: ReturnType<typeof seeded>): readonly [number, number] {
  for (;;) {
    const x = 2 * uniformFloat64(random) - 1
    const y = 2 * uniformFloat64(random) - 1
    const square = x * x + y * y
    if (square >= 1 || square === 0) continue
    const length = Math.sqrt((-2 * ln(square)) / square)
    return [x * length, y * length]
  }
}
