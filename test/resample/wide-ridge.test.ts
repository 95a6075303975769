import { MemorySource, select, tableFromColumns } from 'criba'
import { describe, expect, it } from 'vitest'
import { holdOutRows, trainOnSplits } from '../../dist/src/analyses/held-out/held-out.js'
import { codeForLearner, learnerOf } from '../../dist/src/analyses/held-out/evidence-learner.js'
import { wideRidge } from '../../dist/src/analyses/held-out/wide-ridge.js'
import { settleSelect } from '../../dist/src/core/spec/select-spec.js'
import { near } from '../laws/given.ts'
import { randomOf } from '../contract/tables.ts'

const random = randomOf(51)
const rows = Array.from({ length: 50 }, (_, row) => row)

describe('evidence of more columns than can be squared', () => {
  it('is by the dual form the same ridge regression as by squares', async () => {
    const x = Array.from({ length: 8 }, () => rows.map(() => random() * 100))
    const gaps = rows.map((row) => (row % 7 === 0 ? null : x[0][row] + random()))
    const level = rows.map((row) => 'abc'[row % 3])
    const weight = rows.map((row) => 1 + (row % 2))
    const y = rows.map((row) => x[1][row] - x[2][row] / 2 + (level[row] === 'a' ? 30 : 0) + random())
    const columns = { ...Object.fromEntries(x.map((values, i) => [`x${i}`, values])), gaps, level, weight, y }
    for (const weights of [null, 'weight']) {
      const settled = settleSelect({
        target: 'y',
        weights,
        drop: weights ? [] : ['weight'],
        evidence: { folds: 4, repeats: 2, metric: 'mse' },
      })
      const source = new MemorySource(tableFromColumns(columns))
      const plan = settled.evidence as Exclude<typeof settled.evidence, false>
      const choice = learnerOf({ learner: 'linear', metric: 'mse' }, 'regression')!
      const held = await holdOutRows(source, settled, plan, {})
      const { all } = await trainOnSplits(held, choice, settled, {})
      const { batcher, scope, facts, splits } = held
      const coded = await codeForLearner(choice, batcher, scope, facts, settled)
      const trials = splits.splits.map(({ trainParts, testPart }) => ({ train: trainParts, test: testPart }))
      const found = await wideRidge(
        source,
        {
          features: [...coded.variables.values()].flat(),
          target: coded.target,
          parts: splits.parts,
          trials,
          ridge: Number(coded.options['ridge']),
        },
        {},
      )
      expect(found!.squares).toHaveLength(8)
      found!.squares.forEach((square, trial) => near(square, all[trial], 1e-7))
    }
  })

  it('compares the chosen columns with all and with none', async () => {
    const noise = Array.from({ length: 1100 }, (_, i) => [`n${i}`, rows.map(() => random())] as const)
    const a = rows.map(() => random())
    const y = a.map((value) => 3 * value + random())
    const { evidence, warnings } = await select(tableFromColumns([['a', a], ...noise, ['y', y]]), {
      target: 'y',
      method: 'f-regression',
      search: 'ranking',
      k: 1,
      evidence: { folds: 2 },
    })
    expect(warnings.filter(({ code }) => code === 'no-evidence')).toEqual([])
    expect(evidence).toMatchObject({ learner: 'linear', metric: 'r2', columns: 1101 })
    expect(evidence!.none.mean).toBeCloseTo(0, 9)
    expect(evidence!.selected.mean).toBeGreaterThan(0.5)
    expect(evidence!.all.mean).toBeLessThan(evidence!.selected.mean)
  })

  /** Rows of `count`, half of them to learn from, with a text of `levels` levels. */
  function halves(count: number, levels: number) {
    const all = Array.from({ length: count }, (_, row) => row)
    const source = new MemorySource(
      tableFromColumns({
        y: all.map((row) => (row % 7 === 3 ? null : random())),
        x: all.map(() => random()),
        text: all.map((row) => `level ${row % levels}`),
      }),
    )
    const division = { seed: 1, number: 0, folds: 2 }
    const views = ['train', 'test'].map((rows) => ({
      complete: [0],
      sample: { of: { complete: [0] }, division, part: 0, rows: rows as 'train' | 'test' },
    }))
    const codes = Array.from({ length: levels }, (_, level) => `level ${level}`).sort()
    const text = { column: 2, coding: { kind: 'levels', levels: codes } } as const
    return {
      source,
      problem: {
        features: [{ column: 1, coding: null }, text],
        target: { column: 0, coding: null },
        parts: views,
        trials: [{ train: [0], test: 1 }],
        ridge: 1,
      },
    }
  }

  it('learns from the rows of its part alone, though others have no target', async () => {
    const { source, problem } = halves(80, 11)
    const found = await wideRidge(source, problem, {})
    expect(found!.squares[0]).toBeGreaterThan(0)
  })

  it('can be interrupted', async () => {
    const { source, problem } = halves(1600, 1500)
    const interruption = new AbortController()
    const running = wideRidge(source, problem, { signal: interruption.signal })
    setTimeout(() => interruption.abort())
    await expect(running).rejects.toThrow('interrupted')
  })

  it('counts the levels of a text as columns', async () => {
    const { source, problem } = halves(8000, 4000)
    expect(await wideRidge(source, problem, {})).toBeNull()
  })
})
