import { tableFromColumns } from 'criba'
import { cv, exhaustive, floatingForward, forward } from 'criba/methods'
import type { SelectResult, Table } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { near } from '../laws/given.ts'
import { foldOfRows, plainLinear, plainNaiveBayes } from './plain.ts'
import type { Cells, Rows } from './plain.ts'
import { score, select } from '../untyped.ts'

/** Rows of numbers, two texts and a target that has something to do with them. */
const rowsOf = fc
  .array(
    fc.record({
      a: fc.integer({ min: -40, max: 40 }).map((x) => x / 4),
      b: fc.integer({ min: 0, max: 9 }),
      kind: fc.constantFrom('p', 'q', 'r'),
      shade: fc.constantFrom('dark', 'light'),
      noise: fc.integer({ min: -30, max: 30 }).map((x) => x / 7),
      weight: fc.integer({ min: 0, max: 3 }),
    }),
    { minLength: 24, maxLength: 60 },
  )
  .map((rows) => {
    const of = <K extends keyof (typeof rows)[number]>(name: K) => rows.map((row) => row[name])
    const y = rows.map(({ a, b, kind, noise }, i) => a - b / 2 + (kind === 'p' ? 3 : 0) + noise + i / 1000)
    const weight = of('weight')
    // Enough of the rows count.
    weight.fill(1, 0, 14)
    const label = y.map((value) => (value < -2 ? 'low' : value < 3 ? 'middle' : 'top'))
    return { a: of('a'), b: of('b'), kind: of('kind'), shade: of('shade'), weight, y, label }
  })

type Columns = typeof rowsOf extends fc.Arbitrary<infer T> ? T : never

const options = fc.record({
  folds: fc.integer({ min: 2, max: 6 }),
  repeats: fc.integer({ min: 1, max: 2 }),
  seed: fc.integer({ min: 0, max: 99 }),
  weighted: fc.boolean(),
})

/** The mean over folds of what a plain learner scores. */
async function plainMean(
  columns: Columns,
  table: Table,
  names: readonly (keyof Columns)[],
  target: 'y' | 'label',
  { folds, repeats, seed, weighted }: typeof options extends fc.Arbitrary<infer T> ? T : never,
  learn: (rows: Parameters<typeof plainLinear>[0]) => number,
): Promise<number> {
  const place = (name: string) => table.columns.findIndex((column) => column.name === name)
  const scores: number[] = []
  for (let number = 0; number < repeats; number++) {
    const foldOf = await foldOfRows(table, {
      folds,
      seed,
      number,
      target: place(target),
      ...(weighted && { weights: place('weight') }),
    })
    const rows = [...foldOf.keys()]
    for (let fold = 0; fold < folds; fold++) {
      scores.push(
        learn({
          features: names.map((name) => columns[name] as Cells),
          target: columns[target],
          weights: weighted ? columns.weight : rows.map(() => 1),
          train: rows.filter((row) => foldOf[row] >= 0 && foldOf[row] !== fold),
          held: rows.filter((row) => foldOf[row] === fold),
        }),
      )
    }
  }
  return scores.reduce((sum, value) => sum + value, 0) / scores.length
}

const numbers = ['a', 'b', 'kind', 'shade'] as const
const texts = ['kind', 'shade'] as const

