import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { setStability } from '../../dist/src/methods/measures/set-stability.js'
import { runs } from '../properties/runs.ts'

const setsOf = (...names: readonly string[]) => names.map((letters) => new Set(letters))

describe('the stability of sets', () => {
  it('has the values worked by hand', () => {
    // Pairs share 2, 1 and 1 of 4, 5 and 5 columns; Kuncheva: (2·10 − 9)/(3·7), (1·10 − 9)/21 twice.
    const found = setStability(setsOf('abc', 'abd', 'aef'), 10)
    expect(found.jaccard).toBeCloseTo((2 / 4 + 1 / 5 + 1 / 5) / 3, 14)
    expect(found.kuncheva).toBeCloseTo((11 + 1 + 1) / 63, 14)
    // Σ p(1−p) of p = 1, 2/3, 1/3, 1/3, 1/3, 1/3: 2/9 five times; Φ = 1 − (3/2)(10/9)/10 / (0.3·0.7).
    expect(found.nogueira!.value).toBeCloseTo(1 - ((3 / 2) * (10 / 9)) / 10 / 0.21, 14)
  })

  it('has the worked values of Kuncheva (2007): both extremes, and a single column of ten', () => {
    // Two halves without a column in common: (0·10 − 25)/(5·5); single columns that differ: (0·10 − 1)/(1·9).
    expect(setStability(setsOf('abcde', 'fghij'), 10).kuncheva).toBe(-1)
    expect(setStability(setsOf('a', 'b'), 10).kuncheva).toBeCloseTo(-1 / 9, 14)
    expect(setStability(setsOf('abcde', 'abcde'), 10)).toEqual({
      jaccard: 1,
      kuncheva: 1,
      nogueira: { value: 1, interval: [1, 1] },
    })
  })

  it('leaves out what is not defined: sets of several sizes, empty sets, all columns', () => {
    expect(setStability(setsOf('ab', 'a'), 5).kuncheva).toBeNull()
    expect(setStability(setsOf('', ''), 5)).toEqual({ jaccard: 1, kuncheva: null, nogueira: null })
    expect(setStability(setsOf('abc', 'abc'), 3)).toEqual({ jaccard: 1, kuncheva: null, nogueira: null })
  })

  const sets = fc
    .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 7, max: 12 }))
    .chain(([size, columns]) =>
      fc.tuple(
        fc.constant(columns),
        fc.array(
          fc.shuffledSubarray([...'abcdefghijkl'].slice(0, columns), { minLength: size, maxLength: size }),
          { minLength: 2, maxLength: 9 },
        ),
      ),
    )

  it("of one size: Nogueira's Φ is Kuncheva's consistency, by their theorem", () =>
    fc.assert(
      fc.property(sets, ([columns, names]) => {
        const found = setStability(
          names.map((set) => new Set(set)),
          columns,
        )
        expect(found.nogueira!.value).toBeCloseTo(found.kuncheva!, 12)
      }),
      { numRuns: runs(500) },
    ))

  it('has an interval that holds the true value in about 95 % of draws', () => {
    let state = 7
    const random = () => (state = (state * 48271) % 2147483647) / 2147483647
    // Five columns of twenty are chosen with 80 %, the others with 10 %.
    const shares = [...'abcdefghijklmnopqrst'].map((letter, i) => [letter, i < 5 ? 0.8 : 0.1] as const)
    const mean = shares.reduce((sum, [, p]) => sum + p, 0) / 20
    const spread = shares.reduce((sum, [, p]) => sum + p * (1 - p), 0) / 20
    const truth = 1 - spread / (mean * (1 - mean))
    let held = 0
    const draws = Math.max(200, runs(1000))
    for (let draw = 0; draw < draws; draw++) {
      const some = Array.from(
        { length: 200 },
        () => new Set(shares.filter(([, p]) => random() < p).map(([letter]) => letter)),
      )
      const [low, high] = setStability(some, 20).nogueira!.interval
      if (low <= truth && high >= truth) held++
    }
    expect(held / draws).toBeGreaterThan(0.93)
    expect(held / draws).toBeLessThan(0.97)
  })

  it('has the interval that the code of Nogueira, Sechidis and Brown computes', () => {
    const { value, interval } = setStability(setsOf('abc', 'abd', 'aef'), 10).nogueira!
    expect(value).toBeCloseTo(0.2063492063492, 12)
    expect((interval[1] - interval[0]) / 2).toBeCloseTo(
      1.959963984540054 * Math.sqrt(0.007465263197185594),
      12,
    )
  })

  it('has the interval worked by hand for sets of several sizes', () => {
    // Of 6 columns k̄/d = 1/3, p = 1, 2/3, 1/3: Φ = 1 − (3/2)(4/9)/6 / (2/9) = 1/2; φ_i = 19/16, 22/16, 21/16,
    // so v = 4/9 · Σ(φ_i − 31/24)² = 7/864.
    const { value, interval } = setStability(setsOf('a', 'ab', 'abc'), 6).nogueira!
    expect(value).toBeCloseTo(1 / 2, 14)
    expect((interval[1] - interval[0]) / 2).toBeCloseTo(1.959963984540054 * Math.sqrt(7 / 864), 14)
  })
})
