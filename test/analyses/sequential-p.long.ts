import { expect, it } from 'vitest'
import { binomialAtLeast } from '../../dist/src/methods/measures/tails.js'
import { choicesOfNoise } from './noise-rankings.ts'

it('a ranking cut at a false discovery rate chooses noise as often as the rate allows', async () => {
  expect(binomialAtLeast(await choicesOfNoise(40), 40, 0.05)).toBeGreaterThan(0.001)
})
