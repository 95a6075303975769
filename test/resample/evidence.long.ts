import { describe, it } from 'vitest'
import { asked, expectChance, expectEvidence, learned } from './evidence-studies.ts'

describe('evidence', () => {
  it.each(learned)(
    'of noise by $criterion is at chance level, where the score of columns chosen from all rows is not',
    (one) => expectChance(one, 600, 5),
  )

  it.each(asked.map((spec) => [JSON.stringify(spec), spec] as const))(
    'is given and recreated with %s',
    (_, spec) => expectEvidence(spec, true),
  )
})
