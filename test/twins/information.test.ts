import { rank, tableFromColumns } from 'criba'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnsOf, isVaried, level, near, number, scores, xy } from '../laws/given.ts'
import { runs } from '../properties/runs.ts'
import * as plain from './plain.ts'

const some = { numRuns: runs(60) }
const weight = fc.integer({ min: 0, max: 3 })

describe('information', () => {
  it('is Σ p log p/(pq) over the cells that occur, with weights', () =>
    fc.assert(
      fc.asyncProperty(
        columnsOf<[string, string, number]>([level(6), level(4), weight], { from: 4, to: 60 }),
        async ([x, y, w]) => {
          const [allX, allY] = [plain.repeat(x, w), plain.repeat(y, w)]
          if (!isVaried(allY)) return
          const found = (
            await scores(
              [
                ['x', x],
                ['y', y],
                ['w', w],
              ],
              { target: 'y', weights: 'w' },
            )
          ).get('x')!
          expect(Math.abs(found.score! - plain.mutualInformation(allX, allY))).toBeLessThanOrEqual(1e-12)
        },
      ),
      some,
    ))

  it('of numbers is that of the bins shown', () =>
    fc.assert(
      fc.asyncProperty(
        columnsOf<[number, number]>([number, number], { from: 10, to: 60 }),
        async ([x, y]) => {
          if (!isVaried(y)) return
          const table = tableFromColumns(xy(x, y))
          const { coding, rankings } = await rank(table, { target: 'y', task: 'regression', bins: 4 })
          const bin = (name: string, values: readonly number[]) => {
            const { cuts } = coding.find(({ feature }) => feature === name)!
            expect(cuts).toEqual(plain.equalFrequencyCuts(values, 4))
            return values.map((value) => cuts!.filter((cut) => cut < value).length)
          }
          near(rankings[0].scores[0].score!, plain.mutualInformation(bin('x', x), bin('y', y)), 1e-12)
        },
      ),
      some,
    ))
})
