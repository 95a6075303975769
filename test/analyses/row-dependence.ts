// Tables whose rows are not independent, and some that only seem so.
import { describe, tableFromColumns } from 'criba'
import type { Description } from 'criba'
import { randomOf } from '../contract/tables.ts'

export type Columns = Record<string, readonly (number | string)[]>

export function draws(seed: number) {
  const random = randomOf(seed)
  // Irwin and Hall: the sum of twelve uniform numbers is nearly normal.
  const normal = () => Array.from({ length: 12 }, random).reduce((sum, one) => sum + one, -6)
  const series = (n: number, r: number) => {
    let last = normal()
    return Array.from({ length: n }, () => (last = r * last + Math.sqrt(1 - r * r) * normal()))
  }
  return { random, normal, series, pick: () => (random() < 0.5 ? 'a' : 'b') }
}

/** Noise that follows the row before with a correlation, as numbers or as two classes. */
export function inSeries(seed: number, n: number, width: number, r: number, isClasses: boolean): Columns {
  const { series } = draws(seed)
  const y = series(n, r)
  const columns = Array.from({ length: width }, (_, i) => [`x${i}`, series(n, r)] as const)
  return { ...Object.fromEntries(columns), y: isClasses ? y.map((one) => (one > 0 ? 'a' : 'b')) : y }
}

/** Patients with a class each, and rows that vary around what is the patient's; in blocks. */
export function patients(seed: number, count: number, visits: number, width: number): Columns {
  const { normal, pick } = draws(seed)
  const of = Array.from({ length: count * visits }, (_, row) => Math.floor(row / visits))
  const classes = Array.from({ length: count }, pick)
  const columns = Array.from({ length: width }, (_, i) => {
    const own = Array.from({ length: count }, normal)
    return [`x${i}`, of.map((one) => own[one] + 0.3 * normal())] as const
  })
  return {
    patient: of.map((one) => one + 1),
    ...Object.fromEntries(columns),
    y: of.map((one) => classes[one]),
  }
}

/** Rows in another order. */
export function shuffled(columns: Columns, seed: number): Columns {
  const random = randomOf(seed)
  const n = Object.values(columns)[0].length
  const keys = Array.from({ length: n }, random)
  return inOrder(columns, (a, b) => keys[a] - keys[b])
}

export function inOrder(columns: Columns, compare: (a: number, b: number) => number): Columns {
  const order = [...Object.values(columns)[0].keys()].sort(compare)
  return Object.fromEntries(
    Object.entries(columns).map(([name, values]) => [name, order.map((row) => values[row])]),
  )
}

export function repeated(columns: Columns, times: number): Columns {
  return Object.fromEntries(
    Object.entries(columns).map(([name, values]) => [
      name,
      Array.from({ length: times }, () => values).flat(),
    ]),
  )
}

/** Age, what follows it, and a target that may. */
export function sortedByAge(seed: number, n: number): Columns {
  const { random, normal } = draws(seed)
  const age = Array.from({ length: n }, () => 20 + 60 * random()).sort((a, b) => a - b)
  return {
    age,
    pressure: age.map((one) => 100 + one / 2 + 5 * normal()),
    noise: age.map(normal),
    y: age.map((one) => (one + 10 * normal() > 50 ? 'ill' : 'sound')),
  }
}

/** The warnings about rows, as `code` or `code column`. */
export async function ofRows(columns: Columns): Promise<readonly string[]> {
  return warningsOfRows(await describe(tableFromColumns(columns), { target: 'y' }))
}

export function warningsOfRows({ warnings }: Pick<Description, 'warnings'>): readonly string[] {
  return warnings
    .filter(({ code }) => code === 'repeated-rows' || code === 'dependent-rows')
    .map(({ code, column, message }) => (/ is constant /.test(message) ? `${code} ${column}` : code))
}
