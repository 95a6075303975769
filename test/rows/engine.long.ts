import { MemorySource, tableFromColumns } from 'criba'
import type { Family, MissingPolicy, Request, Variable, View } from 'criba'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { differences } from '../parity/differences.ts'
import { openByQueries } from '../reading/by-queries.ts'
import { testFolder } from '../reading/folder.ts'
import { levelsOf } from './cells.ts'
import type { TrueColumn, TrueTable } from './data.ts'
import { plainF, plainScores, wrongScores } from './plain-f.ts'
import { full } from './both-sources.ts'
import { writeText } from './write.ts'
import { rank, score, select } from '../untyped.ts'

const folder = testFolder()

/** Memory holds the true columns, DuckDB the columns that it read from the file. */
let truth: TrueTable
let memory: MemorySource
let duckdb: Awaited<ReturnType<typeof openByQueries>>
beforeAll(async () => {
  truth = full.unquoted()
  // Some columns from the first to the last of sixty, without those that make selection slow.
  const isTaken = ({ kind }: TrueColumn) => !['id', 'text', 'late', 'big'].includes(kind)
  const dropped = truth.columns.filter((column, i) => !isTaken(column) || (i > 12 && i < 40 && i % 5 > 0))
  const path = await writeText(folder.path('engine.csv'), truth)
  const drop = dropped.map(({ name }) => name)
  duckdb = await openByQueries(path, { types: truth.types, drop })
  const columns = truth.columns.filter((column) => !dropped.includes(column))
  truth = { ...truth, columns }
  memory = new MemorySource(tableFromColumns(columns.map(({ name, cells }) => [name, cells] as const)))
})
afterAll(() => duckdb.close())

const place = (name: string) => truth.columns.findIndex((column) => column.name === name)
const placesOf = (type: string) => truth.columns.flatMap((column, i) => (column.type === type ? [i] : []))

describe('requests under all views', () => {
  const permuted = { seed: 7, number: 2 }
  const views = (): Readonly<Record<string, View>> => {
    const by: Variable = { column: place('class'), coding: { kind: 'values' } }
    const gappy = placesOf('numeric').slice(2, 5)
    const weighted = { weights: place('weight') }
    const division = { folds: 5, seed: 3, number: 1 }
    return {
      'all rows': {},
      weights: weighted,
      'complete rows': { complete: gappy },
      'a fold': { sample: { of: {}, division, part: 1, rows: 'test' } },
      'the other folds': { sample: { of: {}, division: { ...division, by }, part: 4, rows: 'train' } },
      'a fold of complete rows under weights': {
        ...weighted,
        complete: gappy,
        sample: {
          of: { ...weighted, complete: gappy },
          division: { ...division, by },
          part: 0,
          rows: 'train',
        },
      },
      'a permuted target': {},
      'a permuted target in a fold': { sample: { of: {}, division, part: 2, rows: 'train' } },
    }
  }

  it.each([
    'all rows',
    'weights',
    'complete rows',
    'a fold',
    'the other folds',
    'a fold of complete rows under weights',
    'a permuted target',
    'a permuted target in a fold',
  ])('get the same answers: %s', async (name) => {
    const view = views()[name]
    const isPermuted = name.startsWith('a permuted target')
    const read = (column: number, coding: Variable['coding']): Variable => ({
      column,
      coding,
      ...(isPermuted && column === place('class') && { permuted }),
    })
    const target = read(place('class'), { kind: 'values' })
    const levels = placesOf('categorical').map((column) => read(column, { kind: 'values' }))
    const filled: Variable = {
      column: placesOf('numeric')[3],
      coding: { kind: 'cuts', cuts: [-100, 0, 100], missing: 'level' },
    }
    const numbers = placesOf('numeric').map((column): Variable => ({ column, coding: null }))
    const pairs: Family = { base: [target], each: [...levels.slice(0, -1), filled] }
    // The same with the levels listed, as analyses request them.
    const coded = placesOf('categorical').map((column) =>
      read(column, { kind: 'levels', levels: levelsOf(truth.columns[column]).levels }),
    )
    const counted: Request[] = [
      { kind: 'counts', family: pairs, view },
      { kind: 'entropy', family: pairs, view },
      { kind: 'entropy', family: { base: [], each: levels }, view },
      { kind: 'counts', family: { base: [coded.at(-1)], each: coded.slice(0, -1) }, view },
      { kind: 'entropy', family: { base: [coded.at(-1)], each: coded.slice(0, -1) }, view },
      { kind: 'rows', columns: [...numbers, ...levels, ...coded], view },
    ]
    const summed: Request[] = [
      { kind: 'moments', family: { base: [numbers[0]], each: numbers }, of: 'values', view },
      { kind: 'moments', family: { base: [], each: numbers }, by: target, of: 'values', view },
      { kind: 'moments', family: { base: [], each: numbers.slice(0, 4) }, of: 'ranks', view },
    ]
    for (const run of [{ threads: 1 }, {}]) {
      expect(differences(await memory.answer(counted, run), await duckdb.answer(counted, run), 0)).toEqual([])
      expect(differences(await memory.answer(summed, run), await duckdb.answer(summed, run), 1e-9)).toEqual(
        [],
      )
    }
  })
})

