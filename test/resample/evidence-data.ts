import { tableFromColumns } from 'criba'
import type { SelectResult } from 'criba'
import { randomOf } from '../contract/tables.ts'

const random = randomOf(11)
export const rows = Array.from({ length: 160 }, (_, row) => row)
const noise = () => rows.map(() => random())
export const [a, b, c, d, e] = [noise(), noise(), noise(), noise(), noise()]
export const kind = d.map((value) => ['u', 'v', 'w'][Math.floor(3 * value)])
export const y = rows.map((row) => a[row] + 2 * b[row] + 0.2 * e[row] + (kind[row] === 'u' ? 0.8 : 0))
export const label = y.map((value) => (value > 2 ? 'high' : value > 1.4 ? 'middle' : 'low'))
export const columns = { a, b, c, kind, copy: a.map((value, row) => value + 0.1 * c[row]) }
export const numeric = tableFromColumns({ ...columns, y })
export const labelled = tableFromColumns({ ...columns, label })

/** A result without its time. */
export const timeless = (result: SelectResult) => ({ ...result, seconds: 0 })
