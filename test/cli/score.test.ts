import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { score, tableFromCsv } from 'criba'
import { setCriteria } from 'criba/methods'
import type { ScoreResult } from 'criba'
import { describe, expect, it } from 'vitest'
import { criba, cribaOn } from './criba.ts'

const schema = JSON.parse(
  readFileSync(new URL('../../schema/criba.schema.json', import.meta.url), 'utf8'),
) as object
const isValid = new Ajv({ allowUnionTypes: true }).compile(schema)

const diabetes = ['score', 'examples/diabetes.csv', '-t', 'progression', '--features', 'bmi,bp,s5']
const tableOf = (name: string) =>
  tableFromCsv(readFileSync(new URL(`../../examples/${name}`, import.meta.url), 'utf8'))

function checked(out: string): ScoreResult {
  const result = JSON.parse(out) as ScoreResult
  expect(isValid(result), JSON.stringify(isValid.errors)).toBe(true)
  return result
}

describe('criba score', () => {
  it('prints a line for each method: score, units, direction, rows and parts', async () => {
    const { code, out, err } = await criba([...diabetes, '--by', 'delta-test:k=3', 'entropy', '--quiet'])
    expect(code).toBe(0)
    expect(err).toBe('')
    expect(out).not.toContain('\u001b')
    const lines = out.trimEnd().split('\n')
    expect(lines[0]).toContain('442 rows × 3 features · target progression · regression · memory')
    expect(lines[1]).toBe('bmi, bp, s5')
    expect(lines[3]).toMatch(/^method +score +units +rows$/)
    expect(lines[4]).toMatch(
      /^delta-test:k=3 +0\.551747 +share of var\(y\), lower is better +442 +in y² 3271\.8$/,
    )
    expect(lines[5]).toMatch(/^entropy +4\.45284 +bits, higher is better +442$/)
  })

  it('writes JSON that follows the schema and equals the result of the library', async () => {
    const ofNumbers = setCriteria.filter(({ id, target }) => id !== 'interaction' && target !== 'classes')
    const by = ofNumbers.map(({ id }) => id)
    const { out } = await criba([...diabetes, '--by', ...by, '--permutations', '5', '--format', 'json'])
    const result = checked(out)
    const table = await tableOf('diabetes.csv')
    const spec = { target: 'progression', features: ['bmi', 'bp', 's5'], by, permutations: 5 }
    const direct = await score(table, spec)
    expect({ ...result, seconds: 0 }).toEqual({ ...JSON.parse(JSON.stringify(direct)), seconds: 0 })
    const again = await score(table, result.spec)
    expect(again.scores).toEqual(result.scores)
  })

  it('scores a set given other columns, from a query, with levels and missing values', async () => {
    const { out, err } = await criba([
      'score',
      'examples/penguins.csv',
      '-t',
      'species',
      '--features',
      'bill_length_mm,sex',
      '--given',
      'island',
      '--by',
      'joint-mi:estimator=miller-madow',
      '--sql',
      "SELECT * FROM data WHERE island <> 'Torgersen'",
      '--missing',
      'level',
      '--bins',
      '4',
      '--format',
      'json',
    ])
    const result = checked(out)
    expect(result).toMatchObject({
      features: ['bill_length_mm', 'sex'],
      given: ['island'],
      data: { rows: 292, sql: "SELECT * FROM data WHERE island <> 'Torgersen'" },
      spec: { bins: 4, missing: 'level', given: ['island'] },
    })
    expect(result.scores[0].options).toEqual({ estimator: 'miller-madow' })
    expect(result.scores[0].score).toBeGreaterThan(0)
    expect(err).toMatch(/^warning: values are missing in /)
  })

  it('gives the reason if a set has no score', async () => {
    const few = ['score', '-', '-t', 'y', '--features', 'a', '--by', 'joint-mi', 'delta-test']
    const input = 'a,y\n1,0.5\n2,1.5\n4,3.5\n'
    const [json, table, csv] = await Promise.all([
      cribaOn(input, [...few, '--task', 'regression', '--format', 'json']),
      cribaOn(input, [...few, '--task', 'regression']),
      cribaOn(input, [...few, '--task', 'regression', '--format', 'csv']),
    ])
    const why = '3 complete rows (needs more than k = 3)'
    expect(checked(json.out).scores[0]).toMatchObject({ score: null, why, n: 3 })
    expect(table.out).toMatch(/^joint-mi +— +bits, higher is better +3 +3 complete rows \(needs/m)
    expect(csv.out.split('\n')[1]).toBe(`joint-mi,a,,,bits,,3,,${why}`)
    expect(csv.out.split('\n')[2]).toMatch(/^delta-test,a,,0\.\d+,share of var\(y\),,3,\d\.\d+,$/)
  })

  it('writes CSV, one line for each method', async () => {
    const { out } = await criba([
      ...diabetes,
      '--by',
      'delta-test:k=2,ties=first',
      'co-information',
      '--permutations',
      '9',
      '--format',
      'csv',
      '--quiet',
    ])
    const [header, ...lines] = out.trimEnd().split('\n')
    expect(header).toBe('method,features,given,score,units,pValue,n,inUnits,why')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(
      /^"delta-test:k=2,ties=first","bmi,bp,s5",,0\.5\d+,share of var\(y\),0\.1,442,3\d+\.\d+,$/,
    )
    expect(lines[1]).toMatch(/^co-information,"bmi,bp,s5",,0\.079\d+,bits,[01]\.?\d*,442,,$/)
  })

  it('writes the conditioning columns, and quotes names with commas', async () => {
    const input = '"a,b",c,y\n1,5,1\n2,4,2\n3,1,1\n5,2,2\n4,2,1\n'
    const by = ['--by', 'joint-mi:estimator=plug-in', '--format', 'csv']
    const set = ['--features', '"a,b"', '--given', 'c']
    const { out } = await cribaOn(input, ['score', '-', '-t', 'y', ...set, ...by])
    const [header, line] = out.trimEnd().split('\n')
    expect(header).toBe('method,features,given,score,units,pValue,n,why')
    expect(line).toMatch(/^joint-mi:estimator=plug-in,"""a,b""",c,\d/)
  })

  it('writes an infinite score as "inf"', async () => {
    const input = `a,y\n${[3, 1, 4, 2, 5, 9, 6, 8].map((a, i) => `${a},${(i * i) % 7}e154`).join('\n')}\n`
    const args = ['score', '-', '-t', 'y', '--task', 'regression', '--features', 'a', '--by', 'delta-test']
    const [json, csv] = await Promise.all([
      cribaOn(input, [...args, '--format', 'json']),
      cribaOn(input, [...args, '--format', 'csv']),
    ])
    expect(checked(json.out).scores[0].parts).toEqual({ inUnits: 'inf' })
    expect(csv.out.split('\n')[1]).toMatch(/,8,inf,$/)
  })

  it('takes quoted names with commas', async () => {
    const input = '"a,b",c,y\n1,5,1\n2,4,2\n3,1,4\n5,2,3\n4,2,7\n'
    const by = ['--by', 'delta-test', '--task', 'regression', '--format', 'json']
    const { out } = await cribaOn(input, ['score', '-', '-t', 'y', '--features', '"a,b",c', ...by])
    expect(checked(out).features).toEqual(['a,b', 'c'])
  })

  it('gives the same bytes on any number of threads', async () => {
    const cancer = [
      'score',
      'examples/breast-cancer.csv',
      '-t',
      'mean area',
      '--by',
      'joint-mi',
      'delta-test',
      'gamma-test',
      'total-correlation',
    ]
    const features = ['--features', 'mean radius,mean texture,worst area,worst concavity,area error']
    const run = (...more: string[]) =>
      criba([...cancer, ...features, '--permutations', '19', '--format', 'json', '--quiet', ...more])
    const [one, two, engine] = await Promise.all([
      run('--threads', '1'),
      run('--threads', '2'),
      run('--threads', '2', '--source', 'duckdb'),
    ])
    const timeless = ({ out }: { out: string }) => out.replace(/"seconds": [\d.]+/, '')
    expect(checked(one.out).scores).toHaveLength(4)
    expect(timeless(two)).toBe(timeless(one))
    expect(timeless(engine).replace('"duckdb"', '"memory"')).toBe(timeless(one))
  })

  it.each([
    [['--features', 'bmi,bpp'], /^criba: unknown feature: bpp \(did you mean bp\?\)\n$/],
    [['--features', 'bmi,bmi'], /^criba: invalid features: bmi is named twice\n$/],
    [
      ['--features', 'bmi', '--by', 'spearman'],
      /^criba: unsuitable method: spearman scores single columns, not sets/,
    ],
    [
      ['--features', 'bmi', '--given', 'bp', '--by', 'joint-mi:estimator=kde'],
      /^criba: invalid given: joint-mi:estimator=kde is not conditioned on other columns \(use nearest/,
    ],
    [
      ['--features', 'bmi', '--by', 'delta-test:k=0'],
      /^criba: invalid k: 0 \(needs a whole number, 1 to 1000\)\n$/,
    ],
    [['--features', 'bmi,bp', '--drop', 'age,bp'], /^criba: invalid drop: bp \(it is in the set\)\n$/],
    [
      ['--features', 'bmi', '--drop', 'progression'],
      /^criba: invalid drop: progression \(it is the target\)\n$/,
    ],
    [[], /^criba: required option '--features <columns>' not specified\n$/],
  ])('%j ends in one line', async (args, message) => {
    const { code, out, err } = await criba(['score', 'examples/diabetes.csv', '-t', 'progression', ...args])
    expect(err).toMatch(message)
    expect(out).toBe('')
    expect(code).toBe(1)
  })
})
