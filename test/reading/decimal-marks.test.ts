// Marks that may be decimal or separate thousands: what the other columns of the file say of them.
import { describe, expect, it } from 'vitest'
import { tableFromCsv } from 'criba'
import type { Table, Warning } from 'criba'
import { openSource, readTable } from 'criba/node'
import { failure, testFolder } from './folder.ts'
import { lines, padding, range } from './text-blocks.ts'

const folder = testFolder()

/** A table of rows, each a text of cells. */
function read(
  header: string,
  rows: readonly string[],
  options: Parameters<typeof tableFromCsv>[1] = {},
): Promise<Table> {
  return tableFromCsv(lines(header, rows), options)
}

function valuesOf({ columns }: Pick<Table, 'columns'>, name: string): readonly number[] | null {
  const column = columns.find((column) => column.name === name)!
  return column.type === 'numeric' ? [...column.values] : null
}

const unclear = ({ warnings }: { readonly warnings: readonly Warning[] }) =>
  warnings.filter(({ code }) => code === 'unclear-marks')

const german = ['A1;1.250;12,90', 'A2;870;3,50', 'A3;3.400;0,99'] as const

describe('a mark before three digits', () => {
  it('is doubted where other columns have the other mark', async () => {
    const table = await read('Artikel;Stück;Preis', german)
    expect(valuesOf(table, 'Stück')).toEqual([1.25, 870, 3.4])
    expect(unclear(table)).toMatchObject([
      { columns: ['Stück'], remedy: { option: '--decimal ,', set: { decimal: ',' }, loses: true } },
    ])
    expect(unclear(table)[0].message).toContain('Stück (1.250 is 1.25); for thousands say --decimal ,')
    expect(unclear(table)[0].remedy!.why).toBe('other columns have a decimal comma')
    const mended = await read('Artikel;Stück;Preis', german, unclear(table)[0].remedy!.set)
    expect(valuesOf(mended, 'Stück')).toEqual([1250, 870, 3400])
    expect(valuesOf(mended, 'Preis')).toEqual(valuesOf(table, 'Preis'))
    expect(unclear(mended)).toEqual([])
  })

  it('is doubted in English too', async () => {
    const rows = ['a;1,250;12.90', 'b;870;3.50', 'c;3,400;0.99']
    const table = await read('item;pieces;price', rows)
    expect(valuesOf(table, 'pieces')).toEqual([1.25, 870, 3.4])
    const [{ remedy, message }] = unclear(table)
    expect(message).toContain('pieces (1,250 is 1.25); for thousands say --decimal .')
    const mended = await read('item;pieces;price', rows, remedy!.set)
    expect(valuesOf(mended, 'pieces')).toEqual([1250, 870, 3400])
    expect(unclear(mended)).toEqual([])
  })

  it('is doubted beside a unit, between commas, and among texts read as numbers', async () => {
    const weights = await read('x;w;p', ['a;1.250 kg;3,55', 'b;2.500 kg;4,10'])
    expect(valuesOf(weights, 'w')).toEqual([1.25, 2.5])
    expect(unclear(weights)[0].message).toContain('w (1.250 kg is 1.25)')
    const quoted = await read('n,p', ['"1.250","105,90"', '"870","233,50"'])
    expect(unclear(quoted)).toMatchObject([{ columns: ['n'], remedy: { option: '--decimal ,' } }])
    const words = await read('n;p', ['1.250;3,55', 'k. A.;4,10', '870;5,20'])
    expect(unclear(words)[0].message).toContain('n (1.250 is 1.25)')
  })

  it('is the decimal mark where a cell or the user says so, or nothing speaks against it', async () => {
    const clear = [
      ['x;y', '1.250;3,55', '1.5;4,10'],
      ['x;y', '1.250;3,55', '0.125;4,10'],
      ['x;y', '1.250;3,55', '1250.125;4,10'],
      ['x;y', '1.250;3,55', '1250;4,10'],
      ['x;y', '1.250 kg;3,55', '1250 kg;4,10'],
      ['x;y', '1.250;3', '2.400;4'],
      ['x;y', '1,250;3', '2,400;4'],
      ['x,y', '1.250,3.5', '2.400,4.25'],
      ['x;y', '1.2505;3,55', '2.4001;4,10'],
      // Levels, dates and lists show no decimal mark.
      ['x;y', '1.250;a 3,5', '2.400;b 4,1'],
      ['x,y', '1.250,"1,3"', '2.400,"2,4"'],
      ['x;y', '1.250;03.08.2022', '2.400;13.08.2022'],
    ]
    for (const [header, ...rows] of clear) expect(unclear(await read(header, rows))).toEqual([])
    expect(unclear(await read('x;y', ['1.250;3.55', '2.400;4.10'], { decimal: '.' }))).toEqual([])
    expect(unclear(await read('x;y', ['1.250;3,55', '2.400;4,10'], { types: { x: 'categorical' } }))).toEqual(
      [],
    )
  })

  it('has no option where other columns have both marks', async () => {
    const rows = ['1.250;12,90;52.52001', '870;3,50;48.1374']
    const table = await read('n;p;lat', rows)
    const [{ message, remedy }] = unclear(table)
    expect(remedy).toBeUndefined()
    expect(message).toContain('write thousands without a separator')
  })

  it('is doubted late in a long text, on threads, and in the engine', async () => {
    const rows = range(26_000).map((row) => `${row % 900};${row};${row === 25_000 ? '2.750' : 7};${padding}`)
    const late = rows.map((row, i) => (i === 24_000 ? row.replace(';24000;', ';2,5;') : row))
    const path = folder.write('late.csv', lines('a;price;n;text', late))
    const engine = await openSource(path, { source: 'duckdb' })
    const read = [await readTable(path, { threads: 1 }), await readTable(path, { threads: 2 }), engine]
    for (const { warnings } of read) {
      expect(unclear({ warnings })).toMatchObject([{ columns: ['n'] }])
      expect(unclear({ warnings })[0].message).toContain('n (2.750 is 2.75)')
    }
    engine.close()
  })

  it('separates thousands where whole numbers beside it are larger than its fractions', async () => {
    const rows = ['1.250', '870', '3.461', '12.905', '2.310', '990', '45.118', '610'].map(
      (n, i) => `${n};${i}`,
    )
    const table = await read('n;row', rows)
    const [{ remedy, message }] = unclear(table)
    expect(message).toContain(
      'because whole numbers beside them have none: n (1.250 is 1.25); for thousands say --decimal ,',
    )
    expect(remedy).toMatchObject({ set: { decimal: ',' }, loses: false })
    const path = folder.write('beside.csv', lines('n;row', rows))
    const source = await openSource(path, { mends: 'apply' })
    source.close()
    expect(source.mended).toEqual({ decimal: ',' })
    const mended = await read('n;row', rows, remedy!.set)
    expect(valuesOf(mended, 'n')).toEqual([1250, 870, 3461, 12905, 2310, 990, 45118, 610])
    // A column that may have decimals is not read otherwise unasked, unless another has the other mark for certain.
    const lat = rows.map((row, i) => `${row};48.13${i}`)
    expect(unclear(await read('n;row;lat', lat))[0].remedy!.loses).toBe(true)
    const price = lat.map((row, i) => `${row};${i},5`)
    expect(unclear(await read('n;row;lat;price', price))[0].remedy!.loses).toBe(false)
    const decimals = [
      // Small whole numbers, no 0 at the end, a whole number of four digits.
      ['1.250', '1', '3.461', '12.905', '2.310', '2', '45.118', '3'],
      ['1.251', '870', '3.461', '12.905', '2.311', '990', '45.118', '610'],
      ['1.250', '870', '3.461', '12.905', '2.310', '1990', '45.118', '610'],
    ]
    for (const cells of decimals)
      expect(
        unclear(
          await read(
            'n;row',
            cells.map((n, i) => `${n};${i}`),
          ),
        ),
      ).toEqual([])
  })

  it('is never read otherwise by itself', async () => {
    const path = folder.write('apply.csv', lines('Artikel;Stück;Preis', german))
    const source = await openSource(path, { mends: 'apply' })
    expect(source.mended).toEqual({})
    source.close()
  })
})

