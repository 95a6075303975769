import { CribaError, interactions, tableFromColumns } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { randomOf } from '../contract/tables.ts'
import { rank, score, select } from '../untyped.ts'
import { expectChance, expectFewChosen, expectNoSmallP, noise, supervised } from './noise-cuts.ts'
import { isLong } from '../properties/runs.ts'

async function refusal(run: () => Promise<unknown>): Promise<string> {
  const error = await run().then(
    () => null,
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(CribaError)
  return (error as CribaError).message
}

describe.each(supervised.map((one, place) => [one, place] as const))(
  'cuts by the target, %s',
  (discretise, place) => {
    // Of more tables, in supervised-cuts.long.ts.
    it('predict noise no better than chance, in every fold', () => expectChance(discretise, 7))

    it('give noise no p-values below chance', () => expectNoSmallP(discretise, 10))

    it('leave χ² without a null distribution, with a warning', async () => {
      const table = noise(3, 60, 2)
      const spec = { target: 'y', by: ['chi2'], discretise }
      const { rankings, warnings } = await rank(table, spec)
      expect(rankings[0].scores.every(({ pValue }) => pValue === undefined)).toBe(true)
      expect(warnings.map(({ code }) => code)).toContain('no-p-values')
      const permuted = await rank(table, { ...spec, permutations: 19 })
      expect(permuted.rankings[0].scores.map(({ pFrom }) => pFrom)).toEqual(['permutation', 'permutation'])
      expect(permuted.warnings.map(({ code }) => code)).not.toContain('no-p-values')
    })

    it('leave interactions without p-values unless there are permutations', async () => {
      const table = noise(4, 60, 3)
      const { pairs, warnings } = await interactions(table, { target: 'y', discretise })
      expect(pairs.every(({ pValue }) => pValue === undefined)).toBe(true)
      expect(warnings.map(({ code }) => code)).toContain('no-p-values')
      const permuted = await interactions(table, { target: 'y', discretise, permutations: 19 })
      expect(permuted.pairs.every(({ pValue }) => pValue! >= 0.05)).toBe(true)
    })

    it('choose few columns of noise, by the default and by a ranking', async () => {
      await expectFewChosen(discretise, 3)
      const { selected } = await select(noise(5, 80, 5), {
        target: 'y',
        criterion: 'mutual-information',
        search: 'ranking',
        discretise,
      })
      expect(selected).toEqual([])
    })

    it('find informative columns, the same in memory and from DuckDB', async () => {
      const random = randomOf(9)
      const y = Array.from({ length: 48 }, (_, row) => (row % 3 === 0 ? 'a' : 'b'))
      const table = tableFromColumns({
        strong: y.map((label) => (label === 'a' ? 0 : 0.6) + random()),
        gaps: y.map(() => (random() < 0.1 ? null : random())),
        kind: y.map(() => (random() < 0.5 ? 'p' : 'q')),
        y,
      })
      const duckdb = await duckSourceOf(table)
      // Two of the three ways each.
      const ways = ['complete', 'level', 'median'] as const
      for (const missing of isLong ? ways : ways.slice(place, place + 2)) {
        const spec = { target: 'y', discretise, missing }
        // The default stop makes the cuts again in each permutation.
        const bounded = missing === 'complete' ? spec : { ...spec, k: 2 }
        const chosen = await select(table, bounded)
        expect(chosen.selected[0]).toBe('strong')
        const { seconds: _, data: __, ...plain } = chosen
        const { seconds: ___, data: ____, ...asked } = await select(duckdb, bounded)
        expect(asked).toEqual(plain)
        const by = { ...spec, by: ['mutual-information', 'chi2'], permutations: 2 }
        expect((await rank(duckdb, by)).rankings).toEqual((await rank(table, by)).rankings)
        const set = {
          ...spec,
          features: ['strong', 'gaps', 'kind'],
          by: ['cv:folds=2', 'joint-mi:estimator=plug-in'],
          permutations: 2,
        }
        expect((await score(duckdb, set)).scores).toEqual((await score(table, set)).scores)
      }
      duckdb.close()
    })

    it('are refused in a test against the best of all candidates', async () => {
      const message = await refusal(() =>
        select(noise(6, 60, 3), { target: 'y', discretise, stop: 'significance:null=max' }),
      )
      expect(message).toMatch(/^unsuitable null: max .*use null=set/)
    })
  },
)
