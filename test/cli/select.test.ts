import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tableFromCsv } from 'criba'
import type { SelectResult } from 'criba'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { criba } from './criba.ts'
import { cancer, diabetes, isValid, penguins, sets, textOf } from './select-json.ts'
import { select } from '../untyped.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'criba-test-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('criba select', () => {
  it('prints the path: each column, its score and parts, the next best, and why the search stopped', async () => {
    const { code, out, err } = await criba([...cancer, '-k', '5'])
    const lines = out.split('\n')
    expect(code).toBe(0)
    expect(err).toBe('')
    expect(lines[0]).toContain('569 rows × 30 features · target diagnosis · classification · memory')
    expect(lines[1]).toBe('jmi, forward: 5 of 30 columns chosen, 140 scores evaluated')
    expect(lines[3]).toMatch(/^# {2}feature +score \(bits\) +relevance +redundancy +synergy +next best +gap$/)
    expect(lines[4]).toMatch(/^1 {2}worst perimeter +0\.6780 +█+ +0\.678 +worst radius +0\.0232$/)
    expect(lines[5]).toMatch(
      /^2 {2}worst smoothness +0\.1328 +█+\S? +0\.149 +0\.122 +0\.106 +worst concave points/,
    )
    expect(lines[10]).toBe('stopped: k = 5')
    expect(out).toContain('  criba describe examples/breast-cancer.csv -t diagnosis --bins 7')
    expect(out).not.toContain('\u001b')
  })

  it('counts the complete rows, and names the command that shows their cuts', async () => {
    const { out, err } = await criba([...penguins, '--stop', 'none'])
    expect(err).toBe(
      'warning: values are missing in 5 columns (bill_length_mm 2, bill_depth_mm 2, flipper_length_mm 2, body_mass_g 2, sex 11): each score uses the rows complete in its own columns\n',
    )
    expect(out).toContain('stopped: no candidate is left (-k or --stop ends it earlier)')
    const command = /^ {2}criba (describe .*)$/m.exec(out)![1].split(' ')
    const [selected, described] = await Promise.all([
      criba([...penguins, '--stop', 'none', '--format', 'json']),
      criba([...command, '--format', 'json']),
    ])
    const { coding } = JSON.parse(selected.out) as SelectResult
    expect((JSON.parse(described.out) as SelectResult).coding).toEqual(expect.arrayContaining([...coding]))
  })

  it('takes groups, costs and budgets, and gives the same result again from its spec', async () => {
    const file = (name: string, text: string) => {
      writeFileSync(join(folder, name), text)
      return join(folder, name)
    }
    const groups = file('groups.csv', 'feature,group\ns1,"blood, fat"\ns2,"blood, fat"\n')
    const same = file('groups.json', JSON.stringify({ 'blood, fat': ['s1', 's2'] }))
    const names = ['age', 'sex', 'bmi', 'bp', 's1', 's2', 's3', 's4', 's5', 's6']
    const costs = file(
      'costs.csv',
      `feature,cost\n${names.map((name, i) => `${name},${i + 0.5}`).join('\n')}\n`,
    )
    const bounds = ['--keep', 'sex', '--costs', costs, '--budget', 'cost=20,evals=500', '--start-from', 'bmi']
    const args = [
      ...diabetes,
      '--stop',
      'none',
      ...bounds,
      '--prefilter',
      'pearson:top=7',
      '--format',
      'json',
    ]
    const outs = await Promise.all([groups, same].map((path) => criba([...args, '--groups', path])))
    const [result, other] = outs.map(({ out }) => JSON.parse(out) as SelectResult)
    expect({ ...other, seconds: 0 }).toEqual({ ...result, seconds: 0 })
    expect(isValid(result), JSON.stringify(isValid.errors)).toBe(true)
    expect(result.selected.slice(0, 2)).toEqual(['sex', 'bmi'])
    expect(result.spec.budget).toEqual({ cost: 20, evals: 500 })
    const again = await select(await tableFromCsv(textOf('diabetes.csv')), result.spec)
    expect({ ...again, data: result.data, seconds: 0 }).toEqual({ ...result, seconds: 0 })
    const method = await criba([...args, '--start-from', 'exhaustive-dt'])
    expect((JSON.parse(method.out) as SelectResult).spec.startFrom).toBe('exhaustive-dt')
    const wrong = file('wrong.csv', 'feature,cost\nage,1,2\n')
    expect((await criba([...diabetes, '--costs', wrong])).err).toMatch(
      /^criba: unreadable costs: .*wrong\.csv \(invalid row 1 of the text \(line 2\): 3 cells \(needs 2, as the header\)\)\n$/,
    )
    expect((await criba([...diabetes, '--groups', join(folder, 'none')])).err).toMatch(
      /^criba: unreadable groups: .*ENOENT/,
    )
    expect((await criba([...diabetes, '--budget', 'evals'])).err).toMatch(
      /^criba: invalid budget: evals \(needs evals=/,
    )
  })

  it('reads the lines of a group as the order of time, if groups are series', async () => {
    const rows = Array.from({ length: 24 }, (_, row) => {
      const u = [row % 5, (row * 7) % 11, (row * 3) % 8]
      return [...u, ...u.map((value, t) => value + ((row * (t + 2)) % 3)), row % 2 === 0 ? 'a' : 'b']
    })
    const data = join(folder, 'series.csv')
    writeFileSync(data, ['u1,u2,u3,v1,v2,v3,y', ...rows.map((row) => row.join())].join('\n'))
    const groups = { u: ['u1', 'u2', 'u3'], v: ['v3', 'v1', 'v2'] }
    const lines = Object.entries(groups).flatMap(([group, names]) => names.map((name) => `${name},${group}`))
    const file = join(folder, 'series-groups.csv')
    writeFileSync(file, ['feature,group', ...lines].join('\n'))
    const args = ['select', data, '-t', 'y', '--criterion', 'temporal-mrmr', '-k', '2', '--format', 'json']
    const { out, code } = await criba([...args, '--groups', file])
    expect(code).toBe(0)
    const result = JSON.parse(out) as SelectResult
    expect(isValid(result), JSON.stringify(isValid.errors)).toBe(true)
    const table = await tableFromCsv(readFileSync(data, 'utf8'))
    const spec = { target: 'y', criterion: 'temporal-mrmr', k: 2 }
    expect(result.steps).toEqual((await select(table, { ...spec, groups })).steps)
    const sorted = await select(table, { ...spec, groups: { ...groups, v: ['v1', 'v2', 'v3'] } })
    expect(result.steps[1].redundancy).not.toBeCloseTo(sorted.steps[1].redundancy!, 3)
    const { err } = await criba([...args, '--quiet'])
    expect(err).toBe('')
    const lone = await criba(args)
    expect(lone.err).toMatch(/^warning: temporal-mrmr: no group holds two columns or more/)
    expect(isValid(JSON.parse(lone.out))).toBe(true)
  })

  it('stops if no gain is significant, and says which column makes each rejected one redundant', async () => {
    const { out } = await criba([...diabetes, '--seed', '1', '--no-evidence'])
    expect(out).toMatch(/^# {2}feature +score \(bits\) +p +relevance/m)
    expect(out).toMatch(/^1 {2}s5 +0\.2904 +█+ +\d\.\de−\d+ /m)
    expect(out).toMatch(/\nno gain: \d columns\n {2}given \w+: \w/)
    expect(out).toContain('p: test of the gain, by itself, or given a chosen column that is related to it')
    expect(out).not.toContain('-k or --stop')
    const { err } = await criba([...diabetes, '--criterion', 'pearson', '--stop', 'significance'])
    expect(err).toMatch(/^criba: unsuitable stop: significance permutes levels/)
  })

  it('prints the set that an exhaustive search chose, and the next best sets', async () => {
    const { out } = await criba([...sets, '--landscape', '3'])
    const lines = out.split('\n')
    expect(lines[1]).toBe('delta-test, exhaustive: 6 of 10 columns chosen, 1,023 sets evaluated')
    expect(lines[3]).toBe('age, bmi, bp, s2, s4, s5')
    expect(lines[4]).toBe('score 0.436957 (share of var(y), lower is better)')
    expect(lines[6]).toMatch(/^# +score \(share of var\(y\)\) +size +features$/)
    expect(lines[7]).toMatch(/^1 +0\.4370 +6 {2}age, bmi, bp, s2, s4, s5$/)
    expect(lines[11]).toBe('stopped: every subset was evaluated')
    const plain = await criba(sets)
    expect(plain.out).not.toContain('size')
  })

  it('shows the set in addition to a path that adds and removes', async () => {
    const { out } = await criba([...diabetes, '--criterion', 'delta-test', '--search', 'backward'])
    expect(out).toMatch(/^1 {2}− s1 +0\.4769 /m)
    expect(out).toContain(
      '\nage, sex, bmi, bp, s2, s3, s4, s5, s6\nscore 0.476901 (share of var(y), lower is better)\n',
    )
  })

  it('tests the selection on held-out rows, by default or with --evidence', async () => {
    const [plain, without, named, requested] = await Promise.all([
      criba([...penguins, '--quiet', '--folds', '2']),
      criba([...penguins, '--quiet', '--no-evidence']),
      criba([...penguins, '--quiet', '--method', 'jmi']),
      criba([...diabetes, '--criterion', 'pearson', '-k', '3', '--evidence', '--seed', '3']),
    ])
    const evidence = /\nevidence: accuracy of naive-bayes [^]*?\n\n[^]*?\n\n/
    expect(plain.out).toMatch(
      /\n {2}all columns +0\.9\d\d +± 0\.\d{3} +6\n {2}selected +0\.9\d\d +± 0\.\d{3} +(\d–)?\d\n/,
    )
    expect(plain.out).toMatch(
      /\n {2}none +0\.442 +± 0\.\d{3} +0\n {2}The selected columns are .* all 6 columns /,
    )
    expect(without.out).not.toMatch(evidence)
    expect(named.out).toBe(without.out)
    expect(requested.out).toMatch(
      /\nevidence: R² of linear on held-out rows, 5 folds \(± standard deviation over the folds\)\n/,
    )
    expect(requested.out).toMatch(
      /\n {2}all columns +0\.[45]\d\d .*10\n {2}selected +0\.4\d\d .*\n {2}none +0\.000 /,
    )
    // With the default folds, in select.long.ts.
    const [csv, csvWithout] = await Promise.all([
      criba([...penguins, '--quiet', '--folds', '2', '--format', 'csv']),
      criba([...penguins, '--quiet', '--format', 'csv', '--no-evidence']),
    ])
    expect(csv.out).toBe(csvWithout.out)
  })

  it('writes CSV, one line for each step or each set', async () => {
    const [path, some, one] = await Promise.all([
      criba([...cancer, '-k', '2', '--format', 'csv']),
      criba([...sets, '--landscape', '2', '--format', 'csv']),
      criba([...sets, '--format', 'csv']),
    ])
    const lines = path.out.trimEnd().split('\n')
    expect(lines[0]).toBe('step,action,feature,score,relevance,redundancy,synergy,f,pValue,runnerUp,gap,tie')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toMatch(/^1,add,worst perimeter,0\.678\d+,0\.678\d+,,,,,worst radius,0\.0232\d+,$/)
    expect(some.out).toMatch(
      /^place,size,features,score\n1,6,"age,bmi,bp,s2,s4,s5",0\.4369\d+\n2,6,"age,bmi,s1,s2,s4,s5",0\.4387\d+\n$/,
    )
    expect(one.out.trimEnd().split('\n')).toHaveLength(2)
  })

  it('ends with the best result so far and exit code 130 if it is interrupted', async () => {
    const file = join(folder, 'wide.csv')
    const cells = Array.from({ length: 60 }, (_, row) =>
      Array.from({ length: 25 }, (_, i) => ((row * (i + 1) * 0.618034) % 1).toFixed(4)).join(','),
    )
    const names = Array.from({ length: 24 }, (_, i) => `x${i}`)
    writeFileSync(file, `${names.join(',')},y\n${cells.join('\n')}\n`)
    const search = ['--criterion', 'delta-test', '--search', 'exhaustive', '--landscape', '2']
    const output = join(folder, 'never.csv')
    const saved = join(folder, 'interrupted.json')
    const args = ['select', file, '-t', 'y', ...search, '--threads', '1', '--format', 'json', '-o', output]
    // By a clock that is fast the search saves its state as soon as there is one.
    const clock = 'const now = performance.now.bind(performance); performance.now = () => 1000 * now()'
    const words = ['--import', `data:text/javascript,${clock}`, 'dist/cli.js', ...args, '--checkpoint', saved]
    const child = spawn(process.execPath, words, { timeout: 60_000 })
    let out = ''
    let err = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
    const ended = new Promise((resolve) => child.on('close', resolve))
    while (child.exitCode === null && !existsSync(saved)) await new Promise((next) => setTimeout(next, 5))
    child.kill('SIGINT')
    expect(await ended).toBe(130)
    const result = JSON.parse(out) as SelectResult
    expect(isValid(result), JSON.stringify(isValid.errors)).toBe(true)
    expect(result.stopped).toBe('interrupted')
    expect(result.selected.length).toBeGreaterThan(0)
    expect(result.landscape![0]).toEqual({ features: result.selected, score: result.score })
    expect(err).toBe(`criba: interrupted: ${output} is not written\n`)
    expect(existsSync(output)).toBe(false)
  }, 60_000)
})
