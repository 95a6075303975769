// Markov blankets as the pseudo code of IAMB, Inter-IAMB, FBED, MMPC and HITON-PC gives them, by `blankets.py`.
import { readFileSync } from 'node:fs'
import { tableFromColumns } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { near } from '../laws/given.ts'
import { select } from '../untyped.ts'

const truth = JSON.parse(readFileSync(new URL('blankets.json', import.meta.url), 'utf8')) as {
  readonly tables: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
  readonly tests: readonly {
    readonly table: string
    readonly x: string
    readonly target: string
    readonly given: readonly string[]
    readonly bits: number
    readonly p: number
    readonly enough: boolean
  }[]
  readonly cases: readonly {
    readonly table: string
    readonly target: string
    readonly method: string
    readonly selected: readonly string[]
    readonly steps: readonly (readonly [action: string, feature: string, p: number])[]
    readonly untested: readonly string[]
    readonly out?: readonly string[]
  }[]
}

/** The mean of G² comes from moments where a cell expects 200 rows: within some 1e-6, so of p-values the logarithm is compared. */
function nearP(found: number, expected: number) {
  expect(Math.abs(Math.log(found) - Math.log(expected))).toBeLessThan(1e-5 * (1 - Math.log(expected)))
}

/** I of some columns together with the target, in bits, from counts. */
function information(
  columns: Readonly<Record<string, readonly string[]>>,
  names: readonly string[],
  target: string,
): number {
  const entropy = (of: readonly string[]) => {
    const counts = new Map<string, number>()
    columns[target].forEach((_, row) => {
      const key = of.map((name) => columns[name][row]).join('|')
      counts.set(key, (counts.get(key) ?? 0) + 1)
    })
    const n = columns[target].length
    return [...counts.values()].reduce((sum, count) => sum - (count / n) * Math.log2(count / n), 0)
  }
  return entropy(names) + entropy([target]) - entropy([...names, target])
}

const tableOf = (name: string) => tableFromColumns(truth.tables[name])

describe('Markov blankets', () => {
  it.each(truth.cases.map((one) => [`${one.table} ${one.target} ${one.method}`, one] as const))(
    '%s',
    async (_, { table, target, method, selected, steps, untested, out }) => {
      const found = await select(tableOf(table), { target, method, asIs: true })
      expect(found.steps.map(({ action, feature }) => [action, feature])).toEqual(
        steps.map(([action, feature]) => [action, feature]),
      )
      found.steps.forEach(({ pValue }, i) => nearP(pValue!, steps[i][2]))
      expect(found.selected).toEqual(selected)
      const lacking = found.setAside.filter(({ because }) => because.startsWith('too few rows'))
      expect(lacking.map(({ feature }) => feature)).toEqual(untested)
      expect(lacking.every(({ pValue }) => pValue === undefined)).toBe(true)
      const independent = found.setAside.filter(({ because }) => because.startsWith('independent of '))
      // Every column is chosen, or was not tested, or is independent.
      const all = [...selected, ...untested, ...independent.map(({ feature }) => feature)]
      expect(all.toSorted()).toEqual(
        Object.keys(truth.tables[table])
          .filter((name) => name !== target)
          .toSorted(),
      )
      const removed = steps.flatMap(([action, feature]) => (action === 'remove' ? [feature] : []))
      if (out) {
        expect(independent.map(({ feature }) => feature).toSorted()).toEqual([...out, ...removed].toSorted())
      }
    },
  )

  it('have cases that remove columns', () => {
    const removals = truth.cases.filter(({ steps }) => steps.some(([action]) => action === 'remove'))
    expect(new Set(removals.map(({ method }) => method.split(':')[0]))).toEqual(
      new Set(['iamb', 'inter-iamb', 'fbed', 'mmpc', 'hiton-pc']),
    )
  })

  it('rest on tests with the same information and p-values', async () => {
    for (const { table, x, target, given, bits, p, enough } of truth.tests) {
      const columns = truth.tables[table]
      const names = [x, target, ...given]
      const some = tableFromColumns(Object.fromEntries(names.map((name) => [name, columns[name]])))
      // What is kept is given in every test, and alpha = 1 lets every column join that has a test.
      const { steps, setAside } = await select(some, {
        target,
        method: 'mmpc:alpha=1',
        keep: given,
        asIs: true,
      })
      if (!enough) {
        expect(setAside.map(({ feature }) => feature)).toEqual([x])
        continue
      }
      expect(steps.map(({ feature }) => feature)).toEqual([x])
      // The score is that of the set: of what is given, and beyond.
      near(steps[0].score, bits + information(columns, given, target), 1e-10)
      nearP(steps[0].pValue!, p)
    }
  })

  it('are the same in memory and in an engine, on one and two threads', async () => {
    for (const method of ['iamb', 'inter-iamb', 'fbed', 'mmpc', 'hiton-pc']) {
      const memory = tableOf('mixed')
      const spec = { target: 'y', method, asIs: true }
      const { seconds: _, data, ...expected } = await select(memory, spec, { threads: 1 })
      const { seconds: __, data: ___, ...again } = await select(memory, spec, { threads: 2 })
      expect(again).toEqual(expected)
      const duck = await duckSourceOf(memory)
      try {
        const { seconds: __, data: other, ...found } = await select(duck, spec)
        expect(found).toEqual(expected)
        expect(other.rows).toBe(data.rows)
      } finally {
        duck.close()
      }
    }
  })
})
