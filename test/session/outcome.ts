import { randomOf } from '../contract/tables.ts'
import { tableFromColumns } from 'criba'
import type { Table } from 'criba'

/** The outcome of a call, without the time that it took: every bit of a result, or the error with its warnings. */
export async function outcomeOf(call: () => Promise<object>): Promise<unknown> {
  try {
    return { ...(await call()), seconds: 0 }
  } catch (error) {
    const { name, code, message, warnings } = error as Error & { code: string; warnings: unknown }
    return { name, code, message, warnings }
  }
}

/** A table in which the targets need several columns, with a text column and gaps. */
export function exampleTable(rows = 400): Table {
  const random = randomOf(7)
  const at = (levels: number) => Array.from({ length: rows }, () => Math.floor(random() * levels))
  const [a, b, c, d] = [at(4), at(3), at(5), at(2)]
  const noise = Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`noise${i}`, at(4)]))
  return tableFromColumns({
    a,
    b,
    c: c.map((value, i) => (i % 17 === 0 ? null : value)),
    d: d.map((value) => (value ? 'yes' : 'no')),
    copy: a.map((value, i) => (i % 9 === 0 ? b[i] : value)),
    ...noise,
    number: a.map((value, i) => value + b[i] + random()),
    y: a.map((value, i) => (value + b[i] + (random() < 0.2 ? 1 : 0) > 3 ? 'high' : 'low')),
  })
}
