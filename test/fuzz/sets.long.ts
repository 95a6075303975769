import { setCriteria } from 'criba'
import type { ScoreResult } from 'criba'
import { drawOther, drawScore } from './calls.ts'
import { Coverage } from './coverage.ts'
import { fuzz } from './fuzz.ts'

const coverage = new Coverage()

fuzz(
  'sets',
  (draw, table) => (draw.chance(0.6) ? drawScore : drawOther)(draw, table),
  (call, result) => {
    const { scores = [], spec } = result as Partial<ScoreResult> & Pick<ScoreResult, 'spec'>
    coverage.add(call.name, ...scores.map(({ method }) => method), spec.missing, spec.discretise)
  },
)

coverage.checks(
  'every criterion of sets',
  setCriteria.map(({ id }) => id),
)
