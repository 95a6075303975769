// Numbers as people write them, codes that look like them, and the options that decide.
import { describe, expect, it } from 'vitest'
import { tableFromCsv, tableFromColumns } from 'criba'
import type { ReadOptions } from 'criba/node'
import { openSource, readTable } from 'criba/node'
import { testFolder } from './folder.ts'

type Options = Pick<ReadOptions, 'types' | 'missingWords' | 'decimal' | 'censored'>

/** The column x of a comma-separated text with these cells, in quotes, beside a column of numbers. */
async function read(cells: readonly string[], options: Options = {}) {
  const lines = cells.map((cell, row) => `"${cell.replaceAll('"', '""')}",${row}`)
  const { columns, warnings } = await tableFromCsv(`x,row\n${lines.join('\n')}\n`, options)
  expect(columns[1]).toMatchObject({ type: 'numeric' })
  expect([...(columns[1] as { values: Float64Array }).values]).toEqual(cells.map((_, row) => row))
  const [x] = columns
  return { values: x.type === 'numeric' ? [...x.values] : null, warnings }
}

/** The values, and a code and a part of the message of each warning. */
async function expectNumbers(
  cells: readonly string[],
  values: readonly number[],
  wanted: readonly (readonly [string, string])[],
  options: Options = {},
) {
  const { values: found, warnings } = await read(cells, options)
  expect(found).toEqual(values)
  expect(warnings.map(({ code }) => code)).toEqual(wanted.map(([code]) => code))
  warnings.forEach(({ message }, i) => expect(message).toContain(wanted[i][1]))
}

describe('numbers with something around them', () => {
  it.each([
    ['a currency code', ['USD 1,331', 'USD 2,500.50', 'USD 12'], [1331, 2500.5, 12], 'USD 1,331 is 1331'],
    ['a code behind', ['1331.20 CHF', '12 CHF', '7.5 CHF'], [1331.2, 12, 7.5], '1331.20 CHF is 1331.2'],
    ['a sign and its code', ['EUR 12', '13.5 €', '€ 14'], [12, 13.5, 14], 'EUR 12 is 12'],
    ['kilograms', ['12 kg', '13.5 kg', '80kg'], [12, 13.5, 80], '12 kg is 12'],
    ['milligrams', ['54.0 mg', '53.1 mg', '9 mg'], [54, 53.1, 9], '54.0 mg is 54'],
    ['hours in German', ['3 Stunden', '1 Stunde', '7 Std.'], [3, 1, 7], '3 Stunden is 3'],
    ['square metres', ['30 m2', '41.5 m²', '52 sqm'], [30, 41.5, 52], '30 m2 is 30'],
    ['per litre', ['12 mg/dL', '13.1 mg/dl', '9 mg/dL'], [12, 13.1, 9], '12 mg/dL is 12'],
    ['degrees', ['21.5 °C', '22°C', '-3 °C'], [21.5, 22, -3], '21.5 °C is 21.5'],
    ['a share and nothing', ['12 %', '0', '7.5%'], [12, 0, 7.5], '12 % is 12'],
    ['a word in all', ['12 widgets', '1 widget', '3 widgets'], [12, 1, 3], '12 widgets is 12'],
    ['a word in brackets', ['12 (boxes)', '1 (box)', '3 (boxes)'], [12, 1, 3], '12 (boxes) is 12'],
    ['rents', ['£1,200 pcm', '£950 pcm', '£1,050 pcm'], [1200, 950, 1050], '£1,200 pcm is 1200'],
    ['French decimals', ['12,5 kg', '13,25 kg', '8,75 kg'], [12.5, 13.25, 8.75], '12,5 kg is 12.5'],
    ['millions', ['1.2M', '350k', '900', '0.5M'], [1.2e6, 350_000, 900, 500_000], '1.2M is 1200000'],
    ['Millionen', ['1,5 Mio. €', '2 Mrd. €', '70 €'], [1.5e6, 2e9, 70], '1,5 Mio. € is 1500000'],
    ['dollars', ['$1.1m', '$900k', '$2bn'], [1.1e6, 900_000, 2e9], '$1.1m is 1100000'],
  ] as const)('%s', async (_, cells, values, shown) => {
    if (values) await expectNumbers(cells, values, [['units', shown]])
    else expect((await read(cells)).values).toBeNull()
  })

  it.each([
    ['kg and g', ['12 kg', '500 g', '1.005 kg'], [12_000, 500, 1005], 'kg: 2, g: 1'],
    ['hours and minutes', ['3 h 20', '45 min', '2 h', '1h05'], [200, 45, 120, 65], 'min: 3, h: 1'],
    ['minutes and seconds', ['2 min 5 s', '40 s', '1m 30s'], [125, 40, 90], 's: 3'],
    ['ages', ['2 weeks', '1 year', '10 days'], [14, 365.25, 10], 'weeks: 1, years: 1, days: 1'],
    ['memory', ['8GB', '512MB', '16GB'], [8000, 512, 16_000], 'GB: 2, MB: 1'],
    ['pressure', ['120 mmHg', '12.5 cmHg', '80 mmHg'], [120, 125, 80], 'mmHg: 2, cmHg: 1'],
    ['blood', ['1.2 mg/dL', '13 mg/l', '0.02 g/l'], [12, 13, 20], 'mg/dl: 1'],
    ['amounts', ['5.1 mmol/L', '4900 µmol/L'], [5100, 4900], 'µmol/l: 1'],
  ] as const)('several units of a kind become the smallest: %s', async (title, cells, values, shown) => {
    const text = title === 'minutes and seconds' ? '2 min 5 s is 125' : shown
    await expectNumbers(cells, values, [['units', text]])
  })

  it.each([
    ['accounts', ['($1,308.97)', '$5.00', '$(3.20)'], [-1308.97, 5, -3.2]],
    ['brackets without a currency', ['(1.20)', '3', '4.5'], [-1.2, 3, 4.5]],
    ['the minus sign', ['−5', '3', '−2.5'], [-5, 3, -2.5]],
    ['a minus behind', ['1-', '100.50-', '20'], [-1, -100.5, 20]],
    [
      'a minus behind few of many',
      ['12', '3-', '25', '7', '0', '1', '9', '8', '4'],
      [12, -3, 25, 7, 0, 1, 9, 8, 4],
    ],
  ] as const)('negative numbers: %s', async (_, cells, values) => {
    const { values: found, warnings } = await read(cells)
    expect(found).toEqual(values)
    expect(warnings.map(({ code }) => code)).toContain('minus-signs')
  })
})

