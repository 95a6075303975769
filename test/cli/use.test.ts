import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { criba, cribaOn } from './criba.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'criba-test-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** One line on standard error that begins with `criba:`, nothing on standard output, exit code 1. */
async function refuses(args: readonly string[], message: RegExp, input?: string | Buffer): Promise<void> {
  const { code, out, err } = await (input === undefined ? criba(args) : cribaOn(input, args))
  expect(err).toMatch(message)
  const [last, ...before] = err.trimEnd().split('\n').reverse()
  expect(last).toMatch(/^criba: /)
  // Warnings may come before the error.
  for (const line of before)
    expect(line).toMatch(/^warning: values are missing|^warning: the target is missing/)
  expect(out).toBe('')
  expect(code).toBe(1)
}

describe('wrong use', () => {
  const cancer = ['rank', 'examples/breast-cancer.csv', '-t', 'diagnosis']
  it.each([
    [['rank', 'nowhere.csv', '-t', 'y'], /^criba: .*nowhere\.csv/],
    [
      ['rank', 'examples/breast-cancer.csv', '-t', 'diagnosi'],
      /unknown target: diagnosi \(did you mean diagnosis\?\)/,
    ],
    [[...cancer, '--by', 'anova'], /unknown method: anova \(ANOVA in papers is anova-f here\)/],
    [[...cancer, '--by', 'fisher:denominator=sum'], /invalid denominator: sum \(needs within or total\)/],
    [[...cancer, '--by', 'anova-f:bins=3'], /unknown option of anova-f: bins \(it takes none\)/],
    [[...cancer, '--by', 'pearson'], /unsuitable target for pearson: diagnosis is categorical/],
    [[...cancer, '--bins', '1'], /invalid bins: 1 \(needs a whole number, 2 to 1000\)/],
    [[...cancer, '--bins', 'abc'], /invalid bins: abc \(needs/],
    [[...cancer, '--seed', ''], /invalid seed: nothing \(needs/],
    [[...cancer, '--by', 'fisher:denominator=total,denominator=within'], /denominator is given twice/],
    [[...cancer, '--drop', 'diagnosis'], /invalid drop: diagnosis \(it is the target\)/],
    [
      [...cancer, '--given', 'mean radius', '--drop', 'mean radius'],
      /invalid given: mean radius \(it is dropped\)/,
    ],
    [[...cancer, '--types', 'mean radius=number'], /invalid types: mean radius=number/],
    [[...cancer, '--drop', 'nothing'], /unknown column: nothing/],
    [[...cancer, '--weights', 'diagnosis'], /invalid weights: diagnosis \(it is the target\)/],
    [['rank', 'examples/breast-cancer.csv', '--by', 'anova-f'], /missing target \(anova-f needs one\)/],
    [
      ['rank', 'examples/diabetes.csv', '-t', 'progression', '--by', 'anova-f'],
      /unsuitable target for anova-f: progression has more than 20/,
    ],
    [
      ['rank', 'examples/penguins.csv', '-t', 'species', '--by', 't-test'],
      /species has 3 classes \(needs exactly 2/,
    ],
    [
      ['rank', 'examples/penguins.csv', '-t', 'species', '--missing', 'error'],
      /invalid column .*: \d+ of 344 values are missing/,
    ],
  ])('%j ends in one line', async (args, message) => refuses(args, message))

  it('says so when a flag or a choice is unknown', async () => {
    const unknown = await criba(['rank', 'examples/penguins.csv', '--targt', 'species'])
    expect(unknown.code).toBe(1)
    expect(unknown.err).toContain('Did you mean --target?')
    const choice = await criba(['rank', 'examples/penguins.csv', '--format', 'xml'])
    expect(choice.err).toContain('Allowed choices are table, json, csv')
  })
})

describe('bad data', () => {
  const rank = ['rank', '-', '-t', 'y']
  it.each([
    ['an empty file', '', /empty/],
    ['a header alone', 'a,y\n', /missing rows/],
    ['one row', 'a,y\n1,2\n', /missing rows.*1/],
    ['a ragged row', 'a,y\n1,2\n3\n4,5\n', /row 2/],
    ['a row too long', 'a,y\n1,2\n3,4,5\n', /row 2/],
    ['a target without values', 'a,y\n1,\n2,NA\n', /missing target values: column y/],
    ['a constant target', 'a,y\n1,b\n2,b\n', /invalid target: y is always b/],
    [
      'a target of crosses and empty cells',
      'a,y\n1,X\n2,\n',
      /always X \(needs two.*; if empty cells are a class say --sql "SELECT \* REPLACE \(coalesce\(.* 'no'\) AS y\)/,
    ],
    ['no feature', 'y\n1\n2\n', /missing features/],
  ])('%s ends in one line', async (_, input, message) => refuses(rank, message, input))

  it('ranks a column without values last, and says why', async () => {
    const { out, code } = await cribaOn('a,b,y\n,1,u\n?,2,v\nNA,1,u\n,2,v\n', [
      ...rank,
      '--format',
      'csv',
      '--quiet',
    ])
    expect(code).toBe(0)
    expect(out).toContain('mutual-information,a,,,,,0,no values')
  })

  it('takes names that could break SQL, JavaScript or HTML', async () => {
    const names = ['__proto__', 'constructor', '"; DROP TABLE data; --"', '<b>x</b>']
    const input = `${names.map((name) => `"${name.replaceAll('"', '""')}"`).join(',')},y\n1,2,3,4,a\n2,3,1,5,b\n3,4,2,1,a\n4,5,9,2,b\n`
    for (const source of ['memory', 'duckdb']) {
      const { out, code } = await cribaOn(input, [
        ...rank,
        ...['--by', 'anova-f', '--format', 'json', '--source', source],
      ])
      expect(code).toBe(0)
      const { rankings } = JSON.parse(out) as { rankings: { scores: { feature: string }[] }[] }
      expect(rankings[0].scores.map(({ feature }) => feature).sort()).toEqual([...names].sort())
    }
  })
})

describe('sources', () => {
  const args = [
    'rank',
    'examples/penguins.csv',
    '-t',
    'species',
    '--by',
    'mutual-information,chi2,gini-gain,gain-ratio',
    '--format',
    'json',
  ]
  it('gives count-based scores of the same bits from memory and from DuckDB', async () => {
    const [memory, duckdb] = await Promise.all([
      criba([...args, '--source', 'memory']),
      criba([...args, '--source', 'duckdb']),
    ])
    const inMemory = JSON.parse(memory.out) as {
      rankings: unknown
      coding: unknown
      data: { source: string }
    }
    const inEngine = JSON.parse(duckdb.out) as typeof inMemory
    expect(inEngine.data.source).toBe('duckdb')
    expect(inEngine.coding).toEqual(inMemory.coding)
    expect(inEngine.rankings).toEqual(inMemory.rankings)
  })

  it('reads a query over the file', async () => {
    const sql = "SELECT * FROM data WHERE island = 'Dream'"
    const { out, code } = await criba(['describe', 'examples/penguins.csv', '--sql', sql, '--format', 'json'])
    expect(code).toBe(0)
    expect((JSON.parse(out) as { data: { rows: number } }).data.rows).toBe(124)
  })

  it('lets a query read no other file', async () => {
    const sql = "SELECT * FROM read_text('package.json')"
    await refuses(['describe', 'examples/penguins.csv', '--sql', sql], /invalid query: it calls read_text /)
  })

  it('reads standard input like a file', async () => {
    const file = join(folder, 'small.csv')
    const input = 'a;b;y\n1,5;u;1\n2,5;v;2\n3,5;u;4\n4,0;v;8\n'
    writeFileSync(file, input)
    const spec = ['-t', 'y', '--format', 'csv', '--by', 'f-regression']
    const [spooled, read] = await Promise.all([
      criba(['rank', '-', ...spec], { input }),
      criba(['rank', file, ...spec]),
    ])
    expect(spooled.out).toBe(read.out)
    expect(read.out).toContain('f-regression,a,')
  })
})
