import { expect, it } from 'vitest'
import { winnersOfNoise } from './noise-winners.ts'

it('the winner among 50 columns of noise beats its own chance most often, and that of all of them as often as alpha says', async () => {
  const runs = 200
  const { own, best } = await winnersOfNoise(runs)
  // 1 − 0.95^50 is 92 %. The bounds hold in 999 of 1,000 such tests.
  expect(own / runs).toBeGreaterThan(0.8)
  expect(own / runs).toBeLessThan(0.98)
  expect(best / runs).toBeLessThan(0.11)
  expect(best).toBeGreaterThan(0)
})
