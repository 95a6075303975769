import { describe, expect, it } from 'vitest'
import { noiseInGroups, noiseInTime, noiseWithinGroups } from './dependent-noise.ts'

describe('noise of rows that are not independent', () => {
  // 8 or more of 40 at 6 % have a probability of 0.2 %.
  it.each([
    ['a target of patients, 8 columns', () => noiseInGroups(40, 8)],
    ['a target of patients, 50 columns', () => noiseInGroups(40, 50)],
    ['a target that varies within patients, 20 columns', () => noiseWithinGroups(40, 20)],
    ['series of correlation 0.95, 50 columns', () => noiseInTime(40, 50)],
    ['series of correlation 0.5, 20 columns', () => noiseInTime(40, 20, 0.5)],
  ] as const)('%s', async (_, run) => {
    const { chose, synergies } = await run()
    expect(synergies).toBe(0)
    expect(chose).toBeLessThan(8)
  })
})
