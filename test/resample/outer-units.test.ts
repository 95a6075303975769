import { MemorySource, tableFromColumns } from 'criba'
import { describe, expect, it } from 'vitest'
import { withShadows } from '../../dist/src/analyses/resample/shadow-columns.js'
import { select } from '../untyped.ts'
import { tableOf } from './normal-table.ts'

// x0 and x1 tell of y, the other eight do not.
const columns = tableOf(4, 120, 10, [1, -1])
const table = tableFromColumns(columns)
const cheap = { target: 'y', criterion: 'pearson' }
/** Groups of informative columns, of both kinds, and of noise. */
const groups = { good: ['x0', 'x1'], mixed: ['x2', 'x3'], bad: ['x8', 'x9'] }
const outer = [
  'stability-selection:q=2,pairs=8',
  'boruta:runs=20',
  'consensus:samples=8',
  'rfe-resampled:choose=one-error',
] as const

describe.each(outer)('%s', (method) => {
  const spec = { ...cheap, method, ...(method.startsWith('consensus') && { k: 2 }) }

  it('chooses columns to keep in any case, first, and the others as without them', async () => {
    const plain = await select(table, spec)
    expect(plain.selected.slice(0, 2).toSorted()).toEqual(['x0', 'x1'])
    const k = 'k' in spec && { k: 4 }
    const found = await select(table, { ...spec, ...k, keep: ['x7', 'x4'] })
    expect(found.selected.slice(0, 2)).toEqual(['x4', 'x7'])
    expect(found.selected.slice(2)).toEqual(plain.selected)
    expect(found.steps.map(({ feature }) => feature)).toEqual(found.selected.slice(2))
    expect(found.spec.keep).toEqual(['x7', 'x4'])
    const limited = await select(table, { ...spec, k: 3, keep: ['x7', 'x4'] })
    expect(limited.selected).toHaveLength(3)
    await expect(select(table, { ...spec, k: 2, keep: ['x7', 'x4'] })).rejects.toThrow(
      'invalid k: 2 (2 to keep leave none to choose: needs more)',
    )
  })

  it('moves groups as one, names them in its steps and lists their columns', async () => {
    const found = await select(table, { ...spec, groups, ...('k' in spec && { k: 1 }) })
    expect(found.steps[0].feature).toBe('good')
    expect(found.selected.slice(0, 2)).toEqual(['x0', 'x1'])
    expect(found.steps).toHaveLength(1)
    expect(found.selected).toHaveLength(2)
    const aside = found.setAside.map(({ feature }) => feature)
    expect(aside.some((name) => Object.values(groups).flat().includes(name))).toBe(false)
    const kept = await select(table, { ...spec, groups, keep: ['bad'], ...('k' in spec && { k: 2 }) })
    expect(kept.selected).toEqual(['x8', 'x9', 'x0', 'x1'])
  })

  it('gives the same from the spec of its result, with evidence too', async () => {
    const given = { ...spec, groups, keep: ['x4'], ...('k' in spec && { k: 2 }), evidence: { folds: 2 } }
    const { seconds: _, ...found } = await select(table, given, { threads: 1 })
    expect(found.evidence!.folds.every(({ features }) => features[0] === 'x4')).toBe(true)
    const { seconds: __, ...again } = await select(table, found.spec, { threads: 3 })
    expect(again).toEqual(found)
  })
})

