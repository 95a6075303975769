// Levels that mean more than levels, and numbers that only name their rows: what one line says of them, and what the
// command that is printed makes of them.
import { spawnSync } from 'node:child_process'
import { readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { criba } from '../cli/criba.ts'
import { cells as cellsOf } from './cells.ts'
import { testFolder } from './folder.ts'

const folder = testFolder()

const fileOf = (name: string, cells: readonly string[]) =>
  folder.write('levels.csv', `${name};n\n${cells.map((cell, i) => `${cell};${(i * i) % 17}`).join('\n')}\n`)
const rows = (count: number, of: (i: number) => string) => Array.from({ length: count }, (_, i) => of(i))

interface Described {
  readonly columns: readonly {
    readonly name: string
    readonly type: string
    readonly findings?: readonly { readonly kind: string }[]
  }[]
}

const described = async (args: readonly string[]) => {
  const { out, err } = await criba(['describe', ...args, '--format', 'json', '--threads', '1'])
  return { ...(JSON.parse(out) as Described), err }
}
const kindsOf = async (name: string, cells: readonly string[]) => {
  const { columns } = await described([fileOf(name, cells)])
  return (columns[0].findings ?? []).map(({ kind }) => kind)
}

describe('signs that are steps', () => {
  it.each<[cells: readonly string[], steps: readonly (number | null)[]]>([
    [
      ['--', '-', '0', '+', '++'],
      [-2, -1, 0, 1, 2],
    ],
    [
      ['−−', '−', 'o', '+', '++'],
      [-2, -1, 0, 1, 2],
    ],
    [
      ['-', '+', '++', '+++'],
      [0, 1, 2, 3],
    ],
  ])('%j', async (cells, steps) => {
    const path = fileOf(
      'mood',
      rows(60, (i) => cells[i % cells.length]),
    )
    const { err } = await described([path])
    expect(err).toContain(
      `signs that may be steps of a scale, read as categorical: mood (${cells.join(', ')})`,
    )
    expect(err).not.toContain('no answer')
    const { out } = await criba(['describe', path, '--mend'])
    const command = out.trimEnd().split('\n').at(-1)
    const shell = spawnSync('sh', ['-c', `for word in ${command}; do printf '%s\\0' "$word"; done`])
    const words = shell.stdout.toString().split('\0')
    const { columns } = await readTable(path, { sql: words[words.indexOf('--sql') + 1] })
    expect(cellsOf(columns[0]).slice(0, cells.length)).toEqual(steps)
    expect(cellsOf(columns[1])).toEqual(rows(60, (i) => String((i * i) % 17)).map(Number))
  })

  it.each([[['+', '-']], [['x', '-', '++']], [['-', '--', '---']], [['A+', 'A', 'A-']]])(
    'none in %j',
    async (cells) => {
      const path = fileOf(
        'x',
        rows(60, (i) => cells[i % cells.length]),
      )
      expect((await described([path])).err).not.toContain('steps of a scale')
    },
  )
})

describe('texts with numbers in a few shapes', () => {
  it('are named with their most frequent shapes', async () => {
    const cells = rows(120, (i) =>
      i % 3 === 0
        ? `I'm ${18 + (i % 20)}`
        : i % 3 === 1
          ? `${18 + (i % 19)} and ${i % 7}`
          : `${20 + (i % 5)}+?`,
    )
    const path = fileOf('age', cells)
    const { err } = await described([path])
    expect(err).toMatch(
      /texts with numbers in a few shapes, read as levels: age \(65 levels: "9 and 9" 40×, as "18 and 5"; "9\+\?" 40×, as "20\+\?"; "I'm 9" 40×, as "I'm 18"\); .*--types age=categorical/,
    )
    expect((await described([path, '--types', 'age=categorical'])).err).not.toContain('shapes')
    const { out } = await criba(['describe', path, '--mend'])
    expect(out).not.toContain('--sql')
  })

  it.each<[what: string, of: (i: number) => string]>([
    ['products', (i) => `AB-${100 + (i % 40)}`],
    ['diagnoses', (i) => `${'ABC'[i % 3]}${10 + (i % 30)}.${i % 2}`],
    ['call numbers', (i) => `${500 + (i % 40)}.${10 + (i % 9)} ${['LEE', 'TAY', 'SMI'][i % 3]}`],
    ['plates', (i) => `BD${10 + (i % 40)} ${['KPL', 'MMD'][i % 2]}`],
    ['tickets', (i) => `${['CA', 'A/5', 'PC'][i % 3]} ${1000 + (i % 40)}`],
    ['rooms', (i) => `Room ${100 + (i % 40)}`],
    ['postal codes', (i) => `${1000 + (i % 40)} ${['AB', 'XK'][i % 2]}`],
    [
      'streets',
      (i) => `${1 + (i % 40)} ${['Main Street', 'High Street', 'Mill Lane', 'Park Road'][i % 4]} ${i % 9}`,
    ],
    ['documents', (i) => `${101 + (i % 40)}/2023`],
    ['versions', (i) => `${1 + (i % 3)}.${i % 20}.${i % 5}`],
    ['addresses', (i) => `192.168.${i % 3}.${i % 40}`],
    ['few levels', (i) => `about ${i % 5} or ${i % 2}`],
    ['words', (i) => `${['red', 'blue', 'green'][i % 3]} ${'abcdefghijklmn'[i % 14]}`],
  ])('%s are codes, levels or texts', async (_, of) => {
    expect((await described([fileOf('x', rows(120, of))])).err).not.toContain('shapes')
  })
})

describe('long numbers that all differ', () => {
  // 7919 is prime: the steps have no pattern in decimal digits.
  it.each<[name: string, kinds: readonly string[], of: (i: number) => string]>([
    // Without a name for codes they may be amounts, such as those of countries in rupiahs.
    ['loan', [], (i) => String(31_066_895_094_233 + 79_190_000_017 * i)],
    ['barcode', ['identifier'], (i) => String(400_638_133 + 7919 * i)],
    ['Spendernr.', ['identifier'], (i) => String(4_006_381 + 7919 * i)],
    ['imei', ['identifier'], (i) => String(356_938_035_643_809 + 7_919_000_017 * i)],
    // Milliseconds since 1970, dates with a time, amounts of different lengths, and those that come again.
    ['when', [], (i) => String(1_700_000_000_123 + 7919 * 7919 * i)],
    [
      'moment',
      [],
      (i) => `202401${String(10 + (i % 18))}12${String(10 + ((i * 7) % 49))}${String(10 + i).slice(-2)}`,
    ],
    ['gdp', [], (i) => String(3_106_689_509 * (i + 1) * (i + 1))],
    ['total_amount', [], (i) => String(31_066_895_094_233 + 79_190_000_017 * i)],
    ['owner', [], (i) => String(31_066_895_094_233 + 79_190_000_017 * (i % 30))],
  ])('%s: %j', async (name, kinds, of) => {
    expect(await kindsOf(name, rows(40, of))).toEqual(kinds)
  })

  it('of which each names a row are no codes that come again', async () => {
    const { err } = await described([
      fileOf(
        'barcode',
        rows(40, (i) => String(31_066_895_094_233 + 7919 * i)),
      ),
    ])
    expect(err).not.toContain('may be codes')
  })
})

it('an equals sign among numbers may mean 0', async () => {
  const path = fileOf(
    'eval',
    rows(60, (i) => (i % 5 === 0 ? '=' : `${i % 2 ? '+' : '-'}0.${10 + i}`)),
  )
  const { warnings } = await readTable(path)
  expect(warnings.map(({ message }) => message).join('\n')).toContain('if "=" means 0: --sql')
  // As a missing word it would lose what it says.
  expect(warnings.map(({ remedy }) => remedy)).toEqual([undefined])
  const { columns } = await readTable(path, { sql: warnings.find(({ query }) => query)!.query! })
  expect(cellsOf(columns[0]).slice(0, 3)).toEqual([0, 0.11, -0.12])
})
