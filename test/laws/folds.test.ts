import { MemorySource, tableFromColumns } from 'criba'
import type { Source, View } from 'criba'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldsOf } from '../../dist/src/statistics/folds.js'
import { columnsOf, level, number } from './given.ts'

const by = { column: 1, coding: { kind: 'values' } } as const
const rowsOf = columnsOf([number, level(3), fc.integer({ min: 0, max: 3 })], { from: 2, to: 40 })
const foldCounts = fc.integer({ min: 2, max: 6 })
const seeds = fc.integer({ min: 0, max: 1000 })

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
  it('hold each row in play once, whole, and the others learn from it', async () => {
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
    const view: View = { permuted: { column: 1, seed: 3, number: 1 } }
    for (const { test } of foldsOf(view, { folds: 5, seed: 1, number: 0, by })) {
      const [[{ cells }]] = await source.answer([{ kind: 'counts', family: { list: [[by]] }, view: test }])
      expect([...cells]).toEqual([4, 8])
    }
  })
})
