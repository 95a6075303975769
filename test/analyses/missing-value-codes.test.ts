import { describe as describeTable, interactions, rank, select, tableFromColumns } from 'criba'
import type { Table, Warning } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { criba } from '../cli/criba.ts'
import { draws, rounded, textOf } from '../messy/table-text.ts'
import { testFolder } from '../reading/folder.ts'
import { finder } from './findings.ts'

const found = finder()

const { normal, uniform, whole, pick } = draws(91)
const range = Array.from({ length: 400 }, (_, row) => row)
const y = range.map(() => pick(['a', 'b']))

/** A value in every tenth row, and others between. */
const beside = (value: number, other: () => number) => range.map((row) => (row % 10 === 3 ? value : other()))

const income = beside(-999, () => Math.round(3000 + 600 * normal()))

describe('a number that may stand for missing', () => {
  it.each([
    ['-999 beside incomes', -999, () => Math.round(3000 + 600 * normal())],
    ['-99 beside degrees', -99, () => rounded(40 * uniform() - 10, 1)],
    ['-9 beside levels', -9, () => whole(0, 4)],
    ['-8 beside two levels', -8, () => whole(1, 2)],
    ['-1 beside shares', -1, () => rounded(0.2 + 0.8 * uniform(), 3)],
    ['99 beside levels', 99, () => whole(1, 7)],
    ['888 beside degrees', 888, () => rounded(10 + 20 * uniform(), 1)],
    ['9999.9 beside rain', 9999.9, () => rounded(50 * uniform(), 1)],
    ['99999 beside values that are all different', 99999, () => 1000 * uniform()],
    ['-999 as the largest', -999, () => -9000 + whole(0, 500)],
    ['-998 beside levels', -998, () => whole(1, 9)],
    ['the least whole number', -2147483648, () => whole(1, 9)],
    ['-200 beside degrees', -200, () => rounded(20 + 8 * normal(), 1)],
    ['-5 beside months', -5, () => whole(1, 12)],
    ['5000 beside marks', 5000, () => whole(0, 99)],
    ['0 beside years', 0, () => whole(1900, 2009)],
    ['0 beside blood pressures', 0, () => Math.round(Math.max(40, 72 + 12 * normal()))],
    ['-1 before answers from 1 to 5', -1, () => whole(1, 5)],
    ['-99 beside incomes from 50 on', -99, () => Math.round(50 + 1900 * uniform())],
    ['-1 beside days', -1, () => whole(1, 800)],
    ['777 beside directions of the wind', 777, () => whole(0, 360)],
    ['77 beside answers from 1 to 10', 77, () => whole(1, 10)],
    ['4444 beside doses that are all different', 4444, () => rounded(2000 * uniform(), 2)],
    ['0 beside latitudes', 0, () => rounded(48 + uniform(), 4)],
  ])('is reported: %s', async (_, value, other) => {
    expect(await found({ column: beside(value, other), y })).toEqual({ column: 'missing-value-code' })
  })

  it.each([
    ['99 among ages', () => whole(18, 99)],
    ['a few of 99 beside ages', () => (uniform() < 0.02 ? 99 : whole(1, 80))],
    ['99 among percentages', () => whole(0, 99)],
    ['9 after 0 and 1', () => pick([0, 1, 9])],
    ['9 after other levels', () => whole(0, 9)],
    ['-1 beside 0 and 1', () => whole(-1, 1)],
    ['-1 and 1', () => pick([-1, 1])],
    ['99 and 1', () => pick([99, 1])],
    ['prices of 99', () => pick([5, 12, 19, 49, 60, 99])],
    ['-999 among debts', () => pick([-999, whole(-1500, 1500)])],
    ['counts, most of them 0', () => pick([0, 0, 0, whole(1, 30)])],
    [
      'amounts, a third of them 0',
      () => pick([0, Math.round(900 + 400 * uniform()), Math.round(2000 * uniform())]),
    ],
    [
      'prices from 5, some of them 0',
      () => pick([0, ...Array.from({ length: 9 }, () => rounded(5 + 45 * uniform(), 2))]),
    ],
    [
      'garages, some of them none',
      () => pick([0, ...Array.from({ length: 9 }, () => Math.round(160 + 1100 * uniform()))]),
    ],
    ['doses, some of them 0', () => pick([0, 10, 20, 40])],
    ['9 after answers from 1 to 5', () => pick([9, ...Array.from({ length: 9 }, () => whole(1, 5))])],
    ['dummies of 0 and 100', () => pick([0, 100])],
    ['answers from −2 to 2 without 0', () => pick([-2, -1, 1, 2])],
    ['answers from −3 to 3 without 0', () => pick([-3, -2, -1, 1, 2, 3])],
    ['a few of 777 beside directions', () => (uniform() < 0.005 ? 777 : whole(0, 360))],
    ['large orders beside small ones', () => (uniform() < 0.06 ? 2500 : 10 * whole(1, 100))],
    ['77 beside a scale with gaps', () => pick([1, 2, 5, 10, 20, 77])],
    ['one large lot among many', () => (uniform() < 0.03 ? 160 : whole(1, 60))],
    ['floors', () => whole(-1, 9)],
    ['-1 among differences', () => pick([-1, whole(-40, 400)])],
    ['-9 beside many small amounts', () => pick([-9, whole(0, 30), whole(0, 900)])],
    ['a scale from −2', () => pick([-2, 0, 1, 2])],
    ['points in fives', () => pick([-5, 0, 5, 10])],
    ['balances that end at a whole number', () => -5000 + whole(0, 9000)],
  ])('is not reported: %s', async (_, value) => {
    expect(await found({ column: range.map(value), y })).toEqual({ column: '' })
  })

  it('is reported of 0 far below amounts that no thing has 0 of, by the name of the column', async () => {
    // Skewed, from 20 to some thousands.
    const amounts = range.map((row) =>
      row % 12 === 5 ? 0 : Math.round(20 + 40_000 / (10 + ((row * 37) % 997))),
    )
    const areas = range.map((row) =>
      row % 12 === 7 ? 0 : Math.round(20 + 40_000 / (10 + ((row * 31) % 991))),
    )
    const near = amounts.map((value, row) => (row === 8 ? 1 : value))
    const columns = { 'Preis (EUR)': amounts, GarageArea: areas, 'price near': near, y }
    const code = 'missing-value-code'
    expect(await found(columns)).toEqual({ 'Preis (EUR)': code, GarageArea: '', 'price near': '' })
  })

  it('is not reported of fewer than three rows, nor of dates', async () => {
    const twice = range.map((row) => (row === 7 || row === 9 ? -999 : whole(1, 9)))
    const thrice = twice.map((value, row) => (row === 11 ? -999 : value))
    const day = 86_400_000
    const days = range.map((row) => new Date((row % 10 === 0 ? -999 : whole(1, 300)) * day))
    expect(await found({ twice, days, y })).toEqual({ twice: '', days: 'time' })
    // Where another column has it, two rows are enough.
    const code = 'missing-value-code'
    expect(await found({ twice, thrice, y })).toEqual({ twice: code, thrice: code })
  })

  it('is reported of codes in the nineties below 0, of which not all are used', async () => {
    const rest = range.map(() => rounded(35 + 3 * uniform(), 1))
    const codes = [-99, -98, -96]
    const some = rest.map((value, row) => (row % 8 === 0 ? codes[(row / 8) % 3] : value))
    expect(await found({ some, y })).toEqual({ some: 'missing-value-code' })
    const { warnings } = await rank(tableFromColumns({ some, y }), { target: 'y' })
    expect(codesIn(warnings)[0]).toContain('--missing-words +-99,+-98,+-96')
    // Measurements from -96 on are no codes.
    const cold = range.map((row) => (row % 8 === 0 ? codes[(row / 8) % 3] : rounded(-97 + 60 * uniform(), 1)))
    expect(await found({ cold, y })).toEqual({ cold: '' })
  })

  it('is reported of two rows of a scale where several others share it and it is far from all others', async () => {
    const scale = (rows: number) => range.map((row) => (row >= 5 && row < 5 + rows ? 99 : whole(0, 3)))
    const score = range.map((row) => (row === 7 || row === 9 ? 99 : whole(0, 30)))
    const columns = { a: scale(7), b: scale(6), few: scale(2), one: scale(1), score, y }
    const code = 'missing-value-code'
    expect(await found(columns)).toEqual({ a: code, b: code, few: code, one: '', score: '' })
    expect(await found({ few: scale(2), y })).toEqual({ few: '' })
  })

  describe('in a row or two of each of several columns', () => {
    const { uniform, whole } = draws(92)
    /** A value in some of the rows from the fifth on, and others. */
    const inRows = (rows: number, value: number, other: () => number) =>
      range.map((row) => (row >= 5 && row < 5 + rows ? value : other()))

    it('is reported of all of them', async () => {
      const columns = {
        age: inRows(2, -9, () => whole(1, 50)),
        sex: inRows(2, -9, () => whole(1, 2)),
        only: inRows(1, -9, () => 1),
        scale: inRows(1, -9, () => whole(1, 7)),
        items: inRows(3, -9, () => whole(1, 2)),
      }
      const code = 'missing-value-code'
      const all = { age: code, sex: code, only: `nearly-constant, ${code}`, scale: code, items: code }
      expect(await found({ ...columns, y })).toEqual(all)
      const { warnings } = await rank(tableFromColumns({ ...columns, y }), { target: 'y' })
      expect(codesIn(warnings)).toEqual([
        '5 columns hold -9, in most of them far from all other values (rows: age 2, sex 2, only 1, scale 1, items 3): if it stands for a missing value, say --missing-words +-9',
      ])
    })

    it.each([
      ['two columns', [3, 3].map(() => inRows(2, -9, () => whole(1, 2)))],
      ['five rows in all', [1, 2, 2].map((rows) => inRows(rows, -9, () => whole(1, 2)))],
      ['scales from −10 to 10', [2, 2, 2].map(() => range.map(() => whole(-10, 10)))],
      ['scales from −9 to 9', [2, 2, 2].map(() => range.map(() => whole(-9, 9)))],
      ['temperatures', [2, 2, 2].map((rows) => inRows(rows, -9, () => rounded(-8 + 30 * uniform(), 1)))],
      ['a number that nobody writes', [2, 2, 2].map((rows) => inRows(rows, -7, () => whole(1, 2)))],
      ['slips from −1', [2, 2, 2].map((rows) => inRows(rows, -1, () => whole(1, 2)))],
    ])('but not of %s', async (_, each) => {
      const columns = Object.fromEntries(each.map((values, i) => [`x${i}`, values]))
      expect(new Set(Object.values(await found({ ...columns, y })))).toEqual(new Set(['']))
    })

    it('nor of scales below 0 beside them', async () => {
      const columns = {
        ...Object.fromEntries(['a', 'b', 'c'].map((name) => [name, inRows(2, -9, () => whole(1, 5))])),
        wide: range.map(() => whole(-10, 10)),
        nine: range.map(() => whole(-9, 9)),
        degrees: range.map(() => whole(-20, 25)),
      }
      expect(await found({ ...columns, y })).toMatchObject({
        a: 'missing-value-code',
        wide: '',
        nine: '',
        degrees: '',
      })
    })
  })

  it('is reported among so many columns that values are not counted', async () => {
    const others = Array.from({ length: 200 }, (_, i) => [`n${i}`, range.map(uniform)] as const)
    const columns = {
      ages: range.map(() => whole(18, 99)),
      levels: beside(99, () => whole(1, 7)),
      two: range.map(() => pick([-1, 1])),
      three: range.map(() => whole(-1, 1)),
      doses: range.map(() => pick([0, 20, 21, 22])),
      ...Object.fromEntries(others),
    }
    const { columns: records } = await rank(tableFromColumns({ ...columns, y }), { target: 'y' })
    const found = records.filter(({ findings }) => findings)
    expect(found.map(({ name, findings }) => `${name}: ${findings![0].kind}`)).toEqual([
      'levels: missing-value-code',
    ])
  })

  it('is reported of the target', async () => {
    const table = tableFromColumns({ n: range.map(uniform), income })
    const results = [
      await describeTable(table, { target: 'income' }),
      await rank(table, { target: 'income' }),
      await select(table, { target: 'income' }),
    ]
    for (const { warnings } of results) expect(codesIn(warnings)).toHaveLength(1)
    const described = results[0].columns.find(({ name }) => name === 'income')!
    expect(described.findings!.map(({ kind }) => kind)).toEqual(['missing-value-code'])
  })

  it('counts rows that count, once', async () => {
    const table = tableFromColumns({
      income: [...income, ...income.map(() => -999)],
      w: [...range.map((row) => 1 + (row % 3)), ...range.map(() => 0)],
      y: [...y, ...y],
    })
    const message = /^column income holds -999 in 40 rows, far from all its other values/
    for (const spec of [{ weights: 'w' }, { samplingWeights: 'w' }]) {
      expect(codesIn((await rank(table, { target: 'y', ...spec })).warnings)[0]).toMatch(message)
    }
    const unlabelled = tableFromColumns({
      income: [...income, ...income.map(() => -999)],
      y: [...y, ...y.map(() => null)],
    })
    expect(codesIn((await rank(unlabelled, { target: 'y' })).warnings)[0]).toMatch(message)
  })
})

