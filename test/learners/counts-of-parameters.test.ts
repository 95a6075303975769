// How many numbers naive Bayes and AODE learn from the 22,283 genes of the data set GLI, each of two levels, for two classes.
import { tableFromColumns } from 'criba'
import { cv } from 'criba/methods'
import { expect, it } from 'vitest'
import { sourceOf } from '../../dist/src/analyses/scope/scope.js'
import { score } from '../untyped.ts'

/** The first of them: each has the same part. */
const some = 2_000
const genes = 22_283
const rows = [0, 1, 2, 3, 4, 5, 6, 7]
const names = Array.from({ length: genes }, (_, gene) => `g${gene}`)
const table = tableFromColumns({
  ...Object.fromEntries(names.map((name, gene) => [name, rows.map((row) => 'pq'[(row + (gene % 3)) % 2])])),
  y: rows.map((row) => 'ab'[row >> 2]),
})

it('naive Bayes has a table of four for each gene, in each part of the rows', async () => {
  const source = sourceOf(table)
  const cells: number[] = []
  const answer = source.answer.bind(source)
  source.answer = async (requests, run) => {
    const answers = await answer(requests, run)
    requests.forEach(({ kind, view }, i) => {
      if (kind !== 'counts' || !view.sample) return
      const counts = answers[i] as readonly { readonly cells: ArrayLike<number> }[]
      cells.push(counts.reduce((sum, one) => sum + one.cells.length, 0))
    })
    return answers
  }
  const by = [cv({ learner: 'naive-bayes', folds: 2 })]
  await score(source, { target: 'y', features: names.slice(0, some), by })
  expect(cells).toEqual([4 * some, 4 * some])
})

it('AODE has one for each pair of levels: too many', async () => {
  const by = [cv({ learner: 'aode', folds: 2 })]
  await expect(score(table, { target: 'y', features: names, by })).rejects.toThrow(
    'unsuitable columns for aode: 22283 columns of 44566 levels in all have 1986128356 pairs of levels (at most',
  )
})
