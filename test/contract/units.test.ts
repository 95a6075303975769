import { CribaError } from 'criba'
import type { RankResult } from 'criba'
import { expect } from 'vitest'
import { cases, isOverPairs, powerOfUnits, scoresOfCase } from './cases.ts'
import { exact, expectNear, expectSame } from './expectations.ts'
import { testLaws } from './laws.ts'
import { byFeature, countsRows, isNumeric, lawSourceOf, scoresOf } from './tables.ts'
import type { Columns } from './tables.ts'
import { runs } from '../properties/runs.ts'
import { rank } from '../untyped.ts'

const numeric = cases.filter(([, { criterion }]) => criterion.features.numeric !== null)

testLaws(numeric, (example, law) => {
  const { criterion, columns, spec, features, target } = example
  const power = powerOfUnits(criterion)
  const scaled = (map: (x: number) => number): Columns =>
    columns.map(([name, cells]) => [
      name,
      features.includes(name) && isNumeric(columns, name) ? cells.map((cell) => map(cell as number)) : cells,
    ])

  law('has the same score in other units', async () => {
    const expected = await scoresOfCase(example)
    if (countsRows(criterion)) {
      for (const discretise of ['equal-frequency', 'equal-width'] as const) {
        const here = { ...spec, discretise }
        const wanted = await scoresOf(columns, here)
        for (const a of [1024, 0.125].slice(0, runs(2))) {
          expectSame(
            await scoresOf(
              scaled((x) => a * x),
              here,
            ),
            wanted,
            exact,
          )
        }
      }
      return
    }
    if (power > 0) {
      const doubled = await scoresOf(
        scaled((x) => 2 * x),
        spec,
      )
      for (const [feature, { score }] of doubled) {
        expectNear(
          score,
          score === null ? null : expected.get(feature)!.score! * (power === 2 ? 4 : 2),
          1e-9,
          feature,
        )
      }
      return
    }
    for (const [a, b] of [
      [3.7, 11],
      [1e-6, 0],
      [1e6, -5],
    ].slice(0, runs(5))) {
      expectSame(
        await scoresOf(
          scaled((x) => a * x + b),
          spec,
        ),
        expected,
        1e-9,
      )
    }
  })

  if (!countsRows(criterion) && power === 0) {
    law(
      'has the same score in very small and very large units, or gives the reason for no score',
      async () => {
        const expected = await scoresOfCase(example)
        for (const exponent of [-1000, 500, -500, 700, -700, -300, 300].slice(0, runs(14))) {
          const found = await rank(lawSourceOf(scaled((x) => x * 2 ** exponent)), spec).catch(
            (error: unknown) => error,
          )
          if (found instanceof CribaError) continue
          const scores = byFeature(found as RankResult)
          // A fit of all columns is another one without those that cannot be used.
          const isOther = criterion.joint && [...scores.values()].some(({ score }) => score === null)
          for (const [feature, score] of scores) {
            if (isOther && score.score !== null) continue
            if (score.score === null) expect(score.why, `${feature} × 2^${exponent}`).toBeTruthy()
            else expectNear(score.score, expected.get(feature)!.score, 1e-9, `${feature} × 2^${exponent}`)
          }
        }
      },
    )
  }

  if (power > 0) {
    law('scales with the unit within the range of numbers, or gives the reason for no score', async () => {
      const expected = await scoresOfCase(example)
      for (const exponent of [-500, 300, 480, 600, -300, 900].slice(0, runs(40))) {
        const found = await rank(lawSourceOf(scaled((x) => x * 2 ** exponent)), spec).catch(
          (error: unknown) => error,
        )
        if (found instanceof CribaError) continue
        for (const [feature, { score, why }] of byFeature(found as RankResult)) {
          const wanted = expected.get(feature)!.score! * 2 ** exponent * (power === 2 ? 2 ** exponent : 1)
          if (score === null) expect(why, `${feature} × 2^${exponent}`).toBeTruthy()
          else expect(Math.abs(score / wanted - 1), `${feature} × 2^${exponent}: ${score}`).toBeLessThan(1e-9)
        }
      }
    })
  }

  if (criterion.signed && !criterion.twoClasses && !isOverPairs(example) && target !== null) {
    law('changes sign with the column', async () => {
      const expected = await scoresOfCase(example)
      for (const [feature, { score }] of await scoresOf(
        scaled((x) => -x),
        spec,
      )) {
        expectNear(score, -expected.get(feature)!.score! || 0, 1e-9, feature)
      }
    })
  }
})
