// Grades, ratings, marks, floors and odds: texts in an order are named with the query that reads them.
import { readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { testFolder } from './folder.ts'

const folder = testFolder()

const fileOf = (name: string, cells: readonly string[]) =>
  folder.write('graded.tsv', `${name}\tn\n${cells.map((cell, i) => `${cell}\t${i * i}`).join('\n')}\n`)

/** What the query that is named for a column makes of its cells, and of others. */
async function mended(what: string, name: string, cells: readonly string[], late: readonly string[]) {
  const { warnings } = await readTable(fileOf(name, [...cells, ...cells]))
  const found = warnings.filter(({ message }) => message.includes(what))
  expect(found).toHaveLength(1)
  const { columns } = await readTable(fileOf(name, [...cells, ...late]), { sql: found[0].query! })
  return columns
    .filter((column) => column.name !== 'n')
    .map((column) => ('values' in column ? Array.from(column.values) : []))
}

const hour = 3600

describe('texts in an order name the query that reads them', () => {
  it.each<
    [what: string, name: string, cells: readonly string[], values: readonly number[], late: readonly string[]]
  >([
    // Four steps a letter from G up, and one for each sign.
    [
      'grades',
      'grade',
      ['A+', 'A', 'A-', 'B+', 'B', 'C−', 'F'],
      [25, 24, 23, 21, 20, 15, 4],
      ['AB+', 'H', 'A or B'],
    ],
    ['grades', 'Klasse', ['A+++', 'A++', 'A+', 'A', 'B'], [27, 26, 25, 24, 20], ['A*']],
    // Three steps a rating from D up.
    ['ratings', 'rating', ['AAA', 'AA+', 'AA', 'BBB-', 'D'], [27, 25, 24, 17, 0], ['AAAA', 'NR', 'Baa1']],
    [
      'marks of a school',
      'Note',
      ['1+', '1', '2-', '3', '2+'],
      [0.7, 1, 2.3, 3, 1.7],
      ['7-', '2.5', '-2', '12-'],
    ],
    [
      'floors',
      'Stockwerk',
      ['EG', '1. OG', '2.OG', 'UG', '2. UG'],
      [0, 1, 2, -1, -2],
      ['DG', '1. OG links', 'Halle 3', '1-2'],
    ],
    ['floors', 'Étage', ['RDC', '1er', '2e', '5ème', 'sous-sol'], [0, 1, 2, 5, -1], ['2e gauche', 'combles']],
    [
      'floors',
      'floor',
      ['Ground floor', '2nd floor', '12th floor', 'basement', 'floor 3'],
      [0, 2, 12, -1, 3],
      ['floors 2-3', '3rd room'],
    ],
    ['floors', 'floor', ['G', '1', '2', '12', 'B1'], [0, 1, 2, 12, -1], ['-1', '2.5'].slice(1)],
    ['floors', 'étage', ['RDC', '1er étage', '2ème étage', 'sous-sol'], [0, 1, 2, -1], ['étage noble']],
    ['floors', 'planta', ['bajo', '1º', '3ª', 'sótano'], [0, 1, 3, -1], ['entresuelo', 'ático']],
    [
      'odds',
      'odds',
      ['5/2', '7/4', 'Evens', '100/30'],
      [2.5, 1.75, 1, 100 / 30],
      ['5/2X', '5/0', '-5/2', '5/2/24'],
    ],
    ['odds', 'SP', ['5/2F', '7/4', '9/4JF', '11/10'], [2.5, 1.75, 2.25, 1.1], []],
    ['odds', 'SP', ['7-2', '9-4', '5-1', '11-8', '1-2'], [3.5, 2.25, 5, 1.375, 0.5], ['7-2-1']],
  ])('%s: %s %j', async (what, name, cells, values, late) => {
    const [read] = await mended(what, name, cells, late)
    expect(read.slice(0, cells.length)).toEqual(values.map((value) => expect.closeTo(value, 12) as number))
    expect(read.slice(cells.length)).toEqual(late.map(() => NaN))
  })

  it.each<[cells: readonly string[], starts: readonly number[], ends: readonly number[]]>([
    [
      ['7-9pm', '11-1pm', '10–12pm', '9:30-5 p.m.', '11-2am'],
      [19, 11, 10, 9.5, 23],
      [21, 13, 12, 17, 2],
    ],
    [
      ['8.15 to 12.00', '9.00 to 13.30', '14.00 to 18.45'],
      [8.25, 9, 14],
      [12, 13.5, 18.75],
    ],
    [
      ['8.15 bis 12.00 Uhr', '9.00 bis 13.30 Uhr'],
      [8.25, 9],
      [12, 13.5],
    ],
  ])('times of day: %j', async (cells, starts, ends) => {
    const read = await mended('ranges of times', 'hours', cells, ['7-9', '13-9pm', '8 to 12.75'])
    const late = [NaN, NaN, NaN]
    expect(read).toEqual([
      [...starts.map((h) => h * hour), ...late],
      [...ends.map((h) => h * hour), ...late],
    ])
  })

  it.each<[what: string, name: string, cells: readonly string[]]>([
    ['blood groups', 'blood', ['A+', 'A-', 'B+', 'AB+', 'O-', 'O+']],
    ['groups of blood without O', 'blood', ['A+', 'A-', 'B+', 'B-']],
    ['letters', 'group', ['A', 'B', 'C', 'D']],
    ['batteries', 'battery', ['AA', 'AAA', 'C', 'D']],
    ['rows of seats', 'row', ['G', 'T', 'B', 'A']],
    ['grades of tumours', 'grade', ['G1', 'G2', 'G3', 'G4']],
    ['scores', 'result', ['7-2', '9-4', '5-1', '11-8', '10-11']],
    ['charges of ions', 'charge', ['1+', '2+', '1-', '2-', '3+']],
    ['reflexes', 'reflex', ['1+', '2+', '3+', '4+']],
    ['instalments', 'cuota', ['1/12', '2/24', '3/12', '4/36']],
    ['flats', 'apt', ['1B', '2B', '3B', '4', 'B']],
    ['few steps without a gap', 'dose', ['level 1', 'level 2', 'level 3']],
  ])('but not %s', async (_, name, cells) => {
    const { columns, warnings } = await readTable(fileOf(name, [...cells, ...cells]))
    expect([columns[0].type, warnings]).toEqual(['categorical', []])
  })
})

it('a small v is volts', async () => {
  const { columns } = await readTable(fileOf('battery', ['12.3v', '11.9v', '12v', '12.6v']))
  expect('values' in columns[0] && [...columns[0].values]).toEqual([12.3, 11.9, 12, 12.6])
})

it('sides may have a unit each', async () => {
  const [a, b] = await mended(
    'a cross',
    'size',
    ['5.1′ × 3.2′', '4.0′ × 2.5′', '6.2′ × 3.1′'],
    ['5.1 m × 3.2 m'],
  )
  expect([a, b]).toEqual([
    [5.1, 4, 6.2, NaN],
    [3.2, 2.5, 3.1, NaN],
  ])
})