describe('what may be a code stays a level', () => {
  const six = (...cells: readonly string[]) => cells
  it.each([
    six('A12', 'A13', 'B7', 'C1'),
    six('M1', 'M2', 'M3', 'M4', 'M5', 'M6'),
    six('SEPT2', 'TP53', 'MARCH1'),
    six('Q1', 'Q2', 'Q3', 'Q4'),
    six('36B', '34C', '32A', '30B'),
    six('12 A', '7 B', '3', '14 C', '9'),
    six('3g', '4g', '5g'),
    six('4K', '8K'),
    six('Store 12', 'Store 3', 'Store 4'),
    six('10 AM', '11 AM', '9 AM'),
    six('3 May', '4 May', '5 May'),
    six('2-1', '0-0', '3-1', '1-2'),
    six('555-1234', '555-9999', '123-4567'),
    six('1.2.3', '1.2.4', '2.0.1'),
    six('12 Oak Street', '3 Elm Road', '9 High Street', '4 Mill Lane', '5 Park Way'),
    six('<=50K', '>50K', '<=50K'),
    six('2-methylbutane', '3-hexanol', '1-butene'),
    six('10-20', '10-21', '10-22', '11-01'),
    six('1B', '2B', '3B', 'SS'),
  ])('%s, %s, …', async (...cells) => {
    const { values, warnings } = await read(cells.filter((cell) => typeof cell === 'string'))
    expect(values).toBeNull()
    expect(warnings).toEqual([])
  })
})

