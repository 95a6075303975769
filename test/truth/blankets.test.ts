// Markov blankets as the pseudo code of IAMB, Inter-IAMB, FBED, MMPC and HITON-PC gives them, by `blankets.py`.
import { readFileSync } from 'node:fs'
import { tableFromColumns } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { isLong } from '../properties/runs.ts'
import { near } from '../laws/given.ts'
import { select } from '../untyped.ts'

const truth = JSON.parse(readFileSync(new URL('blankets.json', import.meta.url), 'utf8')) as {
  readonly tables: Readonly<Record<string, Readonly<Record<string, readonly (string | number)[]>>>>
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
  /** What is next to a column of the network of `separated`, and its blanket. */
  readonly oracles: readonly {
    readonly target: string
    readonly near: readonly string[]
    readonly blanket: readonly string[]
  }[]
  readonly correlations: readonly {
    readonly x: string
    readonly target: string
    readonly given: readonly string[]
    readonly r: number
    readonly p: number
  }[]
}

/** The mean of G² comes from moments where a cell expects 200 rows: within some 1e-6, so of p-values the logarithm is compared. */
function nearP(found: number, expected: number) {
  expect(Math.abs(Math.log(found) - Math.log(expected))).toBeLessThan(1e-5 * (1 - Math.log(expected)))
}

/** I of some columns together with the target, in bits, from counts. */
function information(
  columns: Readonly<Record<string, readonly (string | number)[]>>,
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

  it('test partial correlations of numbers with the same p-values, which can be far below doubles', async () => {
    const columns = truth.tables['normal']
    for (const { x, target, given, p } of truth.correlations) {
      const some = tableFromColumns(
        Object.fromEntries([x, target, ...given].map((name) => [name, columns[name]])),
      )
      const { steps } = await select(some, {
        target,
        method: 'mmpc:alpha=1,test=fisher-z',
        keep: given,
        asIs: true,
      })
      near(steps[0].pValue!, p, 1e-9)
    }
    const copy = tableFromColumns({ x: columns['a'], y: columns['a'].map((one) => 3 * Number(one) + 1) })
    const { steps } = await select(copy, { target: 'y', method: 'iamb:test=fisher-z', asIs: true })
    expect(steps[0].pValue).toBe(0)
  })

  it.each(truth.oracles.map((one) => [one.target, one] as const))(
    'are those of d-separation where the partial correlations are: of %s',
    async (target, { near: next, blanket }) => {
      const table = tableOf('separated')
      for (const method of ['iamb', 'inter-iamb', 'fbed', 'mmpc', 'hiton-pc']) {
        const found = await select(table, { target, method: `${method}:test=fisher-z`, asIs: true })
        const expected = method === 'mmpc' || method === 'hiton-pc' ? next : blanket
        expect(found.selected.toSorted(), method).toEqual(expected)
      }
    },
  )

  it('of numbers refuse levels, weights that are no counts, and too few rows, in one line', async () => {
    const columns = {
      ...truth.tables['normal'],
      l: truth.tables['normal']['a'].map((_, row) => `l${row % 3}`),
    }
    const table = tableFromColumns(columns)
    const spec = { target: 'y', method: 'fbed:test=fisher-z' }
    await expect(select(table, spec)).rejects.toThrow(
      'unsuitable column l: test=fisher-z reads numbers, and it holds levels (drop it, or leave out test=fisher-z: G²',
    )
    await expect(
      select(table, { target: 'y', criterion: 'joint', search: 'hiton:test=fisher-z' }),
    ).rejects.toThrow('hiton:test=fisher-z tests partial correlations (use criterion sse)')
    await expect(select(table, { target: 'y', criterion: 'sse', search: 'hiton' })).rejects.toThrow(
      'or of numbers sse with test=fisher-z',
    )
    const half = tableFromColumns({
      ...truth.tables['normal'],
      w: columns.l.map((_, row) => 0.5 + (row % 2)),
    })
    await expect(select(half, { ...spec, samplingWeights: 'w' })).rejects.toThrow('weights')
    const few = Object.fromEntries(
      Object.entries(truth.tables['normal']).map(([name, all]) => [name, all.slice(0, 3)]),
    )
    const { setAside } = await select(tableFromColumns(few), { ...spec, asIs: true })
    expect(setAside[0].because).toBe(
      'too few rows to test it: 3 rows beyond one for each column given (needs 4)',
    )
  })

  it('of numbers are the same again from the spec of their result', async () => {
    const spec = { target: 'y', method: 'iamb:test=fisher-z' }
    const { seconds: _, ...found } = await select(tableOf('normal'), spec)
    const { seconds: __, ...again } = await select(tableOf('normal'), found.spec)
    expect(again).toEqual(found)
  })

  it('are the same in memory and in an engine, on one and two threads', async () => {
    const ofNumbers = ['iamb', 'mmpc'].map((method) => [`${method}:test=fisher-z`, 'separated'] as const)
    const ofLevels = ['iamb', 'inter-iamb', 'fbed', 'mmpc', 'hiton-pc'].map(
      (method) => [method, 'mixed'] as const,
    )
    // Those that look for neighbours of the target, and one of those that look for its blanket.
    const some = isLong ? [...ofLevels, ...ofNumbers] : [ofLevels[2], ofLevels[4], ofNumbers[0]]
    for (const [method, name] of some) {
      const memory = tableOf(name)
      const spec = { target: 'y', method, asIs: true }
      const { seconds: _, data, ...expected } = await select(memory, spec, { threads: 1 })
      const { seconds: __, data: ___, ...again } = await select(memory, spec, { threads: 2 })
      expect(again).toEqual(expected)
      const duck = await duckSourceOf(memory)
      try {
        const { seconds: __, data: other, ...found } = await select(duck, spec)
        // Sums of squares of an engine differ by rounding.
        if (name === 'separated') expect(found.selected).toEqual(expected.selected)
        else expect(found).toEqual(expected)
        expect(other.rows).toBe(data.rows)
      } finally {
        duck.close()
      }
    }
  })
})
