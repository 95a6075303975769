import { setCriteria } from 'criba/methods'
import type { ScoreResult } from 'criba'
import { fuzz } from './fuzz.ts'

fuzz('sets', {
  what: 'every criterion of sets',
  names: setCriteria.map(({ id }) => id),
  of: (call, result) => {
    const { scores = [], spec } = result as Partial<ScoreResult> & Pick<ScoreResult, 'spec'>
    return [call.name, ...scores.map(({ method }) => method), spec.missing, spec.discretise]
  },
})
