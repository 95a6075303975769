import { rankers } from 'criba/methods'
import type { RankResult } from 'criba'
import { drawRank } from './calls.ts'
import { fuzz } from './fuzz.ts'

fuzz('rank', drawRank, {
  what: 'every ranker',
  names: rankers.map(({ id }) => id),
  of: (_, result) => {
    const { rankings, spec } = result as RankResult
    return [...rankings.map(({ method }) => method), spec.missing, spec.discretise]
  },
})
