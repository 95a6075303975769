// Every command that takes --format is tried with every format that its help names.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { rendered } from '../report/rendered-markdown.ts'
import { criba } from './criba.ts'

const folder = mkdtempSync(join(tmpdir(), 'criba-formats-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Every fourth row: what is computed is written in each format. */
const file = join(folder, 'penguins.csv')
writeFileSync(
  file,
  readFileSync('examples/penguins.csv', 'utf8')
    .split('\n')
    .filter((_, line) => line % 4 === 0)
    .join('\n'),
)
const penguins = [file, '-t', 'species']
const saved = join(folder, 'selection.json')

/** Runs of each command; those of `generate` that write their truth besides a file have a name of their own for it. */
const runs: Readonly<Record<string, readonly (readonly string[])[]>> = {
  describe: [[file]],
  rank: [
    [...penguins, '--by', 'anova-f', 'chi2'],
    [...penguins, '--plan'],
  ],
  select: [
    [...penguins, '-k', '2', '--folds', '2', '--save', saved],
    [...penguins, '--criterion', 'cfs', '--no-evidence'],
    [...penguins, '-k', '2', '--plan', '--source', 'duckdb'],
  ],
  compare: [[...penguins, '--methods', 'mrmr', 'jmi', '--folds', '2', '-k', '1']],
  apply: [[saved, file]],
  interactions: [penguins],
  groups: [penguins, [...penguins, '--stand-ins', 'sex']],
  score: [[...penguins, '--features', 'sex,island', '--by', 'joint-mi', 'cfs']],
  experiment: [['list'], ['contingency-tables']],
  generate: [['list'], ['monk2', '-o', join(folder, 'monk2.csv'), '--force']],
  methods: [[], ['jmi']],
}
const cases = Object.entries(runs).flatMap(([command, all]) => all.map((args) => [command, ...args]))

/** The names in the help of a flag: `(choices: "table", "json", …)`. */
async function formatsOf(command: string): Promise<readonly string[]> {
  const { out } = await criba([command, '--help'])
  const [, choices = ''] = /--format <format>[^(]*\(choices: ([^,]*(?:,\s*"[^"]*")*)/.exec(out) ?? []
  return [...choices.matchAll(/"([^"]+)"/g)].map(([, name]) => name)
}

/** The cells of a CSV text, in which no cell contains a line break. */
function cellsOf(csv: string): string[][] {
  const lines = csv.trimEnd().split('\n')
  return lines.map((line) =>
    [...`,${line}`.matchAll(/,("(?:[^"]|"")*"|[^,]*)/g)].map(([, cell]) =>
      cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
    ),
  )
}

describe('the formats', () => {
  it('are tried for every command that takes --format', async () => {
    const { out } = await criba(['--help'])
    const commands = [...out.matchAll(/^ {2}([a-z]+) [<[]/gm)].map(([, name]) => name)
    const taking: string[] = []
    for (const command of commands) if ((await formatsOf(command)).length > 0) taking.push(command)
    expect(taking.length).toBeGreaterThan(9)
    expect(taking.sort()).toEqual(Object.keys(runs).sort())
    for (const command of taking)
      expect(await formatsOf(command)).toEqual(['table', 'json', 'csv', 'markdown'])
  })

  it.each(cases)('of %s %s %s %s', async (...words) => {
    const outcomes = new Map<string, string>()
    for (const format of await formatsOf(words[0])) {
      const { code, out, err } = await criba([...words, '--format', format])
      expect([code, out === ''], `${format}: ${err}`).toEqual([0, false])
      outcomes.set(format, out)
    }
    expect(JSON.parse(outcomes.get('json')!)).toHaveProperty('criba')
    const { tables, inner, notes } = rendered(outcomes.get('markdown')!)
    expect(tables.length).toBeGreaterThan(0)
    expect(inner).toEqual([])
    expect(notes.every((note) => note !== '')).toBe(true)
    // With a file `generate` prints as CSV the table, not its truth.
    if (words[1] === 'monk2') return
    const [header, ...rows] = cellsOf(outcomes.get('csv')!)
    const filled = [...header.keys()].filter((place) => rows.some((row) => row[place] !== ''))
    const of = (row: readonly string[]) =>
      filled.filter((place) => header[place] !== 'seconds').map((place) => row[place])
    const seconds = tables[0].columns.indexOf('seconds')
    const others = (row: readonly string[]) => row.filter((_, place) => place !== seconds)
    expect(others(tables[0].columns)).toEqual(of(header))
    expect(tables[0].rows.map(others)).toEqual(rows.map(of))
    const areNumbers = (place: number) =>
      rows.every((row) => row[place] === '' || Number.isFinite(Number(row[place])))
    expect(tables[0].right).toEqual(filled.map(areNumbers))
  })
})

it('prints a selection in Markdown as one pastes it: the steps, then what to know of them', async () => {
  const { out, err } = await criba([
    'select',
    'examples/diabetes.csv',
    '-t',
    'progression',
    '--folds',
    '2',
    '--format',
    'markdown',
  ])
  const { tables, notes } = rendered(out)
  expect(tables).toHaveLength(1)
  expect(tables[0].columns.slice(0, 4)).toEqual(['step', 'action', 'feature', 'score'])
  const said = (start: string) => notes.find((note) => note.startsWith(start))
  expect(said('data: examples/diabetes.csv, 442 rows × 10 features · target progression')).toBeDefined()
  expect(said('jmi, forward: ')).toContain('of 10 columns chosen')
  expect(said('stopped: ')).toBeDefined()
  expect(said('evidence: R² of linear on held-out rows, 2 folds: selected ')).toContain(
    'There are too few rows to say whether the selected columns',
  )
  expect(said('no gain: ')).toMatch(/^no gain: \d+ columns?$/)
  expect(err).not.toContain('data: ')
})

it('prints the tables of an experiment below each other, or the one that is named', async () => {
  const all = rendered((await criba(['experiment', 'neighbours-to-gini', '--format', 'markdown'])).out)
  expect(all.tables).toHaveLength(2)
  expect(all.notes.map((note) => note.split(':')[0])).toEqual(['claimed', 'found', 'from'])
  const args = ['experiment', 'neighbours-to-gini', '--format', 'markdown', '--table', 'gini-gain']
  const one = rendered((await criba(args)).out)
  expect(one.tables).toHaveLength(1)
  expect(all.tables[1]).toEqual(one.tables[0])
})
