import { MemorySource, tableFromColumns } from 'criba'
import type { Source, View } from 'criba'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Division } from '../../dist/src/core/statistics/division.js'
import { splitsOf } from '../../dist/src/core/statistics/view.js'
import { columnsOf, level, number } from './given.ts'

const by = { column: 1, coding: { kind: 'values' } } as const
const rowsOf = columnsOf([number, level(3), fc.integer({ min: 0, max: 3 })], { from: 2, to: 40 })
const foldCounts = fc.integer({ min: 2, max: 6 })
const seeds = fc.integer({ min: 0, max: 1000 })

const foldsOf = (view: View, division: Division) => splitsOf(view, division).splits

const sourceOf = ([x, y, w]: readonly (readonly (number | string)[])[]) =>
  new MemorySource(tableFromColumns({ x, y, w }))

/** The weight of each row under a view. */
async function weightsUnder(source: Source, view: View): Promise<readonly number[]> {
  const [{ weights }] = await source.answer([{ kind: 'rows', columns: [{ column: 0, coding: null }], view }])
  return [...weights]
}

async function foldsUnder(source: Source, view: View, folds: number, seed: number, strata = true) {
  const division = { folds, seed, number: 0, ...(strata && { by }) }
  return Promise.all(foldsOf(view, division).map(({ test }) => weightsUnder(source, test)))
}

describe('folds', () => {
  it('hold each included row once, whole, and the others learn from it', async () => {
    await fc.assert(
      fc.asyncProperty(rowsOf, foldCounts, seeds, fc.boolean(), async (rows, folds, seed, strata) => {
        const source = sourceOf(rows)
        const view: View = { weights: 2 }
        const all = rows[2]
        const held = await foldsUnder(source, view, folds, seed, strata)
        const division = { folds, seed, number: 0, ...(strata && { by }) }
        const learned = await Promise.all(
          foldsOf(view, division).map(({ train }) => weightsUnder(source, train)),
        )
        all.forEach((weight, row) => {
          const parts = held.map((weights) => weights[row])
          expect(parts.filter((part) => part > 0)).toEqual(weight > 0 ? [weight] : [])
          expect(learned.map((weights, fold) => weights[row] + held[fold][row])).toEqual(
            held.map(() => weight),
          )
        })
      }),
    )
  })

  it('are of one size, in all and of each level, as near as may be', async () => {
    await fc.assert(
      fc.asyncProperty(rowsOf, foldCounts, seeds, async (rows, folds, seed) => {
        const held = await foldsUnder(sourceOf(rows), {}, folds, seed)
        for (const label of [null, ...new Set(rows[1])]) {
          const sizes = held.map(
            (weights) =>
              weights.filter((weight, row) => weight > 0 && (label === null || rows[1][row] === label))
                .length,
          )
          expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
        }
      }),
    )
  })

  it('are those of the table without the rows of weight 0, and of its fold the folds within', async () => {
    await fc.assert(
      fc.asyncProperty(rowsOf, foldCounts, seeds, async (rows, folds, seed) => {
        const kept = [...rows[2].keys()].filter((row) => rows[2][row] > 0)
        if (kept.length < 4) return
        const some = sourceOf(rows.map((cells) => kept.map((row) => cells[row])))
        const expected = await foldsUnder(some, { weights: 2 }, folds, seed)
        const found = await foldsUnder(sourceOf(rows), { weights: 2 }, folds, seed)
        expect(found.map((weights) => kept.map((row) => weights[row]))).toEqual(expected)
        // A fold of a fold is a fold of a table of its rows.
        const [{ train }] = foldsOf({ weights: 2 }, { folds: 2, seed, number: 3 })
        const whole = sourceOf(rows)
        const weights = await weightsUnder(whole, train)
        const left = [...weights.keys()].filter((row) => weights[row] > 0)
        if (left.length < 2) return
        const within = sourceOf(rows.map((cells) => left.map((row) => cells[row])))
        const inner = await foldsUnder(whole, train, folds, seed)
        expect(inner.map((one) => left.map((row) => one[row]))).toEqual(
          await foldsUnder(within, { weights: 2 }, folds, seed),
        )
      }),
    )
  })

  it('do not depend on what levels and columns are called; seeds and numbers deal anew', async () => {
    const x = Array.from({ length: 60 }, (_, row) => row)
    const y = x.map((row) => 'abc'[row % 3])
    const turned = x.map((row) => 'zyx'[row % 3])
    const source = (labels: readonly string[]) => new MemorySource(tableFromColumns({ x, y: labels }))
    const first = await foldsUnder(source(y), {}, 5, 1)
    expect(await foldsUnder(source(turned), {}, 5, 1)).toEqual(first)
    expect(await foldsUnder(source(y), {}, 5, 2)).not.toEqual(first)
    const again = foldsOf({}, { folds: 5, seed: 1, number: 1, by })
    expect(await weightsUnder(source(y), again[0].test)).not.toEqual(first[0])
    expect(foldsOf({}, { folds: 5, seed: 1, number: 1, by })).not.toBe(again)
    const view = {}
    expect(foldsOf(view, { folds: 5, seed: 1, number: 1, by })).toBe(
      foldsOf(view, { folds: 5, seed: 1, number: 1, by }),
    )
  })

  it('stratify a permuted column as it is permuted', async () => {
    const x = Array.from({ length: 60 }, (_, row) => row)
    const y = x.map((row) => (row < 20 ? 'a' : 'b'))
    const source = new MemorySource(tableFromColumns({ x, y }))
    const permuted = { ...by, permuted: { seed: 3, number: 1 } }
    for (const { test } of foldsOf({}, { folds: 5, seed: 1, number: 0, by: permuted })) {
      const family = { list: [[permuted]] }
      const [[{ cells }]] = await source.answer([{ kind: 'counts', family, view: test }])
      expect([...cells]).toEqual([4, 8])
    }
  })
})

