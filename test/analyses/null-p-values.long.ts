import { describe, expect, it } from 'vitest'
import { rankMethods } from '../../dist/src/methods/criteria/rank-methods.js'
import { binomialAtLeast, binomialAtMost } from '../../dist/src/methods/measures/tails.js'
import { rank } from '../untyped.ts'
import { classTargets, kindsOfNoise, nullTable, numericTargets } from './null-columns.ts'

/** Many tables of few columns each, as columns beside the same target are not independent. */
const [tables, size] = [120, { rows: 80, columns: 6 }]
/** Of all cells, one in a hundred thousand fails by chance. */
const chance = 1e-5 / 400
/** P-values of values on few levels are coarse: they may be too large. */
const coarse = new Set(['sparse', 'binary', 'tied'])

const rankers = Object.values(rankMethods).map(({ criterion }) => criterion)

describe('p-values of columns that nothing is related to are uniform', { timeout: 1_800_000 }, () => {
  for (const { id, pValue, features } of rankers) {
    if (pValue === undefined) continue
    for (const [kind, targets] of Object.entries({ numericTargets, classTargets })) {
      for (const [targetKind, target] of Object.entries<(random: () => number) => () => number | string>(
        targets,
      )) {
        for (const [columnKind, column] of Object.entries(kindsOfNoise)) {
          it(`${id}: ${columnKind} columns, ${targetKind} ${kind}`, async ({ skip }) => {
            const found: number[] = []
            for (let seed = 1; seed <= tables; seed++) {
              const positive = id === 'chi2-frequency' && features.numeric === 'values'
              const drawn = positive ? (random: () => number) => absolute(column(random)) : column
              const spec = {
                target: 'y',
                by: [id],
                ...(kind === 'numericTargets' && { task: 'regression' as const }),
              }
              const result = await rank(nullTable(size, drawn, target, seed), spec).catch((error: Error) => {
                if (seed === 1 && /unsuitable target/.test(error.message)) skip()
                // A class of one row has no variance.
                if (/has one row/.test(error.message)) return null
                throw error
              })
              if (result === null) continue
              for (const { pValue } of result.rankings[0].scores) if (pValue !== undefined) found.push(pValue)
            }
            for (const level of [0.05, 0.01]) {
              const below = found.filter((p) => p <= level).length
              expect(
                binomialAtLeast(below, found.length, level),
                `${below} of ${found.length} p ≤ ${level}`,
              ).toBeGreaterThan(chance)
              if (!coarse.has(columnKind) && !coarse.has(targetKind) && targetKind !== 'rare')
                expect(
                  binomialAtMost(below, found.length, level),
                  `${below} of ${found.length} p ≤ ${level}`,
                ).toBeGreaterThan(chance)
            }
          })
        }
      }
    }
  }
})

function absolute(draw: () => number): () => number {
  return () => Math.abs(draw())
}
