import { tableFromCsv } from 'criba'
import { readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { failure, testFolder } from './folder.ts'

const folder = testFolder()
const textOf = (name: string, cells: readonly string[]) =>
  `${name}\tn\n${cells.map((cell, i) => `${cell}\t${i * i}`).join('\n')}\n`
const three = (cells: readonly string[]) => [...cells, ...cells, ...cells]

/** The first column of a text, the warning about it, and its values after the query or the option that it names. */
async function noticed(name: string, cells: readonly string[]) {
  const path = folder.write('table.tsv', textOf(name, cells))
  const { warnings } = await readTable(path)
  const found = warnings.find(({ query, remedy }) => query !== undefined || remedy)
  if (!found) return { message: warnings.map(({ message }) => message).join(), mended: null, left: 0 }
  const { query, remedy } = found
  const mended = await readTable(path, { ...(query && { sql: query }), ...remedy?.set })
  const [x] = mended.columns
  const values = x.type === 'numeric' ? Array.from(x.values) : Array.from(x.codes, (code) => x.levels[code])
  return { message: found.message, mended: values.slice(0, 2), left: mended.warnings.length }
}

/** Amounts of a side of a statement. */
const amounts = (mark: string, side: string) =>
  Array.from({ length: 12 }, (_, i) => `${i + 7}${mark}25 ${side}`)
const day = (text: string) => Date.parse(text) / 86_400_000

describe('a warning about cells names the query or option that reads them', () => {
  it.each([
    ['rank', ['1st', '2nd', '3rd', '11th'], 'places in an order', [1, 2]],
    ['era', ['令和5年', '平成元年', '昭和64'], 'Japanese eras', [2023, 1989]],
    ['era', ['Heisei 3', 'Reiwa 1', 'Showa 50'], 'Japanese eras', [1991, 2019]],
    ['day', ['3 мая 2024', '12 января 2023 г.'], 'names of months', [day('2024-05-03'), day('2023-01-12')]],
    ['day', ['3 Mayıs 2024', '12 Ocak 2023'], 'names of months', [day('2024-05-03'), day('2023-01-12')]],
    [
      'day',
      ['5. června 2024', '6. července 2024'],
      'names of months',
      [day('2024-06-05'), day('2024-07-06')],
    ],
    [
      'date opened',
      ['45000', '45383.5', '44000'],
      'a spreadsheet counts',
      [day('2023-03-15'), day('2024-04-01')],
    ],
    ['version', ['1.9', '1.10', '1.11', '2'], '1.10 beside 1.9', ['1.9', '1.10']],
    ['date', ['1403-05-12', '1402-01-31'], 'Persian', [day('2024-08-02'), day('2023-04-20')]],
    ['date', ['1399-12-30', '1400-01-01'], 'Persian', [day('2021-03-20'), day('2021-03-21')]],
    ['date', ['1402/02/31', '1402/01/05'], 'Persian', [day('2023-05-21'), day('2023-03-25')]],
    ['date', ['31/04/1403', '05/01/1402'], 'Persian', [day('2024-07-21'), day('2023-03-25')]],
    ['date', ['1445-09-12', '1444-01-29'], 'Islamic', [day('2024-03-22'), day('2022-08-27')]],
    ['date', ['1445-02-29', '1445-02-30'], 'Islamic', [day('2023-09-15'), day('2023-09-16')]],
    ['day', ['1445/9/1 هـ', '1440/2/30 هـ'], 'Islamic calendar', [day('2024-03-11'), day('2018-11-10')]],
    ['day', ['٠١/٠٩/١٤٤٥ هـ', '١٢/٠٩/١٤٤٥ هـ'], 'Islamic', [day('2024-03-11'), day('2024-03-22')]],
    ['tag', ['02/05', '31/12', '14/07', '03/06', '09/09'], 'a year', [day('2000-05-02'), day('2000-12-31')]],
    ['day', ['05/02', '12/31', '07/14', '06/03', '09/09'], 'a year', [day('2000-05-02'), day('2000-12-31')]],
    ['rating', ['★★★☆☆', '★★★★★', '☆☆☆☆☆'], 'stars', [3, 5]],
    ['tag', ['02.04.', '31.12.', '5. 7.'], 'without a year', [day('2000-04-02'), day('2000-12-31')]],
    ['tag', ['2. April', '31. Dez.', '29. Feb.'], 'without a year', [day('2000-04-02'), day('2000-12-31')]],
    ['día', ['15 de mayo', '3 de enero'], 'without a year', [day('2000-05-15'), day('2000-01-03')]],
    ['day', ['3 May', '14 March'], 'without a year', [day('2000-05-03'), day('2000-03-14')]],
    ['Betrag', ['850,00 S', '3.150,50 H', ...amounts(',', 'S')], 'for debits below 0', [-850, 3150.5]],
    ['balance', ['850.00 Dr', '3,150.50 Cr', ...amounts('.', 'Cr')], 'for debits', [-850, 3150.5]],
    ['firm', ['M&uuml;ller &amp; Co', 'O&#39;Brien'], 'as HTML writes them', ['Müller & Co', "O'Brien"]],
    ['gün', ['3 Mayıs', '14 Ocak', '9 Ekim'], 'without a year', [day('2000-05-03'), day('2000-01-14')]],
    ['date', ['2567-05-12', '2024-01-31'], 'Buddhist', [day('2024-05-12'), day('2024-01-31')]],
    ['date', ['29/02/2567', '31/01/2566'], 'Buddhist', [day('2024-02-29'), day('2023-01-31')]],
    ['rank', ['1.º', '2ª', '3º'], 'places in an order', [1, 2]],
    ['rank', ['第1位', '第２位', '第12位'], 'places in an order', [1, 2]],
    ['era', ['令和６年3月5日', '平成元年1月8日'], 'Japanese eras', [day('2024-03-05'), day('1989-01-08')]],
    ['era', ['R6.3.15', 'S50.12.1'], 'Japanese eras', [day('2024-03-15'), day('1975-12-01')]],
    ['day', ['民國113年3月5日', '民國99年12月'], 'of China', [day('2024-03-05'), day('2010-12-01')]],
    ['day', ['113/03/05', '109/12/31'], 'of China', [day('2024-03-05'), day('2020-12-31')]],
    ['year', ['民國113年', '民國99年'], 'of China', [2024, 2010]],
    ['year', ['พ.ศ. 2567', 'พ.ศ. 2560'], 'Buddhist', [2024, 2017]],
    ['day', ['5 มี.ค. 2567', '31 ธันวาคม 66'], 'Thailand', [day('2024-03-05'), day('2023-12-31')]],
  ])('%s %j', async (name, cells, message, values) => {
    expect(await noticed(name, three(cells))).toEqual({
      message: expect.stringContaining(message) as string,
      mended: values,
      left: 0,
    })
  })

  it.each([
    ['room', ['Room 1', 'Room 2', 'Gym 3']],
    ['firm', ['Smith & Co', 'B&B;', 'A&unknown;']],
    ['code', ['R1.2.3', 'R2.4.1']],
    ['fruit', ['12 apples 2024', '3 pears 2023']],
    ['weight', ['1.10', '1.90', '2.50']],
    ['length', ['1.1', '1.9', '2.5']],
    ['day', ['100', '45000', '7']],
    ['date', ['2024-05-12', '1790-01-31']],
    ['tag', ['02.14.', '31.13.', '5.15.']],
    ['fruit', ['3 mangos', '2 junipers']],
    ['tag', ['02/05', '03/06', '04/07', '05/08', '06/09']],
    ['score', ['02/05', '13/12', '14/17', '21/18', '06/09']],
    ['rating', ['★★★', '***', '★']],
  ])('nothing: %s %j', async (name, cells) => {
    expect(await noticed(name, three(cells))).toEqual({ message: '', mended: null, left: 0 })
  })

  it.each([
    ['15-JUN-2024', 'UN-JUN-2024'],
    ['3 May 2024', '3 Mya 2024'],
  ])(
    'mistyped dates are named with the option that leaves them out: %s beside %s',
    async (date, mistyped) => {
      const cells = Array.from({ length: 12 }, (_, i) =>
        i % 4 === 1 ? mistyped : date.replace(/^\d+/, `${i + 1}`),
      )
      const { mended, message } = await noticed('when', cells)
      expect(message).toMatch(
        /3 of 12 cells are not dates or times .*; correct them, or to leave them out as missing: --missing-words /,
      )
      expect(mended).toEqual([expect.any(Number), NaN])
    },
  )

  it('amounts in rand and reais are numbers, and codes with an R are not', async () => {
    const text =
      'a,b,c,d\nR6.10,R 12,R12,"R$ 1.234,50"\nR17.05,R 5,R13,"R$ 7,25"\n"R1,250.00",R 7,R14,"R$ 0,99"\n'
    const { columns } = await tableFromCsv(text)
    expect(columns.map((x) => (x.type === 'numeric' ? Array.from(x.values) : x.levels))).toEqual([
      [6.1, 17.05, 1250],
      [12, 5, 7],
      ['R12', 'R13', 'R14'],
      [1234.5, 7.25, 0.99],
    ])
  })

  it('amounts in euros and dollars are refused by name, as they are of one currency read', async () => {
    const mixed = Array.from({ length: 12 }, (_, i) => `${i + 1},50 ${i % 3 === 0 ? '$US' : '€'}`)
    const { columns, warnings } = await tableFromCsv(textOf('prix', mixed))
    expect(columns[0].type).toBe('categorical')
    expect(warnings.map(({ message }) => message).join()).toContain(
      'different units, read as categorical: prix (€: 8, $: 4)',
    )
    const one = await tableFromCsv('price\tn\n&euro;12.50\t1\n&euro;7.25\t2\n')
    expect(one.columns[0]).toMatchObject({ type: 'numeric', values: Float64Array.of(12.5, 7.25) })
  })

  it('a trace of rain may be 0, by the query that says so', async () => {
    const cells = ['0.12', 'T', '0.5', '0.00', 'M', '1.25', 'T', '0.4', '0.75', '2.1']
    const path = folder.write('rain.tsv', textOf('rain', cells))
    const { warnings } = await readTable(path)
    const { message, query } = warnings.find(({ query }) => query !== undefined)!
    expect(message).toContain('if "T" means 0 and "M" is missing: --sql')
    const [rain] = (await readTable(path, { sql: query! })).columns
    expect(rain.type === 'numeric' && Array.from(rain.values).slice(0, 6)).toEqual([
      0.12,
      0,
      0.5,
      0,
      NaN,
      1.25,
    ])
  })

  it.each([
    ['gün', 'ay', 30.4375],
    ['saat', 'gün', 24],
    ['дней', 'мес.', 30.4375],
    ['dni', 'tygodnie', 7],
    ['小时', '天', 24],
    ['时', '天', null],
    ['일', '개월', null],
    ['dager', 'måneder', 30.4375],
  ])(
    'lengths of time of several units are converted or refused by name: %s, %s',
    async (small, large, ratio) => {
      const cells = Array.from({ length: 12 }, (_, i) => `${i + 1} ${i % 2 === 0 ? small : large}`)
      const { columns, warnings } = await tableFromCsv(textOf('span', cells))
      const [x] = columns
      if (ratio === null) expect(x.type).toBe('categorical')
      else expect(x.type === 'numeric' && Array.from(x.values).slice(0, 2)).toEqual([1, 2 * ratio])
      expect(warnings.map(({ message }) => message).join()).toMatch(
        ratio === null ? /different units/ : /converted/,
      )
    },
  )

  it('counters of eastern Asia and the sol of Peru are units', async () => {
    const { columns } = await tableFromCsv(`年龄,人数,salario\n50岁,3人,"S/ 1,200"\n31岁,4人,S/ 950\n`)
    expect(columns.map((x) => x.type === 'numeric' && Array.from(x.values))).toEqual([
      [50, 31],
      [3, 4],
      [1200, 950],
    ])
  })
})

describe('a text of fixed columns', () => {
  const lines = ['Name    RA       Vmag  SpT', '------- -------- ----- ---']
  const rows = [1, 2, 3, 4, 5].map((i) => `HD 100${i} 0${i} 1${i}    5.3${i}  G${i}`)
  it('is cut by the query of the warning', async () => {
    const path = folder.write('stars.txt', [...lines, ...rows, 'HD 1006 06 16          K0', ''].join('\n'))
    const { warnings } = await readTable(path)
    const { query } = warnings.find(({ query }) => query !== undefined)!
    const { columns, warnings: left } = await readTable(path, { sql: query! })
    expect(columns.map(({ name, type }) => [name, type])).toEqual([
      ['Name', 'categorical'],
      ['RA', 'categorical'],
      ['Vmag', 'numeric'],
      ['SpT', 'categorical'],
    ])
    expect(Array.from((columns[2] as { values: Float64Array }).values)).toEqual([
      5.31,
      5.32,
      5.33,
      5.34,
      5.35,
      NaN,
    ])
    expect(left).toEqual([])
  })
})

describe('lists in rows of JSON that stand in an object', () => {
  const queryOf = (message: string) => /--sql '(.*)'\)$/s.exec(message)![1].replaceAll(`'\\''`, "'")
  it('are taken by the query of the refusal', async () => {
    const path = folder.write(
      'api.json',
      JSON.stringify({
        page: 1,
        data: [
          { a: 1, tags: ['x'] },
          { a: 2, tags: [] },
        ],
      }),
    )
    const { columns } = await readTable(path, { sql: queryOf(await failure(readTable(path))) })
    expect(columns.map((x) => [x.name, x.type === 'numeric' && Array.from(x.values)])).toEqual([
      ['a', [1, 2]],
      ['tags', [1, 0]],
    ])
  })
  it('a map gives the properties of its features, and where its points are', async () => {
    const features = [1, 2].map((i) => ({
      type: 'Feature',
      properties: { area: i },
      geometry: { type: 'Point', coordinates: [i + 0.5, 40.5] },
    }))
    const path = folder.write('map.geojson', JSON.stringify({ type: 'FeatureCollection', features }))
    const { columns } = await readTable(path, { sql: queryOf(await failure(readTable(path))) })
    expect(columns.map(({ name }) => name)).toEqual(['area', 'longitude', 'latitude'])
  })
})
