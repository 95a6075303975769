import { setCriteria } from 'criba/methods'
import type { ScoreResult } from 'criba'
import { drawOther, drawScore } from './calls.ts'
import { fuzz } from './fuzz.ts'

fuzz('sets', (draw, table) => (draw.chance(0.6) ? drawScore : drawOther)(draw, table), {
  what: 'every criterion of sets',
  names: setCriteria.map(({ id }) => id),
  of: (call, result) => {
    const { scores = [], spec } = result as Partial<ScoreResult> & Pick<ScoreResult, 'spec'>
    return [call.name, ...scores.map(({ method }) => method), spec.missing, spec.discretise]
  },
})