describe('numbers side by side that may stand for missing', () => {
  /** In every tenth row one of the codes. */
  const besideCodes = (codes: readonly number[], other: () => number) =>
    range.map((row) => (row % 10 === 3 ? pick(codes) : other()))
  const messagesOf = async (columns: Readonly<Record<string, readonly number[]>>) =>
    codesIn((await rank(tableFromColumns({ ...columns, y }), { target: 'y' })).warnings)

  it.each([
    ['98 and 99', [98, 99], () => whole(1, 10), '+98,+99'],
    ['97, 98 and 99', [97, 98, 99], () => whole(1, 10), '+97,+98,+99'],
    ['998 and 999', [998, 999], () => whole(1, 60), '+998,+999'],
    ['-9 and -8', [-9, -8], () => whole(0, 4), '+-9,+-8'],
    ['-9, -8 and -7', [-9, -8, -7], () => whole(1, 7), '+-9,+-8,+-7'],
    ['-99 and -98', [-99, -98], () => whole(18, 90), '+-99,+-98'],
    ['-3, -2 and -1', [-3, -2, -1], () => whole(5, 9), '+-3,+-2,+-1'],
    ['88 and 99', [88, 99], () => whole(1, 12), '+88,+99'],
    ['77, 88 and 99', [77, 88, 99], () => whole(0, 30), '+77,+88,+99'],
  ])('are reported together: %s', async (names, codes, other, words) => {
    const [message, ...more] = await messagesOf({ column: besideCodes(codes, other) })
    expect(more).toEqual([])
    expect(message).toBe(
      `column column holds ${names} in 40 rows, far from all its other values: if they stand for missing values, say --missing-words ${words}`,
    )
  })

  it.each([
    ['marks from 1 to 10', () => whole(1, 10)],
    ['years', () => pick([1998, 1999])],
    ['years from 1990 on', () => pick([1990, 1991, 1998, 1999])],
    ['percentages', () => whole(0, 99)],
    [
      'percentages of which few are high',
      () => pick([...Array.from({ length: 19 }, () => whole(0, 90)), whole(97, 99)]),
    ],
    ['ages', () => (uniform() < 0.05 ? whole(97, 99) : whole(18, 96))],
    ['ages of which few are high', () => (uniform() < 0.05 ? whole(98, 99) : whole(18, 85))],
    ['a scale around 0', () => whole(-3, 3)],
    ['-1 and 0 beside counts', () => pick([-1, 0, 5, 6, 7, 8])],
    ['amounts that end in a pair', () => (uniform() < 0.1 ? pick([54, 55]) : whole(1, 10))],
    ['98, 99 and one other', () => pick([1, 98, 99])],
  ])('are not reported: %s', async (_, value) => {
    expect(await messagesOf({ column: range.map(value) })).toEqual([])
  })

  it('that scales share are reported of all, and of one alone not', async () => {
    const one = besideCodes([8, 9], () => whole(1, 5))
    const two = besideCodes([8, 9], () => whole(1, 5))
    const three = besideCodes([8, 9], () => whole(0, 4))
    expect(await messagesOf({ one, two })).toEqual([])
    expect(await messagesOf({ one, two, three })).toEqual([
      '3 columns hold 8 and 9, after steps of their scales that no row has (rows: one 40, two 40, three 40): if they stand for missing values, say --missing-words +8,+9',
    ])
    const nine = ['a', 'b', 'c', 'd'].map((name) => [name, beside(9, () => whole(1, 7))] as const)
    expect(await messagesOf(Object.fromEntries(nine))).toEqual([
      '4 columns hold 9, after steps of their scales that no row has (rows: a 40, b 40, c 40, d 40): if it stands for a missing value, say --missing-words +9',
    ])
    // Where one column takes each step to 9, it is an answer.
    const ten = range.map(() => whole(0, 9))
    expect(await messagesOf({ one, two, three, ten })).toEqual([])
    const odd = ['a', 'b', 'c'].map((name) => [name, range.map(() => pick([1, 3, 5, 7, 9]))] as const)
    expect(await messagesOf(Object.fromEntries(odd))).toEqual([])
    const few = ['a', 'b', 'c'].map(
      (name) => [name, besideCodes([9], () => whole(1, 7)).slice(0, 120)] as const,
    )
    const short = tableFromColumns({ ...Object.fromEntries(few), y: y.slice(0, 120) })
    expect(codesIn((await rank(short, { target: 'y' })).warnings)).toEqual([])
  })

  it('are the same from DuckDB', async () => {
    const columns = {
      a: besideCodes([97, 98, 99], () => whole(1, 10)),
      b: besideCodes([-9, -8], () => whole(0, 4)),
    }
    const duckdb = await duckSourceOf(tableFromColumns({ ...columns, y }))
    try {
      const found = codesIn((await rank(duckdb, { target: 'y' })).warnings)
      expect(found).toEqual(await messagesOf(columns))
      expect(found).toHaveLength(2)
    } finally {
      duckdb.close()
    }
  })
})

