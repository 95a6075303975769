import { describe, expect, it } from 'vitest'
import {
  histogramBins,
  histogramRules,
  meanLogWidth,
} from '../../dist/src/methods/discretisers/histogram-rules.js'
import type { HistogramRule, HistogramSample } from '../../dist/src/methods/discretisers/histogram-rules.js'
import { near } from '../laws/given.ts'
import { casesOf, columnOf, plainEntropy, tableOf } from './tables.ts'

/** What the rules look at, by definition. */
function sampleOf(values: readonly number[]): HistogramSample {
  const sorted = values.toSorted((a, b) => a - b)
  const n = values.length
  const mean = values.reduce((a, b) => a + b, 0) / n
  const quartile = (share: number) => {
    const at = (n - 1) * share
    const below = Math.floor(at)
    return sorted[below] + (at - below) * (sorted[Math.min(below + 1, n - 1)] - sorted[below])
  }
  return {
    n,
    min: sorted[0],
    max: sorted[n - 1],
    deviation: Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / n),
    quartiles: [quartile(0.25), quartile(0.75)],
  }
}

const rules: Readonly<Record<string, HistogramRule>> = {
  sqrt: 'sqrt',
  sturges: 'sturges',
  scott: 'scott',
  fd: 'freedman-diaconis',
}

interface Histogram {
  readonly dataset: string
  readonly column: string
  readonly rule: string
  readonly bins: number
  readonly counts: number[]
  readonly value: number
}

describe('histogram rules', () => {
  it.each(casesOf<Histogram>('histogram-bins'))('reference: $dataset $column $rule', (one) => {
    const sample = sampleOf(columnOf(one.dataset, one.column) as number[])
    expect(histogramBins(sample, rules[one.rule])).toBe(one.value)
  })

  const given = (n: number, spread: Partial<HistogramSample> = {}): HistogramSample => ({
    n,
    min: 0,
    max: 10,
    deviation: 2,
    quartiles: [2, 6],
    ...spread,
  })

  it.each<[string, HistogramRule, HistogramSample, number]>([
    ['√100', 'sqrt', given(100), 10],
    ['√101', 'sqrt', given(101), 11],
    ['log₂ 64 + 1', 'sturges', given(64), 7],
    ['log₂ 65 + 1', 'sturges', given(65), 8],
    // 24√π = 42.54: width (0.3403)^(1/3)·2 = 1.396 of 125 rows.
    ['10/1.396', 'scott', given(125), 8],
    // Width 2·4/5 = 1.6 of 125 rows, 8/10 of 1,000: exactly 12.5 parts.
    ['10/1.6', 'freedman-diaconis', given(125), 7],
    ['10/0.8', 'freedman-diaconis', given(1000), 13],
    ['10/(8/4) = 5 exactly', 'freedman-diaconis', given(64), 5],
    // The least numbers there are: 4/1 times as wide, ∛64 = 4, halved.
    ['4·4/2', 'freedman-diaconis', given(64, { max: 2e-323, quartiles: [0, 5e-324] }), 8],
    // ±1e308 is 4 times as wide as ±2.5e307.
    ['4·4/2', 'freedman-diaconis', given(64, { min: -1e308, max: 1e308, quartiles: [-2.5e307, 2.5e307] }), 8],
    ['IQR 0: as Sturges', 'freedman-diaconis', given(64, { quartiles: [3, 3] }), 7],
  ])('%s', (_, rule, sample, bins) => {
    expect(histogramBins(sample, rule)).toBe(bins)
  })

  it('take exact cube roots: parts of width 2·IQR/∛n where they divide the range', () => {
    for (let root = 2; root <= 200; root++) {
      const sample = given(root * root * root, { min: 0, max: 8, quartiles: [2, 6] })
      expect(histogramBins(sample, 'freedman-diaconis')).toBe(root)
    }
  })

  it('take exact logarithms of powers of two', () => {
    for (let power = 1, n = 2; power <= 52; power++, n *= 2) {
      expect(histogramRules.sturges(given(n))).toBe(power + 1)
      expect(histogramRules.sturges(given(n + 1))).toBe(power + 2)
    }
  })

  it('give one bin of a constant', () => {
    for (const rule of Object.values(rules)) {
      expect(histogramBins(given(50, { max: 0, deviation: 0, quartiles: [0, 0] }), rule)).toBe(1)
    }
  })

  it('take those of Sturges where the deviation is beyond numbers', () => {
    for (const deviation of [0, Infinity, NaN])
      expect(histogramBins(given(64, { deviation }), 'scott')).toBe(7)
  })
})

describe('the width of bins', () => {
  it.each(casesOf<Histogram>('histogram-entropy'))(
    'makes of H of bins that of numbers: $dataset $column $rule $bins',
    ({ dataset, column, counts, value }) => {
      const { min, max } = sampleOf(columnOf(dataset, column) as number[])
      const edges = Array.from(
        { length: counts.length + 1 },
        (_, i) => min + (i * (max - min)) / counts.length,
      )
      const bits = plainEntropy(tableOf([counts.length], counts), [0]) + meanLogWidth(counts, edges)
      near(bits * Math.LN2, value)
    },
  )

  it('of unequal bins is weighed by their rows', () => {
    // Widths 1, 4, 8 with 2, 1, 1 rows; the empty bin of width 16 does not count.
    expect(meanLogWidth([2, 1, 0, 1], [0, 1, 5, 21, 29])).toBe((0 * 2 + 2 + 3) / 4)
    expect(meanLogWidth([], [0])).toBe(0)
  })

  it('is that of numbers beyond which there are none', () => {
    // From −2^1023 to 2^1023: 2^1024.
    expect(meanLogWidth([5], [-(2 ** 1023), 2 ** 1023])).toBe(1024)
  })

  it('of a constant is −∞, as is its differential entropy', () => {
    expect(meanLogWidth([5], [3, 3])).toBe(-Infinity)
  })
})