/** Cells whose column is named, the code, the option that it names, and what the option reads. */
const named: readonly (readonly [string, readonly string[], string, Options, readonly number[]])[] = [
  [
    'thousands or names',
    ['5k', '10k', '20k', '30k', '40k'],
    'doubtful-numbers',
    { types: { x: 'numeric' } },
    [5000, 10_000, 20_000, 30_000, 40_000],
  ],
  [
    'a minus behind few small numbers',
    ['11-', '12', '12-', '13', '13-', '14'],
    'doubtful-numbers',
    { types: { x: 'numeric' } },
    [-11, 12, -12, 13, -13, 14],
  ],
  [
    'brackets throughout',
    ['(1)', '(2)', '(3)', '(4)', '(5)'],
    'doubtful-numbers',
    { types: { x: 'numeric' } },
    [-1, -2, -3, -4, -5],
  ],
  [
    'some without a unit',
    ['12 kg', '13', '14 kg', '15', '16 kg'],
    'mixed-units',
    { types: { x: 'numeric' } },
    [12, 13, 14, 15, 16],
  ],
  [
    'answers or decimals',
    ['1', '1,3', '2,3', '1,2'],
    'doubtful-numbers',
    { types: { x: 'numeric' } },
    [1, 1.3, 2.3, 1.2],
  ],
  ['limits', ['<5', '7', '8', '9', '>100'], 'censored', { censored: 'limit' }, [5, 7, 8, 9, 100]],
  ['ages', ['18-25', '26-35', '36-50', '66+'], 'ranges', { types: { x: 'range' } }, [21.5, 30.5, 43, 66]],
  [
    'Alter',
    ['unter 18', '18 bis 24', '25 bis 34', '35 und älter'],
    'ranges',
    { types: { x: 'range' } },
    [9, 21, 29.5, 35],
  ],
  [
    'edades',
    ['menos de 18', '18 a 24', '25 a 34', 'más de 34'],
    'ranges',
    { types: { x: 'range' } },
    [9, 21, 29.5, 34],
  ],
  [
    'edad',
    ['menor de 18', '18 a 24', '25 a 34', 'mayor de 34'],
    'ranges',
    { types: { x: 'range' } },
    [9, 21, 29.5, 34],
  ],
  [
    'leeftijd',
    ['minder dan 18', '18-24', '25-34', 'meer dan 34'],
    'ranges',
    { types: { x: 'range' } },
    [9, 21, 29.5, 34],
  ],
  [
    'âges',
    ['moins de 18', '18 à 24', '25 à 34', '35 et plus'],
    'ranges',
    { types: { x: 'range' } },
    [9, 21, 29.5, 35],
  ],
  [
    'età',
    ['meno di 18', '18-24', '25-34', '35 e oltre'],
    'ranges',
    { types: { x: 'range' } },
    [9, 21, 29.5, 35],
  ],
  [
    'incomes',
    ['< $25,000', '$25,000 - $49,999', '$50,000 - $74,999', '$75,000+'],
    'ranges',
    { types: { x: 'range' } },
    [12_500, 37_499.5, 62_499.5, 75_000],
  ],
  ['bins', ['(0.0, 10.0]', '(10.0, 20.0]', '(20.0, 30.0]'], 'ranges', { types: { x: 'range' } }, [5, 15, 25]],
  [
    'what a spreadsheet did',
    ['Jun-25', '01-May', '26-100', '100-500', 'More than 500'],
    'spreadsheet-dates',
    { types: { x: 'range' } },
    [15.5, 3, 63, 300, 500],
  ],
  [
    'a word among ranges',
    ['1-9', '10-19', '20-29', '30-39', '40-49', 'secret'],
    'ranges',
    { types: { x: 'range' }, missingWords: ['', 'secret'] },
    [5, 14.5, 24.5, 34.5, 44.5, NaN],
  ],
]

