import { rank, tableFromColumns } from 'criba'
import { expect, it } from 'vitest'
import { rankingText } from '../../dist/src/report/ranking-text.js'

const table = tableFromColumns({
  far: [1, 2, 1, 9, 9, 8],
  near: [1, 3, 2, 2, 3, 1],
  odd: [2, 1, 1, 3, 2, 3],
  level: ['u', 'u', 'u', 'v', 'v', 'v'],
  y: ['n', 'n', 'n', 'p', 'p', 'p'],
})

it('mean ranks are over the methods that took a column, with ranks among fewer columns scaled to all', async () => {
  const result = await rank(table, { target: 'y', by: ['anova-f', 'information-gain'] })
  const levels = result.rankings[1].scores
  expect(levels.find(({ feature }) => feature === 'level')!.rank).toBe(1)
  const found = new Map(result.meanRank!.map(({ feature, ...rest }) => [feature, rest]))
  // First by the only method that took it; it would be 18th of 80 if it were ranked last by the other.
  const tied = levels.filter(({ rank }) => rank === 1).length
  expect(found.get('level')).toEqual({ rank: (1 + tied) / 2, methods: 1 })
  // First of three by anova-f: ½ + ½·4/3.
  const far = levels.find(({ feature }) => feature === 'far')!.rank!
  const shared = levels.filter(({ rank }) => rank === far).length
  expect(found.get('far')!.rank).toBeCloseTo((0.5 + 0.5 * (4 / 3) + far + (shared - 1) / 2) / 2, 12)
  expect(found.get('far')!.methods).toBe(2)
  const text = rankingText(result, 'some.csv', { width: 120, colour: false, lines: 40 })
  expect(text).toMatch(/level +\d\.\d\d +of 1\/2/)
})
