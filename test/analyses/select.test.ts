import { tmpdir } from 'node:os'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CribaError, tableFromColumns } from 'criba'
import { deltaTest, exhaustive, forward, jmi } from 'criba/methods'
import type { SelectResult, Table } from 'criba'
import { openSource } from 'criba/node'
import { openByQueries } from '../reading/by-queries.ts'
import { describe, expect, it } from 'vitest'
import { score, select } from '../untyped.ts'
import type { SelectSpec } from '../untyped.ts'
import { noise } from './noise.ts'
import { inTurn } from '../properties/runs.ts'

const rows = 300
const [a, b, c, d, e] = [1, 2, 3, 4, 5].map((seed) => noise(rows, seed))
const columns = {
  a,
  b,
  both: a.map((value, i) => value + b[i] + 0.1 * c[i]),
  c,
  d,
  group: d.map((value) => ['u', 'v', 'w'][Math.floor(value * 3)]),
}
const y = a.map((value, i) => value + 2 * b[i] + 0.3 * d[i] + 0.05 * e[i])
const label = y.map((value) => (value > 1.9 ? 'high' : value > 1.3 ? 'middle' : 'low'))
const table = tableFromColumns({ ...columns, y })
const labelled = tableFromColumns({ ...columns, label })
/** The same with gaps in three columns, one of them the target. */
const holed = tableFromColumns({
  ...columns,
  a: a.map((value, i) => (i % 10 === 3 ? null : value)),
  group: columns.group.map((value, i) => (i % 17 === 5 ? null : value)),
  label: label.map((value, i) => (i % 40 === 7 ? null : value)),
})

const timeless = (result: SelectResult) => ({ ...result, seconds: 0 })

async function failure(data: Table, spec: SelectSpec): Promise<string> {
  const error = await select(data, spec).catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(CribaError)
  return (error as CribaError).message
}

