import { expect, it } from 'vitest'
import { chosenOfNoise } from './weighted-noise.ts'

it('sampling weights choose no noise where weights as repeated rows choose all of it', async () => {
  const { counted, sampled } = await chosenOfNoise(15)
  expect(counted.length).toBeGreaterThan(5)
  expect(sampled).toEqual([])
})
