import { describe, expect, it } from 'vitest'
import { criba } from './criba.ts'
import { cancer } from './select-json.ts'

describe('criba select', () => {
  it.each([
    [['--method', 'jmj'], /^criba: unknown method: jmj \(did you mean jmi\?\)$/],
    [
      ['--method', 'exhaustive-td'],
      /^criba: unknown method: exhaustive-td \(did you mean exhaustive-dt\?\)$/,
    ],
    [['--criterion', 'delta'], /^criba: unknown criterion: delta \(/],
    [['--search', 'exhaustiv'], /^criba: unknown search: exhaustiv \(did you mean exhaustive\?\)$/],
    [['--search', 'forward:x=2'], /^criba: unknown option of forward: x \(known: lookahead\)$/],
    [['--search', 'exhaustive'], /^criba: unsuitable search for jmi: .*\(use forward, or joint-mi\)$/],
    [
      ['--method', 'jmi', '--criterion', 'joint-mi'],
      /^criba: invalid criterion: joint-mi \(method jmi has its own/,
    ],
    [['-k', '0'], /^criba: invalid k: 0 \(needs a whole number, 1 or more\)$/],
    [['-k', '31'], /^criba: invalid k: 31 \(jmi can take 30 columns: needs 1 to 30\)$/],
    [
      ['--stop', 'soon'],
      /^criba: invalid stop: soon \(needs significance, gain:number, rising, partial-f.* or none\)$/,
    ],
    [['--method', 'rfe', '--stop', 'gain:0.1'], /^criba: invalid stop: gain:0\.1 \(rfe ends by/],
    [['--landscape', '3'], /^criba: invalid landscape: 3 \(forward lists no sets; use exhaustive\)$/],
    [['--landscape', '0'], /^criba: invalid landscape: 0 \(needs a whole number, 1 or more/],
    [['--criterion', 'pearson'], /^criba: unsuitable target for pearson: diagnosis is categorical/],
    [
      ['-o', 'reduced.xls'],
      /^criba: invalid output: reduced\.xls \(needs a name that ends in \.csv, \.tsv, \.parquet or \.arrow/,
    ],
    [['-o', 'nowhere/r.csv'], /^criba: unwritable file: nowhere\/r\.csv \(there is no folder nowhere\)$/],
    [['-o', 'examples/breast-cancer.csv'], /^criba: invalid output: .*\(it is an input file: choose/],
  ])('%j ends in one line', async (args, message) => {
    const { code, out, err } = await criba([...cancer, ...args])
    expect(err.trimEnd()).toMatch(message)
    expect(err.trimEnd().split('\n')).toHaveLength(1)
    expect(out).toBe('')
    expect(code).toBe(1)
  })

  it('says so if there is no target, or no column that the method can take', async () => {
    const none = await criba(['select', 'examples/breast-cancer.csv'])
    expect(none.err).toBe('criba: missing target (jmi needs one)\n')
    const texts = await criba(['select', '-', '-t', 'y', '--criterion', 'spearman'], {
      input: 'a,y\nu,1\nv,2\nu,4\n',
    })
    expect(texts.err).toBe(
      'criba: unsuitable columns for spearman: it can take none (a: categorical (needs numbers))\n',
    )
  })
})