describe('the decimal mark that an unclear mark needs', () => {
  const cases: readonly (readonly [string, readonly string[], string, string, string, readonly number[]])[] =
    [
      [
        'a currency',
        ['a;1.350 €', 'b;99 €'],
        '1',
        '--decimal ,',
        'the point may separate thousands',
        [1350, 99],
      ],
      [
        'a currency in English',
        ['a;1,350 €', 'b;99 €'],
        '1',
        '--decimal .',
        'the comma may separate thousands',
        [1350, 99],
      ],
      [
        'spaces beside decimals',
        ['1,5;652 410', '2,5;531 300'],
        '1',
        '--decimal ,',
        'other columns have a decimal comma',
        [652410, 531300],
      ],
      [
        'spaces beside points',
        ['1.5;652 410', '2.5;531 300'],
        '1',
        '--decimal .',
        'other columns have a decimal point',
        [652410, 531300],
      ],
      [
        'points throughout',
        ['1;652.410.777', '2;531.300.888'],
        '1',
        '--decimal ,',
        'the point may separate thousands',
        [652410777, 531300888],
      ],
    ]
  it.each(cases)('is that of the file: %s', async (_, rows, place, option, why, values) => {
    const text = lines('x;n', rows)
    const { remedy } = await tableFromCsv(text, { separator: ';' }).then(
      (table) => unclear(table)[0],
      (error: { remedy?: Warning['remedy']; message: string }) => {
        expect(error.message).toContain(`say ${option} or --decimal`)
        return error
      },
    )
    expect(remedy).toMatchObject({ option, why, loses: true })
    const mended = await tableFromCsv(text, { separator: ';', ...remedy!.set })
    const n = mended.columns[Number(place)]
    expect(n.type === 'numeric' && [...n.values]).toEqual(values)
    if (rows[0].startsWith('1')) expect(mended.columns[0].type).toBe('numeric')
    expect(unclear(mended)).toEqual([])
  })
})

