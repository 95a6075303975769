// Dates and times in forms that are not read name the query that reads them.
import { readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { cells as cellsOf } from './cells.ts'
import { testFolder } from './folder.ts'

const folder = testFolder()

const fileOf = (cells: readonly string[]) =>
  folder.write('moments.tsv', `when\tn\n${cells.map((cell, i) => `${cell}\t${i * i}`).join('\n')}\n`)

const day = (text: string) => Date.parse(`${text}Z`) / 86_400_000
const second = (text: string) => Date.parse(`${text}Z`) / 1000

describe('dates and times', () => {
  it.each<[cells: readonly string[], values: readonly number[], late: readonly string[]]>([
    [
      ["Wed 05 Jul '23", "Sat 14 Oct '23", "Mon 01 Jan '24"],
      [day('2023-07-05'), day('2023-10-14'), day('2024-01-01')],
      ["Wed 35 Jul '23", '05 Jul', "Sat 05 Jul '58"],
    ],
    [
      ['03 Feb 2022, 0745 hrs', '17 Aug 2022, 2310 hrs'],
      [second('2022-02-03T07:45:00'), second('2022-08-17T23:10:00')],
      ['03 Feb 2022, 2510 hrs', '03 Feb 2022'],
    ],
    [
      ['*24.12.1955', '*03.07.1981'],
      [day('1955-12-24'), day('1981-07-03')],
      ['*31.02.1955', '24.12.1955', '†24.12.1995'],
    ],
    [
      ['since 12/24/2019', 'since 03/07/2021', 'since 05/30/2020'],
      [day('2019-12-24'), day('2021-03-07'), day('2020-05-30')],
      ['2019', 'since 24/12/2019'],
    ],
    [
      ['20230315T061500Z', '20231101T235959Z'],
      [second('2023-03-15T06:15:00'), second('2023-11-01T23:59:59')],
      ['20231301T000000Z', '20230315', '20230315T256112Z'],
    ],
    [
      ['05/28/2022@18:05', '11/02/2022@07:40'],
      [second('2022-05-28T18:05:00'), second('2022-11-02T07:40:00')],
      ['28/05/2022@18:05', '05/28/2022@25:05', '05/28/2022@18:75'],
    ],
    [
      ['032/2021', '060/2021', '120/2021', '366/2020', '001/2020'],
      [day('2021-02-01'), day('2021-03-01'), day('2021-04-30'), day('2020-12-31'), day('2020-01-01')],
      ['366/2021', '000/2021', '12/2021'],
    ],
  ])('%j', async (cells, values, late) => {
    const { warnings } = await readTable(fileOf(cells))
    expect(warnings.map(({ code }) => code)).toEqual(['unread-dates'])
    const { columns } = await readTable(fileOf([...cells, ...late]), { sql: warnings[0].query! })
    expect(cellsOf(columns[0])).toEqual([...values, ...late.map(() => null)])
  })

  it.each([
    ['either order', ['05/04/2022@18:05', '11/02/2022@07:40']],
    ['numbers of cases', ['001/2021', '002/2021', '003/2021', '099/2021', '045/2021']],
    ['births and deaths', ['*24.12.1955', '†03.07.1981']],
    ['other words', ['room 24.12.1955 b', 'hall 03.07.1981 c']],
  ])('of %s name none', async (_, cells) => {
    const { warnings } = await readTable(fileOf(cells))
    expect(warnings.filter(({ query }) => query !== undefined)).toEqual([])
  })
})
