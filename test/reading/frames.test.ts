import { tableFromCsv, type Table } from 'criba'
import { openReducible, openSource, readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { readFileSync } from 'node:fs'
import { criba } from '../cli/criba.ts'
import { schemaFaults } from '../messy/schema.ts'
import { failure, testFolder } from './folder.ts'
import { inTurn } from '../properties/runs.ts'

/** An error with the options that mend its text. */
type MendedError = Error & { readonly remedy: { readonly set: Parameters<typeof tableFromCsv>[1] } }

const folder = testFolder()

/** A plain table of a school: the text that each frame surrounds. */
const names = ['kind', 'height', 'mass', 'born', 'note']
const rows = [
  ['dog', '1.5', '12', '2019-01-02', 'a, b'],
  ['cat', '0.4', '4', '2018-11-30', ''],
  ['dog', '0.9', '', '2020-05-05', 'line\nbreak'],
  ['fox', '0.6', '7', '2017-03-01', 'c'],
  ['cat', '0.3', '5', '2016-08-08', 'say "x"'],
  ['fox', '0.7', '6', '2021-02-03', 'd'],
]
const quoted = (cell: string) => (/[",;\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
const textOf = (lines: readonly (readonly string[])[], separator = ',') =>
  lines.map((cells) => `${cells.map(quoted).join(separator)}\n`).join('')
const plain = textOf([names, ...rows])

/** Names, types and values of columns, which a frame must not change. */
function contents({ columns }: Pick<Table, 'columns'>) {
  return columns.map(({ name, ...column }) => [
    name,
    column.type === 'numeric'
      ? [...column.values].map(String)
      : [...column.codes].map((code, row) => (column.missing?.[row] ? null : column.levels[code])),
  ])
}

interface Case {
  readonly text: string
  readonly option: string
  /** Without the option the text is an error. */
  readonly isError?: true
  /** Something is lost, so that `mends: 'apply'` leaves it. */
  readonly loses?: true
  readonly set: object
}

const cases: Readonly<Record<string, Case>> = {
  'a title in one line': {
    text: `Bericht 2020\n\n${plain}`,
    option: '--skip 2',
    isError: true,
    set: { skip: 2 },
  },
  'lines above, as the World Bank writes them': {
    text: `"Data Source","World Development Indicators",\n\n"Last Updated Date","2024-05-30",\n\n${plain}`,
    option: '--skip 4',
    isError: true,
    set: { skip: 4 },
  },
  'a title as wide as the table, as a spreadsheet saves it': {
    text: `Inventario 2020,,,,\n,,,,\n${plain}`,
    option: '--skip 2',
    set: { skip: 2 },
  },
  'comments above': {
    text: `# instrument 7\n# operator: x, y\n${plain}`,
    option: '--skip 2',
    isError: true,
    set: { skip: 2 },
  },
  'notes below': {
    text: `${plain}Fuente: INE\nActualizado: ayer\n`,
    option: '--skip-end 2',
    isError: true,
    set: { skipEnd: 2 },
  },
  'a title above and a source below': {
    text: `Rapport\n${plain}\nSource : INSEE\n`,
    option: '--skip 1 --skip-end 1',
    isError: true,
    set: { skip: 1, skipEnd: 1 },
  },
  'units below the header': {
    text: textOf([names, ['', 'm', 'kg', '', ''], ...rows]),
    option: '--skip-after-header 1',
    set: { skipAfterHeader: 1 },
  },
  'questions below the header, as Qualtrics writes them': {
    text: textOf([
      names,
      ['What is it?', 'How high,\nin metres?', 'How heavy?', 'When was it born?', 'Anything else?'],
      [
        '{"ImportId":"Q1"}',
        '{"ImportId":"Q2"}',
        '{"ImportId":"Q3"}',
        '{"ImportId":"Q4"}',
        '{"ImportId":"Q5"}',
      ],
      ...rows,
    ]),
    option: '--skip-after-header 2',
    set: { skipAfterHeader: 2 },
  },
  'rows without any value': {
    text: `${textOf([names, ...rows.slice(0, 2), ['', '', '', '', ''], ...rows.slice(2)])},NA, ,,""\n`,
    option: '--skip-empty',
    set: { skipEmpty: true },
  },
  'a total at the end': {
    text: `${plain}Summe,4.4,34,,\n`,
    option: '--skip-end 1',
    loses: true,
    set: { skipEnd: 1 },
  },
  'sums at the end without a word': {
    text: `${plain},4.4,34,,\n`,
    option: '--skip-end 1',
    loses: true,
    set: { skipEnd: 1 },
  },
  'an unusual separator': {
    text: textOf([names, ...rows.filter(([, , , , note]) => !note.includes('\n'))], '~').replaceAll('"', ''),
    option: `--separator '~'`,
    isError: true,
    set: { separator: '~' },
  },
}

/** The rows of a case as a plain text. */
const plainOf = (name: string) =>
  name === 'an unusual separator'
    ? textOf(
        [names, ...rows.filter(([, , , , note]) => !note.includes('\n'))].map((cells) =>
          cells.map((cell) => cell.replaceAll('"', '')),
        ),
      )
    : plain

describe('a frame around a table', () => {
  it.each(Object.entries(cases))('%s: is named with the option that reads it', async (name, one) => {
    const path = folder.write('framed.csv', one.text)
    if (one.isError) expect(await failure(readTable(path))).toContain(one.option)
    else {
      const { warnings } = await readTable(path)
      const about = warnings.filter(({ remedy }) => remedy)
      expect(about.map(({ remedy }) => [remedy!.option, remedy!.loses])).toEqual([
        [one.option, one.loses === true],
      ])
      expect(about[0].remedy!.set).toEqual(one.set)
      expect(about[0].message).toContain(one.option)
      // Nothing else is said of it: not that words stand among numbers.
      expect(warnings.filter(({ code }) => code === 'mixed-types')).toEqual([])
    }
    const mended = await readTable(path, one.set)
    expect(contents(mended)).toEqual(contents(await tableFromCsv(plainOf(name))))
    expect(mended.warnings.filter(({ remedy }) => remedy)).toEqual([])
  })

  it.each(inTurn(Object.entries(cases), 0, 2))('%s: is the same for DuckDB', async (_name, one) => {
    const path = folder.write('framed.csv', one.text)
    const seen = async (source: 'memory' | 'duckdb', set: object) => {
      const opened = await openSource(path, { source, ...set }).catch((error: unknown) => error as Error)
      if (opened instanceof Error) return opened.message
      opened.close()
      const { warnings, rows, columns } = opened
      return { warnings, rows, columns: columns.map(({ name, type, missing }) => ({ name, type, missing })) }
    }
    for (const set of [{}, one.set]) expect(await seen('duckdb', set)).toEqual(await seen('memory', set))
  })

  it.each(Object.entries(cases).filter(([, { loses }]) => !loses))(
    '%s: is mended on request, and the result says how',
    async (name, { text, option, set }) => {
      const path = folder.write('framed.csv', text)
      const source = await openSource(path, { mends: 'apply' })
      source.close()
      expect(source.mended).toEqual(set)
      expect(source.warnings.some(({ message }) => message.startsWith(`read with ${option}: `))).toBe(true)
      const args = ['describe', path, '--format', 'json']
      const applied = JSON.parse((await criba([...args, '--mends', 'apply'])).out) as {
        data: { text: object }
        columns: object
      }
      expect(schemaFaults(applied)).toEqual([])
      expect(applied.data.text).toEqual(set)
      const clean = folder.write('clean.csv', plainOf(name))
      const expected = JSON.parse((await criba(['describe', clean, '--format', 'json'])).out) as {
        columns: object
      }
      expect(applied.columns).toEqual(expected.columns)
    },
  )

  it.each(Object.entries(cases))(
    '%s: the cells of -o are those of the table',
    async (name, { text, set }) => {
      const path = folder.write('framed.csv', text)
      const opened = await openReducible(path, folder.path('out.csv'), set)
      await opened.reduce(names)
      opened.close()
      const clean = folder.write('clean.csv', plainOf(name))
      const expected = await openReducible(clean, folder.path('expected.csv'))
      await expected.reduce(names)
      expected.close()
      const cells = (file: string) =>
        readFileSync(folder.path(file), 'utf8').replaceAll('~', ',').replaceAll('"', '')
      expect(cells('out.csv')).toBe(cells('expected.csv'))
    },
  )
})

describe('a header', () => {
  it('may be absent: a first line that fits the cells below is remarked on', async () => {
    const path = folder.write('data.csv', textOf(rows.map((cells) => cells.slice(0, 4))))
    const { warnings } = await readTable(path)
    expect(warnings[0]).toMatchObject({
      code: 'frame',
      remedy: { option: '--no-header', set: { headerRows: 0 }, loses: false },
    })
    expect(warnings[0].message).toContain('line 1 looks like data')
    const mended = await readTable(path, { headerRows: 0 })
    const named = await tableFromCsv(
      textOf([['column_1', 'column_2', 'column_3', 'column_4'], ...rows.map((cells) => cells.slice(0, 4))]),
    )
    expect(contents(mended)).toEqual(contents(named))
    expect(mended.warnings.filter(({ code }) => code !== 'missing-values')).toEqual([])
    const { out } = await criba(['describe', path, '--no-header'])
    expect(out).toContain('6 rows × 4 features')
  })

  it.each([
    ['years', '1990,1991,1992\n4,5,6\n5,6,7\n4,6,8\n3,4,5\n'],
    ['numbered columns', '0,1,2\n0.5,1.5,0.25\n0.1,0.2,0.3\n1,2,1\n'],
    ['names that are levels elsewhere', 'yes,no\nno,yes\nyes,yes\nno,no\n'.replace('yes,no', 'first,second')],
    ['words above numbers', 'a,b\n1,2\n3,4\n5,6\n7,8\n'],
    ['a first row with a word for missing', 'a,b\nunknown,2\n3,4\n5,6\n7,8\n'],
    ['a first row of texts among texts', 'a,b\nx,2\ny,4\nz,6\nx,8\n'],
    ['R’s row names', '"a","b"\n"1",2,3\n"2",4,5\n"3",6,7\n"4",6,8\n'],
    ['an index without a name', ',a,b\n0,2,3\n1,4,5\n2,6,7\n3,8,9\n'],
  ])('is left alone: %s', async (_name, text) => {
    const { warnings } = await tableFromCsv(text)
    expect(warnings.filter(({ code }) => code === 'frame')).toEqual([])
  })

  it('may have two lines, the first with merged cells', async () => {
    const text = 'region,2019,,2020,\n,sales,cost,sales,cost\nn,1,2,3,4\ns,5,6,7,8\ne,9,8,7,6\nw,5,4,3,2\n'
    const { warnings } = await tableFromCsv(text)
    expect(warnings[0].remedy).toMatchObject({ option: '--header-rows 2', rows: 1, loses: false })
    const { columns, warnings: left } = await tableFromCsv(text, { headerRows: 2 })
    expect(columns.map(({ name, type }) => [name, type])).toEqual([
      ['region', 'categorical'],
      ['2019 sales', 'numeric'],
      ['2019 cost', 'numeric'],
      ['2020 sales', 'numeric'],
      ['2020 cost', 'numeric'],
    ])
    expect(left).toEqual([])
  })

  const station = [
    ',A,A,B,B,B',
    ',CO,NO,CO,NO,O3',
    'Ora,mg/m3,µg/m3,mg/m3,µg/m3,µg/m3',
    ...['0.2,11,0.3,9,6', '0.3,11,0.2,8,7', '0.4,12,0.4,7,6', '0.2,13,0.3,9,9', '0.7,11,0.1,8,6'].map(
      (cells, i) => `2020-01-0${i + 1},${cells}`,
    ),
  ].join('\n')

  it.each([
    ['dates', 'Periodo da,01/01/2020,30/11/2020,,,', 1],
    ['dates as numbers, below a title', 'Dati,,,,,\nNota : provvisori,,,,,\nPeriodo da  ,43831,44165,,,', 3],
    ['a number below a title', 'Dati,,,,,\nQuota (m),65,70,,,', 2],
  ])('of three lines has no line above it with a label and %s', async (_, above, skip) => {
    const text = `${above}\n${station}\n`
    const { warnings } = await tableFromCsv(text)
    expect(warnings[0].remedy).toMatchObject({
      option: `--skip ${skip} --header-rows 3`,
      set: { skip, headerRows: 3 },
    })
    const { columns } = await tableFromCsv(text, { skip, headerRows: 3 })
    expect(columns.map(({ name }) => name)).toEqual([
      'Ora',
      'A CO mg/m3',
      'A NO µg/m3',
      'B CO mg/m3',
      'B NO µg/m3',
      'B O3 µg/m3',
    ])
  })

  it.each([
    ['years side by side', 'region,2019,2020,,,\n,sales,sales,cost,staff,sum'],
    ['numbers over pairs', 'region,10,,20,,\n,sales,cost,sales,cost,sum'],
  ])('keeps an upper line with %s', async (_, header) => {
    const text = `${header}\nn,1,2,3,4,5\ns,5,6,7,8,9\ne,9,8,7,6,5\nw,5,4,3,2,1\n`
    const { columns } = await tableFromCsv(text, { headerRows: 2 })
    expect(columns[1].name).toMatch(/^(?:2019|10) sales$/)
    const { warnings } = await tableFromCsv(text)
    expect(warnings[0].remedy!.option).toBe('--header-rows 2')
  })

  it('may be below lines: an unknown target says where it is', async () => {
    const path = folder.write(
      'deep.csv',
      `alpha,beta,gamma\n1,2,3\n\n${textOf([
        ['y', 'u', 'v'],
        ['1', '2', '3'],
        ['2', '3', '4'],
        ['1', '4', '5'],
      ])}`,
    )
    const { err, code } = await criba(['rank', path, '-t', 'y'])
    expect(err).toContain('unknown target: y')
    expect(err).toContain('--skip 3')
    expect(code).toBe(1)
  })
})

describe('a separator', () => {
  it('may be declared as Excel does', async () => {
    for (const first of ['sep=;\n', 'SEP=;\r\n', '\ufeffsep=;\n', '"sep=;"\n']) {
      const { columns, warnings } = await tableFromCsv(`${first}a,1;b\n1,5;x\n2,5;y\n`)
      expect(columns.map(({ name, type }) => [name, type])).toEqual([
        ['a,1', 'numeric'],
        ['b', 'categorical'],
      ])
      expect(warnings.map(({ code }) => code)).toEqual(['decimal-comma'])
    }
    // A line that is skipped on purpose may be this one.
    expect((await tableFromCsv('sep=;\na;b\n1;2\n', { skip: 1 })).columns).toHaveLength(2)
  })

  it('may be runs of blanks', async () => {
    const text = '  mpg  cyl   name\n 18.0    8   "chevy one"\n  9.5   12\t x\n 20.0    4   y  \n'
    const { columns, warnings } = await tableFromCsv(text)
    expect(columns.map(({ name }) => name)).toEqual(['mpg', 'cyl', 'name'])
    expect(columns[0].type === 'numeric' && [...columns[0].values]).toEqual([18, 9.5, 20])
    expect(columns[2].type === 'categorical' && columns[2].levels).toEqual(['chevy one', 'x', 'y'])
    expect(warnings.map(({ code }) => code)).toEqual(['frame'])
    // Asked for, it needs no word.
    expect((await tableFromCsv(text, { separator: 'blanks' })).warnings).toEqual([])
    // A column of texts is none.
    expect((await tableFromCsv('name\nAnn Lee\nBo  Li\nCy Do Re\n')).columns).toHaveLength(1)
  })

  it('may be named in a word', async () => {
    expect(
      (await tableFromCsv('a\tb,c\n1\t2\n', { separator: 'tab' })).columns.map(({ name }) => name),
    ).toEqual(['a', 'b,c'])
    expect(
      (await tableFromCsv('a b,c\n1 2\n', { separator: 'space' })).columns.map(({ name }) => name),
    ).toEqual(['a', 'b,c'])
    expect(await failure(tableFromCsv('a\n1\n', { separator: 'comma' }))).toBe(
      'invalid separator: comma (needs one ASCII character)',
    )
  })
})

describe('a table on its side', () => {
  const side = 'name,s1,s2,s3,s4\nage,20,30,40,50\nsex,m,f,f,m\nbought,1,0,1,0\n'

  it('is turned on request', async () => {
    const { columns } = await tableFromCsv(side, { transpose: true })
    expect(contents({ columns })).toEqual(
      contents(await tableFromCsv('name,age,sex,bought\ns1,20,m,1\ns2,30,f,0\ns3,40,f,1\ns4,50,m,0\n')),
    )
  })

  it('has lines of one width, as rows have', async () => {
    const short = 'name,s1,s2,s3\n\nage,20,30\nsex,m,f,f\n'
    expect(await failure(tableFromCsv(`Title\n${short}`, { transpose: true, skip: 1 }))).toBe(
      'invalid line 4 of the text: 3 cells (needs 4, as the first line); cells that lines lack can be missing: --ragged fill',
    )
    const filled = await tableFromCsv(short, { transpose: true, ragged: 'fill' })
    expect(contents(filled)).toEqual(contents(await tableFromCsv('name,age,sex\ns1,20,m\ns2,30,f\ns3,,f\n')))
    expect(filled.warnings.map(({ code }) => code)).toEqual(['ragged-rows'])
    const left = await tableFromCsv(short, { transpose: true, ragged: 'skip' })
    expect(contents(left)).toEqual(contents(await tableFromCsv('name,sex\ns1,m\ns2,f\ns3,f\n')))
    const long = 'name,s1,s2\nage,20,30,40\nsex,m,f\n'
    expect(await failure(tableFromCsv(long, { transpose: true }))).toBe(
      'invalid line 2 of the text: 4 cells (needs 3, as the first line); such lines can be left out: --ragged skip',
    )
    expect(await failure(tableFromCsv(long, { transpose: true, ragged: 'fill' }))).toBe(
      'invalid line 2 of the text: 4 cells (needs 3, as the first line)',
    )
    const empty = await tableFromCsv('name,s1,s2\nage,20,30,,\nsex,m,f\n', {
      transpose: true,
      ragged: 'fill',
    })
    expect(empty.rows).toBe(2)
  })

  it('is remarked on where its lines are of one kind and its columns are not', async () => {
    const { warnings } = await tableFromCsv(side)
    expect(warnings.map(({ remedy }) => remedy?.option)).toEqual(['--transpose'])
  })

  it('is named where a line begins with the target', async () => {
    const path = folder.write('genes.csv', 'gene,p1,p2,p3\nTP53,1,2,3\nBRCA,4,5,6\nclass,0,1,1\n')
    const { err } = await criba(['rank', path, '-t', 'class'])
    expect(err).toContain('a line begins with class: --transpose')
    const { out } = await criba(['rank', path, '-t', 'class', '--transpose'])
    expect(out).toContain('3 rows')
  })
})

describe('mends that are applied', () => {
  it.each(['memory', 'duckdb'])('are named beside other warnings, from %s', async (source) => {
    const path = folder.write('repeats.csv', 'Visits 2024,,\nname,x,y\nA,1,2\nB,4,5\nC,7,8\nD,7,8\nE,9,1\n')
    const { err } = await criba(['describe', path, '--mends', 'apply', '--source', source])
    expect(err).toContain('read with --skip 1')
    expect(err).toContain('repeat earlier ones')
  })
})

describe('--no-header', () => {
  it('is refused beside --header-rows, in either order', async () => {
    const path = folder.write('named.csv', plain)
    for (const flags of [
      ['--no-header', '--header-rows', '2'],
      ['--header-rows', '2', '--no-header'],
    ]) {
      const { err, code } = await criba(['describe', path, ...flags])
      expect(code).toBe(1)
      expect(err).toContain('invalid options: --header-rows and --no-header (give one of them)')
    }
  })
})

describe('criba describe --mend', () => {
  it('prints the whole command, and what each option is for', async () => {
    const path = folder.write('report.csv', `Report\n${plain}Total,4.4,34,,\nSource: office\n`)
    const { out, code } = await criba(['describe', path, '--mend', '--threads', '1'])
    expect(code).toBe(0)
    const lines = out.trim().split('\n')
    expect(lines.slice(1, -1).every((line) => /^# (check )?--/.test(line))).toBe(true)
    expect(lines[0]).toMatch(/^# check: /)
    expect(lines.at(-1)).toBe(`criba describe ${path} --threads 1 --skip 1 --skip-end 2`)
  })

  it('prints the option of an error that a person should check', async () => {
    const path = folder.write('grouped.csv', 'n;x;y\n1;1 234;0,5\n2;2 345;1,5\n3;3 456;2,5\n')
    const { out, code } = await criba(['describe', path, '--mend', '--threads', '1'])
    expect(code).toBe(0)
    expect(out).toMatch(/^# check --decimal ,: .*$/m)
    const command = out.trim().split('\n').at(-1)
    expect(command).toBe(`criba describe ${path} --threads 1 --decimal ,`)
    expect((await criba(command.split(' ').slice(1))).code).toBe(0)
  })

  it('names each word for missing values once', async () => {
    const cells = Array.from(
      { length: 12 },
      (_, i) => `${i};${i % 4 ? i * i : 'Abs'};${i % 3 ? 2 * i : i % 2 ? 'Disp' : 'Abs'}`,
    )
    const path = folder.write('marks.csv', `n;a;b\n${cells.join('\n')}\n`)
    const { out } = await criba(['describe', path, '--mend', '--threads', '1'])
    expect(out.trim().split('\n').at(-1)).toBe(`criba describe ${path} --threads 1 --missing-words +Abs,Disp`)
  })

  it('adds words for missing values to those that take the place of the usual ones', async () => {
    const cells = Array.from(
      { length: 40 },
      (_, i) => `${'DE NO NA FR'.split(' ')[i % 4]};${i % 7 ? i : 'offen'}`,
    )
    const path = folder.write('namibia.csv', `land;n\n${cells.join('\n')}\n`)
    const { out } = await criba(['describe', path, '--mend', '--threads', '1'])
    expect(out.trim().split('\n').at(-1)).toBe(
      `criba describe ${path} --threads 1 --missing-words null,offen`,
    )
  })

  // A text is judged by its first hundred lines.
  it.each([90, 96, 97, 98, 99, 100, 101, 110])('finds notes below %i rows', async (count) => {
    const rows = Array.from({ length: count }, (_, i) => `${i},${i % 5},${'ab'[i % 2]}`)
    const path = folder.write(
      'notes.csv',
      `Report,A\nCreated,2024-03-01\n\nid,x,y\n${rows.join('\n')}\n\nNote one\nNote two\n`,
    )
    const { out } = await criba(['describe', path, '-t', 'y', '--mend', '--threads', '1'])
    const command = out.trim().split('\n').at(-1)
    expect(command).toBe(`criba describe ${path} -t y --threads 1 --skip 3 --skip-end 2`)
  })

  it('looks at cells once the frame is mended', async () => {
    const rows = Array.from({ length: 12 }, (_, i) => `${1 + (i % 4)},${i * i},${i % 3 ? `${i}.5` : '<3'}`)
    const path = folder.write('asked.csv', `size,n,lead\nHow many are you?,,\n${rows.join('\n')}\n`)
    const { out } = await criba(['describe', path, '--mend', '--threads', '1'])
    const command = out.trim().split('\n').at(-1)
    // Half of a limit needs no option.
    expect(command).toBe(`criba describe ${path} --threads 1 --skip-after-header 1`)
  })

  it('says that nothing was found', async () => {
    const { out } = await criba(['describe', 'examples/penguins.csv', '--mend'])
    expect(out).toBe('# nothing to mend was found\ncriba describe examples/penguins.csv\n')
  })
})

it('a first row that lacks values of all others may explain the names', async () => {
  const rows = Array.from({ length: 10 }, (_, i) => `Ann ${i},${100 + i},a${i},${i},${90 - i}.5`)
  const text = `student,id,login,quiz,score\n    Points Possible,,,10,(read only)\n${rows.join('\n')}\n`
  const { warnings } = await tableFromCsv(text)
  expect(warnings.find(({ code }) => code === 'frame')?.remedy).toMatchObject({
    set: { skipAfterHeader: 1 },
    loses: true,
  })
  const lab = `dominant,eye,norm\n,,NORMA\n${'D,D,3\nD,I,2\n'.repeat(8)}`
  expect((await tableFromCsv(lab)).warnings.find(({ code }) => code === 'frame')).toBeUndefined()
  const whole = await tableFromCsv(text.replace(',,,10,(read only)', ',99,z,10,(read only)'))
  expect(whole.warnings.find(({ code }) => code === 'frame')).toBeUndefined()
})

it('a list of SAP is read by one command, without its sum', async () => {
  const line = '-'.repeat(41)
  const row = (doc: string, amount: string, text: string) =>
    `|${doc.padEnd(10)}|${amount.padStart(14)}|${text.padEnd(12)}|`
  const rows = Array.from({ length: 12 }, (_, i) =>
    row(String(1400000100 + i), `1.0${10 + i},50${i % 3 === 0 ? '-' : ' '}`, i % 2 ? 'Rechnung' : 'Zahlung'),
  )
  const path = folder.write(
    'sap.txt',
    [
      '31.10.2024     Einzelposten',
      '',
      line,
      row('Beleg', 'Betrag', 'Text'),
      line,
      ...rows,
      line,
      row('*', '4.061,00 ', ''),
      line,
      '',
    ].join('\n'),
  )
  const { out } = await criba(['describe', path, '--mend', '--threads', '1'])
  const command = out.trim().split('\n').at(-1)
  const { out: json } = await criba([...command.split(' ').slice(1), '--format', 'json'])
  const { data, columns } = JSON.parse(json) as {
    data: { rows: number }
    columns: { name: string; type: string; min?: number }[]
  }
  expect(data.rows).toBe(12)
  expect(columns.find(({ name }) => name === 'Betrag')).toMatchObject({ type: 'numeric', min: -1019.5 })
})

it('a list of SAP with sums between its rows is read by the options of its error', async () => {
  const row = (account: string, amount: string) => `|${account}|Muster GmbH|${amount}|`
  const line = '-'.repeat(40)
  const rows = Array.from({ length: 600 }, (_, i) => [
    row(String(100_000 + i), `1.${100 + i},50`),
    ...(i % 6 === 5 ? [line, `|* Konto        |${i}.084,67|`, line] : []),
  ])
  const text = ['List', '', 'Stand 31.10.2026', '', line, '|Konto|Name|Betrag|', line, ...rows.flat()].join(
    '\n',
  )
  const error = (await tableFromCsv(text).catch((one: unknown) => one)) as MendedError
  expect(error.message).toMatch(/it is a table of 5 columns: --skip \d .*--ragged skip$/)
  const { rows: read, columns } = await tableFromCsv(text, error.remedy.set)
  expect(read).toBe(600)
  expect(columns.find(({ name }) => name === 'Betrag')).toMatchObject({ type: 'numeric' })
})

it('lines to skip stand once in the command', async () => {
  const path = folder.write('sums.csv', 'a,b,c\nx,1,5\ny,4,6\nz,4,6\nTotal,9,17\n# end\n')
  const { out } = await criba(['describe', path, '--skip-end', '1', '--mend', '--threads', '1'])
  expect(out.trim().split('\n').at(-1)).toBe(`criba describe ${path} --threads 1 --skip-end 2`)
})

describe('options of a frame', () => {
  it.each([
    [{ skipEnd: 2 }, 'missing rows: x.csv has a header and nothing else'],
    [{ skipEnd: 20 }, 'invalid skipEnd: 20 (needs fewer than the lines of x.csv)'],
    [{ skip: -1 }, 'invalid skip: -1 (needs a whole number, 0 or more)'],
    [{ headerRows: 1.5 }, 'invalid headerRows: 1.5 (needs a whole number, 0 to 9)'],
    [{ skipAfterHeader: 9 }, 'missing rows: x.csv has a header and nothing else'],
  ])('%j: %s', async (options, message) => {
    const path = folder.write('x.csv', 'a,b\n1,2\n3,4\n')
    expect(await failure(readTable(path, options))).toBe(message)
  })

  it('are found one after the other above and below a text longer than its first lines', async () => {
    const many = Array.from({ length: 20_000 }, (_, i) => `row ${i},${i},${i % 7}\n`).join('')
    const path = folder.write('long.csv', `Report\n\na,b,c\n${many}Source: the office\n`)
    expect(await failure(readTable(path))).toContain('--skip 2')
    expect(await failure(readTable(path, { skip: 2 }))).toContain(
      'without the last line it is a table of 3 columns',
    )
    const source = await openSource(path, { mends: 'apply' })
    source.close()
    expect([source.rows, source.mended]).toEqual([20_000, { skip: 2, skipEnd: 1 }])
    // A row in the middle is no matter of a frame, and is named at once.
    const broken = folder.write('broken.csv', `Report\n\na,b,c\n${many}x,1\n${many}`)
    expect(await failure(openSource(broken, { mends: 'apply' }))).toMatch(
      /^invalid row 20001 .*--ragged fill$/,
    )
  })

  it('skip lines of a text longer than a block', async () => {
    const many = Array.from({ length: 40_000 }, (_, i) => `row ${i},${i},${i % 7}\n`).join('')
    const text = `a,b,c\n${many}Total,799980000,119994\n`
    const { rows, warnings } = await tableFromCsv(text)
    expect(rows).toBe(40_001)
    expect(warnings.map(({ remedy }) => remedy?.option)).toEqual(['--skip-end 1'])
    const table = await tableFromCsv(text, { skipEnd: 1 })
    expect(table.rows).toBe(40_000)
    expect(table.warnings).toEqual([])
    expect((await tableFromCsv(text, { skipEnd: 20_001 })).rows).toBe(20_000)
  })
})
