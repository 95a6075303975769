// Values of criteria of sets made outside criba, by `sets.py`.
import { readFileSync } from 'node:fs'
import { tableFromColumns } from 'criba'
import type { Table } from 'criba'
import { describe, expect, it } from 'vitest'
import { near } from '../laws/given.ts'
import { score, select } from '../untyped.ts'

interface SetCase {
  readonly criterion: string
  readonly options: Readonly<Record<string, string | number>>
  readonly dataset: string
  readonly features: readonly string[]
  readonly value: number
}

const truth = JSON.parse(readFileSync(new URL('sets.json', import.meta.url), 'utf8')) as {
  readonly datasets: Readonly<
    Record<string, { readonly columns: Readonly<Record<string, readonly (number | string)[]>> }>
  >
  readonly cases: readonly SetCase[]
  readonly partialF: readonly { readonly after: readonly string[]; readonly pValue: number }[]
}

const tables = new Map<string, Table>(
  Object.entries(truth.datasets).map(([name, { columns }]) => [name, tableFromColumns(columns)]),
)

const groups = new Map<string, SetCase[]>()
for (const one of truth.cases) {
  const title = `${one.criterion} on ${one.dataset}`
  groups.set(title, [...(groups.get(title) ?? []), one])
}

describe('criteria of sets are what is computed elsewhere', () => {
  it.each([...groups])('%s', async (_, cases) => {
    expect(cases.length).toBeGreaterThan(10)
    for (const { criterion, options, dataset, features, value } of cases) {
      const by = [{ method: criterion, options }]
      const { scores } = await score(tables.get(dataset)!, { target: 'y', features, by })
      near(scores[0].score!, value)
    }
  })
})

describe('forward selection with partial F goes the way of lstsq', () => {
  const asked = { target: 'y', criterion: 'sse' } as const

  it.each([0.05, 0.001, 0.2])('alpha = %s', async (alpha) => {
    const { steps, stopped } = await select(tables.get('diabetes')!, {
      ...asked,
      stop: `partial-f:alpha=${alpha}`,
    })
    const end = truth.partialF.findIndex(({ pValue }) => pValue >= alpha)
    expect(end).toBeGreaterThan(0)
    expect(steps.map(({ feature }) => feature)).toEqual(
      truth.partialF.slice(0, end).map(({ after }) => after.at(-1)),
    )
    steps.forEach(({ pValue }, i) => near(pValue!, truth.partialF[i].pValue))
    expect(stopped).toMatch(new RegExp(`^no candidate has p < ${alpha}`))
  })
})
