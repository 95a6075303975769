import { gzipSync } from 'node:zlib'
import { readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { inOrder } from './cells.ts'
import { failure, testFolder } from './folder.ts'

const folder = testFolder()

/** More bytes than are rewritten on the thread that reads. */
const many = 2 ** 20

describe('JSON that is rewritten on a thread of its own', () => {
  it('is the same table, with what is said of it', async () => {
    const long = (rows: string) => `{"v":1,"rows":[${rows.repeat(many / 16)}{"a":2,"b":"y"}]}`
    const [one, other] = await Promise.all(
      ['', '{"a":1,"b":"\u00e9x"},'].map((rows, i) => readTable(folder.write(`${i}.json`, long(rows)))),
    )
    expect(other.rows).toBe(many / 16 + 1)
    const ends = inOrder(other).map(([name, cells]) => [name, cells[0], cells.at(-1)])
    expect(ends).toEqual([
      ['a', 1, 2],
      ['b', 'éx', 'y'],
    ])
    expect(other.warnings.filter(({ code }) => code === 'frame')).toEqual(one.warnings)
    expect(one.warnings).toHaveLength(1)
  })

  it('is refused by the same errors', async () => {
    const text = `{"columns":["a"],"data":[${'[1],'.repeat(many / 2)}[1,2]]}`
    const reading = readTable(folder.write('uneven.json', text))
    await expect(reading).rejects.toMatchObject({ name: 'CribaError', code: 'unreadable' })
    expect(await failure(reading)).toMatch(/^unreadable file: uneven.json has rows that do not fit/)
  })
})

describe('JSON of other forms than a list of rows', () => {
  it.each([
    ['lists of values', '{"a":[1,2,3],"b":[4,5'],
    ['rows', '[[1,2],[3,4],[5,6'],
    ['columns by row', '{"a":{"0":1,"1":2},"b":{"0":3,"1":4'],
    ['rows beside other parts', '{"meta":[1,2],"data":[{"a":1},{"a"'],
    ['a text', '{"a":[1,2],"b":["x","y\\"'],
  ])('that is cut is refused: %s', async (_, text) => {
    expect(await failure(readTable(folder.write('cut.json', text)))).toBe(
      'unreadable file: cut.json ends too early (it is damaged or cut)',
    )
  })

  it.each([
    ['a text behind it', '{"a":[1,2]} x', 13],
    ['a bracket of another kind', '{"a":[1,2},"b":[3,4]}', 10],
    ['two commas', '{"a":[1,,2],"b":[3,4]}', 9],
    ['no comma', '{"a":[1 2],"b":[3,4]}', 9],
    ['a last comma', '{"a":[1,2,]}', 11],
    ['a value without a name', '{"a":[1,2],[3,4]}', 12],
    ['a name in a list', '{"a":[1:2]}', 8],
  ])('with %s is no JSON', async (_, text, byte) => {
    expect(await failure(readTable(folder.write('damaged.json', text)))).toBe(
      `unreadable file: damaged.json is no JSON from byte ${byte} on (it is damaged or cut)`,
    )
  })

  it.each([
    ['a row of more values than names', '[["a","b"],[1,2],[3,4,5]]'],
    ['a row of more values than the first', '[[1,2],[3,4,5]]'],
    ['a number among rows', '[[1,2],5]'],
    ['an object among rows', '[[1,2],{"x":7,"y":8}]'],
    ['too few names of rows', '{"columns":["a"],"index":["p"],"data":[[1],[2]]}'],
    ['too many names of rows', '{"columns":["a"],"index":["p","q","r"],"data":[[1],[2]]}'],
  ])('that would lose or mix values is refused: %s', async (_, text) => {
    expect(await failure(readTable(folder.write('uneven.json', text)))).toBe(
      'unreadable file: uneven.json has rows that do not fit its columns (write a list of as many values for each row, in the order of the columns)',
    )
  })

  it.each([
    [
      'columns',
      '{"columns":["ä","ä"],"data":[[1,2],[3,4]]}',
      'has several columns ä (give each its own name)',
    ],
    ['rows', '{"a":{"p":1,"p":2}}', 'is one object that holds'],
    [
      'kinds against numbers of rows',
      '{"a":{"0":1,"1":"x"},"b":{"0":2,"1":"y"}}',
      'is one object that holds',
    ],
  ])('with a doubt about its %s is refused', async (_, text, end) => {
    expect(await failure(readTable(folder.write('doubt.json', text)))).toContain(
      `unreadable file: doubt.json ${end}`,
    )
  })

  it.each([
    ['of which some are texts', [50.58, '10.07', 31.2, '22.5', 17, '40'], 3],
    ['that are all texts, some with a fraction', ['50.58', '10.07', '3', '22', '1e3', '-4'], 6],
  ])('names numbers %s, with the type that reads them', async (_, values, written) => {
    const path = folder.write('texts.json', JSON.stringify(values.map((v) => ({ v }))))
    const { warnings } = await readTable(path)
    expect(warnings.map(({ code, remedy }) => [code, remedy?.set, remedy?.rows])).toEqual([
      ['mixed-types', { types: { v: 'numeric' } }, written],
    ])
    expect(inOrder(await readTable(path, warnings[0].remedy!.set))).toEqual([['v', values.map(Number)]])
  })

  it.each([[['01', '2', '03']], [['1.5', '2.5', 'x']], [[1, 'x', '2']]])(
    'does not take %j for numbers',
    async (values) => {
      const path = folder.write('codes.json', JSON.stringify(values.map((v) => ({ v }))))
      expect((await readTable(path)).warnings).toEqual([])
    },
  )

  it('may be among files of which some are compressed', async () => {
    folder.write('mixed-1.json', gzipSync('[{"a":1,"b":"p"}]'))
    folder.write('mixed-2.json', '{"a":[2,3],"b":["q","r"]}')
    folder.write('mixed-3.json', gzipSync('{"a":[4],"b":["s"]}'))
    expect(inOrder(await readTable(folder.path('mixed-*.json')))).toEqual([
      ['a', [1, 2, 3, 4]],
      ['b', ['p', 'q', 'r', 's']],
    ])
  })

  it('has the letters of its names and texts, and rows in any order', async () => {
    const text = '\uFEFF{"größe":{"2":1.5,"ö":2},\r\n\t"😀\\"":{"ö":"é","2":"\\u00e9\\n"}}\r\n'
    expect(inOrder(await readTable(folder.write('letters.json', text)))).toEqual([
      ['index', ['2', 'ö']],
      ['größe', [1.5, 2]],
      ['😀"', ['é\n', 'é']],
    ])
  })
})
