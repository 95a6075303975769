import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate, generators } from 'criba/experiments'
import { readTable } from 'criba/node'
import { afterAll, describe, expect, it } from 'vitest'
import { schemaFaults } from '../messy/schema.ts'
import { criba } from './criba.ts'

const folder = mkdtempSync(join(tmpdir(), 'criba-generate-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('criba generate', () => {
  it('lists all generators, also as JSON and CSV', async () => {
    const { out } = await criba(['generate', 'list'])
    const json = JSON.parse((await criba(['generate', 'list', '--format', 'json'])).out) as object
    const csv = (await criba(['generate', 'list', '--format', 'csv'])).out
    expect(schemaFaults(json)).toEqual([])
    for (const { name } of generators) {
      expect(out).toMatch(new RegExp(`^${name} `, 'm'))
      expect(csv).toMatch(new RegExp(`^${name},`, 'm'))
    }
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(120)
  })

  it('writes the table to the last bit, and its truth beside it', async () => {
    const path = join(folder, 'table.csv')
    const args = [
      'generate',
      'friedman1:irrelevant=2',
      '--rows',
      '50',
      '--noise',
      '0.5',
      '--seed',
      '9',
      '-o',
      path,
    ]
    const { code, out, err } = await criba(args)
    expect(code).toBe(0)
    expect(out).toMatch(/^50 rows × 7 columns and the target\nrelevant: x1, x2, x3, x4, x5$/m)
    expect(err).toBe(`wrote ${path} and ${join(folder, 'table.truth.json')}\n`)
    const { table, truth } = generate('friedman1', { irrelevant: 2, rows: 50, noise: 0.5, seed: 9 })
    expect((await readTable(path)).columns).toEqual(table.columns)
    const written = JSON.parse(readFileSync(join(folder, 'table.truth.json'), 'utf8')) as object
    expect(written).toEqual(truth)
    expect(schemaFaults(written)).toEqual([])
    expect((await criba(args)).err).toBe(
      `criba: invalid output: ${path} exists already (--force replaces it)\n`,
    )
    expect(await criba([...args, '--force', '--quiet'])).toMatchObject({ code: 0, err: '' })
    expect(existsSync(`${path}.part`)).toBe(false)
  })

  it('prints the table, or its truth', async () => {
    const { out } = await criba(['generate', 'monk2', '--rows', '3'])
    expect(out.split('\n')).toHaveLength(5)
    expect(out).toMatch(/^head_shape,body_shape,is_smiling,holding,jacket_color,has_tie,y\n/)
    const truth: unknown = JSON.parse((await criba(['generate', 'monk2', '--format', 'json'])).out)
    expect(truth).toEqual(generate('monk2').truth)
  })

  it('writes more rows than one piece', async () => {
    const path = join(folder, 'long.csv')
    await criba(['generate', 'parity', '--rows', '50001', '-o', path, '--quiet'])
    expect(readFileSync(path, 'utf8').trimEnd().split('\n')).toHaveLength(50_002)
    expect(statSync(path).size).toBe('x1,x2,x3,x4,x5,x6,x7,x8,x9,x10,y\n'.length + 50_001 * 22)
  })

  it.each([
    [['friedman'], 'unknown generator: friedman (did you mean friedman1'],
    [['nothing'], 'unknown generator: nothing (`criba generate list` lists them)'],
    [['list', '-o', 'list.csv'], 'unsuitable output: the list is no table'],
    [['xor:rows=5', '--rows', '6'], 'invalid rows: given in xor:rows=5 and as --rows'],
    [['list', '--rows', '3'], 'unsuitable rows: the list is no table'],
    [['xor:toString=3'], 'unknown option of xor: toString'],
    [['xor:irrelevant=2000', '--rows', '10000000'], 'too large: 10000000 rows × 2001 columns or more'],
    [['parity:bits='], 'invalid bits: nothing (needs a number)'],
    [['parity:bits=x'], 'invalid bits: x (needs a number)'],
    [['parity:bits'], 'invalid method: parity:bits'],
    [['xor', '--rows', '1'], 'invalid rows: 1'],
    [['xor', '--noise', '0.7'], 'invalid noise: 0.7 (needs 0 to 0.5)'],
    [['xor', '-o', 'table.txt'], 'invalid output: table.txt (needs a name that ends in .csv)'],
    [
      ['xor', '-o', '/no/such/table.csv'],
      'unwritable file: /no/such/table.csv (there is no folder /no/such)',
    ],
  ])('refuses %j in one line', async (args, message) => {
    const { code, out, err } = await criba(['generate', ...args])
    expect([code, out]).toEqual([1, ''])
    expect(err.trimEnd().split('\n')).toHaveLength(1)
    expect(err).toContain(`criba: ${message}`)
  })
})
