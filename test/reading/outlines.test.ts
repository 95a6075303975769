// Names of groups that stand in the first row of their group only, and cells that are filled with the value above them.
import { tableFromCsv } from 'criba'
import { openReducible, openSource, readTable } from 'criba/node'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cells, inOrder, named } from './cells.ts'
import { testFolder } from './folder.ts'
import { isLong } from '../properties/runs.ts'

const folder = testFolder()
const outline = 'Service;n;y\nAchats;27;1\n;6;1\n;65;0\nInfo;64;1\n;34;0\nRH;38;1\n;43;0\n;34;1\n'
const services = ['Achats', 'Achats', 'Achats', 'Info', 'Info', 'RH', 'RH', 'RH']

describe('a name in the first row of its group', () => {
  it('is named, with the option that gives it to the rows below', async () => {
    const { columns, warnings } = await tableFromCsv(outline)
    expect(cells(columns[0])).toEqual(['Achats', null, null, 'Info', null, 'RH', null, null])
    expect(warnings).toMatchObject([
      {
        code: 'outline',
        columns: ['Service'],
        remedy: { option: '--fill-down Service', rows: 5, loses: true },
      },
    ])
    const mended = await tableFromCsv(outline, warnings[0].remedy!.set)
    expect(named(mended)).toEqual({
      Service: services,
      n: [27, 6, 65, 64, 34, 38, 43, 34],
      y: [1, 1, 0, 1, 0, 1, 0, 1],
    })
    expect(mended.warnings).toEqual([])
  })

  it('is not filled by mends that lose nothing', async () => {
    const source = await openSource(folder.write('outline.csv', outline), { mends: 'apply' })
    source.close()
    expect(source.mended).toEqual({})
  })

  it('may be a number, and stand in the second column too', async () => {
    const text = 'Jahr;Team;n\n2019;A;5\n;;7\n;B;8\n;;9\n2020;A;4\n;;3\n;B;2\n;;6\n2021;A;7\n;;8\n'
    const { warnings } = await tableFromCsv(text)
    expect(warnings).toMatchObject([
      { columns: ['Jahr', 'Team'], remedy: { option: '--fill-down Jahr,Team' } },
    ])
    expect(inOrder(await tableFromCsv(text, { fillDown: ['Jahr', 'Team'] }))).toEqual([
      ['Jahr', [2019, 2019, 2019, 2019, 2020, 2020, 2020, 2020, 2021, 2021]],
      ['Team', ['A', 'A', 'B', 'B', 'A', 'A', 'B', 'B', 'A', 'A']],
      ['n', [5, 7, 8, 9, 4, 3, 2, 6, 7, 8]],
    ])
    const half = await tableFromCsv(text, { fillDown: ['Jahr'] })
    expect(half.warnings).toMatchObject([{ columns: ['Team'] }])
  })

  it('is named where sums of groups stand between them, and they keep their names', async () => {
    const text = 'Dept;n;y\nA;1;x\n;2;y\n;3;x\nTotal A;6;\nB;4;x\n;5;y\n;6;x\nTotal B;15;\nTotal;21;\n'
    const { warnings } = await tableFromCsv(text)
    const found = warnings.filter(({ code }) => code === 'outline')
    expect(found).toMatchObject([{ columns: ['Dept'], remedy: { option: '--fill-down Dept', rows: 4 } }])
    expect(found[0].message).toContain('("A"; 2 names, 4 rows without one)')
    const filled = await tableFromCsv(text, { fillDown: ['Dept'] })
    expect(cells(filled.columns[0])).toEqual([
      ...['A', 'A', 'A', 'Total A'],
      ...['B', 'B', 'B', 'Total B', 'Total'],
    ])
  })

  it.each([
    ['no name in the first row', 'a;b\n;1\nx;2\n;3\n;4\ny;5\n;6\n'],
    ['the same name again', 'a;b\nx;1\n;2\n;3\nx;4\n;5\ny;6\n;7\n'],
    ['one name', 'a;b\nx;1\n;2\n;3\n;4\n'],
    ['names one below the other', 'a;b\nx;1\ny;2\nz;3\n;4\n;5\n;6\n;7\n'],
    ['few gaps', 'a;b\nx;1\ny;2\n;3\nz;4\nw;5\nv;6\n'],
    ['rows without any value', 'a;b\nx;1\n;\ny;2\n;\nz;3\n;\n'],
    ['numbers that do not rise', 'a;b\n5;1\n;2\n3;3\n;4\n7;5\n;6\n'],
    ['remarks in the last column', 'b;a\n1;x\n2;\n3;\n4;y\n5;\n6;\n'],
  ])('is not taken for one with %s', async (_, text) => {
    const { warnings } = await tableFromCsv(text)
    expect(warnings.filter(({ code }) => code === 'outline')).toEqual([])
  })
})