const group = { column: 1, coding: { kind: 'values' } } as const
const time = { column: 0, coding: null } as const

/** The rows of every split of a table without weights. */
async function rowsOfSplits(source: Source, division: Division) {
  const rowsUnder = async (view: View) => {
    const weights = await weightsUnder(source, view)
    return [...weights.keys()].filter((row) => weights[row] > 0)
  }
  return Promise.all(
    splitsOf({}, division).splits.map(async ({ train, test }) => ({
      train: await rowsUnder(train),
      test: await rowsUnder(test),
    })),
  )
}

const shares = fc.double({ min: 0.05, max: 0.9, noNaN: true })

describe('groups', () => {
  it('are never in the training rows and the held-out rows of one split, and every row is held out once', async () => {
    await fc.assert(
      fc.asyncProperty(rowsOf, foldCounts, seeds, fc.boolean(), async (rows, folds, seed, strata) => {
        const division = {
          folds,
          seed,
          number: 0,
          together: group,
          ...(strata && { by: { ...by, column: 2 } }),
        }
        const splits = await rowsOfSplits(sourceOf(rows), division)
        for (const { train, test } of splits) {
          const labels = new Set(test.map((row) => rows[1][row]))
          expect(train.filter((row) => labels.has(rows[1][row]))).toEqual([])
          expect([...train, ...test].sort((a, b) => a - b)).toEqual([...rows[0].keys()])
        }
        const held = splits.flatMap(({ test }) => test)
        expect(held.sort((a, b) => a - b)).toEqual([...rows[0].keys()])
      }),
    )
  })

  it('are spread so that no fold has more than its share and one group, and classes stay even', async () => {
    // 60 groups of 1 to 8 rows; the first half of the groups is of class a.
    const sizes = Array.from({ length: 60 }, (_, i) => 1 + (i % 8))
    const y = sizes.flatMap((size, i) => Array.from({ length: size }, () => `g${i}`))
    const w = sizes.flatMap((size, i) => Array.from({ length: size }, () => (i < 30 ? 1 : 2)))
    const x = y.map((_, row) => row)
    const source = sourceOf([x, y, w])
    const division = { folds: 5, seed: 4, number: 0, together: group, by: { ...by, column: 2 } }
    const splits = await rowsOfSplits(source, division)
    for (const level of [1, 2]) {
      const counts = splits.map(({ test }) => test.filter((row) => w[row] === level).length)
      const share = w.filter((one) => one === level).length / 5
      for (const count of counts) expect(Math.abs(count - share)).toBeLessThanOrEqual(8)
    }
    expect(await rowsOfSplits(source, { ...division, seed: 5 })).not.toEqual(splits)
  })
})

describe('splits in time', () => {
  it('train on rows before every held-out row, and hold out each later row once', async () => {
    await fc.assert(
      fc.asyncProperty(rowsOf, foldCounts, async (rows, folds) => {
        const splits = await rowsOfSplits(sourceOf(rows), { folds, seed: 0, number: 0, along: time })
        const times = rows[0] as readonly number[]
        const sorted = [...times].sort((a, b) => a - b)
        for (const [fold, { train, test }] of splits.entries()) {
          const last = Math.max(...train.map((row) => times[row]))
          for (const row of test) expect(times[row]).toBeGreaterThan(last)
          // A row at place p of n is in part ⌊p (folds + 1) / n⌋, with the first of its time.
          const partOf = (row: number) =>
            Math.floor((sorted.indexOf(times[row]) * (folds + 1)) / times.length)
          expect(test).toEqual([...times.keys()].filter((row) => partOf(row) === fold + 1))
          expect(train).toEqual([...times.keys()].filter((row) => partOf(row) <= fold))
        }
      }),
    )
  })
})

describe('a share', () => {
  it('is held out, of all rows and of each level, and the latest rows if the split is in time', async () => {
    await fc.assert(
      fc.asyncProperty(rowsOf, shares, seeds, async (rows, share, seed) => {
        const source = sourceOf(rows)
        const [{ train, test }] = await rowsOfSplits(source, { share, seed, number: 0, by })
        expect([...train, ...test].sort((a, b) => a - b)).toEqual([...rows[0].keys()])
        expect(Math.abs(test.length - share * rows[0].length)).toBeLessThan(1 + 1e-6)
        for (const label of new Set(rows[1])) {
          const ofLabel = (places: readonly number[]) => places.filter((row) => rows[1][row] === label).length
          expect(Math.abs(ofLabel(test) - share * (ofLabel(test) + ofLabel(train)))).toBeLessThan(1 + 1e-6)
        }
        const [late] = await rowsOfSplits(source, { share, seed, number: 0, along: time })
        const times = rows[0] as readonly number[]
        const lastOfTrain = Math.max(...late.train.map((row) => times[row]))
        for (const row of late.test) expect(times[row]).toBeGreaterThan(lastOfTrain)
        expect(late.test.length).toBeLessThanOrEqual(share * times.length + 1e-6)
      }),
    )
  })
})
