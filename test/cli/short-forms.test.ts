import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RankResult, SelectResult } from 'criba'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { criba } from './criba.ts'

const ofPenguins = ['examples/penguins.csv', '-t', 'species']
let folder: string
let saved: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'criba-short-'))
  saved = join(folder, 'run.json')
  expect((await criba(['select', ...ofPenguins, '-k', '2', '--save', saved, '--no-evidence'])).code).toBe(0)
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('--names', () => {
  it('prints the chosen columns, one a line, and nothing else', async () => {
    const { out } = await criba(['select', ...ofPenguins, '-k', '3', '--names'])
    const json = await criba(['select', ...ofPenguins, '-k', '3', '--format', 'json'])
    expect(out).toBe(`${(JSON.parse(json.out) as SelectResult).selected.join('\n')}\n`)
  })

  it('prints the columns that a ranking gives a place, in its order', async () => {
    const { out } = await criba(['rank', ...ofPenguins, '--by', 'anova-f', '--names'])
    const json = await criba(['rank', ...ofPenguins, '--by', 'anova-f', '--format', 'json'])
    const [{ scores }] = (JSON.parse(json.out) as RankResult).rankings
    expect(out.trimEnd().split('\n')).toEqual(
      scores.flatMap(({ feature, rank }) => (rank === null ? [] : [feature])),
    )
  })

  it('refuses a name that is no line', async () => {
    const file = join(folder, 'broken.csv')
    writeFileSync(
      file,
      `"two\nlines",y\n${Array.from({ length: 40 }, (_, i) => `${i % 4},${i % 4 > 1 ? 'a' : 'b'}`).join('\n')}\n`,
    )
    const { code, out, err } = await criba([
      'select',
      file,
      '-t',
      'y',
      '-k',
      '1',
      '--names',
      '--as-is',
      '--quiet',
    ])
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain('invalid names: ')
  })
})

describe('--brief', () => {
  it.each([
    ['describe', []],
    ['rank', []],
    ['rank', ['--by', 'chi2', 'gain-ratio']],
    ['select', []],
  ] as const)('answers in at most ten lines: %s %j', async (command, options) => {
    const { code, out, err } = await criba([
      command,
      'examples/breast-cancer.csv',
      '-t',
      'diagnosis',
      ...options,
      '--brief',
    ])
    expect(code).toBe(0)
    expect(`${err}${out}`.trimEnd().split('\n').length).toBeLessThanOrEqual(10)
    expect(out).toContain('target diagnosis')
  })

  it('ends with what held-out rows say, as the long answer does', async () => {
    const args = ['select', ...ofPenguins, '--quiet']
    const [brief, long] = await Promise.all([criba([...args, '--brief']), criba(args)])
    const verdict = /The selected columns [^(]*\(/.exec(long.out.replaceAll(/\n\s*/g, ' '))![0]
    expect(brief.out.replaceAll('\n', ' ')).toContain(verdict)
  })
})

describe('--methods-text', () => {
  it('prints a paragraph, its references and BibTeX', async () => {
    const { out } = await criba(['select', ...ofPenguins, '-k', '2', '--methods-text'])
    expect(out).toMatch(/^Of the 6 columns of examples\/penguins\.csv \(344 rows\) we selected 2 /)
    expect(out).toContain('\nReferences\n')
    expect(out).toContain('@inproceedings{yang1999,')
    const spanish = await criba(['rank', ...ofPenguins, '--methods-text', 'es'])
    expect(spanish.out).toMatch(/^Ordenamos las 6 columnas /)
  })
})

describe('methods --bibtex', () => {
  it('prints the works of one method', async () => {
    const { out } = await criba(['methods', 'z-score', '--bibtex'])
    expect(out).toContain('@software{criba,')
  })
})

describe('apply --as', () => {
  it.each([
    ['sql', /^SELECT .*, species FROM 'examples\/penguins\.csv';$/m],
    ['sklearn', /^selected = \["/m],
    ['r', /^selected <- c\("/m],
  ])('prints %s in place of the comparison', async (language, line) => {
    const { code, out } = await criba(['apply', saved, 'examples/penguins.csv', '--as', language])
    expect(code).toBe(0)
    expect(out).toMatch(line)
    expect(out).not.toContain('PSI')
  })

  it('still refuses data without the columns', async () => {
    const { code, err } = await criba(['apply', saved, 'examples/diabetes.csv', '--as', 'sql'])
    expect(code).toBe(1)
    expect(err).toContain('missing column')
  })
})

it('refuses two forms at once', async () => {
  for (const [one, other] of [
    ['--names', '--brief'],
    ['--brief', '--format json'],
    ['--methods-text', '--names'],
  ]) {
    const { code, err } = await criba(['select', ...ofPenguins, one, ...other.split(' ')])
    expect(code).toBe(1)
    expect(err).toContain('cannot be used with')
  }
})
