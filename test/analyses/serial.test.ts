// Autocorrelation in the order of the rows, worked by hand.
import { describe, expect, it } from 'vitest'
import { runsOf, serialOfClasses, serialOfNumbers } from '../../src/analyses/profile/serial-dependence.ts'

const onLevel = new Uint8Array(8)

describe('numbers in the order of the rows', () => {
  it('have the correlation of neighbours that the nearest monotone series leaves', () => {
    // Ranks without their mean: −1, 1, −1, 1. The nearest rising series is −1, 0, 0, 1, and leaves 0, 1, −1, 0: r = −1/2, z = r·√4.
    expect(serialOfNumbers(Float64Array.of(0, 1, 0, 1), onLevel)).toEqual({ r: -0.5, z: -1 })
    // Downwards 1, −1, 1, −1: the nearest falling series is 1, 0, 0, −1.
    expect(serialOfNumbers(Float64Array.of(1, 0, 1, 0), onLevel)).toEqual({ r: -0.5, z: -1 })
    // −2, −2, 2, 2, 2, 2, −2, −2: rising to −2, −2, 2/3 six times leaves 4/3 four times and −8/3 twice, falling the mirror image:
    // r = (3·16/9 − 32/9 + 64/9) / (4·16/9 + 2·64/9) = 80/192.
    const { r, z } = serialOfNumbers(Float64Array.of(0, 0, 1, 1, 1, 1, 0, 0), onLevel)
    expect(r).toBeCloseTo(80 / 192, 14)
    expect(z).toBeCloseTo((80 / 192) * Math.sqrt(8), 14)
  })

  it('that follow their level or a trend leave nothing', () => {
    expect(serialOfNumbers(Float64Array.of(1, 1, 2, 2, 9, 9, 9, 9), onLevel)).toEqual({ r: 0, z: 0 })
    expect(serialOfNumbers(Float64Array.of(1, 2, 1, 2), [0, 1, 0, 1])).toEqual({ r: 0, z: 0 })
  })
})

describe('classes in the order of the rows', () => {
  it('are alike more often than by chance', () => {
    // Six of eleven neighbours are alike, by chance 2·6·5/(12·11) = 5/11: (6/11 − 5/11) / (1 − 5/11) = 1/6.
    const { r, z } = serialOfClasses([0, 0, 0, 1, 1, 0, 1, 1, 1, 0, 0, 1])
    expect(r).toBeCloseTo(1 / 6, 14)
    expect(z).toBeCloseTo(Math.sqrt(12) / 6, 14)
  })

  it('in about one run each say nothing', () => {
    expect(serialOfClasses([0, 0, 1, 1, 0, 0, 1, 1])).toEqual({ r: 0, z: 0 })
    expect(serialOfClasses([0, 0, 1, 1, 0, 0, 1, 1, 0]).z).not.toBe(0)
  })

  it('have runs of equal values, counted up to the last of so many levels', () => {
    expect(runsOf([3, 3, 1, 3, 2, 2])).toEqual({ runs: 4, levels: 3 })
    expect(runsOf([3, 3, 1, 3, 2, 2], 2)).toEqual({ runs: 2, levels: 2 })
  })
})
