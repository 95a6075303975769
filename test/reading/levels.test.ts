import { readFileSync } from 'node:fs'
import {
  describe as describeTable,
  foldLevels,
  splitLists,
  tableFromColumns,
  tableFromCsv,
  tableFromRows,
} from 'criba'
import { openReducible, openSource, readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { named } from './cells.ts'
import { failure, testFolder } from './folder.ts'

const folder = testFolder()

const sexes = ['Male', 'male', 'Male ', 'Male', 'Female', 'female', '', 'Female']
const merged = ['Male', 'Male', 'Male', 'Male', 'Female', 'Female', null, 'Female']
const towns = ['Köln', 'KÖLN', 'Köln', 'Bonn', 'Bonn', 'bonn', 'Bonn', 'Bonn']
const text = `sex,town,x\n${sexes.map((sex, i) => `"${sex}",${towns[i]},${i}`).join('\n')}\n`

/** The same rows in several formats. */
async function files(): Promise<readonly string[]> {
  const csv = folder.write('levels.csv', text)
  const rows = sexes.map((sex, i) => ({ sex: sex === '' ? null : sex, town: towns[i], x: i }))
  const select = rows.map(
    ({ sex, town, x }) => `SELECT ${sex === null ? 'NULL' : `'${sex}'`} AS sex, '${town}' AS town, ${x} AS x`,
  )
  const arff = rows.map(({ sex, town, x }) => `${sex === null ? '?' : `'${sex}'`},${town},${x}`)
  return [
    csv,
    folder.write('levels.json', JSON.stringify(rows)),
    await folder.parquet('levels.parquet', select.join(' UNION ALL ')),
    folder.write(
      'levels.arff',
      `@relation r\n@attribute sex string\n@attribute town string\n@attribute x numeric\n@data\n${arff.join('\n')}\n`,
    ),
  ]
}

describe('foldLevels', () => {
  it('merges the spellings of the named columns alone, in every format', async () => {
    for (const path of await files()) {
      const plain = named(await readTable(path))
      expect(plain['sex']).toEqual(sexes.map((sex) => (sex === '' ? null : sex)))
      const table = await readTable(path, { foldLevels: ['sex'] })
      expect(named(table)).toEqual({ ...plain, sex: merged })
      expect(table.warnings.map(({ code, columns }) => [code, columns])).toEqual([
        ['merged-spellings', ['sex']],
      ])
    }
  })

  it.each(['memory', 'duckdb'] as const)(
    'gives a source in %s the levels of such a table',
    async (source) => {
      for (const path of await files()) {
        const data = await openSource(path, { source, foldLevels: ['s*', 'town'] })
        const facts = data.columns.map(({ name, type, distinct, missing }) => [name, type, distinct, missing])
        expect(facts).toEqual([
          ['sex', 'categorical', 2, 1],
          ['town', 'categorical', 2, 0],
          ['x', 'numeric', null, 0],
        ])
        const { columns } = await describeTable(data, { target: 'sex' })
        data.close()
        expect(columns.find(({ name }) => name === 'sex')!.levels).toEqual(['Female', 'Male'])
        // Of the seven rows that have a sex.
        expect(columns.find(({ name }) => name === 'town')!.frequencies!.most).toEqual([
          { level: 'Bonn', count: 4 },
          { level: 'Köln', count: 3 },
        ])
      }
    },
  )

  it('comes after a query', async () => {
    const [csv] = await files()
    const sql = "SELECT upper(sex) AS sex, town || ' ' AS town FROM data WHERE x < 3"
    const table = await readTable(csv, { sql, foldLevels: ['*'] })
    expect(named(table)).toEqual({
      sex: ['MALE', 'MALE', 'MALE '].map(() => 'MALE'),
      // Without the blank behind it.
      town: ['Köln', 'Köln', 'Köln'],
    })
  })

  it('refuses columns that the data lack or that hold numbers; a pattern takes the others', async () => {
    const [csv] = await files()
    expect(await failure(readTable(csv, { foldLevels: ['sexe'] }))).toMatch(
      /^unknown column: sexe \(did you mean sex\?\)$/,
    )
    expect(await failure(readTable(csv, { foldLevels: ['x'] }))).toMatch(
      /^unsuitable column to fold: x holds numbers/,
    )
    expect(named(await readTable(csv, { foldLevels: ['*'] }))['x']).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    // A column that is not read has nothing to fold.
    const table = await readTable(csv, { foldLevels: ['sex', 'town'], drop: ['sex'] })
    expect(Object.keys(named(table))).toEqual(['town', 'x'])
  })

  it('leaves the cells of a written file as they are', async () => {
    const [csv] = await files()
    const path = folder.path('written.csv')
    const data = await openReducible(csv, path, { foldLevels: ['*'] })
    expect((await data.reduce(['sex'])).columns).toEqual(['sex'])
    data.close()
    expect(readFileSync(path, 'utf8').split('\n').slice(0, 5)).toEqual([
      'sex',
      'Male',
      'male',
      'Male ',
      'Male',
    ])
  })

  it('is written where a query made the cells', async () => {
    const [csv] = await files()
    const sql = 'SELECT sex, x FROM data WHERE x < 4'
    for (const source of ['memory', 'duckdb'] as const) {
      const path = folder.path(`queried-${source}.csv`)
      const data = await openReducible(csv, path, { sql, foldLevels: ['sex'], source })
      await data.reduce(['sex'])
      data.close()
      expect(readFileSync(path, 'utf8').trim().split('\n')).toEqual(['sex', 'Male', 'Male', 'Male', 'Male'])
    }
  })

  it('is a function of a table, and an option of a text', async () => {
    const table = tableFromColumns({ sex: sexes.map((sex) => sex || null), x: [0, 1, 2, 3, 4, 5, 6, 7] })
    expect(named(foldLevels(table, ['sex']))['sex']).toEqual(merged)
    expect(named(foldLevels(table, ['*'], { sex: ['MALE', 'f'] }))['sex']).toEqual(
      merged.map((sex) => (sex === 'Male' ? 'MALE' : sex)),
    )
    expect(named(await tableFromCsv(text, { foldLevels: ['sex'] }))['sex']).toEqual(merged)
    // The table stays as it was.
    expect(named(table)['sex'][1]).toBe('male')
  })
})

describe('split', () => {
  const lists = ['mail;phone', 'mail', ' web ; mail', '', 'phone;', 'mail;mail']
  const indicators = {
    channels_mail: [1, 1, 1, null, 0, 1],
    channels_phone: [1, 0, 0, null, 1, 0],
    channels_web: [0, 0, 1, null, 0, 0],
  }
  const csv = () =>
    folder.write(
      'lists.csv',
      `id,channels,y\n${lists.map((list, i) => `${i},${list},${i % 2}`).join('\n')}\n`,
    )

  it('makes an indicator of each item in the place of the column', async () => {
    const table = await readTable(csv(), { split: { channels: ';' } })
    expect(table.columns.map(({ name, type }) => [name, type])).toEqual([
      ['id', 'numeric'],
      ['channels_mail', 'numeric'],
      ['channels_phone', 'numeric'],
      ['channels_web', 'numeric'],
      ['y', 'numeric'],
    ])
    expect(named(table)).toMatchObject(indicators)
    const read = await tableFromCsv(readFileSync(csv(), 'utf8'), { split: { channels: ';' } })
    expect(named(read)).toMatchObject(indicators)
  })

  it.each([';', '|', ',', ' / ', '.', '\\', '^', '+', "'"])(
    'takes the sign %j, in DuckDB as in memory',
    async (sign) => {
      const rows = lists.map((list, i) => ({
        channels: list === '' ? null : list.replaceAll(';', sign),
        y: i % 2,
      }))
      const path = folder.write('signs.json', JSON.stringify(rows))
      const split = { channels: sign }
      expect(named(await readTable(path, { split }))).toEqual({ ...indicators, y: [0, 1, 0, 1, 0, 1] })
      const data = await openSource(path, { source: 'duckdb', split })
      const { columns } = await describeTable(data)
      data.close()
      expect(
        columns
          .slice(0, 3)
          .map(({ name, type, missing, frequencies, histogram }) => [
            name,
            type,
            missing,
            frequencies,
            histogram?.counts[0],
          ]),
      ).toEqual([
        ['channels_mail', 'numeric', 1, undefined, 1],
        ['channels_phone', 'numeric', 1, undefined, 3],
        ['channels_web', 'numeric', 1, undefined, 4],
      ])
    },
  )

  it('writes the lists as they are, if an indicator is chosen', async () => {
    const path = folder.path('lists-written.csv')
    const data = await openReducible(csv(), path, { split: { channels: ';' } })
    expect((await data.reduce(['channels_web', 'y'])).columns).toEqual(['channels', 'y'])
    data.close()
    expect(readFileSync(path, 'utf8')).toBe(
      `channels,y\n${lists.map((list, i) => `${list},${i % 2}`).join('\n')}\n`,
    )
  })

  it('refuses numbers, unknown columns, names that are taken, and no sign', async () => {
    const split = (given: Record<string, string>) => failure(readTable(csv(), { split: given }))
    expect(await split({ y: ';' })).toMatch(/^unsuitable column to split: y holds numbers/)
    expect(await split({ chanels: ';' })).toMatch(/^unknown column: chanels \(did you mean channels\?\)$/)
    expect(await split({ channels: ' ' })).toMatch(
      /^invalid split: channels= {2}\(needs column=sign, as in channels=;\)$/,
    )
    const table = tableFromRows([{ a: 'x;y', a_x: 1 }])
    expect(() => splitLists(table, { a: ';' })).toThrow('invalid split: two columns would be called a_x')
  })
})
