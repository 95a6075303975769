import { readFileSync } from 'node:fs'
import type { Table } from 'criba'
import { openReducible, openSource, readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { kindOfBuiltIn, kindOfCode, serialText } from '../../dist/src/files/sheets/number-cells.js'
import { named } from './cells.ts'
import { failure, testFolder } from './folder.ts'
import { ods, plainRows, xlsx, zip } from './sheet-files.ts'

const folder = testFolder()

const codes = (table: Table) => table.warnings.map(({ code }) => code)
const day = 86_400

describe('a number format', () => {
  it.each([
    ['General', 'number'],
    ['Standard', 'number'],
    ['0.00', 'number'],
    ['#,##0.00 "days"', 'number'],
    ['#,##0 [$DKK]', 'number'],
    ['[Red]0.00;[Blue]-0.00', 'number'],
    ['0.00E+00', 'number'],
    ['0.0 \\h', 'number'],
    ['#,##0.00 Lts', 'number'],
    ['@', 'number'],
    ['[h]:mm:ss', 'number'],
    ['0%', 'percent'],
    ['0.00\\ %', 'percent'],
    ['yyyy-mm-dd', 'date'],
    ['[$-407]d. mmmm yyyy;@', 'date'],
    ['mmm', 'date'],
    ['yyyy"年"m"月"d"日"', 'date'],
    ['dd/mm/yyyy hh:mm', 'datetime'],
    ['m/d/yy h:mm AM/PM', 'datetime'],
    ['h:mm', 'time'],
    ['mm:ss.0', 'time'],
  ])('%s shows a %s', (code, kind) => {
    expect(kindOfCode(code)).toBe(kind)
  })

  it('of a number alone is one of the list', () => {
    expect([0, 4, 9, 10, 14, 18, 21, 22, 31, 45, 46, 47, 49, 58].map(kindOfBuiltIn)).toEqual([
      ...['number', 'number', 'percent', 'percent', 'date', 'time', 'time', 'datetime'],
      ...['date', 'time', 'number', 'time', 'number', 'date'],
    ])
  })
})

describe('a number of days', () => {
  it.each([
    // Excel counts 29 February 1900, which was none.
    [1, 'date', 1900, '1900-01-01'],
    [59, 'date', 1900, '1900-02-28'],
    [61, 'date', 1900, '1900-03-01'],
    [43831, 'date', 1900, '2020-01-01'],
    [43831.5, 'date', 1900, '2020-01-01 12:00:00'],
    [43831, 'datetime', 1900, '2020-01-01 00:00:00'],
    [43831.999999999, 'datetime', 1900, '2020-01-02 00:00:00'],
    [43831 + 1.5 / 86_400, 'datetime', 1900, '2020-01-01 00:00:01.500'],
    [0.25, 'time', 1900, '06:00:00'],
    [0.25, 'datetime', 1900, '06:00:00'],
    [1.25, 'datetime', 1900, '1900-01-01 06:00:00'],
    // 24:00, which a sheet shows as 0:00.
    [1, 'time', 1900, '00:00:00'],
    [1.25, 'time', 1900, '1900-01-01 06:00:00'],
    [44562.5, 'time', 1900, '2022-01-01 12:00:00'],
    [2_958_465, 'date', 1900, '9999-12-31'],
    [2_958_466, 'date', 1900, '2958466'],
    [-1, 'date', 1900, '-1'],
    [0, 'date', 1904, '1904-01-01'],
    [42369, 'date', 1904, '2020-01-01'],
    [0.25, 'time', 1904, '06:00:00'],
    [43831, 'number', 1900, '43831'],
    [0.125, 'percent', 1900, '0.125'],
  ] as const)('%s as a %s of %s is %s', (value, kind, system, text) => {
    expect(serialText(value, kind, system)).toBe(text)
  })
})

describe('an .xlsx file', () => {
  it('is read by the types and formats of its cells', async () => {
    const formats = ['General', 'yyyy-mm-dd', 'yyyy-mm-dd hh:mm', 'h:mm', '0.0%', '[h]:mm']
    const head = ['n', 'day', 'moment', 'time', 'share', 'hours', 'text', 'flag', 'formula', 'zip']
    const row = (i: number, text: string) =>
      `<row><c><v>${i / 4}</v></c><c s="1"><v>${43831 + i}</v></c><c s="2"><v>${43831.5 + i}</v></c>` +
      `<c s="3"><v>${(i + 1) / 24}</v></c><c s="4"><v>${0.125 * (i + 1)}</v></c><c s="5"><v>${1.5 + i}</v></c>` +
      `<c t="s"><v>${i}</v></c><c t="b"><v>${i % 2}</v></c><c t="str"><f>A1&amp;"x"</f><v>${text}</v></c>` +
      `<c t="inlineStr"><is><t>0${i}</t></is></c></row>`
    const rows = plainRows([head]) + row(0, 'p') + row(1, 'q') + row(2, 'p')
    const texts = [
      '<t>a\tb</t>',
      `<r><t xml:space="preserve">it's </t></r><r><rPr><b/></rPr><t>"two"</t></r><rPh sb="0" eb="1"><t>no</t></rPh>`,
      '<t>l1_x000A_l2 &amp; &lt;é&gt;</t>',
    ]
    const path = folder.write('types.xlsx', xlsx([{ name: 'S', rows }], { texts, formats }))
    const table = await readTable(path)
    expect(named(table)).toEqual({
      n: [0, 0.25, 0.5],
      day: [18262, 18263, 18264],
      moment: [18262.5 * day, 18263.5 * day, 18264.5 * day],
      time: [3600, 7200, 10_800],
      share: [0.125, 0.25, 0.375],
      hours: [1.5, 2.5, 3.5],
      text: ['a\tb', `it's "two"`, 'l1\nl2 & <é>'],
      flag: ['false', 'true', 'false'],
      formula: ['p', 'q', 'p'],
      zip: ['00', '01', '02'],
    })
    expect(table.columns.map((column) => (column.type === 'numeric' ? column.time : undefined))).toEqual([
      ...[undefined, 'date', 'datetime', 'time', undefined],
      ...[undefined, undefined, undefined, undefined, undefined],
    ])
    expect(codes(table)).toEqual(['units', 'leading-zeros'])
    expect(table.warnings[0].message).toBe(
      'percentages, read as the numbers that the cells hold: share (12.5% is 0.125)',
    )
    expect(table.warnings[0].columns).toEqual(['share'])
  })

  it('counts days from 1904 if it says so', async () => {
    const rows = `${plainRows([['d', 'x']])}<row><c s="0"><v>0</v></c><c><v>1</v></c></row><row><c s="0"><v>42369</v></c><c><v>2</v></c></row>`
    const content = (is1904: boolean) => xlsx([{ name: 'S', rows }], { formats: [14], is1904 })
    expect(named(await readTable(folder.write('mac.xlsx', content(true)))).d).toEqual([-24_107, 18_262])
    const windows = await readTable(folder.write('win.xlsx', content(false)))
    expect(windows.columns[0].type).toBe('categorical')
  })

  it('may have dates with and without a time in one column, which are moments', async () => {
    const rows = `${plainRows([['x', 'd']])}<row><c><v>1</v></c><c s="0"><v>43831</v></c></row><row><c t="inlineStr"><is><t>a	"</t></is></c><c s="0"><v>43831.5</v></c></row>`
    const table = await readTable(folder.write('mixed.xlsx', xlsx([{ name: 'S', rows }], { formats: [14] })))
    expect(named(table)).toEqual({ x: ['1', 'a\t"'], d: [18_262 * day, 18_262.5 * day] })
  })

  it('reads errors as missing, and says so unless they mean that', async () => {
    const error = (name: string) => `<row><c t="e"><v>${name}</v></c><c><v>1</v></c></row>`
    const rows = plainRows([
      ['a', 'b'],
      [1, 2],
      [3, 4],
    ])
    const quiet = xlsx([{ name: 'S', rows: rows + error('#N/A') }])
    expect(named(await readTable(folder.write('na.xlsx', quiet))).a).toEqual([1, 3, null])
    expect(codes(await readTable(folder.path('na.xlsx')))).toEqual([])
    const loud = xlsx([{ name: 'S', rows: rows + error('#DIV/0!') + error('#REF!') + error('#DIV/0!') }])
    const { warnings } = await readTable(folder.write('errors.xlsx', loud))
    expect(warnings.map(({ code, message }) => [code, message])).toEqual([
      ['cell-errors', 'errors of formulas, read as missing values: #DIV/0! 2×, #REF! 1×'],
    ])
  })

  it('may begin anywhere, have gaps, and cells of numbers wider than their row', async () => {
    const rows =
      '<row r="3"><c r="C3" t="inlineStr"><is><t>a</t></is></c><c r="E3" t="inlineStr"><is><t>b</t></is></c></row>' +
      '<row r="4"><c r="D4"><v>2</v></c></row><row r="7"><c r="C7"><v>1E3</v></c><c r="E7"><v>0.1</v></c></row>'
    const table = await readTable(folder.write('off.xlsx', xlsx([{ name: 'S', rows }])))
    expect(named(table)).toEqual({ a: [null, 1000], column_2: [2, null], b: [null, 0.1] })
    expect(codes(table)).toEqual(['column-names'])
  })

  it('names formulas whose values were not stored', async () => {
    const formula = (text: string, rest = '') => `<c${rest}><f>${text}</f><v/></c>`
    const rows =
      plainRows([['id', 'sum', 'empty', 'y']]) +
      `<row><c><v>1</v></c>${formula('A2+1')}${formula('IF(1,&quot;&quot;)', ' t="str"')}<c><v>5</v></c></row>` +
      `<row><c><v>2</v></c>${formula('A3+1')}<c/><c><f>A3</f><v>7</v></c></row>`
    const table = await readTable(folder.write('formulas.xlsx', xlsx([{ name: 'Sales', rows }])))
    expect(named(table)).toMatchObject({ id: [1, 2], sum: [null, null], y: [5, 7] })
    expect(table.warnings.filter(({ code }) => code === 'cell-errors')).toEqual([
      {
        code: 'cell-errors',
        columns: ['sum'],
        message:
          'sheet Sales: formulas without a stored value, read as missing: sum 2×; open the file in a spreadsheet program and save it, which stores them',
      },
    ])
    const only = `<row>${formula('1+1')}</row>`
    expect(
      await failure(readTable(folder.write('only.xlsx', xlsx([{ name: 'S', rows: only }])), { sheet: 'S' })),
    ).toContain('is empty but for formulas without stored values (open the file')
  })

  it('keeps the empty cells of a single column', async () => {
    const rows =
      '<row r="1"><c t="inlineStr"><is><t>a</t></is></c></row><row r="2"><c><v>1</v></c></row><row r="4"><c><v>3</v></c></row>'
    const table = await readTable(folder.write('one.xlsx', xlsx([{ name: 'S', rows }])))
    expect(named(table)).toEqual({ a: [1, null, 3] })
  })

  it('names numbers that it has as texts with a mark that may separate thousands, once', async () => {
    const cells = ['1.360', '2.175', '745', '3.020', '1.938', '12.444']
    const sheet = (texts: readonly string[]) =>
      xlsx([{ name: 'S', rows: plainRows([['n', 'v'], ...texts.map((text, row) => [text, row + 0.5])]) }])
    const path = folder.write('thousands.xlsx', sheet(cells))
    const { warnings } = await readTable(path)
    expect(warnings).toMatchObject([
      { code: 'unclear-marks', columns: ['n'], remedy: { set: { decimal: ',' }, loses: true } },
    ])
    expect(warnings[0].message).toContain('n (1.360); for thousands say --decimal ,')
    const mended = await readTable(path, { decimal: ',' })
    expect(named(mended)).toEqual({
      n: [1360, 2175, 745, 3020, 1938, 12444],
      v: [0.5, 1.5, 2.5, 3.5, 4.5, 5.5],
    })
    expect(mended.warnings.map(({ code }) => code)).not.toContain('unclear-marks')
    for (const clear of [['0.360', ...cells], ['1.36', ...cells], cells.slice(0, 4)]) {
      const other = await readTable(folder.write('clear.xlsx', sheet(clear)))
      expect(other.warnings).toEqual([])
    }
  })

  it('gives the first table, not a sheet of notes above it', async () => {
    const notes = plainRows([
      ['How to fill this in', 'by'],
      ['The units are', 'kg'],
    ])
    const list = plainRows([['Notes'], ['one'], ['two'], ['three']])
    const data = plainRows([
      ['a', 'b'],
      [1, 2],
      [3, 4],
    ])
    const sheets = [
      { name: 'Notes', rows: notes },
      { name: 'List', rows: list },
      { name: 'Data', rows: data },
    ]
    const table = await readTable(folder.write('notes.xlsx', xlsx(sheets)))
    expect(named(table)).toEqual({ a: [1, 3], b: [2, 4] })
    expect(table.warnings[0].remedy!.set).toEqual({ sheet: 'Data' })
    const few = await readTable(
      folder.write(
        'few.xlsx',
        xlsx([
          { name: 'S', rows: list },
          { name: 'T', rows: list },
        ]),
      ),
    )
    expect(few.warnings[0].remedy!.set).toEqual({ sheet: 'S' })
  })

  it('gives the first sheet with values, and names the others once', async () => {
    const data = plainRows([
      ['a', 'b'],
      [1, 2],
      [3, 4],
    ])
    const other = plainRows([
      ['c', 'd'],
      [5, 6],
      [7, 8],
    ])
    const path = folder.write(
      'sheets.xlsx',
      xlsx([
        { name: 'Secret', state: 'hidden', rows: other },
        { name: 'Blank', rows: '<row><c s="0"/></row>' },
        { name: 'Data', rows: data },
        {
          name: '2',
          rows: plainRows([
            ['e', 'f'],
            [9, 9],
            [9, 9],
          ]),
        },
        { name: 'My notes', rows: other },
      ]),
    )
    const table = await readTable(path)
    expect(named(table)).toEqual({ a: [1, 3], b: [2, 4] })
    expect(table.warnings).toHaveLength(1)
    const [{ code, message, remedy }] = table.warnings
    expect(code).toBe('sheets')
    expect(message).toMatch(/^sheet Data of .* it also has Secret \(hidden\), 2, My notes \(--sheet Data /)
    expect(remedy).toMatchObject({ option: '--sheet Data', set: { sheet: 'Data' }, loses: false })
    // The mend takes the warning away, and nothing else.
    expect(await readTable(path, remedy!.set)).toEqual({ ...table, warnings: [] })
    const columnsOf = async (sheet: string | number) => Object.keys(named(await readTable(path, { sheet })))
    expect(await columnsOf('my notes')).toEqual(['c', 'd'])
    expect(await columnsOf('Secret')).toEqual(['c', 'd'])
    // A name wins over a number; numbers count what is shown.
    expect(await columnsOf('2')).toEqual(['e', 'f'])
    expect(await columnsOf(2)).toEqual(['a', 'b'])
    expect(await columnsOf('4')).toEqual(['c', 'd'])
    expect(await failure(readTable(path, { sheet: 'Dat' }))).toBe(
      'unknown sheet of sheets.xlsx: Dat (did you mean Data?)',
    )
    expect(await failure(readTable(path, { sheet: 9 }))).toMatch(
      /^unknown sheet .*: 9 \(it has Secret, Blank/,
    )
    expect(await failure(readTable(path, { sheet: 'Blank' }))).toMatch(/sheet Blank of .* is empty/)
    expect(await failure(readTable(folder.write('t.csv', 'a,b\n1,2\n'), { sheet: 1 }))).toMatch(
      /^invalid sheet: 1 .*t\.csv is no workbook: leave it out\)$/,
    )
  })

  it('is the same table for the engine, a query, and as text written and read again', async () => {
    const rows = plainRows([
      ['name', 'x', "it's"],
      ...Array.from({ length: 300 }, (_, i) => [`n${i % 7}, "q"`, i % 5 === 0 ? null : i / 3, `a${i}\tt`]),
    ])
    const path = folder.write('parity.xlsx', xlsx([{ name: 'S', rows }]))
    const table = await readTable(path)
    expect(table.rows).toBe(300)
    const query = await readTable(path, { sql: 'SELECT * FROM data' })
    expect(named(query)).toEqual(named(table))
    const relation = await openSource(path, { source: 'duckdb' })
    expect(relation.columns.map(({ name, type, missing }) => [name, type, missing])).toEqual([
      ['name', 'categorical', 0],
      ['x', 'numeric', 60],
      ["it's", 'categorical', 0],
    ])
    relation.close()
    for (const output of ['out.csv', 'out.tsv', 'out.parquet']) {
      const source = await openReducible(path, folder.path(output))
      await source.reduce(['name', 'x', "it's"])
      source.close()
      expect(named(await readTable(folder.path(output)))).toEqual(named(table))
    }
    expect(readFileSync(folder.path('out.csv'), 'utf8')).toMatch(/^name,x,it's\n"n0, ""q""",,a0\tt\n/)
  })

  it('under another name, compressed or from a pattern is a workbook too', async () => {
    const content = (first: number) =>
      xlsx([
        {
          name: 'S',
          rows: plainRows([
            ['a', 'b'],
            [first, 2],
          ]),
        },
      ])
    expect((await readTable(folder.write('really.csv', content(1)))).columns).toHaveLength(2)
    expect((await readTable(folder.write('packed.xlsx.gz', content(1)))).columns).toHaveLength(2)
    folder.write('many-1.xlsx', content(1))
    folder.write('many-2.xlsx', content(2))
    expect(named(await readTable(folder.path('many-*.xlsx')))).toEqual({ a: [1, 2], b: [2, 2] })
  })
})

describe('an .ods file', () => {
  const cell = (type: string, facts: string, text = '') =>
    `<table:table-cell office:value-type="${type}" ${facts}><text:p>${text}</text:p></table:table-cell>`
  const text = (words: string) => cell('string', '', words)
  const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`

  it('is read by the types of its cells', async () => {
    const names = ['n', 'day', 'moment', 'time', 'share', 'money', 'flag', 'text'].map(text)
    const data = (i: number, words: string) =>
      row(
        cell('float', `office:value="${i / 2}"`, '1,00'),
        cell('date', `office:date-value="2020-01-0${i}"`, `0${i}.01.20`),
        cell('date', `office:date-value="2020-01-01T0${i}:30:00"`),
        cell('time', `office:time-value="PT1${i}H30M01S"`),
        cell('percentage', `office:value="0.${i}25"`, '12 %'),
        cell('currency', `office:value="${i}.5" office:currency="EUR"`, '1,50 €'),
        cell('boolean', `office:boolean-value="${i % 2 ? 'true' : 'false'}"`, 'WAHR'),
        `<table:table-cell office:value-type="string"><office:annotation><dc:date>2020</dc:date><text:p>note</text:p></office:annotation>${words}</table:table-cell>`,
      )
    const tables =
      '<table:table table:name="Hidden" table:style-name="h"><table:table-row>' +
      `${text('no')}</table:table-row></table:table>` +
      `<table:table table:name="Data">${row(...names)}${data(1, '<text:p>a<text:s text:c="2"/>b</text:p>')}` +
      `${data(2, '<text:p>one</text:p><text:p>t<text:span>wo</text:span></text:p>')}` +
      '<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="1024"/></table:table-row></table:table>'
    const styles =
      '<style:style style:name="h" style:family="table"><style:table-properties table:display="false"/></style:style>'
    const table = await readTable(folder.write('types.ods', ods(tables, styles)))
    expect(named(table)).toEqual({
      n: [0.5, 1],
      day: [18_262, 18_263],
      moment: [18_262 * day + 5400, 18_262 * day + 9000],
      time: [11 * 3600 + 1801, 12 * 3600 + 1801],
      share: [0.125, 0.225],
      money: [1.5, 2.5],
      flag: ['true', 'false'],
      text: ['a  b', 'one\ntwo'],
    })
    expect(codes(table)).toEqual(['sheets', 'units'])
    expect(table.warnings[0].message).toMatch(/^sheet Data of .* it also has Hidden \(hidden\)/)
  })

  it('may repeat cells and rows, merge cells, and hold errors', async () => {
    const two = cell('float', 'office:value="2" table:number-columns-repeated="2"')
    const tables =
      `<table:table table:name="D"><table:table-header-rows>${row(text('a'), text('b'), text('c'))}</table:table-header-rows>` +
      `<table:table-row table:number-rows-repeated="3">${cell('float', 'office:value="1"')}${two}</table:table-row>` +
      `${row(cell('float', 'office:value="5" table:number-columns-spanned="2"'), '<table:covered-table-cell/>', cell('string', 'office:string-value="" calcext:value-type="error"', '#DIV/0!'))}</table:table>`
    const table = await readTable(folder.write('repeated.ods', ods(tables)))
    expect(named(table)).toEqual({ a: [1, 1, 1, 5], b: [2, 2, 2, null], c: [2, 2, 2, null] })
    expect(codes(table)).toEqual(['cell-errors'])
  })

  it('may have durations of a day and more, which are days, and formulas without values', async () => {
    const time = (value: string) => cell('time', `office:time-value="${value}"`, 'shown')
    const formula = '<table:table-cell table:formula="of:=[.A1]"/>'
    const tables =
      `<table:table table:name="D">${row(text('worked'), text('start'), text('sum'))}` +
      `${row(time('PT30H15M00S'), time('PT08H15M00S'), formula)}${row(time('PT06H00M00S'), time('PT23H59M59S'), formula)}</table:table>`
    const table = await readTable(folder.write('durations.ods', ods(tables)))
    expect(named(table)).toMatchObject({ worked: [30.25 / 24, 0.25], start: [29_700, 86_399] })
    expect(table.columns[0]).not.toHaveProperty('time')
    expect(table.warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^sheet D: formulas without a stored value, read as missing: sum 2×/),
    ])
  })

  it('that is protected, or no spreadsheet, is refused', async () => {
    const manifest =
      '<manifest:manifest xmlns:manifest="urn:m"><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>'
    const locked = ods('', '', { 'META-INF/manifest.xml': manifest })
    expect(await failure(readTable(folder.write('locked.ods', locked)))).toMatch(/protected by a password/)
    const letter = zip({
      'content.xml': '<office:document xmlns:office="urn:o"><office:text/></office:document>',
    })
    expect(await failure(readTable(folder.write('letter.ods', letter)))).toMatch(
      /a document, but no spreadsheet/,
    )
  })
})

describe('a workbook that is not one', () => {
  it('is refused in a line', async () => {
    expect(await failure(readTable(folder.write('cut.xlsx', 'PK\x03\x04 and no more')))).toMatch(
      /^unreadable file: cut\.xlsx is no whole workbook \(/,
    )
    expect(await failure(readTable(folder.write('other.zip', zip({ 'a.csv': 'a,b\n1,2\n' }))))).toBe(
      'unreadable file: other.zip (a zip archive, but no workbook: unpack it first)',
    )
    expect(await failure(readTable(folder.write('none.xlsx', xlsx([{ name: 'S', rows: '' }]))))).toBe(
      'missing rows: all sheets of none.xlsx are empty',
    )
    const secret = Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(600),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ])
    expect(await failure(readTable(folder.write('secret.xlsx', secret)))).toMatch(/protected by a password/)
    const broken = xlsx([{ name: 'S', rows: '<row><c><v>1</c></row>' }])
    expect(await failure(readTable(folder.write('broken.xlsx', broken)))).toMatch(
      /^unreadable file: .*broken\.xlsx/,
    )
    const entity = xlsx([{ name: 'S', rows: '<row><c><v>&lol;</v></c></row>' }])
    expect(await failure(readTable(folder.write('entity.xlsx', entity)))).toMatch(/entity/)
  })

  it('unpacks no bomb, and fills no rectangle of empty cells', async () => {
    const far = '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
    expect(await failure(readTable(folder.write('far.xlsx', xlsx([{ name: 'S', rows: far }]))))).toMatch(
      /^too large: far\.xlsx has 1048576 rows × 16384 columns/,
    )
    const beyond = '<row r="1"><c r="XFE1"><v>1</v></c></row>'
    expect(
      await failure(readTable(folder.write('beyond.xlsx', xlsx([{ name: 'S', rows: beyond }])))),
    ).toMatch(/column 16385 is out of place/)
    const long = `<row><c t="inlineStr"><is><t>${'x'.repeat(68_000_000)}</t></is></c></row>`
    expect(await failure(readTable(folder.write('bomb.xlsx', xlsx([{ name: 'S', rows: long }]))))).toMatch(
      /^too large: bomb\.xlsx \(xl\/worksheets\/sheet0\.xml would be 65 MB/,
    )
    const text = `<row><c t="inlineStr"><is><t>${'x'.repeat(17_000_000)}</t></is></c></row>`
    expect(await failure(readTable(folder.write('text.xlsx', xlsx([{ name: 'S', rows: text }]))))).toMatch(
      /^too large: text\.xlsx \(a text of more than/,
    )
  })
})
