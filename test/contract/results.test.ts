import type { RankResult } from 'criba'
import { expect, it } from 'vitest'
import { cases, isOverPairs, defaultsOf, isJoint } from './cases.ts'
import { deepFreeze, expectPlain } from './expectations.ts'
import { testLaws, turnOf } from './laws.ts'
import { briefOptions, lawSource, pierce, tableOf } from './tables.ts'
import type { Columns } from './tables.ts'
import { inTurn } from '../properties/runs.ts'
import { rank } from '../untyped.ts'

testLaws(cases, (example, law) => {
  const { criterion, columns, spec, features, target } = example
  law(
    'gives a plain, consistent result',
    async () => {
      const table = tableOf(pierce(columns, features.slice(0, 2), 0.1, 11))
      const result = await rank(table, spec)
      expectPlain(result)
      expect(JSON.parse(JSON.stringify(result))).toEqual(result)
      const named = spec.target ?? target
      expect(result.data).toMatchObject({ rows: table.rows, features: features.length, target: named })
      const [{ method, better, units, scores, options }] = result.rankings
      expect({ method, better, units }).toEqual({
        method: criterion.id,
        better: criterion.better,
        units: criterion.unitsUnder?.(defaultsOf(criterion), spec.task as 'regression') ?? criterion.units,
      })
      expect(result.spec.by).toEqual([{ method, options }])
      expect(scores.map(({ feature }) => feature).sort()).toEqual([...features].sort())

      const merit = (score: number) =>
        (criterion.signed ? Math.abs(score) : score) * (better === 'higher' ? 1 : -1)
      const scored = scores.filter(({ score }) => score !== null)
      expect(scores.slice(0, scored.length)).toEqual(scored)
      for (const { feature, score, rank: place, pValue, qValue, n } of scored) {
        const size = merit(score!)
        const ahead = scored.filter((other) => merit(other.score!) - size > 1e-12 * Math.abs(size)).length
        const tied = scored.filter((other) => Math.abs(merit(other.score!) - size) <= 1e-12 * Math.abs(size))
        // A method that scores all columns together may order equal scores.
        if (isJoint(criterion)) {
          expect(place).toBeGreaterThan(ahead)
          expect(place).toBeLessThanOrEqual(ahead + tied.length)
        } else expect(place, `place of ${feature}`).toBe(ahead + 1)
        expect(Number.isFinite(score), feature).toBe(true)
        expect(n).toBeGreaterThan(0)
        const hasLaw = criterion.pValue !== undefined && !isOverPairs(example)
        expect(pValue === undefined, `p of ${feature}`).toBe(!hasLaw)
        if (pValue === undefined) continue
        expect(pValue).toBeGreaterThanOrEqual(0)
        expect(pValue).toBeLessThanOrEqual(1)
        expect(qValue).toBeGreaterThanOrEqual(pValue)
        expect(qValue).toBeLessThanOrEqual(1)
      }
    },
    { ofEach: true },
  )

  law('gives the same result again, also from the spec in it', async () => {
    const table = tableOf(columns)
    const withoutSeconds = (result: RankResult) => ({ ...result, seconds: 0 })
    const first = withoutSeconds(await rank(table, { ...spec, seed: 3 }))
    const { target: name, weights, bins, task, ...shown } = first.spec
    const again = withoutSeconds(
      await rank(table, {
        ...shown,
        task,
        ...(name !== null && { target: name }),
        ...(weights !== null && { weights }),
        ...(bins !== null && { bins }),
      }),
    )
    expect(again).toEqual(first)
  })

  law('changes neither the table nor the spec', async () => {
    const table = tableOf(pierce(columns, features.slice(0, 1), 0.1, 5))
    const bits = () =>
      table.columns.map((column) => [
        column.type === 'numeric'
          ? [...new BigUint64Array(column.values.slice().buffer)]
          : [...column.codes, ...column.levels],
        column.missing && [...column.missing],
      ])
    const before = bits()
    const frozen = deepFreeze({
      ...spec,
      by: [{ method: criterion.id, options: briefOptions(criterion) }],
      types: {},
      drop: [],
    })
    await rank(lawSource(table), frozen)
    if (target && !criterion.pValue) await rank(table, deepFreeze({ ...frozen, permutations: 1 }))
    for (const missing of inTurn(['complete', 'median'] as const, turnOf(criterion.id), 2))
      await rank(lawSource(table), deepFreeze({ ...frozen, missing }))
    expect(bits()).toEqual(before)
  })
})

it('shows only the levels of the rows that count', async () => {
  const text: Columns = [
    ['x', ['u', 'v', 'w', 'u', 'v', 'u']],
    ['y', ['no', 'yes', 'odd', 'yes', 'no', 'yes']],
    ['hole', [1, 1, null, 2, 2, 1]],
    ['weight', [1, 1, 0, 1, 1, 2]],
  ]
  for (const spec of [{ missing: 'complete', drop: ['weight'] }, { weights: 'weight' }] as const) {
    const { coding } = await rank(tableOf(text), { ...spec, target: 'y' })
    expect(coding.find(({ feature }) => feature === 'x')?.levels).toEqual(['u', 'v'])
    expect(coding.find(({ feature }) => feature === 'y')?.levels).toEqual(['no', 'yes'])
  }
})
