import { select as selectTyped, tableFromColumns } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { near } from '../laws/given.ts'
import { select } from '../untyped.ts'
import { tableOf } from './normal-table.ts'

const columns = tableOf(11, 150, 9, [1, -0.8, 0.5])
const table = tableFromColumns(columns)
const spec = { target: 'y', method: 'rfe-resampled' }

describe('rfe-resampled', () => {
  it('finds the columns that tell of the target, and how many there are', async () => {
    const { selected, steps, setAside, sizeChoice, better, units } = await select(table, {
      ...spec,
      method: 'rfe-resampled:choose=one-error',
    })
    expect(selected).toEqual(['x0', 'x1', 'x2'])
    expect(steps.map(({ feature }) => feature)).toEqual(selected)
    expect([better, units]).toEqual(['higher', 'contribution'])
    const eliminated = await select(table, { target: 'y', method: 'rfe' })
    expect([...selected, ...setAside.map(({ feature }) => feature)]).toEqual(eliminated.selected)
    expect(steps).toEqual(eliminated.steps.slice(0, 3))
    expect(sizeChoice!.splits).toHaveLength(5)
    for (const { features, path } of sizeChoice!.splits) {
      expect(features.toSorted()).toEqual(['x0', 'x1', 'x2'])
      expect(path).toHaveLength(9)
    }
  })

  it('has the curve of the evidence of `rfe` in the same folds', async () => {
    const evidence = { learner: 'linear', folds: 4, repeats: 2 }
    const rfe = await select(table, { target: 'y', method: 'rfe', evidence: { ...evidence, size: 'stop' } })
    const { sizeChoice } = await select(table, { ...spec, method: 'rfe-resampled:folds=4,repeats=2' })
    const { sizes, all, none } = rfe.evidence!
    expect(sizeChoice!.all).toEqual(all)
    expect(sizeChoice!.none).toEqual(none)
    sizeChoice!.sizes.scores.forEach((score, i) => {
      expect(score.columns).toBe(i + 1)
      near(score.mean, sizes!.scores[i + 1].mean)
      near(score.sd!, sizes!.scores[i + 1].sd!)
    })
  })

  it('gives the same on any number of threads, on DuckDB, and from the spec of its result', async () => {
    const { seconds: _, ...expected } = await select(table, spec, { threads: 1 })
    // The spec of a result has all that was left to be filled in: it runs on other threads.
    const { seconds: __, ...again } = await selectTyped(table, expected.spec, { threads: 3 })
    expect(again).toEqual(expected)
    const duck = await duckSourceOf(table)
    try {
      const found = await select(duck, spec)
      expect(found.selected).toEqual(expected.selected)
      expect(found.sizeChoice!.size).toBe(expected.sizeChoice!.size)
      found.sizeChoice!.sizes.scores.forEach(({ mean }, i) =>
        near(mean, expected.sizeChoice!.sizes.scores[i].mean),
      )
    } finally {
      duck.close()
    }
  })

  it.each([
    ['sizes=halving', [1, 2, 4, 9]],
    ['sizes=7+2', [2, 7]],
    ['sizes=3', [3]],
  ] as const)('scores the sizes that are asked for: %s', async (options, sizes) => {
    const all = await select(table, spec)
    const scores = new Map(all.sizeChoice!.sizes.scores.map(({ columns, mean }) => [columns, mean]))
    const { sizeChoice, selected } = await select(table, { ...spec, method: `rfe-resampled:${options}` })
    expect(sizeChoice!.sizes.scores.map(({ columns }) => columns)).toEqual(sizes)
    for (const { columns, mean } of sizeChoice!.sizes.scores) near(mean, scores.get(columns)!)
    expect(sizes).toContain(selected.length)
  })

  it('takes k as the most columns, and any learner, metric, ranking and share', async () => {
    const limited = await select(table, { ...spec, k: 2 })
    expect(limited.selected).toEqual(['x0', 'x1'])
    expect(limited.sizeChoice!.sizes.scores).toHaveLength(2)
    const other = await select(table, {
      ...spec,
      method: 'rfe-resampled:learner=knn,metric=mae,holdout=0.3,repeats=3,choose=one-error',
      criterion: 'rrelieff',
      search: 'recursive-elimination:share=0.5',
    })
    expect(other.sizeChoice).toMatchObject({ learner: 'knn', metric: 'mae', better: 'lower' })
    expect(other.sizeChoice!.splits).toHaveLength(3)
    expect(other.spec.search).toEqual({
      method: 'recursive-elimination',
      options: { share: 0.5, until: 'one' },
    })
    const best = Math.min(...other.sizeChoice!.sizes.scores.map(({ mean }) => mean))
    const { sizes } = other.sizeChoice!
    expect(sizes.scores.find(({ columns }) => columns === sizes.best)!.mean).toBe(best)
  })

  it('scores with what the criterion trains, under its options, unless a learner is named', async () => {
    const learnerOf = async (criterion: string, method = 'rfe-resampled:sizes=2+4,folds=2') =>
      (await select(table, { ...spec, method, criterion })).sizeChoice!
    expect((await learnerOf('importance')).learner).toBe('linear')
    expect((await learnerOf('forest-importance:trees=10')).learner).toBe('forest')
    expect((await learnerOf('pearson')).learner).toBe('linear')
    expect((await learnerOf('importance', 'rfe-resampled:learner=knn,sizes=2')).learner).toBe('knn')
    const [strong, weak] = [await learnerOf('importance:ridge=500'), await learnerOf('importance:ridge=0')]
    // A penalty of three times the number of rows shrinks all predictions.
    expect(strong.all.mean).toBeLessThan(weak.all.mean - 0.1)
    const label = columns['y'].map((value) => (value > 0 ? 'high' : 'low'))
    const classes = tableFromColumns({ ...columns, y: label })
    const found = await select(classes, { ...spec, criterion: 'importance:learner=linear-svm' })
    expect(found.sizeChoice).toMatchObject({ learner: 'linear-svm', metric: 'accuracy' })
  })

  it('is at chance on noise in its evidence', async () => {
    const noise = tableFromColumns(tableOf(8, 60, 40, []))
    const method = 'rfe-resampled:sizes=halving'
    const { evidence, sizeChoice } = await select(noise, { ...spec, method, evidence: { folds: 3 } })
    expect(evidence!.selected.mean).toBeLessThan(0.05)
    expect(sizeChoice!.all.mean).toBeLessThan(0.05)
  })

  it('makes cuts and prefilters in each split: it is at chance where they look at a target of noise', async () => {
    const noise = tableOf(12, 60, 150, [])
    const { sizeChoice } = await select(tableFromColumns(noise), {
      ...spec,
      criterion: 'pearson',
      prefilter: 'pearson:top=10',
    })
    // Pooled over the folds, noise of 60 rows reaches 0.063 at one size.
    for (const { mean } of sizeChoice!.sizes.scores) expect(mean).toBeLessThan(0.1)
    expect(new Set(sizeChoice!.splits.flatMap(({ features }) => features)).size).toBeGreaterThan(1)
  })

  it.each([
    [{ criterion: 'jmi' }, 'unsuitable search for jmi: recursive-elimination ranks the remaining columns'],
    [{ search: 'forward' }, 'invalid search: forward (rfe-resampled eliminates'],
    [{ search: 'recursive-elimination:until=positive' }, 'invalid until: positive (rfe-resampled ranks'],
    [{ method: 'rfe-resampled:sizes=12' }, 'invalid sizes: 12 (needs 1 to 9)'],
    [{ method: 'rfe-resampled:sizes=4', k: 3 }, 'invalid sizes: 4 (needs 1 to 3)'],
    [{ method: 'rfe-resampled:sizes=few' }, 'invalid sizes: few (needs all, halving, or numbers of columns'],
    [{ method: 'rfe-resampled:learner=lnear' }, 'unknown learner: lnear (did you mean linear?)'],
    [{ method: 'rfe-resampled:metric=accuracy' }, 'invalid metric: accuracy (linear has'],
    [{ method: 'rfe-resampled:learner=logistic' }, 'invalid learner: logistic (regression needs'],
    [
      { method: 'rfe-resampled:folds=3,holdout=0.2' },
      'invalid folds: rfe-resampled takes it only with holdout',
    ],
    [{ method: 'rfe-resampled:choose=one-error,holdout=0.2' }, 'invalid choose: one-error (needs more'],
    [{ method: 'rfe-resampled:repeats=2', time: 'x8' }, 'invalid repeats: 2'],
    [{ prefilter: 'stability-selection:q=2' }, 'unsuitable prefilter for rfe-resampled: stability-selection'],
    [{ stop: 'none' }, 'invalid stop: rfe-resampled does not take it'],
  ])('refuses %j', async (more, message) => {
    await expect(select(table, { ...spec, ...more })).rejects.toThrow(message)
  })

  it('refuses columns of which its criterion scores none, by name', async () => {
    const big = (factor: number) => Array.from({ length: 40 }, (_, i) => ((i * factor) % 7) * 1e307)
    const table = tableFromColumns({ a: big(3), b: big(5), y: big(4) })
    const spec = { target: 'y', method: 'rfe-resampled', criterion: 'pearson', task: 'regression' } as const
    await expect(select(table, spec)).rejects.toThrow(
      'unsuitable columns for rfe-resampled: pearson scores none (a: values too large',
    )
  })
})
