import { tableFromCsv } from 'criba'
import { readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { criba } from '../cli/criba.ts'
import { testFolder } from './folder.ts'

const folder = testFolder()
const textOf = (name: string, cells: readonly string[]) =>
  `${name}\tn\n${cells.map((cell, i) => `${cell}\t${i * i}`).join('\n')}\n`

/** The warning about the first column that names a query, and the first values of what the query makes of it. */
async function noticed(cells: readonly string[]) {
  const path = folder.write('table.tsv', textOf('x', cells))
  const { warnings } = await readTable(path)
  const found = warnings.find(({ query }) => query !== undefined)
  if (!found) return { message: warnings.map(({ message }) => message).join(), mended: null, left: 0 }
  const mended = await readTable(path, { sql: found.query! })
  const made = mended.columns.filter(({ name }) => name.startsWith('x'))
  const values = made.map((column) => (column.type === 'numeric' ? column.values[0] : null))
  return { message: found.message, mended: values, left: mended.warnings.length }
}

const many = (of: (i: number) => string) => Array.from({ length: 12 }, (_, i) => of(i))
const hour = 3600
const day = (text: string) => Date.parse(text) / 86_400_000

describe('texts of a number and more name the query that reads them', () => {
  it.each([
    ['ranges of times', ['07:30-16:30', '22:00-06:00', '8:00-12:15'], [7.5 * hour, 16.5 * hour]],
    ['ranges of times', ['9am-5pm', '10:30am - 6pm', '8am-12pm'], [9 * hour, 17 * hour]],
    ['pounds and ounces', ['5.5 lb', '6 lb 6 oz', '7 lbs 1 oz', '12 oz'], [88]],
    ['kilograms and grams', ['3 kg 200 g', '2 kg 50 g', '4 kg'], [3200]],
    ['portions', ['2 x 250 mg', '1 x 500 mg', '3x250 mg'], [2, 250]],
    // The Monday of the first week, by ISO 8601.
    ['weeks of a year', ['KW 01/2024', 'KW 52/2023', 'KW 7/2024'], [day('2024-01-01')]],
    ['weeks of a year', ['2020/W53', '2021/W01', '2021/W02'], [day('2020-12-28')]],
    ['sign of their currency', ['100€00', '12€50', '7€05'], [100]],
    ['degrees or hours', many((i) => `00 ${38 + i} 30.0`), [0.6416666666666667]],
    ['degrees or hours', many((i) => `-05 ${33 + i} 36`), [-5.56]],
    ['places in an order', ['#1,234 in Kitchen & Dining', '#7 in Toys', '#45 in Toys'], [1234]],
    ['about so much', ['ca. 1900 m', '1412 m a.s.l.', '1500 m', 'ca. 800 m', '950 m'], [1900]],
    ['about so much', ['ca. 1900', '1950', '1978', '2004', 'ca. 1900'], [1900]],
    ['about so much', ['~1,234.5', '~1500', '900', '~2,000', '12.5', '1,050.25'], [1234.5]],
    ['about so much', ['ca. 1.234,5 €', '900 €', 'ca. 2.000 €', '12 €'], [1234.5]],
    // The mark may be a decimal one, too.
    ['may separate thousands', ['~1.200', '~3.400', '~5.600', '900'], [1200]],
    ['may separate thousands', ['ca. 1200 m', 'ca. 1300 m', 'ca. 1400 m', '1 500 m', '1.250 m'], [1200]],
    ['behind the same word', ['Week 12', 'Week 3', 'Week 30'], [12]],
    ['days and hours', ['0:45:00', '1 day, 2:03:04', '5:01:00', '23:59:59', '8:00:00'], [2700]],
    ['days and hours', ['5 days, 3:22:10', '1 day, 0:00:00', '12 days, 23:59:59'], [444_130]],
    ['about so much', ['±0', '+3', '-2', '0', '+1'], [0]],
    ['ranges of times', ['closed', '9am-5pm', '10am-6pm', '8:30am-4pm'], [NaN, NaN]],
    ['hours, minutes and seconds', [`2h10'05"`, `2h12'22"`, `3h01'`], [7805]],
    ['minutes and seconds', [`+0'55"`, `+1'17"`, `+12'03"`], [55]],
    ['minutes and seconds', [`3'10"/km`, `3'11"/km`, `4'02"/km`], [190]],
    ['miles and furlongs', ['1m 2f', '5f', '7f', '2m'], [10]],
    ['two numbers', ['128/83 mmHg', '131/90 mmHg', '142/88 mmHg', '119/76 mmHg'], [128, 83]],
    ['fractions', ['18 1/2 in', '19 in', '20 1/4 in', '18 3/4 in'], [18.5]],
    ['before the same word', many((i) => `${1 + (i % 7)}. Spieltag`), [1]],
    ['points of two sides', ['(1:0)', '(0:2)', '(2:2)', '(0:0)', '(3:1)'], [1, 0]],
    ['points of two sides', ['98:87', '77:102', '88:91', '110:95', '3:1'], [98, 87]],
    ['the same words', ['10% off', '15% off', '20% off'], [10]],
  ])('%s: %s', async (what, cells, expected) => {
    const { message, mended, left } = await noticed([...cells, ...cells, ...cells])
    expect(message).toContain(what)
    expect(left).toBe(0)
    expect(mended).toHaveLength(expected.length)
    mended!.forEach((value, i) =>
      expect(value).toEqual(Number.isNaN(expected[i]) ? NaN : expect.closeTo(expected[i], 12)),
    )
  })

  const sixty = (i: number) => String(i % 60).padStart(2, '0')
  // Only the first different texts say of which kind a column is.
  it.each<[string, (i: number) => string, readonly string[], readonly number[]]>([
    ['about so much', (i) => (i % 2 ? `ca. ${i} m` : `${i} m a.s.l.`), ['7–9 m', 'ca. 5 km'], [NaN, NaN]],
    ['sign of their currency', (i) => `${i}€${sixty(i)}`, ['€12', '12 $50'], [NaN, NaN]],
    ['days and hours', (i) => `${i} days, 3:22:${sixty(i)}`, ['0:45:00', '12'], [2700, NaN]],
    ['portions', (i) => `2 x ${i + 1} mg`, ['6 x 1,000 mg', '2 x 1 g'], [NaN, NaN]],
    ['the same words', (i) => `${i}% off`, ['1,000 € off', '5% on'], [NaN, NaN]],
    ['pounds and ounces', (i) => `${i} lb ${i % 16} oz`, ['1,200 lb 3 oz', '3 kg'], [NaN, NaN]],
    ['behind the same word', (i) => `Level ${i}`, ['Level -1', 'Level 2.5'], [NaN, NaN]],
    ['places in an order', (i) => `#${i} in Toys`, ['page 7 of 10'], [NaN]],
    ['weeks of a year', (i) => `W${1 + (i % 52)} ${1980 + (i % 40)}`, ['W53 2019'], [NaN]],
    ['ranges of times', (i) => `0${i % 10}:${sixty(i)}-16:${sixty(i >> 3)}`, ['from 3 pm: free'], [NaN]],
  ])('%s: late cells of another kind are missing, never another number', async (what, of, late, expected) => {
    const first = Array.from({ length: 400 }, (_, i) => of(i))
    const path = folder.write('late.tsv', textOf('x', [...first, ...late]))
    const { warnings } = await readTable(path)
    const { query } = warnings.find(({ message }) => message.includes(what))!
    const { columns } = await readTable(path, { sql: query! })
    const [column] = columns.filter(({ name }) => name.startsWith('x'))
    const values = 'values' in column ? [...column.values].slice(-late.length) : []
    expect(values).toEqual(expected)
  })

  it.each([
    ['semesters', many((i) => `Sem ${1 + (i % 2)} ${2010 + i}`)],
    ['numbers of three pairs', many((i) => `101 ${40 + i} ${13 + i}`)],
    ['days of a month', ['1. Mai', '2. Mai', '3. Mai', '4. Mai', '5. Mai']],
    ['scores', many((i) => `${i % 5}.5 - ${3 + (i % 4)}.5`)],
    ['rooms', ['Room 101', 'Room 202', 'Room 303']],
    ['samples', many((i) => `Sample ${i}`)],
    ['addresses', many((i) => `${i + 3} ${'Oak Elm Ash Fir Yew Bay'.split(' ')[i % 6]} St`)],
    ['dates with blanks', many((i) => `05 ${10 + (i % 3)} 24`)],
    ['telephones', many((i) => `030 12 34 ${50 + i}`)],
    ['sort codes of other digits', many((i) => `20-45-${53 + i}`)],
    ['lots', many((i) => `${i + 2}-${40 - i}`)],
    ['ratios', many((i) => `1:${i + 2}`)],
    ['words', ['never', 'often', 'always']],
    ['drives', ['4x4', '4x2', '4x4']],
  ])('but not %s', async (_, cells) => {
    const { mended, message } = await noticed(cells)
    expect([mended, message]).toEqual([null, ''])
  })
})

describe('amounts for one of something', () => {
  it.each([
    ['2,00 €/kg', 2],
    ['66 € / night', 66],
    ['12.50 EUR per hour', 12.5],
  ])('%s', async (cell, value) => {
    const { columns } = await tableFromCsv(
      textOf('x', [cell, cell.replace('2', '3').replace('66', '67'), cell]),
    )
    expect(columns[0]).toMatchObject({ type: 'numeric' })
    expect('values' in columns[0] && columns[0].values[0]).toBe(value)
  })
})

describe('words beside numbers', () => {
  it('at both ends of a scale are steps of it, and no missing values', async () => {
    const path = folder.write(
      'scale.csv',
      `x,n\n${many((i) => `${['never', '1', '2', '3', 'always'][i % 5]},${i}`).join('\n')}\n`,
    )
    const { warnings } = await readTable(path)
    expect(warnings.map(({ code, remedy }) => [code, remedy])).toEqual([['mixed-types', undefined]])
    const { columns } = await readTable(path, { sql: warnings[0].query! })
    expect('values' in columns[0] && [...columns[0].values].slice(0, 5)).toEqual([0, 1, 2, 3, 4])
  })

  it('between the ends are named without an option', async () => {
    const cells = many((i) => (i === 3 ? 'often' : i === 5 ? 'never' : String(i)))
    const { warnings } = await tableFromCsv(textOf('x', cells))
    expect(warnings.map(({ remedy, query }) => [remedy, query])).toEqual([[undefined, undefined]])
    expect(warnings[0].message).toContain('steps of a scale')
  })

  it('.a and .b are offered as missing, as Stata has them', async () => {
    const { warnings } = await tableFromCsv(textOf('x', [...many((i) => String(i * i)), '.a', '.b']))
    expect(warnings.map(({ remedy }) => remedy?.option)).toEqual(['--missing-words +.a,.b'])
  })

  it('are no steps of a scale beside measured numbers', async () => {
    const { warnings } = await tableFromCsv(textOf('x', [...many((i) => `0.${i}5`), 'low']))
    expect(warnings.map(({ query, remedy }) => [query, remedy?.option])).toEqual([
      [undefined, '--missing-words +low'],
    ])
  })

  it('UNK among levels may say that there is no answer', async () => {
    const path = folder.write(
      'levels.csv',
      `x,n\n${many((i) => `${['LOW', 'UNK', 'HIGH'][i % 3]},${i}`).join('\n')}\n`,
    )
    const { err } = await criba(['describe', path, '--threads', '1'])
    expect(err).toContain('--missing-words +UNK')
  })
})
