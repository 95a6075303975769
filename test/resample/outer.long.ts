import { tableFromColumns } from 'criba'
import { describe, expect, it } from 'vitest'
import { binomialAtLeast } from '../../dist/src/methods/measures/tails.js'
import { randomOf } from '../contract/tables.ts'
import { select } from '../untyped.ts'

/** Columns and a target of noise. */
function noise(seed: number, rows: number, columns: number) {
  const random = randomOf(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const draw = () => Array.from({ length: rows }, normal)
  return tableFromColumns({
    ...Object.fromEntries(Array.from({ length: columns }, (_, i) => [`x${i}`, draw()])),
    y: draw(),
  })
}

const seeds = Array.from({ length: 100 }, (_, seed) => 1000 + seed)

describe('error rates over 100 tables of noise', () => {
  it.each(['meinshausen-buhlmann', 'shah-samworth'])(
    'stability selection keeps no more than its bound: %s',
    async (bound) => {
      let [wrong, expected] = [0, 0]
      for (const seed of seeds) {
        const method = `stability-selection:q=3,bound=${bound}`
        const found = await select(noise(seed, 100, 25), { target: 'y', method, criterion: 'pearson' })
        wrong += found.selected.length
        expected = Number(found.options['errors'])
      }
      // So many wrong columns or more have a probability of at least 1 % if the bound holds, as a Poisson count.
      const allowed = seeds.length * expected
      expect(wrong).toBeLessThan(allowed + 2.33 * Math.sqrt(allowed))
      expect(wrong).toBeGreaterThan(0)
    },
  )

  it('evidence of rfe-resampled is at chance, where the score of the size that it chose is above', async () => {
    let [honest, chosen] = [0, 0]
    for (const seed of seeds) {
      const found = await select(noise(seed, 60, 15), {
        target: 'y',
        method: 'rfe-resampled',
        evidence: true,
      })
      const { size, sizes, none } = found.sizeChoice!
      honest += (found.evidence!.selected.mean - found.evidence!.none.mean) / seeds.length
      const score = sizes.scores.find(({ columns }) => columns === size)!
      chosen += (score.mean - none.mean) / seeds.length
    }
    expect(honest).toBeLessThan(0)
    expect(chosen).toBeGreaterThan(honest + 0.02)
  })

  it('Boruta of forests confirms about one column of noise in a hundred', async () => {
    let wrong = 0
    const criterion = 'forest-importance:kind=permutation,trees=100'
    for (const seed of seeds) {
      const found = await select(noise(seed, 80, 8), { target: 'y', method: 'boruta:runs=30', criterion })
      wrong += found.selected.length
    }
    // The runs are of the same rows, so the level of its test is no bound; a rate of 3 % would be refuted.
    expect(binomialAtLeast(wrong, seeds.length * 8, 0.02)).toBeGreaterThan(0.01)
  })
})
