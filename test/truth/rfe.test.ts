// Curves of recursive elimination in given folds, made by a plain loop and by RFECV of scikit-learn.
import { readFileSync } from 'node:fs'
import { tableFromColumns } from 'criba'
import { describe, expect, it } from 'vitest'
import { near } from '../laws/given.ts'
import { select } from '../untyped.ts'

interface EliminationCase {
  readonly name: string
  readonly criterion: string
  readonly metric: string
  readonly columns: readonly (readonly number[])[]
  readonly y: readonly (number | string)[]
  readonly fold: readonly number[]
  readonly means: readonly number[]
  readonly sds: readonly number[]
  readonly best: number
  readonly oneError: number
  readonly knee: number
  readonly path: readonly number[]
}

const { cases } = JSON.parse(readFileSync(new URL('rfe.json', import.meta.url), 'utf8')) as {
  cases: readonly EliminationCase[]
}

describe.each(cases.map((one) => [one.name, one] as const))(
  'rfe-resampled in given folds: %s',
  (_, { criterion, metric, columns, y, fold, means, sds, best, oneError, knee, path }) => {
    // A group for each fold: whole groups are held out.
    const table = tableFromColumns({
      ...Object.fromEntries(columns.map((values, i) => [`x${i}`, [...values]])),
      fold: fold.map((number) => `part ${number}`),
      y: [...y],
    })
    const names = path.map((column) => `x${column}`)

    it.each([
      ['best', best],
      ['one-error', oneError],
      ['knee', knee],
    ] as const)('chooses the size and the columns: %s', async (choose, size) => {
      const { selected, steps, setAside, sizeChoice } = await select(table, {
        target: 'y',
        group: 'fold',
        method: `rfe-resampled:metric=${metric},choose=${choose}`,
        criterion,
      })
      const { scores } = sizeChoice!.sizes
      expect(scores.map(({ columns }) => columns)).toEqual(means.map((_, i) => i + 1))
      scores.forEach(({ mean, sd }, i) => {
        near(mean, means[i])
        near(sd!, sds[i])
      })
      expect(sizeChoice).toMatchObject({ size, sizes: { best, oneError, knee } })
      expect(selected).toEqual(names.slice(0, size))
      expect(steps.map(({ feature }) => feature)).toEqual(selected)
      expect(setAside.map(({ feature }) => feature)).toEqual(names.slice(size))
    })
  },
)
