import { expect } from 'vitest'
import {
  countsConstants,
  cases,
  drawsAtRandom,
  failure,
  isJoint,
  leavesOutConstants,
  refusesDependent,
  scoresOfCase,
} from './cases.ts'
import { exact, expectNear, expectSame } from './expectations.ts'
import { testLaws } from './laws.ts'
import { byFeature, cellsOf, lawSourceOf, only, randomOf, rowsOf, scoresOf, takeRows } from './tables.ts'
import type { Columns } from './tables.ts'
import { isLong, runs } from '../properties/runs.ts'
import { rank } from '../untyped.ts'

testLaws(cases, (example, law) => {
  const { criterion, columns, spec, features, target } = example
  if (!isJoint(criterion)) {
    law('does not depend on the other columns', async () => {
      const expected = await scoresOfCase(example)
      const random = randomOf(3)
      const more: Columns = [
        ['before', columns[0][1].map(() => random())],
        ...columns,
        ['after', columns[0][1].map(() => 'xyz'[Math.floor(3 * random())])],
        ['constant', columns[0][1].map(() => 1)],
      ]
      expectSame(await scoresOf(more, spec), expected, exact, { ranks: false })
      for (const feature of isLong ? features : [features[0], features.at(-1)!]) {
        const alone = await scoresOf(only(columns, [feature, target]), spec)
        expectSame(alone, new Map([[feature, { ...expected.get(feature)!, rank: 1 }]]), exact)
      }
    })
  }

  law('gives copies of a column the same score and rank', async () => {
    const [feature] = features
    const copied: Columns = [...columns, ['copy', cellsOf(columns, feature)]]
    if (refusesDependent(criterion)) {
      const error = await failure(copied, spec)
      expect(error.message).toContain('copy')
      return
    }
    const scores = await scoresOf(copied, spec)
    if (drawsAtRandom(criterion)) return
    if (isJoint(criterion)) {
      expectNear(scores.get('copy')!.score, scores.get(feature)!.score, 1e-12, 'score of the copy')
      expect(scores.get('copy')!.rank).toBe(scores.get(feature)!.rank)
      return
    }
    expect(scores.get('copy')).toEqual({ ...scores.get(feature), feature: 'copy' })
  })

  for (const type of (['numeric', 'categorical'] as const).filter((type) => criterion.features[type])) {
    law(`gives a constant ${type} column 0`, async () => {
      const values = type === 'numeric' ? [0, 0.1, 7, 1e6 / 3] : ['same']
      // Several numbers of rows, so that shares and products of class sizes round differently.
      for (const rows of [61, 47, 64, 53].slice(0, runs(12))) {
        const shown = isJoint(criterion) ? columns : only(columns, [features[0], target])
        const some = takeRows(shown, rowsOf(shown).slice(0, rows))
        const constants: Columns = values.map((value) => [`constant ${value}`, some[0][1].map(() => value)])
        if (refusesDependent(criterion)) {
          for (const one of constants) expect((await failure([...some, one], spec)).message).toContain(one[0])
          continue
        }
        const scores = await scoresOf([...some, ...constants], spec)
        for (const [name] of constants) {
          const constant = scores.get(name)!
          if (leavesOutConstants(criterion)) {
            expect(constant).toMatchObject({
              score: null,
              rank: null,
              why: expect.stringMatching(/^constant/) as string,
            })
          } else if (criterion.features.numeric === 'distances' && criterion.better === 'lower') {
            // All rows are neighbours of each other: half the mean squared difference of two rows is n/(n−1) of the variance.
            expect(constant.score).toBeCloseTo(rows / (rows - 1), 12)
          } else if (countsConstants(criterion)) {
            expect(constant.score).toBeGreaterThanOrEqual(0)
          } else {
            expect(constant.score, `score of ${rows} times ${name}`).toBe(0)
            if (constant.pValue !== undefined) expect(constant.pValue).toBe(1)
          }
        }
      }
    })
  }

  law('ranks a column without values last, without a score, and gives the reason', async () => {
    const result = await rank(lawSourceOf([['empty', columns[0][1].map(() => null)], ...columns]), spec)
    const last = result.rankings[0].scores.at(-1)!
    expect(last).toEqual({ feature: 'empty', score: null, rank: null, n: 0, why: 'no values' })
    expect(result.warnings.some(({ message }) => message.includes('empty'))).toBe(true)
    const others = byFeature(result)
    others.delete('empty')
    expectSame(others, await scoresOfCase(example), exact)
  })
})
