import { MemorySource, tableFromColumns } from 'criba'
import type { Variable } from 'criba'
import { describe, expect, it } from 'vitest'
import { naiveBayes } from '../../dist/src/methods/learners/naive-bayes.js'
import { evidenceSplits } from '../../dist/src/analyses/held-out/evidence-splits.js'
import { trainLearner } from '../../dist/src/analyses/held-out/trained-learner.js'
import { settleSelect } from '../../dist/src/core/spec/select-spec.js'
import { randomOf } from '../contract/tables.ts'

const random = randomOf(17)
const rows = Array.from({ length: 120 }, (_, row) => row)
const label = rows.map(() => 'abc'[Math.floor(3 * random())])
const numbers = Array.from({ length: 5 }, () => rows.map((row) => random() + (label[row] === 'a' ? 0.4 : 0)))
const levels = Array.from({ length: 4 }, () => rows.map(() => 'xyz'[Math.floor(3 * random())]))
const names = [...numbers, ...levels].map((_, i) => `f${i}`)
const cells = [...numbers, ...levels, label].map((values, i): [string, (number | string)[]] => [
  names[i] ?? 'label',
  values,
])
const source = new MemorySource(tableFromColumns(cells))
const target: Variable = { column: 9, coding: { kind: 'levels', levels: ['a', 'b', 'c'] } }
const variables = new Map(
  names.map((name, column): [string, readonly Variable[]] => [
    name,
    [{ column, coding: column < 5 ? null : { kind: 'levels', levels: ['x', 'y', 'z'] } }],
  ]),
)
const settled = settleSelect({ target: 'label' })
const task = { source, settled, learner: naiveBayes, metric: naiveBayes.metrics[3] }
const options = { smoothing: 1, numbers: 'gaussian' }
const evidence = settleSelect({ target: 'label', evidence: { folds: 4, repeats: 2 } }).evidence
const splits = evidenceSplits({}, evidence || raise(), 3, { by: target })

function raise(): never {
  throw new Error('evidence was asked for')
}

describe('a learner that adds up columns', () => {
  it.each([1, 120, 250, 600])('scores the same with %i values at a time as with all', async (values) => {
    const columns = { variables, target, options }
    const whole = await trainLearner(task, columns, splits, {})
    const inBlocks = await trainLearner(task, columns, splits, {}, values)
    expect([...inBlocks.readable.keys()]).toEqual(names)
    expect([...inBlocks.all]).toEqual([...whole.all])
    const path = ['f2', 'f7', 'f0']
    const [expected, found] = [await whole.pathScores(path), await inBlocks.pathScores([...path, 'f8'])]
    for (let trial = 0; trial < 8; trial++)
      expect([...(await found(path, trial))]).toEqual([...(await expected(path, trial))])
    expect(new Set(whole.all).size).toBeGreaterThan(4)
  })
})
