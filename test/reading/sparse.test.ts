import { openSource, readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { looksSparse } from '../../dist/src/files/read/svmlight.js'
import { inOrder } from './cells.ts'
import { failure, testFolder } from './folder.ts'

const folder = testFolder()

describe('sparse rows of ARFF', () => {
  const head = `@relation r\n@attribute n numeric\n@attribute 'the level' {red, 'dark green'}\n@attribute flag {0, 1}\n@data\n`

  it('leave out 0, and the first level', async () => {
    const path = folder.write(
      's.arff',
      `${head}{0 1.5, 2 1}\n{1 'dark green'}\n{ }\n{0 ?, 1 "red"}\n2,red,1\n`,
    )
    const table = await readTable(path)
    expect(inOrder(table)).toEqual([
      ['n', [1.5, 0, 0, null, 2]],
      ['the level', ['red', 'dark green', 'red', 'red', 'red']],
      ['flag', ['1', '0', '0', '0', '1']],
    ])
    // The same rows, dense.
    const dense = `${head}1.5,red,1\n0,'dark green',0\n0,red,0\n?,red,0\n2,red,1\n`
    expect(await readTable(folder.write('d.arff', dense))).toEqual(table)
  })

  it.each([
    ['{0 1.5', 'needs } at its end'],
    ['{3 1}', 'needs places from 0 to 2 with values'],
    ['{x 1}', 'needs places from 0 to 2 with values'],
    ['{0 1, 0 2}', 'place 0 stands twice'],
    ['{1 blue}', '"blue" \\(not among its levels\\)'],
    ['{0 1.5}, {2}', 'places from 0 to 2'],
  ])('%s is refused', async (row, why) => {
    const message = await failure(readTable(folder.write('bad.arff', `${head}{0 1}\n${row}\n`)))
    expect(message).toMatch(new RegExp(why))
    expect(message).toMatch(/bad\.arff.*line 7/)
  })

  it('need a value of each text, which has no zero', async () => {
    const path = folder.write(
      'text.arff',
      '@relation r\n@attribute n numeric\n@attribute t string\n@data\n{0 1}\n',
    )
    expect(await failure(readTable(path))).toMatch(/no value of t, a text or date/)
  })
})

describe('sparse rows of SVMlight', () => {
  it('may begin with the mark of UTF-8', async () => {
    for (const name of ['mark.svm', 'mark.txt']) {
      const table = await readTable(folder.write(name, '\ufeff1 1:2 3:1\n-1 1:3\n1 3:4\n'))
      expect(inOrder(table)).toEqual([
        ['target', [1, -1, 1]],
        ['1', [2, 3, 0]],
        ['3', [1, 0, 4]],
      ])
    }
  })

  it('are named by their line where a target is no number', async () => {
    const path = folder.write('words.svm', '# made\n1 1:2\nyes 1:3\n')
    const message = await failure(readTable(path, { types: { target: 'numeric' } }))
    expect(message).toMatch(/yes.*row 2 of .*words\.svm \(line 3\)|row 2 of .*words\.svm \(line 3\).*yes/)
  })

  it('are columns named by their index behind the target', async () => {
    const text = '# made by hand\n+1 3:0.5 10:1 # first\n-1 1:2 3:1e-3\r\n\n1 10:nan\n-1\n'
    const expected = [
      ['target', [1, -1, 1, -1]],
      ['1', [0, 2, 0, 0]],
      ['3', [0.5, 0.001, 0, 0]],
      ['10', [1, 0, null, 0]],
    ]
    for (const name of ['a.svm', 'a.libsvm', 'a.svmlight.gz', 'a.txt', 'a9a', 'a.t']) {
      // A value that is no number looks like no sparse row.
      const looked = /svm/.test(name) ? text : text.replace('nan', '2')
      const table = await readTable(folder.write(name, looked))
      expect(inOrder(table), name).toEqual(
        /svm/.test(name) ? expected : [...expected.slice(0, 3), ['10', [1, 0, 2, 0]]],
      )
    }
  })

  it('may have classes that are no numbers, and queries', async () => {
    const path = folder.write('q.svm', 'a qid:1 1:1\nb qid:1 2:2\na qid:2 1:3\n')
    const table = await readTable(path)
    expect(inOrder(table)).toEqual([
      ['target', ['a', 'b', 'a']],
      ['qid', ['1', '1', '2']],
      ['1', [1, 0, 3]],
      ['2', [0, 2, 0]],
    ])
    expect(table.warnings.map(({ code, column }) => [code, column])).toEqual([['dependent-rows', 'qid']])
    const typed = await readTable(path, { types: { '1': 'categorical' }, drop: ['qid'] })
    expect(typed.columns[1]).toMatchObject({ name: '1', levels: ['0', '1', '3'] })
    expect(typed.warnings).toEqual([])
    const relation = await openSource(path, { source: 'duckdb' })
    expect(relation.columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'target categorical',
      'qid categorical',
      '1 numeric',
      '2 numeric',
    ])
    relation.close()
  })

  it.each([
    ['1 3:1 2:1', '2:1 \\(needs index:value, indices ascending\\)'],
    ['1 3:1 3:2', '3:2 \\(needs'],
    ['1 3:x', '3:x \\(needs a number'],
    ['1 x', 'x \\(needs index:value'],
    ['3:1 4:1', '3:1 \\(needs a target first\\)'],
    ['1 2:1 qid:3', 'qid:3 \\(needs index'],
  ])('%s is refused with its line', async (row, why) => {
    const message = await failure(readTable(folder.write('bad.svm', `1 1:1\n${row}\n`)))
    expect(message).toMatch(new RegExp(`^invalid cell in row 2 of bad\\.svm \\(line 2\\): ${why}`))
  })

  it('are refused above the memory bound', async () => {
    const rows = Array.from({ length: 9000 }, (_, i) => `1 ${i + 1}:1\n`)
    expect(await failure(readTable(folder.write('wide.svm', rows.join(''))))).toMatch(
      /^too large: wide\.svm has 9000 rows × 9001 columns once zeros are filled in \(up to 67108864 values/,
    )
  })

  it.each([
    ['1 12:30 13:45\n2 10:15 11:20\n', 'times of day'],
    ['3 4:1\nname 5:2\n', 'a word'],
    ['1 5:1 4:2\n', 'indices that fall'],
    ['1\n2\n3\n', 'no pairs'],
    ['1 2 3\n', 'numbers'],
    ['a b\n1 2:3\n', 'a header'],
    ['1;2:3\n', 'another separator'],
    ['', 'nothing'],
  ])('%j do not look like them: %s', (text) => {
    expect(looksSparse(text)).toBe(false)
  })
})
