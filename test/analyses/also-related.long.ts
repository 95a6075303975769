import { select, tableFromColumns } from 'criba'
import { describe, expect, it } from 'vitest'
import { uniform } from './noise-searches.ts'

type Next = () => number
const normal = (next: Next) => Array.from({ length: 12 }, next).reduce((sum, one) => sum + one, -6)

/** Columns of several kinds, noise or shifted in the second class. */
const kinds: readonly (readonly [string, (next: Next, shift: number) => number | string])[] = [
  ['normal', (next, shift) => normal(next) + shift],
  ['lognormal', (next, shift) => Math.exp(normal(next) + shift)],
  ['90 % zeros', (next, shift) => (next() < 0.9 - 0.2 * shift ? 0 : normal(next))],
  ['eight levels', (next, shift) => `l${Math.min(7, Math.floor(8 * next() + shift))}`],
]

const runs = 200

describe('what else is related', () => {
  it.each(kinds)(
    '%s: of noise in at most 5 % of runs, beside true columns at most 5 % wrong',
    async (_, cell) => {
      let [onNoise, wrong, found] = [0, 0, 0]
      for (let run = 0; run < runs; run++) {
        const next = uniform(run + 1)
        const y = Array.from({ length: 120 }, () => (next() < 0.3 ? 'a' : 'b'))
        const make = (effects: number) =>
          tableFromColumns({
            ...Object.fromEntries(
              Array.from({ length: 60 }, (_, j) => [
                `x${j}`,
                y.map((one) => cell(next, j < effects && one === 'a' ? 1.2 : 0)),
              ]),
            ),
            y,
          })
        const noise = await select(make(0), { target: 'y', stop: 'significance:alpha=0' })
        if (noise.alsoRelated!.length > 0) onNoise++
        const { alsoRelated } = await select(make(12), { target: 'y', stop: 'significance:alpha=0' })
        const names = alsoRelated!.map(({ feature }) => Number(feature.slice(1)))
        const false_ = names.filter((j) => j >= 12).length
        wrong += names.length > 0 ? false_ / names.length : 0
        found += names.length - false_
      }
      // 5 % and three standard errors of 200 runs.
      expect(onNoise / runs).toBeLessThanOrEqual(0.05 + 3 * Math.sqrt((0.05 * 0.95) / runs))
      expect(wrong / runs).toBeLessThanOrEqual(0.05 + 0.02)
      expect(found / runs).toBeGreaterThan(1)
    },
    600_000,
  )
})
