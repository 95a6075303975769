// Numbers that people write with more than digits, and what only looks like them.
import { describe, expect, it } from 'vitest'
import { tableFromCsv } from 'criba'
import type { ReadOptions } from 'criba/node'
import { openSource, readTable } from 'criba/node'
import { testFolder } from './folder.ts'
import { plainRows, xlsx } from './sheet-files.ts'

type Options = Pick<ReadOptions, 'types' | 'decimal'>

/** The column x of a text with these cells, beside a column of numbers. */
async function read(cells: readonly string[], options: Options = {}, separator = ',') {
  const lines = cells.map((cell, row) => `"${cell.replaceAll('"', '""')}"${separator}${row}`)
  const { columns, warnings } = await tableFromCsv(`x${separator}row\n${lines.join('\n')}\n`, options)
  const [x] = columns
  return { values: x.type === 'numeric' ? [...x.values] : null, warnings }
}

/** A notation, cells, their values and the example that the warning shows. */
const notations: readonly (readonly [string, readonly string[], readonly number[], string])[] = [
  [
    'degrees north and south',
    ['44°01\'48"N', '12°30\'00"S', '0°36\'00"N', '51° 30′ 36″ N'],
    [44.03, -12.5, 0.6, 51.51],
    '44°01\'48\\"N is 44.03',
  ],
  ['decimal degrees', ['44.03° N', '12.5° N', '7.25°S'], [44.03, 12.5, -7.25], '44.03° N is 44.03'],
  ['Grad und Minuten', ['13°24′O', '8°30′W', '9°15′O'], [13.4, -8.5, 9.25], '13°24′O is 13.4'],
  ['grados y minutos', ["3°42'O", "2°30'E", "9°15'O"], [-3.7, 2.5, -9.25], "3°42'O is -3.7"],
  ['degrees without letters', ["-3°42'", "2°30'", "9°15'"], [-3.7, 2.5, 9.25], "-3°42' is -3.7"],
  ['a deviation', ['7.2 ± 0.1', '8 ± 0.25', '-9.75±0.5'], [7.2, 8, -9.75], '7.2 ± 0.1 is 7.2'],
  ['eine Abweichung', ['7,2 ± 0,1', '8,4 ± 0,2', '9 ± 1'], [7.2, 8.4, 9], '7,2 ± 0,1 is 7.2'],
  [
    'a typed deviation',
    ['7.2 +/- 0.1', '8 +/- 0.2', '9.5', '9 +- 1'],
    [7.2, 8, 9.5, 9],
    '7.2 +/- 0.1 is 7.2',
  ],
  [
    'powers of ten',
    ['1.3×10^4', '1.3 x 10^4', '1.2*10^-3', '2.5 × 10⁻⁴', '500', '4 · 10^2', '10^6'],
    [13_000, 13_000, 0.0012, 0.00025, 500, 400, 1e6],
    '1.3×10^4 is 13000',
  ],
  ['potencias', ['5,0 × 10⁴', '2,25 × 10³', '7 × 10²'], [50_000, 2250, 700], '5,0 × 10⁴ is 50000'],
]

describe('numbers in another notation', () => {
  it.each(notations)('%s', async (_, cells, values, shown) => {
    for (const separator of [',', ';', '\t']) {
      const found = await read(cells, {}, separator)
      expect(found.values).toEqual(values)
      expect(found.warnings).toMatchObject([{ code: 'units', columns: ['x'] }])
      expect(found.warnings[0].message).toContain(`x (${shown})`)
    }
  })

  it('takes the decimal mark that is given', async () => {
    const cells = ['1,250 ± 0,125', '2,500 ± 0,125', '3,125 ± 0,125']
    expect((await read(cells)).values).toEqual([1.25, 2.5, 3.125])
    const doubtful = ['1,250 ± 1,125', '2,500 ± 1,125', '3,125 ± 1,125']
    expect((await read(doubtful)).values).toBeNull()
    expect((await read(doubtful, { decimal: ',' })).values).toEqual([1.25, 2.5, 3.125])
  })

  it('is numeric by its type with fewer cells, and an odd cell is named', async () => {
    const cells = ['7.2 ± 0.1', '8', '9']
    expect((await read(cells)).values).toBeNull()
    expect((await read(cells, { types: { x: 'numeric' } })).values).toEqual([7.2, 8, 9])
    const odd = await read(['7.2 ± 0.1', '8 ± 0.2', '9 ± 0.3', 'lost'])
    expect(odd.values).toBeNull()
    expect(odd.warnings).toMatchObject([
      { code: 'mixed-types', remedy: { set: { missingWords: ['+lost'] } } },
    ])
  })
})