function codesIn(warnings: readonly Warning[]): readonly string[] {
  return warnings.flatMap(({ code, message }) => (code === 'missing-value-code' ? [message] : []))
}

describe('the warning of it', () => {
  const message = (words: string) =>
    `column income holds -999 in 40 rows, far from all its other values: if it stands for a missing value, say --missing-words ${words}`

  it('is given by every command, from memory and from DuckDB', async () => {
    const table = tableFromColumns({ income, n: range.map(uniform), y })
    const asked = async (data: Table | Awaited<ReturnType<typeof duckSourceOf>>) => [
      (await describeTable(data, { target: 'y' })).warnings,
      (await rank(data, { target: 'y' })).warnings,
      (await select(data, { target: 'y', k: 1 })).warnings,
      (await interactions(data, { target: 'y' })).warnings,
    ]
    const duckdb = await duckSourceOf(table)
    try {
      for (const warnings of [...(await asked(table)), ...(await asked(duckdb))]) {
        expect(codesIn(warnings)).toEqual([message('+-999')])
      }
    } finally {
      duckdb.close()
    }
    // A column taken as it is is not looked at.
    expect(codesIn((await select(table, { target: 'y', asIs: true })).warnings)).toEqual([])
  })

  const folder = testFolder()

  it('names a flag that works', async () => {
    const path = folder.write('incomes.csv', textOf(range.map((row) => ({ income: income[row], y: y[row] }))))
    const printed = await criba(['describe', path, '-t', 'y'])
    expect(printed.err).toContain(message('+-999'))
    expect(printed.out).toContain('1 column with a number that may mean missing: income')
    const read = await criba(['describe', path, '-t', 'y', '--missing-words', '+-999'])
    expect(read.err).toBe('warning: values are missing in a column (income 40)\n')
    expect(read.out).not.toContain('may mean missing')
  })

  it('names an option that keeps other words', async () => {
    const rows = range.map((row) => ({ income: income[row], n: row % 7 === 0 ? null : uniform(), y: y[row] }))
    const path = folder.write('gaps.csv', textOf(rows, { missing: 'NA' }))
    const printed = await criba(['describe', path, '-t', 'y'])
    expect(printed.err).toContain(message('+-999'))
    const read = await criba(['describe', path, '-t', 'y', '--missing-words', '+-999'])
    expect(read.err).toBe('warning: values are missing in 2 columns (income 40, n 58)\n')
  })
})
