import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { rank, tableFromCsv } from 'criba'
import type { RankResult } from 'criba'
import { describe, expect, it } from 'vitest'
import { criba, cribaOn } from './criba.ts'

const schema = JSON.parse(
  readFileSync(new URL('../../schema/criba.schema.json', import.meta.url), 'utf8'),
) as object
const isValid = new Ajv({ allowUnionTypes: true }).compile(schema)

const cancer = ['rank', 'examples/breast-cancer.csv', '-t', 'diagnosis']
const penguins = ['rank', 'examples/penguins.csv', '-t', 'species']

describe('criba rank', () => {
  it('prints an aligned table with bars, best first, and no escape sequences in a pipe', async () => {
    const { code, out, err } = await criba(cancer)
    const lines = out.split('\n')
    expect(code).toBe(0)
    expect(err).toBe('')
    expect(lines[0]).toContain('569 rows × 30 features · target diagnosis · classification · memory')
    expect(lines[3]).toMatch(/^ 1 {2}worst perimeter +0\.6780 {2}█{20}$/)
    expect(lines.slice(3, 33).every((line) => line.indexOf('0.') === lines[3].indexOf('0.'))).toBe(true)
    expect(out).not.toContain('\u001b')
  })

  it('shows names and levels without signs that turn the direction of what follows', async () => {
    const text = 'a,\u202erev,y\n1,x\u2066,u\n2,z,v\n3,x\u2066,u\n4,z,v\n'
    const { out } = await cribaOn(text, ['describe', '-', '-t', 'y'])
    expect(out).toContain('\\u{202e}rev')
    expect(out).toContain('x\\u{2066}')
    expect(out).not.toMatch(/\p{Bidi_Control}/u)
    const { err } = await cribaOn(text, ['rank', '-', '-t', '\u202eq'])
    expect(err).toBe('criba: unknown target: \\u{202e}q (known: a, \\u{202e}rev, y)\n')
  })

  it('writes JSON that follows the schema and equals the result of the library', async () => {
    const { out } = await criba([...penguins, '--by', 'mutual-information', 'anova-f', '--format', 'json'])
    const result = JSON.parse(out) as RankResult
    expect(isValid(result), JSON.stringify(isValid.errors)).toBe(true)
    const table = await tableFromCsv(
      readFileSync(new URL('../../examples/penguins.csv', import.meta.url), 'utf8'),
    )
    const direct = await rank(table, { target: 'species', by: ['mutual-information', 'anova-f'] })
    expect({ ...result, seconds: 0 }).toEqual({ ...JSON.parse(JSON.stringify(direct)), seconds: 0 })
  })

  it('gives the same result again from the spec in it', async () => {
    const { out } = await criba([
      ...penguins,
      '--by',
      'chi2:by=p',
      '--bins',
      '3',
      '--missing',
      'median',
      '--drop',
      'sex',
      '--format',
      'json',
    ])
    const result = JSON.parse(out) as RankResult
    const table = await tableFromCsv(
      readFileSync(new URL('../../examples/penguins.csv', import.meta.url), 'utf8'),
    )
    const again = await rank(table, result.spec)
    expect(again.rankings).toEqual(result.rankings)
  })

  it('writes CSV, one line for each method and feature, with the reason where there is no score', async () => {
    const { out } = await criba([
      ...penguins,
      '--by',
      'anova-f',
      'kruskal-wallis',
      '--format',
      'csv',
      '--quiet',
    ])
    const [header, ...lines] = out.trimEnd().split('\n')
    expect(header).toBe('method,feature,score,rank,pValue,qValue,n,why,pFrom,pWithin')
    expect(lines).toHaveLength(12)
    expect(lines[0]).toMatch(/^anova-f,flipper_length_mm,594\.80\d*,1,1\.3\d*e-111,.*,342,,law,$/)
    expect(lines[5]).toBe('anova-f,sex,,,,,0,categorical (needs numbers),,')
  })

  it('writes an infinite score as "inf"', async () => {
    const { out } = await cribaOn('x,y\n0.1,a\n0.1,a\n0.1,a\n0.7,b\n0.7,b\n0.7,b\n', [
      ...['rank', '-', '-t', 'y', '--by', 'anova-f', '--format', 'json'],
    ])
    const result = JSON.parse(out) as RankResult
    expect(isValid(result)).toBe(true)
    // 2 of the 20 orders of six rows part them so.
    expect(result.rankings[0].scores[0]).toMatchObject({ score: 'inf', pFrom: 'permutation', rank: 1 })
  })

  it('takes methods with options, separated by commas', async () => {
    const { out } = await criba([
      ...cancer,
      '--by',
      'fisher:denominator=total,t-test,welch-t:by=p',
      '--format',
      'json',
    ])
    const { rankings } = JSON.parse(out) as RankResult
    expect(rankings.map(({ method, options }) => [method, options])).toEqual([
      ['fisher', { denominator: 'total' }],
      ['t-test', {}],
      ['welch-t', { by: 'p' }],
    ])
  })

  it('takes quoted names with commas', async () => {
    const input = '"a,b",c,y\n1,5,1\n2,4,2\n3,1,4\n5,2,3\n'
    const { out } = await cribaOn(input, [
      ...['rank', '-', '-t', 'y', '--drop', '"a,b"', '--by', 'pearson', '--format', 'csv'],
    ])
    expect(out.trimEnd().split('\n')).toHaveLength(2)
  })

  it.each([
    ['memory, which knows the levels of texts', 'memory', []],
    ['DuckDB, which has to be queried for them', 'duckdb', [['counts', 2]]],
  ])('plans without running: %s', async (_, source, levels) => {
    const { out } = await criba([...penguins, '--plan', '--format', 'json', '--source', source])
    const plan = JSON.parse(out) as { plan: { request: string; sets: number }[] }
    expect(isValid(plan)).toBe(true)
    const requests = plan.plan.filter(({ request }) => request !== 'coding')
    expect(requests.map(({ request, sets }) => [request, sets])).toEqual([
      ['order', 4],
      ...levels,
      ['entropy', 18],
    ])
  })

  it('writes no colours to a pipe, even with FORCE_COLOR', async () => {
    const { out } = await criba(cancer, { env: { FORCE_COLOR: '1' } })
    expect(out).not.toContain('\u001b')
  })
})

