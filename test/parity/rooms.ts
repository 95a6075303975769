import { MemorySource } from 'criba'
import type { Source } from 'criba'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DuckEngine } from '../../dist/src/sql/duckdb/engine.js'
import { storeTable } from '../../dist/src/sql/duckdb/store-table.js'
import type { Engine } from '../../dist/src/sql/engine.js'
import { sourceOver } from '../../dist/src/sql/loading-source.js'
import { SqlSource } from '../../dist/src/sql/source.js'
import { differences } from './differences.ts'
import { fractional, readings } from './readings.ts'
import { countRequests, dependenceRequests, momentRequests } from './requests.ts'
import { randomTable } from './tables.ts'

const all = { ...readings, fractional }
export const namesOfReadings = Object.keys(all)

/** A table in DuckDB for the tests of a file, in memory too, and sources of it with room for so many columns of numbers. */
export function tableInRooms(rows: number): {
  readonly memory: Source
  readonly sourceWithRoom: (room: number, options?: { readonly fetched: number }) => Source
} {
  const table = randomTable(rows, 5)
  const memory = new MemorySource(table)
  let engine: DuckEngine
  let view: Awaited<ReturnType<typeof storeTable>>
  beforeAll(async () => {
    engine = await DuckEngine.start({ rows })
    view = await storeTable(engine, table)
  })
  afterAll(() => engine.close())

  function sourceWithRoom(room: number, options?: { readonly fetched: number }) {
    const facts = memory.columns.map((fact, i) => ({ ...fact, sql: view.columns[i].sql }))
    const withRoom = Object.create(engine, { rowMemory: { value: 8 * rows * room } }) as Engine
    // Methods of a class with private fields need the object itself.
    for (const name of ['rows', 'blocks', 'onOneThread', 'interrupt'] as const)
      Object.defineProperty(withRoom, name, { value: engine[name].bind(engine) })
    Object.defineProperty(withRoom, 'work', { value: engine.work })
    return sourceOver({ ...view, engine: withRoom, columns: facts }, options)
  }
  return { memory, sourceWithRoom }
}

/** The answers of sources with such room are those of memory, to the bit; those of some readings also request by request. */
export function holdRooms(
  rows: number,
  rooms: readonly number[],
  oneByOne: readonly string[],
  names: readonly string[] = namesOfReadings,
): void {
  const { memory, sourceWithRoom } = tableInRooms(rows)

  describe.each(rooms)('room for %i columns', (room) => {
    it.each(names)('gives the bits of memory: %s', async (name) => {
      const reading = all[name as keyof typeof all]
      // Fractional weights are refused where rows are compared.
      const compared = name === 'onceComplete' ? dependenceRequests(reading) : []
      const requests = [...countRequests(reading), ...momentRequests(reading), ...compared]
      const ours = await memory.answer(requests)
      const source = sourceWithRoom(room)
      expect(source).not.toBeInstanceOf(SqlSource)
      expect(differences(ours, await source.answer(requests), 0)).toEqual([])
      if (!oneByOne.includes(name)) return
      for (const [i, request] of requests.entries())
        expect(differences([ours[i]], await source.answer([request]), 0)).toEqual([])
    })
  })
}
