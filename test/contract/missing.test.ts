import type { RankResult } from 'criba'
import { expect } from 'vitest'
import {
  cases,
  cutsShown,
  failure,
  holdsOutRows,
  isJoint,
  keepsUnlabelled,
  reordered,
  scoresOfCase,
} from './cases.ts'
import { exact, expectSame } from './expectations.ts'
import { testLaws, turnOf } from './laws.ts'
import {
  byFeature,
  cellsOf,
  completeRows,
  countsRows,
  isNumeric,
  lawSourceOf,
  only,
  pierce,
  scoresOf,
  takeRows,
  withCells,
} from './tables.ts'
import type { Cell, Columns } from './tables.ts'
import { rank } from '../untyped.ts'
import type { RankSpec } from '../untyped.ts'
import { inTurn } from '../properties/runs.ts'

testLaws(cases, (example, law) => {
  const { criterion, columns, spec, features, target } = example
  // With a fixed number of bins the cuts depend only on the rows present in the column.
  const fixed: RankSpec = { ...spec, bins: 3 }
  const holed = pierce(columns, features, 0.15, 6)

  // Cuts of a target or of a column are fitted on more rows than the pair has, so only columns without cuts compare.
  const comparable = features.filter(
    (feature) => !countsRows(criterion) || (!isNumeric(columns, feature) && spec.task !== 'regression'),
  )

  const dealsRows = holdsOutRows(criterion)
  if (criterion.readsGaps) {
    law('pairwise: uses all rows that have a target', async () => {
      const rows = holed[0][1].length
      expect(completeRows(holed).length).toBeLessThan(rows)
      for (const { n } of (await scoresOf(holed, fixed)).values()) expect(n).toBe(rows)
    })
  } else if (!dealsRows && ((isJoint(criterion) && !countsRows(criterion)) || comparable.length > 0)) {
    law('pairwise: uses the rows complete in the column and the target', async () => {
      const everywhere =
        target === null || spec.task !== 'classification' || keepsUnlabelled(criterion)
          ? holed
          : pierce(holed, [target], 0.1, 7)
      const found = await scoresOf(everywhere, fixed)
      if (isJoint(criterion) && !criterion.pairwise) {
        const shown = countsRows(criterion) ? only(everywhere, [...comparable, target]) : everywhere
        const complete = takeRows(shown, completeRows(shown))
        expectSame(await scoresOf(shown, fixed), await scoresOf(complete, fixed), 1e-9)
        return
      }
      // gaps.test.ts has a plain twin for criteria with terms of pairs.
      for (const feature of criterion.pairwise ? [] : comparable) {
        const pair = only(everywhere, [feature, target])
        const alone = await scoresOf(takeRows(pair, completeRows(pair)), fixed)
        expectSame(found, alone, reordered(criterion), { ranks: false })
      }
    })
  }

  if (
    countsRows(criterion) &&
    !isJoint(criterion) &&
    criterion.features.numeric &&
    spec.task !== 'regression'
  ) {
    law('pairwise: the cuts of a column are fitted on its own rows', async () => {
      const found = await scoresOf(holed, fixed)
      for (const feature of features.filter((name) => isNumeric(columns, name))) {
        const pair = only(holed, [feature, target])
        const alone = await scoresOf(takeRows(pair, completeRows(pair)), fixed)
        expectSame(found, alone, exact, { ranks: false })
      }
    })
  }

  if (target && !keepsUnlabelled(criterion)) {
    law('pairwise: a column without a row in common with the target has no score', async () => {
      const half = columns[0][1].length >> 1
      const apart = withCells(
        [...columns, ['apart', columns[0][1].map((_, row) => (row < half ? (row % 5) + 1 : null))]],
        target,
        cellsOf(columns, target).map((cell, row) => (row < half ? null : cell)),
      )
      if (isJoint(criterion) && !criterion.pairwise && !criterion.readsGaps) {
        await failure(apart, spec)
        return
      }
      const score = (await scoresOf(apart, spec)).get('apart')!
      expect(score).toMatchObject({ score: null, rank: null, n: 0 })
      expect(score.why).toBeTruthy()
    })
  }

  law(
    'complete: uses the rows complete in all columns of the analysis',
    async () => {
      const found = await rank(lawSourceOf(holed), { ...spec, missing: 'complete' })
      const rest = await rank(lawSourceOf(takeRows(holed, completeRows(holed))), spec)
      expectSame(byFeature(found), byFeature(rest), reordered(criterion))
      expect(cutsShown(found)).toEqual(cutsShown(rest))
      expect(found.spec.bins).toBe(rest.spec.bins)
    },
    { ofEach: true },
  )

  // The rows of another table fall into other folds, and filled cells are not permuted.
  // The two ways to fill a cell take turns.
  const fillings = inTurn(['median', 'level'] as const, turnOf(criterion.id), 2)
  if (!dealsRows && fillings.includes('median')) {
    law('median: the median or the most frequent level replaces a missing value', async () => {
      const found = await rank(lawSourceOf(holed), { ...fixed, missing: 'median' })
      const filled = holed.map(([name, cells]): [string, readonly Cell[]] => {
        const replacement = replacementOf(cells)
        const shown = found.coding.find(({ feature }) => feature === name)
        if (cells.includes(null)) expect(shown?.fill, name).toBe(replacement)
        return [name, cells.map((cell) => cell ?? replacement)]
      })
      // What reads values and levels has cuts of the column as it was, which no column filled by hand has.
      if (criterion.levelsToo) return
      const byHand = countsRows(criterion) ? asLevels(filled, features, found) : filled
      expectSame(byFeature(found), await scoresOf(byHand, fixed), reordered(criterion))
    })
  }
  if (!dealsRows && fillings.includes('level')) {
    law('level: missing is a level of its own', async () => {
      const texts = features.filter((feature) => !isNumeric(columns, feature))
      if (!countsRows(criterion) && texts.length === 0) {
        const error = await failure(holed, { ...fixed, missing: 'level' })
        expect(error.message).toContain(features[0])
        return
      }
      const found = await rank(lawSourceOf(holed), { ...fixed, missing: 'level' })
      const byHand = countsRows(criterion)
        ? asLevels(holed, features, found)
        : only(holed, [...texts, target])
      const ownLevel: Columns = byHand.map(([name, cells]) => [
        name,
        name === target ? cells : cells.map((cell) => cell ?? '\u{10ffff}'),
      ])
      expectSame(byFeature(found), await scoresOf(ownLevel, fixed), reordered(criterion))
      if (countsRows(criterion)) return
      for (const feature of features.filter((name) => !texts.includes(name))) {
        expect(byFeature(found).get(feature)).toMatchObject({ score: null, rank: null })
      }
    })
  }

  law('error: the message names the column', async () => {
    const one = pierce(columns, features.slice(-1), 0.15, 6)
    const error = await failure(one, { ...spec, missing: 'error' })
    expect(error.message).toContain(features.at(-1))
    expectSame(await scoresOf(columns, { ...spec, missing: 'error' }), await scoresOfCase(example), exact)
  })
})

function replacementOf(cells: readonly Cell[]): Cell {
  const present = cells.filter((cell) => cell !== null)
  if (present.every((cell) => typeof cell === 'number')) {
    const sorted = present.toSorted((a, b) => a - b)
    const [lower, upper] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
    return lower === upper ? lower : lower / 2 + upper / 2
  }
  const levels = [...new Set(present)].sort()
  const counts = levels.map((level) => present.filter((cell) => cell === level).length)
  return levels[counts.indexOf(Math.max(...counts))]
}

/** Numeric features as texts, according to the cuts in a result. */
function asLevels(columns: Columns, features: readonly string[], { coding }: RankResult): Columns {
  return columns.map(([name, cells]) => {
    const cuts = coding.find(({ feature }) => feature === name)?.cuts
    if (!cuts || !features.includes(name)) return [name, cells]
    return [
      name,
      cells.map((cell) =>
        cell === null ? null : `bin ${cuts.filter((cut) => cut < (cell as number)).length}`,
      ),
    ]
  })
}
