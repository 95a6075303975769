import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { interactions, tableFromCsv } from 'criba'
import type { Interactions } from 'criba'
import { describe, expect, it } from 'vitest'
import { interactionsText } from '../../dist/src/report/interactions-text.js'
import { criba } from './criba.ts'

const schema = JSON.parse(
  readFileSync(new URL('../../schema/criba.schema.json', import.meta.url), 'utf8'),
) as object
const isValid = new Ajv({ allowUnionTypes: true }).compile(schema)
const penguins = ['interactions', 'examples/penguins.csv', '-t', 'species']
const tableOfPenguins = () =>
  tableFromCsv(readFileSync(new URL('../../examples/penguins.csv', import.meta.url), 'utf8'))

describe('criba interactions', () => {
  it('prints the strongest pairs, redundancy to the left and synergy to the right', async () => {
    const { code, out, err } = await criba([...penguins, '--permutations', '99'])
    const lines = out.split('\n')
    expect(code).toBe(0)
    expect(err).toContain('values are missing in 5 columns')
    expect(lines[0]).toContain('344 rows × 6 features · target species')
    expect(lines[2]).toMatch(/^ # {2}a +b +interaction +redundancy│synergy +p +I\(a\) +I\(b\) +I\(a,b\)$/)
    expect(lines[3]).toMatch(/^ 1 {2}flipper_length_mm {2}body_mass_g +−0\.5237 {2}█{12}│ +0\.010 {2}\*/)
    expect(lines[10]).toMatch(/^ 8 {2}body_mass_g +sex +0\.2241 +│█+▏? +0\.010/)
    const axis = lines[2].indexOf('│')
    expect(lines.slice(3, 18).every((line) => line[axis] === '│')).toBe(true)
    expect(out).toContain('by 99 permutations of species')
    expect(out).toContain('  criba describe examples/penguins.csv -t species --bins 4')
    expect(out).not.toContain('\u001b')
  })

  it('counts the pairs that it does not show', async () => {
    const { out, err } = await criba(['interactions', 'examples/breast-cancer.csv', '-t', 'diagnosis'])
    expect(err).toBe('')
    expect(out).toContain('\n20  ')
    expect(out).not.toContain('\n21  ')
    expect(out).toContain('… and 415 more (--format csv lists all)')
  })

  it('writes JSON that follows the schema and equals the result of the library', async () => {
    const { out } = await criba([...penguins, '--permutations', '19', '--seed', '2', '--format', 'json'])
    const result = JSON.parse(out) as Interactions
    expect(isValid(result), JSON.stringify(isValid.errors)).toBe(true)
    const spec = { target: 'species', permutations: 19, seed: 2 }
    const direct = await interactions(await tableOfPenguins(), spec)
    expect({ ...result, seconds: 0 }).toEqual({ ...JSON.parse(JSON.stringify(direct)), seconds: 0 })
    expect(isValid({ ...result, pairs: [{ a: 'x', b: 'y' }] })).toBe(false)
  })

  it('gives the same result again from the spec in it', async () => {
    const flags = ['--drop', 'sex', '--bins', '3', '--missing', 'median', '--units', 'nats']
    const { out } = await criba([...penguins, ...flags, '--format', 'json'])
    const result = JSON.parse(out) as Interactions
    expect(isValid(result), JSON.stringify(isValid.errors)).toBe(true)
    expect(result.units).toBe('nats')
    expect((await interactions(await tableOfPenguins(), result.spec)).pairs).toEqual(result.pairs)
  })

  it('writes CSV, one line for each pair', async () => {
    const { out } = await criba([...penguins, '--format', 'csv', '--quiet'])
    const [header, ...lines] = out.trimEnd().split('\n')
    expect(header).toBe('a,b,iA,iB,joint,interaction,similarity,pValue,pFrom')
    expect(lines).toHaveLength(15)
    expect(lines[0]).toMatch(
      /^flipper_length_mm,body_mass_g,0\.76\d+,0\.63\d+,0\.87\d+,-0\.523\d+,0\.351\d+,\d\.\d*e-\d+,gamma$/,
    )
  })

  it('gives the same bits from memory and from DuckDB', async () => {
    const args = [...penguins, '--permutations', '9', '--format', 'csv', '--quiet']
    const [memory, duckdb] = await Promise.all([
      criba([...args, '--source', 'memory']),
      criba([...args, '--source', 'duckdb']),
    ])
    expect(memory.code).toBe(0)
    expect(duckdb.out).toBe(memory.out)
  })

  it.each([
    [['interactions', 'examples/penguins.csv'], /missing target \(interactions needs one\)/],
    [[...penguins, '--permutations', 'many'], /invalid permutations: many/],
    [
      [...penguins, '--drop', 'island,sex,body_mass_g,flipper_length_mm,bill_length_mm'],
      /missing features: interactions needs 2 or more with values \(has only bill_depth_mm\)/,
    ],
  ])('%j ends in one line', async (args, message) => {
    const { code, out, err } = await criba(args)
    expect(err).toMatch(message)
    expect(err.trimEnd().split('\n')).toHaveLength(1)
    expect(out).toBe('')
    expect(code).toBe(1)
  })
})

describe('the table of interactions', () => {
  // eslint-disable-next-line no-control-regex -- escape sequences have no width
  const plain = (text: string) => text.replace(/\u001b\[[0-9;]*m/g, '')

  it('keeps within the width of the terminal, and shows names first', async () => {
    const result = await interactions(await tableOfPenguins(), { target: 'species', permutations: 19 })
    for (const width of [60, 72, 80, 100, 120, 200]) {
      const text = interactionsText(result, 'penguins.csv', { width, colour: true, lines: 50 })
      const [, ...below] = plain(text).split('\n\n')
      const lines = below
        .join('\n')
        .split('\n')
        .filter((line) => !line.startsWith('  criba'))
      expect(Math.max(...lines.map((line) => line.length)), `width ${width}`).toBeLessThanOrEqual(width)
      expect(text).toContain('flipper_length')
      expect(text.includes('I(a,b)  ') || text.includes('I(a,b)\u001b'), `parts at ${width}`).toBe(
        width >= 100,
      )
      expect(text.includes('│'), `bars at ${width}`).toBe(width >= 72)
    }
  })

  it('shows no bars if nothing interacts', async () => {
    const table = await tableFromCsv('a,b,y\nu,v,p\nu,v,q\nu,v,p\n')
    const result = await interactions(table, { target: 'y' })
    const text = interactionsText(result, 'x.csv', { width: 80, colour: false, lines: 50 })
    expect(text).not.toMatch(/█/)
    expect(text).toMatch(/^1 {2}a {2}b +0 /m)
  })
})
