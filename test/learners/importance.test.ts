import * as fc from 'fast-check'
import { rank, select, tableFromColumns } from 'criba'
import type { Table } from 'criba'
import { describe, expect, it } from 'vitest'
import { runs } from '../properties/runs.ts'
import { plainImportances } from './plain-logistic.ts'

const tables = fc
  .record({
    rows: fc.integer({ min: 9, max: 40 }),
    numbers: fc.integer({ min: 0, max: 3 }),
    coded: fc.integer({ min: 0, max: 2 }),
    classes: fc.integer({ min: 2, max: 4 }),
    seed: fc.integer({ min: 1, max: 1 << 30 }),
    isWeighted: fc.boolean(),
    ridge: fc.constantFrom(0.01, 0.5, 1, 20),
  })
  .filter(({ numbers, coded }) => numbers + coded > 0)
  .map(({ rows, numbers, coded, classes, seed, isWeighted, ridge }) => {
    let state = seed
    const next = () => (state = (state * 48271) % 2147483647) / 2147483647
    const target = Array.from({ length: rows }, (_, row) => `class ${row % classes}`)
    const columns = [
      ...Array.from({ length: numbers }, (_, i) =>
        target.map((of) => (next() + (of === 'class 1' ? i * next() : 0)) * 10 ** (3 * i)),
      ),
      ...Array.from({ length: coded }, (_, i) => target.map(() => `level ${Math.floor(next() * (i + 2))}`)),
    ]
    const weights = target.map((_, row) => (isWeighted && row >= classes ? 1 + Math.floor(next() * 3) : 1))
    return { columns, target, weights, ridge }
  })

async function importancesOf(table: Table, ridge: number, learner: 'linear' | 'logistic', weights?: string) {
  const by = [{ method: 'importance', options: { learner, ridge } }] as const
  const { rankings } = await rank(table, { target: 'y', by, ...(weights && { weights }) })
  return new Map(rankings[0].scores.map(({ feature, score }) => [feature, score]))
}

describe('importance by logistic regression', () => {
  it('is that of plain Newton steps on all second derivatives', async () => {
    await fc.assert(
      fc.asyncProperty(tables, async ({ columns, target, weights, ridge }) => {
        const cells = columns.map((cells, i): [string, (number | string)[]] => [`x${i}`, cells])
        const table = tableFromColumns([...cells, ['w', weights], ['y', target]])
        const found = await importancesOf(table, ridge, 'logistic', 'w')
        plainImportances({ columns, target, weights }, ridge).forEach((expected, i) => {
          expect(Math.abs(found.get(`x${i}`)! - expected)).toBeLessThan(1e-9 * (1 + expected))
        })
      }),
      { numRuns: runs(40) },
    )
  })

  it('is finite where a line separates the classes, and falls with the ridge', async () => {
    const x = [1, 2, 3, 4, 5, 6]
    const table = tableFromColumns({
      x,
      copy: x,
      constant: x.map(() => 7),
      y: ['a', 'a', 'a', 'b', 'b', 'b'],
    })
    const small = await importancesOf(table, 1e-6, 'logistic')
    const large = await importancesOf(table, 10, 'logistic')
    expect(small.get('x')).toBeGreaterThan(large.get('x')!)
    expect(small.get('x')).toBeLessThan(100)
    expect(small.get('copy')).toBeCloseTo(small.get('x')!, 9)
    expect(small.get('constant')).toBe(0)
  })

  it('works with more columns than rows, and needs a ridge', async () => {
    const wide = Array.from({ length: 150 }, (_, i): [string, number[]] => [
      `x${i}`,
      [0, 1, 2, 3, 4, 5].map((row) => (row * (i + 7)) ** 2 % 101),
    ])
    const table = tableFromColumns([...wide, ['y', ['a', 'b', 'c', 'a', 'b', 'c']]])
    const found = [...(await importancesOf(table, 1, 'logistic')).values()]
    expect(found.every((score) => Number.isFinite(score))).toBe(true)
    expect(new Set(found).size).toBeGreaterThan(20)
    await expect(importancesOf(table, 0, 'logistic')).rejects.toThrow(
      'invalid ridge: 0 (logistic needs more than 0: classes that a line separates have no finite weights without)',
    )
  })
})

describe('svm-rfe', () => {
  it('is recursive elimination by a support vector machine, whatever the default of importance', async () => {
    const x = [1, 2, 3, 4, 5, 6, 7, 8]
    const noise = [3, 1, 4, 1, 5, 9, 2, 6]
    const table = tableFromColumns({ x, noise, y: x.map((value) => (value > 4 ? 'b' : 'a')) })
    const { spec, selected } = await select(table, { target: 'y', method: 'svm-rfe', k: 1 })
    expect(selected).toEqual(['x'])
    expect(spec.criterion).toMatchObject({ method: 'importance', options: { learner: 'linear-svm' } })
    const again = await select(table, { ...spec, method: 'rfe', criterion: null, search: null })
    expect(again.spec.criterion).toMatchObject({ options: { learner: 'auto' } })
  })
})