describe('select', () => {
  it('takes the best first, and reports the parts of its score and the runner-up', async () => {
    const result = await select(table, { target: 'y', k: 3 })
    expect(result.method).toBe('jmi')
    expect(result.selected).toEqual(result.steps.map(({ feature }) => feature))
    expect(result.selected[0]).toBe('both')
    const [first, second] = result.steps
    expect(first).toEqual({
      action: 'add',
      feature: 'both',
      score: first.relevance,
      relevance: first.relevance,
      runnerUp: 'b',
      gap: first.gap,
    })
    expect(second.score).toBeCloseTo(second.relevance! - second.redundancy! + second.synergy!, 12)
    expect(result.score).toBe(result.steps[2].score)
    expect(result.evaluations).toBe(6 + 5 + 4)
    expect(result.stopped).toBe('k = 3')
  })

  it.each<[string, SelectSpec, Table]>([
    ['a path', { target: 'y', method: 'jmi:form=sum', k: 2, bins: 3 }, table],
    ['a stop', { target: 'y', criterion: 'delta-test', stop: 'gain:0.01' }, table],
    ['significance', { target: 'y', stop: 'significance:permutations=99', seed: 3 }, table],
    ['every set', { target: 'y', criterion: 'delta-test', search: 'exhaustive', landscape: 4 }, table],
    ['sets of k', { target: 'y', criterion: 'delta-test:k=2', search: 'exhaustive', k: 2 }, table],
    ['holes', { target: 'label', criterion: 'joint-mi:estimator=plug-in', drop: ['c'] }, holed],
    ['levels of missing', { target: 'label', missing: 'level', k: 2 }, holed],
    ['medians', { target: 'label', missing: 'median', k: 2 }, holed],
  ])('gives %s again from its spec', async (_, spec, data) => {
    const result = await select(data, spec)
    const plain = JSON.parse(JSON.stringify(result.spec)) as SelectSpec
    expect(timeless(await select(data, plain))).toEqual(timeless(result))
  })

  it('uses under `complete` the rows complete in all columns it can take, and says how many', async () => {
    const complete = Array.from({ length: rows }, (_, i) => i).filter(
      (i) => i % 10 !== 3 && i % 17 !== 5 && i % 40 !== 7,
    )
    const whole = tableFromColumns(
      Object.fromEntries(
        Object.entries({ ...columns, label }).map(([name, values]) => [name, complete.map((i) => values[i])]),
      ),
    )
    const result = await select(holed, { target: 'label', bins: 3, stop: 'none', missing: 'complete' })
    expect(result.steps).toEqual((await select(whole, { target: 'label', bins: 3, stop: 'none' })).steps)
    expect(result.warnings.map(({ message }) => message)).toEqual([
      `values are missing in 2 columns (a 30, group 18): only the rows complete in all columns are used (${complete.length} of 300)`,
      'the target is missing in 8 of 300 rows: they are left out',
    ])
  })

  it('names the columns it cannot take, and leaves out no row for their missing values', async () => {
    const empty = tableFromColumns({ ...columns, hole: a.map(() => null), y })
    const gaps = columns.group.map((value, i) => (i % 2 ? null : value))
    const withGaps = tableFromColumns({ ...columns, hole: a.map(() => null), group: gaps, y })
    const spec: SelectSpec = { target: 'y', criterion: 'delta-test', k: 2 }
    const result = await select(withGaps, spec)
    expect(result.steps).toEqual((await select(empty, spec)).steps)
    expect(result.data.features).toBe(7)
    expect(result.warnings.map(({ message }) => message)).toEqual([
      'delta-test leaves out group: categorical (needs numbers)',
    ])
    expect(result.columns.find(({ name }) => name === 'hole')).toMatchObject({
      findings: [{ kind: 'empty' }],
      setApart: true,
    })
    const levels = await select(holed, { target: 'a', criterion: 'delta-test', missing: 'level', k: 1 })
    expect(levels.warnings.map(({ message }) => message).join()).toMatch(/delta-test leaves out group/)
  })

  it('scores a constant column 0 and a copy below 0, and reports the copy as tied', async () => {
    const data = tableFromColumns({ same: a.map(() => 1), b, copy: b, label })
    const { steps } = await select(data, { target: 'label', stop: 'none', asIs: true })
    expect(steps.map(({ feature }) => feature)).toEqual(['b', 'same', 'copy'])
    expect(steps[0]).toMatchObject({ runnerUp: 'copy', gap: 0, tie: true })
    expect(steps[1].score).toBe(0)
  })

  it('takes functions and names with equal results', async () => {
    const named = await select(table, { target: 'y', criterion: 'delta-test', search: 'exhaustive:to=2' })
    const called = await select(table, { target: 'y', criterion: deltaTest, search: exhaustive({ to: 2 }) })
    expect(timeless(called)).toEqual(timeless(named))
    const path = await select(table, { target: 'y', criterion: jmi(), search: forward, k: 2 })
    expect(timeless(path)).toEqual(timeless(await select(table, { target: 'y', k: 2 })))
  })

  it('counts a row as often as its weight says', async () => {
    const weights = a.map((_, i) => i % 3)
    const repeated = weights.flatMap((weight, i) => new Array<number>(weight).fill(i))
    const taken = (values: readonly (number | string)[]) => repeated.map((i) => values[i])
    const all = { ...columns, label }
    const twice = tableFromColumns(
      Object.fromEntries(Object.entries(all).map(([name, values]) => [name, taken(values)])),
    )
    const weighted = tableFromColumns({ ...all, weights })
    const spec: SelectSpec = { target: 'label', bins: 4, stop: 'none' }
    const result = await select(weighted, { ...spec, weights: 'weights' })
    expect(result.steps).toEqual((await select(twice, spec)).steps)
  })

  it('is the same from DuckDB, and on any number of threads', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'criba-test-'))
    const file = join(folder, 'data.csv')
    const names = Object.keys(columns) as (keyof typeof columns)[]
    const lines = label
      .slice(0, 120)
      .map((cell, i) => [...names.map((name) => columns[name][i]), cell].join(','))
    writeFileSync(file, `${names.join(',')},label\n${lines.join('\n')}\n`)
    const specs: SelectSpec[] = [
      { target: 'label', drop: ['c', 'd', 'both'] },
      { target: 'label', stop: 'none' },
      { target: 'label', criterion: 'joint-mi:estimator=plug-in', search: 'exhaustive', landscape: 'all' },
      { target: 'a', criterion: 'delta-test', drop: ['c', 'label'] },
    ]
    const read = await openSource(file, { source: 'memory' })
    const engines = [await openSource(file, { source: 'duckdb' }), await openByQueries(file)]
    try {
      for (const spec of specs) {
        const memory = timeless(await select(read, spec))
        for (const engine of inTurn(engines, specs.indexOf(spec), 2)) {
          const duckdb = timeless(await select(engine, spec))
          expect(duckdb).toEqual({ ...memory, data: { ...memory.data, source: 'duckdb' } })
        }
      }
    } finally {
      read.close()
      for (const engine of engines) engine.close()
      rmSync(folder, { recursive: true })
    }
    for (const spec of [specs[1], { ...specs[3], drop: [] }]) {
      const data = spec.target === 'label' ? labelled : table
      const results = await Promise.all(
        [1, 3].map(async (threads) => timeless(await select(data, spec, { threads }))),
      )
      expect(results[1]).toEqual(results[0])
    }
  })

  it('stops a path of sets by the gain of the set', async () => {
    const first = await select(table, { target: 'y', criterion: 'delta-test' })
    const scores = first.steps.map(({ score }) => score)
    expect(first.selected.slice(0, 2).sort()).toEqual(['b', 'both'])
    expect(scores).toEqual([...scores].sort((one, other) => other - one))
    expect(first.stopped).toBe('no gain above 0')
    const gains = scores.slice(1).map((value, i) => scores[i] - value)
    const least = (gains[0] + gains[1]) / 2
    const shorter = await select(table, { target: 'y', criterion: 'delta-test', stop: `gain:${least}` })
    expect(shorter.selected).toEqual(first.selected.slice(0, gains.findIndex((gain) => gain <= least) + 1))
    const none = await select(table, { target: 'y', criterion: 'delta-test', stop: 'none' })
    expect(none.selected).toHaveLength(5)
    const set = { target: 'y', features: none.selected, by: ['delta-test'] }
    expect(none.score).toBeCloseTo((await score(table, set)).scores[0].score!, 12)
  })

  it('reports progress as a share of the whole, and gives the best so far when interrupted', async () => {
    const wide = tableFromColumns({
      ...Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`x${i}`, noise(60, i + 10)])),
      y: noise(60, 9),
    })
    const stop = new AbortController()
    const seen: number[] = []
    const progress = (share: number) => {
      seen.push(share)
      if (share >= 0.25) stop.abort()
    }
    const spec = { target: 'y', criterion: deltaTest(), search: exhaustive(), landscape: 3 }
    const result = await select(wide, spec, { signal: stop.signal, progress })
    expect(seen).toEqual([...seen].sort((one, other) => one - other))
    expect(seen.at(-1)).toBeLessThan(0.5)
    expect(result.stopped).toBe('interrupted')
    expect(result.landscape).toHaveLength(3)
    expect(result.landscape![0]).toEqual({ features: result.selected, score: result.score })
    expect(result.evaluations).toBeGreaterThan(0)
    expect(result.evaluations).toBeLessThan(2 ** 16)
  })

  it.each<[string, SelectSpec, RegExp]>([
    [
      'two criteria',
      { method: 'jmi', criterion: 'joint-mi' },
      /^invalid criterion: joint-mi \(method jmi has its own/,
    ],
    ['a step with sets', { search: 'exhaustive' }, /^unsuitable search for jmi: .*use forward, or joint-mi/],
    ['too many', { k: 7 }, /^invalid k: 7 \(jmi can take 6 columns: needs 1 to 6\)$/],
    ['none at all', { k: 0 }, /^invalid k: 0 \(needs a whole number, 1 or more\)$/],
    [
      'a stop',
      { stop: 'gain' },
      /^invalid stop: gain \(needs significance, gain:number, rising, partial-f.* or none\)$/,
    ],
    ['sets of a path', { landscape: 3 }, /^invalid landscape: 3 \(forward lists no sets; use exhaustive\)$/],
    ['a part', { ks: 3 } as SelectSpec, /^unknown part of a spec for select: ks/],
  ])('refuses %s', async (_, spec, message) => {
    expect(await failure(table, { target: 'y', ...spec })).toMatch(message)
  })

  it('refuses parts of a spec without effect on an exhaustive search', async () => {
    const sets = { target: 'y', criterion: 'delta-test', search: 'exhaustive' }
    expect(await failure(table, { ...sets, stop: 'gain:1' })).toMatch(/^invalid stop: gain:1/)
    expect(await failure(table, { ...sets, search: 'exhaustive:to=2', k: 2 })).toMatch(/^invalid k: 2/)
    expect(await failure(table, { ...sets, search: 'exhaustive:from=6' })).toMatch(/^invalid from: 6/)
  })

  it('needs a target where the criterion does, and a column that it can take', async () => {
    expect(await failure(table, {})).toBe('missing target (jmi needs one)')
    const texts = tableFromColumns({ group: columns.group, y })
    expect(await failure(texts, { target: 'y', criterion: 'delta-test' })).toBe(
      'unsuitable columns for delta-test: it can take none (group: categorical (needs numbers))',
    )
  })
})