describe('what is no such number stays a level', () => {
  it.each([
    ['versions', ['1.2.3', '1.2.4', '2.0.1', '1.10.0']],
    ['ratios', ['1/2', '3/4', '5/8', '1/4']],
    ['months of years', ['12/80', '11/79', '10/81', '12/82']],
    ['scores', ['21/15', '21/19', '22/20', '21/11']],
    ['visual acuity', ['20/20', '20/40', '20/30', '20/100']],
    ['a lost power', ['1.3 x 104', '1.2 x 103', '5 x 104']],
    ['longitudes of unknown side', ["3°42'O", "2°30'O", "9°15'O"]],
    ['both axes', ["44°01'N", "3°42'E", "12°30'S"]],
    ['phone numbers', ['030 (123)', '040 (456)', '089 (789)']],
    ['titles', ['Plan 7 ± 1', 'Plan 8 ± 1', 'Plan 9 ± 1']],
    ['other marks', ['7,25 ± 0.1', '8.5 ± 0.2', '9 ± 0.3']],
  ])('%s', async (_, cells) => {
    const { values, warnings } = await read(cells)
    expect(values).toBeNull()
    expect(warnings).toEqual([])
  })
})

describe('two numbers in a cell', () => {
  const folder = testFolder()

  it.each([
    ['120/80', ['120/80', '135/90', '110/70', '150/100'], [120, 135, 110, 150], [80, 90, 70, 100]],
    ['7.2 (0.1)', ['7.2 (0.1)', '8.25 (0.3)', '9 (0.25)'], [7.2, 8.25, 9], [0.1, 0.3, 0.25]],
  ])('%s: the query that is named takes both', async (example, cells, first, second) => {
    const { values, warnings } = await read(cells)
    expect(values).toBeNull()
    expect(warnings).toMatchObject([{ code: 'doubtful-numbers', columns: ['x'] }])
    expect(warnings[0].message).toContain(`x (${example})`)
    const path = folder.write(
      'pairs.csv',
      `x,row\n${cells.map((cell, row) => `${cell},${row}`).join('\n')}\n`,
    )
    const { columns } = await readTable(path, { sql: warnings[0].query! })
    const values1 = columns.map((column) => (column.type === 'numeric' ? [...column.values] : null))
    expect(columns.map(({ name }) => name)).toEqual(['row', 'x_1', 'x_2'])
    expect(values1).toEqual([cells.map((_, row) => row), first, second])
  })
})

describe('other sources', () => {
  const folder = testFolder()
  const cells = ['44.03° N', '12.5° N', '7.25° S', '0.5° S']
  const powers = ['1.3×10^4', '5', '2×10^-1', '10^3']

  it('give the same types, values and warnings', async () => {
    const lines = cells.map((cell, row) => `${cell},${powers[row]}`)
    const csv = folder.write('n.csv', `lat,p\n${lines.join('\n')}\n`)
    const sheet = folder.write(
      'n.xlsx',
      xlsx([
        { name: 's', rows: plainRows([['lat', 'p'], ...cells.map((cell, row) => [cell, powers[row]])]) },
      ]),
    )
    for (const path of [csv, sheet])
      for (const source of ['memory', 'duckdb'] as const) {
        const opened = await openSource(path, { source })
        expect(opened.columns.map(({ type }) => type)).toEqual(['numeric', 'numeric'])
        expect(opened.warnings.map(({ message }) => message).join()).toContain('p (1.3×10^4 is 13000)')
        opened.close()
      }
    const { columns } = await readTable(sheet)
    expect(columns.map((column) => column.type === 'numeric' && [...column.values])).toEqual([
      [44.03, 12.5, -7.25, -0.5],
      [13_000, 5, 0.2, 1000],
    ])
  })
})

