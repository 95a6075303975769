import type { RankResult } from 'criba'
import { describe, expect, it } from 'vitest'
import { numberOf, reference, tableOf } from './reference.ts'
import { rank } from '../untyped.ts'

/** Relative, as everywhere. An information near 0 is a difference of entropies, exact to about 1e-15 bits each. */
const relative = 1e-9
const bits = 1e-13
const inBits = [
  'mutual-information',
  'information-gain',
  'gain-ratio',
  'symmetrical-uncertainty',
  'mdfs',
  'mdfs:dimensions=1',
]

let compared = 0
let others = 0

for (const [place, { data, target, task, features, bins, methods }] of reference.cases.entries()) {
  const name = typeof data === 'string' ? data : Object.keys(data.columns).join(', ')
  const table = await tableOf(data)
  describe(`case ${place + 1}: ${name} → ${target}, ${bins} bins`, () => {
    const drop = table.columns
      .map((column) => column.name)
      .filter((column) => column !== target && !features.includes(column))
    // All at once: as many calls would ask the same.
    const isAlone = (method: string) => ['variance', 'vif'].includes(method)
    const by = Object.keys(methods).filter((method) => !isAlone(method))
    let together: Promise<RankResult> | undefined
    const rankingOf = async (method: string) => {
      if (isAlone(method)) return (await rank(table, { drop: [...drop, target], by: [method] })).rankings[0]
      together ??= rank(table, { target, task, bins, drop, by })
      return (await together).rankings[by.indexOf(method)]
    }
    it.each(Object.entries(methods))('%s', async (method, values) => {
      const ranking = await rankingOf(method)
      const scores = new Map(ranking.scores.map((score) => [score.feature, score]))
      expect(Object.keys(values).length).toBeGreaterThan(0)
      for (const [feature, value] of Object.entries(values)) {
        const { score, pValue, pFrom, n } = scores.get(feature)!
        expectClose(score!, numberOf(value.score), `score of ${feature}`, inBits.includes(method) ? bits : 0)
        expect(n, `n of ${feature}`).toBe(value.n)
        // Where a table is sparse its law does not hold, and p comes from elsewhere.
        if (value.sparse) expect(pFrom, `p of ${feature}`).not.toBe('law')
        else if (value.pValue !== undefined && isOfLaw(pFrom)) {
          compared++
          expectClose(pValue!, value.pValue, `p of ${feature}`)
        } else if (value.pValue !== undefined) others++
      }
    })
  })
}

// Elsewhere values are too far from normal for the law, and permutations decide.
it('nine in ten p-values are of the law', () => {
  expect(compared / (compared + others)).toBeGreaterThan(0.9)
})

function isOfLaw(pFrom: string | undefined): boolean {
  return pFrom === undefined || pFrom === 'law' || pFrom === 'exact'
}

function expectClose(actual: number, expected: number, what: string, absolute = 0): void {
  if (!Number.isFinite(expected)) {
    expect(actual, what).toBe(expected)
    return
  }
  const allowed = relative * Math.abs(expected) + absolute
  expect(Math.abs(actual - expected), `${what}: ${actual} for ${expected}`).toBeLessThanOrEqual(allowed)
}
