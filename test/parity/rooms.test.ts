import { MemorySource } from 'criba'
import type { Request } from 'criba'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DuckEngine } from '../../dist/src/sql/duckdb/engine.js'
import { storeTable } from '../../dist/src/sql/duckdb/store-table.js'
import type { Engine } from '../../dist/src/sql/engine.js'
import { sourceOver } from '../../dist/src/sql/loading-source.js'
import { SqlSource } from '../../dist/src/sql/source.js'
import { differences } from './differences.ts'
import { fractional, readings } from './readings.ts'
import { countRequests, dependenceRequests, momentRequests } from './requests.ts'
import { columns, numbers, randomTable } from './tables.ts'

const rows = 2_500
const table = randomTable(rows, 5)
const memory = new MemorySource(table)
let engine: DuckEngine
let view: Awaited<ReturnType<typeof storeTable>>
beforeAll(async () => {
  engine = await DuckEngine.start({ rows })
  view = await storeTable(engine, table)
})
afterAll(() => engine.close())

/** A source with room for so many columns of numbers. */
function sourceWithRoom(room: number, options?: { readonly fetched: number }) {
  const facts = memory.columns.map((fact, i) => ({ ...fact, sql: view.columns[i].sql }))
  const withRoom = Object.create(engine, { rowMemory: { value: 8 * rows * room } }) as Engine
  // Methods of a class with private fields need the object itself.
  for (const name of ['rows', 'blocks', 'onOneThread', 'interrupt'] as const)
    Object.defineProperty(withRoom, name, { value: engine[name].bind(engine) })
  Object.defineProperty(withRoom, 'work', { value: engine.work })
  return sourceOver({ ...view, engine: withRoom, columns: facts }, options)
}

const all = { ...readings, fractional }

describe.each([0, 1, 3, 6])('room for %i columns', (room) => {
  it.each(Object.keys(all))('gives the bits of memory, asked together and one by one: %s', async (name) => {
    const reading = all[name as keyof typeof all]
    // Fractional weights are refused where rows are compared.
    const compared = name === 'onceComplete' ? dependenceRequests(reading) : []
    const requests = [...countRequests(reading), ...momentRequests(reading), ...compared]
    const ours = await memory.answer(requests)
    const source = sourceWithRoom(room)
    expect(source).not.toBeInstanceOf(SqlSource)
    expect(differences(ours, await source.answer(requests), 0)).toEqual([])
    for (const [i, request] of requests.entries())
      expect(differences([ours[i]], await source.answer([request]), 0)).toEqual([])
  })
})

describe('what takes more than is loaded', () => {
  const wide: Request = {
    kind: 'moments',
    family: {
      list: [
        [columns.smooth, columns.tied, columns.counts, columns.huge, columns.target].map((column) =>
          numbers(column),
        ),
      ],
    },
    of: 'values',
    view: {},
  }

  it('is queried, if it is one set of columns', async () => {
    const [ours, theirs] = [memory, sourceWithRoom(1, { fetched: 4 * rows })].map((source) =>
      source.answer([wide]),
    )
    expect(differences(await ours, await theirs, 1e-9)).toEqual([])
  })

  it('is refused, if it compares rows', async () => {
    const rowsOfAll: Request = {
      kind: 'dependence',
      measure: 'distance',
      unbiased: true,
      target: numbers(columns.target),
      family: {
        base: [],
        each: [columns.smooth, columns.tied, columns.gaps, columns.huge].map((column) => numbers(column)),
      },
      seed: 1,
      view: {},
    }
    const source = sourceWithRoom(1, { fetched: 4 * rows })
    await expect(source.answer([rowsOfAll])).rejects.toThrow(
      `too many rows: rows are compared in memory, and ${rows} rows × 5 columns`,
    )
  })

  it('is queried, if not even four columns are held', () => {
    expect(sourceWithRoom(3, { fetched: 0 })).toBeInstanceOf(SqlSource)
    expect(sourceWithRoom(4, { fetched: 0 })).not.toBeInstanceOf(SqlSource)
  })
})
