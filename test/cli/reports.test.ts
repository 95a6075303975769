// The flags --report and --figure, and the commands and programs that reports say repeat a result.
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compare, describe as describeTable, groups, interactions, rank } from 'criba'
import { readTable } from 'criba/node'
import {
  compareReport,
  describeReport,
  groupsReport,
  interactionsReport,
  rankReport,
  selectReport,
} from 'criba/report'
import type { Report } from 'criba'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { originOf } from '../../cli/report-files.ts'
import { select } from '../untyped.ts'
import { criba } from './criba.ts'
import { folderFor } from './docs-pages.ts'

const cancer = 'examples/breast-cancer.csv'
const penguins = 'examples/penguins.csv'
const diabetes = 'examples/diabetes.csv'
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'criba-reports-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Calls of each command that take little time. */
const calls = [
  ['describe', penguins],
  ['rank', penguins, '-t', 'species'],
  ['select', diabetes, '-t', 'progression', '--no-evidence', '-k', '2'],
  ['interactions', diabetes, '-t', 'progression', '--permutations', '0'],
  ['groups', penguins],
  ['compare', diabetes, '-t', 'progression', '--methods', 'mim', 'jmi', '-k', '2', '--folds', '2'],
] as const

describe('--report and --figure', () => {
  it.each(calls.map((args) => [args[0], args] as const))(
    'write a page and a figure of %s beside its result',
    async (name, args) => {
      const [page, figure] = [join(folder, `${name}.html`), join(folder, `${name}.svg`)]
      const plain = await criba(args)
      const { code, out, err } = await criba([...args, '--report', page, '--figure', figure])
      expect(code).toBe(0)
      expect(withoutTimes(out)).toBe(withoutTimes(plain.out))
      expect(err).toContain(`wrote ${figure}`)
      expect(err).toContain(`wrote ${page}`)
      expect(readFileSync(page, 'utf8')).toMatch(/^<!doctype html>/i)
      expect(readFileSync(figure, 'utf8')).toMatch(/^<svg /)
      expect(readdirSync(folder).filter((file) => file.endsWith('.part'))).toEqual([])
    },
  )

  it('say nothing with --quiet, and leave JSON as it is', async () => {
    const page = join(folder, 'quiet.html')
    const { code, out, err } = await criba([
      'rank',
      diabetes,
      '-t',
      'progression',
      '--format',
      'json',
      '--quiet',
      '--report',
      page,
    ])
    expect([code, err, (JSON.parse(out) as { command: string }).command]).toEqual([0, '', 'rank'])
    expect(existsSync(page)).toBe(true)
  })

  it('refuse wrong files before any work, and files that exist unless forced', async () => {
    const page = join(folder, 'kept.html')
    writeFileSync(page, 'mine')
    const refused = async (...flags: string[]) => {
      const { code, out, err } = await criba(['rank', diabetes, '-t', 'progression', ...flags])
      expect([code, out]).toEqual([1, ''])
      return err.trim()
    }
    expect(await refused('--report', page)).toBe(
      `criba: invalid report: ${page} exists already (--force replaces it)`,
    )
    expect(readFileSync(page, 'utf8')).toBe('mine')
    expect(await refused('--report', 'x.pdf')).toBe(
      'criba: invalid report: x.pdf (needs a name that ends in .html)',
    )
    expect(await refused('--figure', 'x.png')).toBe(
      'criba: invalid figure: x.png (needs a name that ends in .svg)',
    )
    expect(await refused('--report', join(folder, 'no/x.html'))).toMatch(
      /^criba: unwritable file: .* \(there is no folder /,
    )
    expect(await refused('--figure-name', 'scores')).toBe(
      'criba: missing figure: --figure-name needs --figure, the file to write',
    )
    expect(await refused('--report-language', 'es')).toBe(
      'criba: missing report: --report-language needs --report or --figure, the file to write',
    )
    expect(await refused('--plan', '--report', join(folder, 'x.html'))).toMatch(/^criba: invalid plan: /)
    const { code } = await criba(['rank', diabetes, '-t', 'progression', '--report', page, '--force'])
    expect([code, readFileSync(page, 'utf8') === 'mine']).toEqual([0, false])
  })

  it('are written in Spanish where that is asked for, with the figure', async () => {
    const [page, figure] = [join(folder, 'es.html'), join(folder, 'es.svg')]
    const args = ['describe', penguins, '--report', page, '--figure', figure, '--report-language']
    expect((await criba([...args, 'es'])).code).toBe(0)
    expect(readFileSync(page, 'utf8')).toContain('<html lang="es">')
    expect(readFileSync(figure, 'utf8')).toContain('>Distribución de las columnas<')
    expect(readFileSync(figure, 'utf8')).toContain('>filas<')
    const { code, err } = await criba([...args, 'fr', '--force'])
    expect(code).toBe(1)
    expect(err).toMatch(/fr.*en, es/s)
  })

  it('choose a figure by its name, and list the names of an unknown one', async () => {
    const figure = join(folder, 'named.svg')
    const args = ['rank', diabetes, '-t', 'progression', '--figure', figure, '--figure-name']
    expect((await criba([...args, 'redundancy'])).code).toBe(0)
    const { code, err } = await criba([...args, 'reddundancy', '--force'])
    expect([code, err.trim()]).toEqual([
      1,
      'criba: unknown figure: reddundancy (the report has scores, distributions, redundancy)',
    ])
  })
})

/** Times differ from run to run. */
function withoutTimes(text: string): string {
  return text.replace(/ *<?\d+\.\d+/g, '')
}

describe('a report says how to repeat its result', () => {
  const programs = folderFor('repeat')
  afterAll(() => rmSync(programs, { recursive: true }))
  const data = (report: Report) => report.repeat
  const outer = { target: 'progression', method: 'boruta:runs=10', criterion: 'pearson' }
  const kinds = {
    select: (file: string, spec: object) => async () => {
      const table = await readTable(file)
      const result = await select(table, spec)
      return { result, ...data(await selectReport(result, table, { data: file })) }
    },
    rank: (file: string, spec: object) => async () => {
      const table = await readTable(file)
      const result = await rank(table, spec)
      return { result, ...data(await rankReport(result, table, { data: file })) }
    },
    other: {
      describe: async () => {
        const table = await readTable(cancer)
        const result = await describeTable(table, { target: 'diagnosis', drop: ['mean area'], bins: 5 })
        return { result, ...data(await describeReport(result, table, { data: cancer })) }
      },
      groups: async () => {
        const table = await readTable(cancer)
        const result = await groups(table, { by: 'correlation', count: 5 })
        return { result, ...data(await groupsReport(result, table, { data: cancer })) }
      },
      interactions: async () => {
        const table = await readTable(diabetes)
        const result = await interactions(table, { target: 'progression', units: 'nats', permutations: 20 })
        return { result, ...data(await interactionsReport(result, table, { data: diabetes })) }
      },
      compare: async () => {
        const table = await readTable(diabetes)
        const result = await compare(table, {
          target: 'progression',
          methods: ['jmi:form=sum', 'mim'],
          k: 3,
          folds: 2,
          truth: ['bmi'],
        })
        return { result, ...data(await compareReport(result, table, { data: diabetes })) }
      },
    },
  }
  it.each([
    [
      'a selection with evidence',
      kinds.select(penguins, { target: 'species', k: 2, evidence: { folds: 2 } }),
    ],
    ['a method that resamples', kinds.select(diabetes, outer)],
    ['a path of penalties', kinds.select(diabetes, { target: 'progression', method: 'lasso' })],
    ['a Markov blanket', kinds.select(penguins, { target: 'species', method: 'iamb' })],
    [
      'a front',
      kinds.select(diabetes, {
        target: 'progression',
        criterion: 'sum-mi',
        pareto: 'delta-test',
        search: 'exhaustive:to=2',
      }),
    ],
    [
      'a search from columns',
      kinds.select(cancer, {
        target: 'diagnosis',
        method: 'mrmr',
        k: 3,
        keep: ['mean area'],
        prefilter: 'mutual-information:top=9',
        budget: { evals: 50 },
      }),
    ],
    [
      'a ranking',
      kinds.rank(diabetes, {
        target: 'progression',
        by: ['pearson', 'lasso:choose=bic'],
        permutations: 3,
        seed: 2,
      }),
    ],
    ...Object.entries(kinds.other),
  ])('of %s, by a command and by a program', async (_, make) => {
    const { result, command, typescript } = await make()
    const words = command
      .match(/(?:[^\s']|'[^']*')+/g)!
      .slice(1)
      .map((word) => word.replaceAll("'", ''))
    const { out } = await criba([...words, '--format', 'json', '--quiet'])
    expect(plain(JSON.parse(out) as object)).toEqual(plain(result))
    const program = join(programs, `${result.command}-${hashOf(typescript)}.js`)
    writeFileSync(program, `${typescript}\nexport { result }\n`)
    const again = (await import(/* @vite-ignore */ program)) as { readonly result: object }
    expect(plain(again.result)).toEqual(plain(result))
  })

  it('has the hash of the file, and the command line as a shell reads it', async () => {
    const file = join(folder, "it's data.csv")
    writeFileSync(file, 'abc')
    const { argv } = process
    process.argv = ['node', 'criba', 'rank', file, '--drop', 'a b,c']
    try {
      // SHA-256 of "abc" as FIPS 180-2 gives it.
      expect(await originOf(file)).toEqual({
        data: file,
        hash: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
        command: `criba rank '${file.replaceAll("'", "'\\''")}' --drop 'a b,c'`,
      })
      expect(Object.keys(await originOf('-'))).toEqual(['command'])
      // The hash would be that of other data.
      const before = statSync(file, { bigint: true })
      appendFileSync(file, 'd')
      expect(await originOf(file, before)).not.toHaveProperty('hash')
      expect(await originOf(join(folder, '*.csv'))).not.toHaveProperty('hash')
    } finally {
      process.argv = argv
    }
  })
})

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** A result as JSON has it, without times. */
function plain(result: object): unknown {
  return JSON.parse(
    JSON.stringify(result, (key, value: unknown) =>
      key === 'seconds' ? 0 : value === Infinity ? 'inf' : value === -Infinity ? '-inf' : value,
    ),
  )
}
