import type { Column, Table } from 'criba'
import { tableFromCsv } from 'criba'
import { readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { openText } from '../../dist/src/files/text/read-text.js'
import { leastBytesForThreads } from '../../dist/src/files/text/read-rows.js'
import { readTextTable } from '../../dist/src/files/text/read-text-table.js'
import type { TextOptions } from '../../dist/src/core/spec/reading-options.js'
import { testFolder } from './folder.ts'
import { inBlocks, lines, megabyte, padding, range } from './text-blocks.ts'
import type { Way } from './text-blocks.ts'

/* Texts larger than a chunk or a block, so that records, line ends and characters cross their boundaries. */

type Cell = number | string | null

/** Compares columns, with a short message. */
function expectCells(table: Table, columns: readonly (readonly Cell[])[], what: string): void {
  expect(table.columns.length, what).toBe(columns.length)
  expect(table.rows, what).toBe(columns[0].length)
  columns.forEach((cells, i) => {
    const found = cellOf(table.columns[i])
    const row = cells.findIndex((cell, at) => !Object.is(cell, found(at)))
    expect(row < 0 ? null : { what, column: i, row, cell: found(row) }, `not ${cells[row]}`).toBe(null)
  })
}

function cellOf(column: Column): (row: number) => Cell {
  const { missing } = column
  if (column.type === 'numeric') return (row) => (missing?.[row] ? null : column.values[row])
  return (row) => (missing?.[row] ? null : column.levels[column.codes[row]])
}

/** Reads large texts in some ways, and some of them, or all, as a file and as bytes. All are longer than a chunk. */
export function holdTexts(ways: readonly Way[], share: 0.35 | 1): void {
  const folder = testFolder()
  const shareOf = (rows: number) => Math.round(rows * share)

  async function reads(
    text: string | Uint8Array,
    columns: readonly (readonly Cell[])[],
    options: TextOptions = {},
    isReadWhole = share === 1,
  ): Promise<void> {
    const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
    expect(bytes.length).toBeGreaterThan(megabyte)
    // Shorter texts are not read on threads, whose number matters for no other.
    const isLarge = bytes.length >= leastBytesForThreads
    const waysOf = ways.filter(([threads]) => (isLarge ? share === 1 || threads > 1 : threads === 1))
    for (const [threads, sizes] of waysOf) {
      const opened = await openText([inBlocks(bytes, sizes)], 'blocks.csv', options)
      const { table } = await readTextTable(opened, {}, { threads })
      expectCells(table, columns, `${threads} threads, blocks of ${sizes.join(' ')}`)
    }
    if (!isReadWhole) return
    expectCells(await readTable(folder.write('file.csv', bytes), options), columns, 'a file')
    expectCells(await tableFromCsv(bytes, options), columns, 'bytes')
  }

  describe('texts larger than a chunk', () => {
    it('with line breaks, separators and quotes in quoted cells', async () => {
      const places = range(shareOf(150_000))
      const cell = (i: number) => ['x\ny', 'a, "b"', '"\n"', 'c,\r\n,d', '\n\n'][i % 5] + (i % 101)
      const rows = places.map((i) => `${i},"${cell(i).replaceAll('"', '""')}",${i / 8}`)
      await reads(
        lines('n,text,number', rows),
        [places, places.map(cell), places.map((i) => i / 8)],
        {},
        true,
      )
    })

    it.each(['\n', '\r\n', '\r'])('with line ends %j across blocks', async (end) => {
      const places = range(shareOf(300_000))
      // Lines have different lengths, so that boundaries fall everywhere.
      const rows = places.map((i) => `${i},${'k'.repeat(i % 23)}`)
      await reads(lines('n,k', rows, end), [places, places.map((i) => (i % 23 ? 'k'.repeat(i % 23) : null))])
    })

    it('with comments, for every line end', async () => {
      for (const end of ['\n', '\r\n', '\r']) {
        const places = range(shareOf(180_000))
        const rows = places.map((i) => `${i},"v${i % 9}"${i % 3 === 0 ? `${end}# it's "${i}, no more` : ''}`)
        const text = lines('n,v', [...rows, '# the end'], end)
        await reads(text, [places, places.map((i) => `v${i % 9}`)], { comment: '#' })
      }
    })

    it('with a cell of 3 MB', async () => {
      const long = 'line "one"\nline two, '.repeat(150_000)
      const places = range(6000)
      const cell = (i: number) => (i === 3000 ? long : `${padding}${i % 4}`)
      const rows = places.map((i) => `${i},"${cell(i).replaceAll('"', '""')}"`)
      await reads(lines('n,text', rows), [places, places.map(cell)])
    })

    it('with Latin-1 that appears only after 2 MB', async () => {
      const places = range(26_000)
      const name = (i: number) => (i > 13_000 && i % 1000 === 0 ? 'café' : `${padding} ${i % 3}`)
      const text = lines(
        'n,name',
        places.map((i) => `${i},${name(i)}`),
      )
      expect(text.indexOf('café')).toBeGreaterThan(2 * megabyte)
      await reads(Buffer.from(text, 'latin1'), [places, places.map(name)])
    })

    it('with multi-byte UTF-8 across blocks', async () => {
      const places = range(shareOf(200_000))
      const name = (i: number) => 'é€𝒳ß'.slice(0, 1 + (i % 2)) + '𝒳'.repeat(i % 5)
      await reads(
        lines(
          'n,ä',
          places.map((i) => `${i},${name(i)}`),
        ),
        [places, places.map(name)],
      )
    })

    it('with columns that change from numbers or dates to text, and back', async () => {
      const places = range(26_000)
      const turns = (i: number) => (i === 22_000 ? 'n/k' : String(i % 100))
      const days = (i: number) => (i === 12_000 ? '5' : `2024-01-${String(1 + (i % 31)).padStart(2, '0')}`)
      const rows = places.map((i) => `${i},${turns(i)},${days(i)},${padding}`)
      await reads(lines('n,turns,days,p', rows), [
        places,
        places.map(turns),
        places.map(days),
        places.map(() => padding),
      ])
    })

    it('with chunks of missing values only, in numbers, dates and texts', async () => {
      const places = range(30_000)
      const isGap = (i: number) => i < 14_000 || (i > 15_000 && i < 28_000)
      const date = (i: number) => `1970-01-${String(1 + (i % 31)).padStart(2, '0')}`
      const rows = places.map((i) => `${isGap(i) ? ',,NA,' : `${i},${date(i)},t${i % 3},`},${padding}`)
      const column = (cell: (i: number) => Cell) => places.map((i) => (isGap(i) ? null : cell(i)))
      const empty = places.map(() => null)
      const full = places.map(() => padding)
      await reads(lines('n,date,text,empty,p', rows), [
        column((i) => i),
        column((i) => i % 31),
        column((i) => `t${i % 3}`),
        empty,
        full,
      ])
      // A text in the first rows, then missing values; text.test.ts has them between two texts.
      if (share < 1) return
      const early = (i: number) => (i < 10 || i === 28_000 ? 'early' : null)
      const later = places.map((i) => `${i},${early(i) ?? ''},${padding}`)
      await reads(lines('n,early,p', later), [places, places.map(early), full])
    })

    it('with one column, and blank lines at the boundaries of chunks', async () => {
      const kinds = [
        [(i: number) => `"t\n${i % 7}"`, (i: number) => `t\n${i % 7}`],
        [(i: number) => String(i), (i: number) => i],
      ] as const
      for (const [cell, value] of share === 1 ? kinds : kinds.slice(0, 1)) {
        const places = range(shareOf(600_000))
        const isBlank = (i: number) => i % 5 === 2 || (i > shareOf(110_000) && i < shareOf(420_000))
        const rows = places.map((i) => (isBlank(i) ? '' : cell(i)))
        const expected = places.map((i): Cell => (isBlank(i) ? null : value(i)))
        // Blank lines at the end are not rows.
        await reads(`${lines('only', rows)}${'\n'.repeat(shareOf(2 * megabyte))}`, [expected])
      }
    })

    it('without an end of the last line', async () => {
      const places = range(shareOf(250_000))
      const text = lines(
        'n,t',
        places.map((i) => `${i},"a""${i % 3}"`),
      ).slice(0, -1)
      await reads(text, [places, places.map((i) => `a"${i % 3}`)])
    })
  })
}
