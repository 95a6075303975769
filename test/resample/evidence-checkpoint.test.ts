import { CribaError, MemorySource, tableFromColumns } from 'criba'
import type { Checkpoint, RunEvent } from 'criba'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { randomOf } from '../contract/tables.ts'
import { isLong } from '../properties/runs.ts'
import { select } from '../untyped.ts'
import type { SelectSpec } from '../untyped.ts'
import { tableOf } from './normal-table.ts'

const table = tableFromColumns(tableOf(3, 90, 8, [0.8, -0.7, 0.5]))
const random = randomOf(41)

const drop = ['x4', 'x5', 'x6', 'x7']

/** Selections whose answers, merits and parts are saved. */
const specs: readonly (readonly [string, SelectSpec])[] = [
  ['answers', { target: 'y', method: 'jmi', k: 3, evidence: { folds: 4 } }],
  [
    'answers, with alternatives',
    { target: 'y', method: 'jmi', k: 2, alternatives: true, evidence: { folds: 4, learner: 'linear' } },
  ],
  ['merits', { target: 'y', method: 'exhaustive-dt', drop, evidence: { folds: 3, learner: 'linear' } }],
  ['parts', { target: 'y', method: 'boruta:runs=6', criterion: 'pearson', evidence: { folds: 3 } }],
]

function storeOf(text: string | null = null) {
  const written: string[] = []
  const checkpoint: Checkpoint = {
    read: () => Promise.resolve(written.at(-1) ?? text),
    write: (next) => Promise.resolve(void written.push(next)),
  }
  return { written, checkpoint }
}

/** What a call finds, how often it called a kernel, and the folds that it reported. */
async function found(spec: SelectSpec, checkpoint?: Checkpoint) {
  const source = new MemorySource(table)
  const folds: number[] = []
  const on = (event: RunEvent) => void (event.kind === 'fold' && folds.push(event.fold))
  const result = await select(source, spec, { on, threads: 2, ...(checkpoint && { checkpoint }) })
  const text = JSON.stringify(result, (key, value: unknown) => (key === 'seconds' ? 0 : value))
  const calls = Object.values(source.work.kernels).reduce((sum, count) => sum + count, 0)
  return { result: JSON.parse(text) as unknown, calls, folds }
}

describe.each(specs)('the evidence of a selection that saves %s', (_, spec) => {
  afterEach(() => vi.restoreAllMocks())

  it('goes on from what a kill at any moment leaves, to the same bits, and computes less each time', async () => {
    // The clock runs so fast that all is saved, so each text is what a kill at some moment leaves.
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 3000))
    const alone = await found(spec)
    const whole = storeOf()
    expect(await found(spec, whole.checkpoint)).toMatchObject({ result: alone.result, folds: alone.folds })
    const { written } = whole
    expect(written.length).toBeGreaterThan(6)
    const between = Array.from({ length: isLong ? 8 : 1 }, () => Math.floor(random() * written.length))
    const calls: number[] = []
    for (const place of [...(isLong ? [0] : []), ...between, written.length - 1].toSorted((a, b) => a - b)) {
      const again = await found(spec, storeOf(written[place]).checkpoint)
      expect(again, `after ${place} of ${written.length} saves`).toMatchObject({
        result: alone.result,
        folds: alone.folds,
      })
      calls.push(again.calls)
    }
    expect(calls).toEqual(calls.toSorted((a, b) => b - a))
    expect(calls.at(-1)).toBeLessThan(alone.calls / 4)
  })
})

describe('the evidence in a checkpoint', () => {
  const spec: SelectSpec = { target: 'y', method: 'exhaustive-dt', evidence: { folds: 3 } }
  const saved = async (of: SelectSpec) => {
    const store = storeOf()
    await select(table, of, { checkpoint: store.checkpoint })
    return store.written.at(-1)
  }

  it('is of its own folds and seed', async () => {
    const store = storeOf(await saved({ target: 'y', method: 'jmi', k: 2, evidence: { folds: 3 } }))
    for (const change of [{ folds: 4 }, { folds: 3, repeats: 2 }] as const) {
      const other: SelectSpec = { target: 'y', method: 'jmi', k: 2, evidence: change }
      expect((await found(other, store.checkpoint)).result).toEqual((await found(other)).result)
    }
    const other: SelectSpec = { target: 'y', method: 'jmi', k: 2, seed: 5, evidence: { folds: 3 } }
    expect((await found(other, store.checkpoint)).result).toEqual((await found(other)).result)
  })

  it.each([
    ['without sections', { criba: 'sections' }],
    ['with a section that is no text', { criba: 'sections', sections: { evidence: {} } }],
  ])('is refused if it is %s', async (_, content) => {
    const { checkpoint } = storeOf(JSON.stringify(content))
    await expect(select(table, spec, { checkpoint })).rejects.toThrow(
      /^invalid checkpoint: the file is not a checkpoint/,
    )
  })

  it('is an error where it cannot be written, not a result without evidence', async () => {
    const error = new CribaError('unwritable', 'unwritable file: a')
    let isFull = false
    const checkpoint: Checkpoint = {
      read: () => Promise.resolve(null),
      write: () => (isFull ? Promise.reject(error) : Promise.resolve()),
    }
    const on = (event: RunEvent) => void (isFull ||= event.kind === 'fold')
    await expect(select(table, spec, { checkpoint, on })).rejects.toThrow('unwritable file: a')
  })
})
