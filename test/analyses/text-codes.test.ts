// Numbers that name what texts of the same rows name, made by hand.
import { describe as describeTable, tableFromColumns } from 'criba'
import type { Description } from 'criba'
import { describe, expect, it } from 'vitest'
import { randomOf } from '../contract/tables.ts'
import { oneEngine } from '../parity/one-engine.ts'
import { findingsText } from './findings.ts'
import type { Columns } from './findings.ts'

const rows = 400
const range = Array.from({ length: rows }, (_, row) => row)
const random = randomOf(11)
const y = range.map(() => random())
const copiesOf = ({ columns }: Pick<Description, 'columns'>) =>
  Object.fromEntries(columns.map((one) => [one.name, findingsText(one)]))
const codesOf = ({ warnings }: Pick<Description, 'warnings'>) =>
  warnings.filter(({ message }) => message.startsWith('numbers that may be codes'))

/** Words without digits, in no order of the alphabet: the third letter moves fastest. */
const word = (i: number) =>
  ['Ort', ...[i % 26, Math.floor(i / 26)].map((place) => 'qwertzuiopasdfghjklyxcvbnm'[place])].join('')
/** A number and a text of each row, of so many levels. */
const pairOf = (values: readonly number[], textOf: (i: number) => string = word) => ({
  place: range.map((row) => values[(row * 7) % values.length]),
  text: range.map((row) => textOf((row * 7) % values.length)),
})
const sparse = (count: number) => Array.from({ length: count }, (_, i) => 2441 + ((i * 48_611) % 640_007))

const duckdb = oneEngine()

/** What is found with a name for the column of numbers, in memory and by DuckDB alike. */
async function foundOf(columns: Columns, target?: string): Promise<Description> {
  const table = tableFromColumns(columns)
  const spec = target === undefined ? {} : { target }
  const found = await describeTable(table, spec)
  const other = await describeTable(await duckdb.sourceOf(table), spec)
  expect(other.columns).toEqual(found.columns)
  expect(other.warnings).toEqual(found.warnings)
  return found
}

describe('numbers that name texts', () => {
  it.each<[what: string, values: readonly number[], textOf?: (i: number) => string]>([
    ['codes far from each other', sparse(91)],
    ['few of them', [2645, 3533, 54_451]],
    ['numbers with gaps', [13, 36, 11, 18, 27, 26, 24, 15, 45, 1, 52]],
    ['numbers in the order of the alphabet', [1, 2, 3, 4, 5, 6, 7, 8], (i) => `${'abcdefgh'[i]}quila`],
    ['more numbers in a row than a scale has', Array.from({ length: 40 }, (_, i) => i + 1)],
    ['texts with other numbers', sparse(20), (i) => `${word(i)} (Linnaeus, ${1758 + (i % 3)})`],
  ])('%s are codes, and a copy', async (_, values, textOf) => {
    const { place, text } = pairOf(values, textOf)
    const found = await foundOf({ site: place, text, y }, 'y')
    expect(copiesOf(found)).toEqual({ site: 'copy text', text: '', y: '' })
    const [warning] = codesOf(found)
    expect(warning.message).toBe(
      'numbers that may be codes: site (one for each text); for levels say --types site=categorical',
    )
    expect(warning.remedy!.set).toEqual({ types: { site: 'categorical' } })
    expect(warning.remedy!.loses).toBe(true)
  })

  it.each<[what: string, columns: Columns]>([
    ['steps of a scale', pairOf([1, 2, 3, 4, 5, 6, 7])],
    ['a scale with codes for no answer', pairOf([1, 2, 3, 4, 5, 98, 99])],
    ['months', pairOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])],
    [
      'ages beside the same in words',
      pairOf([34, 19, 51, 78, 40, 22], (i) => `aged ${[34, 19, 51, 78, 40, 22][i]} or so`),
    ],
    [
      'amounts beside themselves as text',
      pairOf([1250, 980_113, 47_001], (i) => `EUR ${['1,250', '980,113', '47,001'][i]}`),
    ],
    ['days of texts that begin with numbers', pairOf(sparse(30), (i) => `${i + 1} ${word(i)}`)],
    ['doses in steps', pairOf([0, 40, 80, 1200])],
    ['years', pairOf([1904, 1931, 1948, 2012])],
    ['months of years', pairOf([201_911, 201_912, 202_001, 202_002])],
    ['two numbers of each town', { ...pairOf(sparse(30)), other: pairOf(sparse(61).slice(31)).place }],
    ['amounts by their name', { Einwohner: pairOf(sparse(30)).place, text: pairOf(sparse(30)).text }],
    ['numbers below 0', pairOf([-45_001, 233, 80_777])],
    ['fractions', pairOf([45_001.5, 233.25, 80_777])],
  ])('%s are amounts', async (_, columns) => {
    expect(codesOf(await foundOf({ ...columns, y }, 'y'))).toEqual([])
  })

  it('of which one has two texts, or one text two numbers, are amounts', async () => {
    const { place, text } = pairOf(sparse(30))
    const other = text.map((one, row) => (row === 30 ? word(200) : one))
    const moved = place.map((one, row) => (row === 30 ? place[0] + 1 : one))
    expect(codesOf(await foundOf({ place, text: other, y }))).toEqual([])
    expect(codesOf(await foundOf({ place: moved, text, y }))).toEqual([])
  })

  it('that seldom come again match by chance', async () => {
    const values = sparse(201)
    const { place, text } = pairOf(values)
    expect(codesOf(await foundOf({ place, text, y }))).toEqual([])
  })

  it('by their name are codes beside others', async () => {
    const { place, text } = pairOf(sparse(30))
    const other = pairOf(sparse(61).slice(31)).place
    const [warning] = codesOf(await foundOf({ town_id: place, other, text, y }))
    expect(warning.columns).toEqual(['town_id'])
  })

  it('stay a copy with any target that lacks rows', async () => {
    const values = [13, 36, 11, 18, 27, 26, 24, 15, 45, 1, 52, 30, 32, 9, 40, 46, 16, 25, 33, 2]
    const { place, text } = pairOf(values)
    for (const lacks of [
      () => false,
      (row: number) => row % 2 === 0,
      (row: number) => place[row] > 27,
      (row: number) => place[row] < 10,
    ]) {
      const target = y.map((value, row) => (lacks(row) ? null : value))
      const found = await foundOf({ site: place, text, y: target }, 'y')
      expect(copiesOf(found)).toMatchObject({ site: 'copy text', text: '' })
      expect(codesOf(found)).toHaveLength(1)
    }
  })
})

describe('a scale with labels', () => {
  it('is a copy of the first column whatever rows have a target', async () => {
    const { place, text } = pairOf([1, 2, 3, 4, 5])
    for (const most of [5, 4, 3]) {
      const target = y.map((value, row) => (place[row] > most ? null : value))
      const found = await foundOf({ place, text, y: target }, 'y')
      expect(copiesOf(found)).toMatchObject({ place: '', text: 'copy place' })
    }
  })
})
