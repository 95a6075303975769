import { tableFromColumns } from 'criba'
import type { Table } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { near } from '../laws/given.ts'
import { foldOfRows, plainLinear } from '../learners/plain.ts'
import { select } from '../untyped.ts'
import type { SelectSpec } from '../untyped.ts'
import { columns, label, labelled, numeric, rows, timeless, y } from './evidence-data.ts'
import { asked, expectChance, expectEvidence, learned } from './evidence-studies.ts'
import { inTurn } from '../properties/runs.ts'

const folds = 3
const cases = [
  ['numbers', numeric, { target: 'y' }],
  ['classes', labelled, { target: 'label' }],
] as const satisfies readonly (readonly [string, Table, SelectSpec])[]

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

describe('evidence', () => {
  it.each(cases)(
    'of %s is given where the spec has it, and the spec of the result recreates it',
    async (_, table, spec) => {
      const plain = await select(table, spec)
      expect(plain).not.toHaveProperty('evidence')
      expect(plain.spec.evidence).toBe(false)
      // Nothing is cut, so the selection is the same as without evidence.
      const whole = { size: 'stop', folds } as const
      const result = await select(table, { ...spec, evidence: whole })
      const { evidence, ...rest } = result
      expect(timeless({ ...rest, spec: { ...rest.spec, evidence: false } })).toEqual(timeless(plain))
      expect(evidence!.folds).toHaveLength(folds)
      for (const what of ['all', 'selected', 'none'] as const) {
        const values = evidence!.folds.map((fold) => fold[what])
        const { mean, sd } = evidence![what]
        near(mean, meanOf(values))
        near(
          sd! * sd! * (folds - 1),
          values.reduce((sum, value) => sum + (value - mean) ** 2, 0),
        )
      }
      expect(evidence!.selected.mean).toBeGreaterThan(evidence!.none.mean + 0.2)
      expect(timeless(await select(table, result.spec))).toEqual(timeless(result))
      expect(timeless(await select(table, { ...spec, evidence: whole }, { threads: 1 }))).toEqual(
        timeless(result),
      )
      const other = await select(table, { ...spec, evidence: whole, seed: 1 })
      expect(other.evidence).not.toEqual(evidence)
    },
  )

  it.each(cases)('of %s: a fold chooses the same as a table without its rows', async (_, table, spec) => {
    const result = await select(table, { ...spec, evidence: { size: 'stop', folds } })
    const target = table.columns.findIndex(({ name }) => name === spec.target)
    const foldOf = await foldOfRows(table, { folds, seed: 0, number: 0, target })
    for (const [fold, { features }] of result.evidence!.folds.entries()) {
      const kept = rows.filter((row) => foldOf[row] !== fold)
      const all = { ...columns, ...(spec.target === 'y' ? { y } : { label }) }
      const part = Object.entries(all).map(([name, cells]): [string, (number | string)[]] => [
        name,
        kept.map((row) => cells[row]),
      ])
      const { selected } = await select(tableFromColumns(part), { ...spec, bins: result.spec.bins })
      expect(features).toEqual(selected)
    }
  })

  it('scores the chosen columns, all and none as a plain regression does', async () => {
    const { evidence } = await select(numeric, { target: 'y', evidence: { folds } })
    const foldOf = await foldOfRows(numeric, { folds, seed: 0, number: 0, target: 5 })
    const heldOf = (fold: number) => rows.filter((row) => foldOf[row] === fold)
    const squaresOf = (names: readonly string[], fold: number) =>
      heldOf(fold).length *
      plainLinear(
        {
          features: names.map((name) => columns[name as keyof typeof columns]),
          target: y,
          weights: rows.map(() => 1),
          train: rows.filter((row) => foldOf[row] !== fold),
          held: heldOf(fold),
        },
        'mse',
        1,
      )
    // R² is pooled: the squares that a fold leaves, as a share of the mean squares of all folds about the mean of the training rows.
    const ofNone = evidence!.folds.map((_, fold) => squaresOf([], fold))
    const mean = ofNone.reduce((sum, squares) => sum + squares, 0) / ofNone.length
    evidence!.folds.forEach(({ all, selected, none, features }, fold) => {
      const plain = (names: readonly string[]) => 1 - squaresOf(names, fold) / mean
      near(all, plain(Object.keys(columns)))
      near(selected, plain(features))
      near(none, plain([]))
    })
  })

  // Of 600 columns, in evidence.long.ts.
  it.each(learned)(
    'of noise by $criterion is at chance level, where the score of columns chosen from all rows is not',
    (one) => expectChance(one, 150, 3),
  )

  // Of numbers in sizes.test.ts.
  it.each(inTurn(cases, 1, 2))('of %s is the same from the engine', async (_, table, spec) => {
    const ours = await select(table, { ...spec, evidence: { folds } })
    const engine = await duckSourceOf(table)
    const theirs = await select(engine, { ...spec, evidence: { folds } })
    engine.close()
    expect(theirs.evidence!.folds.map(({ features }) => features)).toEqual(
      ours.evidence!.folds.map(({ features }) => features),
    )
    for (const what of ['all', 'selected', 'none'] as const) {
      near(theirs.evidence![what].mean, ours.evidence![what].mean)
    }
  })

  // With the default folds, and each recreated, in evidence.long.ts.
  it.each(asked.map((spec, place) => [JSON.stringify(spec), spec, place] as const))(
    'is given and recreated with %s',
    (_, spec, place) => expectEvidence(spec, { folds: 2 }, place % 3 === 1),
  )

  it('equals that of no column where none is chosen', async () => {
    for (const [, table, spec] of cases) {
      const { evidence, selected } = await select(table, { ...spec, stop: 'gain:9', evidence: true })
      expect(selected).toEqual([])
      expect(evidence!.selected).toEqual(evidence!.none)
      expect(Number.isFinite(evidence!.none.mean)).toBe(true)
    }
  })

  it('has scores where a class has one row, and where a fold has one value', async () => {
    const rare = label.map((value, row) => (row === 7 ? 'rare' : value))
    const { evidence } = await select(tableFromColumns({ ...columns, rare }), {
      target: 'rare',
      evidence: true,
    })
    const flat = rows.map((row) => (row % 5 ? 0 : row))
    const other = await select(tableFromColumns({ ...columns, flat }), { target: 'flat', evidence: true })
    for (const one of [evidence!, other.evidence!]) {
      for (const { all, selected, none } of one.folds)
        expect([all, selected, none].every(Number.isFinite)).toBe(true)
    }
    const two = rows.map((row) => (row === 3 ? 'one' : 'other'))
    const lone = await select(tableFromColumns({ ...columns, two }), { target: 'two', evidence: true })
    // Of a rare class the area under the curve says more than the accuracy: no columns have one half.
    expect(lone.evidence).toMatchObject({ metric: 'auc', none: { mean: 0.5 } })
  })

  it('is left out with a reason where it is not possible', async () => {
    const few = tableFromColumns({ a: [1, 2, 3, 4], label: ['u', 'v', 'u', 'v'] })
    const { evidence, warnings } = await select(few, { target: 'label', k: 1, evidence: true })
    expect(evidence).toBeUndefined()
    expect(warnings).toContainEqual({
      code: 'no-evidence',
      message: expect.stringMatching(/^evidence is left out: missing rows: /) as string,
    })
    await expect(select(numeric, { criterion: 'variance', k: 1, evidence: true })).rejects.toThrow(
      'missing target (evidence needs one)',
    )
    await expect(select(numeric, { target: 'y', evidence: 'perhaps' as never })).rejects.toThrow(
      'invalid evidence: perhaps (needs true, false, or learner, metric, folds and repeats)',
    )
  })

  it('reports progress, and an interruption keeps the selection', async () => {
    const shares: number[] = []
    const whole = await select(
      labelled,
      { target: 'label', evidence: { size: 'stop' } },
      { progress: (share) => shares.push(share) },
    )
    expect(shares.every((share, i) => share >= (shares[i - 1] ?? 0) && share <= 1)).toBe(true)
    expect(shares.some((share) => share > 0.9)).toBe(true)
    const stop = new AbortController()
    const cut = await select(
      labelled,
      { target: 'label', evidence: { size: 'stop' } },
      { signal: stop.signal, progress: (share) => (share > 0.4 ? stop.abort() : undefined) },
    )
    const { evidence: _evidence, training: _training, trainingTarget: _target, ...rest } = whole
    const warning = { code: 'no-evidence', message: 'evidence is left out: interrupted' }
    expect(timeless(cut)).toEqual(timeless({ ...rest, warnings: [...rest.warnings, warning] as never }))
  })
})
