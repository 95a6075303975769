import { select as selectTyped, tableFromColumns } from 'criba'
import { forward } from 'criba/methods'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { textWithArrays, withArrays } from '../../dist/src/analyses/resample/array-texts.js'
import { parseCheckpoint } from '../../dist/src/analyses/selection/checkpoint.js'
import { randomOf } from '../contract/tables.ts'
import { select } from '../untyped.ts'
import type { SelectSpec } from '../untyped.ts'
import { isLong } from '../properties/runs.ts'
import { tableOf } from './normal-table.ts'

/*
 * A process that is killed leaves the checkpoint that it wrote last. Here the clock runs so fast that every part is saved, so any text
 * that was written is what a kill at some moment leaves.
 */

const columns = tableOf(3, 90, 12, [0.8, -0.7, 0.5])
const table = tableFromColumns(columns)
const random = randomOf(31)

const specs: readonly SelectSpec[] = [
  { target: 'y', method: 'stability-selection:q=3,pairs=8', criterion: 'lasso' },
  { target: 'y', method: 'boruta:runs=12', criterion: 'pearson' },
  { target: 'y', method: 'consensus:samples=3,methods=pearson+spearman', k: 3 },
  { target: 'y', method: 'rfe-resampled:folds=4,repeats=2', criterion: 'importance' },
  { target: 'y', method: 'knockoffs:q=0.5,runs=6' },
  { target: 'y', method: 'conditional-randomisation:draws=19', criterion: 'pearson' },
]

interface Saved {
  readonly criba: string
  readonly done: Record<string, unknown>
}

/** A file of a checkpoint, with all that was ever written to it. */
function storeOf(text: string | null = null) {
  const written: string[] = []
  const checkpoint = {
    read: () => Promise.resolve(written.at(-1) ?? text),
    write: (next: string) => Promise.resolve(void written.push(next)),
  }
  return { written, checkpoint }
}

/** A result without the time that it took. */
function lasting(result: object): unknown {
  return JSON.parse(JSON.stringify(result), (key, value: unknown) => (key === 'seconds' ? 0 : value))
}

const doneIn = (text: string) => Object.keys((JSON.parse(text) as Saved).done)

describe.each(specs)('$method', (spec) => {
  let expected: unknown
  beforeAll(async () => {
    expected = lasting(await select(table, spec))
  })
  afterEach(() => vi.restoreAllMocks())
  const runFast = () => {
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 3000))
  }

  it('goes on from what a kill at any moment leaves, to the same bits', async () => {
    runFast()
    const whole = storeOf()
    expect(lasting(await select(table, spec, { checkpoint: whole.checkpoint }))).toEqual(expected)
    const { written } = whole
    expect(written.length).toBeGreaterThan(4)
    const between = Array.from({ length: isLong ? 3 : 1 }, () => Math.floor(random() * written.length))
    const places = [...(isLong ? [0] : []), written.length - 1, ...between]
    for (const place of places) {
      const again = storeOf(written[place])
      const found = await select(table, spec, { checkpoint: again.checkpoint })
      expect(lasting(found), `after ${place} of ${written.length} saves`).toEqual(expected)
      // What was saved is not made, and so not saved, again.
      const before = new Set(doneIn(written[place]))
      const parts = doneIn(again.written.at(-1))
      expect(again.written.length).toBeLessThanOrEqual(parts.length - before.size + 1)
      expect(parts.toSorted()).toEqual(doneIn(written.at(-1)).toSorted())
    }
  })

  it('goes on after it is interrupted, several times', async () => {
    const store = storeOf()
    let ends = 0
    for (const at of isLong ? [0.2, 0.4, 0.7, 2] : [0.3, 0.6, 2]) {
      const stop = new AbortController()
      const progress = (share: number) => void (share > at && stop.abort())
      try {
        const found = await select(table, spec, {
          checkpoint: store.checkpoint,
          progress,
          signal: stop.signal,
        })
        if (at === 2) expect(lasting(found)).toEqual(expected)
      } catch (error) {
        expect(error).toMatchObject({ code: 'interrupted' })
        ends++
      }
    }
    expect(ends).toBeGreaterThan(0)
  })
})

