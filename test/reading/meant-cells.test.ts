// Cells of which reading said nothing, or named a mend that lost some of them: one line says what they look like, and
// what it names reads them.
import { spawnSync } from 'node:child_process'
import { foldLevels, splitLists } from 'criba'
import type { Warning } from 'criba'
import { readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { criba } from '../cli/criba.ts'
import { cells as cellsOf } from './cells.ts'
import { testFolder } from './folder.ts'

const folder = testFolder()
const none = null

const fileOf = (name: string, cells: readonly string[]) =>
  folder.write(
    'meant.tsv',
    `${name}\tn\ty\n${cells.map((cell, i) => `${cell}\t${i * i}\t${'ab'[i % 3 ? 0 : 1]}`).join('\n')}\n`,
  )
const again = (cells: readonly string[], times = 5) => Array.from({ length: times }, () => cells).flat()

/** The words of the command that `describe --mend` prints, as a shell reads them. */
async function mended(args: readonly string[]): Promise<readonly string[]> {
  const { out } = await criba(['describe', ...args, '--mend', '--threads', '1'])
  const command = out.trimEnd().split('\n').at(-1)
  const shell = spawnSync('sh', ['-c', `for word in ${command}; do printf '%s\\0' "$word"; done`])
  return shell.stdout.toString().split('\0').slice(1, -1)
}

const withCode = (warnings: readonly Warning[], code: string) => warnings.filter((one) => one.code === code)

describe('ranges that something measured has', () => {
  it.each<[name: string, cells: (i: number) => string, late: string, middle: number]>([
    ['depth', (i) => `${1.5 * i}.0-${1.5 * i + 1}.5 m`.replaceAll('.5.', '.'), '900.0-901.5 m', 900.75],
    ['mp', (i) => `${100 + i}–${102 + i + (i % 3)}`, '480–484', 482],
  ])('%s may be any number of different ones', async (name, of, late, middle) => {
    const cells = Array.from({ length: 260 }, (_, i) => of(2 * i))
    const path = fileOf(name, [...cells, late])
    const [{ remedy }] = withCode((await readTable(path)).warnings, 'ranges')
    expect(remedy!.set).toEqual({ types: { [name]: 'range' } })
    const table = await readTable(path, remedy!.set)
    expect(cellsOf(table.columns[0]).at(-1)).toBe(middle)
  })

  it.each([
    ['rooms of floors', (i: number) => `${1 + (i % 4)}-${101 + i}`],
    ['scores', (i: number) => `${80 + (i % 30)}-${80 + ((i * 7) % 31)}`],
  ])('%s are none', async (_, of) => {
    const { warnings } = await readTable(
      fileOf(
        'x',
        Array.from({ length: 60 }, (_, i) => of(i)),
      ),
    )
    expect(withCode(warnings, 'ranges')).toEqual([])
  })
})

describe('amounts beside a word', () => {
  it.each<[name: string, cells: readonly string[], word: string, values: readonly (number | null)[]]>([
    ['grams', ['30 g', '24 g', '5 g', '17 g', 'rt'], 'rt', [30, 24, 5, 17, none]],
    ['t', ['30 min', '24 h', '2 d', 'o/n', '1 h'], 'o/n', [30, 1440, 2880, none, 60]],
    [
      'rain',
      ['tr', '—', '—', '—', '3.2mm', '0.6mm', '14.1mm'],
      'tr',
      [none, none, none, none, 3.2, 0.6, 14.1],
    ],
  ])('%s: the word may mean a missing value', async (name, cells, word, values) => {
    const path = fileOf(name, again(cells))
    const [{ remedy }] = withCode((await readTable(path)).warnings, 'mixed-types')
    expect(remedy!.set.missingWords).toEqual([`+${word}`])
    const table = await readTable(path, remedy!.set)
    expect(cellsOf(table.columns[0]).slice(0, cells.length)).toEqual(values)
  })

  it('letters behind numbers stay codes', async () => {
    for (const cells of [
      ['3A', '4B', '12D', '5A', 'tower'],
      ['3 A', '4 A', '12 A', '5 A', 'tower'],
    ])
      expect(withCode((await readTable(fileOf('x', again(cells)))).warnings, 'mixed-types')).toEqual([])
  })

  it('says which other columns have the word', async () => {
    const rows = Array.from({ length: 30 }, (_, i) => `${i % 5 ? `${i}.5` : 'nie'};${i % 2 ? 'nie' : 'oft'}`)
    const { warnings } = await readTable(folder.write('nie.csv', `dose;raucht\n${rows.join('\n')}\n`))
    const [{ message, remedy }] = withCode(warnings, 'mixed-types')
    expect(message).toContain('it acts on all columns, and raucht has it too')
    expect(remedy!.why).toContain('raucht has it too')
  })

  it('says which other columns have the number', async () => {
    const rows = Array.from(
      { length: 120 },
      (_, i) => `${60 + ((i * 7) % 45)};${i % 4 ? 1 + (i % 5) : 99};${'ab'[i % 2]}`,
    )
    const { err } = await criba([
      'describe',
      folder.write('codes.csv', `points;q;y\n${rows.join('\n')}\n`),
      '-t',
      'y',
    ])
    expect(err).toMatch(
      /column q holds 99 .* say --sql '?"?SELECT .*q NOT IN \(99\) THEN q END AS q\) FROM data"?'? \(points has 99 too, where --missing-words would act\)/,
    )
  })

  it('a cold step beside two others is no code', async () => {
    const cells = again(['-18', '2', '4'], 20)
    const { err } = await criba(['describe', fileOf('celsius', cells), '-t', 'y'])
    expect(err).not.toContain('holds -18')
  })
})

describe('queries read what the first texts showed', () => {
  it.each<
    [
      what: string,
      name: string,
      cells: readonly string[],
      late: readonly (readonly [string, number | null])[],
    ]
  >([
    [
      'numbers with words around some of them',
      'sleep',
      ['6', '7', '8', '9', '5', '6h', '7h', '9h', 'about 6', 'about 5', '7-8', '4-5', '7.5'],
      [
        ['4-6', 5],
        ['9-8', none],
        ['about 4', 4],
        ['-7', none],
        ['6 or 7', none],
        ['10h', 10],
        ['less 5', none],
      ],
    ],
    [
      'glycated haemoglobin',
      'HbA1c',
      [
        '6.1 %',
        '48 mmol/mol',
        '7.4 %',
        '86 mmol/mol',
        '5.9 %',
        '8.2 %',
        '61 mmol/mol',
        '39 mmol/mol',
        '7.7 %',
        '10.2 %',
        '70 mmol/mol',
        '55 mmol/mol',
      ],
      // 0.09148 · IFCC + 2.152, the master equation of NGSP.
      [
        ['86 mmol/mol', 10.01928],
        ['48 mmol/mol', 6.54304],
        ['6.1 %', 6.1],
        ['48', none],
        ['48 mmol/l', none],
      ],
    ],
    [
      'behind a sign or a word',
      'Baujahr',
      ['1905', 'um 1900', '1954', 'um 1870', 'um 1921', '1960'],
      [
        ['um 1888', 1888],
        ['vor 1888', none],
      ],
    ],
  ])('%s: %s', async (what, name, cells, late) => {
    const { warnings } = await readTable(fileOf(name, again(cells)))
    const [{ query }] = warnings.filter(({ message }) => message.includes(what))
    const path = fileOf(name, [
      ...Array.from({ length: 20_000 }, (_, i) => cells[i % cells.length]),
      ...late.map(([cell]) => cell),
    ])
    const { columns } = await readTable(path, { sql: query! })
    const values = cellsOf(columns.find((column) => column.name === name)!).slice(-late.length)
    const expected = late.map(([, value]) => (value === none ? none : (expect.closeTo(value, 9) as number)))
    expect(values).toEqual(expected)
  })

  it.each([
    ['floors with a top floor', 'Etage', ['EG', '1. OG', '2. OG', 'DG']],
    ['documents of a year', 'DDT', Array.from({ length: 40 }, (_, i) => `${212 + i}/24`)],
    ['documents of three years', 'DDT', Array.from({ length: 40 }, (_, i) => `${212 + i}/${22 + (i % 3)}`)],
    ['classes of Dewey', 'shelf', Array.from({ length: 40 }, (_, i) => `Dewey ${500 + i}.${1 + (i % 8)}`)],
    ['versions of Windows', 'os', ['Windows 7', 'Windows 8.1', 'Windows 10', 'Windows 11']],
  ])('%s are levels', async (_, name, cells) => {
    const { columns, warnings } = await readTable(fileOf(name, again(cells)))
    expect(columns[0].type).toBe('categorical')
    expect(warnings).toEqual([])
  })
})

describe('levels', () => {
  it('codes in capitals and in small letters are spellings of one, alleles are not', async () => {
    const board = await readTable(fileOf('board', again(['BB', 'bb', 'HB', 'hb', 'HB', 'BB'])))
    const [column] = foldLevels(board, ['board']).columns
    expect(new Set(cellsOf(column))).toEqual(new Set(['BB', 'HB']))
    const genes = await readTable(fileOf('gene', again(['AA', 'Aa', 'aa', 'BB', 'bb', 'HB', 'hb'])))
    expect(new Set(cellsOf(foldLevels(genes, ['gene']).columns[0])).size).toBe(7)
  })

  it('lists have a word between two items', async () => {
    const path = fileOf(
      'food',
      again(['algas y peces', 'peces', 'algas', 'algas y mayo', 'mayo y peces', 'mayo']),
    )
    const { err } = await criba(['describe', path, '-t', 'y'])
    expect(err).toContain(`--split 'food= y '`)
    const { columns } = splitLists(await readTable(path), { food: ' y ' })
    expect(columns.slice(0, 3).map((column) => [column.name, cellsOf(column).slice(0, 6)])).toEqual([
      ['food_algas', [1, 0, 1, 1, 0, 0]],
      ['food_mayo', [0, 0, 0, 1, 1, 1]],
      ['food_peces', [1, 1, 0, 0, 1, 0]],
    ])
  })

  it('accounts by their name are levels if the user says so', async () => {
    const path = fileOf('Compte', again(['401000', '411200', '512000']))
    const { err } = await criba(['describe', path, '-t', 'y'])
    expect(err).toContain(
      'numbers that may be codes: Compte (401000, 411200); for levels say --types Compte=categorical',
    )
    const other = await criba([
      'describe',
      fileOf('amount', again(['401000', '411200', '512000'])),
      '-t',
      'y',
    ])
    expect(other.err).not.toContain('may be codes')
  })
})

describe('one command mends all', () => {
  it('shows what only other mends show', async () => {
    const cells = again(['no response', '★★★★★', '★☆☆☆☆', '★★★☆☆', 'no response', '★★☆☆☆'])
    const words = await mended([fileOf('csat', cells), '-t', 'y'])
    expect(words).toContain('+no response')
    const { out } = await criba([...words, '--format', 'json'])
    expect((JSON.parse(out) as { columns: { name: string; type: string }[] }).columns[0]).toMatchObject({
      name: 'csat',
      type: 'numeric',
    })
  })

  it('leaves out all rows of totals', async () => {
    const rows = ['North', 'South', 'West'].flatMap((shop, i) => [
      ...[4, 7, 9].map((sold) => `${shop};${sold + i};${10 * sold}`),
      `Total ${shop};${20 + 3 * i};200`,
    ])
    const path = folder.write('shops.csv', `shop;sold;paid\n${rows.join('\n')}\n`)
    const { out } = await criba([...(await mended([path])), '--format', 'json'])
    expect((JSON.parse(out) as { data: { rows: number } }).data.rows).toBe(9)
  })

  it('has no query that leaves cells without a factor missing', async () => {
    const words = await mended([fileOf('mass', again(['5 kg', '7 l', '9 kg', '4 l', '12 kg'])), '-t', 'y'])
    expect(words).not.toContain('--sql')
  })

  it('has no query where it could not name the columns', async () => {
    const rows = Array.from({ length: 30 }, (_, i) => `${i % 7} of 7;${i};${i * i}`)
    const path = folder.write('case.csv', `score;T;t\n${rows.join('\n')}\n`)
    const { out } = await criba(['describe', path, '--mend'])
    expect(out).toContain('# no query: T and t differ only in case; with one of them renamed there is one')
    expect((await criba(await mended([path]))).code).toBe(0)
  })

  it('skips a title as wide as the table', async () => {
    const rows = Array.from({ length: 20 }, (_, i) => `B-${i};${i % 3 ? 'ja' : 'nein'};${i},50 EUR`)
    const path = folder.write('title.csv', `Export;;\nZeitraum: 2023\n\nNr;Ware;Preis\n${rows.join('\n')}\n`)
    const { err } = await criba(['describe', path, '-t', 'Ware'])
    expect(err.trimEnd()).toMatch(/: --skip 3$/)
  })
})

it('a ranking says which of its columns look like numbers', async () => {
  const rows = Array.from({ length: 60 }, (_, i) => `${i % 5}:${i % 6}0 /km;${i % 4};${'ab'[i % 2]}`)
  const path = folder.write('pace.csv', `pace;n;y\n${rows.join('\n')}\n`)
  const { out } = await criba(['rank', path, '-t', 'y'])
  expect(out).toMatch(/pace .*unread numbers/)
})

it.each([
  ['places', 'place', ['1er', '2e', '3e', '4e', '5e', 'RDC'], 'place (1er; RDC)'],
  ['years', 'Baujahr', ['1905', 'um 1900', 'um 1910', 'um 1921', '1960', 'vor 1950', '1987'], '"vor 1950"'],
  ['shares', 'pain', ['1/10', '2/10', '5/10', '7/10', '9/10', 'none'], 'pain (1/10; none)'],
])('a query of %s names the words beside them, which it leaves missing', async (_, name, cells, shown) => {
  const { warnings } = await readTable(fileOf(name, again(cells, 10)))
  expect(warnings.map(({ message }) => message).join('\n')).toContain(shown)
})
