import type { Request } from 'criba'
import { describe, expect, it } from 'vitest'
import { SqlSource } from '../../dist/src/sql/source.js'
import { differences } from './differences.ts'
import { fewReadings } from './readings.ts'
import { holdRooms, tableInRooms } from './rooms.ts'
import { columns, numbers } from './tables.ts'

// All readings, more rows and rooms, and each request by itself, in rooms.long.ts.
holdRooms(300, [1], [], [...fewReadings, 'fractional'])

const rows = 300
const { memory, sourceWithRoom } = tableInRooms(rows)

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
