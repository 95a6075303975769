import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { criba } from './criba.ts'

const folder = mkdtempSync(join(tmpdir(), 'criba-lists-'))
afterAll(() => rmSync(folder, { recursive: true }))

const penguins = 'examples/penguins.csv'
const file = join(folder, 'odd.csv')
const rows = Array.from(
  { length: 12 },
  (_, i) => `${i},${(i * 7) % 12},${i % 3},${i % 2},${i < 6 ? 'u' : 'v'}`,
)
writeFileSync(file, ['x*,x1,x2,z,y', ...rows, ''].join('\n'))

interface Shown {
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly spec: { readonly drop: readonly string[] }
}

async function described(...flags: string[]): Promise<Shown> {
  const { out, err } = await criba(['describe', file, '--format', 'json', '--quiet', ...flags])
  expect(err).toBe('')
  return JSON.parse(out) as Shown
}

describe('lists of columns', () => {
  it('may be repeated, and take patterns', async () => {
    const shown = await described('--drop', 'z', '--drop', 'x?')
    expect(shown.columns.map(({ name }) => name)).toEqual(['y'])
    expect([...shown.spec.drop].sort()).toEqual(['x*', 'x1', 'x2', 'z'])
    expect((await described('--drop', 'x[!1*]')).spec.drop).toEqual(['x2'])
  })

  it('prefer the exact name of a column to a pattern', async () => {
    expect((await described('--drop', 'x*')).spec.drop).toEqual(['x*'])
    const { columns } = await described('--types', 'x?=categorical', '--types', 'x1=numeric')
    expect(columns.map(({ type }) => type)).toEqual([
      'categorical',
      'numeric',
      'categorical',
      'numeric',
      'categorical',
    ])
  })

  it('never drop the target by a pattern, and refuse a pattern that matches nothing', async () => {
    const shown = await described('-t', 'y', '--drop', '[xy]?', '--drop', 'y*')
    expect(shown.columns.map(({ name }) => name)).toEqual(['z', 'y'])
    const wrong = await criba(['describe', file, '--drop', 'w*'])
    expect(wrong.err).toBe('criba: unknown columns: w* (no column of the data matches --drop w*)\n')
    expect(wrong.code).toBe(1)
  })

  it('work in score and select too', async () => {
    const scored = await criba([
      'score',
      file,
      '-t',
      'y',
      '--features',
      'x[12]',
      '--features',
      'z',
      '--format',
      'json',
    ])
    expect((JSON.parse(scored.out) as { features: string[] }).features).toEqual(['x1', 'x2', 'z'])
    const kept = await criba(['select', file, '-t', 'y', '-k', '3', '--keep', 'x[12]', '--format', 'json'])
    expect((JSON.parse(kept.out) as { selected: string[] }).selected).toEqual(
      expect.arrayContaining(['x1', 'x2']),
    )
  })
})

describe('a misplaced word', () => {
  it.each([
    [
      ['rank', '--by', 'pearson', penguins],
      `missing data: --by took ${penguins} (put the data first: criba rank ${penguins} --by …)`,
    ],
    [
      ['rank', '--drop', 'island', 'sex', penguins],
      'invalid argument: sex (join the names with a comma: --drop island,sex)',
    ],
    [
      ['rank', penguins, 'examples/diabetes.csv'],
      `invalid data: examples/diabetes.csv besides ${penguins} (name one file, or several by a quoted glob: '*.csv')`,
    ],
    [['rank', '-t', 'species'], 'missing data (name a file, a glob, or - for standard input)'],
  ])('%j gives an error that says how to write it', async (args, message) => {
    const { err, out, code } = await criba(args)
    expect({ err, out, code }).toEqual({ err: `criba: ${message}\n`, out: '', code: 1 })
  })
})

describe('existing files', () => {
  it('are replaced only with --force, except results that --save wrote', async () => {
    const output = join(folder, 'reduced.csv')
    const save = join(folder, 'run.json')
    const args = ['select', file, '-t', 'y', '-k', '1', '-o', output, '--save', save]
    const first = await criba(args)
    expect(first.err).toContain(`wrote ${output}: 12 rows × 2 columns\n`)
    const written = readFileSync(output, 'utf8')
    const again = await criba([...args, '--drop', 'x1'])
    expect(again.err).toBe(`criba: invalid output: ${output} exists already (--force replaces it)\n`)
    expect(readFileSync(output, 'utf8')).toBe(written)
    rmSync(output)
    expect((await criba([...args, '--quiet'])).err).toBe('')
    expect((await criba([...args, '--force'])).code).toBe(0)
    writeFileSync(save, '{ "mine": 1 }')
    rmSync(output)
    const kept = await criba(args)
    expect(kept.err).toBe(`criba: invalid save: ${save} exists already (--force replaces it)\n`)
    expect(existsSync(output)).toBe(false)
  })
})
