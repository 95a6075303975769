import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SelectResult } from 'criba'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { selectionText } from '../../dist/src/report/selection-text.js'
import { widthOf } from '../../dist/src/report/text.js'
import { productTable, tableToCsv, xorTable } from '../analyses/synergy-tables.ts'
import { criba } from './criba.ts'
import { isValid } from './select-json.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'criba-'))
  writeFileSync(join(folder, 'xor.csv'), tableToCsv(xorTable()))
  writeFileSync(join(folder, 'product.csv'), tableToCsv(productTable(1, 1, 12)))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The command under the hint, as words of a shell without quotes. */
function commandIn(out: string): string[] {
  const lines = out.split('\n')
  const place = lines.findIndex((line) => line.startsWith('to take up'))
  expect(place, out).toBeGreaterThan(0)
  return lines[place + 1].trim().split(' ').slice(1)
}

describe('criba select', () => {
  it('ends with a hint of what only works together, and the command that it shows finds it', async () => {
    const { code, out } = await criba(['select', 'xor.csv', '-t', 'y', '--folds', '3'], { cwd: folder })
    expect(code).toBe(0)
    expect(out).toContain(
      'synergy: 1 pair has information about y that neither column has alone (66 pairs screened;',
    )
    expect(out).toMatch(
      /\n {2}a {2}b +I\(a\) +I\(b\) +I\(a,b\) +p\n {2}a {2}b +0\.000 +0\.000 +1\.000 +3\.1e−120\n/,
    )
    const command = commandIn(out)
    expect(command.join(' ')).toBe('select xor.csv -t y --method joint:lookahead=2')
    const taken = await criba([...command, '--format', 'json'], { cwd: folder })
    expect([...(JSON.parse(taken.out) as SelectResult).selected].sort()).toEqual(['a', 'b'])
  })

  it('says how to keep a pair beside chosen columns, with the flags of the run', async () => {
    const flags = ['-t', 'y', '--no-evidence', '--drop', 'n1', '--drop', 'n2', '--seed', '4', '--bins', '5']
    const { out } = await criba(['select', 'product.csv', ...flags, '--criterion', 'cmim'], { cwd: folder })
    const command = commandIn(out)
    expect(command.join(' ')).toBe(
      'select product.csv -t y --drop n1,n2 --bins 5 --criterion cmim --keep d,e --seed 4',
    )
    const taken = await criba([...command, '--format', 'json'], { cwd: folder })
    expect((JSON.parse(taken.out) as SelectResult).selected).toEqual(
      expect.arrayContaining(['d', 'e', 'main']),
    )
  })

  it('writes the pairs to JSON by the schema, the same from DuckDB', async () => {
    const flags = ['-t', 'y', '--no-evidence', '--format', 'json']
    const { out } = await criba(['select', 'xor.csv', ...flags], { cwd: folder })
    const result = JSON.parse(out) as SelectResult
    expect(isValid(result), JSON.stringify(isValid.errors)).toBe(true)
    expect(result.synergies!.found).toHaveLength(1)
    expect(isValid({ ...result, synergies: { ...result.synergies, pairs: -1 } })).toBe(false)
    const { out: asked } = await criba(['select', 'xor.csv', ...flags, '--source', 'duckdb'], {
      cwd: folder,
    })
    expect((JSON.parse(asked) as SelectResult).synergies).toEqual(result.synergies)
    for (const width of [40, 60, 80, 120]) {
      const lines = selectionText(result, 'xor.csv', { width, colour: false, lines: 50 }).split('\n')
      const own = lines.slice(lines.findIndex((line) => line.startsWith('synergy')))
      expect(own.length).toBeGreaterThan(4)
      for (const line of own.filter((line) => !line.startsWith('  criba'))) {
        expect(widthOf(line), line).toBeLessThanOrEqual(width)
      }
    }
  })
})
