import { rank, tableFromCsv } from 'criba'
import { describe, expect, it } from 'vitest'
import { rankingText } from '../../dist/src/report/ranking-text.js'
import { warningLines } from '../../dist/src/report/warning-lines.js'
import { cribaOn } from '../cli/criba.ts'

const about = (code: string, column: string) => ({ code, column, message: `column ${column}: ${code}` })

describe('warnings in lines', () => {
  it('are a line a kind, with the first column and the names of the others', () => {
    const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => about('units', name))
    expect(warningLines([...many, about('rounded', 'x'), about('rounded', 'y')])).toEqual([
      'column a: units (and 7 more: b, c, d, e, f and 2 more)',
      'column x: rounded',
      'column y: rounded',
    ])
  })

  it('hide no query, and no column that an option mends', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    const set = { missingWords: ['+x'] }
    const mend = { option: '--missing-words +x', set, why: 'x', rows: null, loses: true }
    const mended = names.map((name) => ({ ...about('units', name), remedy: mend }))
    const query = { ...about('units', 'q'), query: 'SELECT 1 FROM data' }
    expect(warningLines([...mended, query])).toEqual([
      'column a: units (and 6 more: b, c, d, e, f, g)',
      'column q: units',
    ])
  })

  it('begin with the worst', () => {
    const warnings = [about('units', 'a'), about('leak', 'b'), { code: 'frame', message: 'a title' }]
    expect(warningLines(warnings)).toEqual(['a title', 'column b: leak', 'column a: units'])
  })

  it('are no more than asked for, and the last counts the rest', () => {
    const warnings = Array.from({ length: 14 }, (_, i) => ({ code: 'units', message: `line ${i}` }))
    const lines = warningLines(warnings, 10)
    expect(lines).toHaveLength(10)
    expect(lines.at(-1)).toBe('and 5 more, which --format json lists')
    expect(warningLines(warnings.slice(0, 10), 10)).toHaveLength(10)
  })

  it('are all in JSON', async () => {
    const rows = Array.from(
      { length: 40 },
      (_, i) => `${i % 9 ? i : 'x'};${i % 8 ? i : 'y'};${i % 7 ? i : 'z'}`,
    )
    const text = `a;b;c\n${rows.join('\n')}\n`
    const { out, err } = await cribaOn(text, ['describe', '-', '--format', 'json'])
    const { warnings } = JSON.parse(out) as { warnings: readonly { code: string }[] }
    expect(warnings.filter(({ code }) => code === 'mixed-types')).toHaveLength(3)
    expect(err.match(/cells are not numbers/g)).toHaveLength(1)
    expect(err).toContain('(and 2 more: b (--missing-words +y), c (--missing-words +z))')
  })
})

describe('a ranking', () => {
  it('has identifiers and free texts last, without a place, and no bar of their size', async () => {
    const rows = Array.from(
      { length: 60 },
      (_, i) => `code-${i},${i % 3},${i % 4},${i % 4 < 2 !== (i % 10 === 0) ? 'yes' : 'no'}`,
    )
    const table = await tableFromCsv(`id,a,b,y\n${rows.join('\n')}\n`)
    const result = await rank(table, { target: 'y', by: ['mutual-information'] })
    // The identifier has the largest score by far, and keeps it in the result.
    expect(result.rankings[0].scores[0].feature).toBe('id')
    const text = rankingText(result, 'x.csv', { width: 100, colour: false, lines: 50 })
    const lines = text.split('\n').filter((line) => /^ *\d? +(?:id|a|b) /.test(line))
    expect(lines.map((line) => line.trim().split(/\s+/).slice(0, 2))).toEqual([
      ['1', 'b'],
      ['2', 'a'],
      ['id', expect.any(String)],
    ])
    expect(lines[0]).toContain('█')
    expect(lines[2]).not.toContain('█')
  })

  it('has them last in the ranks over several targets, which are those among the others', async () => {
    const places = Array.from({ length: 60 }, (_, i) => i)
    const x = (i: number) => (i % 2) * 3 + ((i * 37) % 11)
    const z = (i: number) => (i * 29) % 13
    const rows = places.map((i) => `n${i},${x(i)},${z(i)},${i % 2},${Number(z(i) > 6)}`)
    const args = ['rank', '-', '-t', 'y,u', '--targets', 'each', '--by', 'mutual-information', '--quiet']
    const { out } = await cribaOn(`id,x,z,y,u\n${rows.join('\n')}\n`, args)
    const lines = out.trim().split('\n')
    const last = lines.slice(lines.findLastIndex((line) => line.startsWith('feature')) + 1)
    // z is first of u, x of y; each is second of the other.
    expect(last.slice(0, 3).map((line) => line.split(/ +/))).toEqual([
      ['x', '1.50', '1', '2'],
      ['z', '1.50', '2', '1'],
      ['id', '–', '–', '–'],
    ])
  })
})
