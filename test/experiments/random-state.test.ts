// Values of numpy.random.RandomState of NumPy 1.24, printed by Python.
import { randomState } from 'criba/experiments'
import { describe, expect, it } from 'vitest'

const times = <T>(n: number, draw: () => T) => Array.from({ length: n }, draw)

describe('RandomState', () => {
  it('draws uniform numbers of 53 bits as rand()', () => {
    expect(times(5, randomState(13).uniform)).toEqual([
      0.7777024105738202, 0.2375412200349123, 0.8242785326613685, 0.9657491980429997, 0.9726011139048933,
    ])
    expect(times(100_001, randomState(13).uniform).at(-1)).toBe(7.368571196697538e-5)
  })

  it('draws normal numbers as normal(mean, deviation), two at a time', () => {
    const { normal } = randomState(13)
    expect(times(5, () => normal(0.5, 0.1))).toEqual([
      0.4287609337949412, 0.5753766378659703, 0.49554969216619466, 0.545181233874579, 0.634510170845101,
    ])
  })

  it('keeps the second normal number while it draws others', () => {
    const state = randomState(13)
    times(3000, state.uniform)
    expect([state.normal(0.5, 1), state.uniform(), state.normal(0.5, 1)]).toEqual([
      0.30594524615844304, 0.9866082808363458, 0.10192880624436962,
    ])
  })

  it('draws 100,001 normal numbers, to the last digits of their sum', () => {
    const { normal } = randomState(13)
    const all = times(100_001, () => normal(0, 1))
    expect(all.at(-1)).toBeCloseTo(-0.829029444948989, 15)
    expect(all.reduce((sum, value) => sum + value, 0)).toBeCloseTo(455.6364359173395, 9)
  })

  it('permutes as permutation(n), and goes on with the same draws', () => {
    const state = randomState(13)
    expect(state.permutation(20)).toEqual([
      11, 12, 0, 1, 8, 5, 7, 15, 14, 13, 3, 17, 9, 4, 2, 6, 19, 10, 16, 18,
    ])
    expect(state.uniform()).toBe(0.058512491882074746)
  })

  it('takes the greatest seed', () => {
    const state = randomState(2 ** 32 - 1)
    expect([state.uniform(), ...state.permutation(5)]).toEqual([0.0976320289940138, 1, 2, 0, 3, 4])
  })

  it('permutes the red wines as train_test_split(random_state=13)', () => {
    const order = randomState(13).permutation(1599)
    expect(order.slice(0, 8)).toEqual([912, 1391, 486, 812, 980, 1442, 67, 1590])
    expect(order.slice(-8)).toEqual([748, 153, 866, 742, 1552, 74, 176, 338])
    expect(order.reduce((sum, value, place) => sum + value * place, 0)).toBe(1_027_725_147)
  })
})