describe('cv', () => {
  it('of linear is that of ridge regressions refitted from the rows of each fold: R² pooled, squares in the mean', async () => {
    await fc.assert(
      fc.asyncProperty(
        rowsOf,
        options,
        fc.subarray([...numbers], { minLength: 1 }),
        fc.constantFrom('r2' as const, 'mse' as const),
        fc.constantFrom(0.01, 1, 30),
        async (columns, how, features, metric, ridge) => {
          const table = tableFromColumns(columns)
          const { weighted, ...division } = how
          const by = [cv({ ...division, metric, ridge })]
          const spec = { features, target: 'y', task: 'regression', by } as const
          const result = await score(table, { ...spec, ...(weighted && { weights: 'weight' }) })
          const meanOf = (names: readonly (keyof Columns)[], weigh: (rows: Rows) => number) =>
            plainMean(
              columns,
              table,
              names,
              'y',
              how,
              (rows) => weigh(rows) * plainLinear(rows, 'mse', ridge),
            )
          const heldWeight = ({ held, weights }: Rows) => held.reduce((sum, row) => sum + weights[row], 0)
          // 1 − ΣSSE/ΣSST, SST about the mean of the training rows: what no columns predict.
          const expected =
            metric === 'mse'
              ? await meanOf(features, () => 1)
              : 1 - (await meanOf(features, heldWeight)) / (await meanOf([], heldWeight))
          near(result.scores[0].score!, expected)
        },
      ),
    )
  })

  it('of naive-bayes is that of counts taken anew in each fold', async () => {
    await fc.assert(
      fc.asyncProperty(
        rowsOf,
        options,
        fc.subarray([...texts], { minLength: 1 }),
        fc.constantFrom('accuracy' as const, 'macro-f1' as const, 'log-loss' as const),
        fc.constantFrom(0.1, 1, 5),
        async (columns, how, features, metric, smoothing) => {
          const seen = new Set(columns.label.filter((_, row) => !how.weighted || columns.weight[row] > 0))
          fc.pre(seen.size > 1)
          // What no row that counts holds is no level.
          const rows = [...columns.label.keys()].filter((row) => !how.weighted || columns.weight[row] > 0)
          const kept = Object.fromEntries(
            Object.entries(columns).map(([name, cells]) => [name, rows.map((row) => cells[row])]),
          ) as Columns
          const { weighted, ...division } = how
          const table = tableFromColumns(kept)
          const by = [cv({ ...division, metric, smoothing })]
          const spec = { features, target: 'label', by }
          const result = await score(table, { ...spec, ...(weighted && { weights: 'weight' }) })
          const expected = await plainMean(kept, table, features, 'label', how, (rows) =>
            plainNaiveBayes(rows, metric, smoothing),
          )
          near(result.scores[0].score!, expected)
        },
      ),
    )
  })

  const [first] = fc.sample(rowsOf, { numRuns: 1, seed: 4 })
  const table = tableFromColumns(first)
  const timeless = (result: SelectResult) => ({ ...result, seconds: 0 })
  const ofY = { target: 'y', task: 'regression', drop: ['label', 'weight'] } as const
  const ofLabel = { target: 'label', drop: ['y', 'weight'] } as const

  it.each([
    ['linear', ofY],
    ['naive-bayes', ofLabel],
  ] as const)('%s: a search finds what score says of its set, whichever way it goes', async (_, spec) => {
    for (const search of [forward(), floatingForward(), exhaustive()]) {
      const { selected, score: found, units } = await select(table, { ...spec, criterion: cv(), search })
      const { scores } = await score(table, { ...spec, drop: [], features: selected, by: [cv()] })
      near(found!, scores[0].score!)
      expect(scores[0].units).toBe(units)
    }
    const best = await select(table, { ...spec, criterion: cv(), search: exhaustive(), landscape: 'all' })
    expect(best.landscape).toHaveLength(15)
    for (const { features, score: found } of best.landscape!) {
      const { scores } = await score(table, { ...spec, drop: [], features, by: [cv()] })
      near(found, scores[0].score!)
    }
  })

  it.each([
    ['linear', ofY],
    ['naive-bayes', ofLabel],
  ] as const)('%s: the engine and any number of threads find the same', async (_, spec) => {
    const asked = { ...spec, criterion: cv({ folds: 3 }), weights: 'weight', drop: spec.drop.slice(0, 1) }
    const found = await select(table, asked, { threads: 1 })
    expect(timeless(await select(table, asked, { threads: 4 }))).toEqual(timeless(found))
    const engine = await duckSourceOf(table)
    const theirs = await select(engine, asked)
    engine.close()
    expect(theirs.selected).toEqual(found.selected)
    theirs.steps.forEach((step, i) => near(step.score, found.steps[i].score))
  })

  it('errors get smaller, not greater', async () => {
    for (const [spec, metric] of [
      [ofY, 'mse'],
      [ofLabel, 'log-loss'],
    ] as const) {
      const { better, steps } = await select(table, { ...spec, criterion: cv({ metric }) })
      expect(better).toBe('lower')
      steps.slice(1).forEach((step, i) => expect(step.score).toBeLessThan(steps[i].score))
    }
  })

  it('asks the data as often for a long search as for a short one', async () => {
    const engine = await duckSourceOf(table)
    const queries = async (k: number) => {
      const before = engine.work.queries
      const { training } = await select(engine, { ...ofY, criterion: cv(), k })
      // The distribution of each chosen number is a query of its own.
      const ofNumbers = training!.filter(({ distribution }) => distribution).length
      return engine.work.queries - before - ofNumbers
    }
    await queries(4)
    expect(await queries(4)).toBe(await queries(1))
    engine.close()
  })

  it('says what it cannot do in one line', async () => {
    const ask = (by: string, target: string) => score(table, { features: ['kind'], target, by: [by] })
    await expect(ask('cv:metric=accuracy', 'y')).rejects.toThrow(
      'invalid metric: accuracy (linear needs r2 or mse)',
    )
    await expect(ask('cv:learner=linear', 'label')).rejects.toThrow(
      'unsuitable target for cv: label is categorical (needs numbers',
    )
    await expect(ask('cv:learner=linear,smoothing=2', 'y')).rejects.toThrow(
      'invalid smoothing: cv takes it only with learner auto, naive-bayes or aode (learner is linear)',
    )
    const { scores } = await score(table, {
      features: ['kind'],
      target: 'label',
      by: [`cv:folds=${table.rows + 1}`],
    })
    expect(scores[0]).toMatchObject({
      score: null,
      why: `${table.rows} complete rows (needs one for each of ${table.rows + 1} folds)`,
    })
    const wide = tableFromColumns(
      Object.fromEntries(
        Array.from({ length: 1026 }, (_, i) => [
          i === 0 ? 'y' : `x${i}`,
          first.y.slice(0, 6).map((y) => y * i + (y % 3)),
        ]),
      ),
    )
    await expect(
      score(wide, {
        target: 'y',
        task: 'regression',
        features: wide.columns.flatMap(({ name }) => (name === 'y' ? [] : [name])),
        by: [cv()],
      }),
    ).rejects.toThrow(
      'too many columns for linear: 1025, levels counted (at most 1024; drop some, or rank first)',
    )
  })
})
