// What is chosen in a fold does not depend on the rows held out: whatever their columns have.
import { tableFromColumns } from 'criba'
import { rankers, setCriteria, stepCriteria } from 'criba/methods'
import { describe, expect, it } from 'vitest'
import { briefOptions, randomOf } from '../contract/tables.ts'
import { foldOfRows } from '../learners/plain.ts'
import { inTurn } from '../properties/runs.ts'
import { select } from '../untyped.ts'

const folds = 2
const rows = 48
const random = randomOf(8)
const of = <T>(cell: (row: number) => T) => Array.from({ length: rows }, (_, row) => cell(row))
const numbers = Object.fromEntries(
  ['a', 'b', 'c', 'd'].map((name) => [name, of(() => Math.round(random() * 50))]),
)
const features = { ...numbers, kind: of(() => ['p', 'q', 'r'][Math.floor(random() * 3)]) }
const label = of((row) => (numbers.a[row] + 20 * random() > 35 ? 'yes' : 'no'))
const y = of((row) => numbers.a[row] + numbers.b[row] / 2 + 40 * random())

const learners = ['knn', 'lda', 'tree,depth=2', 'logistic', 'naive-bayes', 'aode'].map(
  (one) => `cv:learner=${one}`,
)
const methods = [
  ...rankers.map((one) => ({
    title: one.id,
    criterion: { method: one.id, options: briefOptions(one) },
    target: one.target,
  })),
  ...[...setCriteria, ...stepCriteria].map(({ id, target }) => ({ title: id, criterion: id, target })),
  ...learners.map((id) => ({ title: id, criterion: id, target: 'classes' as const })),
  ...['cv:learner=knn', 'cv:learner=tree,depth=2', 'lasso:choose=min', 'lasso:choose=bic'].map((id) => ({
    title: id,
    criterion: id,
    target: 'values' as const,
  })),
]

const asked = methods.flatMap(({ title, criterion, target }) =>
  target === null
    ? []
    : [[title, { criterion, target: target === 'values' || target === 'distances' ? y : label }] as const],
)

describe('evidence', () => {
  // Two methods hold the law in the first fold, the next two in the second.
  const inFolds = asked.map(([title, of], place) => [title, { ...of, fold: (place >> 1) % folds }] as const)

  // One of two methods; the long tests take all.
  it.each(inTurn(inFolds, 0, 2))('of %s chooses in a fold by the other rows alone', async (_, of) => {
    const { criterion, target, fold } = of
    const table = tableFromColumns({ ...features, target })
    const spec = {
      target: 'target',
      criterion,
      k: 2,
      evidence: { folds, learner: target === y ? 'linear' : 'naive-bayes' },
    } as const
    const before = await select(table, spec).catch(() => null)
    if (!before?.evidence) return
    const foldOf = await foldOfRows(table, { folds, seed: 0, number: 0, target: 5 })
    const held = [...foldOf.keys()].filter((row) => foldOf[row] === fold)
    const moved = Object.fromEntries(
      Object.entries<readonly (number | string)[]>(features).map(([name, cells], i) => [
        name,
        cells.map((cell, row) => {
          const place = held.indexOf(row)
          return place < 0 ? cell : cells[held[(place + 1 + i) % held.length]]
        }),
      ]),
    )
    const after = await select(tableFromColumns({ ...moved, target }), spec)
    expect(after.evidence!.folds[fold].features).toEqual(before.evidence.folds[fold].features)
  })
})
