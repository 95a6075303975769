import { rankers } from 'criba/methods'
import type { RankResult } from 'criba'
import { fuzz } from './fuzz.ts'

fuzz('rank', {
  what: 'every ranker',
  names: rankers.map(({ id }) => id),
  of: (_, result) => {
    const { rankings, spec } = result as RankResult
    return [...rankings.map(({ method }) => method), spec.missing, spec.discretise]
  },
})
