import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { testFolder } from '../reading/folder.ts'
import { plainRows, xlsx } from '../reading/sheet-files.ts'
import { criba } from './criba.ts'

const folder = testFolder()

/** A table in which b tells y, and a nothing. */
const rows = plainRows([
  ['a', 'b', 'y'],
  ...Array.from({ length: 60 }, (_, i) => [i % 7, (i % 2) + (i % 3), i % 2 ? 'yes' : 'no']),
])
const other = plainRows([['x'], [1], [2]])

describe('a sheet that was chosen', () => {
  it('is in the result, in commands that repeat it, and is read again by apply', async () => {
    const path = folder.write(
      'two.xlsx',
      xlsx([
        { name: 'Other', rows: other },
        { name: 'My data', rows },
      ]),
    )
    const saved = folder.path('run.json')
    const given = ['-t', 'y', '-k', '1', '--no-evidence']
    const { out, err, code } = await criba(['select', path, '--sheet', 'my data', ...given, '--save', saved])
    expect(code, err).toBe(0)
    expect(err).not.toContain('sheet')
    expect(out).toContain("two.xlsx --sheet 'my data' -t y")
    const result = JSON.parse(readFileSync(saved, 'utf8')) as { data: { text: object }; selected: string[] }
    expect(result.data.text).toEqual({ sheet: 'my data' })
    expect(result.selected).toEqual(['b'])
    const again = await criba(['select', path, '--from', saved])
    expect([again.code, again.err]).toEqual([0, ''])
    // A workbook is read from the same sheet, another format has none.
    const csv = folder.write('new.csv', `b,y\n${'0,no\n3,yes\n'.repeat(30)}`)
    for (const data of [path, csv]) {
      const applied = await criba(['apply', saved, data])
      expect(applied.code, applied.err).toBe(0)
      expect(applied.out).toContain('1 chosen column')
    }
    const renamed = folder.write('renamed.xlsx', xlsx([{ name: 'New', rows }]))
    expect((await criba(['apply', saved, renamed])).err).toMatch(
      /unknown sheet of .*: my data \(it has New\)/,
    )
    expect((await criba(['apply', saved, renamed, '--sheet', '1'])).code).toBe(0)
  })
})
