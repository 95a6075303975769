import { spawnSync } from 'node:child_process'
import { tableFromCsv } from 'criba'
import type { Warning } from 'criba'
import { openSource, readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { criba } from '../cli/criba.ts'
import { inOrder } from './cells.ts'
import { failure, testFolder } from './folder.ts'
import { plainRows, xlsx } from './sheet-files.ts'
import { inTurn } from '../properties/runs.ts'

const folder = testFolder()

const optionsOf = (warnings: readonly Warning[]) =>
  warnings.flatMap(({ remedy }) => (remedy ? [[remedy.option, remedy.loses]] : []))

/** Reports as people write them, the mends that lose nothing, and what is read with them. */
const reports: readonly [name: string, text: string, mended: object, table: readonly unknown[]][] = [
  [
    'a title above a header of two lines',
    'Deaths by cause\n\n,2019,,2020,\nCountry,M,F,M,F\nFR,1,2,3,4\nES,2,3,4,5\nIT,3,4,5,6\n',
    { skip: 2, headerRows: 2 },
    [
      ['Country', ['FR', 'ES', 'IT']],
      ['2019 M', [1, 2, 3]],
      ['2019 F', [2, 3, 4]],
      ['2020 M', [3, 4, 5]],
      ['2020 F', [4, 5, 6]],
    ],
  ],
  [
    'a title as wide as a header of two lines',
    'Ventas,,,,\n,,,,\n,2019,,2020,\nPais,M,F,M,F\nFR,1,2,3,4\nES,2,3,4,5\nIT,3,4,5,6\n',
    { skip: 2, headerRows: 2 },
    [
      ['Pais', ['FR', 'ES', 'IT']],
      ['2019 M', [1, 2, 3]],
      ['2019 F', [2, 3, 4]],
      ['2020 M', [3, 4, 5]],
      ['2020 F', [4, 5, 6]],
    ],
  ],
  [
    'a title without the separator of the table',
    'Umsatz 2024\nFiliale;Umsatz\nBerlin;100\nBonn;200\nKiel;300\n',
    { skip: 1 },
    [
      ['Filiale', ['Berlin', 'Bonn', 'Kiel']],
      ['Umsatz', [100, 200, 300]],
    ],
  ],
  [
    'comments above a header with the same sign',
    '##format=x\n##source=y\n#CHROM\tPOS\tQ\n1\t100\t3\n1\t200\t4\n2\t50\t9\n',
    { skip: 2 },
    [
      ['#CHROM', [1, 1, 2]],
      ['POS', [100, 200, 50]],
      ['Q', [3, 4, 9]],
    ],
  ],
  [
    'comments above rows without a header',
    '##gff 3\nchr1\tgene\t1\t100\nchr1\tgene\t5\t90\nchr2\texon\t7\t10\n',
    { skip: 1, headerRows: 0 },
    [
      ['column_1', ['chr1', 'chr1', 'chr2']],
      ['column_2', ['gene', 'gene', 'exon']],
      ['column_3', [1, 5, 7]],
      ['column_4', [100, 90, 10]],
    ],
  ],
  [
    'a block of facts, which has as many cells, above a blank line',
    'Sensor,A1\nDate,2024-01-01\n\ntime,temp\n1,2\n2,3\n3,5\n4,9\n',
    { skip: 3 },
    [
      ['time', [1, 2, 3, 4]],
      ['temp', [2, 3, 5, 9]],
    ],
  ],
  [
    'blanks between cells, times among them, below comments',
    '% buoy 46042\n% of three columns\nDAY  TIME   WIND\n1  05:28:34  3.5\n2  06:28:34  4.5\n3  07:28:34  1.5\n',
    { skip: 2, separator: 'blanks' },
    [
      ['DAY', [1, 2, 3]],
      ['TIME', [19_714, 23_314, 26_914]],
      ['WIND', [3.5, 4.5, 1.5]],
    ],
  ],
  [
    'lines of dashes as rules',
    'Liste\n\n-----------\n|x|y  |\n-----------\n|1|2,5|\n|3|4,5|\n|5|0,5|\n-----------\n',
    { skip: 2, comment: '-' },
    [
      ['column_1', [null, null, null]],
      ['x', [1, 3, 5]],
      ['y', [2.5, 4.5, 0.5]],
      ['column_4', [null, null, null]],
    ],
  ],
  [
    'a line of a logger above names, units and how they were summed up',
    '"LOG5","Field","77"\n"AT","Temp","Wind"\n"TS","Deg C","m/s"\n"","Avg","Smp"\nd1,1,2\nd2,3,4\nd3,5,6\nd4,6,8\n',
    { skip: 1, skipAfterHeader: 2 },
    [
      ['AT', ['d1', 'd2', 'd3', 'd4']],
      ['Temp', [1, 3, 5, 6]],
      ['Wind', [2, 4, 6, 8]],
    ],
  ],
  [
    'the names in other words, and what they are in JSON',
    'startDate,Q1,n\nStart Date,Rate it,Count\n"{""id"":1}","{""id"":2}","{""id"":3}"\n2024-01-01,4,1\n2024-01-02,5,1\n2024-01-03,2,3\n',
    { skipAfterHeader: 2 },
    [
      ['startDate', [19723, 19724, 19725]],
      ['Q1', [4, 5, 2]],
      ['n', [1, 1, 3]],
    ],
  ],
  [
    'units beyond ASCII, and limits below them',
    'temp,dose\n°C,µg/l\n20,<5\n21,7\n22,9\n23,12\n',
    { skipAfterHeader: 1 },
    [
      ['temp', [20, 21, 22, 23]],
      ['dose', [2.5, 7, 9, 12]],
    ],
  ],
  [
    'the header between the rows, as in joined files',
    'id,kind,size\n1,x,2\n5,y,4\n6,y,4\n7,y,1\nid,kind,size\n8,x,2\n9,x,5\n',
    { skipRepeatedHeader: true },
    [
      ['id', [1, 5, 6, 7, 8, 9]],
      ['kind', ['x', 'y', 'y', 'y', 'x', 'x']],
      ['size', [2, 4, 4, 1, 2, 5]],
    ],
  ],
  ['blank lines in a column', 'a\n1\n\n2\n\n3\n', { skipEmpty: true }, [['a', [1, 2, 3]]]],
  [
    'notes below as wide as the table',
    'name,v,w\nn1,1,1.5\nn2,2,3\nn3,3,5\n,,\nSource: WHO,,\n',
    { skipEnd: 2 },
    [
      ['name', ['n1', 'n2', 'n3']],
      ['v', [1, 2, 3]],
      ['w', [1.5, 3, 5]],
    ],
  ],
]

describe('a report', () => {
  const placed = reports.map((report, place) => [...report, place] as const)
  it.each(placed)('%s: is read with mends that lose nothing', async (_name, text, mended, table, place) => {
    const path = folder.write('report.csv', text)
    for (const source of inTurn(['memory', 'duckdb'] as const, place, 2)) {
      const opened = await openSource(path, { mends: 'apply', source })
      opened.close()
      expect(opened.mended).toEqual(mended)
      expect(opened.columns.map(({ name }) => name)).toEqual(table.map((column) => (column as string[])[0]))
    }
    const read = await readTable(path, mended)
    expect(inOrder(read)).toEqual(table)
    expect(read.warnings.filter(({ code, remedy }) => code === 'frame' && remedy)).toEqual([])
  })

  it.each([
    ['a row that lacks a cell, its name beyond ASCII', 'city,a,b\nWien,1,2\nGraz,2,3\nLinz,4,5\nÉvry,12\n'],
    ['a row that lacks a cell, below numbers', 'id,a,b\n1,1,2\n2,2,3\n3,4,5\nunknown,12\n'],
    ['a row that was cut off', 'd,a,b\n2024-01-01,1,2\n2024-01-02,2,3\n2024-01-03,4,5\n2024-01-,1\n'],
    ['rows that begin with a sign of comments', 'tag,x,y\n#1,3,1\n#2,4\nA,3,4\nB,1,2\nC,5,6\n'],
  ])('%s: is no frame', async (_name, text) => {
    const path = folder.write('short.csv', text)
    expect(await failure(openSource(path, { mends: 'apply' }))).toMatch(/ cells .*: --ragged fill$/)
  })

  it.each([
    [
      'a total above notes',
      'a,b,c\nx,1,5\ny,4,6\nz,4,6\nTotal,9,17\n\nSource: WHO\nAccessed 1 May 2024, by me\n',
      { skipEnd: 2 },
      [['--skip-end 3', true]],
    ],
    [
      'a total above a note as wide as the table',
      'name,v,w\nn1,1,1.5\nn2,2,3\nn3,3,4.5\nTotal,6,9\nSource: WHO,,\n',
      {},
      [['--skip-end 2', true]],
    ],
    [
      'a total above a comment',
      'a,b,c\nx,1,5\ny,4,6\nz,4,6\nTotal,9,17\n# end\n',
      { skipEnd: 1 },
      [['--skip-end 2', true]],
    ],
    [
      'means, deviations and counts',
      'id,v,w\ns1,1,3\ns2,2,4\ns3,6,8\nMean,3,5\nSD,2.6,2.6\nn,3,3\n',
      {},
      [['--skip-end 3', true]],
    ],
    [
      'the mean of all',
      'id,v,w\ns1,1,3\ns2,2,4\ns3,6,8\nMoyenne générale,3,5\n',
      {},
      [['--skip-end 1', true]],
    ],
    [
      'a row of words that may be answers',
      'name,age,income\nBob,refused,refused\nAnn,30,100\nEve,40,200\nJoe,50,300\n',
      {},
      [['--skip-after-header 1', true]],
    ],
  ])('%s: is left to a person', async (_name, text, mended, open) => {
    const opened = await openSource(folder.write('total.csv', text), { mends: 'apply' })
    opened.close()
    expect(opened.mended).toEqual(mended)
    expect(optionsOf(opened.warnings.filter(({ code }) => code !== 'mended'))).toEqual(open)
  })

  it('may have all lines before its rows again, as joined downloads do', async () => {
    const rows = (from: number) =>
      [0, 1, 2, 3].map((i) => `2020-01-0${from + i},${from + i}.5,${2 * i}\n`).join('')
    const wide = 'Logger,1,2\nT,a,y\nTS,C,mm\n,Avg,Tot\n'
    const days = [18_262, 18_263, 18_264, 18_265, 18_266, 18_267, 18_268, 18_269]
    const table = [
      ['T', days],
      ['a', [1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5]],
      ['y', [0, 2, 4, 6, 0, 2, 4, 6]],
    ]
    const joined = `${wide}${rows(1)}${wide}${rows(5)}`
    const lead = { skip: 1, skipAfterHeader: 2 }
    const { warnings } = await tableFromCsv(joined, lead)
    expect(warnings).toMatchObject([
      { columns: ['T', 'a', 'y'], remedy: { set: { skipRepeatedHeader: true } } },
    ])
    const mended = await tableFromCsv(joined, { ...lead, skipRepeatedHeader: true })
    expect([inOrder(mended), mended.warnings]).toEqual([table, []])
    // A title that is narrower than the table, and a row that says as little as a line below the header.
    const narrow = `Logger\nT,a,y\n,,\n${rows(1)},,\nLogger\nT,a,y\n,,\n${rows(5)}`
    const narrowLead = { skip: 1, skipAfterHeader: 1 }
    await expect(tableFromCsv(narrow, narrowLead)).rejects.toMatchObject({
      remedy: { set: { skipRepeatedHeader: true }, loses: false },
    })
    const read = await tableFromCsv(narrow, { ...narrowLead, skipRepeatedHeader: true, skipEmpty: true })
    expect(inOrder(read)).toEqual(table)
  })

  it('stands again with the number of another page in its title', async () => {
    const rows = (page: number) => [0, 1, 2, 3].map((i) => `t${i};${page + i},5;${i % 2}\n`).join('')
    const pages = [1, 2, 10].map((page) => `Orders 2023;;Pag. ${page} di 10\nT;a;y\n${rows(page)}`)
    const paged = { skip: 1, skipRepeatedHeader: true }
    const read = await tableFromCsv(pages.join(''), paged)
    expect([read.rows, read.warnings.filter(({ code }) => code === 'mixed-types')]).toEqual([12, []])
    // Nor is a page a year, a site, or a column of the header.
    for (const [line, other] of [
      ['Actividades 2023;;', 'Actividades 2024;;'],
      ['Activités 2023;;', 'Activités 2024;;'],
      ['Results site S1;;', 'Results site S2;;'],
      ['Report p. 2023/2024;;', 'Report p. 2024/2025;;'],
    ]) {
      const text = `${line}\nT;a;y\n${rows(1)}${other}\n${rows(5)}`
      expect((await tableFromCsv(text, paged)).rows).toBe(9)
    }
    const columns = `Subject;score p. 1;y\n${rows(1)}Subject;score p. 2;y\n${rows(5)}`
    expect((await tableFromCsv(columns, { skipRepeatedHeader: true })).rows).toBe(9)
    // A year that differs is no page.
    const other = pages.join('').replace('Orders 2023;;Pag. 2 di 10', 'Orders 2024;;Pag. 2 di 10')
    expect((await tableFromCsv(other, paged)).rows).toBe(13)
  })

  it('has no total where the word is a level of others too', async () => {
    const text = 'sex,n\nm,1\nf,2\nTotal,3\nm,5\nf,6\nTotal,11\n'
    const { warnings } = await tableFromCsv(text)
    expect(warnings).toEqual([])
    const { err } = await criba(['describe', folder.write('levels.csv', text)])
    expect(err).toContain(
      `levels that may sum up others: sex ("Total" in 2 rows); leave their rows out by --sql "SELECT * FROM data WHERE coalesce(sex, '') NOT IN ('Total')"`,
    )
  })

  it('leaves totals out by a query that runs, though the column is named as a word of SQL', async () => {
    const path = folder.write('order.csv', 'order,n\nm,1\nf,2\nTotal,3\nm,5\nf,6\nTotal,11\n')
    const { err } = await criba(['describe', path])
    const [, sql] = /--sql '(.*NOT IN.*)'$/m.exec(err)!
    const left = await readTable(path, { sql: sql.replaceAll(String.raw`'\''`, "'") })
    expect(inOrder(left)).toEqual([
      ['order', ['m', 'f', 'm', 'f']],
      ['n', [1, 2, 5, 6]],
    ])
  })

  it('has rows of a label and a value below it, but no row that lacks cells', async () => {
    const days = Array.from({ length: 12 }, (_, day) => `${day + 1}.03.2024;a;${day}0,5;x;9`)
    const ends = ['Saldo final;;29,5;;', 'Ende:;;12.03.2024;;']
    for (const end of ends) {
      const { warnings } = await tableFromCsv(['Tag;Art;Wert;K;n', ...days, end, ''].join('\n'))
      expect(warnings.map(({ remedy }) => remedy?.set).filter(Boolean)).toEqual([{ skipEnd: 1 }])
    }
    const names = days.map((row) => `n${row}`)
    const short = await tableFromCsv(['Tag;Art;Wert;K;n', ...names, 'n13;;29,5;;', ''].join('\n'))
    expect(short.warnings.filter(({ remedy }) => remedy)).toEqual([])
  })

  it('may lose rows without the block above a blank line, if that may be a table', async () => {
    const text = 'day,rain\n1,2\n2,3\n\ntime,temp\n1,2\n2,3\n3,5\n4,9\n'
    const { warnings } = await tableFromCsv(text)
    expect(warnings.map(({ remedy }) => [remedy?.set, remedy?.loses])).toEqual([[{ skip: 4 }, true]])
  })

  it('names partial totals by what they are of', async () => {
    const text = 'place,n\nNord,1\nNord,2\nSumme Nord,3\nOst,5\nOst,6\nSumme Ost,11\nSumme Wein,2\n'
    const { err } = await criba(['describe', folder.write('partial.csv', text)])
    expect(err).toContain('place ("Summe Nord" in 1 row, "Summe Ost" in 1 row)')
  })

  it('says nothing of cells while its frame is wrong', async () => {
    const text = 'Report,,\n,,\nid,age,size\n1,23-25,5 kg\n2,26-28,6 kg\n3,29-31,7 kg\n4,32-34,8 kg\n'
    const { warnings } = await tableFromCsv(text)
    expect(warnings.filter(({ remedy }) => remedy).map(({ code }) => code)).toEqual(['frame'])
  })
})

describe('a target', () => {
  it('is found between drawn lines, whose pages have titles and the header again', async () => {
    const rule = '-'.repeat(30)
    const head = ['| Material | Stock, free  | ABC |', rule]
    const rows = Array.from({ length: 120 }, (_, i) => `| M${i}    | ${i},5   | ${'ABC'[i % 3]} |`)
    const page = (at: number) => [
      `28.11.2026  Stock list  ${at / 40 + 1}`,
      '',
      rule,
      ...head,
      ...rows.slice(at, at + 40),
    ]
    const path = folder.write('list.txt', `${[0, 40, 80].flatMap(page).join('\n')}\n${rule}\n`)
    expect(await failure(readTable(path))).toMatch(/: --skip 3 --ragged skip$/)
    const { warnings } = await readTable(path, { skip: 3, ragged: 'skip' })
    expect(optionsOf(warnings)).toContainEqual(['--skip-repeated-header', false])
    const table = await readTable(path, { skip: 3, ragged: 'skip', skipRepeatedHeader: true })
    expect(table.rows).toBe(120)
    expect(inOrder(table)[2]).toEqual(['Stock, free', rows.map((_, i) => i + 0.5)])
  })

  it('is sought in other lines, with another frame than the first', async () => {
    const path = folder.write(
      'matrix.tsv',
      '# made today\nname\ts1\ts2\ts3\ng1\t1\t2\t3\nclass of\ta\tb\ta\n',
    )
    const opened = await openSource(path, { mends: 'apply', target: 'class of' })
    opened.close()
    expect([opened.mended, opened.columns.map(({ name }) => name)]).toEqual([
      { skip: 1, transpose: true },
      ['name', 'g1', 'class of'],
    ])
    const { out } = await criba(['describe', path, '-t', 'class of', '--mend'])
    expect(out.trim().split('\n').at(-1)).toBe(`criba describe ${path} -t 'class of' --skip 1 --transpose`)
  })

  it('is sought in other sheets', async () => {
    const rows = [['Sales of shops'], [], ['shop', 'Größe'], ['a', 1], ['b', 2], ['c', 4]]
    const book = xlsx([
      { name: 'Read me', rows: plainRows([['How to fill this in']]) },
      { name: 'Data', rows: plainRows(rows) },
    ])
    const path = folder.write('book.xlsx', book)
    const { err } = await criba(['describe', path, '-t', 'Größe'])
    expect(err).toContain('sheet Data has Größe: ')
    expect(err).toContain('--sheet Data --skip 2')
    const opened = await openSource(path, { mends: 'apply', target: 'Größe' })
    opened.close()
    expect([opened.mended, opened.rows]).toEqual([{ sheet: 'Data', skip: 2 }, 3])
  })

  it('has a name that stands within another', async () => {
    const path = folder.write('names.csv', 'a,result churn\n1,2\n2,3\n')
    expect((await criba(['describe', path, '-t', 'churn'])).err).toContain('did you mean result churn?')
  })
})

describe('mends', () => {
  const text = 'Report,,\nid,b,y\n1,2,3\n2,2,4\n3,4,4\n4,5,6\n'

  it('are applied to standard input, which is read once', () => {
    const { stdout } = spawnSync(
      process.execPath,
      ['dist/cli.js', 'describe', '-', '--mends', 'apply', '--format', 'json'],
      { input: text, encoding: 'utf8' },
    )
    expect((JSON.parse(stdout) as { data: object }).data).toMatchObject({ rows: 4, text: { skip: 1 } })
  })

  it('are applied before names are sought that only they bring', async () => {
    const path = folder.write('late.csv', text)
    for (const options of [{ drop: ['id'] }, { types: { id: 'categorical' } }] as const) {
      const opened = await openSource(path, { ...options, mends: 'apply' })
      opened.close()
      expect(opened.mended).toEqual({ skip: 1 })
    }
    expect(await failure(openSource(path, { drop: ['none'], mends: 'apply' }))).toMatch(/^unknown column/)
  })

  it('keep the options that are given', async () => {
    const path = folder.write('given.csv', `${text}Total,13,17\n# end,,\n`)
    const opened = await openSource(path, { skipEnd: 1, skip: 1 })
    opened.close()
    expect(optionsOf(opened.warnings)).toEqual([['--skip-end 2', true]])
  })
})
