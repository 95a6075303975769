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
    ['date', ['1403-05-12', '1402-01-31'], 'Persian', ['1403-05-12', '1402-01-31']],
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
    ['code', ['R1.2.3', 'R2.4.1']],
    ['fruit', ['12 apples 2024', '3 pears 2023']],
    ['weight', ['1.10', '1.90', '2.50']],
    ['length', ['1.1', '1.9', '2.5']],
    ['day', ['100', '45000', '7']],
    ['date', ['2024-05-12', '1790-01-31']],
  ])('nothing: %s %j', async (name, cells) => {
    expect(await noticed(name, three(cells))).toEqual({ message: '', mended: null, left: 0 })
  })

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
