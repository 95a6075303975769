import { circuitColumns } from './circuit-columns.ts'
import { irrelevantColumns, irrelevantNumbers, noiseDeviation, withNoise } from './columns.ts'
import { defineGenerator } from './generator.ts'

/**
 * Friedman's second problem: the impedance of a circuit.
 *
 * y = √(x1² + (x2·x3 − 1/(x2·x4))²) + noise·N(0, 1); x1 is uniform on 0 … 100, x2 on 40π … 560π, x3 on 0 … 1,
 * x4 on 1 … 11.
 *
 * Relevant: x1 … x4, but almost all of y comes from x2 and x3: the reactance is up to 1,759, the resistance
 * x1 at most 100, and x4 changes the reactance by less than 0.01. The noise columns are uniform on 0 … 1.
 *
 * Reference: Friedman (1991), section 4.4. His noise has a third of the standard deviation of the signal,
 * 125.
 *
 * @example generate('friedman2', { rows: 200, noise: 125, irrelevant: 6 })
 */
export const friedman2 = defineGenerator({
  name: 'friedman2',
  title: 'Friedman 2: the impedance of a circuit',
  formula: 'y = √(x1² + (x2·x3 − 1/(x2·x4))²) + noise·N(0, 1)',
  reference: 'Friedman 1991',
  rows: 500,
  noise: noiseDeviation(125),
  options: { irrelevant: irrelevantColumns(6) },
  make: ({ rows, noise, options, stream }) => {
    const noiseOfTarget = stream()
    const { columns, resistance, reactance } = circuitColumns(rows, stream)
    const impedance = resistance.map((r, i) => Math.sqrt(r * r + reactance[i] * reactance[i]))
    const others = irrelevantNumbers({ rows, stream }, 5, options.irrelevant, ({ uniform }) => uniform())
    return { columns: [...columns, ...others], target: withNoise(impedance, noise, noiseOfTarget) }
  },
})
