import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { criba } from './criba.ts'

const folder = mkdtempSync(join(tmpdir(), 'criba-'))
const path = join(folder, 'plots.csv')
const rows = Array.from({ length: 60 }, (_, i) => `${(i * 7) % 11},,${(i * 5) % 13},${(i * 3) % 7},one`)
writeFileSync(path, `a,empty,b,y,same\n${rows.join('\n')}\n`)

describe('columns to keep', () => {
  it('by a pattern are those that can be kept; a note names the others', async () => {
    const output = join(folder, 'kept.csv')
    const { code, err } = await criba(['select', path, '-t', 'y', '--as-is', '--keep', '*', '-o', output])
    expect(code).toBe(0)
    expect(err).toContain('not kept, as they are no candidates of this search: empty\n')
    expect(readFileSync(output, 'utf8').split('\n')[0]).toBe('a,b,y,same')
  })

  it('by their name are kept, or an error', async () => {
    const { code, err } = await criba(['select', path, '-t', 'y', '--as-is', '--keep', '*,empty'])
    expect(code).toBe(1)
    expect(err).toContain('criba: unsuitable column to keep: empty (it is no candidate of this search)')
    expect(err).not.toContain('not kept')
  })
})
