import { describe, it } from 'vitest'
import { expectChance, expectFewChosen, expectNoSmallP, supervised } from './noise-cuts.ts'

describe.each(supervised)('cuts by the target, %s', (discretise) => {
  it('predict noise no better than chance, in every fold', () => expectChance(discretise, 40))

  it('give noise no p-values below chance', () => expectNoSmallP(discretise, 100))

  it('choose few columns of noise', () => expectFewChosen(discretise, 40))
})
