import { drawnColumn, numberedColumns } from './columns.ts'
import type { MadeColumn } from './generator.ts'
import type { RandomStream } from '../random-stream.ts'

/**
 * The ranges of the four columns of Friedman's second and third problems: resistance, angular frequency,
 * inductance, capacity.
 */
const ranges = [
  [0, 100],
  [40 * Math.PI, 560 * Math.PI],
  [0, 1],
  [1, 11],
]

/**
 * The four columns, uniform in their ranges, and for each row the resistance and the reactance of its
 * circuit.
 */
export function circuitColumns(rows: number, stream: () => RandomStream) {
  const columns: MadeColumn[] = numberedColumns('relevant', 1, 4, (index) => {
    const { uniform } = stream()
    const [low, high] = ranges[index]
    return drawnColumn(rows, () => low + (high - low) * uniform())
  })
  const [resistance, x2, x3, x4] = columns.map(({ values }) => values as Float64Array)
  return { columns, resistance, reactance: x2.map((_, i) => x2[i] * x3[i] - 1 / (x2[i] * x4[i])) }
}
