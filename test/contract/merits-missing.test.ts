import { expect } from 'vitest'
import { testLaws } from './laws.ts'
import { askScore, expectSameScore, meritCases, readsNumbers, refusal, scoreOf } from './merit-cases.ts'
import { completeRows, isNumeric, only, pierce, takeRows } from './tables.ts'
import type { Cell, Columns } from './tables.ts'
import type { ScoreSpec } from '../untyped.ts'

testLaws(
  meritCases,
  (example, law) => {
    const { columns, spec, features, target } = example
    const named = [...features, target, spec.event ?? null]
    const holed = pierce(
      columns,
      columns.map(([name]) => name).filter((name) => name !== target && name !== spec.event),
      0.15,
      6,
    )
    const everywhere = target === null ? holed : pierce(holed, [target], 0.1, 7)

    for (const missing of ['pairwise', 'complete'] as const) {
      law(`${missing}: uses only the rows complete in the named columns`, async () => {
        const found = await askScore(everywhere, { ...spec, missing })
        const part = only(everywhere, named)
        const rest = await askScore(takeRows(part, completeRows(part)), spec)
        expectSameScore(found.scores[0], rest.scores[0], 0)
        expect(found.scores[0].n).toBe(completeRows(part).length)
        expect(found.scores[0].n).toBeLessThan(64)
        expect(found.coding).toEqual(rest.coding)
        const codes = found.warnings.map(({ code }) => code)
        expect(codes).toContain('missing-values')
        expect(codes.includes('missing-target')).toBe(target !== null)
      })
    }

    law('median: the median or the most frequent level replaces a missing value', async () => {
      const found = await askScore(holed, { ...spec, missing: 'median' })
      expect(found.scores[0].n).toBe(64)
      const filled = holed.map(([name, cells]): [string, readonly Cell[]] => {
        const fill = found.coding.find(({ feature }) => feature === name)?.fill
        expect(fill === undefined, name).toBe(!(features.includes(name) && cells.includes(null)))
        return [name, cells.map((cell) => cell ?? fill ?? null)]
      })
      expectSameScore(found.scores[0], await scoreOf(asLevels(filled, found.coding), plain(spec)), 0)
    })

    law('level: missing is a level of its own', async () => {
      const levelSpec = { ...spec, missing: 'level' } as const
      if (readsNumbers(example, await askScore(columns, spec))) return
      const found = await askScore(holed, levelSpec)
      expect(found.scores[0].n).toBe(64)
      const ownLevel = asLevels(holed, found.coding).map(([name, cells]): [string, readonly Cell[]] => [
        name,
        features.includes(name) ? cells.map((cell) => cell ?? '\u{10ffff}') : cells,
      ])
      expectSameScore(found.scores[0], await scoreOf(ownLevel, plain(spec)), 0)
    })

    law('error: the message names the column', async () => {
      const one = pierce(columns, features.slice(-1), 0.15, 6)
      const error = await refusal(one, { ...spec, missing: 'error' })
      expect(error.message).toContain(features.at(-1))
      expect(await scoreOf(columns, { ...spec, missing: 'error' })).toEqual(await scoreOf(columns, spec))
      // Columns that are not used may have missing values.
      const other = pierce(
        columns,
        columns.map(([name]) => name).filter((name) => !named.includes(name)),
        0.15,
        6,
      )
      expect(await scoreOf(other, { ...spec, missing: 'error' })).toEqual(await scoreOf(columns, spec))
    })

    /** What was cut is levels now; a target that was, too. */
    function plain({ task: _, ...rest }: ScoreSpec): ScoreSpec {
      return rest
    }

    /** Columns by the cuts that a result shows, as texts. */
    function asLevels(
      all: Columns,
      coding: readonly { readonly feature: string; readonly cuts?: readonly number[] }[],
    ): Columns {
      return all.map(([name, cells]) => {
        const cuts = coding.find(({ feature }) => feature === name)?.cuts
        if (!cuts || !isNumeric(columns, name)) return [name, cells]
        return [
          name,
          cells.map((cell) =>
            cell === null ? null : `bin ${cuts.filter((cut) => cut < (cell as number)).length}`,
          ),
        ]
      })
    }
  },
  ({ criterion }) => criterion.id,
)
