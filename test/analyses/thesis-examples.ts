import { tableFromColumns } from 'criba'
import type { Table } from 'criba'
import { mersenne } from 'pure-rand/generator/mersenne'

/** A row of the columns that the target is computed from. */
type Row = readonly number[]

const radius = ([a, b]: Row) => Math.sqrt(a ** 2 + b ** 2)

/**
 * The examples of I. Madinabeitia (2019), Estudio de la información mutua y el test delta como criterios para la selección
 * de variables, Universidad de Granada: how many columns are drawn row by row, the target, and the columns it depends
 * on. In F the share of x5 is tiny, and no criterion finds it.
 */
export const examples = {
  A: { drawn: 1, target: ([a]: Row) => 4 * a ** 2 + 3, of: [0] },
  B: { drawn: 2, target: (x: Row) => radius(x) ** 3, of: [0, 1] },
  B_2_3: { drawn: 4, target: ([, , c, d]: Row) => radius([c, d]) ** 3, of: [2, 3] },
  C: { drawn: 2, target: (x: Row) => Math.sin(radius(x)) / radius(x) ** 2, of: [0, 1] },
  D: {
    drawn: 5,
    target: ([a, b, c, d, e]: Row) => 10 * Math.sin(Math.PI * a * b) + 20 * (c - 0.5) ** 2 + 10 * d + 5 * e,
    of: [0, 1, 2, 3, 4],
  },
  E: {
    drawn: 3,
    target: (x: Row) => Math.sin(radius(x)) / radius(x) ** 2 + 20 * (x[2] - 0.5) ** 2,
    of: [0, 1, 2],
  },
  F: {
    drawn: 6,
    target: ([a, b, c, d, , f]: Row) => {
      const q = Math.sqrt(a ** 2 + c ** 2)
      return Math.sin(q) / q ** 2 + 20 * (d - 0.5) ** 2 + Math.cos(f) * f ** 3 + 0 * b
    },
    of: [0, 2, 3],
  },
} as const

export type Example = keyof typeof examples

/**
 * The data of an example, from NumPy's RandomState(13), whose numbers have 53 bits of two draws. The columns of the target are
 * drawn row by row, then each further column, up to `columns`.
 */
export function exampleTable(name: Example, columns: number, rows = 1000): Table {
  const generator = mersenne(13)
  const draw = () => {
    const [high, low] = [generator.next() >>> 5, generator.next() >>> 6]
    return (high * 2 ** 26 + low) / 2 ** 53
  }
  const { drawn, target } = examples[name]
  const first = Array.from({ length: rows }, () => Array.from({ length: drawn }, draw))
  const further = Array.from({ length: columns - drawn }, () => Array.from({ length: rows }, draw))
  const named = [...Array.from({ length: drawn }, (_, i) => first.map((row) => row[i])), ...further]
  return tableFromColumns({
    ...Object.fromEntries(named.map((values, i) => [`x${i}`, values])),
    y: first.map((row) => target(row)),
  })
}
