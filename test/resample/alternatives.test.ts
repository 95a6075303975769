import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { MemorySource, score, tableFromColumns, tableFromCsv } from 'criba'
import type { SelectResult } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { selectionText } from '../../dist/src/report/selection-text.js'
import { selectionTables } from '../../dist/src/report/tables/selection.js'
import { widthOf } from '../../dist/src/report/text.js'
import { randomOf } from '../contract/tables.ts'
import { near } from '../laws/given.ts'
import { select } from '../untyped.ts'
import { tableOf } from './normal-table.ts'

const schema = JSON.parse(
  readFileSync(new URL('../../schema/criba.schema.json', import.meta.url), 'utf8'),
) as object
const isValid = new Ajv({ allowUnionTypes: true }).compile(schema)

/** Rows of counts: each line has the levels of a row, and how often it occurs. */
function repeated(names: readonly string[], lines: readonly (readonly [number, string])[]) {
  const rows = lines.flatMap(([times, levels]) => new Array<string>(times).fill(levels))
  return Object.fromEntries(names.map((name, i) => [name, rows.map((levels) => levels[i])]))
}

/** Chooses the columns named, whatever the data. */
const choosing = (...names: readonly string[]) => ({
  criterion: (set: readonly string[]) => Number(set.toSorted().join() === names.toSorted().join()),
  search: 'exhaustive',
})

/**
 * y depends on x and z; x has a copy under other names, one on another scale, one with few errors and one with many; z has one with
 * few errors; an identifier, a column that gives y away, and noise.
 */
function withCopies(rows: number, seed: number) {
  const random = randomOf(seed)
  const chance = (p: number) => random() < p
  const level = (count: number) => Math.floor(random() * count)
  const columns: Record<string, (string | number)[]> = {}
  for (let row = 0; row < rows; row++) {
    const x = level(3)
    const z = level(2)
    const y = chance(0.85) ? Number(x + z > 1) : level(2)
    const values: Readonly<Record<string, string | number>> = {
      x: `x${x}`,
      z: `z${z}`,
      renamed: ['one', 'two', 'three'][x],
      near: `n${chance(0.97) ? x : level(3)}`,
      far: `f${chance(0.6) ? x : level(3)}`,
      nearZ: `n${chance(0.97) ? z : level(2)}`,
      id: `row ${row}`,
      noise: `n${level(3)}`,
      gives: y === 1 ? 'yes' : 'no',
      y: y === 1 ? 'high' : 'low',
    }
    for (const [name, value] of Object.entries(values)) (columns[name] ??= []).push(value)
  }
  return columns
}

const standInsOf = ({ alternatives }: SelectResult) =>
  Object.fromEntries(
    alternatives!.columns.map(({ feature, standIns }) => [feature, standIns.map((one) => one.feature)]),
  )

