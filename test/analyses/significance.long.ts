import { expect, it } from 'vitest'
import { searchesThatChoseNoise } from './noise-searches.ts'

it('the significance of a gain chooses something in about alpha of the searches on noise', async () => {
  // 10 are expected; more than 22 have a probability of 1 in 10,000.
  expect(await searchesThatChoseNoise(100)).toBeLessThanOrEqual(22)
})