describe('outer methods', () => {
  it('bound wrong columns among units: groups count as one, kept columns do not count', async () => {
    const method = 'stability-selection:q=2,pairs=5'
    const errors = async (more: object) =>
      (await select(table, { ...cheap, method, ...more })).options['errors']
    // q²/((2π − 1)d).
    expect(await errors({})).toBe(4 / (0.2 * 10))
    expect(await errors({ groups })).toBeCloseTo(4 / (0.2 * 7), 3)
    expect(await errors({ groups, keep: ['good', 'x4'] })).toBeCloseTo(4 / (0.2 * 5), 3)
    const few = { ...cheap, method: 'stability-selection:q=8', groups }
    await expect(select(table, few)).rejects.toThrow('invalid q: 8 (there are 7 to choose among')
    const none = { ...cheap, method, keep: Object.keys(columns).filter((name) => name !== 'y') }
    await expect(select(table, none)).rejects.toThrow('missing candidates for stability-selection')
  })

  it('rank consensus over units, as worked out from each selection', async () => {
    const methods = ['pearson', 'spearman', 'lasso']
    const common = { target: 'y', groups, keep: ['x4'], k: 3 }
    const units = ['good', 'mixed', 'x5', 'x6', 'x7', 'bad']
    const ranks = new Map(units.map((unit) => [unit, 0]))
    for (const method of methods) {
      const { steps } = await select(table, { ...common, method })
      const names = steps.map(({ feature }) => feature)
      expect(names).toHaveLength(2)
      for (const unit of units) {
        const rank = names.includes(unit) ? names.indexOf(unit) + 1 : (3 + 6) / 2
        ranks.set(unit, ranks.get(unit)! + rank / methods.length)
      }
    }
    const found = await select(table, { ...common, method: `consensus:methods=${methods.join('+')}` })
    expect(found.steps).toHaveLength(2)
    for (const { feature, score } of found.steps) expect(score).toBeCloseTo(ranks.get(feature)!, 12)
    expect(found.steps[0].feature).toBe('good')
    expect(found.selected.slice(0, 3)).toEqual(['x4', 'x0', 'x1'])
  })

  it.each(['stability-selection:q=1,pairs=10', 'consensus:samples=8', 'rfe-resampled'])(
    'hand costs on to what they resample: %s',
    async (method) => {
      const costs = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`x${i}`, 1]))
      const first = async (dear: string) => {
        const found = await select(table, { ...cheap, method, k: 1, costs: { ...costs, [dear]: 100 } })
        expect(found.spec.costs![dear]).toBe(100)
        return found.selected
      }
      expect(await first('x0')).toEqual(['x1'])
      expect(await first('x1')).toEqual(['x0'])
    },
  )

  it.each([
    [{ method: 'boruta', costs: { x0: 1 } }, 'invalid costs: boruta does not take it (a shadow has the same'],
    [{ method: 'boruta', keep: ['nothing'] }, 'unknown column to keep: nothing'],
    [{ method: 'consensus:samples=4', groups: { g: ['x0', 'z'] }, k: 2 }, 'unknown column of group g: z'],
    [{ method: 'stability-selection:q=2', costs: { x0: 2 } }, 'missing cost of column x1'],
  ])('refuse %j', async (spec, message) => {
    await expect(select(table, { ...cheap, ...spec })).rejects.toThrow(message)
  })

  it('permute the columns of a group as one, and refuse that where they lack values', async () => {
    const twins = tableFromColumns({ ...columns, twin: columns['x0'].map((value) => 2 * value) })
    const names = ['x0', 'twin', 'x5', 'x0', 'twin']
    const groupOf = new Map([
      ['x0', 'pair'],
      ['twin', 'pair'],
    ])
    const source = new MemorySource(twins)
    const shadowed = withShadows(source, names, { seed: 1, number: 3 }, groupOf)
    const first = shadowed.columns.length - names.length
    const [{ columns: rows }] = await shadowed.answer([
      { kind: 'rows', columns: names.map((_, i) => ({ column: first + i, coding: null })), view: {} },
    ])
    const [x0, twin, x5, again, twinAgain] = rows.map((values) => [...values])
    expect(twin).toEqual(x0.map((value) => 2 * value))
    expect(twinAgain).toEqual(again.map((value) => 2 * value))
    expect(again).not.toEqual(x0)
    const placesIn = (values: readonly number[], of: readonly number[]) =>
      values.map((value) => of.indexOf(value))
    expect(placesIn(x5, columns['x5'])).not.toEqual(placesIn(x0, columns['x0']))
    const holed = tableFromColumns({
      ...columns,
      x1: columns['x1'].map((value, i) => (i === 7 ? null : value)),
    })
    const spec = { ...cheap, method: 'boruta:runs=20', groups }
    await expect(select(holed, spec)).rejects.toThrow('unsuitable group good for boruta: x1 lacks values')
    expect((await select(holed, { ...spec, missing: 'complete' })).selected).toEqual(['x0', 'x1'])
  })
})
