// A query that a warning names reads what has the pattern of its kind: cells of another kind are missing, never
// another number. Each is tried on a file that it was not made for.
import { readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { testFolder } from './folder.ts'

const folder = testFolder()
const textOf = (cells: readonly string[]) =>
  `x\tn\n${cells.map((cell, i) => `"${cell.replaceAll('"', '""')}"\t${i * i}`).join('\n')}\n`
const many = (of: (i: number) => string) => Array.from({ length: 60 }, (_, i) => of(i))
const two = (i: number) => String(i).padStart(2, '0')
const none = NaN
const day = (text: string) => Date.parse(text) / 86_400_000

type Case = readonly [
  what: string,
  of: (i: number) => string,
  late: readonly (readonly [cell: string, ...values: number[]])[],
]

describe('late cells of another kind are missing', () => {
  it.each<Case>([
    [
      'lengths of time',
      (i) => `${1 + (i % 50)}:${two(i % 60)}.5`,
      [
        ['4:30 h', 16_200],
        ['4:30 min', 270],
        ['1:02:03', 3723],
        ['-4:35', none],
        ['4:75.0', none],
        ['4:30-5:00', none],
        ['about 5:00', none],
      ],
    ],
    [
      'lengths of time',
      (i) => `${1 + (i % 9)}:${two(i % 60)} h`,
      [
        ['4:30', 16_200],
        ['4:30 min', 270],
        ['4:30 pm', none],
        ['1,200:00 h', none],
      ],
    ],
    [
      'lengths of time',
      (i) => `PT${i}M${i % 3}.5S`,
      [
        ['P1DT2H', 93_600],
        ['-PT5M', none],
        ['P1M', none],
        ['PT', none],
        ['P1DT3M', 86_580],
        ['PT5M/PT6M', none],
      ],
    ],
    [
      'weeks and days',
      (i) => `${10 + (i % 30)}+${i % 7}`,
      [
        ['3+4', 25],
        ['30+7', none],
        ['-30+2', none],
        ['30+2+1', none],
        ['30 weeks', none],
      ],
    ],
    [
      'feet and inches',
      (i) => `5'${i % 12}"`,
      [
        ['6 ft 1.5 in', 73.5],
        [`5'10" (178 cm)`, none],
        ['5 ft 10 cm', none],
        [`-5'10"`, none],
        [`5'12"`, none],
        [`5'10"-6'1"`, none],
        ['178', none],
      ],
    ],
    [
      'minutes and seconds',
      (i) => `12'${two(i % 60)}"`,
      [
        [`9'30.5"`, 570.5],
        [`12'75"`, none],
        ['5 ft 3 in', none],
        [`12'30"-13'00"`, none],
      ],
    ],
    [
      'stones and pounds',
      (i) => `${8 + (i % 6)}st ${i % 14}lb`,
      [
        ['10 stone 7', 147],
        ['11st 15lb', none],
        ['70 kg', none],
        ['11st 4kg', none],
      ],
    ],
    [
      'behind a sign or a word',
      (i) => `~${100 + i}`,
      [
        ['ca. 12.5', 12.5],
        ['200', 200],
        ['~-5', -5],
        ['~−5', -5],
        ['~1,500', none],
        ['~5-7', none],
        ['~5 kg', none],
        ['about 5 or 6', none],
      ],
    ],
    [
      'behind a sign or a word',
      (i) => `ca. ${i} m`,
      [
        ['12 m', 12],
        ['ca. 5 km', none],
        ['ca. 5', none],
        ['5–7 m', none],
        ['<5 m', none],
        ['ca. 1.500 m', none],
      ],
    ],
    [
      'two numbers in each cell',
      (i) => `${100 + i}/${60 + (i % 20)}`,
      [
        ['120 / 80', 120, 80],
        ['120/80/60', none, none],
        ['120/80 mm', none, none],
        ['-120/80', none, none],
        ['1,200/80', none, none],
        ['12/05/2024', none, none],
      ],
    ],
    [
      'two numbers in each cell',
      (i) => `${i % 7} of ${10 + (i % 5)}`,
      [
        ['7 of 10', 7, 10],
        ['7 of 10 of 12', none, none],
        ['ca. 7 of 10', none, none],
      ],
    ],
    [
      'another in brackets',
      (i) => `${i}.5 (0.${1 + (i % 8)})`,
      [
        ['−2.5 (0.1)', -2.5, 0.1],
        ['1,234.5 (3)', 1234.5, 3],
        ['2.5 mg (0.3)', none, none],
        ['2.5 (25%)', none, none],
        ['<2.5 (0.3)', none, none],
        ['2,5 (0,3)', none, none],
      ],
    ],
    [
      'several numbers',
      (i) => `48.${10 + i} -11.${5 + i}`,
      [
        ['−33.9 18.4', -33.9, 18.4],
        ['48.1 11.5 1', none, none],
        ['48.1N 11.5E', none, none],
        ['48.1-11.5', none, none],
      ],
    ],
    [
      'several numbers',
      (i) => `48.${10 + i}, 11.${5 + i}`,
      [
        ['(33.9; -18.4)', 33.9, -18.4],
        ['48,1 11,5', none, none],
        ['48.1° 11.5°', none, none],
      ],
    ],
    [
      'numbers out of another',
      (i) => `${i % 10}/10`,
      [
        ['4.5 of 10', 4.5],
        ['15/20', none],
        ['7', none],
        ['-7/10', none],
        ['7/10/2024', none],
      ],
    ],
    [
      'fractions',
      (i) => `${1 + (i % 9)} ${1 + (i % 3)}/4`,
      [
        ['1/2"', 0.5],
        ['7', 7],
        ['3/4 cup', none],
        ['1/2-3/4', none],
        ['5/0', none],
        ['-1/2', none],
        ['1,500', none],
      ],
    ],
    [
      'a cross between',
      (i) => `${10 + i}x${20 + i}`,
      [
        ['1.5 X 2', 1.5, 2],
        ['30x40 mm', none, none],
        ['1,200x30', none, none],
        ['2x30x40', none, none],
        ['ca. 3x4', none, none],
      ],
    ],
    [
      'a cross between',
      (i) => `${10 + i}.5′ × ${1 + (i % 9)}.5′`,
      [
        ['5.1′ × 3.2′', 5.1, 3.2],
        ['5.1 m × 3.2 m', none, none],
      ],
    ],
    [
      '°C and °F',
      (i) => (i % 2 ? `${i}.5 °C` : `${60 + i} °F`),
      [
        ['−5 °C', -5],
        ['1,058 °F', 570],
        ['20–25 °C', none],
        ['<5 °C', none],
        ['ca. 20 °C', none],
        ['5 K', none],
        ['20', none],
      ],
    ],
    [
      'percentages beside numbers',
      (i) => (i % 2 ? `${20 + i}%` : `0.${10 + i}`),
      [
        ['−50 %', -0.5],
        ['<5%', none],
        ['5–7%', none],
        ['50 of 100', none],
      ],
    ],
    [
      'letters for debit and credit',
      (i) => `${100 + i},${two(i)} ${i % 3 ? 'H' : 'S'}`,
      [
        ['1.234,50 S', -1234.5],
        ['1.5 H', none],
        ['(5,00) S', none],
        ['5,00', none],
        ['5,00 X', none],
        ['12-15 S', none],
      ],
    ],
    [
      'places in an order',
      (i) => `${1 + (i % 20)}th`,
      [
        ['3rd', 3],
        ['1st of 3', none],
        ['2nd/3rd', none],
        ['-1st', none],
      ],
    ],
    [
      'numbers of stars',
      (i) => '★'.repeat(1 + (i % 5)),
      [
        ['★★☆', 2],
        ['★★★ (12)', none],
        ['3★', none],
      ],
    ],
    [
      'between the same words',
      (i) => `${2 + i}x of ${10 + i},5 €`,
      [
        ['3x of 1.234,5 €', 3, 1234.5],
        ['3x of 12,5 $', none, none],
        ['-3x of 12,5 €', none, none],
        ['3-4x of 12,5 €', none, none],
      ],
    ],
    [
      'pounds and ounces',
      (i) => `${1 + (i % 9)}lbs${i % 15}oz`,
      [
        ['5lbs3oz', 83],
        ['2.5 lb', 40],
        ['7 oz', 7],
        ['5kg3g', none],
        ['5lbs3oz2', none],
        ['7lbs17oz', none],
      ],
    ],
    [
      'portions',
      (i) => `${1 + (i % 5)} x ${10 + i} ml`,
      [
        ['2 x 0,5 ml', 2, 0.5],
        ['2 x ,5 ml', 2, 0.5],
        ['2 x 5 g', none, none],
      ],
    ],
    [
      'places in an order of something',
      (i) => `#${i + 1} in Toys`,
      [
        ['#1,234 in Kitchen & Dining', 1234],
        ['#5 in Kitchen; #2 in Toys', none],
      ],
    ],
    [
      'a cross between them',
      (i) => `${10 + i}x${20 + i}`,
      [
        ['0.125x0.250', 0.125, 0.25],
        ['0,5x1,25', 0.5, 1.25],
        ['10x20x30', none, none],
      ],
    ],
    [
      'debit and credit',
      (i) => `${i}.${two(i)} ${i % 3 ? 'DR' : 'CR'}`,
      [
        ['1,250.75 DR', -1250.75],
        ['-5.00 DR', none],
        ['5.000 DR', none],
        ['0,500 DR', none],
      ],
    ],
    [
      'years of Japanese eras',
      (i) => `令和${1 + (i % 6)}年`,
      [
        ['令和元年', 2019],
        ['平成３１年', 2019],
        ['令和5年度', none],
        ['約令和5年', none],
      ],
    ],
    [
      'names of months',
      (i) => `${1 + (i % 28)} ${i % 2 ? 'мая' : 'июня'} 20${10 + (i % 14)} г.`,
      [
        ['3 мая 2024', day('2024-05-03')],
        ['3-5 мая 2024', none],
        ['май 3 2024', none],
      ],
    ],
    [
      'days and months without a year',
      (i) => `${two(1 + (i % 28))}.05.`,
      [
        ['03.06.', day('2000-06-03')],
        ['03.06.2024', none],
        ['3.6.-5.6.', none],
      ],
    ],
  ])('%s', async (what, of, late) => {
    const { warnings } = await readTable(folder.write('first.tsv', textOf(many(of))))
    const { query } = warnings.find(({ message }) => message.includes(what))!
    const cells = [...many(of), ...late.map(([cell]) => cell)]
    const { columns } = await readTable(folder.write('late.tsv', textOf(cells)), { sql: query! })
    const made = columns.filter(({ name }) => name.startsWith('x'))
    const read = late.map(([cell], i) => [
      cell,
      ...made.map((column) => ('values' in column ? column.values[60 + i] : NaN)),
    ])
    expect(read).toEqual(
      late.map(([cell, ...values]) => [
        cell,
        ...values.map((value) => (Number.isNaN(value) ? NaN : (expect.closeTo(value, 9) as number))),
      ]),
    )
    // The cells of the kind are all read.
    for (const column of made)
      if ('values' in column) expect(Array.from(column.values.slice(0, 60)).some(Number.isNaN)).toBe(false)
  })
})

it('metres, square metres and cubic metres are three units', async () => {
  const cells = [...many((i) => `${i},5 m2`), '3 Stk', '4 Stk', '5 Stk']
  const { warnings } = await readTable(folder.write('first.tsv', textOf(cells)))
  const { query } = warnings.find(({ message }) => message.includes('different units'))!
  const late = ['7,5 m2', '7,5 m²', '7,5 m', '7 m3', '0,5 Stk', '0.500 m2']
  const { columns } = await readTable(folder.write('late.tsv', textOf([...cells, ...late])), { sql: query! })
  const numbers = columns.find(({ name }) => name === 'x')!
  expect('values' in numbers && Array.from(numbers.values.slice(63))).toEqual([
    7.5,
    7.5,
    none,
    none,
    none,
    none,
  ])
})
