// Where the heap of Node has no room for the texts or the columns of a file, it is refused in one line: Node would end at once.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { checkHeap } from '../../dist/src/sql/heap-room.js'

const folder = mkdtempSync(join(tmpdir(), 'criba-heap-'))
afterAll(() => rmSync(folder, { recursive: true }))

function fileOf(name: string, lines: readonly string[]): string {
  const path = join(folder, name)
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}

/** Runs the command in a process with a heap of 100 MB, or fewer, beside what is new in it. */
function inHeapOf(megabytes: number, ...words: readonly string[]) {
  const env = { ...process.env, NODE_OPTIONS: `--max-old-space-size=${megabytes}` }
  return spawnSync(process.execPath, ['dist/cli.js', ...words], { env, encoding: 'utf8' })
}

describe('a small heap', () => {
  it('refuses levels that it has no room for', () => {
    const rows = Array.from({ length: 300_000 }, (_, i) => `user-${i},${i % 2}`)
    const path = fileOf('levels.csv', ['id,y', ...rows])
    const { status, stderr } = inHeapOf(60, 'rank', path, '--target', 'y')
    expect(stderr).toMatch(
      /^criba: too large for memory: the 300000 levels of column id take about 36MiB, and Node has \d+MiB for them \(.*\)\n$/,
    )
    expect(status).toBe(1)
  })

  it.each([
    [
      'rows.arff',
      60,
      ['@relation r', ...'abcdefgh']
        .map((name, i) => (i ? `@attribute ${name} numeric` : name))
        .concat('@data'),
      '1,2,3,4,5,6,7,8',
    ],
    [
      'wide.arff',
      60,
      ['@relation r', ...Array.from({ length: 2000 }, (_, i) => `@attribute a${i} numeric`), '@data'],
      Array.from({ length: 2000 }, (_, i) => `${i}.123`).join(','),
      1000,
    ],
    ['rows.svm', 60, [], '1 1:2 2:3 3:4 4:5 5:6 6:7 7:8', 1_000_000],
  ])('refuses the rows of %s', (name, megabytes, head, row, rows = 300_000) => {
    const path = fileOf(name, [...head, ...Array<string>(rows).fill(row)])
    const { status, stderr } = inHeapOf(megabytes, 'describe', path)
    expect(stderr).toMatch(
      /^criba: too large for memory: the rows of \S+ take about \d+MiB, and Node has \d+MiB for them \(save it as CSV or Parquet, or set NODE_OPTIONS=--max-old-space-size=\d00\)\n$/,
    )
    expect(status).toBe(1)
  })

  it('reads sparse rows, whose cells stand beside it', () => {
    const cells = Array.from({ length: 800 }, (_, i) => `${i + 1}:${(i % 9) / 7}`).join(' ')
    const path = fileOf(
      'cells.svm',
      Array.from({ length: 3000 }, (_, row) => `${row % 2} ${cells}`),
    )
    const { status, stdout, stderr } = inHeapOf(60, 'describe', path, '--format', 'json', '--quiet')
    expect([stderr, status]).toEqual(['', 0])
    expect(JSON.parse(stdout)).toMatchObject({ data: { rows: 3000, features: 801 } })
  })

  it('refuses more columns than it has room for', () => {
    const names = Array.from({ length: 15_000 }, (_, i) => `g${i}`)
    const path = fileOf('wide.csv', [names.join(','), names.map((_, i) => i % 7).join(',')])
    const { status, stderr } = inHeapOf(60, 'describe', path)
    expect(stderr).toMatch(
      /^criba: too large for memory: analyses of 15000 columns take about 71MiB, and Node has \d+MiB for them \(.*--drop.*max-old-space-size=200\)\n$/,
    )
    expect(status).toBe(1)
  })
})

it('what fits is not refused', () => {
  expect(() => checkHeap('texts', 1e6, 2e6)).not.toThrow()
  expect(() => checkHeap('texts', 1e6, 1e6)).toThrow('too large for memory: texts take about')
})
