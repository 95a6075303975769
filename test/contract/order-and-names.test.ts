import {
  cases,
  isOverPairs,
  drawsAtRandom,
  isJoint,
  ordersColumns,
  reordered,
  scoresOfCase,
} from './cases.ts'
import { exact, expectSame } from './expectations.ts'
import { testLaws } from './laws.ts'
import {
  cellsOf,
  isNumeric,
  randomOf,
  rowsOf,
  scoresOf,
  shuffled,
  sumsExactly,
  takeRows,
  withCells,
} from './tables.ts'
import type { Columns } from './tables.ts'
import { runs } from '../properties/runs.ts'

const ordered = cases.filter(([, { criterion }]) => !drawsAtRandom(criterion))

testLaws(ordered, (example, law) => {
  const { criterion, columns, spec, features, target } = example
  law('does not depend on the order of the columns', async () => {
    const expected = await scoresOfCase(example)
    const random = randomOf(2)
    const reversed = [...columns].reverse()
    // The neighbours of a column are the same.
    const orders = [shuffled(columns, random), reversed, shuffled(columns, random)]
    for (const order of ordersColumns(criterion) ? [reversed] : orders.slice(0, runs(3))) {
      expectSame(await scoresOf(order, spec), expected, isJoint(criterion) ? 1e-9 : exact)
    }
  })

  law(
    'does not depend on the order of the rows',
    async () => {
      const expected = await scoresOfCase(example)
      const random = randomOf(4)
      for (let round = 0; round < runs(3); round++) {
        const order = shuffled(rowsOf(columns), random)
        expectSame(await scoresOf(takeRows(columns, order), spec), expected, reordered(criterion))
      }
    },
    { ofEach: true },
  )

  const texts = features.filter((feature) => !isNumeric(columns, feature))
  // Sums over tables depend on the order of the levels; exact entropies do not.
  const tolerance = sumsExactly(criterion) ? exact : 1e-12

  if (texts.length > 0) {
    law('does not depend on the names of levels', async () => {
      const expected = await scoresOfCase(example)
      const renamed: Columns = columns.map(([name, cells]) => {
        if (!texts.includes(name)) return [name, cells]
        const levels = [...new Set(cells)].sort().reverse()
        return [name, cells.map((cell) => `level ${levels.indexOf(cell)}`)]
      })
      expectSame(await scoresOf(renamed, spec), expected, tolerance)
    })
  }

  const classes = target === null || spec.task !== 'classification' ? null : cellsOf(columns, target)
  if (classes) {
    law('does not depend on the names of classes, except for the sign', async () => {
      const expected = await scoresOfCase(example)
      const names = [...new Set(classes)].sort().reverse()
      const renamed = withCells(
        columns,
        target!,
        classes.map((cell) => `class ${names.indexOf(cell)}`),
      )
      const found = await scoresOf(renamed, spec)
      if (criterion.signed && !isOverPairs(example))
        for (const score of found.values()) Object.assign(score, { score: -score.score! || 0 })
      expectSame(found, expected, tolerance)
    })
  }
})
