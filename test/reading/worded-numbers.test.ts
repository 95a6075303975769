// Numbers with words, flags or signs of their own: read, or named with the query that reads them.
import { readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { cells as cellsOf } from './cells.ts'
import { testFolder } from './folder.ts'

const folder = testFolder()

const fileOf = (name: string, cells: readonly string[]) =>
  folder.write('worded.tsv', `${name}\tn\n${cells.map((cell, i) => `${cell}\t${i * i}`).join('\n')}\n`)

/** The columns that a query makes of cells, and of others that come late. */
async function mended(what: string, name: string, cells: readonly string[], late: readonly string[]) {
  const { warnings } = await readTable(fileOf(name, [...cells, ...cells]))
  const found = warnings.filter(({ message }) => message.includes(what))
  expect(found).toHaveLength(1)
  const { columns } = await readTable(fileOf(name, [...cells, ...late]), { sql: found[0].query! })
  return columns.filter((column) => column.name !== 'n').map(cellsOf)
}

const none = null

/** What people write for a length of time, and its minutes. */
const durations: readonly (readonly [language: string, cells: Readonly<Record<string, number>>])[] = [
  [
    'English',
    {
      'half an hour': 30,
      'an hour': 60,
      'Two hours': 120,
      '3 hours and a half': 210,
      'two and a half hours': 150,
      '20 minutes': 20,
    },
  ],
  [
    'German',
    {
      'eine halbe Stunde': 30,
      'eine Stunde': 60,
      'zwei Stunden': 120,
      'anderthalb Stunden': 90,
      'zweieinhalb Stunden': 150,
      '20 Minuten': 20,
    },
  ],
  [
    'French',
    {
      'une demi-heure': 30,
      'une heure': 60,
      'deux heures': 120,
      '3 heures et demie': 210,
      '1h30': 90,
      '20 minutes': 20,
    },
  ],
  [
    'Italian',
    {
      "mezz'ora": 30,
      "un'ora": 60,
      'due ore': 120,
      'un’ora e mezza': 90,
      '4 ore e mezza': 270,
      '20 minuti': 20,
    },
  ],
  [
    'Spanish',
    {
      'media hora': 30,
      'una hora': 60,
      'dos horas': 120,
      'hora y media': 90,
      '3 horas y media': 210,
      '20 minutos': 20,
    },
  ],
]

describe('numbers with words and signs', () => {
  it.each(durations)('lengths of time in %s words are numbers of minutes', async (_, cells) => {
    const { columns, warnings } = await readTable(fileOf('waited', Object.keys(cells)))
    expect(columns[0].type).toBe('numeric')
    expect(cellsOf(columns[0])).toEqual(Object.values(cells))
    expect(warnings[0].message).toMatch(/^numbers in several units of a kind, converted: waited/)
  })

  it('one word that touches all numbers is named, and read if the user says so', async () => {
    const cells = ['2500DT', '870DT', '170000DT', '1200DT', '95000DT', '640DT']
    const { columns, warnings } = await readTable(fileOf('prix', cells))
    expect(columns[0].type).toBe('categorical')
    expect(warnings).toMatchObject([
      { code: 'doubtful-numbers', remedy: { set: { types: { prix: 'numeric' } } } },
    ])
    // Three digits behind a mark may be thousands.
    const doubtful = ['835DT', '9.385DT', '1.417DT', '398DT', '2.714DT', '143DT']
    const open = await readTable(fileOf('prix', doubtful))
    expect([open.columns[0].type, ...open.warnings.map(({ code }) => code)]).toEqual([
      'categorical',
      'unclear-marks',
    ])
    const mended = await readTable(fileOf('prix', cells), { types: { prix: 'numeric' } })
    expect(cellsOf(mended.columns[0])).toEqual([2500, 870, 170_000, 1200, 95_000, 640])
    for (const others of [
      ['12AB', '14CD', '15AB', '16CD', '17AB', '18CD'],
      ['12AB', '14CD', '15EF', '16GH', '17IJ', '18KL'],
      ['A12B', 'A13B', 'A14B', 'A15B', 'A16B', 'A17B'],
    ]) {
      const read = await readTable(fileOf('seat', others))
      expect([read.columns[0].type, read.warnings]).toEqual(['categorical', []])
    }
  })

  it('ranges of a word have numbers of it beside them', async () => {
    const cells = [
      '0 días por semana',
      '1–2 días por semana',
      '3–4 días por semana',
      '5 o más días por semana',
    ]
    const { warnings } = await readTable(fileOf('ejercicio', [...cells, ...cells]))
    expect(warnings).toMatchObject([{ code: 'ranges', remedy: { set: { types: { ejercicio: 'range' } } } }])
    expect(warnings[0].remedy!.set.missingWords).toBeUndefined()
    const read = await readTable(fileOf('ejercicio', cells), { types: { ejercicio: 'range' } })
    expect(cellsOf(read.columns[0])).toEqual([0, 1.5, 3.5, 5])
    const times = ['0 times', '1-2 times', '3-4 times', '5 or more times']
    const ofTimes = await readTable(fileOf('visits', [...times, ...times]))
    expect(ofTimes.warnings).toMatchObject([
      { code: 'ranges', remedy: { set: { types: { visits: 'range' } } } },
    ])
    // A week is no month.
    const mixed = ['0 days per week', '1-2 days per week', '3-4 days per month', '5 or more days per week']
    expect((await readTable(fileOf('how often', [...mixed, ...mixed]))).warnings).toEqual([])
    // Of another word they are none.
    const others = [
      '1-2 kg por caja',
      '3-4 kg por caja',
      '5-6 kg por caja',
      '7-8 kg por caja',
      '2 cajas al mes',
    ]
    const [{ remedy }] = (await readTable(fileOf('peso', [...others, ...others]))).warnings
    expect(remedy!.set.missingWords).toEqual(['+2 cajas al mes'])
  })

  it('what has a unit by its name is no version', async () => {
    const cells = ['1.80', '5.6', '1.80', '5.6', '2.5', '3.10', '2.5', '3.10', '5.6', '1.80']
    const read = async (name: string) =>
      (await readTable(fileOf(name, cells))).warnings.map(({ code }) => code)
    expect(await read('NO3- [ppm]')).toEqual([])
    expect(await read('section')).toEqual(['doubtful-numbers'])
  })

  it('no length of time is in other words', async () => {
    const cells = ['happy hour', 'rush hour', 'ora pro nobis', 'la hora', 'an hourly wage', 'Two hours ago']
    const { columns } = await readTable(fileOf('said', cells))
    expect(columns[0].type).toBe('categorical')
    expect(cellsOf(columns[0])).toEqual(cells)
  })

  it.each<[name: string, cells: readonly string[], values: readonly number[]]>([
    ['humidity', ['61 %RH', '74 %RH', '58,5 %RH'], [61, 74, 58.5]],
    ['temp', ['21.5degC', '−4degC', '0.5 deg C'], [21.5, -4, 0.5]],
    ['catalyst', ['3 mol-%', '7.5 mol%', '10 mol-%'], [3, 7.5, 10]],
    ['exchange', ['14,2 meq/100g', '8,75 meq/100 g', '21,0 cmol(+)/kg'], [14.2, 8.75, 21]],
    ['susceptibility', ['2.5x10-3', '4.25 × 10−4', '1.5 x 10+2'], [0.0025, 0.000425, 150]],
    ['parcels', ['1 pacco', '12 pacchi', '3 pacchi', '7 pacchi'], [1, 12, 3, 7]],
    ['rooms', ['1 hab', '2 habs', '4 habs', '1 hab'], [1, 2, 4, 1]],
    ['visits', ['1 visita/mes', '3 visitas/mes', '8 visitas/mes'], [1, 3, 8]],
    // A pound is of 0.45359237 kg, a mile of 1.609344 km.
    ['mass', ['45.359237 kg', '250 lb', '90.718474 kg', '120 lb'], [100, 250, 200, 120]],
    ['speed', ['100 km/h', '50 mph', '120 km/h', '10 mph'], [100, 80.4672, 120, 16.09344]],
  ])('are read: %s', async (name, cells, values) => {
    const { columns } = await readTable(fileOf(name, cells))
    expect(columns[0].type).toBe('numeric')
    expect(cellsOf(columns[0])).toEqual(values.map((value) => expect.closeTo(value, 9) as number))
  })

  it.each<
    [
      what: string,
      name: string,
      cells: readonly string[],
      values: readonly (number | null)[],
      late: readonly string[],
    ]
  >([
    [
      'same words around',
      'path',
      ['km 12.5', 'km 740.25', 'km 3.75'],
      [12.5, 740.25, 3.75],
      ['mi 4.5', '12.5', 'km 1-2'],
    ],
    [
      'same words around',
      'born',
      ['Jg. 1948', 'Jg. 2003', 'Jg. 1977'],
      [1948, 2003, 1977],
      ['1977', 'Jg. um 1950'],
    ],
    ['whose mark may separate', 'way', ['km 512', 'km 2.048', 'km 96'], [512, 2048, 96], ['km']],
    [
      'word that may mean 0',
      'discount',
      ['keiner', '3 Prozentpunkte ab', '5 Prozentpunkte ab', '8 Prozentpunkte ab'],
      [0, 3, 5, 8],
      ['4 Prozent'],
    ],
    [
      'word that may mean 0',
      'dose',
      ['nil', '60 kg P/ha', '90 kg P/ha', '30 kg P/ha'],
      [0, 60, 90, 30],
      ['control', '60 kg N/ha'],
    ],
    [
      'word that may mean 0',
      'pipes',
      ['nunca', 'sí, 12 al día', 'sí, 3 al día', 'sí, 20 al día'],
      [0, 12, 3, 20],
      ['sí'],
    ],
    [
      'remark in brackets',
      'score',
      ['8 (keen)', '2 (bored)', '5 (neutral)', '9 (keen)'],
      [8, 2, 5, 9],
      ['8-9 (keen)', '(bored)'],
    ],
    [
      'remark in brackets',
      'yield',
      ['71% (crude)', '48%', '90%', '65% (crude)'],
      [71, 48, 90, 65],
      ['71 mg (crude)'],
    ],
    ['have a flag', 'crea', ['1,8 ↑', '0,9', '<0,4', '2,25 ↑'], [1.8, 0.9, 0.2, 2.25], ['0,9-1,1', 'x ↑']],
    ['have a flag', 'grain', ['35.5 g†', '40.25 g', '38.0 g'], [35.5, 40.25, 38], ['35.5 mg']],
    ['have a flag', 'mag', ['12.75:', '11.5', '9.25', '14.0:'], [12.75, 11.5, 9.25, 14], ['12:75']],
    [
      'before words that vary',
      'spo2',
      ['91% 3L mask', '88% air', '97% air', '90% 6L mask'],
      [91, 88, 97, 90],
      ['air', '91 kPa air', '88% to 90%', '88% - 90%', '91% or less'],
    ],
    [
      'words around some',
      'age',
      ['34', "I'm 61", '27 years', '45yrs', '52 y.o.', '19', '38', '70', 'about 44'],
      [34, 61, 27, 45, 52, 19, 38, 70, 44],
      ['over 65', '30-40', 'old', '6 months', '-5', 'minus 4', 'at least 65', '18 mos'],
    ],
    ['rises and falls', 'rank', ['▲12', '▼3', '=', '▲1'], [12, -3, 0, 1], ['12', '▲', '▲1,234', '▼2 %', '–']],
    ['ratios', 'dr', ['12:1', '3:1', '20:1', '1:1'], [12, 3, 20, 1], ['12', '1:0', '1,234:1']],
    ['ratios', 'titre', ['1:16', '1:128', '1:64', '1:8'], [1 / 16, 1 / 128, 1 / 64, 1 / 8], ['negative']],
    [
      'times for a length',
      'tempo',
      ['5:15/km', '4:05/km', '6:30/km'],
      [315, 245, 390],
      ['5:75/km', '5 min', '8:15/mi'],
    ],
    [
      'times for a length',
      'swim',
      ['1:31.2/100m', '1:35.5/100m', '2:01.7/100m'],
      [91.2, 95.5, 121.7],
      ['1:31/500m'],
    ],
    [
      'degrees with minutes',
      'dec',
      ['-12d30m00s', '+45d15m36s', '-03d45m00.0s'],
      [-12.5, 45.26, -3.75],
      ['12d', '-12d75m00s'],
    ],
    [
      'left until something',
      'service',
      ['in 4,500 km', 'overdue by 250 km', 'in 980 km'],
      [4500, -250, 980],
      ['4,500 km', 'in 3 months', 'in 7,51 km'],
    ],
    [
      'until now',
      'login',
      ['gestern', 'vor 3 Tagen', 'heute', 'vor 2 Wochen', 'vor 12 Stunden'],
      [1, 3, 0, 14, 0.5],
      ['nie', 'vor Ostern'],
    ],
    [
      'until now',
      'login',
      ['yesterday', '4 days ago', 'today', '3 weeks ago', 'an hour ago'],
      [1, 4, 0, 21, 1 / 24],
      ['4 days'],
    ],
  ])('name the query that reads them: %s, %s %j', async (what, name, cells, values, late) => {
    const [read] = await mended(what, name, cells, late)
    const wanted = [...values, ...late.map(() => none)]
    expect(read).toEqual(
      wanted.map((value) => (value === null ? null : (expect.closeTo(value, 12) as number))),
    )
  })

  it.each<
    [
      what: string,
      cells: readonly string[],
      parts: readonly (readonly (number | string | null)[])[],
      late: string,
    ]
  >([
    [
      'slashes between them',
      ['32/30/29/31', '33/33/30/28', '30/31/32/33'],
      [
        [32, 33, 30, none],
        [30, 33, 31, none],
        [29, 30, 32, none],
        [31, 28, 33, none],
      ],
      '32/30/29',
    ],
    [
      'interval in brackets',
      ['10.5 [8.25, 12]', '7 [6, 9.5]', '3.5 [3, 4]'],
      [
        [10.5, 7, 3.5, none],
        [8.25, 6, 3, none],
        [12, 9.5, 4, none],
      ],
      '10.5',
    ],
    [
      'directions and dips',
      ['045/60', '210/15', '005/88', '330/42'],
      [
        [45, 210, 5, 330, none],
        [60, 15, 88, 42, none],
      ],
      '400/60',
    ],
    [
      'directions of the wind',
      ['NE4', 'S11', 'calm', 'W2', 'NNW7', 'E3'],
      [
        ['NE', 'S', 'calm', 'W', 'NNW', 'E', none],
        [4, 11, 0, 2, 7, 3, none],
      ],
      'E 3 kn',
    ],
  ])('part cells of several: %s %j', async (what, cells, parts, late) => {
    expect(await mended(what, 'x', cells, [late])).toEqual(parts)
  })

  it.each([
    ['rooms', ['Room 12', 'Room 14', 'Room 31', 'Room 7']],
    ['padded numbers', ['lot 001', 'lot 014', 'lot 120']],
    ['codes', ['A-12', 'A-31', 'A-7', 'A-44']],
    ['versions', ['v 1', 'v 2', 'v 3']],
    ['genes', ['1:100:A', '2:300:G', '3:200:T', '4:90:C']],
    ['seats', ['E9', 'E4', 'S2', 'S7', 'E1', 'S3']],
    ['dates', ['1/2/3/2020', '4/5/6/2021']],
    ['versions that count on', ['Python 3.8', 'Python 3.9', 'Python 3.10', 'Python 3.11']],
    ['diagnoses', ['F 32.1', 'F 33.0', 'F 20.0', 'F 41.2']],
    ['districts of London', ['SE1', 'N16', 'W1', 'SW11', 'NW1', 'E14', 'E1']],
    ['falls by a word', ['minus 3.5 °C', 'minus 4.25 °C', 'minus 12.0 °C']],
    ['gains and losses', ['5 kg less', '3 kg more', '8 kg more', '2 kg less']],
    ['lengths of time', ['3 h 20 m', '4 h half', '5 h late']],
    ['losses in brackets', ['5.5 (loss)', '6', '7.25 (loss)', '12.5']],
    ['shares and numbers of places', ['▲26', '▼40 %', '▲3', '▼1 %']],
    ['lengths', ['4:31/km', '5:05/km', '7:50/mi', '8:01/mi']],
    ['rooms and wings', ['101', '102', '103 A', '204', '205', '206 B wing', '301', 'Suite 303']],
  ])('say nothing of %s', async (_, cells) => {
    const { warnings } = await readTable(fileOf('x', [...cells, ...cells]))
    expect(warnings.filter(({ query }) => query !== undefined)).toEqual([])
  })

  it.each([
    ['sets', ['3x10-12', '4x10-12', '3x10-15', '5x10-15']],
    ['things', ['1 cat', '3 cars', '4 cars', '7 cars', '12 cars']],
  ])('are not read of %s', async (name, cells) => {
    const { columns } = await readTable(fileOf(name, [...cells, ...cells]))
    expect(columns[0].type).toBe('categorical')
  })

  it('are no percentages of numbers that are much larger', async () => {
    const cells = ['61', '390', '1.25%', '208', '97', '3.5%', '140', '85']
    const [read] = await mended('much larger', 'copper', cells, ['<5%', '1 % to 2 %'])
    expect(read).toEqual([61, 390, none, 208, 97, none, 140, 85, none, none])
  })

  it('of a device that failed are words for a missing value', async () => {
    const cells = ['ERR:07', '998.5', '1002.25', '1013', '1007.5', 'ERR:07']
    const { warnings } = await readTable(fileOf('p', cells))
    expect(warnings[0].remedy!.set).toEqual({ missingWords: ['+ERR:07'] })
  })

  it('of cover stand beside signs that are levels', async () => {
    const cover = ['3', '+', '4', 'r', '1', '+', '2', '5', '3', 'r', '2', '1']
    const { warnings } = await readTable(
      folder.write('cover.csv', `vaccinium,n\n${cover.map((cell, i) => `${cell},${i}`).join('\n')}\n`),
    )
    const [{ message, remedy }] = warnings.filter(({ code }) => code === 'mixed-types')
    expect(message).toMatch(/; "\+" 2×, "r" 2× may be levels beside the numbers$/)
    expect(remedy).toBeUndefined()
  })

  it('of chromosomes stand beside letters that are levels', async () => {
    const { columns, warnings } = await readTable(
      fileOf('chrom', ['1', '3', '22', 'X', 'Y', '7', '8', '15', 'MT']),
    )
    expect(columns[0].type).toBe('categorical')
    expect(warnings.map(({ remedy, message }) => [remedy, message.slice(-68)])).toEqual([
      [undefined, 'as categorical; "X" 1×, "Y" 1×, "MT" 1× may be levels beside the numbers'.slice(-68)],
    ])
  })
})
