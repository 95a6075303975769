import { openReducible, openSource, readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { leavesOf, withTexts } from '../../dist/src/files/read/engine-types.js'
import { inOrder, named } from './cells.ts'
import { failure, testFolder } from './folder.ts'

const folder = testFolder()

describe('a type of the engine', () => {
  it('is taken apart at its structs', () => {
    const engineType = `STRUCT("a b" INTEGER, "q""x" STRUCT(d DATE, e ENUM('a,b)', 'it''s')), dc DECIMAL(10,2), l STRUCT(x INTEGER)[], m MAP(VARCHAR, INTEGER))`
    const column = { name: 's', engineType }
    expect(
      leavesOf([column, { name: 'S.DC', engineType: 'DATE' }]).map(({ name, engineType }) => [
        name,
        engineType,
      ]),
    ).toEqual([
      ['s.a b', 'INTEGER'],
      ['s.q"x.d', 'DATE'],
      ['s.q"x.e', `ENUM('a,b)', 'it''s')`],
      ['s.dc_2', 'DECIMAL(10,2)'],
      ['s.l', 'STRUCT(x INTEGER)[]'],
      ['s.m', 'MAP(VARCHAR, INTEGER)'],
      ['S.DC', 'DATE'],
    ])
    expect(withTexts(column, (path) => path.at(-1) === 'd')).toContain('"q""x" STRUCT("d" VARCHAR, ')
    expect(leavesOf([{ name: 'r', engineType: 'STRUCT(INTEGER, VARCHAR)' }])).toHaveLength(1)
  })
})

describe('objects in rows of JSON', () => {
  const rows = [
    { id: 1, who: { name: 'a', born: '2020-01-01', at: { x: 0.5, big: 1 } }, 'who.name': 'other' },
    { id: 2, who: { name: 'b', born: null, at: { x: 1, big: 2 } } },
    { id: 3, who: null },
  ]
  // Whole numbers that are equal as doubles.
  const text = JSON.stringify(rows)
    .replace('"big":1}', '"big":123456789012345678901234}')
    .replace('"big":2}', '"big":123456789012345678901235}')
  const expected = [
    ['id', [1, 2, 3]],
    ['who.name_2', ['a', 'b', null]],
    ['who.born', ['2020-01-01', null, null]],
    ['who.at.x', [0.5, 1, null]],
    ['who.at.big', ['123456789012345678901234', '123456789012345678901235', null]],
    ['who.name', ['other', null, null]],
  ]

  it('are columns a.b, and texts in them stay texts', async () => {
    const path = folder.write('nested.json', text)
    expect(inOrder(await readTable(path))).toEqual(expected)
    const source = await openReducible(path, folder.path('flat.csv'), { source: 'duckdb' })
    expect(source.columns.map(({ name, missing }) => [name, missing])).toEqual(
      expected.map(([name, all]) => [name, (all as unknown[]).filter((cell) => cell === null).length]),
    )
    await source.reduce(['who.at.x', 'who.name'])
    source.close()
    expect(inOrder(await readTable(folder.path('flat.csv')))).toEqual([expected[3], expected[5]])
  })

  it('can be dropped one by one or as a whole, typed, and queried as they are in the file', async () => {
    const path = folder.write('again.json', text)
    const names = async (drop: readonly string[]) =>
      (await readTable(path, { drop })).columns.map(({ name }) => name)
    expect(await names(['who'])).toEqual(['id', 'who.name'])
    expect(await names(['who.at.x', 'who.name'])).toEqual(['id', 'who.name_2', 'who.born', 'who.at.big'])
    expect(await failure(names(['whom']))).toMatch(/^unknown column: whom/)
    const typed = await readTable(path, { types: { 'who.born': 'date' } })
    expect(inOrder(typed)[2]).toEqual(['who.born', [18_262, null, null]])
    const query = await readTable(path, { sql: 'SELECT who, who.at.x * 2 AS twice FROM data' })
    expect(query.columns.map(({ name }) => name)).toEqual([
      ...['who.name', 'who.born', 'who.at.x', 'who.at.big', 'twice'],
    ])
  })

  it('with lists are refused with the query that reads them', async () => {
    const lists = [
      { a: [1, 2], s: { l: ['x'], t: { m: [1] }, v: 1 } },
      { a: [3], s: { l: [], t: { m: [1, 2, 3] }, v: 2 } },
    ]
    const path = folder.write('lists.json', JSON.stringify(lists))
    const message = await failure(readTable(path))
    expect(message).toMatch(
      /^unsuitable columns a, s\.l, s\.t\.m of lists\.json: they hold BIGINT\[\], VARCHAR\[\]/,
    )
    const [, sql] = /--sql '(.*)'\)$/.exec(message)!
    expect(inOrder(await readTable(path, { sql }))).toEqual([
      ['a', [2, 1]],
      ['s.l', [1, 0]],
      ['s.t.m', [1, 3]],
      ['s.v', [1, 2]],
    ])
    expect(await failure(readTable(path, { sql: 'SELECT a FROM data' }))).toMatch(
      /or select len\("a"\) AS "a"\)$/,
    )
    const mixed = folder.write('kinds.json', '[{"a":{"b":1},"c":1},{"a":[1],"c":2}]')
    const kinds = await failure(readTable(mixed))
    expect(kinds).toMatch(/^unsuitable column a of kinds\.json: it holds JSON/)
    const [, query] = /--sql '(.*)'\)$/.exec(kinds)!
    expect(inOrder(await readTable(mixed, { sql: query }))).toEqual([
      ['a', ['{"b":1}', '[1]']],
      ['c', [1, 2]],
    ])
  })

  it.each([
    ['columns with numbered rows', '{"dose":{"0":1.5,"1":2},"arm":{"0":"p","1":"q{,"}}', []],
    ['columns as lists', ' {"dose": [1.5, 2],\n "arm": ["p", "q{,"]}\n', []],
    ['parts', '{"columns":["dose","arm"],"index":[0,1],"data":[[1.5,"p"],[2,"q{,"]]}', []],
    ['numbered rows', '{"0":{"dose":1.5,"arm":"p"},"1":{"dose":2,"arm":"q{,"}}', []],
    ['lists with a header', '[["dose","arm"],[1.5,"p"],[2,"q{,"]]', []],
    [
      'rows beside other parts',
      '{"n":2,"data":[{"dose":1.5,"arm":"p"},\r\n{"arm":"q{,","dose":2}],"next":null}',
      ['frame'],
    ],
    [
      'a schema and rows',
      '{"schema":{"fields":[]},"data":[{"dose":1.5,"arm":"p"},{"dose":2,"arm":"q{,"}]}',
      ['frame'],
    ],
  ])('that are a table in another form are read: %s', async (_, text, codes) => {
    const table = await readTable(folder.write('frame.json', text))
    expect(inOrder(table)).toEqual([
      ['dose', [1.5, 2]],
      ['arm', ['p', 'q{,']],
    ])
    expect(table.warnings.map(({ code }) => code)).toEqual(codes)
  })

  it.each([
    ['rows', '{"b":{"dose":1.5,"arm":"p"},"a":{"arm":"q"}}', ['b', 'a'], [1.5, null]],
    ['rows in columns', '{"dose":{"b":1.5,"a":2},"arm":{"b":"p","a":"q"}}', ['b', 'a'], [1.5, 2]],
    [
      'rows in parts',
      '{"columns":["dose","arm"],"index":["b","a"],"data":[[1.5,"p"],[2,"q"]]}',
      ['b', 'a'],
      [1.5, 2],
    ],
    ['numbers of rows', '{"dose":{"7":1.5,"3":2},"arm":{"7":"p","3":"q"}}', ['7', '3'], [1.5, 2]],
  ])('keep the names of %s as a column', async (_, text, index, dose) => {
    const table = named(await readTable(folder.write('names.json', text)))
    expect(table).toEqual({ index, dose, arm: ['p', 'q'] })
  })

  it('without names are named by their position', async () => {
    const table = await readTable(folder.write('values.json', '[[1.5, "p"], [2, "q"], [null]]'))
    expect(inOrder(table)).toEqual([
      ['column_1', [1.5, 2, null]],
      ['column_2', ['p', 'q', null]],
    ])
    expect(table.warnings[0]).toMatchObject({ code: 'column-names' })
  })

  it('keep whole numbers that a double cannot hold', async () => {
    const table = await readTable(
      folder.write('ids.json', '{"id":[9007199254740993,9007199254740992],"y":[1,2]}'),
    )
    expect(inOrder(table)[0]).toEqual(['id', ['9007199254740993', '9007199254740992']])
  })

  it.each([
    ['lists of different lengths', '{"dose":[1.5,2],"arm":["p"]}'],
    ['objects of which either may be rows', '{"a":{"x":1,"y":2},"b":{"x":3,"y":4}}'],
    ['two lists of rows', '{"a":[{"x":1}],"b":[{"x":2}]}'],
  ])('that make no table are refused with the line that writes rows: %s', async (_, text) => {
    const path = folder.write('frame.json', text)
    expect(await failure(readTable(path))).toBe(
      "unreadable file: frame.json is one object that holds the parts of a table (write a list of rows, as df.to_json(path, orient='records') of pandas does)",
    )
  })

  it('that are a table in one object can be queried; other objects are rows', async () => {
    const path = folder.write('lists.json', '{"dose":[1.5,2],"arm":["p","q"]}')
    const sql = 'SELECT unnest(dose) AS dose, unnest(arm) AS arm FROM data'
    expect(inOrder(await readTable(path, { sql }))).toEqual([
      ['dose', [1.5, 2]],
      ['arm', ['p', 'q']],
    ])
    for (const text of [
      '{"a":{"x":1},"b":2}',
      '{"a":{"x":1},"b":{"x":2}}\n{"a":{"x":3},"b":{"x":4}}',
      '[{"a":{"x":1},"b":{"x":2}}]',
    ])
      expect((await readTable(folder.write('rows.json', text))).columns[0].name).toBe('a.x')
  })

  it.each([
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('that are nested too deeply are refused: %s', async (_, open, close) => {
    const deep = (levels: number) =>
      `[{"x":1,"a":${open.repeat(levels)}1${close.repeat(levels)}},{"x":"${'[{'.repeat(400)}"}]`
    expect(await failure(readTable(folder.write('deep.json', deep(20_000))))).toMatch(
      /^unreadable file: deep\.json is nested too deeply/,
    )
    expect(await failure(readTable(folder.write('well.json', deep(100))))).toMatch(/^unsuitable column a/)
  })

  it.each([
    ['after a comma', '[{"a":1},{"a":2},\n'],
    ['after a row', '[{"a":1},{"a":2}'],
    ['of lists', '{"x":[[1,2],[3,4]]}'.slice(5, -2)],
  ])('that are cut short between two rows are refused: %s', async (_, text) => {
    expect(await failure(readTable(folder.write('cut.json', text)))).toBe(
      'unreadable file: cut.json ends before its list of rows does (it was cut short: fetch it again)',
    )
  })
})