describe('filling down', () => {
  it('is the same in memory and DuckDB, across chunks, with a query, and where texts follow numbers', async () => {
    // An independent computation, in the long tests over 300,000 rows: a name every 70 rows, the first ones numbers.
    const rows = isLong ? 300_000 : 60_000
    const padding = 'k'.repeat(40)
    const names = Array.from({ length: rows }, (_, i) =>
      i % 70 > 0 ? '' : i < rows / 2 ? String(i) : `g${i}`,
    )
    const path = folder.write(
      'long.csv',
      `g,x,p\n${names.map((name, i) => `${name},${i % 5},${padding}`).join('\n')}\n`,
    )
    const expected = names.map((_, i) => names[i - (i % 70)])
    const options = { fillDown: ['g'], types: { g: 'categorical' } } as const
    expect(cells((await readTable(path, options)).columns[0])).toEqual(expected)
    const found = cells((await readTable(path, { fillDown: ['g'] })).columns[0])
    expect(found).toEqual(expected)
    const counts = new Map<string, number>()
    for (const name of expected) counts.set(name, (counts.get(name) ?? 0) + 1)
    const sql = 'SELECT g, count(*) AS n FROM data GROUP BY g ORDER BY g'
    const counted = await readTable(path, { ...options, sql })
    const [ofGroup, sizes] = counted.columns.map(cells)
    expect(new Map(ofGroup.map((g, i) => [g, sizes[i]]))).toEqual(counts)
    for (const source of ['memory', 'duckdb'] as const) {
      const opened = await openSource(path, { ...options, source })
      expect(opened.columns.map(({ missing }) => missing)).toEqual([0, 0, 0])
      opened.close()
    }
  })

  // Where texts are too many to be kept, in outlines.long.ts.
  it('goes on over chunks without a name', async () => {
    const rows = 30_000
    const of = (row: number) => (row === 0 ? 'A' : row === rows - 4 ? 'B' : '')
    const lines = Array.from({ length: rows }, (_, row) => `${of(row)},${'k'.repeat(90)}${row}\n`)
    const path = folder.write('chunks.csv', `g,id\n${lines.join('')}`)
    const { columns } = await readTable(path, { fillDown: ['g'] })
    expect(cells(columns[0])).toEqual(Array.from({ length: rows }, (_, row) => (row < rows - 4 ? 'A' : 'B')))
  })

  it('leaves cells above the first value missing, fills dates and words for a missing value', async () => {
    const text = 'd,w,x\n,a,1\n2024-01-02,NA,2\n,b,3\n2024-02-01,,4\n'
    const table = await tableFromCsv(text, { fillDown: ['d', 'w'] })
    expect(inOrder(table)).toEqual([
      ['d', [null, 19_724, 19_724, 19_754]],
      ['w', ['a', 'a', 'b', 'b']],
      ['x', [1, 2, 3, 4]],
    ])
  })

  it('refuses a name that is no column', async () => {
    await expect(tableFromCsv(outline, { fillDown: ['Servce'] })).rejects.toThrow(
      'unknown column: Servce (did you mean Service?)',
    )
  })

  it('writes columns as they stand in the file', async () => {
    const output = folder.path('reduced.csv')
    const opened = await openReducible(folder.write('out.csv', outline), output, { fillDown: ['Service'] })
    await opened.reduce(['Service', 'y'])
    opened.close()
    expect(readFileSync(output, 'utf8')).toBe('Service;y\nAchats;1\n;1\n;0\nInfo;1\n;0\nRH;1\n;0\n;1\n')
  })
})
