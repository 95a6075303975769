import { tableFromColumns } from 'criba'
import type { Table } from 'criba'
import { randomOf } from '../contract/tables.ts'
import { select } from '../untyped.ts'

/** Columns of noise, and one that separates three classes well. */
export function wide(seed: number, rows: number, columns: number, isThere: boolean): Table {
  const random = randomOf(seed)
  const classes = Array.from({ length: rows }, () => Math.floor(random() * 3))
  const numbers = Array.from({ length: columns }, (_, j) => [`x${j}`, classes.map(() => random())] as const)
  const strong = isThere ? { strong: classes.map((label) => label + 0.3 * random()) } : {}
  return tableFromColumns({
    ...Object.fromEntries(numbers),
    ...strong,
    y: classes.map((label) => 'abc'[label]),
  })
}

/** In how many tables of noise a ranking cut at a false discovery rate of 5 % chooses a column. */
export async function choicesOfNoise(tables: number): Promise<number> {
  let any = 0
  for (let seed = 1; seed <= tables; seed++) {
    const spec = { target: 'y', search: 'ranking', criterion: 'gini-gain', seed }
    const { selected } = await select(wide(seed, 60, 12, false), spec)
    if (selected.length > 0) any++
  }
  return any
}