describe('a checkpoint of a method that resamples', () => {
  const spec: SelectSpec = specs[0]
  const made = async () => {
    const store = storeOf()
    await select(table, spec, { checkpoint: store.checkpoint })
    return store.written.at(-1)
  }

  it('is what is gone on from: other halves give other shares', async () => {
    const saved = JSON.parse(await made()) as Saved
    expect(saved.criba).toBe('resampling')
    for (const key of Object.keys(saved.done)) saved.done[key] = ['x5']
    const store = storeOf(JSON.stringify(saved))
    const { selected, steps } = await select(table, spec, { checkpoint: store.checkpoint })
    expect([selected, steps.map(({ score }) => score)]).toEqual([['x5'], [1]])
  })

  it.each([
    { target: 'y', method: 'knockoffs:q=0.5,runs=2' },
    { target: 'y', method: 'rfe-resampled:folds=3', criterion: 'importance' },
    { target: 'y', method: 'consensus:samples=2,methods=pearson+spearman', k: 2 },
    { target: 'y', method: 'jmi' },
  ] satisfies SelectSpec[])('takes columns for columns, whatever their names: $method', async (given) => {
    const names = ['array', 'of', 'number', 'object']
    const named = tableFromColumns({
      ...Object.fromEntries(names.map((name, i) => [name, columns[`x${i}`]])),
      y: columns.y,
    })
    const expected = lasting(await select(named, given))
    const store = storeOf()
    await select(named, given, { checkpoint: store.checkpoint })
    const again = storeOf(store.written.at(-1))
    expect(lasting(await select(named, given, { checkpoint: again.checkpoint }))).toEqual(expected)
  })

  it('keeps arrays, numbers that JSON has not, and objects that look like them', () => {
    const kept = {
      all: [new Float64Array([1, NaN, -0]), NaN, -Infinity, -0],
      ...{ array: 'Float64Array', of: [1] },
      looks: [{ number: '5' }, { number: 2, seed: 1 }, { object: [] }, { array: ['Int32Array', [1]] }],
    }
    expect(withArrays(parseCheckpoint(textWithArrays(kept)))).toEqual(kept)
  })

  it.each([
    { target: 'class', method: 'jmi' },
    { target: 'class', method: 'boruta:runs=2', criterion: 'importance' },
  ] satisfies SelectSpec[])(
    'is refused for data that differ in the names of levels: $method',
    async (given) => {
      const classes = (names: string) =>
        tableFromColumns({ ...columns, class: columns.y.map((value) => names[Number(value > 0)]) })
      const store = storeOf()
      await select(classes('ab'), given, { checkpoint: store.checkpoint })
      const { checkpoint } = storeOf(store.written.at(-1))
      await expect(select(classes('cd'), given, { checkpoint })).rejects.toThrow('it is from other data')
    },
  )

  it.each([
    ['cut short', (text: string) => text.slice(0, text.length / 2), 'it is not JSON'],
    ['empty', () => '', 'it is not JSON'],
    [
      'without parts',
      (text: string) => JSON.stringify({ ...JSON.parse(text), done: null }),
      'is not a checkpoint',
    ],
    [
      'with an array of no known type',
      (text: string) => JSON.stringify({ ...JSON.parse(text), done: { a: { array: ['x', []] } } }),
      'is not a checkpoint',
    ],
  ])('is refused if it is %s', async (_, change, message) => {
    const { checkpoint } = storeOf(change(await made()))
    await expect(select(table, spec, { checkpoint })).rejects.toThrow(message)
  })

  it('is refused for other data, another spec, another kind and a function', async () => {
    const saved = await made()
    const resumed = (given: SelectSpec, data = table) =>
      select(data, given, { checkpoint: storeOf(saved).checkpoint })
    const other = tableFromColumns({
      ...columns,
      x0: columns.x0.map((value, row) => value + (row === 4 ? 1e-12 : 0)),
    })
    await expect(resumed(spec, other)).rejects.toThrow('it is from other data')
    for (const change of [
      { seed: 1 },
      { method: 'stability-selection:q=3,pairs=9' },
      { criterion: 'pearson' },
    ])
      await expect(resumed({ ...spec, ...change })).rejects.toThrow('it is from another spec')
    await expect(resumed({ target: 'y', method: 'exhaustive-mi' })).rejects.toThrow(
      'the file is not a checkpoint',
    )
    const criterion = (features: readonly string[]) => features.length
    const own = {
      target: 'y',
      method: 'stability-selection:q=1,pairs=5',
      criterion,
      search: forward(),
    } as never
    await expect(selectTyped(table, own, { checkpoint: storeOf().checkpoint })).rejects.toThrow(
      /^invalid checkpoint: the criterion is a function/,
    )
  })
})
