import { MemorySource, select, tableFromColumns } from 'criba'
import { describe, expect, it } from 'vitest'
import { holdOutRows, trainOnSplits } from '../../dist/src/analyses/held-out/held-out.js'
import { codeForLearner } from '../../dist/src/analyses/held-out/evidence-columns.js'
import { learnerOf } from '../../dist/src/analyses/held-out/evidence-learner.js'
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
})
