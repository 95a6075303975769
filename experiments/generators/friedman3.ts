import atan from '@stdlib/math-base-special-atan'
import { circuitColumns } from './circuit-columns.ts'
import { irrelevantColumns, irrelevantNumbers, noiseDeviation, withNoise } from './columns.ts'
import { defineGenerator } from './generator.ts'

/**
 * Friedman's third problem: the phase of a circuit.
 *
 * y = arctan((x2·x3 − 1/(x2·x4)) / x1) + noise·N(0, 1); the columns as of `friedman2`.
 *
 * Relevant: x1 … x4, but x4 hardly changes y. The noise columns are uniform on 0 … 1.
 *
 * Reference: Friedman (1991), section 4.4. His noise has a third of the standard deviation of the signal,
 * 0.1.
 *
 * @example generate('friedman3', { rows: 200, noise: 0.1, irrelevant: 6 })
 */
export const friedman3 = defineGenerator({
  name: 'friedman3',
  title: 'Friedman 3: the phase of a circuit',
  formula: 'y = arctan((x2·x3 − 1/(x2·x4)) / x1) + noise·N(0, 1)',
  reference: 'Friedman 1991',
  rows: 500,
  noise: noiseDeviation(0.1),
  options: { irrelevant: irrelevantColumns(6) },
  make: ({ rows, noise, options, stream }) => {
    const noiseOfTarget = stream()
    const { columns, resistance, reactance } = circuitColumns(rows, stream)
    const phase = reactance.map((value, i) => atan(value / resistance[i]))
    const others = irrelevantNumbers({ rows, stream }, 5, options.irrelevant, ({ uniform }) => uniform())
    return { columns: [...columns, ...others], target: withNoise(phase, noise, noiseOfTarget) }
  },
})
