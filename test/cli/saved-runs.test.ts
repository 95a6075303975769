import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import type { SelectResult } from 'criba'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { criba } from './criba.ts'

const schema = JSON.parse(
  readFileSync(new URL('../../schema/criba.schema.json', import.meta.url), 'utf8'),
) as object
const isValid = new Ajv({ allowUnionTypes: true }).compile(schema)
const data = ['select', 'examples/diabetes.csv']
const timeless = (text: string) => ({ ...(JSON.parse(text) as SelectResult), seconds: 0 })

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'criba-test-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('a saved run', () => {
  const runs: readonly (readonly string[])[] = [
    ['-t', 'progression', '-k', '3'],
    ['-t', 'progression', '-k', '2', '--holdout', '0.3', '--evidence'],
    [
      '-t',
      'progression',
      '--criterion',
      'delta-test',
      '--search',
      'annealing',
      '--seed',
      '4',
      '--drop',
      'sex,age',
    ],
    ['-t', 'progression', '--method', 'exhaustive-dt', '--pareto', 'total-correlation', '--keep', 'bmi'],
    [
      '-t',
      'y',
      '--sql',
      'select bmi, bp, s5 > 4.6 as z, progression as y from data',
      '-k',
      '2',
      '--folds',
      '2',
    ],
  ]

  it.each(runs)('gives the same result again: %s %s %s %s', async (...args) => {
    const path = join(folder, 'run.json')
    const first = await criba([...data, ...args, '--save', path, '--format', 'json'])
    expect(first.code).toBe(0)
    const saved = readFileSync(path, 'utf8')
    expect(saved).toBe(first.out)
    expect(isValid(JSON.parse(saved)), JSON.stringify(isValid.errors)).toBe(true)
    const again = await criba([...data, '--from', path, '--format', 'json'])
    expect(timeless(again.out)).toEqual(timeless(saved))
    expect(existsSync(`${path}.part`)).toBe(false)
  })

  it('refuses other flags, and files that are no saved run', async () => {
    const path = join(folder, 'none.json')
    writeFileSync(path, '{"command":"rank"}')
    expect((await criba([...data, '--from', path, '-k', '3'])).err).toMatch(/^criba: /)
    expect((await criba([...data, '--from', path])).err).toBe(
      `criba: unreadable run: ${path} (it is not a result of criba select)\n`,
    )
    writeFileSync(path, 'x')
    expect((await criba([...data, '--from', path])).err).toBe(
      `criba: unreadable run: ${path} (it is not JSON)\n`,
    )
    expect((await criba([...data, '--from', join(folder, 'absent')])).err).toMatch(
      /^criba: unreadable run: .*ENOENT/,
    )
  })

  it.each([
    ['data', null, 'data must be object'],
    ['spec.types', null, 'spec.types must be object'],
    ['spec.bins', 'five', 'spec.bins must be integer or null'],
    ['data.text', { separator: {} }, 'data.text.separator must be string'],
    ['spec.search', undefined, "spec must have required property 'search'"],
    ['selected', ['bmi', 3], 'selected.1 must be string'],
  ])('is refused if its %s is %j, with the place', async (place, value, fault) => {
    const path = join(folder, 'changed.json')
    await criba([...data, '-t', 'progression', '-k', '1', '--no-evidence', '--save', path, '--force'])
    const result = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
    const parts = place.split('.')
    const part = parts.slice(0, -1).reduce((of, name) => of[name] as Record<string, unknown>, result)
    part[parts.at(-1)] = value
    writeFileSync(path, JSON.stringify(result))
    expect((await criba([...data, '--from', path])).err).toBe(`criba: unreadable run: ${path} (${fault})\n`)
    expect((await criba(['apply', path, 'examples/diabetes.csv'])).err).toBe(
      `criba: unreadable result: ${path} (${fault})\n`,
    )
  })

  it('is refused for what is wrong in its spec, not for a part that criba of before did not write', async () => {
    const path = join(folder, 'before.json')
    await criba([...data, '-t', 'progression', '-k', '1', '--no-evidence', '--save', path, '--force'])
    const { spec, ...result } = JSON.parse(readFileSync(path, 'utf8')) as SelectResult
    const { event: _, ...before } = spec
    writeFileSync(path, JSON.stringify({ ...result, spec: { ...before, types: null } }))
    expect((await criba(['apply', path, 'examples/diabetes.csv'])).err).toBe(
      `criba: unreadable result: ${path} (spec.types must be object)\n`,
    )
  })

  it.each([
    ['bins', '5'],
    ['folds', '3'],
    ['comment', '#'],
    ['sql', 'select * from data'],
  ])('sets %s, so the flag is refused', async (name, value) => {
    const path = join(folder, 'any.json')
    await criba([...data, '-t', 'progression', '-k', '1', '--no-evidence', '--save', path, '--force'])
    expect((await criba([...data, '--from', path, `--${name}`, value])).err).toBe(
      `criba: invalid ${name}: the saved run ${path} sets it (leave out ${name} or --from)\n`,
    )
  })

  it('may run on other threads, in other memory and from another source', async () => {
    const path = join(folder, 'elsewhere.json')
    const first = await criba([
      ...data,
      '-t',
      'progression',
      '-k',
      '2',
      '--no-evidence',
      '--save',
      path,
      '--format',
      'json',
    ])
    const flags = ['--threads', '1', '--memory', '1GB', '--source', 'duckdb']
    const again = await criba([...data, '--from', path, ...flags, '--format', 'json'])
    expect((JSON.parse(again.out) as SelectResult).selected).toEqual(
      (JSON.parse(first.out) as SelectResult).selected,
    )
  })
})

describe('a checkpoint on the command line', () => {
  it('continues the search, and refuses another spec', async () => {
    const path = join(folder, 'checkpoint.json')
    const args = [
      ...data,
      '-t',
      'progression',
      '--criterion',
      'delta-test',
      '--search',
      'genetic:generations=10',
      '--checkpoint',
      path,
    ]
    const short = await criba([...args, '--budget', 'evals=100', '--format', 'json'])
    expect((JSON.parse(short.out) as SelectResult).stopped).toBe('the budget of 100 evaluations is spent')
    const rest = await criba([...args, '--format', 'json'])
    const whole = await criba([...args.slice(0, -2), '--format', 'json'])
    expect(timeless(rest.out)).toEqual(timeless(whole.out))
    const other = await criba([...args, '--seed', '1'])
    expect([other.code, other.err]).toEqual([
      1,
      'criba: invalid checkpoint: it is from another spec (remove it, or name another)\n',
    ])
    const nowhere = await criba([...args.slice(0, -1), join(folder, 'no', 'such')])
    expect(nowhere.code).toBe(1)
    expect(nowhere.err).toMatch(/^criba: unwritable file: .* \(there is no folder .*no\)$/m)
  })
})