describe('criba describe', () => {
  it('prints types, missing and distinct values, ranges, levels and cuts', async () => {
    const { code, out } = await criba(['describe', 'examples/penguins.csv', '-t', 'species'])
    expect(code).toBe(0)
    expect(out).toMatch(/^sex +categorical +11 +2 +MALE 50 % · FEMALE 50 %$/m)
    expect(out).toMatch(/^body_mass_g +numeric +2 +94 +2700 +6300 +▂▅██▆▅▅▄▃▄▂▁ +cuts 3550 \| 4000 \| 4750$/m)
  })

  it('is the command that a ranking names for its cuts, with the query of the ranking', async () => {
    const sql = 'SELECT * FROM data WHERE sex IS NOT NULL'
    const { out } = await criba(['rank', 'examples/penguins.csv', '-t', 'species', '--sql', sql])
    expect(out).toMatch(/^examples\/penguins.csv \(--sql query\) {2}/)
    expect(out).toContain(`  criba describe examples/penguins.csv --sql '${sql}' -t species --bins 4`)
  })

  it('is named with the types of the ranking, since they decide which columns have cuts', async () => {
    const types = 'sex=categorical'
    const { out } = await criba(['rank', 'examples/penguins.csv', '-t', 'species', '--types', types])
    expect(out).toContain(`  criba describe examples/penguins.csv -t species --types ${types} --bins 4`)
  })

  it('writes JSON that follows the schema', async () => {
    const { out } = await criba(['describe', 'examples/diabetes.csv', '--format', 'json'])
    expect(isValid(JSON.parse(out)), JSON.stringify(isValid.errors)).toBe(true)
  })
})
