import { tableFromColumns } from 'criba'
import type { SplitRows } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { randomOf } from '../contract/tables.ts'
import { near } from '../laws/given.ts'
import { select } from '../untyped.ts'

const random = randomOf(31)
const rows = Array.from({ length: 100 }, (_, row) => row)
const x = rows.map(() => random())
const noise = rows.map(() => random())
const y = rows.map((row) => (row === 7 ? null : x[row] + 0.2 * random()))
const known = rows.filter((row) => row !== 7)
const columns: Readonly<Record<string, readonly number[]>> = { x, noise }
const table = tableFromColumns({ x, noise, y })

/** Minus the squared error on the test rows of the mean of the column minus that of the target, learned from the training rows. */
function score(subset: readonly string[], { train, test }: SplitRows): number {
  const error = (row: number) => y[row]! - subset.reduce((sum, name) => sum + columns[name][row], 0)
  const shift = [...train].reduce((sum, row) => sum + error(row), 0) / train.length
  return -[...test].reduce((sum, row) => sum + (error(row) - shift) ** 2, 0) / test.length
}

describe('a function of the columns and the rows', () => {
  it('is called for five folds of the rows with a target, and its mean counts', async () => {
    const seen: SplitRows[] = []
    const scores: number[] = []
    const criterion = (subset: readonly string[], split: SplitRows) => {
      if (subset.length === 1 && subset[0] === 'x') {
        seen.push(split)
        scores.push(score(subset, split))
      }
      return score(subset, split)
    }
    const found = await select(table, { target: 'y', criterion, k: 1 })
    expect(found.selected).toEqual(['x'])
    expect(seen).toHaveLength(5)
    for (const { train, test } of seen) expect([...train, ...test].sort((a, b) => a - b)).toEqual(known)
    expect(seen.flatMap(({ test }) => [...test]).sort((a, b) => a - b)).toEqual(known)
    near(found.score!, scores.reduce((sum, one) => sum + one, 0) / 5)
  })

  it('has evidence: inside a fold it is given none of the rows that are held out', async () => {
    const used: ReadonlySet<number>[] = []
    const criterion = (subset: readonly string[], split: SplitRows) => {
      used.push(new Set([...split.train, ...split.test]))
      return score(subset, split)
    }
    const spec = { target: 'y', criterion, k: 1, evidence: { folds: 4 } } as const
    const { evidence } = await select(table, spec)
    expect(evidence!.folds.map(({ features }) => features)).toEqual([['x'], ['x'], ['x'], ['x']])
    // The search over all rows, and one without each fold; together the folds are all rows.
    const parts = [...new Set(used.map((set) => [...set].sort((a, b) => a - b).join()))]
    const lacking = parts.map((part) => known.filter((row) => !part.split(',').map(Number).includes(row)))
    expect(lacking[0]).toEqual([])
    expect(lacking).toHaveLength(5)
    expect(lacking.flat().sort((a, b) => a - b)).toEqual(known)
  })

  it('is given the same rows by the engine, in groups and in time', async () => {
    const source = await duckSourceOf(table)
    try {
      for (const how of [{}, { group: 'noise' }, { time: 'noise' }]) {
        const calls = async (data: typeof table | typeof source) => {
          const seen: string[] = []
          const criterion = (subset: readonly string[], { train, test }: SplitRows) => {
            seen.push(`${subset.join('+')} ${train.join()} ${test.join()}`)
            return score(subset, { train, test })
          }
          await select(data, { target: 'y', criterion, k: 1, ...how })
          return seen
        }
        expect(await calls(source)).toEqual(await calls(table))
      }
    } finally {
      source.close()
    }
  })

  it('has no evidence if it takes the columns alone: it would see the held-out rows', async () => {
    const criterion = (subset: readonly string[]) => subset.length
    await expect(select(table, { target: 'y', criterion, k: 1, evidence: true })).rejects.toThrow(
      'unsuitable criterion for evidence: a function of the columns alone sees the held-out rows (make it a function of (subset, { train, test }), or leave evidence out)',
    )
    await expect(select(table, { target: 'y', criterion, k: 1 })).resolves.toBeDefined()
  })
})
