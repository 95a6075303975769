import { expect, it } from 'vitest'
import type { cribaApart } from '../cli/criba.ts'
import { testFolder } from '../reading/folder.ts'

/** Ranks a table of many columns of many levels in both sources, in processes with the memory that they have by default, or here. */
export function holdDigits(rows: number, pixels: number, run: typeof cribaApart): void {
  const folder = testFolder()

  it(`a CSV of ${pixels + 1} columns × ${rows} rows can be ranked with every column categorical`, async () => {
    // Like the digits of scikit-learn: 64 pixels of 0 to 16, and the digit.
    const names = Array.from({ length: pixels }, (_, i) => `pixel${i}`)
    const lines = Array.from({ length: rows }, (_, row) => {
      const y = (row * 7) % 10
      return [...names.map((_, i) => (row * (i + 3) + y * i + ((row * row) % 11)) % 17), y].join(',')
    })
    const path = folder.write('digits.csv', `${[...names, 'y'].join(',')}\n${lines.join('\n')}\n`)
    for (const source of ['memory', 'duckdb']) {
      const { code, out, err } = await run([
        'rank',
        path,
        '-t',
        'y',
        '--types',
        '*=categorical',
        '--source',
        source,
        '--format',
        'json',
      ])
      expect(err).not.toMatch(/out of memory/i)
      expect(code).toBe(0)
      const { rankings } = JSON.parse(out) as { rankings: [{ scores: unknown[] }] }
      expect(rankings[0].scores).toHaveLength(pixels)
    }
  })
}
