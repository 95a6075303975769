import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { tableFromCsv } from 'criba'
import type { Table } from 'criba'
import { openReducible, openSource, readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { failure, testFolder } from './folder.ts'
import { recordsOf } from './plain-reader.ts'
import { lines, padding, range } from './text-blocks.ts'

const folder = testFolder()
const codes = ({ warnings }: Table) => warnings.map(({ code }) => code)
const names = ({ columns }: Table) => columns.map(({ name }) => name)

/** The cells of a table as texts, row by row; empty if missing. */
function cellsOf({ rows, columns }: Table): string[][] {
  const at = (row: number) =>
    columns.map((column) =>
      column.missing?.[row]
        ? ''
        : String(column.type === 'numeric' ? column.values[row] : column.levels[column.codes[row]]),
    )
  return Array.from({ length: rows }, (_, row) => at(row))
}

describe('a header', () => {
  it('without some names, or with repeated names, is completed by positions and numbers', async () => {
    const table = await tableFromCsv('a,,a,a_2,column_2, ,a\n1,2,3,4,5,6,7\n')
    expect(names(table)).toEqual(['a', 'column_2_2', 'a_3', 'a_2', 'column_2', 'column_6', 'a_4'])
    expect(table.warnings).toMatchObject([
      { code: 'column-names', columns: ['column_2_2', 'column_6'] },
      { code: 'column-names', columns: ['a_3', 'a_4'] },
    ])
  })

  it('without a first name marks row numbers, as pandas and R write them', async () => {
    for (const from of [0, 1]) {
      const table = await tableFromCsv(`,x\n${[5, 7, 9].map((x, i) => `${i + from},${x}\n`).join('')}`)
      expect(names(table)).toEqual(['column_1', 'x'])
      expect(table.warnings).toMatchObject([{ code: 'row-numbers', column: 'column_1' }])
    }
    expect(codes(await tableFromCsv(',x\n0,5\n2,7\n'))).toEqual(['column-names'])
    expect(codes(await tableFromCsv(',x\n2,5\n3,7\n'))).toEqual(['column-names'])
    expect(codes(await tableFromCsv('""\t"x"\n"1"\t5\n"2"\t7\n'))).toEqual(['row-numbers'])
  })

  it.each([
    [1, 8_000],
    [2, 26_000],
  ])(
    'without a first name marks row numbers only if all of a long text has them, on %j threads, and in the engine',
    async (threads, length) => {
      const rows = (last: number) =>
        range(length).map((row) => `${row === length - 1 ? last : row},${padding}`)
      const counted = folder.write('counted.csv', lines(',x', rows(length - 1)))
      const other = folder.write('other.csv', lines(',x', rows(7)))
      expect(codes(await readTable(counted, { threads }))).toEqual(['row-numbers'])
      expect(codes(await readTable(other, { threads }))).toEqual(['column-names'])
      if (threads > 1) return
      const engine = await openSource(counted, { threads, source: 'duckdb' })
      expect(engine.warnings.map(({ code }) => code)).toEqual(['row-numbers'])
      engine.close()
    },
  )

  it('with one name too few marks row names, as write.table of R writes them', async () => {
    const space = '"x" "g"\n"Mazda RX4" 21 "a"\n"Datsun 710" 22.8 "b"\n'
    const table = await readTable(folder.write('cars.txt', space))
    expect(names(table)).toEqual(['column_1', 'x', 'g'])
    expect(cellsOf(table)).toEqual([
      ['Mazda RX4', '21', 'a'],
      ['Datsun 710', '22.8', 'b'],
    ])
    expect(codes(table)).toEqual(['column-names'])
    expect(codes(await tableFromCsv('"x","g"\n"1",21,"a"\n"2",22.8,"b"\n'))).toEqual(['row-numbers'])
    const output = folder.path('reduced.csv')
    const opened = await openReducible(folder.path('cars.txt'), output)
    await opened.reduce(['column_1', 'x'])
    opened.close()
    expect(readFileSync(output, 'utf8')).toBe('column_1,x\nMazda RX4,21\nDatsun 710,22.8\n')
  })

  it('without the separator that ends each row lacks the name of an empty column, and shifts none', async () => {
    for (const text of ['a,b\n1,2,\n3,4,\n', 'Plants\n\nid,b\n1,2,\n2,4,\n']) {
      const skip = text.startsWith('a') ? 0 : 2
      const { columns, warnings } = await tableFromCsv(text, { separator: ',', skip })
      expect(columns.slice(1).map(({ name }) => name)).toEqual(['b', 'column_3'])
      expect(columns[1]).toMatchObject({ values: Float64Array.of(2, 4) })
      expect(warnings.map(({ code }) => code)).toContain('column-names')
    }
    // Names of rows, or an empty last column: nothing says which.
    for (const row of ['p', ''])
      expect(await failure(tableFromCsv(`a,b\n${row}1,2,\n${row}2,4,\n${row}3,5,\n`))).toMatch(
        /^invalid row 1 of the text .*each row ends with an empty cell.*--ragged fill$/,
      )
    const below = `Plants\n\na,b,c\n${'7,x,3,\n4,y,6,\n'.repeat(4)}`
    expect(await failure(tableFromCsv(below))).toMatch(/it is a table of 4 columns: --skip 2$/)
  })

  it('with one name too few is an error if rows repeat a name, or differ in length', async () => {
    for (const text of ['a,b\n1,2,3\n1,5,6\n', 'a,b\n1,2,3\n4,5\n', 'a\n1,2\n3,4\n'])
      expect(await failure(tableFromCsv(text, { separator: ',' }))).toMatch(/^invalid row \d of the text/)
  })
})

describe('ragged rows', () => {
  const text = 'a,b,c\n1,2,3\n4\n"5\n6",7\n8,9,10,, \n\n11,12,13\n'

  it('are an error, or are filled, or are skipped', async () => {
    expect(await failure(tableFromCsv(text))).toBe(
      'invalid row 2 of the text (line 3): 1 cells (needs 3, as the header); cells that rows lack can be missing: --ragged fill',
    )
    const filled = await tableFromCsv(text, { ragged: 'fill' })
    expect(cellsOf(filled)).toEqual([
      ['1', '2', '3'],
      ['4', '', ''],
      ['5\n6', '7', ''],
      ['8', '9', '10'],
      ['11', '12', '13'],
    ])
    expect(filled.warnings.at(0)).toEqual({
      code: 'ragged-rows',
      message:
        '3 rows have another number of cells than the header (first: line 3 of the text): cells they lack are missing',
    })
    const skipped = await tableFromCsv(text, { ragged: 'skip' })
    expect(cellsOf(skipped)).toEqual([
      ['1', '2', '3'],
      ['11', '12', '13'],
    ])
    expect(skipped.warnings).toHaveLength(1)
    expect(skipped.warnings[0].message).toMatch(/^3 rows .*line 3 of the text\): they are left out$/)
  })

  it('with surplus cells that are not empty are an error under fill, with the line', async () => {
    const long = 'a,b\n1\n2,3,4\n'
    expect(await failure(tableFromCsv(long, { ragged: 'fill' }))).toBe(
      'invalid row 2 of the text (line 3): 3 cells (needs 2, as the header)',
    )
    expect(await failure(tableFromCsv(long, { ragged: 'cut' as never }))).toBe(
      'invalid ragged: cut (needs error, fill or skip)',
    )
  })

  it('do not change the line numbers in later errors', async () => {
    for (const ragged of ['fill', 'skip'] as const) {
      const refused = failure(tableFromCsv('a,b\n1\n"x\ny"\n2,"z"z\n', { ragged }))
      expect(await refused).toMatch(/^invalid quote in the text, line 5/)
      const typed = tableFromCsv('only\n1\n2,3\nx\n', {
        ragged: 'skip',
        separator: ',',
        types: { only: 'numeric' },
      })
      expect(await failure(typed)).toBe(
        'invalid number in column only, row 2 of the text: "x" (correct the cell, or type the column categorical)',
      )
    }
  })

  it('are repaired as by a plain reader, with quotes and any line end', async () => {
    const cell = fc.constantFrom('1', 'x', '', '"a,b"', '"p ""q"""', '"two\nlines"', ' ')
    const row = fc.array(cell, { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 20 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.boolean(),
        fc.constantFrom('fill', 'skip'),
        async (given, end, hasEnd, ragged) => {
          const rows = [['1', 'y', 'z'], ...given]
          const body = rows.map((cells) => cells.join(',')).join(end)
          const text = `a,b,c${end}${body}${hasEnd ? end : ''}`
          const even = given
            .filter((cells) => cells.join(',') !== '')
            .flatMap((cells) => {
              const surplus = cells.slice(3).every((each) => each.trim() === '')
              if (ragged === 'skip') return cells.length === 3 ? [cells] : []
              if (cells.length > 3 && !surplus) return [null]
              return [[...cells, '', '', ''].slice(0, 3)]
            })
          const read = tableFromCsv(text, {
            ragged: ragged as 'fill',
            separator: ',',
            types: { '*': 'categorical' },
          })
          if (even.includes(null)) {
            expect(await failure(read)).toMatch(/^invalid row/)
            return
          }
          const plain = ['1,y,z', ...even.map((cells) => cells!.join(','))].join('\n')
          const wanted = recordsOf(`a,b,c\n${plain}\n`, ',', '').rows
          const bare = wanted.map((cells) => cells.map((each) => (each.trim() === '' ? '' : each)))
          expect(cellsOf(await read)).toEqual(bare)
        },
      ),
      { numRuns: 30 },
    )
  })

  it.each([
    [1, 8_000],
    [2, 26_000],
  ])(
    'of a long text are repaired on %j threads, in the engine, and in written files',
    async (threads, length) => {
      const rows = range(length).map((row) =>
        row % 1000 === 999 ? `${row}` : `${row},"b ""${row % 5}"", ${padding}",1`,
      )
      const path = folder.write('long.csv', lines('n,t,one', rows))
      const skipped = await readTable(path, { threads, ragged: 'skip' })
      const [n] = skipped.columns
      expect(skipped.rows).toBe(0.999 * length)
      const shown = n.type === 'numeric' && [n.values[998], n.values[999], n.values.at(-1)]
      expect(shown).toEqual([998, 1000, length - 2])
      if (threads > 1) return
      const filled = await openSource(path, { threads, ragged: 'fill', source: 'duckdb' })
      expect([filled.rows, filled.columns[2].missing]).toEqual([length, length / 1000])
      expect(filled.warnings[0].message).toMatch(/^8 rows .*line 1001 of/)
      filled.close()
      const output = folder.path('short.csv')
      const opened = await openReducible(path, output, { threads, ragged: 'skip' })
      await opened.reduce(['n'])
      opened.close()
      expect(readFileSync(output, 'utf8').split('\n')).toHaveLength(0.999 * length + 2)
    },
  )
})
