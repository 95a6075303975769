import { tableFromColumns } from 'criba'
import { randomOf } from '../contract/tables.ts'
import { select } from '../untyped.ts'

/** What is chosen of columns of noise whose rows have weights from 1 to 10: as repeated rows, and as sampling weights. */
export async function chosenOfNoise(
  columns: number,
): Promise<{ counted: readonly string[]; sampled: readonly string[] }> {
  const random = randomOf(7)
  const column = <T>(of: () => T) => Array.from({ length: 120 }, of)
  const w = column(() => 1 + Math.floor(10 * random()))
  const y = column(() => (random() < 0.4 ? 'yes' : 'no'))
  const noise = Array.from({ length: columns }, (_, i) => [`x${i}`, column(random)] as const)
  const table = tableFromColumns({ ...Object.fromEntries(noise), y, w })
  const { selected: counted } = await select(table, { target: 'y', weights: 'w' })
  const { selected: sampled } = await select(table, { target: 'y', samplingWeights: 'w' })
  return { counted, sampled }
}