describe('recursive feature elimination by least squares', () => {
  /** Columns that resemble one another, y = 3·x0 + 2·x1 − x2 and noise; the last is a sum of two others where `isSingular`. */
  function tableOf(isSingular: boolean): Table {
    let state = 11
    const next = () => (state = (state * 48271) % 2147483647) / 2147483647 - 0.5
    const common = Array.from({ length: 60 }, next)
    const columns = Array.from({ length: 12 }, () => common.map((value) => value + next()))
    if (isSingular) columns.push(columns[0].map((value, row) => value - 2 * columns[1][row]))
    const y = common.map((_, row) => 3 * columns[0][row] + 2 * columns[1][row] - columns[2][row] + next() / 2)
    return tableFromColumns([...columns.map((cells, i): [string, number[]] => [`x${i}`, cells]), ['y', y]])
  }

  it.each([
    [false, 0],
    [false, 2],
    [true, 0],
    [true, 1],
  ])(
    'drops the column of the least weight in a fit to those left (dependent: %s, ridge %d)',
    async (isSingular, ridge) => {
      const table = tableOf(isSingular)
      const options = { learner: 'linear', ridge } as const
      const { selected, steps } = await select(table, {
        target: 'y',
        criterion: { method: 'importance', options },
        search: { method: 'recursive-elimination', options: { share: 0, until: 'one' } },
        evidence: null,
      })
      // Each fit is made anew from the remaining columns alone.
      let left = Array.from({ length: isSingular ? 13 : 12 }, (_, i) => `x${i}`)
      for (const [at, name] of [...selected.entries()].reverse()) {
        const fresh = await rank(table, {
          target: 'y',
          drop: selected.filter((one) => !left.includes(one)),
          by: [{ method: 'importance', options }],
        })
        const { scores } = fresh.rankings[0]
        expect(scores.at(-1)!.feature).toBe(name)
        expect(Math.abs(steps[at].score - scores.at(-1)!.score!)).toBeLessThan(1e-9)
        left = left.filter((one) => one !== name)
      }
      expect(selected.slice(0, 2)).toEqual(['x0', 'x1'])
    },
  )
})

describe('recursive feature elimination by trees', () => {
  let state = 23
  const next = () => (state = (state * 48271) % 2147483647) / 2147483647
  const x = Array.from({ length: 4 }, () => Array.from({ length: 90 }, next))
  const hole = x[0].map((value) => (next() < 0.3 ? null : value))
  const level = x[1].map((value) => 'abcd'[Math.floor(4 * value)])
  const y = x[0].map((value, row) => (value + x[1][row] + next() / 3 > 1 ? 'a' : 'b'))
  const columns = [...x.map((cells, i): [string, number[]] => [`x${i}`, cells])]
  const table = tableFromColumns([...columns, ['hole', hole], ['level', level], ['y', y]])

  it.each([
    { learner: 'tree', kind: 'impurity', leaf: 5 },
    { learner: 'tree', kind: 'shap', leaf: 5 },
    { learner: 'forest', kind: 'impurity', trees: 8 },
    { learner: 'forest', kind: 'permutation', trees: 8 },
    { learner: 'forest', kind: 'shap', trees: 8 },
  ] as const)('drops the column of least $kind to a $learner of those left', async (options) => {
    const { selected, steps } = await select(table, {
      target: 'y',
      criterion: { method: 'importance', options },
      search: { method: 'recursive-elimination', options: { share: 0, until: 'one' } },
      evidence: null,
    })
    expect(selected).toHaveLength(6)
    let left = [...selected]
    for (const [at, name] of [...selected.entries()].reverse()) {
      const fresh = await rank(table, {
        target: 'y',
        drop: selected.filter((one) => !left.includes(one)),
        by: [{ method: 'importance', options }],
      })
      const { scores } = fresh.rankings[0]
      const least = Math.min(...scores.map(({ score }) => score!))
      expect(Math.abs(scores.find(({ feature }) => feature === name)!.score! - least)).toBeLessThan(1e-9)
      expect(Math.abs(steps[at].score - least)).toBeLessThan(1e-9)
      // No row is left out for a gap.
      expect(scores[0].n).toBe(90)
      left = left.filter((one) => one !== name)
    }
    expect(selected.slice(0, 3)).toContain('x0')
  })

  it('a single tree has no rows out of the bag', async () => {
    const by = [{ method: 'importance', options: { learner: 'tree', kind: 'permutation' } }] as const
    await expect(rank(table, { target: 'y', by })).rejects.toThrow(
      'invalid kind: permutation (tree needs impurity or shap; forest takes any)',
    )
  })
})
