import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { groups, tableFromColumns, tableFromCsv } from 'criba'
import type { GroupsResult } from 'criba'
import { afterAll, describe, expect, it } from 'vitest'
import { groupsText } from '../../dist/src/report/groups-text.js'
import { criba } from './criba.ts'

const schema = JSON.parse(
  readFileSync(new URL('../../schema/criba.schema.json', import.meta.url), 'utf8'),
) as object
const isValid = new Ajv({ allowUnionTypes: true }).compile(schema)
const cancer = ['groups', 'examples/breast-cancer.csv', '-t', 'diagnosis']
const penguins = ['groups', 'examples/penguins.csv', '-t', 'species']
const tableOf = (name: string) =>
  tableFromCsv(readFileSync(new URL(`../../examples/${name}.csv`, import.meta.url), 'utf8'))
const folder = mkdtempSync(join(tmpdir(), 'criba-groups-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('criba groups', () => {
  it('prints the groups, and the tree with the cut and the representatives', async () => {
    const { code, out, err } = await criba(cancer)
    const lines = out.split('\n')
    expect([code, err]).toEqual([0, ''])
    expect(lines[0]).toContain('569 rows × 30 features · target diagnosis')
    expect(lines[2]).toBe('30 columns in 24 groups at height 0.5')
    expect(lines[4]).toBe('#  representative   columns  cohesion  height  other columns')
    expect(lines[5]).toMatch(/^1 {2}worst perimeter +6 +0\.6776 +0\.4347 {2}worst radius, worst area, mean /)
    const tree = lines.filter((line) => /^[● ] .*[─┘]/.test(line))
    expect(tree).toHaveLength(30)
    expect(tree.filter((line) => line.startsWith('●'))).toHaveLength(24)
    expect(tree[0]).toMatch(/^● worst perimeter +─+┬─+┬─+┼─/)
    const cut = tree[0].indexOf('┼')
    expect(tree.every((line) => '┼┊'.includes(line[cut]))).toBe(true)
    expect(lines.find((line) => line.includes('height 0 '))!.slice(cut, cut + 3)).toBe('0.5')
    expect(out).toContain(
      '● representative: the column that carries most about diagnosis, by symmetrical uncertainty',
    )
    expect(out).not.toContain('\u001b')
  })

  it('writes JSON that follows the schema and equals the result of the library', async () => {
    const flags = ['--stability', '3', '--stand-ins', 'body_mass_g', '--linkage', 'average', '--seed', '4']
    const { out } = await criba([...penguins, ...flags, '--format', 'json'])
    const result = JSON.parse(out) as GroupsResult
    expect(isValid(result), JSON.stringify(isValid.errors)).toBe(true)
    const spec = {
      target: 'species',
      stability: 3,
      standIns: 'body_mass_g',
      linkage: 'average',
      seed: 4,
    } as const
    const direct = await groups(await tableOf('penguins'), spec)
    expect({ ...result, seconds: 0 }).toEqual({ ...JSON.parse(JSON.stringify(direct)), seconds: 0 })
    expect((await groups(await tableOf('penguins'), result.spec)).groups).toEqual(result.groups)
    expect(isValid({ ...result, groups: [{ representative: 'x' }] })).toBe(false)
  })

  it('gives the same result again from the spec in it, by number too', async () => {
    const flags = ['--count', '4', '--missing', 'median', '--bins', '4', '--by', 'information-distance']
    const { out } = await criba(['groups', 'examples/penguins.csv', ...flags, '--format', 'json'])
    const result = JSON.parse(out) as GroupsResult
    expect(isValid(result), JSON.stringify(isValid.errors)).toBe(true)
    expect(result.groups).toHaveLength(4)
    expect((await groups(await tableOf('penguins'), result.spec)).groups).toEqual(result.groups)
  })

  it('writes CSV, one line for each column', async () => {
    const { out } = await criba([
      'groups',
      'examples/penguins.csv',
      '--by',
      'correlation',
      '--format',
      'csv',
      '--quiet',
    ])
    const [header, ...lines] = out.trimEnd().split('\n')
    expect(header).toBe('group,feature,representative,similarity,relevance,cohesion,height,stability,why')
    expect(lines).toHaveLength(7)
    expect(lines[0]).toMatch(/^1,flipper_length_mm,flipper_length_mm,1,,0\.8712\d+,0\.1287\d+,,$/)
    expect(lines[6]).toBe(',sex,,,,,,,is categorical (correlation needs numbers)')
  })

  it('lists the columns that could stand in for one', async () => {
    const { out } = await criba([...cancer, '--stand-ins', 'mean radius'])
    expect(out).toContain('columns that could stand in for mean radius, the most similar first')
    expect(out).toMatch(/^ 1 {2}mean area +0\.9197 {2}█+.? +same$/m)
    expect(out).toContain('… and 9 more (--format csv lists all)')
    const { out: csv } = await criba([...cancer, '--stand-ins', 'mean radius', '--format', 'csv'])
    expect(csv.trimEnd().split('\n')).toHaveLength(30)
    expect(csv).toMatch(/^feature,similarity\nmean area,0\.91/)
  })

  it.each(['json', 'csv'])('writes a .%s file that select reads', async (ending) => {
    const output = join(folder, `groups.${ending}`)
    const { code, err } = await criba([...cancer, '-o', output])
    expect([code, err]).toEqual([0, `wrote ${output}: 24 groups\n`])
    const selected = await criba([
      ...['select', 'examples/breast-cancer.csv', '-t', 'diagnosis', '--method', 'jmi', '-k', '2'],
      ...['--groups', output, '--format', 'json'],
    ])
    expect(selected.code).toBe(0)
    const found = JSON.parse(selected.out) as { selected: string[]; spec: { groups: object } }
    const result = await groups(await tableOf('breast-cancer'), { target: 'diagnosis' })
    const members = result.groups.map(
      (group) => [group.representative, group.members.map(({ feature }) => feature)] as const,
    )
    expect(found.spec.groups).toEqual(Object.fromEntries(members))
    // The first group is a unit of its six columns.
    expect([...found.selected].sort()).toEqual(['worst concave points', ...members[0][1]].sort())
    const again = await criba([...cancer, '-o', output])
    expect([again.code, again.err]).toEqual([
      1,
      `criba: invalid output: ${output} exists already (--force replaces it)\n`,
    ])
    if (ending === 'csv') expect((await criba([...cancer, '-o', output, '--force'])).code).toBe(0)
  })

  it('gives the same bits from memory and from DuckDB', async () => {
    const args = [...penguins, '--stability', '2', '--format', 'csv', '--quiet']
    const [memory, duckdb] = await Promise.all([
      criba([...args, '--source', 'memory']),
      criba([...args, '--source', 'duckdb']),
    ])
    expect(memory.code).toBe(0)
    expect(duckdb.out).toBe(memory.out)
  })

  it.each([
    [[...cancer, '--height', 'low'], /invalid height: low \(needs 0 to 1\)/],
    [[...cancer, '--height', '0.2', '--count', '3'], /invalid count: a height is given too/],
    [[...cancer, '--count', '0'], /invalid count: 0/],
    [
      [...cancer, '--by', 'rho'],
      /'rho' is invalid\. Allowed choices are symmetrical-uncertainty, correlation/,
    ],
    [[...cancer, '--stand-ins', 'mean radios'], /unknown column: mean radios \(did you mean mean radius\?\)/],
    [
      [...cancer, '-o', 'groups.txt'],
      /invalid output: groups\.txt \(groups are written to \.json or \.csv\)/,
    ],
    [
      ['groups', 'examples/penguins.csv', '--by', 'correlation', '--types', '*=categorical'],
      /missing features: groups needs 2 or more columns that vary \(has none; species is categorical/,
    ],
  ])('%j ends in one line', async (args, message) => {
    const { code, out, err } = await criba(args)
    expect(err).toMatch(message)
    expect(err.trimEnd().split('\n')).toHaveLength(1)
    expect(out).toBe('')
    expect(code).toBe(1)
  })
})

describe('the text of groups', () => {
  // eslint-disable-next-line no-control-regex -- escape sequences have no width
  const plain = (text: string) => text.replace(/\u001b\[[0-9;]*m/g, '')
  const text = (result: GroupsResult, width: number, lines = 50) =>
    plain(groupsText(result, 'x.csv', { width, colour: true, lines }))
  const isWithin = (shown: string, width: number) =>
    shown.split('\n').every((line) => line.length <= width || line.startsWith('  criba'))

  it('keeps within the width of the terminal', async () => {
    const table = await tableOf('breast-cancer')
    for (const spec of [
      { stability: 2 },
      { target: 'diagnosis', height: 1 },
      { standIns: 'mean area' },
      { count: 30 },
    ]) {
      const result = await groups(table, { ...spec, drop: spec.target ? [] : ['diagnosis'] })
      for (const width of [60, 72, 80, 100, 120, 200]) {
        expect(isWithin(text(result, width), width), `${JSON.stringify(spec)} at ${width}`).toBe(true)
      }
    }
  })

  it('of many columns shows the groups first, and trees of groups of two or more', async () => {
    const columns: Record<string, number[]> = {}
    for (let i = 0; i < 200; i++) {
      const of = i % 90
      columns[`column with a long name ${i}`] = Array.from({ length: 150 }, (_, row) =>
        Math.sin((of + 1) * (row + 1) * (row % 11)),
      )
    }
    const result = await groups(tableFromColumns(columns))
    const shown = text(result, 80)
    expect(isWithin(shown, 80)).toBe(true)
    expect(shown.indexOf('representative  ')).toBeLessThan(shown.indexOf('●'))
    expect(shown).toMatch(/… and \d+ more \(--format csv lists all\)/)
    expect(shown).toMatch(/… and the trees of \d+ more groups/)
    expect(shown.split('\n').length).toBeLessThan(110)
  })

  it('says so if no columns are similar, or all are', async () => {
    const table = await tableOf('diabetes')
    expect(text(await groups(table), 80)).toContain('no two columns are similar enough to be a group')
    expect(text(await groups(table, { count: 20 }), 80)).toContain(
      'columns: each column is a group of its own',
    )
    const one = text(await groups(table, { count: 1 }), 80)
    expect(one).toMatch(/^1 {2}\w+ +11 /m)
    const copies = tableFromColumns({ a: [1, 2, 3, 1, 2, 3], b: [1, 2, 3, 1, 2, 3] })
    expect(text(await groups(copies, { height: 0 }), 80)).toMatch(/^● a ┐┊\n {2}b ┘┊$/m)
  })
})
