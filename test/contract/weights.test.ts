import { expect } from 'vitest'
import { cases, comparesSingleRows, cutsShown, failure, holdsOutRows, scoresOfCase } from './cases.ts'
import { exact, expectSame } from './expectations.ts'
import { testLaws, turnOf } from './laws.ts'
import {
  byFeature,
  cellsOf,
  countsRows,
  isNumeric,
  lawSourceOf,
  pierce,
  randomOf,
  repeatRows,
  scoresOf,
  withCells,
} from './tables.ts'
import type { Cell, Columns } from './tables.ts'
import { inTurn, runs } from '../properties/runs.ts'
import { rank } from '../untyped.ts'
import type { RankSpec } from '../untyped.ts'

testLaws(cases, (example, law) => {
  const { criterion, columns, spec, features, target } = example
  const turn = turnOf(criterion.id)
  const tolerance = countsRows(criterion) ? exact : 1e-12
  const weighted: RankSpec = { ...spec, weights: 'weight' }
  const weigh = (of: Columns, weights: readonly number[]): Columns => [...of, ['weight', weights]]

  if (comparesSingleRows(criterion)) {
    law('accepts only weights of 0, which leave rows out, and 1', async () => {
      const random = randomOf(8)
      const weights = columns[0][1].map(() => Math.floor(2 * random()))
      const found = await scoresOf(weigh(columns, weights), weighted)
      expectSame(found, await scoresOf(repeatRows(columns, weights), spec), exact)
      const twice = weights.map((weight) => 2 * weight)
      expect((await failure(weigh(columns, twice), weighted)).message).toMatch(
        /^unsuitable weights: .* 0 or 1/,
      )
    })
    return
  }

  law(
    'whole weights repeat rows, 0 leaves a row out',
    async () => {
      const random = randomOf(8)
      for (const most of holdsOutRows(criterion) ? [2] : [5, 3, 2].slice(0, runs(3))) {
        const weights = columns[0][1].map(() => Math.floor(most * random()))
        const found = await rank(lawSourceOf(weigh(columns, weights)), weighted)
        const repeated = await rank(lawSourceOf(repeatRows(columns, weights)), spec)
        expect(found.spec.bins).toBe(repeated.spec.bins)
        expect(cutsShown(found)).toEqual(cutsShown(repeated))
        expectSame(byFeature(found), byFeature(repeated), tolerance)
      }
    },
    { ofEach: true },
  )

  law('weights of 1 change nothing', async () => {
    const found = await scoresOf(
      weigh(
        columns,
        columns[0][1].map(() => 1),
      ),
      weighted,
    )
    expectSame(found, await scoresOfCase(example), tolerance)
  })

  law('weights work with missing values', async () => {
    const holed = pierce(columns, features, 0.15, 9)
    const random = randomOf(10)
    const weights = columns[0][1].map(() => Math.floor((holdsOutRows(criterion) ? 2 : 4) * random()))
    for (const missing of inTurn(['pairwise', 'complete', 'median'] as const, turn, 3)) {
      const found = await scoresOf(weigh(holed, weights), { ...weighted, missing })
      expectSame(found, await scoresOf(repeatRows(holed, weights), { ...spec, missing }), tolerance)
    }
  })

  const numbers = features.filter((feature) => isNumeric(columns, feature))
  if (numbers.length > 0) {
    const weights = columns[0][1].map((_, row) => (row === 5 ? 0 : 1))
    let without: ReturnType<typeof scoresOf> | undefined
    const extremes = [
      ['the largest value', 1e3],
      ['a value whose square overflows', 1e200],
      ['a value near the largest number', 1.7e308],
    ] as const
    for (const [words, value] of inTurn(extremes, turn, 3)) {
      law(`a row of weight 0 may have ${words}`, async () => {
        // One column has the value, the next one its negative.
        const signOf = (name: string) =>
          criterion.id !== 'chi2-frequency' && numbers.indexOf(name) % 2 === 1 ? -1 : 1
        const extreme: Columns = columns.map(([name, cells]) => [
          name,
          numbers.includes(name)
            ? cells.map((cell, row) => (row === 5 ? signOf(name) * value : cell))
            : cells,
        ])
        without ??= scoresOf(repeatRows(columns, weights), spec)
        expectSame(await scoresOf(weigh(extreme, weights), weighted), await without, tolerance)
      })
    }
  }

  if (target !== null && spec.task === 'classification') {
    law('a class whose rows all have weight 0 does not count', async () => {
      const outcome = cellsOf(columns, target).map((cell, row) =>
        row % 6 === 0 ? (typeof cell === 'number' ? 99 : 'zero') : cell,
      )
      const weights = outcome.map((cell) => (cell === 99 || cell === 'zero' ? 0 : 1))
      const table = weigh(withCells(columns, target, outcome), weights)
      const found = await rank(lawSourceOf(table), weighted)
      const rest = await rank(lawSourceOf(repeatRows(withCells(columns, target, outcome), weights)), spec)
      expect(found.spec.bins).toBe(rest.spec.bins)
      expectSame(byFeature(found), byFeature(rest), tolerance)
    })
  }

  law('refuses a weight below 0, a missing one, and texts', async () => {
    for (const bad of [-1, null, 'many']) {
      const weights: Cell[] = columns[0][1].map((_, row) => (row === 3 ? bad : 1))
      const error = await failure([...columns, ['weight', weights]], weighted)
      expect(error.message).toContain('weight')
    }
  })
})
