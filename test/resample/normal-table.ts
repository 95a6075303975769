import { randomOf } from '../contract/tables.ts'

/** Independent normal columns, and a target of the first ones. */
export function tableOf(seed: number, rows: number, columns: number, weights: readonly number[]) {
  const random = randomOf(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const x = Array.from({ length: columns }, () => Array.from({ length: rows }, normal))
  const y = Array.from({ length: rows }, (_, row) =>
    weights.reduce((sum, weight, i) => sum + weight * x[i][row], normal()),
  )
  return { ...Object.fromEntries(x.map((values, i) => [`x${i}`, values])), y } as Record<string, number[]>
}
