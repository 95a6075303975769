import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { openSource, readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { cells } from './cells.ts'
import { failure, testFolder } from './folder.ts'

const folder = testFolder()

describe('paths', () => {
  it('that cannot be read are errors with a remedy', async () => {
    mkdirSync(folder.path('sub'))
    expect(await failure(readTable(folder.path('none.csv')))).toBe('missing file: none.csv')
    expect(await failure(readTable(folder.path('none*.csv')))).toBe(
      'missing files: no file matches none*.csv',
    )
    expect(await failure(readTable(folder.path('sub')))).toMatch(/^unreadable file: sub is a folder/)
    expect(await failure(readTable('https://example.org/a.csv'))).toMatch(
      /no remote files: download it first/,
    )
    expect(await failure(readTable('s3://bucket/a.parquet'))).toMatch(/no remote files/)
    expect(await failure(readTable(folder.write('a.xlsx', 'PK')))).toMatch(/no whole workbook/)
  })

  it('may be patterns, whose files are read in the order of names and need the same columns', async () => {
    folder.write('part-2.csv', 'a;b\n3;y\n')
    folder.write('part-1.csv', 'a,b\n1,x\n2,x\n')
    const { columns } = await readTable(folder.path('part-*.csv'))
    expect(columns[0].type === 'numeric' && [...columns[0].values]).toEqual([1, 2, 3])
    folder.write('part-3.csv', 'a,c\n3,y\n')
    expect(await failure(readTable(folder.path('part-*.csv')))).toBe(
      'invalid columns of part-3.csv: column 2 is c, in part-1.csv it is b (needs the same columns in every file)',
    )
    await folder.parquet('p1.parquet', 'SELECT 1 AS a')
    await folder.parquet('p2.parquet', 'SELECT 2 AS a')
    expect((await readTable(folder.path('p*.parquet'))).rows).toBe(2)
    await folder.parquet('p3.parquet', 'SELECT 2 AS b')
    expect(await failure(readTable(folder.path('p*.parquet')))).toMatch(
      /invalid columns of p3\.parquet: b \(needs those of/,
    )
  })

  it('may contain wildcards as plain characters', async () => {
    folder.write('x1.csv', 'a\n1\n')
    const path = folder.write('x[1]*.csv', 'a\n7\n')
    const [column] = (await readTable(path)).columns
    expect(column.type === 'numeric' && [...column.values]).toEqual([7])
  })

  it('add no columns from the names of folders', async () => {
    mkdirSync(folder.path('year=2020'))
    const path = folder.write('year=2020/a.csv', 'a\n1\n')
    expect((await readTable(path)).columns).toHaveLength(1)
  })

  it('without an extension are recognised by their first bytes', async () => {
    await folder.parquet('no-extension', 'SELECT 1 AS a')
    expect((await readTable(folder.path('no-extension'))).rows).toBe(1)
    expect((await readTable(folder.write('rows.log', '{"a":1}\n{"a":2}\n'))).rows).toBe(2)
    expect(
      (
        await readTable(
          folder.write('weka.log', '% about\n@relation r\n@attribute a real [0, 9]\n@inputs a\n@data\n1\n'),
        )
      ).rows,
    ).toBe(1)
    expect((await readTable(folder.write('packed.gz', 'a,b\n1,2\n'))).rows).toBe(1)
  })

  it('of KEEL have a word of their own for a missing value', async () => {
    const lines = [
      '@relation q',
      '@attribute a real [0, 5]',
      '@attribute c {x, y}',
      '@inputs a',
      '@outputs c',
    ]
    const keel = [...lines, '@data', '0.5, x', '<null>, y', '?, <null>', ''].join('\n')
    const { columns, warnings } = await readTable(folder.write('keel.dat', keel))
    expect(columns.map(cells)).toEqual([
      [0.5, null, null],
      ['x', 'y', null],
    ])
    expect(warnings).toEqual([])
    const weka = keel.replace(/@(?:in|out)puts.*\n/g, '')
    expect(await failure(readTable(folder.write('weka.arff', weka)))).toContain('"<null>"')
  })

  it('may be standard input, which leaves no file behind', () => {
    const program = `import { readTable } from 'criba/node'
      const { rows, columns } = await readTable('-')
      console.log(rows, columns.map(({ name, type }) => name + ':' + type).join())`
    mkdirSync(folder.path('temporary'))
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      input: 'a;b\n1,5;x\n2;y\n',
      encoding: 'utf8',
      env: { ...process.env, TMPDIR: folder.path('temporary') },
    })
    expect(run.stderr).toBe('')
    expect(run.stdout).toBe('2 a:numeric,b:categorical\n')
    expect(readdirSync(folder.path('temporary'))).toEqual([])
  })
})

describe('dropped columns', () => {
  it('are not loaded, and must exist', async () => {
    const path = folder.write('drop.csv', 'a,b,c\n1,x,2\n2,y,3\n')
    const source = await openSource(path, { drop: ['b'] })
    expect(source.columns.map(({ name }) => name)).toEqual(['a', 'c'])
    source.close()
    expect(await failure(openSource(path, { drop: ['d'] }))).toBe('unknown column: d (known: a, b, c)')
  })
})
