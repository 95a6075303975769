// The seed of an analysis is that of the methods that draw, unless they have their own.
import { tableFromColumns } from 'criba'
import { cv, lasso } from 'criba/methods'
import { expect, it } from 'vitest'
import { rank, score, select } from '../untyped.ts'

const rows = Array.from({ length: 90 }, (_, row) => row)
const hash = (row: number, by: number) => ((row * by) % 101) / 101
const table = tableFromColumns({
  a: rows.map((row) => hash(row, 37)),
  b: rows.map((row) => hash(row, 59)),
  c: rows.map((row) => hash(row * row, 17)),
  y: rows.map((row) => hash(row, 37) + hash(row, 59) / 2 + hash(row * row * row, 11) / 2),
})

it('folds of a criterion of sets follow it', async () => {
  const of = async (seed: number, own: object = {}) => {
    const by = [cv(own)]
    return (await score(table, { target: 'y', features: ['a', 'c'], by, seed })).scores[0].score
  }
  expect(await of(7)).toBe(await of(0, { seed: 7 }))
  expect(await of(7)).not.toBe(await of(0))
  expect(await of(7, { seed: 0 })).toBe(await of(0))
})

it('folds that choose a penalty follow it, in a selection and in a ranking', async () => {
  const errors = async (seed: number, own: object = {}) => {
    const { path, options } = await select(table, { target: 'y', criterion: lasso(own), seed })
    const ranked = await rank(table, { target: 'y', by: [lasso(own)], seed })
    expect(ranked.rankings[0].path).toEqual(path)
    expect(options.seed).toBe((own as { seed?: number }).seed ?? seed)
    return path
  }
  expect(await errors(3)).toEqual(await errors(0, { seed: 3 }))
  expect(await errors(3)).not.toEqual(await errors(0))
})

it('a learner of evidence follows it', async () => {
  const of = async (seed: number) => {
    const evidence = { learner: 'mlp', folds: 2 } as const
    return (await select(table, { target: 'y', criterion: 'pearson', k: 1, evidence, seed })).evidence!
  }
  const [one, other] = [await of(1), await of(2)]
  expect(await of(1)).toEqual(one)
  expect(other.all.mean).not.toBe(one.all.mean)
})