describe('what is named', () => {
  it.each(named)(
    '%s: the option that the warning names reads it, and the warning goes',
    async (_, cells, code, options, values) => {
      const first = await read(cells)
      const warning = first.warnings.find((one) => one.code === code)
      expect(warning?.remedy?.set).toMatchObject(
        'missingWords' in options ? { types: options.types } : options,
      )
      expect(warning?.message).toContain(warning?.remedy?.option)
      const mended = await read(cells, options)
      expect(mended.values).toEqual(values)
      expect(mended.warnings.filter((one) => one.code === code)).toEqual([])
    },
  )

  it('half of a limit keeps it below', async () => {
    await expectNumbers(['<5', '5', '7', '8', '9'], [2.5, 5, 7, 8, 9], [['censored', '<5 is 2.5, 1×']])
    await expectNumbers(['1', '2', '3', '4', '90+'], [1, 2, 3, 4, 90], [['censored', '90+ is 90, 1×']])
  })

  it('different units are counted', async () => {
    const cells = [
      '12 kg',
      '13 kg',
      '14 kg',
      '3 pieces',
      '4 pieces',
      '5 pieces',
      '6 kg',
      '7 kg',
      '8 kg',
      '9 kg',
      '10 kg',
    ]
    const { values, warnings } = await read(cells)
    expect(values).toBeNull()
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toMatchObject({ code: 'mixed-units', columns: ['x'] })
    expect(warnings[0].message).toContain('x (kg: 8, piece: 3)')
    const money = await read(['$5', '€6', '$7', '€8', '$9'])
    expect(money.warnings[0].message).toContain('x ($: 3, €: 2)')
  })

  it('undecided thousands name an option, which decides', async () => {
    const cells = ['1,234', '2,345', '999']
    await expect(read(cells)).rejects.toMatchObject({ remedy: { option: '--decimal .', loses: true } })
    await expectNumbers(cells, [1234, 2345, 999], [['thousands-marks', '1,234 is 1234']], { decimal: '.' })
    await expectNumbers(cells, [1.234, 2.345, 999], [['decimal-comma', 'x']], { decimal: ',' })
    await expectNumbers(['1.234', '2.345'], [1234, 2345], [['thousands-marks', '1.234 is 1234']], {
      decimal: ',',
    })
    await expect(read(cells, { decimal: ';' } as never)).rejects.toThrow('invalid decimal: ; (needs . or ,)')
    await expect(read(cells, { censored: 'no' } as never)).rejects.toThrow(
      'invalid censored: no (needs half or limit)',
    )
  })
})

describe('decimal commas in quotes', () => {
  it.each([
    ['amounts', ['213483,78', '19516,14', '5,1'], [213483.78, 19516.14, 5.1]],
    ['shares', ['0,18', '0,39', '0,7'], [0.18, 0.39, 0.7]],
    ['a leading zero behind the comma', ['3,05', '4,1', '2'], [3.05, 4.1, 2]],
    ['coordinates', ['45,12345', '9,8765'], [45.12345, 9.8765]],
  ] as const)('are read: %s', async (_, cells, values) => {
    await expectNumbers(cells, values, [['decimal-comma', 'x']])
  })

  it.each([
    ['pairs of ids', ['1234,5678', '2345,6789']],
    ['answers', ['2', '2,3', '1,2']],
  ])('are not: %s', async (_, cells) => {
    expect((await read(cells)).values).toBeNull()
  })

  it('are no lists of three answers', async () => {
    const { values, warnings } = await read(['2', '2,3', '1,2,3', '1,4'])
    expect(values).toBeNull()
    expect(warnings).toEqual([])
  })
})

describe('ranges in other sources', () => {
  const folder = testFolder()

  it('are those of text', async () => {
    const texts = ['18-25', '66+', null, 'under 18', '26 to 35']
    const expected = [21.5, 66, NaN, 9, 30.5]
    const table = tableFromColumns({ age: texts }, { age: 'range' })
    expect([...(table.columns[0] as { values: Float64Array }).values]).toEqual(expected)
    const json = folder.write('ages.json', JSON.stringify(texts.map((age, n) => ({ age, n }))))
    const read = await readTable(json, { types: { age: 'range' } })
    expect([...(read.columns[0] as { values: Float64Array }).values]).toEqual(expected)
    await expect(readTable(json, { types: { age: 'range', n: 'range' } })).resolves.toBeDefined()
    expect(() => tableFromColumns({ age: ['18-25', 'old'] }, { age: 'range' })).toThrow(
      'invalid range in column age, row 2: "old"',
    )
  })

  it('and formats are the same in an engine', async () => {
    const cells = ['12 kg', '500 g', '1.5 kg', '7 g']
    const limits = ['<5', '7', '8', '9']
    const path = folder.write(
      'mass.csv',
      `w,l\n${cells.map((cell, i) => `${cell},${limits[i]}`).join('\n')}\n`,
    )
    for (const source of ['memory', 'duckdb'] as const) {
      const opened = await openSource(path, { source })
      expect(opened.columns.map(({ type }) => type)).toEqual(['numeric', 'numeric'])
      expect(opened.warnings.map(({ code }) => code)).toEqual(['units', 'censored'])
      opened.close()
    }
  })
})
