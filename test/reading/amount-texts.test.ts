// Amounts that are written with more than a number: ages, ranges with a unit, two coins, words before a number, flags,
// dates of which a part is not known. Each is named with the query that reads it, and what looks alike is not.
import { readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { cells as cellsOf } from './cells.ts'
import { testFolder } from './folder.ts'

const folder = testFolder()
const none = null
type Value = number | null

const fileOf = (name: string, cells: readonly string[]) =>
  folder.write('amounts.tsv', `${name}\tn\n${cells.map((cell, i) => `${cell}\t${i * i}`).join('\n')}\n`)

const numbers = (count: number, of: (i: number) => string) => Array.from({ length: count }, (_, i) => of(i))

describe('cells are named with the query that reads them', () => {
  it.each<
    [
      what: string,
      name: string,
      cells: Readonly<Record<string, Value>>,
      late: Readonly<Record<string, Value>>,
    ]
  >([
    [
      'years and months',
      'Età',
      { '1a 8m': 20, '9m': 9, '2a 3m': 27, '7a 11m': 95, '3a': 36 },
      { '12a 0m': 144, '5': none, '8 kg': none },
    ],
    ['years and months', 'Alter', { '2J 3M': 27, '10 J. 11 M.': 131, '4J 1M': 49 }, { '6M': 6, '3 W': none }],
    [
      'some of them ranges',
      'reps',
      { '8-10 reps': 9, '6-8 reps': 7, '12-15 reps': 13.5, '5 reps': 5 },
      { '9 reps': 9 },
    ],
    ['years and months', 'edad', { '2 a 3 m': 27, '1 a y 6 m': 18, '10 a 4 m': 124 }, { '7 meses': 7 }],
    ['years and months', 'age', { '2A 3M': 27, '1A 6M': 18, '4 A 11 M': 59 }, { '8 mois': 8 }],
    [
      'some of them ranges',
      'tread',
      { '3.3-4.3 mm': 3.8, '2.0-2.0 mm': 2, '1.5–6 mm': 3.75, '4.1 - 5.2 mm': 4.65 },
      { '7 mm': 7, '3-2 mm': none, '3-4 cm': none, '3.5': none },
    ],
    [
      'some of them ranges',
      'peso',
      { '10–20 kg': 15, '2,5–7,5 kg': 5, '8 kg': 8, '5 kg–40 kg': 22.5 },
      { 'bis 5 kg': none, '5 bis 7 kg': 6 },
    ],
    [
      'some of them ranges',
      'dosi',
      { '4-6 persone': 5, '4 persone': 4, '1 persona': 1, '8-10 persone': 9, '2-4 persone': 3 },
      { '6 porzioni': none },
    ],
    [
      'some of them ranges',
      'Dauer',
      { '2-3 Tage': 2.5, '1 Tag': 1, '2-7 Tage': 4.5, '3 Tage': 3, '10-14 Tage': 12 },
      { '2 Wochen': none },
    ],
    [
      'some of them behind words',
      'Extent',
      { '330 p.': 330, 'xvi, 310 p.': 310, '220 p.': 220, 'viii, 96 p.': 96 },
      { 'xx, 90 p.': none, '90 cm': none, 'minus 3 p.': none },
    ],
    [
      'in hundredths',
      'Fine',
      { '£2.40': 2.4, '80p': 0.8, '£1.20': 1.2, '5p': 0.05 },
      { '£1,250.00': 1250, '£3': 3, '80': none, '20c': none },
    ],
    ['in hundredths', 'precio', { '1,20 €': 1.2, '75 cts': 0.75, '3 €': 3, '50 cent': 0.5 }, { '2 $': none }],
    ['in hundredths', 'prix', { '€1.20': 1.2, '50c': 0.5, '€3.00': 3, '75c': 0.75 }, { '50p': none }],
    [
      'have a letter behind them',
      'elo',
      {
        ...Object.fromEntries(numbers(12, (i) => String(1500 + 17 * i)).map((text) => [text, Number(text)])),
        '1845P': 1845,
        '1599P': 1599,
        'unr.': none,
      },
      { '2001P': 2001, '2001X': none, '2001 P': 2001 },
    ],
    [
      'have a remark in brackets',
      'Stand',
      { '36.436,3': 36436.3, '51.793,9 (g)': 51793.9, '42.316,6': 42316.6, '1.200,0': 1200, '900,5': 900.5 },
      { '7,5 (g)': 7.5, '7,5 g': none },
    ],
    [
      'parts that are not known',
      'date',
      { '2021.02.13': 2021, '2019.??.??': 2019, '2020.11.??': 2020, '1999': 1999, '????.??.??': none },
      { '1999.13.01': none, 'May 1999': none },
    ],
    [
      'parts that are not known',
      'born',
      { '13/02/1921': 1921, 'XX/XX/1919': 1919, '00/05/1920': 1920 },
      { '13/02/21': none, '05/1920': 1920 },
    ],
    [
      'parts that are not known',
      'né',
      { '1950': 1950, '1951-??': 1951, '1952-03': 1952 },
      { '1952/03': none },
    ],
    [
      'hours, minutes and seconds',
      'Durata',
      { "13h 59'": 50_340, "40'": 2400, "2h 05'": 7500, '3h': 10_800 },
      { '40': none },
    ],
    ['may be months', 'durata', { '1 m': 1, '3 ms': 3, '12 ms': 12, '7 ms': 7, '2 ms': 2 }, {}],
  ])('%s: %s', async (what, name, cells, late) => {
    const texts = Object.keys(cells)
    const { columns: before, warnings } = await readTable(fileOf(name, [...texts, ...texts, ...texts]))
    expect(before[0].type).toBe('categorical')
    const found = warnings.filter(({ query }) => query !== undefined)
    expect(found.map(({ message }) => message)).toEqual([expect.stringContaining(what) as string])
    // Without others that would be no words beside them.
    const path = fileOf(name, [...texts, ...Object.keys(late)])
    const { columns } = await readTable(path, { sql: found[0].query! })
    expect(columns.map((column) => column.name)).toEqual([name, 'n'])
    const expected = [...Object.values(cells), ...Object.values(late)]
    expect(cellsOf(columns[0])).toEqual(
      expected.map((value) => (value === none ? none : (expect.closeTo(value, 9) as number))),
    )
    expect(cellsOf(columns[1])).toEqual(expected.map((_, i) => i * i))
  })

  it('names the words before some numbers', async () => {
    const cells = ['330 p.', 'xvi, 310 p.', '220 p.', 'viii, 96 p.', 'n. pag.']
    const { warnings } = await readTable(fileOf('Extent', [...cells, ...cells]))
    expect(warnings.map(({ message }) => message).join('\n')).toContain(
      'Extent (330 p.; "xvi,"; "viii,"; n. pag.)',
    )
  })
})

describe('the letter m', () => {
  it.each<[cells: readonly string[], values: readonly number[]]>([
    [
      ['2 ans 3m', '1an 6m', '8 m'],
      [27, 18, 8],
    ],
    [
      ['1y 8m', '9m', '3y 2m', '11m'],
      [20, 9, 38, 11],
    ],
    [
      ['2 años 3 m', '9 m', '1 año y 8 meses'],
      [27, 9, 20],
    ],
    [
      ['2 years', '6 m', '1 year'],
      [24, 6, 12],
    ],
    [
      ['40mn', '25 min', '1 h'],
      [40, 25, 60],
    ],
    [
      ['£5mn', '£2mn', '£12mn'],
      [5e6, 2e6, 12e6],
    ],
    [
      ['1h 22m', '29m', '3 h'],
      [82, 29, 180],
    ],
  ])('%j', async (cells, values) => {
    const { columns } = await readTable(fileOf('x', [...cells, ...cells]))
    expect(cellsOf(columns[0])).toEqual([...values, ...values])
  })

  it.each([[['5 d', '3 m', '8 d', '2 m', '7 d', '9 m']], [['3 y', '5 m', '2 h', '7 m', '4 h', '6 y']]])(
    'may be either in %j',
    async (cells) => {
      const { columns, warnings } = await readTable(fileOf('x', cells))
      expect(columns[0].type).toBe('categorical')
      expect(warnings.map(({ code }) => code)).toEqual(['mixed-units'])
    },
  )
})

it('widths from one to another are no ages', async () => {
  const cells = ['1 a 2 m', '3 a 5 m', '5 a 8 m', '12 m']
  const path = fileOf('anchura', [...cells, ...cells])
  const { warnings } = await readTable(path)
  const { columns } = await readTable(path, warnings[0].remedy!.set)
  expect(cellsOf(columns[0]).slice(0, 4)).toEqual([1.5, 4, 6.5, 12])
})

it('a C among degrees is one of them', async () => {
  const { columns } = await readTable(fileOf('temp', ['21 °C', '1 C', '18 °C', '30 °C', '4 C']))
  expect(cellsOf(columns[0])).toEqual([21, 1, 18, 30, 4])
})

it('numbers with a unit in both decimal marks are numbers if the user says so', async () => {
  const cells = ['3,5 kg', '4.25 kg', '1.234,5 kg', '7 kg', '0,25 kg']
  const path = fileOf('mass', cells)
  const { warnings } = await readTable(path)
  const [{ code, message, remedy }] = warnings
  expect([code, remedy!.set]).toEqual(['unclear-marks', { types: { mass: 'numeric' } }])
  expect(message).toContain('mass (4.25 kg; 3,5 kg)')
  const { columns } = await readTable(path, remedy!.set)
  expect(cellsOf(columns[0])).toEqual([3.5, 4.25, 1234.5, 7, 0.25])
  // 1.200 may be a thousand and more.
  const other = await readTable(fileOf('mass', [...cells, '1.200 kg']))
  expect(other.warnings.filter(({ remedy }) => remedy?.set.types)).toEqual([])
  const [{ query }] = other.warnings
  const { columns: queried } = await readTable(fileOf('mass', [...cells, '1.200 kg']), { sql: query! })
  expect(cellsOf(queried[0])).toEqual([3.5, 4.25, 1234.5, 7, 0.25, 1200])
})

it('of both decimal marks one before three digits is named, and read as the user says', async () => {
  const path = fileOf('mass', ['3,5 kg', '4.25 kg', '1,234 kg', '7 kg'])
  const { warnings } = await readTable(path)
  const [{ message, remedy }] = warnings
  expect(message).toContain('mass (4.25 kg; 3,5 kg; 1,234 kg, which may have a thousands separator)')
  const typed = await readTable(path, remedy!.set)
  expect(cellsOf(typed.columns[0])).toEqual([3.5, 4.25, 1.234, 7])
  expect(typed.warnings.map(({ message }) => message)).toContain(
    'numbers read with both decimal marks, of which one before three digits may separate thousands: mass (1,234 kg is 1.234); write thousands without a separator',
  )
  // Amounts of money have no three decimals.
  const amounts = fileOf('cost', ['3,50 €', '4.25 €', '1,234 €', '2.500,75 €'])
  const [ofAmounts] = (await readTable(amounts)).warnings
  expect([ofAmounts.code, ofAmounts.remedy]).toEqual(['unclear-marks', undefined])
  const { columns } = await readTable(amounts, { sql: ofAmounts.query! })
  expect(cellsOf(columns[0])).toEqual([3.5, 4.25, 1234, 2500.75])
})

it('eight digits with a K or an M are codes, while 150K and 1.5M are amounts', async () => {
  const codes = ['89448414K', '12345678M', '28034063K', '71898112M', '33445566K', '99887766M']
  const { columns, warnings } = await readTable(fileOf('dni', codes))
  expect([columns[0].type, warnings.map(({ code }) => code)]).toEqual(['categorical', ['doubtful-numbers']])
  for (const padded of ['0012K', '0456M'])
    expect(
      (await readTable(fileOf('x', [padded, '4567K', '3456M', '2345K', '1234M', '4321K']))).columns[0].type,
    ).toBe('categorical')
  const amounts = await readTable(fileOf('value', ['150K', '2M', '75K', '12M', '9500K', '3M']))
  expect(cellsOf(amounts.columns[0])).toEqual([150e3, 2e6, 75e3, 12e6, 95e5, 3e6])
})

it('H is hours beside minutes, and a letter elsewhere', async () => {
  const { columns } = await readTable(fileOf('time', ['2,5 H', '45 MIN', '1 H', '30 MIN', '3 h']))
  expect(cellsOf(columns[0])).toEqual([150, 45, 60, 30, 180])
  const seats = await readTable(fileOf('seat', ['12H', '14H', '15A', '16C', '19F', '3H']))
  expect([seats.columns[0].type, seats.warnings]).toEqual(['categorical', []])
})

it.each([
  ['AB-123', 'AB-1726', 'AB-99', 'AB-4051'],
  ['BIS-12', 'BIS-400', 'BIS-7', 'BIS-1200'],
  ['AB 1200', 'AB 4500', 'AB 100', 'AB 7'],
])('%s and the like are codes, no limits', async (...cells) => {
  const { columns, warnings } = await readTable(fileOf('code', [...cells, ...cells]))
  expect([columns[0].type, warnings]).toEqual(['categorical', []])
})

describe('what looks alike is not offered', () => {
  it.each<[what: string, cells: readonly string[]]>([
    ['numbers of houses', ['12 m Road', '5 m Road', '7 m Road', '31 m Road']],
    ['houses in a street', numbers(9, (i) => `${3 * i + 1} rue de Rivoli`)],
    ['houses with a letter', [...numbers(12, (i) => String(1010 + 7 * i)), '1012A', '1014b']],
    ['lines of a bus', [...numbers(12, (i) => String(10 + 7 * i)), '12X', '14X']],
    ['numbers of documents', numbers(12, (i) => `${101 + 7 * i}/${2021 + (i % 3)}`)],
    ['months of a year', numbers(12, (i) => `0${1 + (i % 9)}/${1990 + i}`)],
    ['points of games', ['3-2 W', '2-3 L', '3-1 W', '1-3 L', '3-0 W', '0-3 L']],
    ['days of months', ['3-4 May', '10-12 May', '5-6 June', '7-9 May']],
    ['parts with a code', ['1A 13M', '2A 40M', '7A 8M', '3A 22M']],
    ['two units in ranges', ['3-4 mm', '3-5 cm', '2-4 mm', '1-2 cm']],
    ['debts', ['5 pts', 'minus 9 pts', '7 pts', '12 pts', 'minus 10 pts']],
    ['ranges in two units', ['3-4 mm', '5-6 cm', '7-8 mm', '9-10 mm']],
    ['two currencies', ['£2.40', '50c', '£1.20', '20c']],
    ['money with a coin', [...numbers(12, (i) => `£${i + 1}.40`), '50p']],
    ['shares with a letter', [...numbers(12, (i) => `${i}.75%`), '12.5r']],
    ['ISBNs with a check digit', [...numbers(12, (i) => String(359607538 + 7919 * i)), '359607538X']],
    ['names of parts', ['1000-00', '1100-10', '1850-02', '1300-50']],
    ['seasons', ['1998-99', '1999-00', '2000-01', '2011-12']],
    [
      'houses and spans of them',
      ['9 Broadway', '10-47 Broadway', '12 Broadway', '1-25 Broadway', '3-8 Broadway'],
    ],
    ['results of matches', ['2-3 Sätze', '1-3 Sätze', '0-3 Sätze', '2-4 Sätze']],
    ['hours of a day', ['9-17 h', '8-12 h', '14-18 h', '10-20 h']],
  ])('%s: %j', async (_, cells) => {
    const { columns, warnings } = await readTable(fileOf('x', [...cells, ...cells, ...cells]))
    expect(columns[0].type).toBe('categorical')
    const offered = warnings.filter(({ message }) =>
      /ranges|behind words|hundredths|letter behind|not known|years and months|same words/.test(message),
    )
    expect(offered).toEqual([])
  })
})

it.each([
  [
    'amounts of which most have three',
    ['1,579 €', '1.489 €', '1,50 €', '1.6 €', '1.599 €', '2 €'],
    [1.579, 1.489, 1.5, 1.6, 1.599, 2],
  ],
  [
    'tonnes of which one begins with 0',
    ['0,250 t', '1.125 t', '2,300 t', '12,55 t', '3.14 t'],
    [0.25, 1.125, 2.3, 12.55, 3.14],
  ],
])('three decimals are offered for %s', async (_, cells, values) => {
  const path = fileOf('x', cells)
  const [{ code, remedy }] = (await readTable(path)).warnings
  expect([code, remedy!.set]).toEqual(['unclear-marks', { types: { x: 'numeric' } }])
  expect(cellsOf((await readTable(path, remedy!.set)).columns[0])).toEqual(values)
})

it.each([
  ['of their magnitude', ['~5 kg', '~6 kg', '~7 kg', '~8 kg', '~4 kg', '9', '6'], [5, 6, 7, 8, 4, 9, 6]],
  ['far above', ['~5 kg', '~6 kg', '~7 kg', '~8 kg', '~4 kg', '9000', '10000'], [5, 6, 7, 8, 4, null, null]],
  [
    'with a unit far above',
    ['~5', '~6', '~7', '~9', '~4', '~8', '200 g', '300 g'],
    [5, 6, 7, 9, 4, 8, null, null],
  ],
])('numbers that are about so much, beside others %s', async (_, cells, values) => {
  const path = fileOf('x', cells)
  const queries = (await readTable(path)).warnings.flatMap(({ query }) => query ?? [])
  expect(queries).toHaveLength(1)
  expect(cellsOf((await readTable(path, { sql: queries[0] })).columns[0])).toEqual(values)
})
