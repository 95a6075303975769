// Scores of learners on held-out rows, made by scikit-learn: the folds are given as columns of weights.
import { readFileSync } from 'node:fs'
import { MemorySource, tableFromColumns } from 'criba'
import type { Coding, Table, Variable } from 'criba'
import { describe, expect, it } from 'vitest'
import { learners } from '../../dist/src/methods/learners/registry.js'
import { near } from '../laws/given.ts'

interface LearnerCase {
  readonly learner: string
  readonly dataset: string
  readonly columns: readonly string[]
  readonly target: string
  readonly weighted: boolean
  readonly ridge?: number
  readonly smoothing?: number
  readonly shrinkage?: number
  readonly neighbours?: number
  readonly numbers?: 'gaussian'
  readonly metric: string
  readonly value: readonly number[]
}

const { datasets, cases } = JSON.parse(readFileSync(new URL('learners.json', import.meta.url), 'utf8')) as {
  datasets: Record<string, Record<string, (number | string | null)[]>>
  cases: readonly LearnerCase[]
}

/** A table with a column of weights for each fold, 0 outside it. */
function withFolds(name: string, weighted: boolean): { table: Table; names: string[]; folds: number } {
  const { fold, weight, ...columns } = datasets[name]
  const folds = Math.max(...(fold as number[])) + 1
  const parts = Array.from({ length: folds }, (_, number) => [
    `fold ${number}`,
    fold.map((of, row) => (of === number ? (weighted ? weight[row] : 1) : 0)),
  ]) as [string, number[]][]
  const all: [string, (number | string | null)[]][] = [...Object.entries(columns), ...parts]
  return { table: tableFromColumns(all), names: all.map(([column]) => column), folds }
}

type Tabled = ReturnType<typeof withFolds> & { readonly source: MemorySource }
const tables = new Map<string, Tabled>()
/** The same table and source for all cases. */
function tableOf(name: string, weighted: boolean): Tabled {
  const key = `${name} ${weighted}`
  const known = tables.get(key)
  if (known) return known
  const made = withFolds(name, weighted)
  const tabled = { ...made, source: new MemorySource(made.table) }
  tables.set(key, tabled)
  return tabled
}

const answered = new Map<string, ReturnType<MemorySource['answer']>>()

function variableOf({ columns }: Table, names: readonly string[], name: string): Variable {
  const column = names.indexOf(name)
  const of = columns[column]
  const coding: Coding | null = of.type === 'categorical' ? { kind: 'levels', levels: of.levels } : null
  return { column, coding }
}

const titled = cases.map((one) => {
  const { learner, dataset, columns, weighted, metric } = one
  const { ridge, smoothing, shrinkage, neighbours } = one
  const option = ridge ?? smoothing ?? shrinkage ?? neighbours
  const title = [learner, dataset, columns.join('+'), option, metric, weighted ? 'weighted' : '']
  return [title.join(' '), one] as const
})

describe('learners', () => {
  it.each(titled)('%s', async (_, one) => {
    const { table, names, folds, source } = tableOf(one.dataset, one.weighted)
    const learner = learners.find(({ id }) => id === one.learner)!
    const metric = learner.metrics.find(({ id }) => id === one.metric)!
    const { fold: _fold, weight: _weight, target: _target, ...columns } = datasets[one.dataset]
    // A set is solved from what was asked of all columns; from rows, on those complete in its own columns here.
    const read = learner.learnsFromRows ? one.columns : Object.keys(columns)
    const features = read.map((name) => variableOf(table, names, name))
    const trials = Array.from({ length: folds }, (_, trial) => trial)
    const lesson = {
      features,
      target: variableOf(table, names, one.target),
      parts: Array.from({ length: folds }, (_, fold) => ({ weights: names.indexOf(`fold ${fold}`) })),
      trials: Array.from({ length: folds }, (_, test) => ({
        test,
        train: Array.from({ length: folds }, (_, part) => part).filter((part) => part !== test),
      })),
      sets: [[], ...features.map((_, last) => features.slice(0, last + 1))].map((columns) => ({
        columns,
        trials,
      })),
      options: {
        ridge: one.ridge ?? 1,
        smoothing: one.smoothing ?? 1,
        numbers: one.numbers ?? 'levels',
        shrinkage: one.shrinkage ?? 0,
        neighbours: one.neighbours ?? 5,
      },
    }
    // Cases that differ in the metric ask the same.
    const { metric: _metric, value: _value, ...question } = one
    const key = JSON.stringify(question)
    const asked = answered.get(key) ?? source.answer(learner.needs(lesson))
    answered.set(key, asked)
    const answers = await asked
    const judge = learner.fit(answers, lesson, metric)
    const set = one.columns.map((name) => features.find(({ column }) => names[column] === name)!)
    const scores = [...judge.scores(set)]
    expect(scores).toHaveLength(one.value.length)
    scores.forEach((score, fold) => near(score, one.value[fold]))
    // The same column by column, along a path.
    scores.forEach((_, trial) => {
      const along = judge.path(
        set.map((variable) => [variable]),
        trial,
      )
      expect(along).toHaveLength(set.length + 1)
      set.forEach((_, last) => near(along[last + 1], judge.scores(set.slice(0, last + 1))[trial]))
      near(along[0], judge.scores([])[trial])
    })
  })
})
