import { tableFromColumns } from 'criba'
import { expect, it } from 'vitest'
import { rankingText } from '../../dist/src/report/ranking-text.js'
import { rank } from '../untyped.ts'

it.each([1, 2])(
  'a table of more lines than a call takes arguments is printed in full, methods: %i',
  async (methods) => {
    const small = await rank(tableFromColumns({ a: [1, 2, 4, 4], y: [1, 2, 3, 5] }), {
      target: 'y',
      task: 'regression',
      by: ['pearson', 'spearman'].slice(0, methods),
    })
    const lines = 150_000
    const features = Array.from({ length: lines }, (_, i) => `f${i}`)
    const rankings = small.rankings.map((ranking) => ({
      ...ranking,
      scores: features.map((feature, i) => ({ ...ranking.scores[0], feature, rank: i + 1 })),
    }))
    const meanRank = features.map((feature, i) => ({ feature, rank: i + 1, methods }))
    const display = { width: 80, colour: false, lines: Infinity }
    const text = rankingText({ ...small, rankings, ...(methods > 1 && { meanRank }) }, 'wide', display)
    expect(text.split('\n').filter((line) => / f\d+ /.test(line))).toHaveLength(lines)
  },
)