describe('alternatives', () => {
  it('lose as much as a hand-made table says', async () => {
    // b repeats a in 160 of 200 rows, whatever y is, and y repeats a in 150 of 200.
    const columns = repeated(
      ['a', 'b', 'y'],
      [
        [120, '000'],
        [30, '010'],
        [40, '001'],
        [10, '011'],
        [10, '100'],
        [40, '110'],
        [30, '101'],
        [120, '111'],
      ],
    )
    const table = tableFromColumns(columns)
    const spec = { target: 'y', types: { '*': 'categorical' }, alternatives: true } as const
    const entropy = (p: number) => -p * Math.log2(p) - (1 - p) * Math.log2(1 - p)
    const ofA = 1 - entropy(0.25)
    const ofB = 1 - entropy(0.35)
    const found = await select(table, { ...spec, ...choosing('b') })
    expect(found.selected).toEqual(['b'])
    const [{ information, standIns }] = found.alternatives!.columns
    near(information!, ofB)
    expect(standIns).toHaveLength(1)
    // Given a, b tells nothing.
    expect(standIns[0]).toMatchObject({ feature: 'a', lost: 0, pValue: 1 })
    near(standIns[0].information, ofA)
    expect('copy' in standIns[0]).toBe(false)
    // b loses two thirds of what a tells, I(a;y) − I(b;y).
    const other = await select(table, { ...spec, ...choosing('a') })
    expect(other.alternatives!.columns[0].standIns).toEqual([])
    // A column that repeats a in 98 of 100 rows loses 8 % of it, which is significant, and small.
    const close = repeated(
      ['a', 'c', 'y'],
      [
        [1470, '000'],
        [30, '010'],
        [490, '001'],
        [10, '011'],
        [10, '100'],
        [490, '110'],
        [30, '101'],
        [1470, '111'],
      ],
    )
    const { alternatives } = await select(tableFromColumns(close), { ...spec, ...choosing('a') })
    const [{ lost, pValue }] = alternatives!.columns[0].standIns
    near(lost, ofA - (1 - entropy(0.25 + 0.02 - 0.01)), 1e-9)
    expect(pValue).toBeLessThan(1e-6)
  })

  it('are copies and near copies, but neither identifiers nor what gives the target away', async () => {
    const columns = withCopies(600, 1)
    const found = await select(tableFromColumns(columns), {
      target: 'y',
      criterion: 'joint',
      k: 2,
      alternatives: true,
    })
    expect(found.selected.toSorted()).toEqual(['x', 'z'])
    expect(standInsOf(found)).toEqual({ x: ['renamed', 'near'], z: ['nearZ'] })
    const [renamed, near] = found.alternatives!.columns.find(({ feature }) => feature === 'x')!.standIns
    expect(renamed).toMatchObject({ copy: true, lost: 0, pValue: 1 })
    expect('copy' in near).toBe(false)
    expect(found.alternatives!.sets).toBeUndefined()
    expect(isValid(JSON.parse(JSON.stringify(found))), JSON.stringify(isValid.errors)).toBe(true)
  })

  it('do not depend on the order of the columns, threads, or the source', async () => {
    // Of copies the first is kept, so they depend on the order.
    const { renamed: _, ...columns } = withCopies(400, 2)
    const spec = { target: 'y', criterion: 'joint', k: 2, alternatives: true, evidence: { folds: 4 } }
    const table = tableFromColumns(columns)
    const expected = await select(table, spec, { threads: 1 })
    expect(expected.alternatives!.sets!.evaluated).toBeGreaterThan(2)
    const reversed = tableFromColumns(Object.fromEntries(Object.entries(columns).reverse()))
    const others = [await select(table, spec, { threads: 2 }), await select(new MemorySource(table), spec)]
    for (const other of others) expect(other.alternatives).toEqual(expected.alternatives)
    const turned = await select(reversed, spec)
    expect(turned.selected).toEqual(expected.selected)
    expect(turned.alternatives).toEqual(expected.alternatives)
    const duck = await duckSourceOf(table)
    try {
      const { alternatives } = await select(duck, spec)
      expect(alternatives).toEqual(expected.alternatives)
    } finally {
      duck.close()
    }
    const again = await select(table, expected.spec)
    expect(again.alternatives).toEqual(expected.alternatives)
  })

  it('score sets as cv scores them, and keep those within one standard error, the smallest first', async () => {
    const csv = readFileSync(new URL('../../examples/breast-cancer.csv', import.meta.url), 'utf8')
    const table = await tableFromCsv(csv)
    const found = await select(table, { target: 'diagnosis', k: 3, evidence: true, alternatives: true })
    const { selected, error, evaluated, asGood } = found.alternatives!.sets!
    expect(evaluated).toBeLessThanOrEqual(20)
    expect(asGood.length).toBeGreaterThan(3)
    const by = ['cv:learner=naive-bayes,numbers=gaussian'] as const
    const scoreOf = async (features: readonly string[]) =>
      (await score(table, { target: 'diagnosis', features, by })).scores[0].score
    near(selected, (await scoreOf(found.selected))!, 1e-12)
    for (const set of [asGood[0], asGood.at(-1)!]) {
      near(set.score, (await scoreOf(set.features))!, 1e-12)
      near(set.difference, set.score - selected, 1e-9)
      expect(set.interval[0]).toBeLessThanOrEqual(set.difference)
      const swapped = found.selected.map((name) => set.swaps.find(({ out }) => out === name)?.in ?? name)
      expect(set.features).toEqual([...new Set(swapped)])
    }
    for (const { score } of asGood) expect(selected - score).toBeLessThanOrEqual(error!)
    const sizes = asGood.map(({ features }) => features.length)
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b))
    // One column stands in for two, so a set of two is as good.
    expect(sizes[0]).toBe(2)
    // Single swaps have scores, and stand-ins are in their order.
    for (const { feature, standIns } of found.alternatives!.columns) {
      const scores = standIns.flatMap(({ score }) => (score === undefined ? [] : [score]))
      expect(scores).toEqual(scores.toSorted((a, b) => b - a))
      expect(scores.length, feature).toBeGreaterThan(0)
    }
    const text = (width: number) =>
      selectionText(found, 'x.csv', { width, colour: false, lines: 50 }).split('\n')
    for (const width of [40, 60, 80, 120]) {
      const from = text(width).findIndex((line) => line.startsWith('alternatives: '))
      const to = text(width).findIndex((line, i) => i > from && line.startsWith('numbers discretised'))
      for (const line of text(width).slice(from, to)) expect(widthOf(line)).toBeLessThanOrEqual(width)
    }
    expect(text(120).join('\n')).toContain('alternatives: columns that can stand in for a chosen one')
    const [{ columns, rows }] = selectionTables(found, 'x.csv')
    expect(columns).toEqual(['feature', 'standIn', 'copy', 'information', 'lost', 'pValue', 'score'])
    expect(rows[0][0]).toBe(found.selected[0])
    expect(isValid(JSON.parse(JSON.stringify(found))), JSON.stringify(isValid.errors)).toBe(true)
  })

  it('have a standard error by the folds of one repeat, whose repeats hold out the same rows again', async () => {
    // The columns are the same in each split, so the evidence scores them there too.
    const { criterion, search } = choosing('x', 'z')
    const { evidence, alternatives } = await select(tableFromColumns(withCopies(200, 3)), {
      target: 'y',
      criterion: (set: readonly string[], _: unknown) => criterion(set),
      search,
      evidence: { folds: 4, repeats: 2 },
      alternatives: true,
    })
    const scores = evidence!.folds.map(({ selected }) => selected)
    expect(scores).toHaveLength(8)
    const mean = scores.reduce((sum, one) => sum + one, 0) / 8
    const squares = scores.reduce((sum, one) => sum + (one - mean) ** 2, 0)
    near(alternatives!.sets!.selected, mean)
    near(alternatives!.sets!.error!, Math.sqrt(squares / 7) / Math.sqrt(4))
  })

  it('are as good with a copy in its place, and with two', async () => {
    const found = await select(tableFromColumns(withCopies(600, 1)), {
      target: 'y',
      criterion: 'joint',
      k: 2,
      evidence: { learner: 'tree' },
      alternatives: true,
    })
    const { asGood, selected } = found.alternatives!.sets!
    const copied = asGood.find(({ swaps }) => swaps.length === 1 && swaps[0].in === 'renamed')!
    expect([copied.score, copied.difference, copied.interval]).toEqual([selected, 0, [0, 0]])
    expect(asGood.some(({ features }) => features.toSorted().join() === 'nearZ,renamed')).toBe(true)
  })

  it('of a column that tells nothing alone are only its copies', async () => {
    const random = randomOf(3)
    const bits = Array.from({ length: 400 }, () => [random() < 0.5, random() < 0.5, random() < 0.03] as const)
    const text = (value: boolean) => (value ? 'yes' : 'no')
    const table = tableFromColumns({
      a: bits.map(([a]) => text(a)),
      b: bits.map(([, b]) => text(b)),
      copy: bits.map(([a]) => (a ? 'left' : 'right')),
      close: bits.map(([a, , other]) => text(a !== other)),
      y: bits.map(([a, b]) => (a === b ? 'same' : 'other')),
    })
    const found = await select(table, {
      target: 'y',
      alternatives: true,
      ...choosing('a', 'b'),
    })
    expect(standInsOf(found)).toEqual({ a: ['copy'], b: [] })
    expect(found.alternatives!.columns[0].why).toContain('alone it tells nothing significant of y')
  })

  it('cut numbers as the selection does, so the spec of a result gives the same again', async () => {
    const table = tableFromColumns(tableOf(4, 150, 5, [1, 0.7]))
    const { seconds: _, ...expected } = await select(table, {
      target: 'y',
      method: 'iamb',
      alternatives: true,
    })
    expect(expected.spec.bins).toBe(2)
    const { seconds: __, ...again } = await select(table, expected.spec)
    expect(again).toEqual(expected)
  })

  it('say which columns have too few rows for a test', async () => {
    const random = randomOf(4)
    const many = Array.from({ length: 300 }, () => `l${Math.floor(random() * 60)}`)
    const x = Array.from({ length: 300 }, () => (random() < 0.5 ? 'yes' : 'no'))
    const y = x.map((one) => (random() < 0.8 ? one : 'maybe'))
    const found = await select(tableFromColumns({ many, x, y }), {
      target: 'y',
      alternatives: true,
      ...choosing('x'),
    })
    expect(found.alternatives!.untested).toEqual(['many'])
    expect(found.warnings.filter(({ code }) => code === 'untested')).toEqual([
      { code: 'untested', message: 'alternatives: too few rows to test many beside each chosen column' },
    ])
  })

  it('take missing values as a level, so a column that is seldom known stands in for none', async () => {
    const { x, z, y } = withCopies(600, 5)
    const seldom = x.map((one, row) => (row % 2 === 0 ? one : null))
    const found = await select(tableFromColumns({ x, z, seldom, y }), {
      target: 'y',
      alternatives: true,
      ...choosing('x', 'z'),
    })
    expect(standInsOf(found)).toEqual({ x: [], z: [] })
  })

  it('work for numbers, outer methods, kept columns and interrupted evidence', async () => {
    const random = randomOf(6)
    const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    const a = Array.from({ length: 400 }, normal)
    const b = Array.from({ length: 400 }, normal)
    const columns = {
      a,
      b,
      scaled: a.map((value) => 2 * value + 1),
      close: a.map((value) => value + 0.02 * normal()),
      noise: a.map(normal),
      y: a.map((value, row) => value + b[row] + 0.5 * normal()),
    }
    const table = tableFromColumns(columns)
    for (const spec of [
      { criterion: 'sse', k: 2, evidence: true },
      { method: 'stability-selection:q=2,pairs=5', criterion: 'pearson' },
      { criterion: 'pearson', k: 2, keep: ['b'] },
    ]) {
      const found = await select(table, { target: 'y', alternatives: true, ...spec })
      const { [found.selected.includes('a') ? 'a' : 'close']: standIns } = standInsOf(found)
      expect(standIns.length, JSON.stringify(spec)).toBeGreaterThanOrEqual(1)
      expect(standIns).not.toContain('noise')
      if (found.alternatives!.sets) expect(found.alternatives!.sets.asGood.length).toBeGreaterThan(0)
    }
    const single = await select(table, {
      target: 'y',
      criterion: 'sse',
      k: 2,
      alternatives: true,
      evidence: { holdout: 0.3 },
    })
    expect(single.alternatives!.sets).toMatchObject({ error: null, asGood: [] })
    const stop = new AbortController()
    stop.abort()
    const stopped = await select(
      table,
      { target: 'y', criterion: 'sse', k: 2, alternatives: true },
      { signal: stop.signal },
    ).catch((error: unknown) => error)
    expect((stopped as Partial<SelectResult>).alternatives).toBeUndefined()
  })

  it.each([
    [{ criterion: 'variance', k: 2 }, 'unsuitable alternatives for variance: it looks at no target'],
    [{ target: null, criterion: 'variance', k: 2 }, 'missing target (alternatives need one'],
    [{ samplingWeights: 'w' }, 'unsuitable alternatives: they test whole rows'],
    [{ weights: 'w' }, 'unsuitable weights: alternatives test whole rows'],
  ] as const)('are refused in one line: %o', async (spec, message) => {
    const { x, z, y } = withCopies(60, 7)
    const table = tableFromColumns({ x, z, w: x.map((_, row) => 1 + (row % 2) / 2), y })
    await expect(
      select(table, { target: 'y', criterion: 'mim', k: 1, alternatives: true, ...spec }),
    ).rejects.toThrow(message)
  })
})
