import { describe, expect, it } from 'vitest'
import { DuckEngine } from '../../dist/src/sql/on-demand.js'

/** More than two blocks of rows, and not a multiple of one. */
const rows = 5000

/** Texts of every length around those that stand in a cell of the engine, and such as are no letters. */
const texts = [
  null,
  '',
  'a',
  'twelve bytes',
  'thirteen here',
  'ééééééé',
  'éééééé',
  '🙂🙂🙂',
  '🙂🙂🙂!',
  'with \0 inside',
  'a \0 zero',
  'x'.repeat(700),
]

describe('rows that are stored in an engine', () => {
  it('come back as they were: numbers, texts by their numbers, and values by row', async () => {
    const codes = Uint32Array.from({ length: rows }, (_, row) => (row * 7919) % texts.length)
    const numbers = Float64Array.from(codes, (code, row) => (code === 3 ? NaN : row / 8))
    const engine = await DuckEngine.start()
    try {
      const stored = await engine.storeRows('kept', [
        { name: 'key', kind: 'whole' },
        { name: 'number', kind: 'number' },
        { name: 'coded', kind: 'text' },
        { name: 'plain', kind: 'text' },
      ])
      const at = (row: number) => texts[codes[row]]
      // In two parts: the list of texts is longer in the second, as while a file is read.
      const half = 3000
      await stored.append(half, [
        (row) => row,
        numbers.subarray(0, half),
        { texts, codes: codes.subarray(0, half) },
        at,
      ])
      const more = [...texts, 'new']
      const rest = codes.slice(half).fill(texts.length, 0, 1)
      await stored.append(rows - half, [
        (row) => half + row,
        numbers.subarray(half),
        { texts: more, codes: rest },
        (row) => at(half + row),
      ])
      await stored.finish()
      const found = await engine.rows('SELECT key, number, coded, plain FROM kept ORDER BY key')
      expect(found.length).toBe(rows)
      found.forEach(([key, number, coded, plain], row) => {
        expect(key).toBe(row)
        expect(number).toBe(Number.isNaN(numbers[row]) ? null : numbers[row])
        expect(coded).toBe(row === half ? 'new' : at(row))
        expect(plain).toBe(at(row))
      })
    } finally {
      engine.close()
    }
  })
})