describe('an exhaustive search', () => {
  /** Every set of some columns. */
  function subsets(names: readonly string[]): string[][] {
    return Array.from({ length: 2 ** names.length - 1 }, (_, i) =>
      names.filter((_, bit) => ((i + 1) >> bit) & 1),
    )
  }

  /** Every set with its score, scored one by one over the same rows. */
  async function bruteForce(data: Table, target: string, by: string, features: readonly string[]) {
    const sets = await Promise.all(
      subsets(features).map(async (set) => {
        const others = features.filter((name) => !set.includes(name))
        const spec = { target, features: set, by: [by], bins: 3, drop: others }
        return { features: set, score: (await score(data, spec)).scores[0].score! }
      }),
    )
    return sets
  }

  const complete = (data: Table, keep: (row: number) => boolean) => {
    const kept = Array.from({ length: rows }, (_, i) => i).filter(keep)
    const cells = data.columns.map((column) => {
      const at = (i: number) =>
        column.missing?.[i]
          ? null
          : column.type === 'numeric'
            ? column.values[i]
            : column.levels[column.codes[i]]
      return [column.name, kept.map(at)] as const
    })
    return tableFromColumns(Object.fromEntries(cells))
  }

  it.each([
    ['delta-test', 'y', ['a', 'b', 'both', 'c', 'd'], table, table],
    ['joint-mi:estimator=plug-in', 'label', Object.keys(columns), labelled, labelled],
    [
      'joint-mi:estimator=plug-in',
      'label',
      Object.keys(columns),
      holed,
      complete(holed, (i) => i % 10 !== 3 && i % 17 !== 5 && i % 40 !== 7),
    ],
  ])('by %s of %s finds what scoring every set finds', async (by, target, features, data, whole) => {
    const of = { target, criterion: by, search: 'exhaustive', landscape: 'all', bins: 3 } as const
    const spec = { ...of, missing: 'complete' } as const
    const result = await select(data, spec)
    const sets = await bruteForce(whole, target, by, features)
    expect(result.evaluations).toBe(sets.length)
    expect(result.landscape).toHaveLength(sets.length)
    const found = new Map(result.landscape!.map((set) => [set.features.join(), set.score]))
    for (const set of sets) expect(found.get(set.features.join())).toBeCloseTo(set.score, 11)
    const sign = result.better === 'higher' ? 1 : -1
    expect(sign * result.score!).toBeCloseTo(Math.max(...sets.map((set) => sign * set.score)), 11)
    expect(result.landscape![0]).toEqual({ features: result.selected, score: result.score })
  })

  it('keeps to the sizes asked for', async () => {
    const spec: SelectSpec = { target: 'y', criterion: 'delta-test', landscape: 'all' }
    const all = (await select(table, { ...spec, search: 'exhaustive' })).landscape!
    const sized = await select(table, { ...spec, search: 'exhaustive:from=2,to=3' })
    expect(sized.landscape).toEqual(all.filter(({ features }) => [2, 3].includes(features.length)))
    const pairs = await select(table, { ...spec, search: 'exhaustive', k: 2 })
    expect(pairs.landscape).toEqual(all.filter(({ features }) => features.length === 2))
    expect(pairs.selected).toHaveLength(2)
    const three = await select(table, { ...spec, search: 'exhaustive', landscape: 3 })
    expect(three.landscape).toEqual(all.slice(0, 3))
  })

  it('lists no more sets than fit', async () => {
    const wide = tableFromColumns(
      Object.fromEntries(Array.from({ length: 23 }, (_, i) => [`x${i}`, noise(20, i)])),
    )
    const spec: SelectSpec = { target: 'x0', criterion: 'delta-test', search: 'exhaustive', landscape: 'all' }
    expect(await failure(wide, spec)).toMatch(/^too many sets for a landscape: 4194303 \(at most 1048576; /)
  })
})
