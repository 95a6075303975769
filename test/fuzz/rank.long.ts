import { rankers } from 'criba'
import type { RankResult } from 'criba'
import { drawRank } from './calls.ts'
import { Coverage } from './coverage.ts'
import { fuzz } from './fuzz.ts'

const coverage = new Coverage()

fuzz('rank', drawRank, (_, result) => {
  const { rankings, spec } = result as RankResult
  coverage.add(...rankings.map(({ method }) => method), spec.missing, spec.discretise)
})

coverage.checks(
  'every ranker',
  rankers.map(({ id }) => id),
)
