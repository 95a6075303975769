import { describe, expect, it } from 'vitest'
import { openText } from '../../dist/src/files/text/read-text.js'
import { readTextTable } from '../../dist/src/files/text/read-text-table.js'
import { failure } from './folder.ts'
import { inBlocks, lines, megabyte, padding, range } from './text-blocks.ts'
import type { Way } from './text-blocks.ts'
import { writeCells } from '../../dist/src/files/text/raw-cells.js'

/** Reads records of many megabytes, of some lines, in blocks of some sizes, and writes the cells of large texts in some ways. */
export function holdRecords(
  sizes: readonly number[],
  ways: readonly Way[],
  { rowsAfter = 5 * megabyte, line = 'x\n' } = {},
): void {
  describe('records of many megabytes', () => {
    const text = (size: number) => `n,t\n0,"${line.repeat(size / line.length)}"\n${'1,y\n'.repeat(rowsAfter)}`
    const read = async (bytes: Uint8Array, sizes: readonly number[]) => {
      const opened = await openText([inBlocks(bytes, sizes)], 'blocks.csv')
      return (await readTextTable(opened, {}, { threads: 1 })).table
    }

    it('are read up to 32 MB, in blocks of any size', async () => {
      const bytes = Buffer.from(text(18 * megabyte))
      for (const size of sizes) {
        const { rows, columns } = await read(bytes, [size])
        expect(rows).toBe(1 + rowsAfter)
        expect(columns[1].type === 'categorical' && columns[1].levels.map(({ length }) => length)).toEqual([
          18 * megabyte,
          1,
        ])
      }
    })

    it('are refused above that', async () => {
      const bytes = Buffer.from(text(34 * megabyte))
      for (const size of sizes.slice(0, 2))
        expect(await failure(read(bytes, [size]))).toMatch(
          /^record too long in blocks\.csv, line 2 |never closed/,
        )
    })
  })

  describe('faults after the first chunk', () => {
    const rows = range(26_000).map((i) => `${i},"a\n${padding}"`)
    it.each([
      [
        '1,2,3',
        'invalid row 26001 of blocks.csv (line 52002): 3 cells (needs 2, as the header); such rows can be left out: --ragged skip',
      ],
      [
        '1,"2"3',
        'invalid quote in blocks.csv, line 52002: text follows a closing quote (double a quote that belongs to the cell)',
      ],
      ['1,"2', 'invalid quote in blocks.csv, line 52002: it is never closed'],
    ])('are reported with their line: %s', async (fault, message) => {
      const bytes = Buffer.from(`${lines('n,t', rows)}${fault}\n${'4,5\n'.repeat(rowsAfter / 16)}`)
      for (const threads of [1, 2]) {
        const opened = await openText([inBlocks(bytes, [99_991])], 'blocks.csv')
        expect(await failure(readTextTable(opened, {}, { threads }))).toBe(message)
      }
    })
  })

  describe('cells of texts larger than a chunk', () => {
    it('are written unchanged', async () => {
      const rows = range(26_000).map((i) => ({ n: `0${i}.50`, t: ['', 'a;b', 'x\ny', '"q"', 'é'][i % 5] }))
      const quoted = (cell: string) => (/[";\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
      const text = ['n;no;t', ...rows.map(({ n, t }) => `${n};${padding};${quoted(t)}`), ''].join('\r\n')
      const expected = rows.map(({ n, t }) => `${quoted(t)};${n}\n`).join('')
      for (const [threads, blocks] of ways) {
        const opened = await openText([inBlocks(Buffer.from(text), blocks)], 'blocks.csv')
        const written: Uint8Array[] = []
        await writeCells(
          opened,
          [2, 0],
          { separator: ';', isSafe: false },
          { threads },
          (records) => void written.push(records),
        )
        const what = `${threads} threads, ${blocks.join(' ')}`
        expect(Buffer.concat(written).toString() === expected, what).toBe(true)
      }
    })

    it('of one column are written with their blank lines', async () => {
      const isBlank = (i: number) => i % 3 === 1 || (i > 10_000 && i < 30_000)
      const rows = range(60_000).map((i) => (isBlank(i) ? '' : `"v${i}${padding}"`))
      const opened = await openText(
        [inBlocks(Buffer.from(lines('v', [...rows, 'end'])), [99_991])],
        'blocks.csv',
      )
      const written: Uint8Array[] = []
      await writeCells(
        opened,
        [0],
        { separator: ',', isSafe: false },
        { threads: 2 },
        (records) => void written.push(records),
      )
      const expected = rows.map((row) => (row === '' ? '""' : row.replaceAll('"', ''))).join('\n')
      expect(Buffer.concat(written).toString() === `${expected}\nend\n`).toBe(true)
    })
  })
}
