import { describe, expect, it } from 'vitest'
import { checkOfRoom, TooLargeForMemory } from '../../dist/src/files/text-room.js'
import type { ReadRows } from '../../dist/src/files/text/file-rows.js'

const mega = 2 ** 20
/** Rows of which half a gigabyte of memory for the engine leaves room for 256 MB. */
const check = checkOfRoom('512MB')

describe('a text is read into memory', () => {
  it('while its numbers, or as many as are to be expected, fit', () => {
    expect(() => check(numbers(10, { rows: 3 * mega }))).not.toThrow()
    // 2^26 values are read in any case, though they take half a gigabyte.
    expect(() => check(numbers(64, { rows: mega }))).not.toThrow()
    expect(() => check(numbers(65, { rows: mega }))).toThrow(TooLargeForMemory)
    // The number of rows that are expected may be twice that of the file.
    expect(() => check(numbers(64, { rows: mega / 2, expected: 2 * mega }))).not.toThrow()
    expect(() => check(numbers(64, { rows: mega / 2, expected: 2.1 * mega }))).toThrow(TooLargeForMemory)
  })

  it('while its texts fit, which take more where most rows bring a new one', () => {
    const many = 70 * mega
    expect(() => checkOfRoom('1GB')(texts(1000, { rows: many }))).not.toThrow()
    expect(() => checkOfRoom('1GB')(texts(3 * mega, { rows: many }))).toThrow(TooLargeForMemory)
    const first = { rows: mega / 4, expected: 2 * many }
    expect(() => checkOfRoom('1GB')(texts(mega / 8, first))).not.toThrow()
    expect(() => checkOfRoom('1GB')(texts(mega / 8 + 1, first))).toThrow(TooLargeForMemory)
  })
})

interface Rows {
  readonly rows: number
  readonly expected?: number
}

function numbers(columns: number, { rows, expected = rows }: Rows): ReadRows {
  const cells = { values: new Float64Array(0), mayHaveGaps: false } as unknown as ReadRows['columns'][number]
  return { first: rows, count: 0, expected, columns: Array.from({ length: columns }, () => cells) }
}

function texts(levels: number, { rows, expected = rows }: Rows): ReadRows {
  const cells = { texts: Array.from({ length: levels }, (_, i) => `level ${i}`), codes: new Uint32Array(0) }
  return { first: rows, count: 0, expected, columns: [cells as unknown as ReadRows['columns'][number]] }
}