describe('a space between digits', () => {
  it('that stands twice separates thousands, in all cells', async () => {
    const table = await read('n;t', [
      '2 305 417;1,5',
      '12 417 300;2,5',
      '930;1',
      '41 200;2',
      '-1 000 000;0,5',
    ])
    expect(valuesOf(table, 'n')).toEqual([2305417, 12417300, 930, 41200, -1e6])
    expect(table.warnings.map(({ code }) => code)).toEqual(['decimal-comma', 'thousands-marks'])
  })

  it('proves nothing in telephone numbers, and where it stands once', async () => {
    for (const cells of [
      ['612 345 678', '698 001 223'],
      ['+34 612 345 678', '+34 698 001 223'],
      ['41 200', '930'],
      ['2 305 41', '2 305 417 1'],
    ])
      expect(
        await read(
          'n;t',
          cells.map((cell) => `${cell};1,5`),
        ).then(
          ({ columns: [n] }) => n.type,
          ({ message }: Error) => message.slice(0, 14),
        ),
      ).toMatch(/^(invalid number|categorical)$/)
    expect(await failure(read('n;t', ['41 200;x', '930;y']))).toMatch(/thousands separators/)
  })
})

describe('ranges', () => {
  it('are never middles without being asked for: they may be part numbers', async () => {
    const path = folder.write('parts.csv', 'part,y\n12-13,1\n22-23,2\n32-33,3\n12-13,4\n')
    const { warnings } = await readTable(path)
    expect(warnings).toMatchObject([
      { code: 'ranges', remedy: { option: '--types part=range', loses: true } },
    ])
    const source = await openSource(path, { mends: 'apply' })
    expect(source.columns[0]).toMatchObject({ name: 'part', type: 'categorical' })
    source.close()
  })
})

describe('numbers with another mark than the one given', () => {
  const rows = ['3,5;1,5', '4,25;2,5', '0,5;1,066,000', '7,5;8,5', '9,5;6,5', '1,5;3,5', '2,5;4,5']

  it('are named where few of a column have it, and the query leaves them out', async () => {
    const path = folder.write('few.csv', lines('x;y', rows))
    const { warnings } = await readTable(path, { decimal: ',' })
    const found = warnings.find(({ code }) => code === 'mixed-types')!
    expect(found.message).toMatch(/^column y: 1 of 7 cells are not numbers .*"1,066,000"/)
    const read = await readTable(path, { decimal: ',', sql: found.query! })
    expect(valuesOf(read, 'x')).toEqual([3.5, 4.25, 0.5, 7.5, 9.5, 1.5, 2.5])
    expect(read.columns[1]).toMatchObject({ missing: Uint8Array.of(0, 0, 1, 0, 0, 0, 0) })
  })

  it('are read by a query where all of a column have it', async () => {
    const path = folder.write('all.csv', lines('x;y', ['1,5;12.5', '2,5;1,250.25', '3,5;9.5']))
    const { warnings } = await readTable(path, { decimal: ',' })
    const [{ message, query }] = unclear({ warnings })
    expect(message).toMatch(/^numbers with another decimal mark than the one given, read as categorical: y /)
    expect(valuesOf(await readTable(path, { decimal: ',', sql: query! }), 'y')).toEqual([12.5, 1250.25, 9.5])
  })
})

it('numbers of the other mark are named beside whole ones, and with a unit', async () => {
  const path = folder.write(
    'whole.csv',
    lines('x;y;z', ['1,5;12;3.5 kg', '2,5;1.25;4.25 kg', '3,5;9;5.75 kg']),
  )
  const { warnings } = await readTable(path, { decimal: ',' })
  expect(unclear({ warnings }).map(({ columns }) => columns)).toEqual([['y'], ['z']])
  const [{ query }] = unclear({ warnings })
  expect(valuesOf(await readTable(path, { decimal: ',', sql: query! }), 'y')).toEqual([12, 1.25, 9])
})

it('round thousands beside whole numbers are doubted', async () => {
  const table = await read('pay;n', ['10.000;1', '2000;2', '2.000;3', '10000;4', '2500;5', '3000;6'])
  const [{ columns, remedy }] = unclear(table)
  expect([columns, remedy!.option]).toEqual([['pay'], '--decimal ,'])
  const mended = await read('pay;n', ['10.000;1', '2000;2', '2.000;3', '10000;4'], remedy!.set)
  expect(valuesOf(mended, 'pay')).toEqual([10000, 2000, 2000, 10000])
  // Decimals of three digits are none.
  expect(unclear(await read('kg;n', ['10.250;1', '2000;2', '2.125;3', '10000;4']))).toEqual([])
})