describe('units', () => {
  it.each([
    ['thousands of euros', 'x', ['13,5 T€', '7,25 TEUR', '8 k€', '900 €'], [13_500, 7250, 8000, 900]],
    ['millions', 'x', ['13,5 Mio. €', '2 Mrd. €', '7,25 MEUR', '3 Mill. €'], [13.5e6, 2e9, 7.25e6, 3e6]],
    [
      'mila e miliardi',
      'x',
      ['1,5 mld €', '2 mil €', '7,5 milliers €', "8 milliers d'euros"],
      [1.5e9, 2000, 7500, 8000],
    ],
    ['trillions', 'x', ['$1.2T', '$900B', '$2.5T'], [1.2e12, 9e11, 2.5e12]],
    [
      'grams by the name',
      'weight (g)',
      ['187', '0.259 kg', '201', '195.5', '0.3 kg'],
      [187, 259, 201, 195.5, 300],
    ],
    ['kilograms by the name', 'Gewicht_kg', ['80', '500 g', '75', '91'], [80, 0.5, 75, 91]],
    ['centimetres by the name', 'height, cm', ['180', '1.75 m', '169', '1.5 m'], [180, 175, 169, 150]],
  ] as const)('%s', async (_, name, cells, values) => {
    const lines = cells.map((cell, row) => `"${cell}";${row}`)
    const { columns, warnings } = await tableFromCsv(`"${name}";row\n${lines.join('\n')}\n`)
    expect(columns[0].type === 'numeric' && [...columns[0].values]).toEqual(values)
    expect(warnings).toMatchObject([{ code: 'units', columns: [name] }])
  })

  it('only a bare 0 needs none, and no option reads numbers of other magnitudes', async () => {
    const { values, warnings } = await read(['1%', '0,02', '3%', '0,04', '2%', '0,05'], {}, ';')
    expect(values).toBeNull()
    expect(warnings).toMatchObject([{ code: 'mixed-units' }])
    expect(warnings[0].remedy).toBeUndefined()
    const masses = await read(['187', '0.259 kg', '201', '195.5', '0.3 kg', '188'])
    expect(masses.values).toBeNull()
    expect(masses.warnings[0].remedy).toBeUndefined()
    const zeros = await read(['1%', '0', '3%', '0,0'], {}, ';')
    expect(zeros.values).toEqual([1, 0, 3, 0])
    const same = await read(['12 kg', '13', '14 kg', '15', '16 kg'])
    expect(same.warnings[0].remedy).toMatchObject({
      set: { types: { x: 'numeric' } },
      why: 'the numbers without a unit are in that of the others',
      loses: true,
    })
  })

  it('the example is a number with a unit', async () => {
    expect((await read(['0', '59 kg', '7 kg'])).warnings[0].message).toContain('(59 kg is 59)')
    expect((await read(['0', '59%', '7%'])).warnings[0].message).toContain('(59% is 59)')
  })
})

describe('number cells of a sheet', () => {
  const folder = testFolder()

  it('are the same under either decimal mark', async () => {
    const rows = [
      ['x', 'y', 't'],
      [0.1, 1.234, '1.234,5'],
      [2.5e-7, 1e21, '2,5'],
      [3, -7.125, '7'],
    ]
    const path = folder.write('marks.xlsx', xlsx([{ name: 's', rows: plainRows(rows) }]))
    for (const source of ['memory', 'duckdb'] as const) {
      const opened = await openSource(path, { source, decimal: ',' })
      expect(opened.columns.map(({ type }) => type)).toEqual(['numeric', 'numeric', 'numeric'])
      opened.close()
    }
    const { columns } = await readTable(path, { decimal: ',' })
    expect(columns.map((column) => column.type === 'numeric' && [...column.values])).toEqual([
      [0.1, 2.5e-7, 3],
      [1.234, 1e21, -7.125],
      [1234.5, 2.5, 7],
    ])
  })
})
