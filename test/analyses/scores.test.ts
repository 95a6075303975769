import { readFileSync } from 'node:fs'
import { tableFromCsv } from 'criba'
import { describe, expect, it } from 'vitest'
import { rank, score, select } from '../untyped.ts'

const diabetes = await tableFromCsv(
  readFileSync(new URL('../../examples/diabetes.csv', import.meta.url), 'utf8'),
)
const progression = { target: 'progression' }

describe('the scores of a selection', () => {
  it.each(['pearson', 'z-score', 'spearman', 'kendall'])(
    'keep their sign, as in a ranking: %s',
    async (criterion) => {
      const { rankings } = await rank(diabetes, { ...progression, by: [criterion] })
      const ranked = rankings[0].scores.map(({ feature, score }) => [feature, score])
      for (const search of ['ranking', 'forward', 'beam']) {
        const { steps, score } = await select(diabetes, { ...progression, criterion, search, k: 5 })
        expect(steps.map(({ feature, score }) => [feature, score])).toEqual(ranked.slice(0, 5))
        expect(steps.some(({ score }) => score < 0)).toBe(true)
        expect(score).toBe(ranked[4][1])
      }
    },
  )

  it.each(['forward', 'beam', 'best-first'])(
    'of the start of %s are given where nothing joins',
    async (search) => {
      const features = ['bmi', 's5']
      const spec = { ...progression, criterion: 'sse', search, startFrom: features, stop: 'gain:0.9' }
      const found = await select(diabetes, spec)
      expect(found.selected).toEqual(features)
      const { scores } = await score(diabetes, { ...progression, features, by: ['sse'] })
      expect(found.score).toBeCloseTo(scores[0].score!, 12)
    },
  )
})
