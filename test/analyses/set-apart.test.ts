import type { SelectResult } from 'criba'
import * as criba from 'criba'
import { CribaError, tableFromColumns } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { randomCells, termsOf } from './gaps-plain.ts'
import type { Cell } from './gaps-plain.ts'
import { rank, score, select } from '../untyped.ts'
import type { SelectSpec } from '../untyped.ts'

/** Numbers from a generator that does not depend on criba. */
function numbers(seed: number, rows: number): number[] {
  let state = seed * 7919 + 1
  return Array.from({ length: rows }, () => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) / 2 ** 32)
}

const rows = 300
const y = numbers(1, rows).map((value) => (value < 0.4 ? 'no' : 'yes'))
const near = (seed: number, pull: number) =>
  numbers(seed, rows).map((value, row) => value + (y[row] === 'yes' ? pull : 0))
const without = <T>(cells: readonly T[], isMissing: (row: number) => boolean) =>
  cells.map((cell, row) => (isMissing(row) ? null : cell))

/** The columns that took no part, and why. */
function apartOf({ columns }: SelectResult): readonly string[] {
  return columns
    .filter(({ setApart }) => setApart)
    .map(({ name, findings }) => `${name} ${findings![0].message}`)
}

describe('a selection by single columns and pairs', () => {
  const table = tableFromColumns({
    y,
    age: without(near(2, 0.3), (row) => row % 5 === 0),
    port: without(
      near(3, 0).map((value) => (value < 0.5 ? 'a' : 'b')),
      (row) => row < 2,
    ),
    cabin: without(
      near(4, 0).map((value) => `c${Math.floor(value * 40)}`),
      (row) => y[row] === 'no' || row % 3 > 0,
    ),
    fare: near(5, 0.5),
  })

  it('sets apart columns with a value in fewer than half of the rows, and says so', async () => {
    const result = await select(table, { target: 'y', k: 3, method: 'jmi' })
    expect(result.selected).not.toContain('cabin')
    expect(result.data.used).toMatchObject({ most: 300, missing: 'pairwise' })
    expect(result.data.used!.least).toBeGreaterThan(230)
    const present = y.filter((level, row) => level === 'yes' && row % 3 === 0).length
    expect(apartOf(result)).toEqual([`cabin has a value in ${present} of 300 rows`])
    const why = await select(table, { target: 'y', k: 3, method: 'jmi', why: 'cabin' })
    expect(why.why!.explanation).toContain(`a value in ${present} of 300 rows`)
  })

  it('takes such a column if it is kept, or if fewer rows are enough', async () => {
    const kept = await select(table, { target: 'y', k: 2, method: 'jmi', keep: ['cabin'] })
    expect(kept.selected).toContain('cabin')
    const fewer = await select(table, { target: 'y', k: 4, method: 'jmi', minRows: 0.1 })
    expect(fewer.selected).toContain('cabin')
    expect(apartOf(fewer)).toEqual([])
    const number = await select(table, { target: 'y', k: 2, method: 'jmi', minRows: 250 })
    expect(apartOf(number)).toContain('age has a value in 240 of 300 rows')
  })

  it('computes evidence on all rows', async () => {
    const { evidence, warnings } = await select(table, { target: 'y', evidence: true })
    expect(warnings.map(({ code }) => code)).not.toContain('no-evidence')
    expect(evidence!.columns).toBe(3)
  })

  it('is the same with rows without a target, wherever they are', async () => {
    const columns = { ...randomCells(9, 200, 6, 0), n: near(6, 0.2).slice(0, 200) }
    const strange = { n: 1e6, y: null } as Readonly<Record<string, Cell>>
    const more = Object.entries(columns).map(([name, cells]) => {
      const cell = name in strange ? strange[name] : 'unseen elsewhere'
      return [name, [...cells, ...new Array<Cell>(80).fill(cell)]] as const
    })
    const [plain, unlabelled] = [columns, Object.fromEntries(more)].map((cells) =>
      tableFromColumns(cells as Readonly<Record<string, Cell[]>>),
    )
    for (const missing of ['pairwise', 'complete', 'level', 'median'] as const) {
      const spec = { target: 'y', missing }
      const by = ['mutual-information']
      const ranked = await Promise.all(
        [plain, unlabelled].map((table) => rank(table, { ...spec, by, bins: 4 })),
      )
      expect(ranked[1].rankings).toEqual(ranked[0].rankings)
      expect(ranked[1].coding).toEqual(ranked[0].coding)
      const chosen = await Promise.all([plain, unlabelled].map((table) => select(table, { ...spec, k: 3 })))
      expect(chosen[1].steps).toEqual(chosen[0].steps)
      const shown = await Promise.all([plain, unlabelled].map((table) => criba.describe(table, spec)))
      expect(shown[1].coding).toEqual(shown[0].coding)
    }
    const scores = await Promise.all(
      [plain, unlabelled].map((table) =>
        score(table, { target: 'y', features: ['n', 'x1'], by: ['joint-mi:estimator=plug-in'] }),
      ),
    )
    expect(scores[1].scores).toEqual(scores[0].scores)
  })
})