describe('whole analyses', () => {
  const policies: readonly MissingPolicy[] = ['pairwise', 'complete', 'level', 'median']
  const numeric = ['anova-f', 'kruskal-wallis', 'welch-anova']
  const counting = ['mutual-information', 'chi2', 'gini-gain']

  it.each(policies)('rank alike under every policy for missing values: %s', async (missing) => {
    for (const weights of [undefined, 'weight']) {
      const spec = { target: 'class', missing, ...(weights && { weights }) }
      // Levels cannot be filled with a median, and numbers get no level for missing values.
      const by = missing === 'level' ? counting : missing === 'median' ? numeric : [...counting, ...numeric]
      const ours = await rank(memory, { ...spec, by })
      const theirs = await rank(duckdb, { ...spec, by })
      for (const [i, { method, scores }] of ours.rankings.entries()) {
        const tolerance = counting.includes(method) ? 0 : 1e-9
        expect(differences(scores, theirs.rankings[i].scores, tolerance)).toEqual([])
      }
    }
  })

  it('rank by F like a plain loop over the true cells', async () => {
    for (const weights of [undefined, 'weight']) {
      const spec = { target: 'class', by: ['anova-f'], ...(weights && { weights }) }
      for (const source of [memory, duckdb]) {
        const { rankings } = await rank(source, spec)
        expect(wrongScores(rankings[0].scores, plainScores(truth, weights))).toEqual([])
      }
    }
  })

  it('rank by F of filled and of complete columns like a plain loop', async () => {
    const classes = truth.columns[place('class')].cells
    const numeric = truth.columns.filter(({ type }) => type === 'numeric')
    const isComplete = classes.map((_, row) => truth.columns.every(({ cells }) => cells[row] !== null))
    const filled = numeric.map(({ name, cells }) => [name, plainF(filledByMedian(cells), classes)] as const)
    const complete = numeric.map(({ name, cells }) => {
      return [
        name,
        plainF(
          cells.map((cell, row) => (isComplete[row] ? cell : null)),
          classes,
        ),
      ] as const
    })
    for (const source of [memory, duckdb]) {
      const scores = async (missing: MissingPolicy) =>
        (await rank(source, { target: 'class', by: ['anova-f'], missing })).rankings[0].scores
      expect(wrongScores(await scores('median'), new Map(filled))).toEqual([])
      expect(wrongScores(await scores('complete'), new Map(complete))).toEqual([])
    }
  })

  it('permute alike', async () => {
    const spec = { target: 'class', by: ['mutual-information', 'gini-gain'], permutations: 9, seed: 4 }
    const [ours, theirs] = [await rank(memory, spec), await rank(duckdb, spec)]
    expect(differences(ours.rankings, theirs.rankings, 0)).toEqual([])
  })

  it('select alike, with evidence', async () => {
    const spec = { target: 'class', criterion: 'jmi', k: 4, evidence: true, seed: 2 }
    const [ours, theirs] = [await select(memory, spec), await select(duckdb, spec)]
    expect(theirs.selected).toEqual(ours.selected)
    expect(differences(ours.steps, theirs.steps, 0)).toEqual([])
    expect(differences(ours.evidence, theirs.evidence, 1e-9)).toEqual([])
  })

  it('cross-validate alike', async () => {
    const numbers = truth.columns.filter(({ kind }) => kind === 'double').map(({ name }) => name)
    const levels = truth.columns.filter(({ kind }) => kind === 'level').map(({ name }) => name)
    const runs = [
      { target: numbers[0], features: numbers.slice(1, 6), by: ['cv:learner=linear'] },
      { target: 'class', features: [...levels.slice(0, 4), 'integer33'], by: ['cv:learner=naive-bayes'] },
    ]
    for (const spec of runs) {
      const existing = { ...spec, features: spec.features.filter((name) => place(name) >= 0) }
      const [ours, theirs] = [await score(memory, existing), await score(duckdb, existing)]
      expect(differences(ours.scores, theirs.scores, 1e-9)).toEqual([])
    }
  })
})

function filledByMedian(cells: TrueColumn['cells']): readonly (number | null)[] {
  const sorted = Float64Array.from(cells.filter((cell): cell is number => typeof cell === 'number')).sort()
  const half = sorted.length / 2
  const median = Number.isInteger(half) ? (sorted[half - 1] + sorted[half]) / 2 : sorted[Math.floor(half)]
  return cells.map((cell) => (cell === null ? median : Number(cell)))
}