describe('structs of Parquet', () => {
  it('are columns, in memory, in the engine and over several files', async () => {
    const rows = (i: number) =>
      `SELECT {'a': ${i}, 'd': DATE '2020-01-0${i}', 't': {'u': 'x${i}'}} AS s, ${i} AS "S.A"`
    await folder.parquet('part-1.parquet', `${rows(1)} UNION ALL SELECT NULL, 9`)
    await folder.parquet('part-2.parquet', rows(2))
    const path = folder.path('part-*.parquet')
    const expected = [
      ['s.a_2', [1, null, 2]],
      ['s.d', [18_262, null, 18_263]],
      ['s.t.u', ['x1', null, 'x2']],
      ['S.A', [1, 9, 2]],
    ]
    expect(inOrder(await readTable(path))).toEqual(expected)
    const source = await openSource(path, { source: 'duckdb', drop: ['S.A'] })
    expect(source.columns.map(({ name, missing }) => [name, missing])).toEqual([
      ['s.a_2', 1],
      ['s.d', 1],
      ['s.t.u', 1],
    ])
    source.close()
    expect(await failure(readTable(path, { drop: ['s', 'x'] }))).toMatch(/unknown column: x/)
    expect((await readTable(path, { drop: ['s'] })).columns).toHaveLength(1)
  })

  it('of other types are refused together, with a query that gives numbers', async () => {
    const path = await folder.parquet(
      'odd.parquet',
      `SELECT 18446744073709551615::UBIGINT AS u, 'x'::BLOB AS b, INTERVAL 2 HOUR AS iv, MAP {'k': 1} AS m, 1 AS y
       UNION ALL SELECT 18446744073709551614::UBIGINT, 'yz', INTERVAL 1 DAY, MAP {'k': 1, 'l': 2}, 2`,
    )
    const message = await failure(readTable(path))
    expect(message).toMatch(/^unsuitable columns b, iv, m of/)
    const [, sql] = /--sql '(.*)'\)$/.exec(message)!
    expect(inOrder(await readTable(path, { sql }))).toEqual([
      // Numbers that would be equal as doubles are levels.
      ['u', ['18446744073709551615', '18446744073709551614']],
      ['b', [1, 2]],
      ['iv', [7200, 86_400]],
      ['m', [1, 2]],
      ['y', [1, 2]],
    ])
  })
})
