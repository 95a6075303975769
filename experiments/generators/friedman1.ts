import sin from '@stdlib/math-base-special-sin'
import {
  drawnColumn,
  irrelevantColumns,
  irrelevantNumbers,
  noiseDeviation,
  numberedColumns,
  withNoise,
} from './columns.ts'
import { defineGenerator } from './generator.ts'

/**
 * Friedman's first problem: a product within a sine, a parabola and two linear terms.
 *
 * y = 10·sin(π·x1·x2) + 20·(x3 − ½)² + 10·x4 + 5·x5 + noise·N(0, 1), all columns uniform on 0 … 1.
 *
 * Relevant: x1 … x5. The others are noise.
 *
 * Reference: Friedman (1991), section 4.3; Breiman (1996).
 *
 * @example generate('friedman1', { rows: 200, noise: 1, irrelevant: 5 })
 */
export const friedman1 = defineGenerator({
  name: 'friedman1',
  title: 'Friedman 1: a product, a parabola, two lines',
  formula: 'y = 10·sin(π·x1·x2) + 20·(x3 − ½)² + 10·x4 + 5·x5 + noise·N(0, 1)',
  reference: 'Friedman 1991',
  rows: 500,
  noise: noiseDeviation(1),
  options: { irrelevant: irrelevantColumns(5) },
  make: ({ rows, noise, options, stream }) => {
    const noiseOfTarget = stream()
    const relevant = numberedColumns('relevant', 1, 5, () => drawnColumn(rows, stream().uniform))
    const [x1, x2, x3, x4, x5] = relevant.map(({ values }) => values as Float64Array)
    const signal = x1.map((_, i) => {
      const distance = x3[i] - 0.5
      return 10 * sin(Math.PI * x1[i] * x2[i]) + 20 * distance * distance + 10 * x4[i] + 5 * x5[i]
    })
    const others = irrelevantNumbers({ rows, stream }, 6, options.irrelevant, ({ uniform }) => uniform())
    return { columns: [...relevant, ...others], target: withNoise(signal, noise, noiseOfTarget) }
  },
})
