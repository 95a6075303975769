// Stepwise selection as R's step(), anova() and lm() make it, by `stepwise.R`.
import { readFileSync } from 'node:fs'
import { tableFromColumns } from 'criba'
import type { Table } from 'criba'
import { readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { near } from '../laws/given.ts'
import { select } from '../untyped.ts'

interface Step {
  readonly action: 'add' | 'remove'
  readonly feature: string
  readonly score: number
  readonly f?: number
  readonly pValue?: number
}

const truth = JSON.parse(readFileSync(new URL('stepwise.json', import.meta.url), 'utf8')) as {
  readonly made: Readonly<Record<string, readonly number[]>>
  readonly cp: readonly { readonly features: readonly string[]; readonly value: number }[]
  readonly cases: readonly {
    readonly data: string
    readonly target: string
    readonly method: string
    readonly steps: readonly Step[]
  }[]
}

const tables: Readonly<Record<string, () => Promise<Table> | Table>> = {
  diabetes: () => readTable('examples/diabetes.csv'),
  penguins: () => readTable('examples/penguins.csv'),
  made: () => tableFromColumns(truth.made),
}

describe('stepwise goes the way of R', () => {
  it.each(truth.cases.map((one) => [`${one.data} ${one.method}`, one] as const))(
    '%s',
    async (_, { data, target, method, steps }) => {
      // R reads no value as the level '' of a text, and leaves out rows without a number.
      const found = await select(await tables[data](), { target, method })
      expect(found.steps.map(({ action, feature }) => [action, feature])).toEqual(
        steps.map(({ action, feature }) => [action, feature]),
      )
      expect(steps.length).toBeGreaterThan(0)
      found.steps.forEach(({ score, f, pValue }, i) => {
        near(score, steps[i].score)
        expect(f).toBeGreaterThanOrEqual(0)
        if (steps[i].f === undefined) return
        near(f!, steps[i].f)
        near(pValue!, steps[i].pValue!, 1e-8)
      })
    },
  )

  it('removes a column that others make redundant', () => {
    const { steps } = truth.cases.find(({ data, method }) => data === 'made' && method === 'stepwise')!
    expect(steps.at(-1)).toMatchObject({ action: 'remove', feature: 'x1' })
  })

  it("has Mallows' Cp of every set", async () => {
    const found = await select(tableFromColumns(truth.made), {
      target: 'y',
      criterion: 'sse:by=cp',
      search: 'exhaustive',
      landscape: 'all',
    })
    expect(found.landscape).toHaveLength(16)
    for (const { features, value } of truth.cp) {
      const set = found.landscape!.find((one) => [...one.features].sort().join() === features.join())!
      near(set.score, value)
    }
  })
})