describe('a selection by sets', () => {
  it('treats missing as a level where levels are read', async () => {
    const cells = randomCells(11, 200, 4, 0.2)
    const table = tableFromColumns(
      Object.fromEntries(Object.entries(cells).map(([name, values]) => [name, [...values]])),
    )
    const filled = Object.fromEntries(
      Object.entries(cells).map(([name, values]) => [
        name,
        values.map((cell) => cell ?? (name === 'y' ? null : 'none')),
      ]),
    )
    const { joint } = termsOf({ cells: filled, target: 'y' })
    const pairs = ['x0', 'x1', 'x2', 'x3'].flatMap((a, i, all) =>
      all.slice(i + 1).map((b) => [a, b, joint(a, b)] as const),
    )
    const best = pairs.reduce((best, pair) => (pair[2] > best[2] ? pair : best))
    const spec = { target: 'y', criterion: 'joint-mi:estimator=plug-in', search: 'exhaustive', k: 2 }
    const result = await select(table, spec)
    expect(result.selected).toEqual(best.slice(0, 2))
    expect(result.score).toBeCloseTo(best[2], 10)
    expect(result.data.used?.missing).toBe('level')
  })

  /** Columns set apart one by one, from the definition. */
  function plainGreedy(columns: Readonly<Record<string, readonly Cell[]>>, least: number) {
    const left = new Set(Object.keys(columns))
    const complete = (names: Iterable<string>) => {
      const all = [...names]
      return y.filter((_, row) => all.every((name) => columns[name][row] !== null)).length
    }
    const apart: string[] = []
    while (complete(left) < least) {
      const gains = [...left].map((name) => complete([...left].filter((other) => other !== name)))
      const best = [...left][gains.indexOf(Math.max(...gains))]
      left.delete(best)
      apart.push(best)
    }
    return apart
  }

  it.each([1, 2, 3, 4, 5])('sets apart columns of numbers that cost most rows (%i)', async (seed) => {
    const shares = [0.1, 0.5, 0.3, 0, 0.6, 0.2]
    const columns = Object.fromEntries(
      shares.map((share, c) => {
        const gaps = numbers(100 * seed + c, rows)
        return [`x${c}`, without(near(10 * seed + c, 0.2), (row) => gaps[row] < share)]
      }),
    )
    const table = tableFromColumns({ y, ...columns })
    const apart = plainGreedy(columns, rows / 2)
    const spec: SelectSpec = { target: 'y', criterion: 'class-distance', k: 1 }
    const result = await select(table, spec)
    const { warnings, data, columns: records } = result
    expect(apartOf(result).map((line) => line.split(' ')[0])).toEqual([...apart].sort())
    expect(data.used!.least).toBeGreaterThanOrEqual(rows / 2)
    const kept = await select(table, { ...spec, k: 2, keep: [apart[0]] })
    expect(kept.selected).toContain(apart[0])
    const source = await duckSourceOf(table)
    try {
      const engine = await select(source, spec)
      expect(engine.warnings).toEqual(warnings)
      expect(engine.columns).toEqual(records)
      expect(engine.data.used).toEqual(data.used)
    } finally {
      source.close()
    }
  })

  it('loses no class: a column that one class never has is set apart, however few rows it costs', async () => {
    const table = tableFromColumns({
      y,
      x: near(20, 0.5),
      z: without(near(21, 1), (row) => y[row] === 'no'),
    })
    const lost = await select(table, { target: 'y', criterion: 'class-distance', k: 1 })
    expect(apartOf(lost)).toHaveLength(1)
    expect(lost.warnings.map(({ code }) => code)).toEqual(['leak', 'missingness'])
    for (const criterion of ['class-distance', 'cv', 'consistency', 'jmi', 'joint', 'cfs']) {
      const result = await select(table, { target: 'y', criterion, k: 1 })
      expect(result.selected, criterion).toHaveLength(1)
      expect(result.data.used!.most, criterion).toBe(rows)
    }
  })
})

describe('a ranking of columns with different gaps', () => {
  const noise = without(numbers(30, rows), (row) => row % 27 > 0)
  const table = tableFromColumns({ y, noise, signal: near(31, 0.2) })

  it('puts a score on few rows after the others, and marks it', async () => {
    const { rankings, warnings, data } = await rank(table, { target: 'y', by: ['mutual-information'] })
    const [first, second] = rankings[0].scores
    expect(first.feature).toBe('signal')
    expect(second).toMatchObject({
      feature: 'noise',
      rank: 2,
      n: 12,
      fewRows: true,
      why: 'scored on 12 of 300 rows',
    })
    expect(second.score!).toBeGreaterThan(first.score!)
    expect(warnings.map(({ code }) => code)).toContain('few-rows')
    expect(data.used).toEqual({ least: 12, most: 300, missing: 'pairwise' })
  })

  it('has a threshold in the spec', async () => {
    const { rankings } = await rank(table, { target: 'y', minRows: 12 })
    expect(rankings[0].scores[0]).toMatchObject({ feature: 'noise' })
    expect(rankings[0].scores[0].fewRows).toBeUndefined()
  })
})

describe('an error', () => {
  it('carries the warnings given before it', async () => {
    const table = tableFromColumns({
      y,
      z: without(near(40, 1), (row) => y[row] === 'no'),
    })
    const error = await select(table, { target: 'y', missing: 'complete' }).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(CribaError)
    const { message, warnings } = error as CribaError
    expect(message).toMatch(/^invalid target: y is always yes in the rows complete in all columns/)
    expect(warnings.map(({ code }) => code)).toEqual(['missing-values'])
  })
})
