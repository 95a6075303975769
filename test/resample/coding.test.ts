import { tableFromColumns } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { near } from '../laws/given.ts'
import { randomOf } from '../contract/tables.ts'
import { foldOfRows, plainLinear } from '../learners/plain.ts'
import { select } from '../untyped.ts'

const random = randomOf(41)
const rows = Array.from({ length: 210 }, (_, row) => row)
const a = rows.map(() => random())
const b = rows.map(() => random())
const noise = rows.map(() => random())
const kind = b.map((value) => 'uvw'[Math.floor(3 * value)])
const y = rows.map((row) => a[row] + (kind[row] === 'u' ? 0.5 : 0) + 0.3 * random())
const label = y.map((value) => (value > 1 ? 'high' : value > 0.6 ? 'middle' : 'low'))
const gaps = a.map((value, row) => (row % 6 === 1 ? null : value))
const kindGaps = kind.map((value, row) => (row % 7 === 2 ? null : value))

describe('the coding of evidence', () => {
  it('does not depend on the criterion, its bins or its discretiser', async () => {
    const table = tableFromColumns({ a, b, noise, kind, label })
    const found = []
    for (const spec of [
      { criterion: 'jmi' },
      { criterion: 'jmi', bins: 2 },
      { criterion: 'mrmr', discretise: 'mdl' as const },
      { criterion: 'fisher', k: 2 },
    ]) {
      const { evidence } = await select(table, { target: 'label', ...spec, evidence: { folds: 2 } })
      found.push([evidence!.all, evidence!.none, evidence!.columns, evidence!.reads])
    }
    for (const one of found) expect(one).toEqual(found[0])
    expect(found[0][2]).toBe(4)
  })

  it('reads numbers of few values as levels: a value of one class alone changes few predictions', async () => {
    const low = label.indexOf('low')
    const rare = label.map((_, row) => (row === low ? 1 : 0))
    const accuracyOf = async (columns: Record<string, readonly (number | string)[]>) => {
      const { evidence } = await select(tableFromColumns(columns), { target: 'label', k: 1, evidence: true })
      return evidence!.all.mean
    }
    const without = await accuracyOf({ a, b, noise, label })
    // One row of 210 has it, so only a few predictions can change.
    expect(Math.abs((await accuracyOf({ a, b, noise, rare, label })) - without)).toBeLessThan(0.03)
  })

  it('of numbers fills a gap with the mean and adds an indicator, as a plain regression does', async () => {
    const table = tableFromColumns({ gaps, noise, kindGaps, y })
    const { evidence } = await select(table, { target: 'y', k: 2, evidence: true })
    const foldOf = await foldOfRows(table, { folds: 5, seed: 0, number: 0, target: 3 })
    const known = gaps.filter((value) => value !== null)
    const mean = known.reduce((sum, value) => sum + value, 0) / known.length
    const features = [
      gaps.map((value) => value ?? mean),
      gaps.map((value) => (value === null ? 'missing' : 'there')),
      noise,
      kindGaps.map((value) => value ?? 'missing'),
    ]
    const squares = evidence!.folds.map((_, fold) => {
      const [train, held] = [false, true].map((isHeld) =>
        rows.filter((row) => (foldOf[row] === fold) === isHeld),
      )
      const of = { target: y, weights: rows.map(() => 1), train, held }
      const errors = [features, []].map((some) => plainLinear({ ...of, features: some }, 'mse', 1))
      return errors.map((one) => one * held.length)
    })
    // R² is pooled: no columns predict the mean of the training rows.
    const total = squares.reduce((sum, [, none]) => sum + none, 0)
    evidence!.folds.forEach(({ all, none }, fold) => {
      near(all, 1 - (5 * squares[fold][0]) / total)
      near(none, 1 - (5 * squares[fold][1]) / total)
    })
    near(evidence!.all.mean, 1 - squares.reduce((sum, [error]) => sum + error, 0) / total)
  })

  it('of classes uses the columns that a row has, in memory and from the engine', async () => {
    const table = tableFromColumns({ gaps, noise, kindGaps, label })
    const engine = await duckSourceOf(table)
    for (const missing of ['pairwise', 'level', 'median', 'complete'] as const) {
      const spec = { target: 'label', k: 2, missing, evidence: { metric: 'log-loss', folds: 2 } }
      const ours = await select(table, spec)
      const theirs = await select(engine, spec)
      near(theirs.evidence!.all.mean, ours.evidence!.all.mean)
      near(theirs.evidence!.selected.mean, ours.evidence!.selected.mean)
      expect(ours.evidence!.all.mean).toBeLessThan(ours.evidence!.none.mean)
    }
    engine.close()
  })

  it('does not depend on the unit of a column, nor on an uninformative column', async () => {
    const spec = { target: 'label', k: 1, evidence: true } as const
    const plain = await select(tableFromColumns({ a, b, label }), spec)
    const scaled = await select(
      tableFromColumns({ a: a.map((x) => 1e6 * x), b, one: rows.map(() => 7), label }),
      spec,
    )
    expect(scaled.evidence!.all).toEqual(plain.evidence!.all)
  })

  it('uses the learner, the metric, the folds and the repeats of the spec', async () => {
    const table = tableFromColumns({ a, b, noise, kind, label })
    const asked = { learner: 'naive-bayes', metric: 'macro-f1', folds: 4, repeats: 3 }
    const { evidence, spec } = await select(table, { target: 'label', k: 2, evidence: asked })
    expect(evidence!.folds).toHaveLength(12)
    expect([evidence!.metric, evidence!.units]).toEqual(['macro-f1', 'F₁'])
    expect(spec.evidence).toEqual({ ...asked, holdout: null, size: 'stop' })
    const numbers = tableFromColumns({ a, b, y })
    const mse = await select(numbers, { target: 'y', k: 1, evidence: { metric: 'mse' } })
    expect(mse.evidence!.better).toBe('lower')
    expect(mse.evidence!.verdict).not.toBe('no-better-than-none')
  })

  it.each([
    [{ learner: 'linaer' }, 'unknown learner: linaer (did you mean linear?)'],
    [
      { learner: 'linear' },
      /^invalid learner: linear \(classification needs naive-bayes, logistic, .* or \w+\)$/,
    ],
    [
      { metric: 'r2' },
      'invalid metric: r2 (naive-bayes has accuracy, balanced-accuracy, macro-f1, auc, log-loss)',
    ],
    [{ metric: 'mape' }, /^invalid metric: mape \(needs r2, mse, accuracy/],
    [{ folds: 1 }, 'invalid folds: 1 (needs a whole number, 2 to 1000)'],
    [{ repeats: 0.5 }, 'invalid repeats: 0.5 (needs a whole number, 1 to 1000)'],
    [{ size: 'half' }, 'invalid size: half (needs one-error or stop)'],
    [{ fold: 3 }, 'unknown part of evidence: fold (did you mean folds?)'],
  ])('refuses %j', async (evidence, message) => {
    const table = tableFromColumns({ a, b, label })
    await expect(select(table, { target: 'label', evidence: evidence as never })).rejects.toThrow(message)
  })
})
